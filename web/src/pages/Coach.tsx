// The coach of a finished game: what the decisions of a seat cost, the dearest first, each a way to its moment.
import { useEffect, useState } from "preact/hooks";
import { hintLabel } from "../view/choices.ts";
import { costWords, type Decision, likeWords, type Review, sumWords } from "../view/review.ts";
import type { View } from "../view/types.ts";
import { house } from "../net/house.ts";
import { useStore } from "../net/store.ts";

export interface Reviewed {
  review?: Review;
  fault?: string;
  /** So much of it is done, from 0 to 1. */
  part: number;
}

/** The review of a seat, asked for as long as somebody looks; a seat below 0 is nobody's. */
export function useReview(table: string, seat: number): Reviewed {
  const [told, setTold] = useState<{ seat: number; review?: Review; fault?: string }>({ seat: -1 });
  const { reviewing } = useStore(house.store);
  useEffect(() => {
    if (seat < 0) return;
    const asked = house.review(table, seat);
    let gone = false;
    asked.answer.then(
      (review) => !gone && setTold({ seat, review }),
      (error: Error) => !gone && setTold({ seat, fault: error.message }),
    );
    return () => {
      gone = true;
      asked.stop();
    };
  }, [table, seat]);
  const { review, fault } = told.seat === seat ? told : {};
  const mine = reviewing && reviewing.table === table && reviewing.seat === seat ? reviewing : undefined;
  return { review, fault, part: mine?.of ? mine.done / mine.of : 0 };
}

/** What was played and what would have been better, as the seat itself was offered it. */
export function moveWords(decision: Decision, view: View | undefined, names: string[]) {
  const nameOf = (seat: number) => names[seat] ?? `seat ${seat + 1}`;
  const said = (word: string, label: string) =>
    view?.choices.length ? hintLabel(view, { word, label }, nameOf) : label || word;
  return {
    played: said(decision.played, decision.played_label),
    best: said(decision.best, decision.best_label),
  };
}

interface Props {
  reviewed: Reviewed;
  seat: number;
  names: string[];
  at: number;
  /** The table at a step as the seat saw it, if it is fetched. */
  viewAt: (step: number) => View | undefined;
  onSeat: (seat: number) => void;
  onJump: (step: number) => void;
}

export function Coach({ reviewed, seat, names, at, viewAt, onSeat, onJump }: Props) {
  const { welcome } = useStore(house.store);
  const { review, fault, part } = reviewed;
  const list = (decisions: Decision[]) => (
    <ol>
      {decisions.map((decision) => {
        const step = decision.answer - 1;
        const { played, best } = moveWords(decision, viewAt(step), names);
        return (
          <li key={decision.answer} class={decision.mistake ? "mistake" : ""}>
            <button type="button" aria-current={at === step ? "step" : undefined} onClick={() => onJump(step)}>
              <span class="n">Step {step}</span>
              <b>{played}</b>
              <span class="cost">
                {decision.mistake && <i aria-hidden="true">▼ </i>}
                {costWords(decision, review!.unit)}
              </span>
              {decision.mistake && <span class="better">Better: {best}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
  return (
    <div class="coach">
      <label class="selw">
        <span>Decisions of</span>
        <select value={seat} onChange={(event) => onSeat(Number(event.currentTarget.value))}>
          {names.map((name, i) => (
            <option key={i} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div role="status">
        {fault && <p class="warn">{fault}</p>}
        {review && (
          <p class="like">
            <b>{likeWords(review, welcome?.company)}</b> {sumWords(review)}
          </p>
        )}
        {!review && !fault && <p>The coach looks at each decision again…</p>}
      </div>
      {!review && !fault && <progress aria-label="How far the coach is" max={1} value={part} />}
      {review && review.dearest.length > 0 && (
        <>
          <h3>The dearest</h3>
          {list(review.dearest.flatMap((answer) => review.decisions.find((one) => one.answer === answer) ?? []))}
        </>
      )}
      {review && review.decisions.length > 0 && (
        <>
          <h3>All of them</h3>
          {list(review.decisions)}
          <p class="soft">
            By what the seat could know then, against the best that the house's own player finds. What is within chance
            costs nothing.
          </p>
        </>
      )}
    </div>
  );
}
