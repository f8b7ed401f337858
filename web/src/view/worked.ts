// Worked examples of a rules page: what its "Check it" line asks of the score-keeper, what of it can be drawn. Pure.
import type { Field } from "./scoring.ts";
import type { Item } from "./types.ts";

export interface Worked {
  game: string;
  hands: string[];
  keys: string[];
  options: string[];
}

/** "`taproom score GAME --with key=value HAND`, where HAND is `'...'`": in words of a terminal, as the page has it. */
export function workedExample(paragraph: string): Worked | undefined {
  const text = paragraph.replace(/\s+/g, " ");
  const command = /^Check it: `taproom score ([a-z-]+) ([^`]*)`(.*)$/.exec(text);
  if (!command) return undefined;
  const [, game, rest, where] = command;
  const named = new Map([...where!.matchAll(/\b([A-Z]{2,})(?: is)? `'([^']*)'`/g)].map((m) => [m[1]!, m[2]!]));
  const words = [...rest!.matchAll(/(?:[^\s']+|'[^']*')+/g)].map((m) => m[0].replace(/'/g, ""));
  const meant = (word: string) => word.replace(/[A-Z]{2,}/g, (name) => named.get(name) ?? name);
  const worked: Worked = { game: game!, hands: [], keys: [], options: [] };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--with") worked.keys.push(meant(words[++i] ?? ""));
    else if (word === "--option") worked.options.push(meant(words[++i] ?? ""));
    else worked.hands.push(meant(word));
  }
  return worked.hands.length ? worked : undefined;
}

/** The deck whose cards a paragraph promises. */
export const deckNamed = (paragraph: string) =>
  /^Its cards: `taproom content show ([a-z-]+)`$/.exec(paragraph.replace(/\s+/g, " ").trim())?.[1];

export type Face = Omit<Item, "id" | "kind"> & { copies?: number; extra?: true };

/** What is written as things on the table, in groups; nothing if any of it is no card or die. */
export function drawnHand(written: string, field: Pick<Field, "kind">, faces: Face[]): Item[][] | undefined {
  let id = 0;
  if (field.kind === "dice") {
    const dice = [...written.replace(/\s/g, "")];
    return dice.every((die) => /[1-6]/.test(die))
      ? [dice.map((die): Item => ({ id: id++, kind: "die", face: Number(die) }))]
      : undefined;
  }
  if (!["cards", "piles", "rows"].includes(field.kind)) return undefined;
  const groups = written.split(/[|/]/).map((group) =>
    group
      .trim()
      .split(/\s+/)
      .flatMap((token): (Item | undefined)[] => {
        const [, times, code] = /^(?:(\d+)\*)?(.+)$/.exec(token) ?? [];
        if (code === ".") return [{ id: id++, kind: "empty" }];
        const face = faces.find((one) => one.code === code);
        return Array.from({ length: Number(times ?? 1) }, () => face && { ...face, id: id++, kind: "card" as const });
      }),
  );
  return groups.every((group) => group.every(Boolean)) ? (groups as Item[][]) : undefined;
}

export interface DeckTable {
  suits: { name: string; hue: string | undefined }[];
  /** One row for each rank: a face for each suit, or none. */
  ranks: {
    name: string;
    number: number | undefined;
    faces: (Face | undefined)[];
    /** So many there are of each card of the row, if of all alike. */
    each: number | undefined;
  }[];
  cards: number;
}

/** A deck by ranks and suits; cards that only an option brings, and those without a suit, are left out. */
export function deckTable(faces: Face[]): DeckTable | undefined {
  const plain = faces.filter((face) => !face.extra && face.suit && face.title);
  const suits = [...new Map(plain.map((face) => [face.suit!, { name: face.suit!, hue: face.hue }])).values()];
  const titles = [...new Set(plain.map((face) => face.title!))];
  if (suits.length < 2 || titles.length < 2) return undefined;
  return {
    suits,
    ranks: titles.map((name) => {
      const row = suits.map((suit) => plain.find((face) => face.title === name && face.suit === suit.name));
      const copies = new Set(row.flatMap((face) => (face ? [face.copies ?? 1] : [])));
      return {
        name,
        number: row.find((face) => face?.number !== undefined)?.number,
        faces: row,
        each: copies.size === 1 ? [...copies][0] : undefined,
      };
    }),
    cards: faces.filter((face) => !face.extra).reduce((sum, face) => sum + (face.copies ?? 1), 0),
  };
}
