// Seats with a portrait and two numbers that must not meet: the others' plaques, your own place, and who to be.
import type { JSX } from "preact";
import type { Selection } from "../view/choices.ts";
import { type Duo, duoOf, figureChoices, guestSpoken, lettersOf, ofSide, pendingOf } from "../view/guests.ts";
import { placeOfSide, sideOf, tokensOf } from "../view/guests.ts";
import { isDone, isOnTurn, sideNumber, signed, takenFigures, wouldMeet } from "../view/guests.ts";
import { capital, clockWords, isMoney, personName, seatCounters, seatSpoken, zoneSpoken } from "../view/names.ts";
import { tileTitle } from "../view/standings.ts";
import type { Person, View, Zone } from "../view/types.ts";
import { Candle, Coin, Drawing, Face, faceOf, Icon, symbolNames } from "./art.tsx";
import { useRoving } from "./roving.ts";
import { isLying, Lying, Tokens } from "./Lying.tsx";
import { PlaqueEnd, zoneKey } from "./Seat.tsx";
import { Slate } from "./Slate.tsx";
import { pegSymbol, pegTint } from "./zones.tsx";

/** A portrait; who has none of his own is told from others by the letters of his name. */
const FaceOf = ({ role, figure = role }: { role: string | undefined; figure?: string }) => {
  const face = faceOf(figure);
  return <Face of={face ?? "guest"} letters={role && !face ? lettersOf(role) : undefined} />;
};

/** The sign of a pile, by the first word of its name. */
const signOf = (zone: Zone) => (symbolNames.has(`i-${zone.name.split(" ")[0]}`) ? zone.name.split(" ")[0] : undefined);

const peg = (duo: Duo, which: "low" | "high", size: number) => (
  <Drawing
    name={pegSymbol(duo[which].name, duo[which].index)}
    box="0 0 32 40"
    class={pegTint(duo[which].index)}
    width={size}
    height={Math.round(size * 1.25)}
  />
);

/** From where to where something would go, as shares of the scale. */
function movesOf(duo: Duo, pending: Map<string, number>) {
  const [lo, hi] = [duo.zone.lo ?? 0, duo.zone.hi ?? 20];
  const at = (value: number) => ((Math.min(hi, Math.max(lo, value)) - lo) / Math.max(1, hi - lo)) * 100;
  const moves = (["low", "high"] as const).flatMap((which) => {
    const change = pending.get(duo[which].name) ?? 0;
    if (!change) return [];
    const [from, to] = [at(duo[which].value), at(duo[which].value + change)];
    return from === to ? [] : [{ which, to, left: Math.min(from, to), width: Math.abs(to - from) }];
  });
  return { low: at(duo.low.value), high: at(duo.high.value), moves };
}

/** Both on one scale, facing each other; what would change is hatched, and a pale peg stands where it would end. */
export function DuoTrack({ duo, pending }: { duo: Duo; pending: Map<string, number> }) {
  const { low, high, moves } = movesOf(duo, pending);
  const close = Math.abs(high - low) < 14;
  return (
    <span class={`duo ${close ? "close" : ""}`} aria-hidden="true">
      <span class="al" style={{ width: `${low}%` }} />
      <span class="fo" style={{ left: `${Math.min(low, high)}%`, width: `${Math.max(0, high - low)}%` }} />
      <span class="lo" style={{ left: `${high}%` }} />
      {moves.map((move) => (
        <span key={move.which} class="ch" style={{ left: `${move.left}%`, width: `${move.width}%` }} />
      ))}
      {moves.map((move) => (
        <i key={`g${move.which}`} class="gh" style={{ left: `${move.to}%` }}>
          <em />
          {peg(duo, move.which, 17)}
        </i>
      ))}
      <i style={{ left: `${low}%` }}>
        <em>{duo.low.value}</em>
        {peg(duo, "low", 17)}
      </i>
      <i style={{ left: `${high}%` }}>
        <em>{duo.high.value}</em>
        {peg(duo, "high", 17)}
      </i>
    </span>
  );
}

/** The same, large, with a hole for each step. */
function PegBoard({ duo, pending }: { duo: Duo; pending: Map<string, number> }) {
  const [lo, hi] = [duo.zone.lo ?? 0, duo.zone.hi ?? 20];
  const { low, high, moves } = movesOf(duo, pending);
  const told = (["high", "low"] as const).map((which) => `${duo[which].name} ${duo[which].value}`).join(", ");
  return (
    <div
      class="peg"
      role="img"
      aria-label={`${zoneSpoken(duo.zone, "You")}: ${told}, ${duo.high.value - duo.low.value} apart`}
      data-zone={zoneKey(duo.zone)}
    >
      <div class="rail">
        <div class="holes">
          {Array.from({ length: hi - lo + 1 }, (_, i) => (
            <i key={i} class={i % 5 === 0 ? "m" : ""} data-n={lo + i} />
          ))}
        </div>
        <div class="pins">
          <span class="gap" style={{ left: `${Math.min(low, high)}%`, width: `${Math.max(0, high - low)}%` }} />
          {moves.map((move) => (
            <span key={move.which} class="chg" style={{ left: `${move.left}%`, width: `${move.width}%` }} />
          ))}
          {moves.map((move) => (
            <span key={`g${move.which}`} class="pin gh" style={{ left: `${move.to}%` }}>
              {peg(duo, move.which, 24)}
            </span>
          ))}
          {(["low", "high"] as const).map((which) => (
            <span key={which} class="pin" style={{ left: `${which === "low" ? low : high}%` }}>
              {duo[which].value}
              {peg(duo, which, 24)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** So much is about to be gained or lost; what spares the seat is struck out. */
function Pending({ view, seat, duo }: { view: View; seat: number; duo: Duo }) {
  const pending = pendingOf(view, seat);
  const sum = (pending.get(duo.high.name) ?? 0) - (pending.get(duo.low.name) ?? 0);
  return sum ? (
    <span class={`pend ${sum > 0 ? "good" : ""}`} aria-hidden="true">
      {signed(sum)}
    </span>
  ) : null;
}

/** Potion Tokens that a side has left. */
const Potions = ({ n }: { n: number }) => (
  <span class="worded">
    Potions <b>{n}</b>
  </span>
);

interface Props {
  view: View;
  seat: number;
  person: Person | undefined;
  zones: Zone[];
  onOpen?: () => void;
  said?: string;
  deed?: string;
}

/** Whom one plays with, by a pennant with a number: its pattern is that of the side. */
export const SideMark = ({ n }: { n: number | undefined }) =>
  n === undefined ? null : (
    <span class={`sidemark s${n}`} aria-hidden="true" title={`Side ${n}`}>
      {n}
    </span>
  );

/** What one has done in the turn, with a mark. */
const Status = ({ word }: { word: string }) => {
  const done = isDone(word);
  return (
    <em class={done === undefined ? "" : done ? "done" : "open"}>
      {done && <Icon name="check" size={15} />}
      {word}
    </em>
  );
};

/** What a Boss has left of Actions. */
const actionsLeft = (n: number) => `${n || "no"} Action${n === 1 ? "" : "s"} left`;

const isHidden = (zone: Zone) => zone.items.every((item) => item.hidden);

export function Guest({ view, seat, person, zones, onOpen, said, deed }: Props) {
  const duo = duoOf(view, seat)!;
  const { status, role, part, others } = seatCounters(view, seat);
  const actions = others.find(({ name }) => name === "actions");
  /** What a side has together is told once. */
  const place = placeOfSide(view, seat);
  const whole = place === seat;
  const money = whole ? ofSide(view, seat, isMoney) : undefined;
  const potions = whole ? ofSide(view, seat, ({ name }) => name === "potions") : undefined;
  const pending = pendingOf(view, seat);
  const turn = isOnTurn(view, seat);
  /** Of a mate one sees it all: what it is one reads enlarged. */
  const mate = view.viewer !== null && sideOf(view, seat).includes(view.viewer);
  const hand = zones.find((zone) => zone.layout === "fan" && !zone.level);
  const seen = mate ? 0 : (hand?.items.filter((item) => !item.hidden).length ?? 0);
  const piles = zones.filter((zone) => zone.layout === "stack" && !zone.level && signOf(zone));
  /** What it shows in a game within the game; and the Actions of a Boss, to the end of the phase. */
  const shown = zones.filter(
    (zone) => (zone.level || zone.name === "actions") && zone.items.length > 0 && !isHidden(zone),
  );
  const lies = zones.filter((zone) => isLying(zone) && !shown.includes(zone));
  const inPlay = lies.reduce((sum, zone) => sum + zone.items.length, 0);
  const out = status?.word === "out";
  const asked = !!view.window && view.asked.includes(seat);
  const away = person && !person.bot && (!person.here || person.deserted);
  const meets = wouldMeet(duo, pending);
  return (
    <article
      class={`seat guest${turn ? " is-turn" : ""}${out ? " is-folded" : ""}${asked ? " is-asked" : ""}`}
      aria-label={guestSpoken(view, seat, seatSpoken(view, seat, person), [...(hand ? [hand] : []), ...piles])}
      data-seat={seat}
    >
      {(said ?? deed) && (
        <span class={`bub ${said ? "" : "deed"}`} aria-hidden="true">
          {said ?? deed}
        </span>
      )}
      <div class="plaque">
        <FaceOf role={role} />
        <span class="nm1">
          <SideMark n={sideNumber(view, seat)} />
          <span class="nmtext">{personName(person, seat, view.viewer)}</span>
          {role && <small class="asrole">{role}</small>}
          {part && (
            <span class="part">
              {part}
              {actions && <span>, {actionsLeft(actions.value ?? 0)}</span>}
            </span>
          )}
          {person?.bot && <span class="tagb">{person.hasty ? "bot, in haste" : "bot"}</span>}
          {person?.bought && <Slate times={person.bought} />}
        </span>
        <span class="meta">
          {money && (
            <span>
              <Coin />
              <b>{money.value}</b>
            </span>
          )}
          {!whole && <em>with {place === view.viewer ? "you" : seatCounters(view, place).role}</em>}
          {potions && <Potions n={potions.value ?? 0} />}
          {hand && (
            <span data-zone={zoneKey(hand)} class="cards">
              <Icon name="cards" size={17} />
              <b>{hand.size}</b>
            </span>
          )}
          {piles.map((zone) => (
            <span key={zoneKey(zone)} data-zone={zoneKey(zone)}>
              <Icon name={signOf(zone)!} size={17} />
              <b>{zone.size}</b>
            </span>
          ))}
          {away ? (
            <em>
              {person.deserted ? "a bot plays on" : person.awayMs ? `away, ${clockWords(person.awayMs)}` : "away"}
            </em>
          ) : meets && whole ? (
            <em class="narrow">would be out</em>
          ) : (
            status && !actions && <Status word={status.word!} />
          )}
        </span>
        {whole && (
          <>
            <span class="fa" aria-hidden="true">
              {(["low", "high"] as const).map((which) => (
                <b key={which}>
                  {peg(duo, which, 13)}
                  {duo[which].value}
                </b>
              ))}
            </span>
            <DuoTrack duo={duo} pending={pending} />
            <Pending view={view} seat={seat} duo={duo} />
          </>
        )}
        {lies.length + seen + tokensOf(view, seat, true).length > 0 && (
          <span class="lies">
            {seen > 0 && <span class="seenhand">{seen === hand!.size ? "Hand seen" : `${seen} in hand seen`}</span>}
            <Tokens some {...{ view, seat }} />
            {inPlay > 0 && <span class="few">{inPlay} in play</span>}
            {lies.map((zone) => (
              <Lying key={zoneKey(zone)} zone={zone} owner={personName(person, seat, view.viewer)} />
            ))}
          </span>
        )}
        <PlaqueEnd {...{ view, seat, person, turn, onOpen }} zones={shown} dense token={24} />
      </div>
    </article>
  );
}

/** Your own place: who you are, what you have, how far the two are apart. */
export function MyGuest({ view, person, zones, said }: { view: View; person?: Person; zones: Zone[]; said?: string }) {
  const seat = view.viewer!;
  const duo = duoOf(view, seat);
  const { status, role, part, others } = seatCounters(view, seat);
  const actions = others.find(({ name }) => name === "actions");
  const money = ofSide(view, seat, isMoney);
  const potions = ofSide(view, seat, ({ name }) => name === "potions");
  const piles = zones.filter((zone) => zone.layout === "stack");
  const pending = pendingOf(view, seat);
  const apart = duo ? duo.high.value - duo.low.value : 0;
  const after = duo && apart + (pending.get(duo.high.name) ?? 0) - (pending.get(duo.low.name) ?? 0);
  const turn = isOnTurn(view, seat);
  return (
    <div class={`myplace ${turn ? "is-turn" : ""}`} data-seat={seat}>
      {said && (
        <span class="bub" aria-hidden="true">
          {said}
        </span>
      )}
      <div
        class="mh"
        role="group"
        aria-label={guestSpoken(view, seat, seatSpoken(view, seat, person), piles)}
      >
        <FaceOf role={role} />
        <div>
          <b class="nm">
            <SideMark n={sideNumber(view, seat)} />
            {role ?? "You"} {part && <span class="part">{part}</span>}{" "}
            {turn && <Candle class="lit flick" width={16} height={26} />}
          </b>
          <span class="meta">
            {money && (
              <span>
                <Coin />
                <b>{money.value}</b>
                <span class="w">{money.name}</span>
              </span>
            )}
            {potions && <Potions n={potions.value ?? 0} />}
            {actions && <span>{actionsLeft(actions.value ?? 0)}</span>}
            <Tokens {...{ view, seat }} />
            {piles.map((zone) => {
              const sign = signOf(zone);
              return (
                <span key={zoneKey(zone)} data-zone={zoneKey(zone)} class={sign ? "" : "worded"}>
                  {sign ? <Icon name={sign} size={17} /> : `${capital(zone.name)} `}
                  <b>{zone.size}</b>
                </span>
              );
            })}
            {status && <Status word={status.word!} />}
          </span>
          {duo && status?.word !== "out" && (
            <span class={`apart ${after !== undefined && after <= 0 ? "narrow" : ""}`}>
              <b>{apart}</b> apart
              {after !== undefined && after !== apart && (after > 0 ? `, ${after} after this` : ", out after this")}
            </span>
          )}
        </div>
      </div>
      {duo && <PegBoard duo={duo} pending={pending} />}
    </div>
  );
}

interface TilesProps {
  view: View;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  nameOf: (seat: number) => string;
}

/** Who can be chosen, each with a portrait and a line; who is taken stands shaded at the end. */
export function GuestTiles({ view, selection, onSelect, nameOf }: TilesProps) {
  const indices = figureChoices(view.choices);
  const labels = indices.map((index) => view.choices[index]!.label);
  const rove = useRoving<HTMLDivElement>();
  const taken = takenFigures(view);
  return (
    <div class="centre gsm">
      <div class="gpl" role="radiogroup" aria-label={view.prompt ?? "Who are you?"} ref={rove.ref}
        onKeyDown={rove.onKeyDown}
      >
        {indices.map((index) => {
          const choice = view.choices[index]!;
          const on = selection.chosen === index;
          const figure = faceOf(choice.figure) ?? "guest";
          return (
            <button
              key={index}
              type="button"
              role="radio"
              class={`gp slip f-${figure} ${on ? "is-sel" : ""}`}
              aria-checked={on}
              data-item={`choice-${index}`}
              onClick={() => onSelect({ ...selection, chosen: on ? undefined : index })}
            >
              <FaceOf figure={choice.figure} role={choice.figure && tileTitle(choice.label, labels)} />
              <b>{tileTitle(choice.label, labels)}</b>
              {choice.about && <span>{choice.about}</span>}
            </button>
          );
        })}
        {taken.map(({ seat, name }) => (
          <span key={seat} class="gp slip is-off" role="img" aria-label={`${name} is taken by ${nameOf(seat)}`}>
            <FaceOf role={name} />
            <b aria-hidden="true">{name}</b>
            <em aria-hidden="true">{nameOf(seat)}</em>
          </span>
        ))}
      </div>
    </div>
  );
}

/** For a row of small faces: whose it is by portrait, else by the house mark. */
export const facePaint = (view: View, seat: number): JSX.Element => (
  <FaceOf role={seatCounters(view, seat).role} />
);
