// /specimen shows every part in every state; /specimen?table=NAME a whole made-up table.
import { useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import type { Item } from "../view/types.ts";
import { nothingSelected, type Selection } from "../view/choices.ts";
import { withKeepers } from "../view/shares.ts";
import { Bar } from "../paint/Bar.tsx";
import { Board } from "../paint/Board.tsx";
import { Prompt } from "../paint/Prompt.tsx";
import { Since } from "../paint/Tale.tsx";
import { Thing } from "../paint/Thing.tsx";
import { noTouch, TouchContext } from "../paint/touch.ts";
import { CoinPile, Coin, Drawing, Mark, Candle } from "../paint/art.tsx";
import { Waiting } from "../pages/Waiting.tsx";
import { EndSlip } from "../pages/EndSlip.tsx";
import { go } from "../route.ts";
import { card, crowd, specimens } from "./views.ts";

const told = [
  { seq: 1, kind: "paid" as const, text: "Brenna raised to 8.", who: 1 },
  { seq: 2, kind: "paid" as const, text: "Odo called.", who: 2 },
  { seq: 3, kind: "paid" as const, text: "Ysolde went all in with her last 4.", who: 3 },
  { seq: 4, kind: "said" as const, text: "Wat folded.", who: 4 },
];

function Whole({ name }: { name: string }) {
  const [view] = useState(() => withKeepers(specimens[name]!()));
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [answer, setAnswer] = useState("");
  const people = crowd.slice(0, view.seats);
  const seatName = (place: number) => (place === view.viewer ? "You" : people[place]!.name);
  const nothing = () => {};
  const tools = [
    { icon: "hint", name: "Hint", onClick: nothing },
    { icon: "book", name: "Rules", onClick: nothing },
    { icon: "quill", name: "Tale", onClick: nothing },
    { icon: "back", name: "All specimens", onClick: () => go("/specimen") },
  ];
  const seatLine = (
    <span>
      You would have said: <b>{answer || "nothing yet"}</b>
    </span>
  );
  return (
    <Board
      view={view}
      people={people}
      selection={selection}
      onSelect={setSelection}
      bar={<Bar title={view.games[0]!.title} phase={view.games[0]!.phase} tools={tools} />}
      tale={<Since events={told} names={people.map((p) => p.name)} onMore={nothing} />}
      foot={
        view.over ? (
          <EndSlip view={view} people={people} standing>
            <button type="button" class="btn brass">
              Once more
            </button>
          </EndSlip>
        ) : view.choices.length ? (
          <Prompt
            view={view}
            selection={selection}
            onSelect={setSelection}
            timeLeft={24_000}
            seatLine={answer ? seatLine : undefined}
            placeName={seatName}
            onAnswer={(word) => {
              setAnswer(word);
              setSelection(nothingSelected);
            }}
          />
        ) : (
          <Waiting view={view} people={people} timeLeft={24_000} />
        )
      }
    />
  );
}

const Shown = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section>
    <h2>{title}</h2>
    <div class="rowx">{children}</div>
  </section>
);

const item = (code: string, id = 0, more: Partial<Item> = {}): Item => ({ ...card(code), id, ...more });

function Parts() {
  const states: [string, Item, JSX.Element][] = [
    ["at rest", item("B-hare"), <></>],
    ["a choice points here", item("B-hare", 1), <></>],
    ["selected", item("B-hare", 2), <></>],
    ["face down", item("back"), <></>],
    ["the others know it, you do not", item("back", 0, { others_know: true }), <></>],
    ["you know it, the others do not", item("B-hare", 0, { only_you: true }), <></>],
  ];
  const touch = { ...noTouch, lit: new Set([1, 2]), picked: new Set([2]) };
  return (
    <main class="spec">
      <h1>All the parts</h1>
      <Shown title="Whole tables">
        {Object.keys(specimens).map((name) => (
          <a
            key={name}
            class="btn line"
            href={`/specimen?table=${name}`}
            onClick={(event) => {
              event.preventDefault();
              go(`/specimen?table=${name}`);
            }}
          >
            {name.replace("-", " ")}
          </a>
        ))}
      </Shown>
      <Shown title="Cards: full">
        {["W-wolf", "L-owl", "B-hare", "M-hawk", "R-wren", "D-red", "W-grey", "back"].map((code) => (
          <Thing key={code} item={item(code)} width={140} />
        ))}
      </Shown>
      <Shown title="Middle">
        {["W-wolf", "L-hawk", "B-horse", "M-owl", "R-hare", "W-wren", "D-green", "M-grey", "back"].map((code) => (
          <Thing key={code} item={item(code)} width={84} />
        ))}
      </Shown>
      <Shown title="Small, and tiles">
        {["W-wolf", "L-hawk", "B-horse", "M-owl", "R-hare", "W-wren", "D-blue", "L-grey", "back"].map((code) => (
          <Thing key={code} item={item(code)} width={46} />
        ))}
        {["W-wolf", "L-hawk", "B-horse", "M-owl", "R-hare", "D-blue", "back"].map((code) => (
          <Thing key={`t${code}`} item={item(code)} width={30} />
        ))}
      </Shown>
      <Shown title="States">
        <TouchContext.Provider value={touch}>
          {states.map(([name, shown]) => (
            <figure key={name}>
              <Thing item={shown} width={112} />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
          <figure>
            <Thing item={item("B-hare")} width={112} shade />
            <figcaption>not playable now</figcaption>
          </figure>
        </TouchContext.Provider>
      </Shown>
      <Shown title="Cards of words">
        {[140, 92, 50].map((width) => (
          <Thing
            key={width}
            item={{
              id: 0,
              kind: "card",
              code: "x",
              name: "Behind the table",
              suit: "answer",
              text: "Lose 2 less than you would.",
            }}
            width={width}
          />
        ))}
      </Shown>
      <Shown title="Dice">
        {[1, 2, 3, 4, 5, 6].map((face) => (
          <Thing key={face} item={{ id: 0, kind: "die", face }} width={60} />
        ))}
        <Thing item={{ id: 0, kind: "die", hidden: true }} width={60} />
        {[1, 2, 3, 4, 5, 6].map((face) => (
          <Thing key={`s${face}`} item={{ id: 0, kind: "die", face }} width={24} />
        ))}
      </Shown>
      <Shown title="Money, tokens, marks">
        {[1, 4, 9, 40].map((n) => (
          <CoinPile key={n} n={n} width={40} />
        ))}
        <Drawing name="pot" box="0 0 96 56" width={120} height={70} />
        <Coin size={40} />
        {["first", "crown", "mark", "loan", "debt", "plain", "heart", "mug"].map((text) => (
          <Thing key={text} item={{ id: 0, kind: "token", text }} width={40} />
        ))}
        <Candle width={30} height={50} />
        {Array.from({ length: 10 }, (_, i) => (
          <Mark key={i} seat={i} />
        ))}
      </Shown>
    </main>
  );
}

export function Specimen({ name }: { name?: string }) {
  return name && specimens[name] ? <Whole key={name} name={name} /> : <Parts />;
}
