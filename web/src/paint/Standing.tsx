// How everybody stands, best first: what each has, or has won and lost.
import type { Person, View } from "../view/types.ts";
import { areGains, isWonOrLost, personName, scoreWords } from "../view/names.ts";
import { Mark } from "./art.tsx";

export function Standing({ view, people }: { view: View; people: (Person | undefined)[] }) {
  const gains = areGains(view.scores);
  const order = [...view.scores.keys()].sort((a, b) => view.scores[b]! - view.scores[a]!);
  return (
    <ol class="standing">
      {order.map((seat) => (
        <li key={seat}>
          <Mark seat={seat} />
          {personName(people[seat], seat, view.viewer)}{" "}
          {isWonOrLost(view.scores) ? (
            view.scores[seat] === 1 && <b>wins</b>
          ) : (
            <b>
              {gains && view.scores[seat]! > 0 ? "+" : ""}
              {scoreWords(view.scores[seat]!)}
            </b>
          )}
        </li>
      ))}
    </ol>
  );
}
