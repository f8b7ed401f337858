// A rules page that shows: its phases as a strip, the deck by ranks and colours, worked hands drawn and scored by the
// game itself, the cards of a character. Clause numbers are for those who ask for them.
import { useEffect, useState } from "preact/hooks";
import { keep, kept } from "../kept.ts";
import { fetchJson } from "../net/fetchJson.ts";
import { usePhone } from "../paint/measure.ts";
import { Thing } from "../paint/Thing.tsx";
import type { Form, HandScore } from "../view/scoring.ts";
import { deckNamed, deckTable, drawnHand, type Face, workedExample, type Worked } from "../view/worked.ts";
import { capital } from "../view/names.ts";
import { CardsOf } from "./CardsOf.tsx";
import { markdown, type PageLink } from "./markdown.tsx";

interface GamePage {
  phases: string[];
  faces?: Face[];
}

const Phases = ({ phases }: { phases: string[] }) => (
  <ol class="phases" aria-label="Phases">
    {phases.map((phase) => (
      <li key={phase}>{phase}</li>
    ))}
  </ol>
);

/** Rows are ranks, columns suits; how many there are of a card stands at its row, or under it where they differ. */
function Deck({ faces }: { faces: Face[] }) {
  const phone = usePhone();
  const deck = deckTable(faces);
  if (!deck) return null;
  return (
    <div class="mdtable deckz" tabIndex={0} role="region" aria-label="The deck">
      <table>
        <thead>
          <tr>
            <th scope="col">{deck.cards} cards</th>
            {deck.suits.map((suit) => (
              <th key={suit.name} scope="col">
                {capital(suit.name)}
                {suit.hue && <small>{suit.hue}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deck.ranks.map((rank) => (
            <tr key={rank.name}>
              <th scope="row">
                {rank.number !== undefined && `${rank.number} `}
                {rank.name}
                {rank.each !== undefined && <small>×{rank.each}</small>}
              </th>
              {rank.faces.map((face, i) => (
                <td key={i}>
                  {face && <Thing item={{ ...face, id: i, kind: "card" }} width={phone ? 36 : 44} plain />}
                  {face && rank.each === undefined && <small>×{face.copies}</small>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The hands of an example, drawn, with what they are worth: the house scores them as it would at a table. */
function WorkedHands({ worked }: { worked: Worked }) {
  const [form, setForm] = useState<Form>();
  const [hands, setHands] = useState<HandScore[]>();
  useEffect(() => {
    const address = `/api/score/${worked.game}`;
    const options = worked.options.map((option) => ["option", option]);
    const hands = worked.hands.map((hand) => ["hand", hand]);
    const asked = [...hands, ...worked.keys.map((key) => ["key", key]), ...options];
    void fetchJson<Form>(`${address}?${new URLSearchParams(options)}`).then(setForm);
    void fetchJson<{ hands?: HandScore[] }>(`${address}?${new URLSearchParams(asked)}`).then((found) =>
      setHands(found?.hands),
    );
  }, []);
  if (!form || !hands) return null;
  const fieldOf = (key: string) => form.fields.find((field) => field.key === key.replace(/\.\d+$/, ""));
  const show = (written: string, field: Form["fields"][number] | undefined) => {
    const groups = field && drawnHand(written, field, form.faces);
    if (!groups) return <code>{written}</code>;
    return groups.map((items, i) => (
      <span key={i} class="wgroup">
        {items.map((item) => (
          <Thing key={item.id} item={item} width={item.kind === "die" ? 36 : 52} plain />
        ))}
      </span>
    ));
  };
  return (
    <div class="worked">
      {worked.keys.map((text) => {
        const [key = "", value = ""] = [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)];
        const field = fieldOf(key);
        return (
          <div key={text} class="whand">
            <b>{field?.label ?? capital(key)}</b>
            <div class="wcards">{show(value, field)}</div>
          </div>
        );
      })}
      {hands.map((hand, i) => (
        <div key={i} class="whand">
          <b>{hands.length > 1 ? `Hand ${i + 1}` : form.fields[0]!.label}</b>
          <div class="wcards">{show(worked.hands[i]!, form.fields[0])}</div>
          <ul class="wparts">
            {hand.parts.map((part, k) => (
              <li key={k}>
                <span>{part.text}</span>
                <b>{part.points || ""}</b>
              </li>
            ))}
            <li class="wsum">
              <span>{hands.length > 1 && hand.place === 1 ? "The best of them" : "In all"}</span>
              <b>{hand.points}</b>
            </li>
          </ul>
        </div>
      ))}
      <p class="soft">Scored by the game itself, as it would be at a table.</p>
    </div>
  );
}

export function RulesText({ game, link }: { game: string; link: PageLink }) {
  const [text, setText] = useState<string>();
  const [page, setPage] = useState<GamePage>();
  const [clauses, setClauses] = useState(kept("clauses") === "on");
  useEffect(() => {
    fetch(`/api/rules/${encodeURIComponent(game)}`)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error())))
      .then(setText, () => setText("There is no rules page for this game yet."));
    void fetchJson<GamePage>(`/api/game/${encodeURIComponent(game)}`).then(setPage);
  }, [game]);
  const special = (kind: "after" | "instead", words: string) => {
    if (kind === "after") return /^cards$/i.test(words) && page?.faces ? <Deck faces={page.faces} /> : undefined;
    const worked = workedExample(words);
    const deck = deckNamed(words);
    if (deck) return <CardsOf key={words} id={deck} />;
    return worked && <WorkedHands key={words} worked={worked} />;
  };
  if (text === undefined)
    return (
      <div class="prose">
        <p>Fetching the rules…</p>
      </div>
    );
  // The sheet already says the title.
  return (
    <div class={`prose ${clauses ? "" : "plainly"}`}>
      {page && page.phases.length > 1 && <Phases phases={page.phases} />}
      {markdown(text.replace(/^# .*\n+/, ""), link, special)}
      <label class="check">
        <input
          type="checkbox"
          checked={clauses}
          onChange={(event) => {
            setClauses(event.currentTarget.checked);
            keep("clauses", event.currentTarget.checked ? "on" : "off");
          }}
        />
        Show the numbers of the clauses
      </label>
    </div>
  );
}
