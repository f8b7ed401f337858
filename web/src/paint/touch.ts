// How painted items reach the player's hand: what is lit, what is selected, what a touch does.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Item, Zone } from "../view/types.ts";

export interface Touch {
  lit: Set<number>;
  picked: Set<number>;
  onTouch: (id: number) => void;
  /** Answers with a choice that has its button on the table. */
  onChoose?: (index: number) => void;
  /** There is a place where cards are read: this one is looked at, or none. */
  onRead?: (id: number | undefined) => void;
  /** A grid whose cells are places of an assignment. */
  board?: Board;
}

export interface Board {
  zone: Zone;
  places: Set<number>;
  /** What is laid on each cell, not yet played. */
  laid: Map<number, Item>;
  /** Something is taken: a touch on a cell lays it there. */
  can: boolean;
  onPlace: (place: number) => void;
  onTake: (id: number) => void;
}

export const noTouch: Touch = { lit: new Set(), picked: new Set(), onTouch: () => {} };
export const TouchContext = createContext<Touch>(noTouch);
export const useTouch = () => useContext(TouchContext);

/** Whether choices point into a zone: then what they do not point at is shaded. */
export function useShade(items: Item[]): boolean {
  const { lit } = useTouch();
  return items.some((item) => lit.has(item.id));
}
