// Cards are dragged as well as pressed: onto the table to play them, onto a place, or along the hand to lay it as one
// likes. What a drag does a press does too, so that nobody needs it.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface Drops {
  /** Let go over the table. */
  onTable: (id: number) => void;
  /** Let go over a place of an assignment. */
  onPlace: (id: number, place: number) => void;
  /** Let go in the hand, before that card, or behind the last. */
  onOrder: (id: number, before: number | undefined) => void;
}

/** Shorter than this it was a press. */
const begins = 8;
const draggable = ".own .hand [data-item], .assign .loose [data-item]";

const idOf = (element: Element) => Number((element as HTMLElement).dataset["item"]);

/** The card of the hand that the finger is left of. */
function cardBehind(hand: Element, dragged: Element, x: number): number | undefined {
  const others = [...hand.querySelectorAll("[data-item]")].filter((card) => card !== dragged);
  const next = others.find((card) => {
    const { left, width } = card.getBoundingClientRect();
    return x < left + width / 2;
  });
  return next && idOf(next);
}

export function useDragging(table: RefObject<HTMLElement>, drops: Drops) {
  const latest = useRef(drops);
  latest.current = drops;
  useEffect(() => {
    const app = table.current?.parentElement;
    if (!app) return;
    let card: HTMLElement | undefined;
    let from = { x: 0, y: 0 };
    let moving = false;
    const over = (event: PointerEvent) => document.elementFromPoint(event.clientX, event.clientY);
    const mark = (place: Element | null | undefined) => {
      for (const old of app.querySelectorAll(".is-over")) if (old !== place) old.classList.remove("is-over");
      place?.classList.add("is-over");
    };
    const placeAt = (event: PointerEvent) => over(event)?.closest<HTMLElement>(".placewell[data-place], .cell.place");
    const down = (event: PointerEvent) => {
      const found = event.button === 0 && (event.target as Element).closest<HTMLElement>(draggable);
      if (!found) return;
      card = found;
      from = { x: event.clientX, y: event.clientY };
      moving = false;
    };
    const move = (event: PointerEvent) => {
      if (!card) return;
      const by = { x: event.clientX - from.x, y: event.clientY - from.y };
      if (!moving && Math.hypot(by.x, by.y) < begins) return;
      if (!moving) {
        moving = true;
        card.setPointerCapture(event.pointerId);
        card.classList.add("is-dragged");
      }
      card.style.translate = `${by.x}px ${by.y}px`;
      mark(placeAt(event) ?? over(event)?.closest(".table"));
    };
    const release = () => {
      card?.classList.remove("is-dragged");
      if (card) card.style.translate = "";
      mark(undefined);
      card = undefined;
    };
    const up = (event: PointerEvent) => {
      const dragged = card;
      if (!dragged || !moving) return release();
      const place = placeAt(event)?.dataset["place"];
      const under = over(event);
      release();
      // The press that ends a drag is none.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new MouseEvent("click")));
      const id = idOf(dragged);
      const hand = dragged.closest(".hand");
      if (place !== undefined) latest.current.onPlace(id, Number(place));
      else if (under?.closest(".table")) latest.current.onTable(id);
      else if (hand && under?.closest(".own"))
        latest.current.onOrder(id, cardBehind(hand, dragged, event.clientX));
    };
    app.addEventListener("pointerdown", down);
    app.addEventListener("pointermove", move);
    app.addEventListener("pointerup", up);
    app.addEventListener("pointercancel", release);
    return () => {
      app.removeEventListener("pointerdown", down);
      app.removeEventListener("pointermove", move);
      app.removeEventListener("pointerup", up);
      app.removeEventListener("pointercancel", release);
    };
  }, []);
}
