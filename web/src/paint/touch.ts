// How painted items reach the player's hand: what is lit, what is selected, what a touch does.
import { createContext } from "preact";
import { useContext } from "preact/hooks";

export interface Touch {
  lit: Set<number>;
  picked: Set<number>;
  /** True while a choice points at some items of the zone: the others are shaded. */
  choosing: boolean;
  onTouch: (id: number) => void;
}

export const noTouch: Touch = { lit: new Set(), picked: new Set(), choosing: false, onTouch: () => {} };
export const TouchContext = createContext<Touch>(noTouch);
export const useTouch = () => useContext(TouchContext);
