// The score-keeper's hands as they are written, and how they are put to the server. Pure. What is asked comes from the
// server.
import type { Item } from "./types.ts";
import type { GameInfo } from "../net/messages.ts";
import { clashesOf, type OptionValues } from "./options.ts";

export type FieldKind = "cards" | "dice" | "rows" | "piles" | "words" | "pairs" | "from";

export interface Word {
  word: string;
  title: string;
}

export interface Field {
  label: string;
  kind: FieldKind;
  /** None: the hand itself. */
  key?: string;
  about: string;
  /** Each hand has its own. */
  own: boolean;
  min: number;
  max: number;
  wide?: number;
  words?: Word[];
  places?: Word[];
  example?: string;
}

export interface Form {
  fields: Field[];
  /** So few hands can be scored: where they are compared, all together. */
  least: number;
  /** What points are, where hands have names and none: "card". */
  unit?: string;
  faces: Omit<Item, "id" | "kind">[];
}

export interface HandScore {
  points: number;
  place: number;
  parts: { text: string; points: number }[];
}

/** What the server found wrong, at one of the hands that were sent and at a key, if it belongs there. */
export interface Fault {
  error: string;
  hand?: number;
  key?: string;
}

/** Everything as written: by key, the hand itself under "". */
export type Written = Record<string, string>;

export interface KeptHand {
  name: string;
  written: Written;
}

export const idOf = (field: Field) => field.key ?? "";
export const isCommon = (field: Field) => !!field.key && !field.own;
/** Common things lie on the table first, then the hand, then what belongs to it. */
export const laidOut = (form: Form) => [
  ...form.fields.filter(isCommon),
  ...form.fields.filter((field) => !isCommon(field)),
];

/** "W-wolf 2*R-owl" as three codes. */
export function codesOf(text: string): string[] {
  return text.split(/[ ,\t]+/).flatMap((word) => {
    const copies = /^(\d{1,2})\*(.+)$/.exec(word);
    return copies ? Array.from({ length: Math.min(40, Number(copies[1])) }, () => copies[2]!) : word ? [word] : [];
  });
}

export const diceOf = (text: string) => [...text.replace(/[ ,\t]/g, "")];
export const pilesOf = (text: string) => text.split("|").map(codesOf);
export const writePiles = (piles: string[][]) => piles.map((pile) => pile.join(" ")).join(" | ");

/** The cells of rows, "" for an empty one. What does not fit is left to the server to complain of. */
export function cellsOf(text: string, { wide = 1, max }: Field): string[] {
  const cells = Array.from({ length: max }, () => "");
  text.split("/").forEach((row, y) =>
    codesOf(row).forEach((code, x) => {
      if (x < wide && y * wide + x < max) cells[y * wide + x] = code === "." ? "" : code;
    }),
  );
  return cells;
}

export function writeCells(cells: string[], wide: number): string {
  const rows = Array.from({ length: Math.ceil(cells.length / wide) }, (_, y) => cells.slice(y * wide, (y + 1) * wide));
  while (rows.length && rows[rows.length - 1]!.every((cell) => !cell)) rows.pop();
  return rows.map((row) => row.map((cell) => cell || ".").join(" ")).join(" / ");
}

/** How many cards, dice or words are written. */
export function countOf(field: Field, text: string): number {
  if (field.kind === "dice") return diceOf(text).length;
  if (field.kind === "rows") return cellsOf(text, field).filter(Boolean).length;
  if (field.kind === "piles") return pilesOf(text).flat().length;
  return codesOf(text).length;
}

export const isFilled = (field: Field, text = "") => countOf(field, text) >= field.min;
export const isFull = (field: Field, text = "") => countOf(field, text) >= field.max;

/** A hand that can be scored, as far as one can see from here. */
export const isWhole = (hand: KeptHand, form: Form) =>
  form.fields.every((field) => isCommon(field) || isFilled(field, hand.written[idOf(field)]));

/** The first field that still needs something, for the hand in view. */
export const missing = (form: Form, common: Written, hand: KeptHand) =>
  laidOut(form).find((field) => !isFilled(field, (isCommon(field) ? common : hand.written)[idOf(field)]));

/** What is picked from a board or written; the rest has its own buttons. */
export const isPicked = (field: Field) => field.kind !== "words" && field.kind !== "from";

/** Where the next pick goes: the first field that needs something, else the hand. */
export const nextPick = (form: Form, common: Written, hand: KeptHand) =>
  laidOut(form).find(
    (field) => isPicked(field) && !isFilled(field, (isCommon(field) ? common : hand.written)[idOf(field)]),
  ) ?? form.fields[0]!;

/** One more of what was picked. `at` is the cell of rows or the pile meant. */
export function withPicked(field: Field, text: string, pick: string, at: number): string {
  switch (field.kind) {
    case "dice":
      return isFull(field, text) ? text : text + pick;
    case "rows": {
      const cells = cellsOf(text, field);
      cells[at] = pick;
      return writeCells(cells, field.wide ?? 1);
    }
    case "piles": {
      const piles = pilesOf(text);
      while (piles.length <= at) piles.push([]);
      return isFull(field, text) ? text : writePiles(piles.map((pile, i) => (i === at ? [...pile, pick] : pile)));
    }
    case "words": {
      const words = codesOf(text);
      if (words.includes(pick)) return words.filter((word) => word !== pick).join(" ");
      return (field.max === 1 ? [pick] : isFull(field, text) ? words : [...words, pick]).join(" ");
    }
    case "from":
      return pick;
    default:
      // One card that lies there is changed for another; of several one is taken away first.
      return isFull(field, text) ? (field.max === 1 ? pick : text) : [...codesOf(text), pick].join(" ");
  }
}

/** Without item `at`; in piles counted through all of them, in rows it is the cell. */
export function withoutItem(field: Field, text: string, at: number): string {
  if (field.kind === "dice")
    return diceOf(text)
      .filter((_, i) => i !== at)
      .join("");
  if (field.kind === "rows")
    return writeCells(
      cellsOf(text, field).map((cell, i) => (i === at ? "" : cell)),
      field.wide ?? 1,
    );
  if (field.kind === "piles") {
    let i = 0;
    return writePiles(pilesOf(text).map((pile) => pile.filter(() => i++ !== at)));
  }
  return codesOf(text)
    .filter((_, i) => i !== at)
    .join(" ");
}

/** The question for the hands that are whole; undefined if they are too few, or something common is missing. */
export function scoreQuery(form: Form, common: Written, hands: KeptHand[], options: string[]): string | undefined {
  const whole = hands.filter((hand) => isWhole(hand, form));
  const lacks = form.fields.some((field) => isCommon(field) && !isFilled(field, common[idOf(field)]));
  if (whole.length < form.least || lacks) return undefined;
  const query = new URLSearchParams();
  const say = (field: Field, which: string, text = "") => {
    if (!text.trim()) return;
    if (field.kind !== "from") return query.append("key", `${field.key}${which}=${text}`);
    // Hands count among those that are sent.
    const [from, card] = text.split(":");
    const sent = whole.indexOf(hands[Number(from)]!);
    if (sent >= 0 && card) query.append("key", `${field.key}${which}=${sent}:${card}`);
  };
  for (const hand of whole) query.append("hand", hand.written[""] ?? "");
  for (const field of form.fields.filter((f) => f.key)) {
    if (isCommon(field)) say(field, "", common[field.key!]);
    else whole.forEach((hand, i) => say(field, `.${i}`, hand.written[field.key!]));
  }
  for (const option of options) query.append("option", option);
  return query.toString().replace(/\+/g, "%20");
}

/** The examples of all fields: a hand with what lies common. */
export function exampleOf(form: Form): { common: Written; written: Written } {
  const take = (fields: Field[]) =>
    Object.fromEntries(fields.filter((f) => f.example).map((f) => [idOf(f), f.example!]));
  return { common: take(form.fields.filter(isCommon)), written: take(form.fields.filter((f) => !isCommon(f))) };
}

/** Switches an option, and whatever stands against it to something that does not. */
export function switched(game: GameInfo, values: OptionValues, name: string, value: number): OptionValues {
  let next = { ...values, [name]: value };
  for (let i = 0; i < 4; i++) {
    const clash = clashesOf(game, next)[0];
    if (!clash) break;
    const other =
      clash.a === name
        ? { name: clash.b, lo: clash.b_lo, hi: clash.b_hi }
        : { name: clash.a, lo: clash.a_lo, hi: clash.a_hi };
    const option = game.options.find((o) => o.name === other.name)!;
    const free = [
      option.usual,
      ...Array.from({ length: Math.min(16, option.hi - option.lo + 1) }, (_, k) => option.lo + k),
    ].find((v) => v < other.lo || v > other.hi);
    if (free === undefined) break;
    next = { ...next, [other.name]: free };
  }
  return next;
}

export function placeWords(place: number): string {
  return ["1st", "2nd", "3rd"][place - 1] ?? `${place}th`;
}

/** "Anna and Bert share 1st place." for everybody who shares one. */
export function shareWords(hands: { name: string; place: number }[]): string | undefined {
  const words = [...new Set(hands.map((hand) => hand.place))].flatMap((place) => {
    const names = hands.filter((hand) => hand.place === place).map((hand) => hand.name);
    return names.length > 1
      ? [`${names.slice(0, -1).join(", ")} and ${names[names.length - 1]} share ${placeWords(place)} place.`]
      : [];
  });
  return words.length ? words.join(" ") : undefined;
}

/** A line of an explanation that begins with a card's name has that card beside it. */
export function partCard(text: string, faces: Form["faces"]) {
  const [head, ...rest] = text.split(": ");
  const face = faces.find((f) => f.name?.toLowerCase() === head!.toLowerCase());
  return face ? { face, about: rest.join(": ") } : undefined;
}
