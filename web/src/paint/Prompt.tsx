// The question and its answers, on paper at the foot of the table.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { View } from "../view/types.ts";
import {
  answerWord,
  boardOfPlaces,
  brassChoice,
  buttonLabel,
  nothingSelected,
  readiness,
  takeBack,
  type Selection,
} from "../view/choices.ts";
import { capital, clockWords, itemName } from "../view/names.ts";
import { Amount } from "./Amount.tsx";
import { Candle } from "./art.tsx";
import { Assign } from "./Assign.tsx";
import { usePhone } from "./measure.ts";

interface Props {
  view: View;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onAnswer: (word: string) => void;
  timeLeft?: number;
  /** Waiting for the server to write the answer down. */
  sending?: boolean;
  seatLine?: ComponentChildren;
  placeName: (place: number) => string;
}

export function Clock({ ms }: { ms: number }) {
  const late = ms <= 10_000;
  return (
    <div class={`clock ${late ? "late" : ""}`} role="timer" aria-label={`${clockWords(ms)} left`}>
      <Candle class="flick" width={24} height={40} />
      {clockWords(ms)}
    </div>
  );
}

export function Prompt({ view, selection, onSelect, onAnswer, timeLeft, sending, seatLine, placeName }: Props) {
  const phone = usePhone();
  const box = useRef<HTMLElement>(null);
  const { choices } = view;
  const brass = brassChoice(choices, selection);
  const assign = choices.find((c) => c.kind === "assign");
  const needs = choices
    .map((c) => readiness(c, selection))
    .find((r, i) => !r.ready && choices[i]!.kind === "subset")?.needs;
  // Asked: the focus comes here, unless somebody is typing.
  const question = `${view.prompt}|${choices.map((c) => c.word).join()}`;
  useEffect(() => {
    if (!document.activeElement?.matches("input, textarea, select, .sheet *"))
      box.current?.focus({ preventScroll: true });
  }, [question]);

  const nameOfItem = (id: number) => {
    const item = view.zones.flatMap((zone) => zone.items).find((candidate) => candidate.id === id);
    return item && (item.name ?? itemName({ ...item, only_you: undefined }));
  };
  const answer = (index: number, amount?: number) => {
    const word = answerWord(choices[index]!, selection, amount);
    if (word !== undefined && !sending) onAnswer(word);
  };
  // On a phone a choice that points at one card is not repeated as a button, if there are many.
  const single = choices.every((c) => c.kind !== "plain" || (c.items?.length ?? 1) === 1);
  const crowded = choices.length > (phone ? (single ? 2 : 3) : 7);
  const shown = choices
    .map((choice, index) => ({ choice, index }))
    .filter(({ choice, index }) => {
      const state = readiness(choice, selection);
      if (phone && choice.kind === "assign" && !state.ready && index !== brass) return false;
      if (choice.kind === "plain" && choice.items?.length) {
        if (state.apart) return !crowded;
        if (crowded && !selection.picked.length) return false;
      }
      if (phone && crowded && choice.kind === "subset" && !state.ready && !selection.picked.length) return false;
      return index === brass || !state.apart || choice.kind !== "subset";
    });
  const pointing =
    choices.length > 0 &&
    crowded &&
    !selection.picked.length &&
    choices.some((c) => (c.kind === "plain" || (phone && c.kind === "subset")) && c.items?.length);
  const loose = assign?.items?.some((item) => !selection.places.has(item.id));
  const placing =
    loose && boardOfPlaces(view)
      ? selection.picked.length
        ? "Now touch its place on the board."
        : "Take a card, then touch its place."
      : undefined;
  return (
    <section class="slip prompt" aria-label="Your choice" ref={box} tabIndex={-1} aria-busy={sending}>
      {seatLine && <div class="seatline">{seatLine}</div>}
      {timeLeft !== undefined && <Clock ms={timeLeft} />}
      <div class="ask">
        <b>{view.prompt ?? "Your turn."}</b>
        <span>
          {[view.help, needs && `${capital(needs)}.`, pointing && "Touch what is lit.", placing]
            .filter(Boolean)
            .join(" ")}
        </span>
      </div>
      {assign && <Assign view={view} choice={assign} selection={selection} placeName={placeName} onChange={onSelect} />}
      <div class="choices" role="group" aria-label="Answers">
        {selection.places.size > 0 && (
          <button type="button" class="btn" onClick={() => onSelect(takeBack(selection))}>
            Take back
          </button>
        )}
        {shown.map(({ choice, index }) => {
          if (choice.kind === "amount")
            return (
              <Amount
                key={index}
                choice={choice}
                brass={index === brass}
                shortcut={index}
                onAnswer={(n) => answer(index, n)}
              />
            );
          const state = readiness(choice, selection);
          const label =
            choice.kind === "assign" && state.needs
              ? `${choice.label}, ${state.needs}`
              : buttonLabel(choice, selection, nameOfItem);
          const points = choice.items && choice.kind === "plain";
          return (
            <button
              key={index}
              type="button"
              class={`btn ${index === brass && state.ready ? "brass" : ""}`}
              disabled={!state.ready}
              title={state.ready ? choice.about : state.needs}
              data-choice={index}
              onClick={() => answer(index)}
              onMouseEnter={() =>
                points &&
                !selection.picked.length &&
                highlight(
                  choice.items!.map((item) => item.id),
                  true,
                )
              }
              onMouseLeave={() =>
                points &&
                highlight(
                  choice.items!.map((item) => item.id),
                  false,
                )
              }
            >
              {label}
              {index < 9 && choice.kind !== "assign" && <kbd aria-hidden="true">{index + 1}</kbd>}
            </button>
          );
        })}
        {selection.picked.length > 0 && !assign && (
          <button type="button" class="lnk clear" onClick={() => onSelect(nothingSelected)}>
            Clear
          </button>
        )}
      </div>
    </section>
  );
}

/** A button under the mouse shows which items it means. */
function highlight(ids: number[], on: boolean) {
  for (const id of ids) document.querySelector(`[data-item="${id}"]`)?.classList.toggle("is-meant", on);
}
