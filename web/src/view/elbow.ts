// Somebody at the elbow of a newcomer: which of his words belong to a position. The words are pages (docs/elbow), and
// the terminal finds them by the same rule (src/cli/guide.c). He looks at nothing but the View. Pure.
import type { View } from "./types.ts";

/** What stands under each heading of a page. */
export type Words = Map<string, string>;

export function readWords(page: string): Words {
  const [, ...sections] = `\n${page}`.split(/\n## /);
  return new Map(
    sections.map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return [heading.trim(), lines.join(" ").replace(/\s+/g, " ").trim()];
    }),
  );
}

/** How often each question of the game under way came up, and whether it is open now. */
export interface Heard {
  game?: string;
  begun: string[];
  times: Map<string, number>;
  open?: string;
}

export const gameOf = (view: View) => view.games[view.games.length - 1]!.title;
export const isAsked = (view: View) => view.choices.length > 0 && !view.over;

/** The position is there: what others do while a question is open does not ask it again. */
export function hear(heard: Heard, view: View): Heard {
  if (!isAsked(view)) return heard.open === undefined ? heard : { ...heard, open: undefined };
  const question = `${view.prompt}|${JSON.stringify(view.choices)}`;
  if (heard.open === question && heard.game === gameOf(view)) return heard;
  const game = gameOf(view);
  const times = game === heard.game ? new Map(heard.times) : new Map<string, number>();
  const prompt = view.prompt ?? "";
  times.set(prompt, (times.get(prompt) ?? 0) + 1);
  return { game, times, open: question, begun: heard.begun.includes(game) ? heard.begun : [...heard.begun, game] };
}

const kinds: [View["choices"][number]["kind"], string][] = [
  ["counts", "counts"],
  ["split", "shares"],
  ["assign", "places"],
  ["subset", "some of them"],
  ["amount", "an amount"],
];

/** What kind of answer is wanted, of several the one that needs most explaining. */
export const kindOf = (view: View) =>
  view.window
    ? "a window"
    : (kinds.find(([kind]) => view.choices.some((choice) => choice.kind === kind))?.[1] ?? "one of several");

/** The game's own words, else those for any. */
const find = (own: Words | undefined, any: Words, heading: string) => own?.get(heading) ?? any.get(heading);

export const startWords = (own: Words | undefined, any: Words) => find(own, any, "Start");

/** Of a question that came before, what is new; else what was said the time before: paper does not go away. */
export function questionWords(own: Words | undefined, any: Words, heard: Heard, view: View): string | undefined {
  const prompt = view.prompt ?? "";
  for (let times = heard.times.get(prompt) ?? 1; times > 1; times--) {
    const words = find(own, any, `${prompt} ${times}`);
    if (words) return words;
  }
  return find(own, any, prompt) ?? find(own, any, kindOf(view));
}

export function endWords(own: Words | undefined, any: Words, view: View): string | undefined {
  const mine = view.results?.find((result) => result.seat === view.viewer);
  const how = !mine ? "End" : mine.place === 1 || mine.won ? "End won" : mine.place ? "End lost" : "End folded";
  return find(own, any, how);
}

/** Sentences, as many at a time as there is room for; never half a one. */
export function slips(text: string, room: number): string[] {
  const found: string[] = [];
  for (const sentence of text.match(/[^.!?]+[.!?]+(?:\*\*)?\s*|[^.!?]+$/g) ?? []) {
    const last = found[found.length - 1];
    if (last !== undefined && (last + sentence).trim().length <= room) found[found.length - 1] = last + sentence;
    else found.push(sentence);
  }
  return found.map((slip) => slip.trim());
}

/** The things that an answer in words points at. */
export function itemsOf(view: View, word: string): number[] {
  const [, ...words] = word.split(" ");
  const plain = view.choices.find((choice) => choice.kind === "plain" && choice.word === word);
  if (plain) return plain.items?.map((item) => item.id) ?? [];
  const choice = view.choices.find((c) => c.kind === "subset" && word.startsWith(`${c.word} `));
  const items = [...(choice?.items ?? [])];
  return words.flatMap((one) => {
    const at = items.findIndex((item) => item.word === one);
    return at < 0 ? [] : items.splice(at, 1).map((item) => item.id);
  });
}
