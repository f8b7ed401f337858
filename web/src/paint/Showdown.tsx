// The end of a hand in the middle of the table: a lane for each hand by place, points on the items that earn them.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Item, Person, View, Zone } from "../view/types.ts";
import { capital, numberWord, personName, pointsWords, resultSpoken } from "../view/names.ts";
import { scoreWords, seatCounters, zoneLabel } from "../view/names.ts";
import {
  canBeWired,
  isGrid,
  isNarrow,
  laneForm,
  type Lane,
  type LaneForm,
  type LaneSize,
  laneSize,
  longRow,
  perRow,
  reasonOf,
  showdownOf,
} from "../view/showdown.ts";
import { CoinPile, Candle, Drawing, Mark } from "./art.tsx";
import { useBox, useGivingWay, useMedia } from "./measure.ts";
import { Thing } from "./Thing.tsx";

interface Props {
  view: View;
  people: (Person | undefined)[];
  bar: ComponentChildren;
  foot: ComponentChildren;
  /** Back to the table as it lies. */
  onTable?: () => void;
}

const signed = (n: number) => (n > 0 ? `+${n}` : scoreWords(n));
const widthOf = (item: Item, card: number) => (item.kind === "die" ? Math.round(card * 0.72) : card);

/** An item, with what it brings written on its lower edge. */
function Shown({ item, card, chip, set }: { item: Item; card: number; chip?: number; set?: boolean }) {
  return (
    <span class={`shown ${set ? "set" : ""}`}>
      <Thing item={item} width={widthOf(item, card)} plain upright />
      {chip !== undefined && <span class={`cpt ${chip ? "" : "z"}`}>{chip ? signed(chip) : 0}</span>}
    </span>
  );
}

function ShownGrid({ zone, card, lane }: { zone: Zone; card: number; lane: Lane }) {
  const [w, h] = [zone.w ?? 1, zone.h ?? 1];
  const covers = new Map(zone.items.slice(w * h).map((item) => [item.depth ?? 0, item]));
  return (
    <div class="sgrid" style={{ gridTemplateColumns: `repeat(${w}, ${card}px)` }}>
      {zone.items.slice(0, w * h).map((below, i) => {
        const item = covers.get(i) ?? below;
        return <Shown key={item.id} item={item} card={card} chip={lane.earned.get(item.id) || undefined} />;
      })}
    </div>
  );
}

interface LaneProps {
  lane: Lane;
  view: View;
  person: Person | undefined;
  form: LaneForm;
  size: LaneSize;
  narrow: boolean;
  /** Its place in the order of uncovering. */
  turn: number;
  onOpen?: () => void;
}

function LaneRow({ lane, view, person, form, size: { card, stacked }, narrow, turn, onOpen }: LaneProps) {
  const { result, wires, items } = lane;
  const name = personName(person, result.seat, view.viewer);
  const { money } = seatCounters(view, result.seat);
  const win = result.place === 1;
  const part = !win && !!result.won;
  const wired = form === "wires" && canBeWired(lane, narrow);
  const had = money?.value !== undefined && (
    <>
      <span>had {money.value - result.net},</span> <span>has {money.value}</span>
    </>
  );
  const head = (
    <>
      <span class={`rankno ${win || part ? "" : "n"}`}>
        {(win || part) && <Drawing name="medal" box="0 0 48 60" />}
        <b>{result.place}</b>
      </span>
      <span class="nm1">
        <span class="nmtext">{name}</span>
        {person?.bot && <span class="tagb">bot</span>}
      </span>
      <span class="st2">{had}</span>
    </>
  );
  const told = form === "pointed" && wires.length > 3 ? wires.slice(0, 2) : wires;
  let bead = 0;
  return (
    <li
      class={["lane", form, isGrid(lane) && "gridded", stacked && "stacked", win && "win", part && "part"]
        .filter(Boolean)
        .join(" ")}
      style={
        {
          "--n": items.length,
          "--row": perRow(items.length, narrow),
          "--lw": `${card}px`,
          "--turn": turn,
        } as JSX.CSSProperties
      }
      data-seat={result.seat}
    >
      <span class="vh">{resultSpoken(result, name, view.unit)}</span>
      {onOpen ? (
        <button type="button" class="party" aria-expanded={form !== "tight"} onClick={onOpen}>
          {head}
        </button>
      ) : (
        <div class="party" aria-hidden="true">
          {head}
        </div>
      )}
      <div class={`show ${wired ? "" : "loose"}`}>
        {isGrid(lane)
          ? lane.zones.map((zone) =>
              zone.layout === "grid" ? <ShownGrid key={zone.name} zone={zone} card={card} lane={lane} /> : null,
            )
          : items.map((item, i) => (
              <Shown
                key={item.id}
                item={item}
                card={card}
                chip={wired || view.unit ? undefined : lane.earned.get(item.id)}
                set={items.length > longRow && i > 0 && reasonOf(lane, item) !== reasonOf(lane, items[i - 1]!)}
              />
            ))}
        {!items.length && !!result.won && <span class="unshown">hand not shown</span>}
        {wired &&
          wires.map((wire) => (
            <div class="wire" key={wire.text} aria-hidden="true">
              {items.map((item, i) =>
                wire.beads.has(item.id) ? (
                  <i
                    key={item.id}
                    class="bead"
                    style={{ gridColumn: i + 1, "--bead": bead++ } as unknown as JSX.CSSProperties}
                  >
                    {view.unit || wire.beads.get(item.id) === undefined ? "" : scoreWords(wire.beads.get(item.id)!)}
                  </i>
                ) : null,
              )}
              {narrow && <span class="wtext">{wire.text}</span>}
            </div>
          ))}
      </div>
      {form !== "tight" && (
        <ul class="ptx" aria-hidden="true">
          {told.map((wire) => (
            <li key={wire.text}>
              {!view.unit && <b>{signed(wire.points)}</b>}
              {!(wired && narrow) && <span>{wire.text}</span>}
            </li>
          ))}
          {told.length < wires.length && <li>and {numberWord(wires.length - told.length)} more</li>}
          {(!wired || (view.unit && !narrow)) &&
            lane.notes.slice(0, Math.max(0, 4 - told.length)).map((note) => <li key={note}>{note}</li>)}
        </ul>
      )}
      {result.points !== undefined && (
        <div class="pts" aria-hidden="true">
          <b>{scoreWords(result.points)}</b>
          <span>{pointsWords(result.points, view.unit).split(" ")[1]}</span>
        </div>
      )}
      {(money || result.net !== result.points) && (
        <div class={`take ${result.net > 0 ? "" : "lose"}`} aria-hidden="true">
          {result.won ? <Drawing name="pot" box="0 0 96 56" width={84} height={49} /> : null}
          {signed(result.net)}
          {lane.took.length > 0 && form !== "tight" && <small>{lane.took.join(", ")}</small>}
        </div>
      )}
      {win && <Candle class="cand flick" />}
    </li>
  );
}

/** Motion can be skipped by anything one does. */
function useUncovering(key: unknown): boolean {
  const [still, setStill] = useState(false);
  useEffect(() => {
    setStill(false);
    const skip = () => setStill(true);
    const events = ["pointerdown", "keydown"] as const;
    for (const event of events) addEventListener(event, skip, { once: true });
    return () => {
      for (const event of events) removeEventListener(event, skip);
    };
  }, [key]);
  return still;
}

export function Showdown({ view, people, bar, foot, onTable }: Props) {
  const shown = useMemo(() => showdownOf(view), [view]);
  const [open, setOpen] = useState<number>();
  const [box, size] = useBox<HTMLOListElement>({ w: 800, h: 600 });
  const measured = useMemo(() => ({}), [view, size.w, open]);
  const [main, level] = useGivingWay<HTMLElement>(measured, 5, (area) => area.scrollHeight > area.clientHeight + 1);
  const still = useUncovering(view);
  const desk = useMedia("(min-width: 1100px)");
  if (!shown) return null;
  const { lanes, gone, common, pots, said } = shown;
  const beside = common.length + pots.length + said.length > 0;
  const nameOf = (seat: number) => personName(people[seat], seat, view.viewer);
  const rows = lanes.map((lane, i) => {
    const form = open === lane.result.seat ? "wires" : laneForm(i, lanes.length, level, size.w);
    const turn = lanes.length - 1 - i;
    // One that was opened can be closed, whatever the window has become meanwhile.
    const more = open === lane.result.seat || laneForm(i, lanes.length, level, size.w) !== "wires";
    return (
      <LaneRow
        key={lane.result.seat}
        lane={lane}
        view={view}
        person={people[lane.result.seat]}
        form={form}
        size={laneSize(lane, form, i === 0, level, size.w, desk)}
        narrow={isNarrow(size.w)}
        turn={turn}
        onOpen={more ? () => setOpen(open === lane.result.seat ? undefined : lane.result.seat) : undefined}
      />
    );
  });
  // It may have to scroll: with nothing in it that keys reach, they reach it.
  const empty = rows.every((row) => !row.props.onOpen);
  return (
    <div class={`app sd ${still ? "still" : ""} ${lanes.length < 3 ? "few" : ""}`}>
      {bar}
      <main class={`sdm lv${level} ${beside ? "" : "bare"}`} ref={main} tabIndex={empty ? 0 : -1}>
        {beside && (
          <aside class="com" aria-label="What was common, and the pots">
            {common.map((zone) => (
              <div class="zone kz" key={zone.name} role="group" aria-label={zoneLabel(zone)}>
                <div class="hrow">
                  {zone.items.map((item) => (
                    <Thing
                      key={item.id}
                      item={item}
                      width={widthOf(item, size.w < 620 ? 44 : zone.items.length > 1 ? 58 : size.w < 1000 ? 84 : 118)}
                      plain
                    />
                  ))}
                </div>
                <span class="zlabel" aria-hidden="true">
                  {zoneLabel(zone)}
                </span>
              </div>
            ))}
            <ul class="plist">
              {said.map((note) => (
                <li key={note}>{note}</li>
              ))}
              {pots.map((pot) => (
                <li key={pot.name}>
                  <CoinPile n={pot.coins} width={34} />
                  <span>
                    <b>
                      {capital(pot.name)} {pot.coins}
                    </b>{" "}
                    {pot.to ? `to ${pot.to.map(nameOf).join(", ").replace("You", "you")}` : "to be played for again"}
                  </span>
                </li>
              ))}
            </ul>
          </aside>
        )}
        <ol class="lanes" ref={box}>
          {rows}
          <li class="gone">
            {gone.map((result) => (
              <span key={result.seat} class="one">
                <Mark seat={result.seat} />
                <b>{nameOf(result.seat)}</b> {seatCounters(view, result.seat).status?.word ?? "not shown"},{" "}
                {signed(result.net)}
              </span>
            ))}
            {onTable && (
              <button type="button" class="lnk onwood" onClick={onTable}>
                Look at the table
              </button>
            )}
          </li>
        </ol>
      </main>
      {foot}
    </div>
  );
}
