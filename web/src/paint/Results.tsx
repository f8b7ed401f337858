// How a hand ended, as a list: place, who, points and why, what was won.
import type { Person, View } from "../view/types.ts";
import { personName, pointsWords, resultSpoken } from "../view/names.ts";
import { Mark } from "./art.tsx";

export function Results({ view, people }: { view: View; people: (Person | undefined)[] }) {
  const nameOf = (seat: number) => personName(people[seat], seat, view.viewer);
  return (
    <>
      <ol class="results">
        {(view.results ?? []).map((result) => (
          <li key={result.seat} aria-label={resultSpoken(result, nameOf(result.seat), view.unit)}>
            <Mark seat={result.seat} />
            <b>{nameOf(result.seat)}</b>
            <span>
              {result.points !== undefined
                ? pointsWords(result.points, view.unit)
                : result.place
                  ? "hand not shown"
                  : "folded"}
              {result.won ? `, takes ${result.won}` : ""}
            </span>
            {result.parts && (
              <ul>
                {result.parts.map((part, i) => (
                  <li key={i}>
                    {!view.unit && <b>{part.points}</b>} {part.text}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {view.pots && (
        <p class="pots">
          {view.pots
            .map(
              (pot) =>
                `${pot.name} ${pot.coins} ${pot.to ? "to" : "for"} ${(pot.to ?? pot.claims).map(nameOf).join(", ")}`,
            )
            .join("; ")}
        </p>
      )}
    </>
  );
}
