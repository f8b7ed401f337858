// Your place stays where it is while others think, and moves smoothly where it must.
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { isStill } from "../room.ts";

const ms = 180;

/** When the table gives way to what stands below it, that glides to its new place. */
export function useGliding(table: RefObject<HTMLElement>) {
  useLayoutEffect(() => {
    const main = table.current;
    if (!main) return;
    let height = main.clientHeight;
    let room = innerHeight;
    const observer = new ResizeObserver(() => {
      const by = height - main.clientHeight;
      const resized = room !== innerHeight;
      height = main.clientHeight;
      room = innerHeight;
      if (Math.abs(by) < 2 || resized || isStill()) return;
      for (const part of main.parentElement!.querySelectorAll(":scope > .own, :scope > .prompt"))
        part.animate([{ translate: `0 ${by}px` }, { translate: "0 0" }], { duration: ms, easing: "ease-out" });
    });
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
}

/** The height of the last question that was put to you: while you wait for the next, its room is kept. */
export function useKeptHeight(table: RefObject<HTMLElement>, asked: boolean): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const question = asked && table.current?.parentElement?.querySelector<HTMLElement>(":scope > .prompt");
    if (!question) return;
    const observer = new ResizeObserver(() => setHeight(question.offsetHeight));
    observer.observe(question);
    return () => observer.disconnect();
  }, [asked]);
  return height;
}
