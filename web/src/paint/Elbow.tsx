// Somebody at your elbow: a slip above the question, in a row of its own, so that it covers neither cards nor buttons.
import { useEffect, useState } from "preact/hooks";
import type { View } from "../view/types.ts";
import type { Hint } from "../net/messages.ts";
import { itemsOf, slips } from "../view/elbow.ts";
import { hintLabel } from "../view/choices.ts";
import { inline } from "../sheets/markdown.tsx";
import { Drawing } from "./art.tsx";
import { useMedia } from "./measure.ts";

/** Letters on one slip: on a phone the cards need the room. */
const little = 130;
const much = 460;

interface Props {
  view: View;
  /** What he says, in order: about the game, about the question. */
  said: string[];
  /** Advice can be asked for. */
  onAdvice?: () => void;
  advising: boolean;
  hints?: Hint[];
  /** Hands are shown: on a short phone they need his room too, and he speaks when he is asked. */
  folds: boolean;
  onLeave: () => void;
}

const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export function Elbow({ view, said, onAdvice, advising, hints, folds, onLeave }: Props) {
  const tight = useMedia("(max-width: 860px), (max-height: 700px)");
  const all = said.flatMap((text) => slips(text, tight ? little : much));
  const whole = all.join("|");
  const [at, setAt] = useState(0);
  const short = useMedia("(max-width: 860px) and (max-height: 760px)");
  const [unfolded, setUnfolded] = useState(false);
  const folded = folds && short && !unfolded;
  useEffect(() => {
    setAt(0);
    setUnfolded(false);
  }, [whole]);
  const shown = Math.min(at, all.length - 1);
  const best = hints?.[0];
  const advice = best && `I would do this: ${small(hintLabel(view, best))}.`;
  useEffect(() => {
    const lit = best ? itemsOf(view, best.word) : [];
    const mark = (on: boolean) =>
      lit.forEach((id) => document.querySelector(`[data-item="${id}"]`)?.classList.toggle("is-meant", on));
    mark(true);
    return () => mark(false);
  }, [best, view]);
  const phase = view.games[view.games.length - 1]!.phase;
  return (
    <aside class={`slip elbow ${folded ? "folded" : ""}`} aria-label="Somebody at your elbow">
      <span class="mate" aria-hidden="true">
        <Drawing name="r-bard" box="0 0 100 110" />
      </span>
      <div class={`says ${folded ? "vh" : ""}`} role="status">
        {!tight && phase && <b>{phase}.</b>} <span>{inline(advice ?? all[shown] ?? "")}</span>
      </div>
      <div class="ft">
        {folded && (
          <button type="button" class="lnk" onClick={() => setUnfolded(true)}>
            A word about it
          </button>
        )}
        {!folded && !advice && all.length > 1 && (
          <span class="step-n">
            {shown + 1} of {all.length}
          </span>
        )}
        {!folded && !advice && shown + 1 < all.length && (
          <button type="button" class="lnk" onClick={() => setAt(shown + 1)}>
            Go on
          </button>
        )}
        {onAdvice && !advice && (
          <button type="button" class="lnk" disabled={advising} onClick={onAdvice}>
            {advising ? "Let me see…" : "What would you do?"}
          </button>
        )}
        <button type="button" class="lnk" aria-keyshortcuts="G" onClick={onLeave}>
          Leave me be
        </button>
      </div>
    </aside>
  );
}
