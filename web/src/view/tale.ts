// The tale as its reader hears it: he is "You", and what one did in one turn is one line.
import type { GameEvent } from "./types.ts";
import { capital, withYou } from "./names.ts";

const letters = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A sentence about the seat of this name, told to whoever sits there: "Anna bets 3." is "You bet 3." */
export function toldToYou(text: string, name: string): string {
  if (!name) return text;
  const who = letters(name);
  return text
    .replace(new RegExp(`(^|[:.] )${who} (\\w+)`), (_, before: string, verb: string) => `${before}You ${withYou(verb)}`)
    .replace(/^(You .*)$/, (all: string) =>
      all.replace(/(, | and )(pays|is|has)\b/g, (__, and: string, verb: string) => and + withYou(verb)),
    )
    .replace(/(: )You /, "$1you ")
    .replace(new RegExp(`(^|[^\\w])${who}'s\\b`, "g"), "$1your")
    .replace(new RegExp(`(^|[^\\w])${who}(?=[^\\w]|$)`, "g"), "$1you")
    .replace(/^you/, "You");
}

/** Events with the viewer as "You". */
export function talesFor(events: GameEvent[], viewer: number | null, names: string[]): GameEvent[] {
  if (viewer === null) return events;
  return events.map((event) =>
    event.who === viewer || event.other === viewer
      ? { ...event, text: capital(toldToYou(event.text, names[viewer] ?? "")) }
      : event,
  );
}

/** What one seat did, one thing after the other, is one line; so is what happened by itself in one step. */
export function turnsOf(events: GameEvent[]): GameEvent[] {
  const turns: GameEvent[] = [];
  for (const event of events) {
    const last = turns[turns.length - 1];
    const same = last && (event.who ?? null) === (last.who ?? null) && (event.who != null || event.seq === last.seq);
    if (same) turns[turns.length - 1] = { ...last, text: `${last.text} ${event.text}` };
    else turns.push(event);
  }
  return turns;
}
