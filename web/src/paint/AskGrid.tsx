// What can be asked for, by row and column: a cell for each, and a head for all of a row or column.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { type AskGrid, gridStep, type Row } from "../view/askGrid.ts";
import type { Choice, ChoiceItem } from "../view/types.ts";
import { symbolNames } from "./art.tsx";
import { Faces } from "./Faces.tsx";

interface Props {
  grid: AskGrid;
  /** The words of what one holds. */
  held: Set<string>;
  picked: number[];
  onTouch: (id: number) => void;
}

function Emblem({ row }: { row: Row }) {
  const name = `s-${row.name.toLowerCase()}`;
  if (!symbolNames.has(name)) return <>{row.head?.glyph}</>;
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}

const spoken = (choice: Choice | undefined, name: string) =>
  choice?.some ? choice.some.replace("{items}", `the ${name}`) : `${choice?.label}: ${name}`;

export function AskGridView({ grid, held, picked, onTouch }: Props) {
  const { rows, columns } = grid;
  const [opened, setOpened] = useState<number>();
  const [home, setHome] = useState<string>();
  const places = new Map<string, ChoiceItem>();
  columns.forEach((column, c) => column.head && places.set(`0/${c + 1}`, column.head));
  rows.forEach((row, r) => {
    if (row.head) places.set(`${r + 1}/0`, row.head);
    row.cells.forEach((cell, c) => cell && places.set(`${r + 1}/${c + 1}`, cell));
  });
  const stop = home !== undefined && places.has(home) ? home : [...places.keys()][0];
  const onKeyDown = (event: KeyboardEvent) => {
    const at = (event.target as HTMLElement).dataset["place"]?.split("/").map(Number) as [number, number] | undefined;
    const to = at && gridStep(event.key, at, ([r, c]) => places.has(`${r}/${c}`), [rows.length, columns.length]);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    setHome(to.join("/"));
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-place="${to.join("/")}"]`)?.focus();
  };
  const cell = (place: string, of: Choice | undefined, name: string, kind: string, text: ComponentChildren) => {
    const item = places.get(place);
    if (!item)
      return (
        <span key={place} class={`${kind} no`} aria-hidden="true">
          {text}
        </span>
      );
    const mine = held.has(item.word);
    return (
      <button
        key={place}
        type="button"
        data-place={place}
        tabIndex={place === stop ? 0 : -1}
        class={`${kind} ${mine ? "mine" : ""} ${picked.includes(item.id) ? "on" : ""}`}
        aria-pressed={picked.includes(item.id)}
        aria-label={`${spoken(of, name)}${mine ? ", yours" : ""}`}
        onClick={() => {
          setHome(place);
          onTouch(item.id);
        }}
      >
        {text}
      </button>
    );
  };
  const drawer = opened === undefined ? undefined : grid.rest[opened];
  return (
    <div class="askgrid">
      <div
        class="qg"
        role="group"
        aria-label="What to ask for"
        style={{ "--columns": columns.length } as JSX.CSSProperties}
        onKeyDown={onKeyDown}
      >
        <span />
        {columns.map((column, c) => cell(`0/${c + 1}`, grid.ofColumns, column.name, "qr", column.letter))}
        {rows.map((row, r) => [
          cell(
            `${r + 1}/0`,
            grid.ofRows,
            row.name,
            `qs of-${row.name.toLowerCase()}`,
            <>
              <Emblem row={row} />
              <span class="nm">{row.name}</span>
            </>,
          ),
          ...columns.map((column, c) =>
            cell(`${r + 1}/${c + 1}`, row.choice, column.name, `qc of-${row.name.toLowerCase()}`, column.letter),
          ),
        ])}
      </div>
      <p class="qleg">
        <span class="how">A whole row or column: touch its head.</span>
        {grid.rest.map((choice, k) => (
          <button
            key={choice.word}
            type="button"
            class="lnk"
            aria-expanded={opened === k}
            onClick={() => setOpened(opened === k ? undefined : k)}
          >
            {choice.label}
          </button>
        ))}
      </p>
      {drawer && <Faces choice={drawer} picked={picked} onTouch={onTouch} />}
    </div>
  );
}
