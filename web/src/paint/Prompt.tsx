// The question and its answers, on paper at the foot of the table.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Choice, View } from "../view/types.ts";
import {
  amountMarks,
  answerWord,
  boardOfPlaces,
  brassChoice,
  buttonLabel,
  cardsAsked,
  isShares,
  needDrawers,
  nothingSelected,
  readiness,
  seenAlone,
  takeBack,
  touchItem,
  type Selection,
} from "../view/choices.ts";
import { askGrid, heldWords } from "../view/askGrid.ts";
import { capital, clockWords, itemName, seatsNamed } from "../view/names.ts";
import { areSeats } from "../view/shares.ts";
import { Amount } from "./Amount.tsx";
import { Candle } from "./art.tsx";
import { AskGridView } from "./AskGrid.tsx";
import { Assign } from "./Assign.tsx";
import { isDrawn } from "./CardFace.tsx";
import { Faces, FacesInDrawers } from "./Faces.tsx";
import { usePhone } from "./measure.ts";
import { Counts, Split } from "./Shares.tsx";

interface Props {
  view: View;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onAnswer: (word: string) => void;
  timeLeft?: number;
  /** The sand of this question, instead of a clock. */
  glass?: ComponentChildren;
  /** The window that is open, above the question. */
  window?: ComponentChildren;
  /** Waiting for the server to write the answer down. */
  sending?: boolean;
  seatLine?: ComponentChildren;
  /** What is about to happen, instead of the game's own words: the same for every window. */
  happens?: { ask: string; help: string };
  /** Choices that are drawn elsewhere, as tiles or switches; the one that was taken has its button here. */
  elsewhere?: Set<number>;
  /** Takes the last answer back. */
  onUndo?: () => void;
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

/** Something lies on the table that it points at; what lies nowhere is drawn beside the answers. */
const pointsAtTable = (choice: Choice) => !!choice.items?.some((item) => item.id >= 0);

/** Beside the move, where one looks for it. */
export const TakeBack = ({ onClick }: { onClick: () => void }) => (
  <button type="button" class="lnk undo" onClick={onClick}>
    Take my last answer back
  </button>
);

const nowhereElse = new Set<number>();

export function Prompt(props: Props) {
  const { view, selection, onSelect, onAnswer, timeLeft, glass, window, sending, seatLine, placeName } = props;
  const elsewhere = props.elsewhere ?? nowhereElse;
  const phone = usePhone();
  const box = useRef<HTMLElement>(null);
  // One draft at a time; where what it is about lies on the table it opens on a touch, on a phone or if it is long.
  const [draft, setDraft] = useState(0);
  const [opened, setOpened] = useState(false);
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
    if (!item) return choices.flatMap((c) => c.items ?? []).find((candidate) => candidate.id === id)?.name;
    if (item.kind === "die") return item.name ?? String(item.face);
    if (item.kind === "card" && item.name && item.text && !isDrawn(item)) return `\u201c${item.name}\u201d`; // a title
    return item.name ?? itemName({ ...item, only_you: undefined });
  };
  /** Cards with titles that a choice means and does not name: a pile of them. */
  const untold = (choice: Choice) => {
    const titles = choice.items!.map(({ id }) => nameOfItem(id)).filter((name) => name?.startsWith("\u201c"));
    return choice.about || titles.some((name) => choice.label.includes(name!.slice(1, -1))) ? [] : titles;
  };
  const answer = (index: number, amount?: number) => {
    const word = answerWord(choices[index]!, selection, amount);
    if (word === undefined || sending) return;
    setOpened(false);
    onAnswer(word);
  };
  // On a phone a choice that points at one card is not repeated as a button, if there are many.
  const single = choices.every((c) => c.kind !== "plain" || (c.items?.length ?? 1) === 1);
  const explained = choices.some((c, i) => (c.group || c.about) && !elsewhere.has(i));
  // A card of another hand is drawn nowhere where it could be touched.
  const others = view.zones.filter((zone) => zone.owner !== null && zone.owner !== view.viewer);
  const theirs = others.filter((zone) => zone.layout === "fan");
  const untouched = new Set(theirs.flatMap((zone) => zone.items.map((item) => item.id)));
  const inTheirHand = choices.some((c) => c.kind === "plain" && c.items?.some((item) => untouched.has(item.id)));
  const crowded = !explained && !inTheirHand && choices.length > (phone ? (single ? 2 : 3) : 7);
  // What lies before others is small: it is listed beside the answers, too.
  const before = new Map(others.flatMap((zone) => zone.items.map((item) => [item.id, item.name] as const)));
  const nowhere = choices
    .filter((c) => c.kind === "subset" && c.items?.length)
    .filter((c) => !pointsAtTable(c) || c.items!.every((item) => before.get(item.id)))
    .map((c) =>
      pointsAtTable(c) ? { ...c, items: c.items!.map((item) => ({ ...item, name: before.get(item.id) })) } : c,
    );
  const whose = cardsAsked(view);
  const alone = view.choices.some((choice) => choice.items?.length) ? undefined : seenAlone(view);
  const drawers = needDrawers(nowhere);
  const grid = askGrid(nowhere);
  const shares = choices.filter(isShares);
  const drafted = shares[draft] ?? shares[0];
  const folds = drafted?.zone !== undefined && (phone || drafted.kind === "counts");
  const drafting = !folds || opened;
  const shown = choices
    .map((choice, index) => ({ choice, index }))
    .filter(({ choice, index }) => {
      if (elsewhere.has(index)) return index === brass;
      if (isShares(choice)) return choice === drafted && drafting;
      if (folds && opened) return false;
      const state = readiness(choice, selection);
      if (choice.kind === "plain" && pointsAtTable(choice)) {
        if (state.apart) return !crowded;
        if (crowded && !selection.picked.length) return false;
      }
      if ((drawers || grid) && nowhere.includes(choice)) return state.ready;
      if (phone && crowded && choice.kind === "subset" && !state.ready && !selection.picked.length) return false;
      return index === brass || !state.apart || choice.kind !== "subset";
    });
  const pointing =
    choices.length > 0 &&
    crowded &&
    !selection.picked.length &&
    choices.some((c) => (c.kind === "plain" || (phone && c.kind === "subset")) && pointsAtTable(c));
  const loose = assign?.items?.some((item) => !selection.places.has(item.id));
  const placing =
    loose && boardOfPlaces(view)
      ? selection.picked.length
        ? "Now touch its place on the board."
        : "Take a card, then touch its place."
      : undefined;
  const touch = (id: number) => onSelect(touchItem(choices, selection, id));
  const nameOfPlace = (choice: Choice) => (place: number) =>
    areSeats(choice, view) ? placeName(place) : `Place ${place + 1}`;
  const button = (choice: Choice, index: number) => {
    if (choice.kind === "amount")
      return (
        <Amount
          key={index}
          choice={choice}
          brass={index === brass}
          shortcut={index}
          marks={amountMarks(choice, view)}
          onAnswer={(n) => answer(index, n)}
        />
      );
    const state = readiness(choice, selection);
    const label =
      choice.kind === "assign" && state.needs
        ? `${choice.label}, ${state.needs}`
        : seatsNamed(buttonLabel(choice, selection, nameOfItem, nameOfPlace(choice)), view.seats, placeName);
    const points = choice.items && choice.kind === "plain";
    const ids = choice.items?.map((item) => item.id) ?? [];
    return (
      <button
        key={index}
        type="button"
        class={`btn ${index === brass && state.ready ? "brass" : ""} ${isShares(choice) ? "long" : ""}`}
        disabled={!state.ready}
        title={state.needs}
        data-choice={index}
        onClick={() => answer(index)}
        onMouseEnter={() => points && !selection.picked.length && highlight(ids, true)}
        onMouseLeave={() => points && highlight(ids, false)}
      >
        <span class="what">
          {label}
          {choice.about && !elsewhere.has(index) && <small>{choice.about}</small>}
          {points && untold(choice).length > 0 && <small>{untold(choice).join(", ")}</small>}
        </span>
        {index < 9 && choice.kind !== "assign" && <kbd aria-hidden="true">{index + 1}</kbd>}
      </button>
    );
  };
  // Choices of one group stand together under their heading, in the order in which the groups come.
  const groupOf = (choice: Choice) => (explained ? choice.group : undefined);
  const groups = [...new Set(shown.map(({ choice }) => groupOf(choice)))];
  return (
    <section
      class={`slip prompt ${window ? "inwindow" : ""} ${explained ? "listed" : ""} ${
        shares.length && drafting ? "counting" : ""
      } ${grid ? "asking" : ""} ${folds ? "folds" : ""}`}
      aria-label="Your choice"
      ref={box}
      tabIndex={-1}
      aria-busy={sending}
    >
      {seatLine && <div class="seatline">{seatLine}</div>}
      {window}
      {glass ?? (timeLeft !== undefined && !window && <Clock ms={timeLeft} />)}
      <div class="ask">
        <b>{props.happens?.ask ?? view.prompt ?? "Your turn."}</b>
        <span>
          {[
            whose !== undefined && `They are ${placeName(whose)}'s.`,
            alone && `Only you have seen it: ${alone}.`,
            props.happens?.help ?? view.help,
            needs && `${capital(needs)}.`,
            pointing && "Touch what is lit.",
            placing,
          ]
            .filter(Boolean)
            .join(" ")}
          {props.onUndo && <TakeBack onClick={props.onUndo} />}
        </span>
      </div>
      {assign && <Assign view={view} choice={assign} selection={selection} placeName={placeName} onChange={onSelect} />}
      {drafting && shares.length > 1 && (
        <div class="faces" role="radiogroup" aria-label="Which">
          {shares.map((choice, i) => (
            <button
              key={choice.word}
              type="button"
              role="radio"
              class={`face ${choice === drafted ? "on" : ""}`}
              aria-checked={choice === drafted}
              onClick={() => setDraft(i)}
            >
              {seatsNamed(choice.label, view.seats, placeName)}
            </button>
          ))}
        </div>
      )}
      {drafting &&
        shares.map((choice) => {
          if (choice !== drafted) return null;
          const common = {
            choice,
            amounts: selection.amounts,
            onChange: (amounts: Selection["amounts"]) => onSelect({ ...selection, amounts }),
          };
          return choice.kind === "split" ? (
            <Split key={choice.word} {...common} placeName={nameOfPlace(choice)} />
          ) : (
            <Counts key={choice.word} {...common} />
          );
        })}
      {grid ? (
        <AskGridView key={question} grid={grid} held={heldWords(view)} picked={selection.picked} onTouch={touch} />
      ) : drawers ? (
        <FacesInDrawers key={question} choices={nowhere} picked={selection.picked} onTouch={touch} />
      ) : (
        nowhere.map((choice) => (
          <Faces key={choice.word} choice={choice} picked={selection.picked} onTouch={touch} />
        ))
      )}
      <div class="choices" role="group" aria-label="Answers">
        {selection.places.size > 0 && (
          <button type="button" class="btn" onClick={() => onSelect(takeBack(selection))}>
            Take back
          </button>
        )}
        {folds && (
          <button type="button" class="btn drafts" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened
              ? "Back to the table"
              : shares.length > 1
                ? "Draft an offer"
                : seatsNamed(drafted!.label, view.seats, placeName)}
          </button>
        )}
        {groups.map((group) => {
          const buttons = shown
            .filter(({ choice }) => groupOf(choice) === group)
            .map(({ choice, index }) => button(choice, index));
          return group === undefined ? (
            buttons
          ) : (
            <div key={group} class="choicegroup" role="group" aria-label={group}>
              <h3>{group}</h3>
              {buttons}
            </div>
          );
        })}
        {(selection.picked.length > 0 || selection.amounts.size > 0) && !assign && (
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
