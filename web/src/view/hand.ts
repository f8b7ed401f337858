// The order in which one's own hand lies; it is remembered on this device.
import type { Choice, Item } from "./types.ts";

export const handOrders = ["as dealt", "by rank", "by colour", "by worth"] as const;
export type HandOrder = (typeof handOrders)[number];

const key = "taproom.hand";
export const rememberedOrder = (): HandOrder =>
  handOrders.find((order) => order === localStorage.getItem(key)) ?? "as dealt";
export const rememberOrder = (order: HandOrder) => localStorage.setItem(key, order);
export const orderAfter = (order: HandOrder): HandOrder =>
  handOrders[(handOrders.indexOf(order) + 1) % handOrders.length]!;

const nameOf = (item: Item) => item.code ?? item.name ?? String(item.id);

/** Names in the order in which somebody has laid them, this one before that, or behind all. */
export function laidAnew(items: Item[], id: number, before: number | undefined): string[] {
  const moved = items.find((item) => item.id === id);
  const others = items.filter((item) => item.id !== id);
  const at = before === undefined ? others.length : others.findIndex((item) => item.id === before);
  return [...others.slice(0, at), ...(moved ? [moved] : []), ...others.slice(at)].map(nameOf);
}

/** As they were laid; what came later lies behind. */
export function asLaid(items: Item[], laid: string[]): Item[] {
  const left = [...laid];
  const places = new Map<number, number>();
  for (const item of items) {
    const at = left.indexOf(nameOf(item));
    places.set(item.id, at < 0 ? laid.length : at);
    if (at >= 0) left[at] = ""; // of two alike each has a place of its own
  }
  return [...items].sort((a, b) => places.get(a.id)! - places.get(b.id)!);
}

/** Equal ones stay as they lay; what is not known comes last. */
export function sortedHand(items: Item[], order: HandOrder, choices: Choice[]): Item[] {
  if (order === "as dealt") return items;
  const worth = new Map<number, number>();
  for (const choice of choices)
    for (const item of choice.items ?? [])
      if (item.worth !== undefined) worth.set(item.id, Math.max(item.worth, worth.get(item.id) ?? -Infinity));
  const rank = (item: Item) => item.number ?? 0;
  const colour = (item: Item) => `${item.hue ?? ""}/${item.suit ?? ""}`;
  const by = (a: Item, b: Item) =>
    Number(!!a.hidden) - Number(!!b.hidden) ||
    (order === "by worth" ? (worth.get(b.id) ?? 0) - (worth.get(a.id) ?? 0) : 0) ||
    (order === "by colour" ? colour(a).localeCompare(colour(b)) : 0) ||
    rank(a) - rank(b) ||
    colour(a).localeCompare(colour(b));
  return [...items].sort(by);
}
