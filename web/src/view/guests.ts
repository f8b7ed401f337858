// Seats with two numbers that must not meet, and what is about to happen to them. Pure: no drawing.
import { litItems } from "./choices.ts";
import { capital, isTurn, seatCounters, withYou } from "./names.ts";
import type { Choice, Counter, Item, Target, View, Zone } from "./types.ts";

/** Two that stand on one scale of a seat and must not meet: the lower and the upper. */
export interface Duo {
  zone: Zone;
  /** What counts up, then what counts down; both by the places of their tokens in the zone. */
  low: { name: string; value: number; index: number };
  high: { name: string; value: number; index: number };
}

/** The seats that play together, the seat among them: they have one scale and one purse. */
export function sideOf(view: View, seat: number): number[] {
  const own = sideNumber(view, seat);
  if (own === undefined) return [seat];
  return Array.from({ length: view.seats }, (_, s) => s).filter((s) => sideNumber(view, s) === own);
}

/** The number of a seat's side, where some play together; else nothing. */
export const sideNumber = (view: View, seat: number) =>
  view.counters.find(({ name, owner }) => name === "side" && owner === seat)?.value;

/** What is said of a seat in the turn of its side, by what it has done: a mark goes with the word. */
export function isDone(status: string): boolean | undefined {
  if (status === "has acted" || status === "has drunk") return true;
  return status === "may act" || status === "is to drink" ? false : undefined;
}

/** Where what a side has together is shown, once: at one's own place, else beside the first of it. */
export function placeOfSide(view: View, seat: number): number {
  const side = sideOf(view, seat);
  return view.viewer !== null && side.includes(view.viewer) ? view.viewer : side[0]!;
}

/** "Vl" of Baron von Vlazlo, "We" of The Wench. */
export const lettersOf = (name: string) => name.slice(name.lastIndexOf(" ") + 1).slice(0, 2);

/** In a window whose turn it is anyway, or that of its side; else whoever is asked. */
export function isOnTurn(view: View, seat: number): boolean {
  if (!view.window) return isTurn(view, seat);
  return view.window.turn !== null && sideOf(view, view.window.turn).includes(seat) && !view.over;
}

/** A number that a side has together. */
export const ofSide = (view: View, seat: number, is: (counter: Counter) => boolean) =>
  view.counters.find((counter) => counter.owner !== null && sideOf(view, seat).includes(counter.owner) && is(counter));

/** Numbers of a seat that nothing else of it shows: its tokens; `some`: only those of which there are any. */
export function tokensOf(view: View, seat: number, some = false): Counter[] {
  const duo = duoOf(view, seat);
  const shown = ["side", "actions", "potions", duo?.low.name, duo?.high.name];
  return seatCounters(view, seat).others.filter(
    ({ name, value }) => value !== undefined && !(some && !value) && !shown.includes(name),
  );
}

/** The scale of a seat, or of its side, if two and nothing else stand on it: what is named last counts up towards the
 * first. */
export function duoOf(view: View, seat: number): Duo | undefined {
  const side = sideOf(view, seat);
  const zone = view.zones.find(
    (one) => one.layout === "track" && one.owner !== null && side.includes(one.owner) && one.items.length === 2,
  );
  if (!zone?.items.every((item) => item.kind === "token" && item.who === undefined)) return undefined;
  const stands = zone.items.map((item, index) => ({ name: item.text ?? "", value: item.at ?? 0, index }));
  return { zone, high: stands[0]!, low: stands[1]! };
}

/** A table of guests: some seat has such a scale. */
export const areGuests = (view: View) => Array.from({ length: view.seats }, (_, s) => s).some((s) => duoOf(view, s));

/** A question of who somebody is: each of its answers has a figure. */
export function figureChoices(choices: Choice[]): number[] {
  const drawn = choices.flatMap((choice, i) => (choice.figure && choice.kind === "plain" ? [i] : []));
  return drawn.length > 1 ? drawn : [];
}

export const stackOf = (view: View) => view.zones.find((zone) => zone.layout === "effects");

/** What all that is open would change of a seat, or of its side, by the counter's name; what spares it counts for
 * nothing. */
export function pendingOf(view: View, seat: number): Map<string, number> {
  const sums = new Map<string, number>();
  const side = sideOf(view, seat);
  for (const item of stackOf(view)?.items ?? [])
    for (const { seat: whose, of, n = 0, spared } of item.targets ?? [])
      if (side.includes(whose) && of && !spared) sums.set(of, (sums.get(of) ?? 0) + n);
  return sums;
}

/** Whether what is open would make the two meet. */
export function wouldMeet(duo: Duo, pending: Map<string, number>): boolean {
  if (!pending.has(duo.low.name) && !pending.has(duo.high.name)) return false;
  return duo.high.value + (pending.get(duo.high.name) ?? 0) <= duo.low.value + (pending.get(duo.low.name) ?? 0);
}

/** "+2", with a true minus sign. */
export const signed = (n: number) => (n < 0 ? `\u2212${-n}` : `+${n}`);

/** "you \u22123", "Greet ignores it". */
export function targetWords(target: Target, name: string): string {
  const who = name === "You" ? "you" : name;
  const stat = target.of === undefined ? "" : ` ${signed(target.n ?? 0)} ${target.of}`;
  return `${who}${stat}${target.word ? ` ${stat ? "\u00b7 " : ""}${forYou(target.word, who)}` : ""}`;
}
const forYou = (word: string, who: string) => (who === "you" ? word.replace(/^\w+/, withYou) : word);

/** The face of a card by its code, wherever it lies open. */
export const cardOf = (view: View, code: string | undefined): Item | undefined =>
  code === undefined
    ? undefined
    : view.zones
        .flatMap((zone) => zone.items)
        .find((item) => item.kind === "card" && !item.hidden && item.code === code);

/** The card that an effect names in its words; what merely began with one is about something else by now. */
export function cardNamed(view: View, item: Item): Item | undefined {
  const card = cardOf(view, item.card);
  return card && item.text?.includes(card.name ?? "") ? card : undefined;
}

/** The card in question: what happens next is about it. */
export function cardInQuestion(view: View): Item | undefined {
  const open = [...(stackOf(view)?.items ?? [])].reverse();
  for (const item of open) {
    const card = cardNamed(view, item);
    if (card) return card;
  }
  return undefined;
}

/** All of its cards are named by what happens: they are read there. */
export function isInStack(zone: Zone, view: View): boolean {
  const named = new Set((stackOf(view)?.items ?? []).flatMap((item) => item.card ?? []));
  return zone.items.length > 0 && zone.items.every((item) => item.code !== undefined && named.has(item.code));
}

/** One's own cards in a game within the game of guests, if the question points at them. */
export function handWithin(view: View): Zone | undefined {
  if (view.viewer === null || !areGuests(view)) return undefined;
  const lit = litItems(view.choices);
  return view.zones.find(
    (zone) =>
      !!zone.level && zone.owner === view.viewer && (zone.layout === "fan" || zone.layout === "row") &&
      zone.items.some((item) => lit.has(item.id)),
  );
}

/** The seats that a window asks, in the order of play from whose turn it is. */
export function askedInOrder(view: View): number[] {
  const first = view.window?.turn ?? 0;
  return Array.from({ length: view.seats }, (_, i) => (first + i) % view.seats).filter((s) => view.asked.includes(s));
}

/** The part of a card's text that says when it can be played stands out. */
export function whenOf(text: string): [when: string, what: string] {
  const found = /^((?:When|After|As|In|If|Before|While|At)\b[^:.]*:) (.*)$/s.exec(text);
  return found ? [found[1]!, found[2]!] : ["", text];
}

/** "Deirdre, Anna: fortitude 13, alcohol 7, 6 apart; 9 gold, 7 cards, 2 drinks. Would be out." */
export function guestSpoken(view: View, seat: number, spoken: string, piles: Zone[]): string {
  const duo = duoOf(view, seat);
  if (!duo) return spoken;
  const mates = sideOf(view, seat).filter((mate) => mate !== seat);
  const words = [spoken];
  for (const mate of mates) words.push(`together with ${mate === view.viewer ? "you" : seatCounters(view, mate).role}`);
  if (placeOfSide(view, seat) !== seat) {
    for (const zone of piles) words.push(`${zone.name} ${zone.size}`);
    return words.join(", ");
  }
  words.push(`${duo.high.value - duo.low.value} apart`);
  for (const zone of piles) words.push(`${zone.name} ${zone.size}`);
  const pending = [...pendingOf(view, seat)].filter(([, n]) => n).map(([of, n]) => `${of} ${signed(n)} to come`);
  words.push(...pending);
  if (wouldMeet(duo, pendingOf(view, seat))) words.push("would be out");
  return words.join(", ");
}

/** Who plays whom, by name of the figure: what is taken cannot be chosen. */
export function takenFigures(view: View): { seat: number; name: string }[] {
  return Array.from({ length: view.seats }, (_, seat) => ({ seat, name: seatCounters(view, seat).role ?? "" })).filter(
    ({ name }) => name,
  );
}

/** The question in a window: what is about to happen, then what can be done about it. */
export function windowQuestion(view: View): { ask: string; help: string } | undefined {
  const items = stackOf(view)?.items ?? [];
  const last = items[items.length - 1];
  if (!view.window || view.viewer === null || !areGuests(view)) return undefined;
  if (last && view.window.kind !== "pause")
    return { ask: capital(last.text ?? ""), help: "Answer it, or let it be." };
  return { ask: "A pause: anybody may play.", help: last ? capital(last.text ?? "") : "Play something, or pass." };
}
