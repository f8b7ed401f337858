// Kinds to choose from that are rows and columns: cards by suit and rank. Pure: no drawing.
import { withoutCommonWords } from "./choices.ts";
import type { Choice, ChoiceItem, View } from "./types.ts";

export interface Line {
  name: string;
  /** Short, where there is no room for the name. */
  letter: string;
  /** All of this row or column can be asked for at once. */
  head?: ChoiceItem;
}

export interface Row extends Line {
  choice: Choice;
  cells: (ChoiceItem | undefined)[];
}

export interface AskGrid {
  columns: Line[];
  rows: Row[];
  /** The choices that the heads belong to. */
  ofColumns?: Choice;
  ofRows?: Choice;
  /** What is no part of the grid. */
  rest: Choice[];
}

const isOne = (choice: Choice) => choice.lo === 1 && choice.hi === 1;

/** The ends that all words share: "Sw" of 2Sw and KSw. */
function commonEnd(words: string[]): string {
  const first = words[0]!;
  let n = words.length > 1 ? first.length - 1 : 0;
  while (n > 0 && !words.every((word) => word.length > n && word.endsWith(first.slice(-n)))) n--;
  return n ? first.slice(-n) : "";
}

/** Names of all rows in one order that none of them contradicts; the longest row first. */
function columnNames(rows: Choice[]): string[] {
  const names: string[] = [];
  for (const row of [...rows].sort((a, b) => b.items!.length - a.items!.length)) {
    const own = row.items!.map((item) => item.name!);
    own.forEach((name, k) => {
      if (names.includes(name)) return;
      const next = own.slice(k + 1).find((later) => names.includes(later));
      names.splice(next === undefined ? names.length : names.indexOf(next), 0, name);
    });
  }
  return names;
}

/**
 * Three choices or more of one word, each of which takes one thing out of its list, are rows of a grid. A choice among
 * the names of all columns has its heads, and so has one among the rows.
 */
export function askGrid(choices: Choice[]): AskGrid | undefined {
  const rows = choices.filter((choice) => isOne(choice) && choices.filter((c) => c.word === choice.word).length > 2);
  if (!rows.length || new Set(rows.map((row) => row.word)).size > 1) return undefined;
  const names = columnNames(rows);
  const labels = withoutCommonWords(rows.map((row) => row.label));
  const among = (list: string[]) =>
    choices.find((c) => isOne(c) && !rows.includes(c) && c.items!.every((item) => list.includes(item.name!)));
  const [ofColumns, ofRows] = [among(names), among(labels)];
  const headOf = (choice: Choice | undefined, name: string) => choice?.items!.find((item) => item.name === name);
  const columns = names.map((name) => {
    const head = headOf(ofColumns, name);
    const row = rows.find((one) => headOf(one, name))!;
    const word = headOf(row, name)!.word;
    const end = commonEnd(row.items!.map((item) => item.word));
    return { name, head, letter: head?.word ?? word.slice(0, word.length - end.length) };
  });
  return {
    columns,
    ofColumns,
    ofRows,
    rows: rows.map((choice, k) => {
      const head = headOf(ofRows, labels[k]!);
      const cells = names.map((name) => headOf(choice, name));
      return { name: labels[k]!, letter: head?.word ?? labels[k]!, head, choice, cells };
    }),
    rest: choices.filter((choice) => !rows.includes(choice) && choice !== ofColumns && choice !== ofRows),
  };
}

/** What the viewer holds, by the words that name it. */
export const heldWords = (view: View) =>
  new Set(view.zones.filter((zone) => zone.owner === view.viewer).flatMap((z) => z.items.flatMap((i) => i.code ?? [])));

/** The next place in a direction that can be chosen; rows and columns count from the heads, 0. */
export function gridStep(key: string, at: [number, number], can: (place: [number, number]) => boolean, size: number[]) {
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const step = steps[key];
  if (!step) return undefined;
  let place: [number, number] = [at[0] + step[0], at[1] + step[1]];
  const inside = ([r, c]: [number, number]) => r >= 0 && c >= 0 && r <= size[0]! && c <= size[1]!;
  while (inside(place) && !can(place)) place = [place[0] + step[0], place[1] + step[1]];
  return inside(place) ? place : undefined;
}
