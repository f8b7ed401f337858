// Who won, and how everybody stands.
import type { ComponentChildren } from "preact";
import type { Person, View } from "../view/types.ts";
import { endWords, personName } from "../view/names.ts";
import { Standing } from "../paint/Standing.tsx";

export function EndSlip({
  view,
  people,
  children,
}: {
  view: View;
  people: (Person | undefined)[];
  children: ComponentChildren;
}) {
  const best = Math.max(...view.scores);
  const winners = view.scores.flatMap((score, seat) =>
    score === best ? [personName(people[seat], seat, view.viewer)] : [],
  );
  return (
    <section class="slip prompt end" aria-label="The end">
      <div class="ask">
        <b>{endWords(view.scores, winners)}</b>
        <Standing view={view} people={people} />
      </div>
      <div class="choices">{children}</div>
    </section>
  );
}
