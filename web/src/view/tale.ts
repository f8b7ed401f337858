// The tale as its reader hears it: he is "You", and what one did in one turn is one line.
import type { GameEvent } from "./types.ts";
import { capital, listWords, numberWord, withYou } from "./names.ts";

const letters = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A sentence about the seat of this name, told to whoever sits there: "Anna bets 3." is "You bet 3." */
export function toldToYou(text: string, name: string): string {
  if (!name) return text;
  const who = letters(name);
  return text
    .replace(
      new RegExp(`(^|[:;.] )${who} (\\w+)`),
      (_, before: string, verb: string) => `${before}You ${withYou(verb)}`,
    )
    .replace(/^(You .*)$/, (all: string) =>
      all.replace(/(, | and )(pays|is|has|shows|sobers)\b/g, (__, and: string, verb: string) => and + withYou(verb)),
    )
    .replace(/([:;] )You /, "$1you ")
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

const times = (n: number) => (n === 2 ? "twice" : `${numberWord(n)} times`);

/** A plain sentence of one subject: "Wido rolls a 3." What has more in it is told as it is. */
const plainly = /^(\S+) (\S+)((?: [^.,:;?!]+)?)\.$/;

/**
 * What the same one did, in one sentence: "Wido rolls a 3. Wido rolls a 1. Wido folds." is "Wido rolls a 3 and a 1.
 * Wido folds.", and what was done again is counted.
 */
export function inOneLine(sentences: string[]): string {
  const lines: (string | { who: string; verb: string; what: string[] })[] = [];
  for (const text of sentences) {
    const [, who, verb, what] = plainly.exec(text) ?? [];
    const last = lines[lines.length - 1];
    if (!who || !verb) lines.push(text);
    else if (typeof last === "object" && last.who === who && last.verb === verb && !last.what[0] === !what)
      last.what.push(what!);
    else lines.push({ who, verb, what: [what!] });
  }
  return lines
    .map((line) => {
      if (typeof line === "string") return line;
      const counts = new Map<string, number>();
      for (const what of line.what) counts.set(what, (counts.get(what) ?? 0) + 1);
      const parts = [...counts].map(([what, n]) => (n > 1 ? `${what} ${times(n)}` : what).trim());
      return `${line.who} ${line.verb}${parts[0] ? " " : ""}${listWords(parts)}.`;
    })
    .join(" ");
}

/** What one seat did, one thing after the other, is one line; so is what happened by itself in one step. */
export function turnsOf(events: GameEvent[]): GameEvent[] {
  const turns: { event: GameEvent; sentences: string[] }[] = [];
  for (const event of events) {
    const last = turns[turns.length - 1];
    const before = last?.event;
    const same =
      before && (event.who ?? null) === (before.who ?? null) && (event.who != null || event.seq === before.seq);
    if (same) last!.sentences.push(event.text);
    else turns.push({ event, sentences: [event.text] });
  }
  return turns.map(({ event, sentences }) => ({ ...event, text: inOneLine(sentences) }));
}
