// A zone is one tab stop; arrows go from item to item inside it.
import { useLayoutEffect, useRef } from "preact/hooks";
import { arrowTarget } from "../view/layout.ts";

export interface Rove {
  columns?: number;
  round?: boolean;
}

export function useRoving<T extends HTMLElement>({ columns = 1, round = false }: Rove = {}) {
  const ref = useRef<T>(null);
  const last = useRef<string>();
  const buttons = () => [...(ref.current?.querySelectorAll<HTMLElement>("button[data-item]") ?? [])];

  useLayoutEffect(() => {
    const all = buttons();
    const home = all.find((b) => b.dataset["item"] === last.current) ?? all[0];
    for (const b of all) b.tabIndex = b === home ? 0 : -1;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const to = arrowTarget(event.key, at, all.length, columns, round);
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    event.stopPropagation();
    last.current = all[to].dataset["item"];
    for (const b of all) b.tabIndex = b === all[to] ? 0 : -1;
    all[to].focus();
  };
  return { ref, onKeyDown };
}
