// The client measures its boxes and then picks sizes; it never guesses from the window.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Box } from "../view/layout.ts";

export function useBox<T extends HTMLElement>(start: Box = { w: 0, h: 0 }) {
  const ref = useRef<T>(null);
  const [box, setBox] = useState<Box>(start);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const w = element.clientWidth;
      const h = element.clientHeight;
      setBox((old) => (Math.abs(old.w - w) < 2 && Math.abs(old.h - h) < 2 ? old : { w, h }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, box] as const;
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const list = matchMedia(query);
    const change = () => setMatches(list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, [query]);
  return matches;
}

export const usePhone = () => useMedia("(max-width: 860px)");
