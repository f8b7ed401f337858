// What is made of other things, and for whom: worked out from what the items of a View say they need.
import { headsOf } from "./layout.ts";
import type { Item, View, Zone } from "./types.ts";

/** One of the things that something is made of: there, there through something that stands in for it, or missing. */
export interface Part {
  item: Item;
  state: "there" | "instead" | "missing";
}

/** How far the viewer is from making it. */
export type Reach = "now" | "one more" | "later";

/** A zone of the table whose things are made of others. */
export const boardOf = (zones: Zone[]) =>
  headsOf(zones) ? undefined : zones.find((zone) => zone.owner === null && zone.items.some((item) => item.needs));

export const itemsById = (view: View) =>
  new Map(view.zones.flatMap((zone) => zone.items.map((item) => [item.id, item] as const)));

/** Piece by piece: what there is first; of what lacks, as many as something stands in for are not missing. */
export function partsOf(item: Item, items: Map<number, Item>): Part[] {
  const needs = item.needs ?? [];
  const told = item.lacks !== undefined;
  let instead = needs.reduce((sum, [, , lacking = 0]) => sum + lacking, 0) - (item.lacks ?? 0);
  return needs.flatMap(([id, n, lacking = 0]) => {
    const of = items.get(id);
    if (!of) return [];
    return Array.from({ length: n }, (_, k): Part => {
      if (!told || k < n - lacking) return { item: of, state: "there" };
      return { item: of, state: instead-- > 0 ? "instead" : "missing" };
    });
  });
}

export const reachOf = (item: Item): Reach =>
  item.lacks === 0 ? "now" : item.lacks === 1 ? "one more" : "later";

export interface Wish {
  wisher: Item;
  /** Nothing else is missing. */
  completes: boolean;
}

/** Who of the viewer's own cards still wants it. */
export const wishesFor = (item: Item, wishers: Item[]): Wish[] =>
  wishers.flatMap((wisher) => {
    const lacking = wisher.needs?.find(([id]) => id === item.id)?.[2] ?? 0;
    return lacking ? [{ wisher, completes: wisher.lacks === 1 }] : [];
  });

/** What completes something comes first, then what is wanted at all; else as they lie. */
export function sortedByUse(items: Item[], wishers: Item[]): Item[] {
  const use = (item: Item) => {
    const wishes = wishesFor(item, wishers);
    return wishes.some((wish) => wish.completes) ? 2 : wishes.length ? 1 : 0;
  };
  return items.map((item) => ({ item, use: use(item) })).sort((a, b) => b.use - a.use).map(({ item }) => item);
}

/** "completes the Defender", "the Engineer wants it". */
export function wishWords(wishes: Wish[]): string {
  const done = wishes.find((wish) => wish.completes);
  if (done) return `completes the ${done.wisher.name}`;
  return wishes.length ? `the ${wishes[0]!.wisher.name} wants it` : "";
}

/** What lies in the slots of a zone, sort by sort, and how many more have room. */
export function slotsOf(zone: Zone): { items: Item[]; free: number }[] {
  return (zone.room ?? []).map((room, sort) => {
    const items = zone.items
      .filter((item) => (item.depth ?? 0) === sort)
      .flatMap((item) => Array.from({ length: item.n ?? 1 }, () => ({ ...item, n: undefined })));
    return { items, free: Math.max(0, room - items.length) };
  });
}
