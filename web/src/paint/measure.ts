// The client measures its boxes and then picks sizes; it never guesses from the window.
import { type RefObject } from "preact";
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

/** Everything lies one below the other. */
export const usePhone = () => useMedia("(max-width: 860px)");
/** Things are as small as a phone needs them; a tablet has a phone's order, but a table's sizes. */
export const useSmall = () => useMedia("(max-width: 640px), (max-width: 860px) and (max-height: 899px)");

const grownFrom = 1700;
const most = 1.75;
const growth = () =>
  innerWidth < grownFrom ? 1 : Math.max(1, Math.min(most, innerWidth / 1440, innerHeight / 900));

/** On a large screen cards grow with it; big.css has the same for words. */
export function useGrowth(): number {
  const [by, setBy] = useState(growth);
  useLayoutEffect(() => {
    const measure = () => setBy(growth());
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return by;
}

/**
 * How much must give way so that everything keeps within its box: 0 at first, and one more after each painting that
 * `over`
 * finds too large. What is painted is named by `key`; another key, or another size of the window, begins anew.
 */
export function useGivingWay<T extends HTMLElement>(
  key: unknown,
  most: number,
  over: (element: T) => boolean,
): readonly [RefObject<T>, number] {
  const ref = useRef<T>(null);
  const [found, setFound] = useState<{ key: unknown; level: number }>({ key, level: 0 });
  const level = found.key === key ? found.level : 0;
  const check = () => level < most && !!ref.current && over(ref.current) && setFound({ key, level: level + 1 });
  const latest = useRef(check);
  latest.current = check;
  useLayoutEffect(() => void check());
  useLayoutEffect(() => {
    // Its box may change without a painting of ours, when something else gives way.
    const observer = new ResizeObserver(() => latest.current());
    if (ref.current) observer.observe(ref.current);
    const again = () => setFound({ key, level: 0 });
    addEventListener("resize", again);
    return () => {
      observer.disconnect();
      removeEventListener("resize", again);
    };
  }, [key]);
  return [ref, level];
}
