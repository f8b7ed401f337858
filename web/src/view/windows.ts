// Windows, standing orders and the hourglass, as far as they are words and numbers. Pure.
import type { GameOrder, OpenWindow } from "../net/messages.ts";
import { capital, listWords } from "./names.ts";
import type { Item, View } from "./types.ts";

/** What is answered, by how deep it lies. */
export function depthWords(depth: number): string {
  if (depth <= 0) return "Answers are open";
  return depth === 1 ? "Answer to an answer" : `Answer to an answer, ${depth} deep`;
}

/** "Answers are open: throw, touches you and Odo, in Mira's turn". Never who may, can or did answer. */
export function windowWords(window: OpenWindow, viewer: number | null, nameOf: (seat: number) => string): string {
  const name = (seat: number) => (seat === viewer ? "you" : nameOf(seat));
  // That it is an answer is said already.
  const words = window.depth > 0 && window.kind === "answer" ? [] : [window.kind.replace(/-/g, " ")];
  if (window.touches.length) words.push(`touches ${listWords(window.touches.map(name))}`);
  if (window.turn !== null) words.push(window.turn === viewer ? "in your turn" : `in ${nameOf(window.turn)}'s turn`);
  return [depthWords(window.depth), words.join(", ")].filter(Boolean).join(": ");
}

/** Whether holding is offered, or shown as used: only to who is asked, and only where the window runs out. */
export function holdState(
  window: OpenWindow | undefined,
  view: View,
  timed: boolean,
  heldHere: boolean,
): "may" | "used" | undefined {
  if (!window || !timed || view.viewer === null) return undefined;
  if (window.hold && !heldHere) return "may";
  return heldHere || view.asked.includes(view.viewer) ? "used" : undefined;
}

/** What I have to do with the window that is open: to answer it, to wait for its end, or to look on. */
export function myPart(
  window: OpenWindow,
  view: View,
  answeredHere: boolean,
): "asked" | "answered" | "ordered" | "none" {
  if (view.viewer === null) return "none";
  if (view.asked.includes(view.viewer)) return "asked";
  if (answeredHere) return "answered";
  // I may hold it, so it was mine to answer, and I have said nothing: an order of mine has.
  return window.hold ? "ordered" : "none";
}

/* ---------------------------------------------------------- standing orders */

export const mostOrders = 32;
/** The orders of who has given none; alone with bots also those that look at one's own cards. */
export const usualOrders = (game: GameOrder[] | undefined, alone: boolean): string[] => [
  "touch",
  ...(alone ? (game ?? []).filter((order) => order.alone).map((order) => order.word) : []),
];

/** What holds now; the usual orders are those that are never sent. */
export const ordersNow = (orders: string[] | undefined, usual: string[]): string[] => (orders?.length ? orders : usual);

/** The list to send after one was switched: an empty one stands for the usual. */
export function switchOrder(orders: string[], order: string, on: boolean, usual: string[]): string[] {
  const others = orders.filter((other) => other !== order);
  const next = on ? [...others, order] : others;
  return next.length === usual.length && usual.every((one) => next.includes(one)) ? [] : next;
}

export interface OrderLine {
  order: string;
  label: string;
  about?: string;
}

/** All that can be ordered beside single cards: the house's own, then the game's. */
export function orderLines(game: GameOrder[] | undefined): OrderLine[] {
  return [
    { order: "touch", label: "Ask me when it touches me", about: "And when my turn waits for me. The usual order." },
    { order: "always", label: "Always ask me" },
    ...(game ?? []).map(({ word, label }) => ({ order: word, label })),
    { order: "until-turn", label: "Nothing until my turn", about: "Whatever else is ordered." },
  ];
}

/** A card that an order may name, as it is called. */
export interface OrderCard {
  code: string;
  name: string;
}

/** The cards I see that have a code, each once; my own first. Orders may name others too, by code. */
export function orderCards(view: View): OrderCard[] {
  const cards = new Map<string, string>();
  const see = (item: Item) => {
    if (item.kind === "card" && !item.hidden && item.code && !cards.has(item.code))
      cards.set(item.code, capital(item.name ?? item.code));
  };
  const mine = view.zones.filter((zone) => zone.owner === view.viewer);
  for (const zone of [...mine, ...view.zones.filter((other) => other.owner !== view.viewer)]) zone.items.forEach(see);
  return [...cards].map(([code, name]) => ({ code, name }));
}

export const cardOfOrder = (order: string) => /^card (.+)$/.exec(order)?.[1];

/* ------------------------------------------------------------------- time */

/** A stretch of time by our own clock: of which position, when it ends, and how long it was. */
export interface Span {
  at: number;
  ends: number;
  of: number;
}

/**
 * The stretch after an update. Of the same position it is still the same one, unless it was made longer; what a new
 * one was is known by its question, if we came in later.
 */
export function spanOf(
  old: Span | undefined,
  update: { from: number; seq: number; time_left?: number; view: View },
  now: number,
): Span | undefined {
  if (update.time_left === undefined) return undefined;
  const ends = now + update.time_left;
  if (old?.at === update.seq && ends < old.ends + 1000) return { ...old, ends };
  const whole = update.from < 0 ? 1000 * (update.view.window?.seconds ?? 0) : 0;
  return { at: update.seq, ends, of: Math.max(update.time_left, whole) };
}

/** How much of a stretch of time is left, from 0 to 1. */
export const shareLeft = (left: number, of: number) => (of > 0 ? Math.min(1, Math.max(0, left / of)) : 0);

/** "12 s", or "1:05" above a minute and a half. */
export function secondsWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
