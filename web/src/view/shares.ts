// Answers that count things: a stock split among places, so many of each kind. Pure.
import { listWords } from "./names.ts";
import type { Choice, Kind, View } from "./types.ts";

/** How many of a kind go where: by choice, kind and place (counts have no place). */
export type Amounts = ReadonlyMap<string, number>;

const keyOf = (choice: Choice, kind: number, place?: number) => `${choice.word ?? ""}/${kind}/${place ?? ""}`;

export const amountOf = (choice: Choice, amounts: Amounts, kind: number, place?: number) =>
  amounts.get(keyOf(choice, kind, place)) ?? 0;

const sum = (numbers: number[]) => numbers.reduce((all, n) => all + n, 0);

/** The places of a split are people; else they are numbered. */
export const areSeats = (choice: Choice, view: View) => !!choice.places?.every((place) => place < view.seats);

/** What a split leaves belongs to who deals it out, if he is one of those who get something. */
export function withKeepers(view: View): View {
  const keeps = (choice: Choice) =>
    choice.kind === "split" && view.viewer !== null && choice.places?.includes(view.viewer) && areSeats(choice, view);
  if (!view.choices.some(keeps)) return view;
  return {
    ...view,
    choices: view.choices.map((choice) => (keeps(choice) ? { ...choice, keeps: view.viewer! } : choice)),
  };
}

/** The places that are given to by hand. */
export const takers = (choice: Choice) => (choice.places ?? []).filter((place) => place !== choice.keeps);

export const given = (choice: Choice, amounts: Amounts, kind: number) =>
  sum((choice.places ?? []).map((place) => amountOf(choice, amounts, kind, place)));

/** Of a kind, what nobody has been given yet. */
export const restOf = (choice: Choice, amounts: Amounts, kind: number) =>
  choice.kinds![kind]!.n - given(choice, amounts, kind);

const restOfAll = (choice: Choice, amounts: Amounts) =>
  sum(choice.kinds!.map((_, kind) => restOf(choice, amounts, kind)));

/** What a place gets of a kind; the keeper gets the rest. */
export const shareOf = (choice: Choice, amounts: Amounts, kind: number, place: number) =>
  place === choice.keeps ? restOf(choice, amounts, kind) : amountOf(choice, amounts, kind, place);

/** The most that can stand there now. */
export function mostOf(choice: Choice, amounts: Amounts, kind: number, place?: number): number {
  if (choice.kind === "split") return amountOf(choice, amounts, kind, place) + restOf(choice, amounts, kind);
  return choice.kinds![kind]!.n;
}

export function setAmount(choice: Choice, amounts: Amounts, n: number, kind: number, place?: number): Amounts {
  const next = new Map(amounts);
  const limited = Math.max(0, Math.min(n, mostOf(choice, amounts, kind, place)));
  if (limited) next.set(keyOf(choice, kind, place), limited);
  else next.delete(keyOf(choice, kind, place));
  return next;
}

/** Something of this choice was touched. */
export const isPrepared = (choice: Choice, amounts: Amounts) =>
  [...amounts.keys()].some((key) => key.startsWith(`${choice.word ?? ""}/`));

export interface CountGroup {
  from: number;
  to: number;
  lo: number;
  hi: number;
}

/** The groups of a choice of counts that have kinds. */
export function countGroups(choice: Choice): CountGroup[] {
  const all = choice.kinds?.length ?? 0;
  const second = choice.second ?? all;
  return [
    { from: 0, to: second, lo: choice.lo ?? 0, hi: choice.hi ?? 0 },
    { from: second, to: all, lo: choice.lo2 ?? 0, hi: choice.hi2 ?? 0 },
  ].filter((group) => group.to > group.from);
}

/** Both groups are of different things, so that no word stands between them. */
export function isOneList(choice: Choice): boolean {
  const kinds = choice.kinds ?? [];
  const second = choice.second ?? kinds.length;
  return second >= kinds.length || kinds[0]!.word !== kinds[second]!.word;
}

export const countOf = (choice: Choice, amounts: Amounts, group: CountGroup) =>
  sum(kindsIn(group).map((kind) => amountOf(choice, amounts, kind)));

export const kindsIn = (group: CountGroup) =>
  Array.from({ length: group.to - group.from }, (_, i) => group.from + i);

export function limitWords(lo: number, hi: number): string {
  if (lo === hi) return `exactly ${lo}`;
  return lo === 0 ? `up to ${hi}` : `${lo} to ${hi}`;
}

/** Why it cannot be answered yet; undefined if it can. */
export function sharesNeed(choice: Choice, amounts: Amounts): string | undefined {
  if (choice.kind === "split") {
    const rest = restOfAll(choice, amounts);
    return choice.keeps !== undefined || !rest ? undefined : `${rest} still to give`;
  }
  const groups = countGroups(choice);
  for (const [i, group] of groups.entries()) {
    const n = countOf(choice, amounts, group);
    if (n >= group.lo && n <= group.hi) continue;
    const which = groups.length > 1 ? (i ? " on the second side" : " on the first side") : "";
    return `choose ${limitWords(group.lo, group.hi)}${which}, now ${n}`;
  }
  return undefined;
}

const copies = (n: number, kind: Kind) => (n > 1 ? `${n}*${kind.word}` : kind.word);

/** "1: 2*silver gold; 3: blue", "2*silver gold for blue": as the record writes it. */
export function shareWords(choice: Choice, amounts: Amounts): string {
  const kinds = choice.kinds ?? [];
  if (choice.kind === "split") {
    const places = (choice.places ?? []).flatMap((place) => {
      const words = kinds.flatMap((kind, k) => {
        const n = shareOf(choice, amounts, k, place);
        return n ? [copies(n, kind)] : [];
      });
      return words.length ? [`${place + 1}: ${words.join(" ")}`] : [];
    });
    return places.join("; ") || "nothing";
  }
  const groups = countGroups(choice).map((group) =>
    kindsIn(group).flatMap((k) => {
      const n = amountOf(choice, amounts, k);
      return n ? [copies(n, kinds[k]!)] : [];
    }),
  );
  if (isOneList(choice)) return groups.flat().join(" ") || "nothing";
  return groups.map((words) => words.join(" ") || "nothing").join(" for ");
}

/** "3", "2 silver and gold": without the name where there is one kind only. */
function thingsWords(kinds: Kind[], numbers: number[]): string {
  const used = kinds.flatMap((kind, k) => (kind.n ? [{ kind, n: numbers[k] ?? 0 }] : []));
  if (used.length === 1) return String(used[0]!.n);
  const some = used.filter(({ n }) => n > 0);
  return some.length ? listWords(some.map(({ kind, n }) => `${n} ${kind.name}`)) : "nothing";
}

const wordy = 64;

/** What the button will do: "Give Ottla 3, keep 2". */
export function shareLabel(choice: Choice, amounts: Amounts, placeName: (place: number) => string): string {
  const kinds = choice.kinds ?? [];
  if (choice.kind === "counts") {
    const groups = countGroups(choice).map((group) =>
      thingsWords(
        kinds.slice(group.from, group.to),
        kindsIn(group).map((k) => amountOf(choice, amounts, k)),
      ),
    );
    const some = groups.filter((words) => words !== "nothing");
    return `${choice.label}: ${isOneList(choice) ? listWords(some) || "nothing" : groups.join(" for ")}`;
  }
  const { keeps } = choice;
  const inFull = (numbers: number[]) => thingsWords(kinds, numbers);
  const inAll = (numbers: number[]) => String(sum(numbers));
  const say = (words: typeof inFull, wordsKept = words) => {
    const numbers = (place: number) => kinds.map((_, k) => shareOf(choice, amounts, k, place));
    const gifts = takers(choice).flatMap((place) =>
      sum(numbers(place)) ? [`${placeName(place)} ${words(numbers(place))}`] : [],
    );
    const kept = keeps === undefined || !sum(numbers(keeps)) ? undefined : wordsKept(numbers(keeps));
    if (!gifts.length) return keeps === undefined ? "give nothing" : "keep all";
    return `give ${gifts.join(", ")}${keeps === undefined ? "" : kept ? `, keep ${kept}` : ", keep nothing"}`;
  };
  const ways = [say(inFull), say(inFull, () => "the rest"), say(inAll)];
  const told = ways.find((way) => way.length <= wordy) ?? ways[2]!;
  // A label that already says "Give" is not said twice.
  return /^give\b/i.test(choice.label) ? told.charAt(0).toUpperCase() + told.slice(1) : `${choice.label}: ${told}`;
}
