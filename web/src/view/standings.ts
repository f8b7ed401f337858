// A row of games, between two of them: the chart of what each had, games as tiles, rules as switches.
import type { GameOption } from "../net/messages.ts";
import type { Choice, Standings, View } from "./types.ts";
import { numberWord } from "./names.ts";
import { optionValues } from "./options.ts";

/** The board between games: nothing else lies on the table. */
export const isBetweenGames = (view: View) => !!view.standings && view.games.length === 1;

/** Many choices with a line about each: tiles, of which one is taken and then carried out. */
export function tileChoices(choices: Choice[]): number[] {
  const tiles = choices.flatMap((c, i) => (c.kind === "plain" && c.about && !c.joins && !c.items?.length ? [i] : []));
  return tiles.length > 6 ? tiles : [];
}

/** "Play Delve": on its tile only what differs from the others is written. */
export function tileTitle(label: string, labels: string[]): string {
  const words = label.split(" ");
  let same = 0;
  while (same < words.length - 1 && labels.every((other) => other.split(" ")[same] === words[same])) same++;
  return words.slice(same).join(" ");
}

/** One thing to settle: a switch, one of several words, or a number. */
export interface Setting {
  key: string;
  name: string;
  about?: string;
  group?: string;
  /** What it is if nothing is said, in the words of the game's own option. */
  usual?: string;
  /** Words that can be given, with what each is called; a switch has one. */
  words: { word: string; name: string }[];
  number?: { lo: number; hi: number };
}

/** What can be settled before the way on: choices that differ in their last word only are one setting. */
export function settingsOf(choices: Choice[], options: GameOption[] = []): Setting[] {
  const found: Setting[] = [];
  for (const choice of choices.filter((c) => c.joins)) {
    const words = (choice.word ?? "").replace(/ to$/, "").split(" ");
    const plain = choice.kind === "plain" && words.length > 2;
    const key = plain ? words.slice(0, -1).join(" ") : (choice.word ?? "");
    const name = choice.settles ?? choice.label;
    let setting = found.find((other) => other.key === key);
    if (!setting) {
      const option = options.find((one) => one.name === key.split(" ").pop());
      const usual = option && optionValues(option).find(([value]) => value === option.usual)?.[1];
      setting = { key, name, about: choice.about, usual, group: choice.group, words: [] };
      found.push(setting);
    }
    if (choice.kind === "amount") setting.number = { lo: choice.lo ?? 0, hi: choice.hi ?? 0 };
    else setting.words.push({ word: choice.word ?? "", name: choice.as ?? words[words.length - 1]! });
  }
  return found;
}

/** Choices that the board draws itself; the prompt leaves them out. */
export function drawnOnBoard(choices: Choice[]): Set<number> {
  return new Set([...tileChoices(choices), ...choices.flatMap((choice, i) => (choice.joins ? [i] : []))]);
}

/** "After six of nine games" */
export function afterWords({ played, of }: Standings): string {
  if (!played) return "Before the first game";
  const games = played === 1 ? "game" : "games";
  return of ? `After ${numberWord(played)} of ${numberWord(of)} games` : `After ${numberWord(played)} ${games}`;
}

/** Who chooses next, and who after that. */
export const choosers = (view: View) =>
  view.start === null ? [] : Array.from({ length: view.seats }, (_, i) => (view.start! + i) % view.seats);

export interface Chart {
  /** Values at which a line is drawn, with their height. */
  ticks: { value: number; y: number }[];
  /** Where each game stands. */
  xs: number[];
  lines: { seat: number; points: [number, number][]; labelY: number }[];
}

/** Round steps, so that at most five lines are drawn. */
function stepFor(most: number): number {
  for (let size = 1; ; size *= 10) for (const step of [1, 2, 5]) if (step * size * 5 >= most) return step * size;
}

/** Lines in a box of w by h; the labels at their ends keep `apart` from each other. */
export function chartOf(standings: Standings, w: number, h: number, apart: number): Chart {
  const most = Math.max(1, ...standings.seats.flatMap((seat) => seat.trail));
  const step = stepFor(most);
  const top = Math.ceil(most / step) * step;
  const y = (value: number) => h - (value / top) * h;
  const n = standings.games.length;
  const xs = Array.from({ length: n }, (_, i) => (n > 1 ? (i * w) / (n - 1) : w));
  const lines = standings.seats.map((seat) => ({
    seat: seat.seat,
    points: seat.trail.map((value, i): [number, number] => [xs[i]!, y(value)]),
    labelY: y(seat.trail[n - 1] ?? 0),
  }));
  const down = [...lines].sort((a, b) => a.labelY - b.labelY);
  down.forEach((line, i) => {
    if (i) line.labelY = Math.max(line.labelY, down[i - 1]!.labelY + apart);
  });
  // What was pushed out below goes up again.
  for (let i = down.length - 1, floor = h + apart / 2; i >= 0; i--, floor = down[i + 1]!.labelY - apart)
    down[i]!.labelY = Math.min(down[i]!.labelY, floor);
  const ticks = Array.from({ length: top / step + 1 }, (_, i) => ({ value: i * step, y: y(i * step) }));
  return { ticks, xs, lines };
}
