// What stands at the door: which games are shown, how a game ended for me, how long ago. Pure.
import type { Company, GameInfo, Played, YourTable } from "../net/messages.ts";
import { listWords } from "./names.ts";

export interface Wish {
  /** Words of its title or of the line about it. */
  words: string;
  /** What it must be played with. */
  with?: string;
  quick: boolean;
  /** So many want to play. */
  players?: number;
}
export const anything: Wish = { words: "", quick: false };

/** A game that takes less than so many minutes is a quick one. */
export const quickMinutes = 5;

export function fits(game: GameInfo, wish: Wish): boolean {
  const text = `${game.title} ${game.about} ${(game.with ?? []).join(" ")}`.toLowerCase();
  return (
    wish.words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (!wish.with || !!game.with?.includes(wish.with)) &&
    (!wish.quick || (game.minutes !== undefined && game.minutes < quickMinutes)) &&
    (!wish.players || (wish.players >= game.seats.min && wish.players <= game.seats.max))
  );
}

/** What games are played with, in the order in which they say it. */
export const thingsPlayedWith = (games: GameInfo[]) => [...new Set(games.flatMap((game) => game.with ?? []))];

/** Four chairs, unless the game wants more or is best with fewer. */
export const usualSeats = (game: GameInfo) => Math.max(game.seats.min, Math.min(4, game.seats.best));

const skills = [
  "luck decides",
  "more luck than skill",
  "half luck, half skill",
  "more skill than luck",
  "skill decides",
];
export const skillWords = (skill: number) => skills[skill - 1] ?? "";

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
export const numberWord = (n: number) => numbers[n] ?? String(n);
const ordinals = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** "You and three bots. About 5 minutes." */
export function companyWords(game: GameInfo, seats: number): string {
  const bots = seats - 1;
  return (
    `You and ${numberWord(bots)} ${bots === 1 ? "bot" : "bots"}.` +
    (game.minutes ? ` About ${game.minutes} minutes.` : "")
  );
}

/** How a game went: coins with their sign, else points. */
export function scoreOf(played: Played): string {
  if (!played.coins) return String(played.score);
  return played.score > 0 ? `+${played.score}` : played.score < 0 ? `−${-played.score}` : "±0";
}

export function placeWords(played: Played): string {
  if (played.place === 1) return "won";
  return `${ordinals[played.place] ?? played.place} of ${numberWord(played.seats)}`;
}

export function agoWords(seconds: number): string {
  if (seconds < 90) return "just now";
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes ago`;
  const hours = Math.round(seconds / 3600);
  if (hours < 24) return `${hours} hours ago`;
  const days = Math.round(seconds / 86_400);
  return days === 1 ? "yesterday" : days < 60 ? `${days} days ago` : `${Math.round(days / 30)} months ago`;
}

/** "With Bert and two bots": who else is there. */
export function othersWords(table: Pick<YourTable, "others" | "bots">): string {
  const bots = table.bots ? [`${numberWord(table.bots)} ${table.bots === 1 ? "bot" : "bots"}`] : [];
  const all = [...table.others, ...bots];
  return all.length ? `with ${listWords(all)}` : "nobody else yet";
}

export function runningWords(table: YourTable): string {
  if (table.phase === "open") return `Before the deal, ${othersWords(table)}`;
  return table.turn ? `Your turn, ${othersWords(table)}` : `Under way, ${othersWords(table)}`;
}

/** "A regular, ●●○○": a strength that needs no manual. */
export const strengthWords = (one: Company, all: Company[]) =>
  `${one.title} ${"●".repeat(one.strength)}${"○".repeat(Math.max(0, all.length - one.strength))}`;
