// What seats have just done, in a few words, to be read where they sit.
import type { GameEvent } from "./types.ts";

export type Deeds = ReadonlyMap<number, string>;
export const noDeeds: Deeds = new Map();

/** Longer than this it is read in the tale. */
const most = 48;

/** "Ottla bets 3." at Ottla's seat: "bets 3". Nothing for sentences that are not about what the seat does. */
export function deedOf(event: GameEvent, names: string[]): string | undefined {
  const name = event.who == null ? undefined : names[event.who];
  if (!name || !event.text.startsWith(`${name} `)) return undefined;
  const words = event.text.slice(name.length + 1).replace(/\.$/, "");
  return words.length > most ? undefined : words;
}

/** The newest of each seat besides the viewer's own; the same again if nobody did anything. */
export function withDeeds(old: Deeds, events: GameEvent[], viewer: number | null, names: string[]): Deeds {
  const fresh = events.flatMap((event): [number, string][] => {
    const deed = event.who === viewer ? undefined : deedOf(event, names);
    return deed === undefined ? [] : [[event.who!, deed]];
  });
  return fresh.length ? new Map([...old, ...fresh]) : old;
}
