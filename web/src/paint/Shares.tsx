// Numbers of things: a stock given to places, or so many of each kind. Steppers by touch, by mouse and by keys.
import { useState } from "preact/hooks";
import type { Choice, Kind } from "../view/types.ts";
import {
  type Amounts,
  amountOf,
  countGroups,
  countOf,
  isOneList,
  kindsIn,
  limitWords,
  mostOf,
  restOf,
  setAmount,
  shareOf,
  takers,
} from "../view/shares.ts";
import { capital } from "../view/names.ts";
import { amountAfterKey } from "../view/choices.ts";
import { symbolNames } from "./art.tsx";
import { Gem, Ware, wareOf } from "./CardFace.tsx";

interface Props {
  choice: Choice;
  amounts: Amounts;
  placeName: (place: number) => string;
  onChange: (amounts: Amounts) => void;
}

/** One number between minus and plus; the number takes arrows, Page, Home, End and digits. */
function Stepper({ of, n, most, onSet }: { of: string; n: number; most: number; onSet: (n: number) => void }) {
  const keys = (event: KeyboardEvent) => {
    const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : undefined;
    // Left and right are for reading: only up and down count.
    const aside = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const next = aside ? undefined : amountAfterKey(event.key, n, 0, most);
    if (digit === undefined && next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSet(digit === undefined ? next! : Math.min(most, n > 0 && n * 10 + digit <= most ? n * 10 + digit : digit));
  };
  return (
    <span class="stepper">
      <button
        type="button"
        class="step"
        tabIndex={-1}
        aria-label={`One less, ${of}`}
        disabled={n <= 0}
        onClick={() => onSet(n - 1)}
      >
        −
      </button>
      <span
        class="stepn"
        role="spinbutton"
        tabIndex={0}
        aria-label={of}
        aria-valuenow={n}
        aria-valuemin={0}
        aria-valuemax={most}
        onKeyDown={keys}
      >
        {n}
      </span>
      <button
        type="button"
        class="step"
        tabIndex={-1}
        aria-label={`One more, ${of}`}
        disabled={n >= most}
        onClick={() => onSet(n + 1)}
      >
        +
      </button>
    </span>
  );
}

const Sign = ({ kind }: { kind: Kind }) =>
  symbolNames.has(`z-${kind.hue}`) && !wareOf(kind.word) ? (
    <span class="gem kindgem">
      <Gem item={{ id: 0, kind: "card", hue: kind.hue, name: kind.name }} />
    </span>
  ) : wareOf(kind.word) ? (
    <Ware item={{ ...kind, code: kind.word }} />
  ) : kind.glyph ? (
    <i class={`kindsign ${kind.hue ?? ""}`} aria-hidden="true">
      {kind.glyph}
    </i>
  ) : null;

const gets = (kinds: Kind[], numbers: number[]) =>
  kinds.flatMap((kind, k) => (numbers[k] ? [`${numbers[k]} ${kind.name}`] : [])).join(", ");

/** The kind in hand is dealt out, place by place; what is left of it is said, and whose it is. */
export function Split({ choice, amounts, placeName, onChange }: Props) {
  const kinds = choice.kinds ?? [];
  const there = kinds.flatMap((kind, k) => (kind.n ? [k] : []));
  const [chosen, choose] = useState(there[0] ?? 0);
  const kind = there.includes(chosen) ? chosen : (there[0] ?? 0);
  const { name = "" } = kinds[kind] ?? {};
  const single = there.length === 1;
  const numbers = (place: number) => kinds.map((_, k) => shareOf(choice, amounts, k, place));
  const rest = there.length ? restOf(choice, amounts, kind) : 0;
  return (
    <div class="shares" role="group" aria-label={choice.label}>
      {!single && (
        <fieldset class="kinds">
          <legend class="vh">What is given</legend>
          {there.map((k) => (
            <label key={k} class={k === kind ? "on" : ""}>
              <input type="radio" name={`kind-${choice.word}`} checked={k === kind} onChange={() => choose(k)} />
              <span>
                <Sign kind={kinds[k]!} />
                {capital(kinds[k]!.name)}
              </span>
              <small>
                {restOf(choice, amounts, k)} of {kinds[k]!.n} left
              </small>
            </label>
          ))}
        </fieldset>
      )}
      <div class="places">
        {takers(choice).map((place) => (
          <div key={place} class="purse">
            <b>{placeName(place)}</b>
            <Stepper
              of={single ? placeName(place) : `${name} for ${placeName(place)}`}
              n={amountOf(choice, amounts, kind, place)}
              most={mostOf(choice, amounts, kind, place)}
              onSet={(n) => onChange(setAmount(choice, amounts, n, kind, place))}
            />
            {!single && <small>{gets(kinds, numbers(place)) || "nothing yet"}</small>}
          </div>
        ))}
        <div class="purse rest" role="status">
          <b>{choice.keeps === undefined ? "Still to give" : "You keep"}</b>
          <span class="stepn">{rest}</span>
          {!single && (
            <small>
              {gets(
                kinds,
                kinds.map((_, k) => restOf(choice, amounts, k)),
              ) || "nothing"}
            </small>
          )}
        </div>
      </div>
    </div>
  );
}

/** So many of each kind, each group within its limits; a second group is what is wanted for the first. */
export function Counts({ choice, amounts, onChange }: Omit<Props, "placeName">) {
  const kinds = choice.kinds ?? [];
  return (
    <div class="shares" role="group" aria-label={choice.label}>
      {countGroups(choice).map((group, i, all) => {
        if (!kindsIn(group).some((k) => kinds[k]!.n > 0)) return null;
        const bargain = all.length > 1 && !isOneList(choice);
        const n = countOf(choice, amounts, group);
        const outside = n < group.lo || n > group.hi;
        const title = `${bargain ? (i ? "For these: " : "These: ") : ""}${limitWords(group.lo, group.hi)}`;
        return (
          <fieldset key={group.from} class={`countgroup ${outside ? "outside" : ""}`}>
            <legend>
              {capital(title)}
              <span class="sofar" role="status">
                {n} chosen{outside ? (n < group.lo ? ", too few" : ", too many") : ""}
              </span>
            </legend>
            {kindsIn(group)
              .filter((k) => kinds[k]!.n > 0)
              .map((k) => (
                <div key={k} class="purse">
                  <b>
                    <Sign kind={kinds[k]!} />
                    {capital(kinds[k]!.name)} <small>of {kinds[k]!.n}</small>
                  </b>
                  <Stepper
                    of={`${kinds[k]!.name}${bargain && i ? ", wanted" : ""}`}
                    n={amountOf(choice, amounts, k)}
                    most={mostOf(choice, amounts, k)}
                    onSet={(n) => onChange(setAmount(choice, amounts, n, k))}
                  />
                </div>
              ))}
          </fieldset>
        );
      })}
    </div>
  );
}
