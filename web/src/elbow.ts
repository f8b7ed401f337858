// Whether somebody sits at the elbow, as this browser remembers it: called at all, and in which games no more, because
// a whole hand was explained there.
import { keep, kept } from "./kept.ts";
import { readWords, type Words } from "./view/elbow.ts";

const known = () => (kept("elbow.known") ?? "").split(" ").filter(Boolean);

/** He comes by himself to a game that he has not explained to its end. */
export const comesTo = (game: string) => kept("elbow") === "here" && !known().includes(game);

/** To this game he comes again, though he has explained it. */
export function callElbow(game: string) {
  keep("elbow", "here");
  keep("elbow.known", known().filter((other) => other !== game).join(" "));
}

export function sendElbowAway() {
  keep("elbow", "away");
}

/** A hand of it was explained to its end. */
export function isKnown(game: string) {
  if (!known().includes(game)) keep("elbow.known", [...known(), game].join(" "));
}

const pages = new Map<string, Promise<Words | undefined>>();

/** The words for a game, or for any; undefined if there are none, or the line is down. */
export function wordsFor(game: string): Promise<Words | undefined> {
  const asked =
    pages.get(game) ??
    fetch(`/api/rules/elbow/${encodeURIComponent(game)}`).then(
      async (answer) => (answer.ok ? readWords(await answer.text()) : undefined),
      () => (pages.delete(game), undefined),
    );
  pages.set(game, asked);
  return asked;
}
