// From touched items to an answer in words. Pure: no drawing, no network.
import { isOffer } from "./layout.ts";
import { isBet, isMoney, isPot, itemName, listWords, numberWord, seatsNamed } from "./names.ts";
import { type Amounts, isPrepared, shareLabel, shareWords, sharesNeed } from "./shares.ts";
import type { Choice, ChoiceItem, View, Zone } from "./types.ts";

/**
 * What is chosen so far: picked items in the order of picking, places given in an assignment, and the numbers of a
 * split or of counts.
 */
export interface Selection {
  picked: number[];
  places: Map<number, number>;
  amounts: Amounts;
  /** The tile that was taken, by its place among the choices. */
  chosen?: number;
  /** What was settled to go with the way on: a word for each setting. */
  joined?: Map<string, string>;
}

export const nothingSelected: Selection = { picked: [], places: new Map(), amounts: new Map() };

/** Counted, not touched on the table. */
export const isShares = (choice: Choice) => choice.kind === "split" || choice.kind === "counts";

const pointsAt = (choice: Choice, id: number) => !!choice.items?.some((item) => item.id === id);
const sameItems = (choice: Choice, picked: number[]) =>
  choice.items?.length === picked.length && picked.every((id) => pointsAt(choice, id));

/** A set that can be chosen in one way only: its button means all of it. */
const isWhole = (choice: Choice) => choice.kind === "subset" && !!choice.lo && choice.items?.length === choice.lo;
const chosenOf = (choice: Choice, picked: number[]) =>
  !picked.length && isWhole(choice) ? choice.items!.map((item) => item.id) : picked;

/** Items that any choice points at. */
export function litItems(choices: Choice[]): Set<number> {
  const lit = new Set<number>();
  for (const choice of choices) for (const item of choice.items ?? []) lit.add(item.id);
  return lit;
}

/** Choices that have their button on the slip they are about. */
export const choicesOnSlips = (view: View) =>
  new Set(
    view.choices.flatMap((choice, index) => {
      const zone = choice.zone === undefined ? undefined : view.zones[choice.zone];
      return choice.kind === "plain" && zone && isOffer(zone) ? [index] : [];
    }),
  );

/** What was prepared and can still be answered when the question is asked anew: others have spoken meanwhile. */
export function keptSelection(selection: Selection, before: Choice[], now: Choice[]): Selection {
  const same = (choice: Choice) => before.some((old) => JSON.stringify(old) === JSON.stringify(choice));
  const kept = now.filter((choice) => isShares(choice) && isPrepared(choice, selection.amounts) && same(choice));
  if (!kept.length) return nothingSelected;
  const amounts = [...selection.amounts].filter(([key]) => kept.some((choice) => key.startsWith(`${choice.word}/`)));
  return { ...nothingSelected, amounts: new Map(amounts) };
}

/** Touching an item: toggles it in a subset, else takes the choice that points at it, the next one at each touch. */
export function touchItem(choices: Choice[], selection: Selection, id: number): Selection {
  const { picked } = selection;
  const assigning = choices.find((c) => c.kind === "assign" && pointsAt(c, id));
  if (assigning) return { ...selection, picked: picked[0] === id ? [] : [id] };
  const subsets = choices.filter((c) => c.kind === "subset" && pointsAt(c, id));
  // Of several the one that goes with what is picked already.
  const subset = subsets.find((c) => picked.every((other) => pointsAt(c, other))) ?? subsets[0];
  if (subset) {
    const kept = picked.filter((other) => pointsAt(subset, other));
    if (kept.includes(id)) return { ...selection, picked: kept.filter((other) => other !== id) };
    const most = subset.hi ?? kept.length + 1;
    // One more than allowed replaces the oldest: the last touch is what the player means.
    return { ...selection, picked: [...kept, id].slice(-most) };
  }
  const pointing = choices.filter((c) => c.kind === "plain" && pointsAt(c, id));
  if (!pointing.length) return selection;
  const groups: number[][] = [];
  for (const choice of pointing) {
    const ids = choice.items!.map((item) => item.id);
    if (!groups.some((group) => group.length === ids.length && group.every((x) => ids.includes(x)))) groups.push(ids);
  }
  const now = groups.findIndex((group) => group.length === picked.length && group.every((x) => picked.includes(x)));
  return { ...selection, picked: now < 0 ? groups[0]! : (groups[now + 1] ?? []) };
}

export function givePlace(selection: Selection, item: number, place: number): Selection {
  const places = new Map(selection.places);
  places.set(item, place);
  return { ...selection, picked: [], places };
}

/** Without that item's place: it is in the hand again, and taken. */
export function unplace(selection: Selection, item: number): Selection {
  const places = new Map(selection.places);
  places.delete(item);
  return { ...selection, picked: [item], places };
}

/**
 * The board whose cells are the places of an assignment: the asked player's own grid, if every place is one of its
 * cells.
 */
export function boardOfPlaces(view: View): Zone | undefined {
  const choice = view.choices.find((c) => c.kind === "assign" && c.apart);
  if (!choice?.places?.length) return undefined;
  return view.zones.find(
    (zone) =>
      zone.layout === "grid" &&
      zone.owner === view.viewer &&
      Math.max(...choice.places!) < (zone.w ?? 0) * (zone.h ?? 0),
  );
}

export function takeBack(selection: Selection): Selection {
  const last = [...selection.places.keys()].pop();
  const places = new Map(selection.places);
  if (last !== undefined) places.delete(last);
  return { ...selection, picked: [], places };
}

/** Whether a choice can be answered with this selection, and if not, what it still needs. */
export interface Readiness {
  ready: boolean;
  /** The selection contradicts it: it points at other items. */
  apart?: boolean;
  needs?: string;
}

export function readiness(choice: Choice, selection: Selection): Readiness {
  const { picked, places } = selection;
  switch (choice.kind) {
    case "amount":
      return { ready: true };
    case "plain":
      if (!choice.items?.length || !picked.length) return { ready: true };
      return sameItems(choice, picked) ? { ready: true } : { ready: true, apart: true };
    case "subset": {
      const lo = choice.lo ?? 0;
      const hi = choice.hi ?? choice.items?.length ?? 0;
      if (picked.some((id) => !pointsAt(choice, id))) return { ready: false, apart: true, needs: rangeWords(lo, hi) };
      if ((picked.length >= lo && picked.length <= hi) || (!picked.length && isWhole(choice))) return { ready: true };
      return { ready: false, needs: rangeWords(lo, hi) };
    }
    case "assign": {
      const all = choice.items?.length ?? 0;
      const placed = (choice.items ?? []).filter((item) => places.has(item.id)).length;
      if (placed < all) return { ready: false, needs: `${placed} of ${all} placed` };
      const taken = new Set((choice.items ?? []).map((item) => places.get(item.id)));
      return choice.apart && taken.size < all
        ? { ready: false, needs: "a place of its own for each" }
        : { ready: true };
    }
    case "split":
    case "counts": {
      const needs = sharesNeed(choice, selection.amounts);
      return needs ? { ready: false, needs } : { ready: true };
    }
  }
}

export function rangeWords(lo: number, hi: number): string {
  if (lo === hi) return `select ${lo}`;
  return lo === 0 ? `select up to ${hi}` : `select ${lo} to ${hi}`;
}

/** The word form of an answer; undefined while it cannot be given. */
export function answerWord(choice: Choice, selection: Selection, amount?: number): string | undefined {
  const verb = choice.word ?? "";
  if (!readiness(choice, selection).ready) return undefined;
  switch (choice.kind) {
    case "plain":
      return verb;
    case "amount":
      return amount === undefined || !Number.isInteger(amount) || amount < (choice.lo ?? 0) || amount > (choice.hi ?? 0)
        ? undefined
        : `${verb} ${amount}`;
    case "subset": {
      const picked = chosenOf(choice, selection.picked);
      const words = (choice.items ?? []).filter((item) => picked.includes(item.id)).map((item) => item.word);
      return `${verb} ${words.length ? words.join(" ") : "none"}`;
    }
    case "assign":
      return `${verb} ${(choice.items ?? []).map((item) => selection.places.get(item.id)! + 1).join(" ")}`;
    case "split":
    case "counts":
      return `${verb} ${shareWords(choice, selection.amounts)}`;
  }
}

/** "Raise to 4-86" names a range; on the button it names the amount. */
export function amountLabel(choice: Choice, amount: number): string {
  const range = `${choice.lo}-${choice.hi}`;
  return choice.label.includes(range) ? choice.label.replace(range, String(amount)) : choice.label;
}

/** What a choice brings with what is selected: "+2 strength". */
export function worthWords(choice: Choice, selection: Selection): string | undefined {
  if (!choice.worth) return undefined;
  const items = choice.items ?? [];
  const picked = chosenOf(choice, selection.picked);
  const chosen = choice.kind === "subset" ? items.filter((item) => picked.includes(item.id)) : items;
  if (choice.kind === "subset" && !chosen.length) return undefined;
  const sum = choice.worth.n + chosen.reduce((all, item) => all + (item.worth ?? 0), 0);
  const of = Math.abs(sum) === 1 ? choice.worth.of.replace(/s$/, "") : choice.worth.of;
  return `${sum < 0 ? "\u2212" : "+"}${Math.abs(sum)} ${of}`;
}

const plural = (name: string) => (name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`);

/** "the two Rogues", "the Bard of wren and the 3"; nothing if that were too long to be read at a glance. */
export function thingsWords(names: string[]): string | undefined {
  if (names.some((name) => name.startsWith("\u201c"))) return names.length < 4 ? listWords(names) : undefined;
  const kinds = names.map((name) => name.split(" of ")[0]!);
  if (names.length > 1 && new Set(kinds).size === 1) return `the ${numberWord(names.length)} ${plural(kinds[0]!)}`;
  return names.length && names.length < 4 ? listWords(names.map((name) => `the ${name}`)) : undefined;
}

/** What carrying it out would do, never a bare count: "Keep all cards", "Exchange Bard of wren". */
export function buttonLabel(
  choice: Choice,
  selection: Selection,
  nameOf: (id: number) => string | undefined = () => undefined,
  placeName: (place: number) => string = (place) => `Place ${place + 1}`,
): string {
  if (isShares(choice)) {
    const { needs } = readiness(choice, selection);
    return needs ? `${choice.label}: ${needs}` : shareLabel(choice, selection.amounts, placeName);
  }
  const worth = worthWords(choice, selection);
  const brings = worth ? `: ${worth}` : "";
  if (choice.kind !== "subset") return choice.label + brings;
  const picked = chosenOf(choice, selection.picked);
  if (!picked.length) return (choice.lo ?? 0) === 0 ? (choice.none ?? `${choice.label}: none`) : choice.label;
  const names = picked.flatMap((id) => (pointsAt(choice, id) ? (nameOf(id) ?? []) : []));
  const things = thingsWords(names);
  if (!things || (worth && !choice.some)) return choice.label + brings;
  return (choice.some ? choice.some.replace("{items}", things) : `${choice.label}: ${things}`) + brings;
}

/** A hint for things names them, one for numbers tells them: the label alone would be the same for all. */
export function hintLabel(
  view: View,
  hint: { word: string; label: string },
  nameOf: (seat: number) => string = (seat) => `seat ${seat + 1}`,
): string {
  const numbers = view.choices.find(
    (c) => (c.kind === "split" || c.kind === "counts") && hint.word.startsWith(`${c.word} `),
  );
  if (numbers) {
    const told = hint.word.slice(numbers.word!.length + 1).replace(/\*/g, " ");
    const whose = (_: string, before: string, n: string) => `${before}${nameOf(Number(n) - 1)}:`;
    return `${numbers.label}: ${numbers.kind === "split" ? told.replace(/(^|; )(\d+):/g, whose) : told}`;
  }
  const choice = view.choices.find(
    (c) => ["subset", "assign"].includes(c.kind) && `${hint.word} `.startsWith(`${c.word} `),
  );
  if (!choice) return seatsNamed(hint.label, view.seats, nameOf);
  const words = hint.word.slice(choice.word!.length).split(" ").filter(Boolean);
  const all = view.zones.flatMap((zone) => zone.items);
  const named = (entry: ChoiceItem | undefined) => {
    const item = all.find((candidate) => candidate.id === entry?.id);
    return entry?.name ?? (item && item.kind !== "die" ? item.name : item && itemName(item));
  };
  if (choice.kind === "assign")
    return `${choice.label.split(":")[0]}: ${words.map((to, i) => `${named(choice.items?.[i])} in ${to}`).join(", ")}`;
  const names = words.flatMap((word) => named(choice.items?.find((item) => item.word === word)) ?? []);
  if (!names.length) return choice.none ?? `${choice.label}: none`;
  const things = thingsWords(names);
  return choice.some && things ? choice.some.replace("{items}", things) : `${choice.label}: ${names.join("; ")}`;
}

/** What lies on a common pile and only the viewer has seen: his answer is about it. */
export function seenAlone(view: View): string | undefined {
  const piles = view.zones.filter((zone) => zone.owner === null && zone.layout === "stack");
  return piles.flatMap((zone) => zone.items).find((item) => item.only_you && item.name)?.name;
}

/** Whose cards the question is about, if they are word cards of one other seat, and it is about nothing else. */
export function cardsAsked(view: View): number | undefined {
  const ids = new Set(view.choices.flatMap((choice) => choice.items?.map((item) => item.id) ?? []));
  const owners = view.zones.flatMap((zone) =>
    zone.items.filter((item) => ids.has(item.id)).map((item) => (item.text ? zone.owner : null)),
  );
  const [owner] = owners;
  return owner != null && owner !== view.viewer && owners.every((other) => other === owner) ? owner : undefined;
}

/**
 * The one brass button, which Enter takes: what carries out what was prepared, if that is one thing only; with nothing
 * prepared what the game calls the way on, else what it calls safe. Else there is none: what merely comes first or
 * last, or costs nothing, is no advice.
 */
export function brassChoice(choices: Choice[], selection: Selection): number {
  if (selection.chosen !== undefined && choices[selection.chosen]) return selection.chosen;
  const ready = (c: Choice) => {
    const state = readiness(c, selection);
    return state.ready && !state.apart;
  };
  const prepared = choices.filter((c) => {
    if (!ready(c)) return false;
    if (isShares(c)) return isPrepared(c, selection.amounts);
    return !!c.items?.length && (c.kind === "assign" || selection.picked.length > 0);
  });
  if (prepared.length) return prepared.length === 1 ? choices.indexOf(prepared[0]!) : -1;
  // To leave all as it is gives nothing up, where nothing else is asked and the game does not say otherwise.
  const [only] = choices;
  const givesUp = only?.way === "final" && !!only.items?.length;
  if (choices.length === 1 && only!.none && !givesUp && ready(only!)) return 0;
  const on = choices.findIndex((c) => c.way === "on" && ready(c));
  return on >= 0 ? on : choices.findIndex((c) => c.way === "safe" && ready(c));
}

/** An amount after a key: arrows by one, Page by ten, Home and End to the limits. */
export function amountAfterKey(key: string, amount: number, lo: number, hi: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowUp: 1,
    ArrowRight: 1,
    ArrowDown: -1,
    ArrowLeft: -1,
    PageUp: 10,
    PageDown: -10,
  };
  if (key === "Home") return lo;
  if (key === "End") return hi;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(hi, Math.max(lo, amount + step));
}

export interface AmountMark {
  label: string;
  n: number;
}

/**
 * Amounts one often wants: half the pot, the pot, all one has. An amount that is raised "to" counts from the highest
 * bet.
 */
export function amountMarks(choice: Choice, view: View): AmountMark[] {
  const [lo, hi] = [choice.lo ?? 0, choice.hi ?? 0];
  const pot = view.counters.filter((c) => c.owner === null && isPot(c)).reduce((all, c) => all + (c.value ?? 0), 0);
  if (!pot || hi <= lo) return [];
  const mine = view.counters.filter((c) => c.owner === view.viewer);
  const bets = view.counters.filter((c) => c.owner !== null && isBet(c)).map((c) => c.value ?? 0);
  const from = / to \S*$/.test(choice.label) ? Math.max(0, ...bets) : 0;
  const had = mine.filter((c) => isMoney(c) || (from && isBet(c))).reduce((all, c) => all + (c.value ?? 0), 0);
  const marks = [
    { label: "Half pot", n: from + Math.ceil(pot / 2) },
    { label: "Pot", n: from + pot },
  ].filter(({ n }) => n > lo && n < hi);
  return [...marks, { label: hi >= had ? "All in" : "Most", n: hi }];
}

/** So many kinds that lie nowhere that they are laid in drawers. */
export const needDrawers = (nowhere: Choice[]) =>
  nowhere.length > 2 && nowhere.reduce((n, choice) => n + choice.items!.length, 0) > 16;

/** Lines of a list without the words with which all begin or all end; "Ask for a rank" among its like is "rank". */
export function withoutCommonWords(texts: string[]): string[] {
  const words = texts.map((text) => text.split(" "));
  const shortest = Math.min(...words.map((list) => list.length));
  const first = words[0];
  if (!first || texts.length < 2) return texts;
  let [before, after] = [0, 0];
  while (before < shortest - 1 && words.every((list) => list[before] === first[before])) before++;
  while (
    after < shortest - 1 - before &&
    words.every((list) => list[list.length - 1 - after] === first[first.length - 1 - after])
  )
    after++;
  return words.map((list) => list.slice(before, list.length - after).join(" "));
}
