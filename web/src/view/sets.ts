// What I have laid by, in sets of the same class or number.
import type { Item, Zone } from "./types.ts";

const kindOf = (item: Item) => item.letter ?? item.number?.toString() ?? item.name ?? item.code ?? "";

/** A pile of mine that I may look at: it need not be a pile before my eyes. */
export const isOpenPile = (zone: Zone) =>
  zone.layout === "stack" &&
  zone.items.length > 0 &&
  zone.items.length === zone.size &&
  zone.items.every((item) => item.kind === "card" && !item.hidden);

/** The largest sets first, then by number; within a set by colour. */
export function setsOf(items: Item[]): Item[][] {
  const sets = new Map<string, Item[]>();
  for (const item of items) sets.set(kindOf(item), [...(sets.get(kindOf(item)) ?? []), item]);
  const colour = (item: Item) => `${item.hue ?? ""}/${item.suit ?? ""}`;
  for (const set of sets.values()) set.sort((a, b) => colour(a).localeCompare(colour(b)));
  const number = (set: Item[]) => set[0]!.number ?? 0;
  return [...sets.values()].sort((a, b) => b.length - a.length || number(a) - number(b));
}
