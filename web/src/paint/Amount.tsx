// A number from lo to hi: by slider, by keys, by typing.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Choice } from "../view/types.ts";
import { amountAfterKey, amountLabel, type AmountMark } from "../view/choices.ts";

interface Props {
  choice: Choice;
  brass: boolean;
  shortcut?: number;
  /** Amounts one often wants. */
  marks?: AmountMark[];
  onAnswer: (amount: number) => void;
}

export function Amount({ choice, brass, shortcut, marks = [], onAnswer }: Props) {
  const lo = choice.lo ?? 0;
  const hi = choice.hi ?? lo;
  const [amount, setAmount] = useState(lo);
  const [typed, setTyped] = useState(String(lo));
  useEffect(() => {
    setAmount(lo);
    setTyped(String(lo));
  }, [lo, hi, choice.word]);

  const set = (n: number) => {
    setAmount(n);
    setTyped(String(n));
  };
  const typedNumber = /^\d+$/.test(typed) ? Number(typed) : NaN;
  const valid = typedNumber >= lo && typedNumber <= hi;
  const give = () => valid && onAnswer(typedNumber);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      give();
      return;
    }
    const typing = (event.target as HTMLElement).matches(".num");
    if (
      typing &&
      (event.key === "ArrowLeft" || event.key === "ArrowRight" || event.key === "Home" || event.key === "End")
    )
      return;
    const next = amountAfterKey(event.key, amount, lo, hi);
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  const step = (by: number, name: string, sign: string) => (
    <button
      type="button"
      class="step"
      aria-label={name}
      disabled={amount + by < lo || amount + by > hi}
      onClick={() => set(amount + by)}
    >
      {sign}
    </button>
  );
  const label = choice.label.split(/\s*\d/)[0] || choice.label;
  const share = hi > lo ? ((amount - lo) / (hi - lo)) * 100 : 100;
  return (
    <div
      class={`amount ${marks.length ? "bets" : ""}`}
      role="group"
      aria-label={`${label}, ${lo} to ${hi}`}
      onKeyDown={keys}
    >
      {marks.length > 0 && (
        <div class="presets">
          {marks.map((mark) => (
            <button
              key={mark.label}
              type="button"
              class={`pre ${mark.n === amount ? "on" : ""}`}
              aria-pressed={mark.n === amount}
              onClick={() => set(mark.n)}
            >
              {mark.label} <small>{mark.n}</small>
            </button>
          ))}
        </div>
      )}
      {hi > lo && step(-1, "One less", "\u2212")}
      {hi > lo && (
        <div class="nums">
          <input
            type="range"
            min={lo}
            max={hi}
            value={amount}
            aria-label={`${label}, ${lo} to ${hi}`}
            style={{ "--v": `${share}%` } as JSX.CSSProperties}
            onInput={(event) => set(Number(event.currentTarget.value))}
          />
          <span class="scale" aria-hidden="true">
            <span>{lo}</span>
            <span>{hi}</span>
          </span>
        </div>
      )}
      {hi > lo && step(1, "One more", "+")}
      <input
        class="num"
        inputMode="numeric"
        autocomplete="off"
        value={typed}
        aria-label={`${label}: type a number`}
        aria-invalid={!valid}
        onInput={(event) => {
          const text = event.currentTarget.value.replace(/\D/g, "");
          setTyped(text);
          if (Number(text) >= lo && Number(text) <= hi) setAmount(Number(text));
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button
        type="button"
        class={`btn ${brass ? "brass" : ""}`}
        disabled={!valid}
        data-choice={shortcut}
        onClick={give}
      >
        {valid ? amountLabel(choice, typedNumber) : `${lo} to ${hi}`}
        {shortcut !== undefined && shortcut < 9 && <kbd aria-hidden="true">{shortcut + 1}</kbd>}
      </button>
    </div>
  );
}
