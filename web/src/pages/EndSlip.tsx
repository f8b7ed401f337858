// Who won and why; without a showdown above it, also how everybody stands.
import type { ComponentChildren } from "preact";
import type { Person, View } from "../view/types.ts";
import { personName } from "../view/names.ts";
import { whyWords } from "../view/showdown.ts";
import { Standing } from "../paint/Standing.tsx";

export function EndSlip({
  view,
  people,
  standing,
  waits,
  chapter,
  children,
}: {
  view: View;
  people: (Person | undefined)[];
  /** The table above does not say how everybody stands. */
  standing: boolean;
  /** What waits until one goes on. */
  waits?: string;
  /** Only a hand, or a game of a row, is over: one goes on. */
  chapter?: boolean;
  children: ComponentChildren;
}) {
  const { head, why } = whyWords(view, (seat) => personName(people[seat], seat, view.viewer));
  return (
    <section class={`slip prompt ${chapter ? "quietly chapter" : "end"}`} aria-label="The end" tabIndex={-1}>
      <div class="ask">
        <b>{head}</b>
        {standing ? <Standing view={view} people={people} /> : <span>{[why, waits].filter(Boolean).join(" ")}</span>}
      </div>
      <div class="choices">{children}</div>
    </section>
  );
}
