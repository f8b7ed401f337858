// The whole table as a View says it: bar, seats, centre, your place, and what stands at the foot.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Counter, Person, View, Zone } from "../view/types.ts";
import { fitCentre, isLarge, othersInOrder, placeSeats, zoneThing, type Thing as Sized } from "../view/layout.ts";
import { capital, isPot, personName, seatCounters } from "../view/names.ts";
import { litItems, type Selection, touchItem } from "../view/choices.ts";
import { CoinPile, Drawing } from "./art.tsx";
import { Hand } from "./Hand.tsx";
import { useBox, usePhone } from "./measure.ts";
import { Seat } from "./Seat.tsx";
import { noTouch, TouchContext, type Touch } from "./touch.ts";
import { ZoneView } from "./zones.tsx";

interface Props {
  view: View;
  people: (Person | undefined)[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** No choices can be made: watching, replaying, or it is over. */
  still?: boolean;
  bar: ComponentChildren;
  tale?: ComponentChildren;
  foot: ComponentChildren;
  /** Beside the table, on a wide screen. */
  side?: ComponentChildren;
  onSeat?: (seat: number) => void;
}

const keyOf = (zone: Zone) => `${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}`;

/**
 * Yours: the fan, or without one the first row, is your hand. Other rows lie beside your plaque if you hold a fan, else in
 * the centre, where you look. Boards of your own (grid, groups) are the centre of the table.
 */
export function sortZones(view: View) {
  const mine = view.zones.filter((zone) => zone.owner !== null && zone.owner === view.viewer);
  const hand = mine.find((zone) => zone.layout === "fan") ?? mine.find((zone) => zone.layout === "row");
  const rest = mine.filter((zone) => zone !== hand);
  const aside = rest.filter((zone) => zone.layout === "track" || (hand?.layout === "fan" && (zone.layout === "row" || zone.layout === "stack")));
  const centre = [...view.zones.filter((zone) => zone.owner === null), ...rest.filter((zone) => !aside.includes(zone))];
  const of = (seat: number) => view.zones.filter((zone) => zone.owner === seat && seat !== view.viewer);
  return { hand, aside, centre, of };
}

function TableCounter({ counter, phone }: { counter: Counter; phone: boolean }) {
  const value = counter.word ?? counter.value ?? 0;
  const pot = isPot(counter);
  return (
    <div class="zone tablecount" data-pot={pot ? "" : undefined}>
      {pot && (counter.value ?? 0) > 20 && <Drawing name="pot" box="0 0 96 56" width={phone ? 72 : 104} height={phone ? 42 : 61} />}
      {pot && (counter.value ?? 0) > 0 && (counter.value ?? 0) <= 20 && <CoinPile n={counter.value!} width={phone ? 34 : 44} />}
      <span class="potn">{value}</span>
      <span class="zlabel">{capital(counter.name)}</span>
    </div>
  );
}

interface CentreProps {
  view: View;
  zones: Zone[];
  counters: Counter[];
  owner: (seat: number) => string;
}

function Centre({ view, zones, counters, owner }: CentreProps) {
  const phone = usePhone();
  const [ref, box] = useBox<HTMLDivElement>({ w: 320, h: 240 });
  const hub = zones.some((zone) => zone.layout === "ring") ? counters[0] : undefined;
  const gap = phone ? 14 : zones.length + counters.length > 4 ? 26 : 48;
  const things: Sized[] = [...zones.map(zoneThing), ...counters.filter((c) => c !== hub).map(() => ({ w: () => (phone ? 76 : 108), h: () => (phone ? 92 : 124) }))];
  const inset = phone ? 4 : 24;
  const card = fitCentre(things, { w: box.w - inset * 2, h: box.h - inset }, gap, phone ? 120 : 150);
  const small = !zones.some(isLarge);
  return (
    <div class="centre" ref={ref} style={{ "--gap": `${gap}px` } as JSX.CSSProperties}>
      {small && <div class="inlay" />}
      {zones.map((zone) => (
        <ZoneView
          key={keyOf(zone)}
          zone={zone}
          card={card}
          owner={zone.owner === null ? undefined : owner(zone.owner)}
          counters={zone.layout === "track" ? trackCounters(view, zone) : undefined}
          hub={
            zone.layout === "ring" && hub ? (
              <>
                <span class="potn">{hub.word ?? hub.value}</span>
                <span class="zlabel">{capital(hub.name)}</span>
              </>
            ) : undefined
          }
        />
      ))}
      {counters.filter((counter) => counter !== hub).map((counter) => (
        <TableCounter key={counter.name} counter={counter} phone={phone} />
      ))}
    </div>
  );
}

const trackCounters = (view: View, zone: Zone) =>
  zone.owner === null ? view.counters.filter((c) => c.owner === null && !isPot(c) && c.value !== undefined) : seatCounters(view, zone.owner).others;

export function Board({ view, people, selection, onSelect, still, bar, tale, foot, side, onSeat }: Props) {
  const phone = usePhone();
  const { hand, aside, centre, of } = useMemo(() => sortZones(view), [view]);
  const large = centre.some(isLarge);
  const others = othersInOrder(view.seats, view.viewer);
  const placed = placeSeats(others, large);
  const tableTrack = centre.some((zone) => zone.layout === "track" && zone.owner === null);
  const counters = view.counters.filter((c) => c.owner === null && (!tableTrack || isPot(c)) && !(isPot(c) && !c.value));
  // A large board has the centre to itself: piles and sums stand in the right rail, on a phone as words in a corner.
  const ringed = centre.some((zone) => zone.layout === "ring");
  const besides = large ? centre.filter((zone) => zone.layout === "stack") : [];
  const sums = large ? counters.slice(ringed ? 1 : 0) : [];
  const rail = !phone && besides.length + sums.length > 0 && (
    <div class="rail">
      {besides.map((zone) => (
        <ZoneView key={keyOf(zone)} zone={zone} card={104} />
      ))}
      {sums.map((counter) => (
        <TableCounter key={counter.name} counter={counter} phone={false} />
      ))}
    </div>
  );
  const nameOf = (seat: number) => personName(people[seat], seat, view.viewer);
  const touch: Touch = useMemo(() => {
    if (still || !view.choices.length) return noTouch;
    const lit = litItems(view.choices);
    return {
      lit,
      picked: new Set(selection.picked),
      onTouch: (id) => onSelect(touchItem(view.choices, selection, id)),
    };
  }, [view, selection, still]);
  const seat = (index: number) => (
    <Seat key={index} view={view} seat={index} person={people[index]} zones={of(index)} onOpen={onSeat && (() => onSeat(index))} />
  );
  const boards = centre.some((zone) => isLarge(zone) && zone.layout !== "effects");
  const [handHeight, setHandHeight] = useState(0);
  useEffect(() => {
    // The hand takes a share of the window's height; the centre gives way first, but not to nothing.
    const measure = () => setHandHeight(Math.round(Math.min(phone ? 150 : 224, innerHeight * (phone ? 0.185 : boards ? 0.2 : 0.25))));
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [phone, boards]);
  const strip = { "--seats": Math.min(5, others.length) } as JSX.CSSProperties;
  return (
    <TouchContext.Provider value={touch}>
      <div class={`app ${side ? "with-side" : ""} ${view.viewer === null ? "watching" : ""}`}>
        {bar}
        <main class={`table ${large ? "rails" : "shoe"} ${others.length > 7 ? "crowded" : ""}`}>
          <div class="strip" style={strip}>
            {phone ? (
              others.map(seat)
            ) : (
              <>
                <div class="left">{placed.left.map(seat)}</div>
                <div class="top">{placed.top.map(seat)}</div>
                <div class="right">
                  {placed.right.map(seat)}
                  {rail}
                </div>
              </>
            )}
          </div>
          <Centre view={view} zones={centre.filter((zone) => !besides.includes(zone))} counters={counters.filter((c) => !sums.includes(c))} owner={nameOf} />
          {phone && besides.length + sums.length > 0 && (
            <p class="chips">
              {besides.map((zone) => (
                <span key={keyOf(zone)} data-zone={keyOf(zone)}>
                  {capital(zone.name)} <b>{zone.size}</b>
                </span>
              ))}
              {sums.map((counter) => (
                <span key={counter.name} data-pot={isPot(counter) ? "" : undefined}>
                  {capital(counter.name)} <b>{counter.word ?? counter.value}</b>
                </span>
              ))}
            </p>
          )}
        </main>
        {side}
        <section class="own" aria-label={view.viewer === null ? "What happened" : "Your place"} style={{ "--handh": `${handHeight}px` } as JSX.CSSProperties}>
          <div class="talebox">{tale}</div>
          {hand ? <Hand zone={hand} /> : <div class="handbox empty" />}
          {view.viewer !== null && (
            <div class="me">
              {aside.map((zone) => (
                <ZoneView
                  key={keyOf(zone)}
                  zone={zone}
                  card={phone ? 40 : 56}
                  owner="You"
                  counters={zone.layout === "track" ? trackCounters(view, zone) : undefined}
                />
              ))}
              <Seat view={view} seat={view.viewer} person={people[view.viewer]} tracked={aside.some((zone) => zone.layout === "track")} />
            </div>
          )}
        </section>
        {foot}
      </div>
    </TouchContext.Provider>
  );
}
