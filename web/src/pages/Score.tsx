// The score-keeper for a real table with real cards: pick what each hand holds, or write it; read what it is worth and
// why.
// What is asked about a hand comes from the server; no game is named here.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Item } from "../view/types.ts";
import { capital } from "../view/names.ts";
import { optionTitle, optionValues, optionWords, type OptionValues, usualValues } from "../view/options.ts";
import * as sc from "../view/scoring.ts";
import type { Fault, Field, Form, HandScore, KeptHand, Written } from "../view/scoring.ts";
import { house } from "../net/house.ts";
import { useStore } from "../net/store.ts";
import { Bar } from "../paint/Bar.tsx";
import { Drawing, Icon } from "../paint/art.tsx";
import { animalOf, emblemOf, hueClass } from "../paint/CardFace.tsx";
import { usePhone } from "../paint/measure.ts";
import { Thing } from "../paint/Thing.tsx";
import { RulesSheet } from "../sheets/tableSheets.tsx";
import { go } from "../route.ts";

type Face = Form["faces"][number];
const newHand = (n: number): KeptHand => ({ name: `Hand ${n}`, written: {} });
const size = (width: number) => ({ "--cw": `${width}px` }) as Record<string, string>;
const itemOf = (faces: Face[], code: string): Item | undefined => {
  const face = faces.find((f) => f.code?.toLowerCase() === code.toLowerCase());
  return face && ({ ...face, id: 0, kind: "card" } as Item);
};

/* ---------------------------------------------------------------- pickers */

/** The drawing of a suit: an animal, or a sign. */
const signOf = (suit: string) => {
  const sign = emblemOf({ suit } as Item);
  return sign ? `s-${sign}` : `a-${suit}`;
};
const sameTitle = (row: Face[]) => row.every((face) => (face.title ?? face.name) === (row[0]?.title ?? row[0]?.name));
/** What a row of the board is called; cards with names of their own are Knights, Queens, or just a number. */
function rankName(row: Face[], letter: string): string {
  const name = sameTitle(row) ? (row[0]?.title ?? row[0]?.name ?? "") : (row[0]?.name ?? "").split(" of ")[0]!;
  return name === letter ? "" : capital(name);
}

/** Cards as a board: a row for each rank, a column for each suit; what has no suit stands below. */
function CardPicker({
  faces,
  count,
  onPick,
}: {
  faces: Face[];
  count: (code: string) => number;
  onPick: (code: string) => void;
}) {
  const suits = [...new Set(faces.flatMap((face) => (face.suit ? [face.suit] : [])))];
  const ranks = [...new Set(faces.flatMap((face) => (face.suit && face.letter ? [face.letter] : [])))];
  const rest = faces.filter((face) => !face.suit);
  const key = (face: Face) => {
    const item = { ...face, id: 0, kind: "card" } as Item;
    const animal = animalOf(item);
    const n = count(face.code!);
    return (
      <button
        key={face.code}
        type="button"
        class={`pc ${hueClass(item)} ${n ? "on" : ""}`}
        aria-label={`${capital(face.name!)}${n ? `, ${n} taken` : ""}`}
        onClick={() => onPick(face.code!)}
      >
        <Thing item={item} width={34} plain />
        {animal && <Drawing name={`a-${animal}`} box="0 0 64 64" width={24} height={24} />}
        {n > 0 && <i class="n">{n > 1 ? n : <Icon name="check" size={14} />}</i>}
      </button>
    );
  };
  return (
    <div
      class={`pickgrid matrix ${suits.length > 6 ? "broad" : ""}`}
      role="group"
      aria-label="All the cards"
      style={{ "--suits": String(suits.length) } as Record<string, string>}
    >
      {suits.length > 0 && <span aria-hidden="true" />}
      {suits.map((suit) => (
        <span key={suit} class="psuit" aria-hidden="true">
          <Drawing name={signOf(suit)} box="0 0 64 64" width={26} height={26} />
          <span>{suit}</span>
        </span>
      ))}
      {ranks.map((letter) => {
        const row = faces.filter((face) => face.suit && face.letter === letter);
        return [
          <span key={letter} class="prank" aria-hidden="true">
            <b>{sameTitle(row) ? (row[0]?.number ?? letter) : letter}</b> <span>{rankName(row, letter)}</span>
          </span>,
          ...row.map(key),
        ];
      })}
      {rest.length > 0 && <span aria-hidden="true" />}
      {rest.map(key)}
    </div>
  );
}

function DicePicker({ onPick }: { onPick: (face: string) => void }) {
  return (
    <div class="pickgrid dicepick" role="group" aria-label="All the faces of a die">
      {[1, 2, 3, 4, 5, 6].map((face) => (
        <button key={face} type="button" class="pc" aria-label={`Add a ${face}`} onClick={() => onPick(String(face))}>
          <Thing item={{ id: 0, kind: "die", face }} width={48} plain />
        </button>
      ))}
    </div>
  );
}

function WordPicker({
  words,
  title,
  chosen,
  onPick,
}: {
  words: sc.Word[];
  title: string;
  chosen?: string[];
  onPick: (word: string) => void;
}) {
  return (
    <div class="wordpick" role="group" aria-label={title}>
      {words.map(({ word, title: said }) => (
        <button
          key={word}
          type="button"
          class={`chipb ${chosen?.includes(word) ? "on" : ""}`}
          aria-pressed={chosen ? chosen.includes(word) : undefined}
          onClick={() => onPick(word)}
        >
          {capital(said)}
        </button>
      ))}
    </div>
  );
}

/** First what, then where. */
function PairPicker({ field, onPick }: { field: Field; onPick: (pair: string) => void }) {
  const [what, setWhat] = useState<string>();
  return (
    <div class="pickgrid pairs">
      <WordPicker words={field.words ?? []} title="What" chosen={what ? [what] : []} onPick={setWhat} />
      <span class="soft">{what ? "on" : "Choose what, then where."}</span>
      {what && (
        <WordPicker
          words={field.places ?? []}
          title="Where"
          onPick={(where) => {
            onPick(`${what}@${where}`);
            setWhat(undefined);
          }}
        />
      )}
    </div>
  );
}

/* ----------------------------------------------------------- what lies there */

interface Laid {
  field: Field;
  text: string;
  form: Form;
  width: number;
  /** The cell or pile that the next pick goes to; undefined if another field is picked for. */
  at?: number;
  onAim: (at: number) => void;
  onRemove: (at: number) => void;
}

const wellTitle = (field: Field) => (field.max === 1 ? `Choose: ${field.label}` : `Pick for: ${field.label}`);

function OneCode({
  code,
  faces,
  width,
  name,
  onClick,
}: {
  code: string;
  faces: Face[];
  width: number;
  name: string;
  onClick: () => void;
}) {
  const item = itemOf(faces, code);
  return (
    <button type="button" class="slotbtn" aria-label={`${name} ${item ? capital(item.name!) : code}`} onClick={onClick}>
      {item ? (
        <Thing item={item} width={width} plain />
      ) : (
        <span class={`well written ${code.length > 1 ? "odd" : ""}`} style={size(width)}>
          {code}
        </span>
      )}
    </button>
  );
}

function LaidList({ field, text, form, width: wide, at, onAim, onRemove }: Laid) {
  const dice = field.kind === "dice";
  const items = dice ? sc.diceOf(text) : sc.codesOf(text);
  const width = dice ? Math.round(wide * 0.64) : field.max > 7 ? Math.round(wide * 0.62) : wide;
  const wells = Math.max(0, field.max > 7 ? Number(items.length < field.max) : field.max - items.length);
  return (
    <div class="hrow">
      {items.map((code, i) =>
        dice && /^[1-6]$/.test(code) ? (
          <button
            key={i}
            type="button"
            class="slotbtn"
            aria-label={`Take away the ${code}`}
            onClick={() => onRemove(i)}
          >
            <Thing item={{ id: 0, kind: "die", face: Number(code) }} width={width} plain />
          </button>
        ) : (
          <OneCode key={i} code={code} faces={form.faces} width={width} name="Take away" onClick={() => onRemove(i)} />
        ),
      )}
      {Array.from({ length: wells }, (_, i) => (
        <button
          key={`w${i}`}
          type="button"
          class={`slotbtn ${at !== undefined && i === 0 ? "on" : ""}`}
          tabIndex={i ? -1 : 0}
          aria-label={wellTitle(field)}
          aria-pressed={at !== undefined}
          onClick={() => onAim(0)}
        >
          <span class={`well ${dice ? "square" : ""}`} style={size(width)}>
            {i === 0 && <Icon name="plus" size={Math.min(22, width / 2)} />}
          </span>
        </button>
      ))}
    </div>
  );
}

function LaidRows({ field, text, form, width, at, onAim, onRemove }: Laid) {
  const wide = field.wide ?? 1;
  const cell = Math.round(width * 0.72);
  return (
    <div class="cells" style={{ gridTemplateColumns: `repeat(${wide},${cell}px)` }}>
      {sc.cellsOf(text, field).map((code, i) => {
        const where = `Row ${Math.floor(i / wide) + 1}, column ${(i % wide) + 1}`;
        const item = itemOf(form.faces, code);
        return (
          <button
            key={i}
            type="button"
            class={`slotbtn ${at === i ? "on" : ""}`}
            aria-pressed={at === i}
            aria-label={`${where}: ${item ? capital(item.name!) : code || "empty"}`}
            onClick={() => (at === i && code ? onRemove(i) : onAim(i))}
          >
            {item ? (
              <Thing item={item} width={cell} plain />
            ) : (
              <span class={`well ${code ? "written" : ""}`} style={size(cell)}>
                {code || (at === i && <Icon name="plus" size={20} />)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function LaidPiles({ field, text, form, width, at, onAim, onRemove }: Laid) {
  const piles = sc.pilesOf(text);
  const card = Math.round(width * 0.6);
  let seen = 0;
  const shown = at !== undefined && at >= piles.length ? [...piles, []] : piles;
  return (
    <div class="lpiles">
      {shown.map((pile, p) => (
        <div key={p} class={`lpile ${at === p ? "on" : ""}`} role="group" aria-label={`Pile ${p + 1}`}>
          <div class="hrow">
            {pile.map((code) => {
              const i = seen++;
              return (
                <OneCode
                  key={i}
                  code={code}
                  faces={form.faces}
                  width={card}
                  name={`Pile ${p + 1}, take away`}
                  onClick={() => onRemove(i)}
                />
              );
            })}
            <button
              type="button"
              class={`slotbtn ${at === p ? "on" : ""}`}
              aria-pressed={at === p}
              aria-label={`${wellTitle(field)}, pile ${p + 1}`}
              onClick={() => onAim(p)}
            >
              <span class="well" style={size(card)}>
                <Icon name="plus" size={18} />
              </span>
            </button>
          </div>
        </div>
      ))}
      <button
        type="button"
        class="chipb"
        onClick={() => onAim(piles[piles.length - 1]?.length ? piles.length : piles.length - 1)}
      >
        <Icon name="plus" size={16} /> New pile
      </button>
    </div>
  );
}

function LaidPairs({ field, text, at, onAim, onRemove }: Laid) {
  const title = (words: sc.Word[] | undefined, word = "") =>
    words?.find((w) => w.word === word.toUpperCase())?.title ?? word;
  return (
    <div class="wordpick">
      {sc.codesOf(text).map((pair, i) => {
        const [what, where] = pair.split("@");
        return (
          <button
            key={i}
            type="button"
            class="chipb on"
            aria-label={`Take away ${title(field.words, what)} on ${title(field.places, where)}`}
            onClick={() => onRemove(i)}
          >
            {capital(title(field.words, what))} on {title(field.places, where)} <Icon name="x" size={14} />
          </button>
        );
      })}
      <button
        type="button"
        class={`chipb ${at !== undefined ? "aim" : ""}`}
        aria-pressed={at !== undefined}
        aria-label={`Add: ${field.label}`}
        onClick={() => onAim(0)}
      >
        <Icon name="plus" size={16} /> Add
      </button>
    </div>
  );
}

/** A card of another hand. */
function FromField({
  field,
  text,
  form,
  hands,
  onWrite,
}: {
  field: Field;
  text: string;
  form: Form;
  hands: KeptHand[];
  onWrite: (text: string) => void;
}) {
  const options = hands.flatMap((hand, h) =>
    [...new Set(sc.codesOf(hand.written[""] ?? ""))].map((code) => ({ value: `${h}:${code}`, hand, code })),
  );
  return (
    <label class="selw wood">
      <span class="vh">{field.label}</span>
      <select
        value={options.some((o) => o.value === text) ? text : ""}
        onChange={(event) => onWrite(event.currentTarget.value)}
      >
        <option value="">nothing</option>
        {options.map(({ value, hand, code }) => (
          <option key={value} value={value}>
            {capital(itemOf(form.faces, code)?.name ?? code)}, {hand.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/* ---------------------------------------------------------------- the page */

const zoneOf: Partial<Record<Field["kind"], (laid: Laid) => ComponentChildren>> = {
  cards: LaidList,
  dice: LaidList,
  rows: LaidRows,
  piles: LaidPiles,
  pairs: LaidPairs,
};

function Why({
  hand,
  score,
  form,
  soft,
  note,
  onClear,
  onCopy,
}: {
  hand: KeptHand;
  score: HandScore | undefined;
  form: Form | undefined;
  soft: string;
  note: string | undefined;
  onClear: () => void;
  onCopy: (() => void) | undefined;
}) {
  return (
    <aside class="slip why" aria-label="The points explained" aria-live="polite">
      <h2>{score && !form?.unit ? `${hand.name} has ${score.points}` : hand.name}</h2>
      {score ? (
        <>
          <ol>
            {score.parts.map((part, i) => {
              const card = form && sc.partCard(part.text, form.faces);
              return (
                <li key={i} class={card ? "withcard" : ""}>
                  {card && (
                    <span aria-hidden="true">
                      <Thing item={{ ...card.face, id: 0, kind: "card" } as Item} width={40} plain />
                    </span>
                  )}
                  <span class="lt">
                    {card ? (
                      <>
                        <b>{capital(card.face.name!)}</b> <span class="soft">{card.about}</span>
                      </>
                    ) : (
                      capital(part.text)
                    )}
                  </span>
                  {!form?.unit && <span class="lp">{part.points}</span>}
                </li>
              );
            })}
          </ol>
          {!form?.unit && (
            <div class="sum">
              <span>In all</span>
              <b>{score.points}</b>
            </div>
          )}
          {note && <p class="soft">{note}</p>}
        </>
      ) : (
        <p class="soft">{soft}</p>
      )}
      <div class="sbt">
        <button type="button" class="btn" onClick={onClear}>
          Clear this hand
        </button>
        <button type="button" class="btn brass" disabled={!onCopy} onClick={onCopy}>
          Copy the result
        </button>
      </div>
    </aside>
  );
}

export function Score() {
  const { welcome } = useStore(house.store);
  const games = welcome?.games ?? [];
  const [gameId, setGameId] = useState<string>();
  const game = games.find((g) => g.id === gameId) ?? games.find((g) => g.scores);
  const [values, setValues] = useState<OptionValues>({});
  const [form, setForm] = useState<Form>();
  const [hands, setHands] = useState<KeptHand[]>([newHand(1)]);
  const [at, setAt] = useState(0);
  const [common, setCommon] = useState<Written>({});
  const [aim, setAim] = useState<{ id: string; at: number }>({ id: "", at: 0 });
  const [scores, setScores] = useState<HandScore[]>();
  const [fault, setFault] = useState<Fault>();
  const [rules, setRules] = useState(false);
  const phone = usePhone();
  const options = game ? optionWords(game, values) : [];
  const optionQuery = options.map((option) => `option=${encodeURIComponent(option)}`).join("&");

  useEffect(() => {
    if (!game) return;
    setValues(usualValues(game));
    setHands([newHand(1)]);
    setAt(0);
    setCommon({});
  }, [game?.id]);

  useEffect(() => {
    setForm(undefined);
    if (!game?.scores) return;
    let gone = false;
    void fetch(`/api/score/${game.id}?${optionQuery}`)
      .then((answer) => answer.json() as Promise<Form & Partial<Fault>>)
      .then((next) => {
        if (gone) return;
        if (next.error) return setFault({ error: next.error });
        setForm(next);
        setHands((now) => [...now, ...Array.from({ length: next.least }, (_, i) => newHand(i + 1)).slice(now.length)]);
        setAim({ id: sc.idOf(sc.nextPick(next, {}, newHand(1))), at: 0 });
      });
    return () => {
      gone = true;
    };
  }, [game?.id, optionQuery]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key === "?" &&
        !(event.target as HTMLElement).matches("input, select") &&
        !document.querySelector("dialog[open]")
      )
        setRules(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  const query = form && sc.scoreQuery(form, common, hands, options);
  useEffect(() => {
    setFault(undefined);
    setScores(undefined);
    if (!query || !game) return;
    let gone = false;
    void fetch(`/api/score/${game.id}?${query}`)
      .then(async (answer) =>
        answer.ok
          ? ((await answer.json()) as { hands?: HandScore[] } & Partial<Fault>)
          : { error: await answer.text() },
      )
      .then((result) => {
        if (gone) return;
        if ("hands" in result) setScores(result.hands);
        setFault(result.error ? { ...result, error: result.error } : undefined);
      });
    return () => {
      gone = true;
    };
  }, [query, game?.id]);

  const hand = hands[at]!;
  const whole = form ? hands.filter((h) => sc.isWhole(h, form)) : [];
  const scoreOf = (h: KeptHand) => scores?.[whole.indexOf(h)];
  const mine = scoreOf(hand);
  const wrong = fault?.hand === undefined ? undefined : whole[fault.hand];
  const writtenIn = (field: Field, h = hand) => (sc.isCommon(field) ? common : h.written)[sc.idOf(field)] ?? "";
  const write = (field: Field, text: string) => {
    const id = sc.idOf(field);
    const nextCommon = sc.isCommon(field) ? { ...common, [id]: text } : common;
    const nextHand = sc.isCommon(field) ? hand : { ...hand, written: { ...hand.written, [id]: text } };
    setCommon(nextCommon);
    setHands(hands.map((h, i) => (i === at ? nextHand : h)));
    return sc.nextPick(form!, nextCommon, nextHand);
  };
  const aimed = form?.fields.find((field) => sc.idOf(field) === aim.id) ?? form?.fields[0];
  const pick = (word: string) => {
    if (!aimed) return;
    const text = sc.withPicked(aimed, writtenIn(aimed), word, aim.at);
    const next = write(aimed, text);
    if (aimed.kind === "rows") setAim({ id: aim.id, at: Math.min(aimed.max - 1, aim.at + 1) });
    else if (sc.isFull(aimed, text)) setAim({ id: sc.idOf(next), at: 0 });
  };
  const faultAt = (field: Field) => {
    if (!fault) return undefined;
    if (fault.key !== undefined)
      return fault.key === field.key && (fault.hand === undefined || wrong === hand) ? fault.error : undefined;
    return !field.key && wrong === hand ? fault.error : undefined;
  };
  const need = form && sc.missing(form, common, hand);
  const soft = fault
    ? wrong && wrong !== hand
      ? `${wrong.name}: ${fault.error}`
      : fault.error
    : need
      ? `${need.about}.`
      : "";
  const variants = game?.options.filter((option) => !option.money) ?? [];
  const width = phone ? 52 : 92;
  /** What a hand has; one that has a name is called by it. */
  const saidOf = (score: HandScore) => (form?.unit ? capital(score.parts[0]?.text ?? "") : `${score.points}`);
  const ranked = hands.flatMap((h) => {
    const score = scoreOf(h);
    return score ? [{ name: h.name, place: score.place, said: saidOf(score) }] : [];
  });
  const copy = () =>
    void navigator.clipboard?.writeText(
      `${game?.title}\n${ranked.map((h) => `${h.name}: ${h.said} (${sc.placeWords(h.place)})`).join("\n")}`,
    );
  const tabWords = (h: KeptHand) => {
    const score = scoreOf(h);
    if (score) return `${saidOf(score)}, ${sc.placeWords(score.place)}`;
    if (h === wrong) return "not right";
    const field = form?.fields[0];
    if (!field) return "";
    const n = sc.countOf(field, writtenIn(field, h));
    return field.max > 14 || field.min === 0 ? `${n}` : `${n} of ${field.max}`;
  };
  const example = () => {
    const { common: lying, written } = sc.exampleOf(form!);
    setCommon(lying);
    setHands(hands.map((h, i) => (i === at || form!.least > 1 ? { ...h, written } : h)));
  };
  const clear = () => {
    setHands(hands.map((h, i) => (i === at ? { ...h, written: {} } : h)));
    setAim({ id: "", at: 0 });
  };
  const zone = (field: Field) => {
    const id = sc.idOf(field);
    const text = writtenIn(field);
    const Laid = zoneOf[field.kind];
    const bad = faultAt(field);
    return (
      <div
        key={id}
        class={`zone sfield ${id === aim.id ? "on" : ""} ${bad ? "bad" : ""}`}
        role="group"
        aria-label={field.label}
        data-field={id || "hand"}
      >
        {field.key ? (
          <span class="zlabel">{field.label}</span>
        ) : (
          <span class="handname">
            <input
              aria-label="Name of this hand"
              value={hand.name}
              maxLength={24}
              onInput={(event) =>
                setHands(hands.map((h, i) => (i === at ? { ...h, name: event.currentTarget.value } : h)))
              }
            />
            <span class="zlabel">{field.label}</span>
          </span>
        )}
        {Laid ? (
          <Laid
            field={field}
            text={text}
            form={form!}
            width={width}
            at={id === aim.id ? aim.at : undefined}
            onAim={(next) => setAim({ id, at: next })}
            onRemove={(item) => {
              write(field, sc.withoutItem(field, text, item));
              if (field.kind !== "piles") setAim({ id, at: field.kind === "rows" ? item : 0 });
            }}
          />
        ) : field.kind === "words" ? (
          <WordPicker
            words={field.words ?? []}
            title={field.about}
            chosen={sc.codesOf(text)}
            onPick={(word) => write(field, sc.withPicked(field, text, word, 0))}
          />
        ) : (
          <FromField field={field} text={text} form={form!} hands={hands} onWrite={(next) => write(field, next)} />
        )}
        {bad && <p class="fault">{bad}</p>}
      </div>
    );
  };
  const taken = aimed
    ? aimed.kind === "rows"
      ? sc.cellsOf(writtenIn(aimed), aimed)
      : aimed.kind === "piles"
        ? sc.pilesOf(writtenIn(aimed)).flat()
        : sc.codesOf(writtenIn(aimed))
    : [];
  return (
    <div class="page score">
      <Bar
        title="Score-keeper"
        phase="For a real table with real cards"
        tools={[
          { icon: "book", name: "Rules", shortcut: "?", onClick: () => setRules(true) },
          { icon: "back", name: "To the door", onClick: () => go("/") },
        ]}
      />
      <main class="sk">
        <div class="opt3">
          <label class="selw wood">
            <span>Game</span>
            <select value={game?.id} onChange={(event) => setGameId(event.currentTarget.value)}>
              {games.map((g) => (
                <option key={g.id} value={g.id}>
                  {g.title}
                </option>
              ))}
            </select>
          </label>
          {game?.scores &&
            variants.map((option) =>
              option.type === "flag" ? (
                <label key={option.name} class="check onwood" title={option.about}>
                  <input
                    type="checkbox"
                    checked={!!values[option.name]}
                    onChange={(event) =>
                      setValues(sc.switched(game, values, option.name, event.currentTarget.checked ? 1 : 0))
                    }
                  />
                  {optionTitle(option)}
                </label>
              ) : (
                <label key={option.name} class="selw wood" title={option.about}>
                  <span>{optionTitle(option)}</span>
                  {option.type === "word" ? (
                    <select
                      value={values[option.name] ?? option.usual}
                      onChange={(event) =>
                        setValues(sc.switched(game, values, option.name, Number(event.currentTarget.value)))
                      }
                    >
                      {optionValues(option).map(([value, said]) => (
                        <option key={value} value={value}>
                          {said}
                        </option>
                      ))}
                    </select>
                  ) : (
                    <input
                      type="number"
                      min={option.lo}
                      max={option.hi}
                      value={values[option.name] ?? option.usual}
                      onChange={(event) =>
                        setValues(
                          sc.switched(
                            game,
                            values,
                            option.name,
                            Math.max(option.lo, Math.min(option.hi, Math.round(Number(event.currentTarget.value)))),
                          ),
                        )
                      }
                    />
                  )}
                </label>
              ),
            )}
        </div>
        <section class="hands" aria-label="Hands">
          {game && !game.scores && (
            <p class="slip noscore">
              {game.title} has no hands to score: {game.no_scores}.
            </p>
          )}
          {game?.scores && (
            <div class="tabs">
              {hands.map((h, i) => (
                <button
                  key={i}
                  type="button"
                  class={`tab ${i === at ? "on" : ""}`}
                  aria-pressed={i === at}
                  onClick={() => setAt(i)}
                >
                  <b>{h.name}</b>
                  <span>{tabWords(h)}</span>
                </button>
              ))}
              {hands.length < 10 && (
                <button
                  type="button"
                  class="tab add"
                  onClick={() => {
                    setHands([...hands, newHand(hands.length + 1)]);
                    setAt(hands.length);
                    setAim({ id: "", at: 0 });
                  }}
                >
                  <Icon name="plus" size={20} />
                  <span>Add a hand</span>
                </button>
              )}
            </div>
          )}
          {form && aimed && (
            <>
              <div class={`layrow ${aimed.kind === "rows" ? "beside" : ""}`}>
                <div class="tableau">{sc.laidOut(form).map(zone)}</div>
                {aimed.kind === "dice" && <DicePicker onPick={pick} />}
                {(aimed.kind === "cards" || aimed.kind === "rows" || aimed.kind === "piles") && (
                  <CardPicker
                    faces={form.faces}
                    count={(code) => taken.filter((x) => x.toLowerCase() === code.toLowerCase()).length}
                    onPick={pick}
                  />
                )}
                {aimed.kind === "pairs" && <PairPicker field={aimed} onPick={pick} />}
              </div>
              {aimed.kind === "rows" && aimed.words && (
                <WordPicker words={aimed.words} title="Letters that will do" onPick={pick} />
              )}
              {sc.isPicked(aimed) && (
                <div class="writeline">
                  <label>
                    <span>{aimed.label}, in writing</span>
                    <input
                      value={writtenIn(aimed)}
                      placeholder={aimed.example}
                      spellcheck={false}
                      autocomplete="off"
                      autocapitalize="off"
                      onInput={(event) => write(aimed, event.currentTarget.value)}
                    />
                  </label>
                  <button type="button" class="btn" onClick={example}>
                    Show an example
                  </button>
                </div>
              )}
            </>
          )}
          {!game && <p class="opts-line">Calling the house…</p>}
          {game?.scores && !form && fault && <p class="slip noscore">{fault.error}</p>}
        </section>
        {game?.scores && (
          <Why
            hand={hand}
            score={mine}
            form={form}
            soft={soft}
            note={sc.shareWords(ranked)}
            onClear={clear}
            onCopy={scores && copy}
          />
        )}
      </main>
      {rules && game && <RulesSheet game={game.id} title={game.title} onClose={() => setRules(false)} />}
    </div>
  );
}
