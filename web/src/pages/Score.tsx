// The score-keeper for a real table with real cards: pick what each hand holds, read what it is worth and why.
import { useEffect, useState } from "preact/hooks";
import type { Item } from "../view/types.ts";
import { capital } from "../view/names.ts";
import { optionTitle, optionWords, type OptionValues, usualValues } from "../view/options.ts";
import { type HandScore, isWhole, type KeptHand, placeWords, scoreQuery, type Shape } from "../view/scoring.ts";
import { house } from "../net/house.ts";
import { useStore } from "../net/store.ts";
import { Bar } from "../paint/Bar.tsx";
import { Drawing, Icon } from "../paint/art.tsx";
import { animalOf, hueClass } from "../paint/CardFace.tsx";
import { usePhone } from "../paint/measure.ts";
import { Thing } from "../paint/Thing.tsx";
import { RulesSheet } from "../sheets/tableSheets.tsx";
import { go } from "../route.ts";

type Slot = "hand" | "common" | "card";

function CardPicker({ faces, count, onPick }: { faces: Shape["faces"]; count: (code: string) => number; onPick: (code: string) => void }) {
  return (
    <div class="pickgrid" role="group" aria-label="All the cards">
      {faces.map((face) => {
        const item = { ...face, id: 0, kind: "card" } as Item;
        const animal = animalOf(item);
        const n = count(face.code!);
        return (
          <button key={face.code} type="button" class={`pc ${hueClass(item)} ${n ? "on" : ""}`} aria-label={`${capital(face.name!)}${n ? `, ${n} taken` : ""}`} onClick={() => onPick(face.code!)}>
            <Thing item={item} width={34} plain />
            {animal && <Drawing name={`a-${animal}`} box="0 0 64 64" width={24} height={24} />}
            {n > 0 && <i class="n">{n > 1 ? n : <Icon name="check" size={14} />}</i>}
          </button>
        );
      })}
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

export function Score() {
  const { welcome } = useStore(house.store);
  const games = (welcome?.games ?? []).filter((g) => g.scores);
  const [gameId, setGameId] = useState<string>();
  const game = games.find((g) => g.id === gameId) ?? games[0];
  const [shape, setShape] = useState<Shape>();
  const [values, setValues] = useState<OptionValues>({});
  const [hands, setHands] = useState<KeptHand[]>([{ name: "Hand 1", items: [] }]);
  const [at, setAt] = useState(0);
  const [common, setCommon] = useState<string>();
  const [slot, setSlot] = useState<Slot>("hand");
  const [scores, setScores] = useState<HandScore[]>();
  const [fault, setFault] = useState<string>();
  const [rules, setRules] = useState(false);
  const phone = usePhone();

  useEffect(() => {
    if (!game) return;
    setShape(undefined);
    setValues(usualValues(game));
    setHands([{ name: "Hand 1", items: [] }]);
    setAt(0);
    setCommon(undefined);
    void fetch(`/api/score/${game.id}`).then(async (answer) => {
      if (!answer.ok) return;
      const next = (await answer.json()) as Shape;
      setShape(next);
      setSlot(next.common ? "common" : "hand");
    });
  }, [game?.id]);

  const options = game ? optionWords(game, values) : [];
  const query = shape && scoreQuery(hands, shape, common, options);
  useEffect(() => {
    setFault(undefined);
    setScores(undefined);
    if (!query || !game) return;
    let gone = false;
    void fetch(`/api/score/${game.id}?${query}`)
      .then((answer) => answer.json() as Promise<{ hands?: HandScore[]; error?: string }>)
      .then((result) => {
        if (gone) return;
        setScores(result.hands);
        setFault(result.error);
      });
    return () => {
      gone = true;
    };
  }, [query, game?.id]);

  const hand = hands[at]!;
  const whole = shape ? hands.filter((h) => isWhole(h, shape)) : [];
  const scoreOf = (h: KeptHand) => scores?.[whole.indexOf(h)];
  const mine = scoreOf(hand);
  const change = (next: KeptHand) => setHands(hands.map((h, i) => (i === at ? next : h)));
  const faceItem = (code: string, id: number): Item => ({ ...(shape?.faces.find((f) => f.code === code) ?? {}), id, kind: "card" }) as Item;
  const pick = (code: string) => {
    if (slot === "common") {
      setCommon(code);
      setSlot("hand");
    } else if (slot === "card") {
      change({ ...hand, card: code });
      setSlot("hand");
    } else if (shape && hand.items.length < shape.max) change({ ...hand, items: [...hand.items, code] });
  };
  const remove = (index: number) => change({ ...hand, items: hand.items.filter((_, i) => i !== index) });
  const flags = game?.options.filter((option) => option.type === "flag") ?? [];
  const width = phone ? 52 : 92;
  const copy = () => {
    const lines = hands.flatMap((h) => {
      const score = scoreOf(h);
      return score ? [`${h.name}: ${score.points} (${placeWords(score.place)})`] : [];
    });
    void navigator.clipboard?.writeText(`${game?.title}\n${lines.join("\n")}`);
  };
  const place = (which: Slot, title: string, code: string | undefined) => (
    <div class="zone kz">
      <span class="zlabel">{title}</span>
      <button type="button" class={`slotbtn ${slot === which ? "on" : ""}`} aria-pressed={slot === which} aria-label={code ? `${title}: ${capital(faceItem(code, 0).name ?? code)}, change it` : `Choose: ${title}`} onClick={() => setSlot(which)}>
        {code ? <Thing item={faceItem(code, 0)} width={width} plain /> : <span class="well" style={{ "--cw": `${width}px` } as Record<string, string>}>?</span>}
      </button>
    </div>
  );
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
          {flags.map((option) => (
            <label key={option.name} class="check onwood" title={option.about}>
              <input type="checkbox" checked={!!values[option.name]} onChange={(event) => setValues({ ...values, [option.name]: event.currentTarget.checked ? 1 : 0 })} />
              {optionTitle(option.name)}
            </label>
          ))}
        </div>
        <section class="hands" aria-label="Hands">
          <div class="tabs">
            {hands.map((h, i) => {
              const score = scoreOf(h);
              return (
                <button key={i} type="button" class={`tab ${i === at ? "on" : ""}`} aria-pressed={i === at} onClick={() => setAt(i)}>
                  <b>{h.name}</b>
                  <span>{score ? `${score.points}, ${placeWords(score.place)}` : shape ? `${h.items.length} of ${shape.max}` : ""}</span>
                </button>
              );
            })}
            {hands.length < 10 && (
              <button type="button" class="tab add" onClick={() => { setHands([...hands, { name: `Hand ${hands.length + 1}`, items: [] }]); setAt(hands.length); setSlot("hand"); }}>
                <Icon name="plus" size={20} />
                <span>Add a hand</span>
              </button>
            )}
          </div>
          {shape && (
            <>
              <div class="tableau">
                {shape.common && place("common", capital(shape.common), common)}
                <div class={`zone hz ${slot === "hand" ? "on" : ""}`}>
                  <label class="handname">
                    <span class="vh">Name of this hand</span>
                    <input value={hand.name} maxLength={24} onInput={(event) => change({ ...hand, name: event.currentTarget.value })} />
                  </label>
                  <div class="hrow">
                    {hand.items.map((code, i) => (
                      <button key={i} type="button" class="slotbtn" aria-label={`Take away ${shape.dice ? `the ${code}` : capital(faceItem(code, 0).name ?? code)}`} onClick={() => remove(i)}>
                        {shape.dice ? <Thing item={{ id: 0, kind: "die", face: Number(code) }} width={phone ? 40 : 60} plain /> : <Thing item={faceItem(code, 0)} width={width} plain />}
                      </button>
                    ))}
                    {Array.from({ length: Math.max(0, shape.max - hand.items.length) }, (_, i) => (
                      <span key={`w${i}`} class={`well ${shape.dice ? "square" : ""}`} style={{ "--cw": `${shape.dice ? (phone ? 40 : 60) : width}px` } as Record<string, string>} />
                    ))}
                  </div>
                </div>
                {shape.card && place("card", capital(shape.card), hand.card)}
              </div>
              {shape.dice && slot === "hand" ? (
                <DicePicker onPick={pick} />
              ) : (
                <CardPicker faces={shape.faces} count={(code) => (slot === "common" ? Number(common === code) : slot === "card" ? Number(hand.card === code) : hand.items.filter((x) => x === code).length)} onPick={pick} />
              )}
            </>
          )}
          {!shape && <p class="opts-line">{game ? "This game has no hands to score." : "Calling the house…"}</p>}
        </section>
        <aside class="slip why" aria-label="The points explained" aria-live="polite">
          <h2>{mine ? `${hand.name} has ${mine.points}` : hand.name}</h2>
          {mine ? (
            <>
              <ol>
                {mine.parts.map((part, i) => (
                  <li key={i}>
                    <span class="lt">{capital(part.text)}</span>
                    <span class="lp">{part.points}</span>
                  </li>
                ))}
              </ol>
              <div class="sum">
                <span>Sum</span>
                <b>{mine.points}</b>
              </div>
            </>
          ) : (
            <p class="soft">{fault ?? (slot === "common" && shape?.common ? `First choose the ${shape.common} that lies on the table.` : shape ? `Choose ${shape.min === shape.max ? shape.max : `${shape.min} to ${shape.max}`} ${shape.dice ? "dice" : "cards"}.` : "")}</p>
          )}
          <div class="sbt">
            <button type="button" class="btn" onClick={() => change({ ...hand, items: [], card: undefined })}>
              Clear this hand
            </button>
            <button type="button" class="btn brass" disabled={!scores} onClick={copy}>
              Copy the result
            </button>
          </div>
        </aside>
      </main>
      {rules && game && <RulesSheet game={game.id} title={game.title} onClose={() => setRules(false)} />}
    </div>
  );
}
