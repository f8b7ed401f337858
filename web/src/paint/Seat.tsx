// A seat: plaque with name, house mark and counters; the seat's own zones beside it.
import type { Person, View, Zone } from "../view/types.ts";
import { capital, clockWords, isPiece, isToken, isTurn, personName } from "../view/names.ts";
import { scoreWords, seatCounters, seatSpoken } from "../view/names.ts";
import { Candle, Coin, CoinPile, Drawing, Face, faceOf, Mark } from "./art.tsx";
import { useGrowth, useMedia, useSmall } from "./measure.ts";
import { Slate } from "./Slate.tsx";
import { Thing } from "./Thing.tsx";
import { Goods, isHeap, OpenCards } from "./wares.tsx";
import { pegSymbol, pegTint, Track, ZoneView } from "./zones.tsx";

interface Props {
  view: View;
  seat: number;
  person: Person | undefined;
  /** Its zones, painted small; none for your own seat, whose zones have their own place. */
  zones?: Zone[];
  /** A lit place of an assignment, or a way to enlarge the zones. */
  onOpen?: () => void;
  /** Its counters stand on a track beside it. */
  tracked?: boolean;
  /** What its things are worth stands with them. */
  stashed?: boolean;
  /** There is little room: what lies before it is painted as tiles. */
  dense?: boolean;
  /** What it has just said. */
  said?: string;
  /** What it has just done. */
  deed?: string;
}

const allHidden = (zone: Zone) =>
  zone.items.length > 0 && zone.items.every((item) => item.kind === "card" && item.hidden && !item.others_know);
export const zoneKey = (zone: Zone) => `${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}`;

/** Face-down cards in hand: their backs show behind the plaque. */
function Backs({ zone }: { zone: Zone }) {
  const n = Math.min(zone.items.length, 9);
  return (
    <span class="backs" role="img" aria-label={`${zone.name}: ${zone.size} face-down cards`} data-zone={zoneKey(zone)}>
      {zone.items.slice(0, n).map((item, k) => (
        <span
          key={item.id}
          class="fanned"
          aria-hidden="true"
          style={{ transform: `rotate(${(k - (n - 1) / 2) * 5}deg)` }}
        >
          <Thing item={item} width={30} plain />
        </span>
      ))}
    </span>
  );
}

/** A zone of another seat: small cards, tiles on a phone, little dice. */
export function MiniZone({ zone, view, dense }: { zone: Zone; view: View; dense: boolean }) {
  const phone = useSmall();
  const grown = useGrowth();
  const low = useMedia("(max-height: 820px)");
  if (zone.layout === "track")
    return <Track zone={zone} card={0} counters={seatCounters(view, zone.owner ?? 0).others} small />;
  if (!zone.items.length) return null;
  if (zone.room || isHeap(zone)) return <Goods zone={zone} />;
  if (zone.items.some((item) => item.note)) return <OpenCards zone={zone} />;
  const dice = zone.items.some((item) => item.kind === "die");
  if (zone.layout === "grid")
    return <ZoneView zone={zone} card={(phone ? 24 : low || dense ? 26 : 34 * grown) / 0.72} labelled={false} />;
  const shown = zone.layout === "stack" ? zone.items.slice(0, 1) : zone.items;
  const card = isToken(zone) ? 22 : phone ? 28 : dense ? 26 : Math.round((shown.length > 6 ? 36 : 42) * grown);
  const pieces = shown.every(isPiece);
  return (
    <span
      class={`mini ${dice ? "kept" : ""} ${shown.length > 5 ? "many" : ""}`}
      role="group"
      aria-label={zone.name}
      title={capital(zone.name)}
      data-zone={zoneKey(zone)}
    >
      {pieces && (
        <span class="mininame" aria-hidden="true">
          {zone.name}
        </span>
      )}
      {shown.map((item) => (
        <Thing
          key={item.id}
          item={item}
          upright
          width={
            pieces
              ? phone
                ? 20
                : 24
              : item.kind === "die"
              ? phone
                ? 15
                : 22
              : item.kind === "card" && item.hidden
                ? phone
                  ? 15
                  : dense
                    ? 18
                    : 26
                : card
          }
        />
      ))}
      {zone.layout === "stack" && <b class="minicount">{zone.size}</b>}
      {zone.layout === "stack" && !phone && (
        <span class="mininame" aria-hidden="true">
          {zone.name}
        </span>
      )}
    </span>
  );
}

/** What a plaque ends with: what lies before the seat, the candle of the turn, who began, a way to enlarge it. */
export function PlaqueEnd(props: {
  view: View;
  seat: number;
  person: Person | undefined;
  zones: Zone[];
  turn: boolean;
  dense: boolean;
  /** Pixels of the mark of who began. */
  token: number;
  onOpen?: (() => void) | undefined;
}) {
  const { view, seat, person, zones, turn, dense, token, onOpen } = props;
  return (
    <>
      {zones.length > 0 && (
        <span class="minis">
          {zones.map((zone) => (
            <MiniZone key={zoneKey(zone)} zone={zone} view={view} dense={dense} />
          ))}
        </span>
      )}
      {turn && <Candle class="lit flick" />}
      {view.start === seat && (
        <Drawing class="first tok-bone" name="t-first" box="0 0 40 40" width={token} height={token} />
      )}
      {onOpen && (
        <button
          type="button"
          class="enlarge"
          aria-label={`Enlarge what lies before ${personName(person, seat, view.viewer)}`}
          onClick={onOpen}
        />
      )}
    </>
  );
}

export function Seat({ view, seat, person, zones = [], onOpen, tracked, stashed, dense = false, said, deed }: Props) {
  const { money, bet, status, role, others: all } = seatCounters(view, seat);
  const face = faceOf(role);
  const pegs = zones.flatMap((zone) => (zone.layout === "track" ? zone.items.map((item) => item.text) : []));
  const others = all.filter((counter) => !pegs.includes(counter.name) && (!stashed || !counter.running));
  const onTrack = all.filter((counter) => pegs.includes(counter.name));
  const turn = isTurn(view, seat);
  const folded = status?.word === "folded" || status?.word === "sits out";
  const hand = zones.find((zone) => zone.layout === "fan" && allHidden(zone));
  const rest = zones.filter((zone) => zone !== hand);
  const away = person && !person.bot && (!person.here || person.deserted);
  return (
    <article
      class={`seat${turn ? " is-turn" : ""}${folded ? " is-folded" : ""}`}
      aria-label={seatSpoken(view, seat, person)}
      data-seat={seat}
    >
      {hand && <Backs zone={hand} />}
      {(said ?? deed) && (
        <span class={`bub ${said ? "" : "deed"}`} aria-hidden="true">
          {said ?? deed}
        </span>
      )}
      <div class="plaque">
        {face ? <Face of={face} /> : <Mark seat={seat} />}
        <span class="nm1">
          <span class="nmtext">{personName(person, seat, view.viewer)}</span>
          {role && <span class="asrole">{role}</span>}
          {person?.bot && <span class="tagb">{person.hasty ? "bot, in haste" : "bot"}</span>}
          {person?.bought && <Slate times={person.bought} />}
        </span>
        <span class="st">
          {away ? (
            <span class="away">
              {person.deserted
                ? "a bot plays on"
                : person.awayMs
                  ? `away, bot in ${clockWords(person.awayMs)}`
                  : "away"}
            </span>
          ) : turn && seat !== view.viewer && view.window ? (
            <span>asked</span>
          ) : turn && seat !== view.viewer ? (
            <>
              <span class="dots">
                <i />
                <i />
                <i />
              </span>
              <span class="w2">thinking</span>
            </>
          ) : view.sealed.includes(seat) && !view.over && !view.window ? (
            <span>{view.talks ? "is quiet" : "has chosen"}</span>
          ) : status ? (
            <>
              <b>{status.word}</b>
              {money && <span> {money.value}</span>}
            </>
          ) : money ? (
            <>
              <Coin />
              <b>{money.value}</b>
              <span class="w">{money.name}</span>
            </>
          ) : (
            <b>{scoreWords(view.scores[seat] ?? 0)}</b>
          )}
        </span>
        {!tracked && others.length > 0 && (
          <span class="meters">
            {others.map((c) => (
              <span key={c.name}>
                {c.name} <b>{c.value}</b>
              </span>
            ))}
          </span>
        )}
        {onTrack.length > 0 && (
          <span class="ontrack" aria-hidden="true">
            {onTrack.map((c, i) => (
              <span key={c.name}>
                <Drawing name={pegSymbol(c.name, i)} box="0 0 32 40" class={pegTint(i)} width={13} height={16} />
                <b>{c.value}</b>
              </span>
            ))}
          </span>
        )}
        <PlaqueEnd
          {...{ view, seat, person, turn, dense }}
          zones={rest}
          onOpen={rest.some((zone) => zone.items.length > 0) ? onOpen : undefined}
          token={28}
        />
      </div>
      {bet && bet.value! > 0 && (
        <span class="bet">
          <span class="vh">bet </span>
          <CoinPile n={bet.value!} />
          {bet.value}
        </span>
      )}
    </article>
  );
}
