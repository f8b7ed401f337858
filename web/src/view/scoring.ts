// The score-keeper's hands, and how they are put to the server. Pure.
import type { Item } from "./types.ts";

export interface Shape {
  dice: boolean;
  min: number;
  max: number;
  /** The key of a card that is common to all hands. */
  common?: string;
  /** The key of a card that belongs to one hand besides its dice. */
  card?: string;
  faces: Omit<Item, "id" | "kind">[];
}

export interface HandScore {
  points: number;
  place: number;
  parts: { text: string; points: number }[];
}

export interface KeptHand {
  name: string;
  /** Codes of cards, or faces of dice. */
  items: string[];
  card?: string;
}

export const isWhole = (hand: KeptHand, shape: Shape) => hand.items.length >= shape.min && hand.items.length <= shape.max;

/** The question for the hands that are whole; undefined if none is, or the common card is missing. */
export function scoreQuery(hands: KeptHand[], shape: Shape, common: string | undefined, options: string[]): string | undefined {
  const whole = hands.filter((hand) => isWhole(hand, shape));
  if (!whole.length || (shape.common && !common)) return undefined;
  const query = new URLSearchParams();
  for (const hand of whole) query.append("hand", hand.items.join(" "));
  if (shape.common && common) query.append("key", `${shape.common}=${common}`);
  whole.forEach((hand, i) => {
    if (shape.card && hand.card) query.append("key", `${shape.card}.${i}=${hand.card}`);
  });
  for (const option of options) query.append("option", option);
  return query.toString().replace(/\+/g, "%20");
}

export function placeWords(place: number): string {
  return ["1st", "2nd", "3rd"][place - 1] ?? `${place}th`;
}
