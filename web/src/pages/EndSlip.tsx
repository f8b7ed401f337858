// Who won, and how everybody stands.
import type { ComponentChildren } from "preact";
import type { Person, View } from "../view/types.ts";
import { areGains, endWords, personName, scoreWords } from "../view/names.ts";
import { Mark } from "../paint/art.tsx";

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
  const gains = areGains(view.scores);
  const order = [...view.scores.keys()].sort((a, b) => view.scores[b]! - view.scores[a]!);
  return (
    <section class="slip prompt end" aria-label="The end">
      <div class="ask">
        <b>{endWords(view.scores, winners)}</b>
        <ol class="standing">
          {order.map((seat) => (
            <li key={seat}>
              <Mark seat={seat} />
              {personName(people[seat], seat, view.viewer)}{" "}
              <b>
                {gains && view.scores[seat]! > 0 ? "+" : ""}
                {scoreWords(view.scores[seat]!)}
              </b>
            </li>
          ))}
        </ol>
      </div>
      <div class="choices">{children}</div>
    </section>
  );
}
