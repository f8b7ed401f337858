// The whole table as a View says it: bar, seats, centre, your place, and what stands at the foot.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Counter, Item, Person, View, Zone } from "../view/types.ts";
import {
  fitCentre,
  type Gathered,
  gatherRing,
  groupsOf,
  groupWorth,
  headsOf,
  isGauge,
  isLarge,
  isOffer,
  linesOfWords,
  othersInOrder,
  placeSeats,
  zoneThing,
  type Thing as Sized,
} from "../view/layout.ts";
import type { Deeds } from "../view/deeds.ts";
import { areGuests, cardInQuestion, duoOf, figureChoices, handWithin, isInStack, stackOf } from "../view/guests.ts";
import { isOpenPile } from "../view/sets.ts";
import { asLaid, type HandOrder, laidAnew, sortedHand } from "../view/hand.ts";
import { capital, isBetting, isPiece, isPot, isToken, itemName, personName } from "../view/names.ts";
import { seatCounters, withNames, zoneSpoken } from "../view/names.ts";
import { boardOfPlaces, givePlace, litItems, type Selection, touchItem, unplace } from "../view/choices.ts";
import { useGliding, useKeptHeight } from "../motion/glide.ts";
import { Coin, CoinPile, Drawing, faceOf } from "./art.tsx";
import { isDrawn } from "./CardFace.tsx";
import { useDragging } from "./drag.ts";
import { Guest, GuestTiles, MyGuest } from "./Guests.tsx";
import { Hall, Stash } from "./Hall.tsx";
import { Hand } from "./Hand.tsx";
import { isLying, Lying } from "./Lying.tsx";
import { useBox, useGivingWay, useGrowth, usePhone, useSmall } from "./measure.ts";
import { Seat } from "./Seat.tsx";
import { Sets } from "./Sets.tsx";
import { Happenings } from "./Stack.tsx";
import { isReadable, Thing } from "./Thing.tsx";
import { noTouch, TouchContext, type Touch } from "./touch.ts";
import { boardOf } from "../view/makes.ts";
import { isHeap } from "./wares.tsx";
import { Wishers, Workshop } from "./Workshop.tsx";
import { ZoneView } from "./zones.tsx";

interface Props {
  view: View;
  people: (Person | undefined)[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onChoose?: (index: number) => void;
  /** What was dragged onto the table is played, if that is one thing only. */
  onPlay?: (selection: Selection) => void;
  /** No choices can be made: watching, replaying, or it is over. */
  still?: boolean;
  bar: ComponentChildren;
  tale?: ComponentChildren;
  foot: ComponentChildren;
  /** Beside the table, on a wide screen. */
  side?: ComponentChildren;
  onSeat?: (seat: number) => void;
  /** What seats have just said. */
  said?: Map<number, string>;
  /** What seats have just done. */
  deeds?: Deeds;
  /** How your own hand lies. */
  order?: HandOrder;
}

/** What colours one's own cards: the portrait's hue. */
const faceClass = (view: View, seat: number) => `f-${faceOf(seatCounters(view, seat).role) ?? "guest"}`;

const keyOf = (zone: Zone) => `${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}`;

/**
 * Yours: the fan, or without one the first row, is your hand. Other rows lie beside your plaque if you hold a fan, else
 * in the centre, where you look; what belongs to something of the table always lies beside it. Boards of your own
 * (grid, groups) are the centre of the table. What is told to you alone is a slip beside your plaque. Tokens of your
 * own are a stash with numbers, and your pieces stand beside it.
 */
export function sortZones(view: View) {
  const offers = view.zones.filter(isOffer);
  const isMine = (zone: Zone) => zone.owner !== null && zone.owner === view.viewer;
  const mine = view.zones.filter((zone) => isMine(zone) && !offers.includes(zone));
  const stash = mine.find((zone) => zone.layout === "row" && isToken(zone));
  const band = stash ? mine.filter((zone) => zone.layout === "row" && zone !== stash && isPieces(zone)) : [];
  const cards = mine.filter((zone) => zone !== stash && !band.includes(zone));
  const hand = cards.find((zone) => zone.layout === "fan") ?? cards.find((zone) => zone.layout === "row");
  const rest = cards.filter((zone) => zone !== hand);
  const told = rest.filter(isTold);
  const aside = rest.filter(
    (zone) =>
      !told.includes(zone) &&
      (zone.layout === "track" ||
        zone.at !== undefined ||
        (hand?.layout === "fan" && (zone.layout === "row" || zone.layout === "stack"))),
  );
  const elsewhere = [...told, ...aside];
  const centre = [
    ...view.zones.filter((zone) => zone.owner === null && !offers.includes(zone)),
    ...rest.filter((zone) => !elsewhere.includes(zone)),
  ];
  const of = (seat: number) =>
    view.zones.filter((zone) => zone.owner === seat && seat !== view.viewer && !offers.includes(zone));
  return { hand, stash, band, aside, told, centre, offers, of };
}

function TableCounter({ counter, phone }: { counter: Counter; phone: boolean }) {
  const value = counter.word ?? counter.value ?? 0;
  const pot = isPot(counter);
  return (
    <div class="zone tablecount" data-pot={pot ? "" : undefined}>
      {pot && (counter.value ?? 0) > 20 && (
        <Drawing name="pot" box="0 0 96 56" width={phone ? 72 : 104} height={phone ? 42 : 61} />
      )}
      {pot && (counter.value ?? 0) > 0 && (counter.value ?? 0) <= 20 && (
        <CoinPile n={counter.value!} width={phone ? 34 : 44} />
      )}
      <span class="potn">{value}</span>
      <span class="zlabel">{capital(plain(counter.name))}</span>
    </div>
  );
}

/** Nothing but pieces that stand; without any it is called like one that has some. */
const isPieces = (zone: Zone) => !!zone.noun && !isToken(zone) && zone.items.every(isPiece);
/** A zone of nothing but words. */
const isWords = (zone: Zone) => zone.items.length > 0 && zone.items.every((item) => item.kind === "text");
/** What a hosting game has laid out in words, such as the variants chosen, is not part of the game under way. */
const isHostsWords = (zone: Zone, view: View) => isWords(zone) && (zone.level ?? 0) < view.games.length - 1;
/** Names that can be typed are joined by dashes; eyes do without. */
const plain = (name: string) => name.replace(/-/g, " ");
const wordsOf = (zone: Zone, between = ", ") => zone.items.map((item) => plain(item.text ?? "")).join(between);
const isSentences = (zone: Zone) => isWords(zone) && zone.items.every((item) => item.text?.endsWith("."));
/** Of a pile how many it has, and what lies on top if that is open. */
function pileWords(zone: Zone): string {
  const top = zone.items[0];
  const open = zone.layout === "stack" && top?.kind === "card" && !top.hidden;
  if (isWords(zone)) return wordsOf(zone);
  return open ? `${zone.size}, ${top.noun || top.text ? top.name : itemName(top)} on top` : `${zone.size}`;
}

/** Sentences, and cards that they speak of. */
const isTold = (zone: Zone) => zone.layout === "row" && zone.items.some((item) => item.kind === "text");
/** Cards of a slip in one row; the more there are the smaller. */
const stripCard = (cards: number, phone: boolean, full: boolean) =>
  full ? 26 : phone ? (cards > 8 ? 30 : 36) : cards > 8 ? 36 : 42;

/**
 * What is told to you alone: the first sentence is the news, the rest what could come of it. Cards that it speaks of
 * lie below it in a strip, each with what it is there.
 */
function Told({ zone, phone, full }: { zone: Zone; phone: boolean; full: boolean }) {
  const [news, ...more] = zone.items.filter((item) => item.kind === "text");
  const cards = zone.items.filter((item) => item.kind !== "text");
  const width = stripCard(cards.length, phone, full);
  const words = (item: Item | undefined) => item && <p data-item={item.id}>{item.text}</p>;
  return (
    <div class="slip told" role="group" aria-label={zoneSpoken(zone, "You")} data-zone={keyOf(zone)}>
      {words(news)}
      {cards.length > 0 && (
        <ul class="bks" aria-label="Its cards">
          {cards.map((item) => (
            <li key={item.id} data-item={item.id}>
              <Thing item={item} width={width} plain upright />
              {item.note && <small>{item.note}</small>}
            </li>
          ))}
        </ul>
      )}
      {more.map(words)}
    </div>
  );
}

/** Piles and sums as words, where there is no room to draw them. */
function Chips({ zones, counters }: { zones: Zone[]; counters: Counter[] }) {
  return (
    <p class="chips">
      {zones.map((zone) => (
        <span key={keyOf(zone)} data-zone={keyOf(zone)}>
          {isSentences(zone) ? wordsOf(zone, " ") : [`${capital(zone.name)} `, <b key="what">{pileWords(zone)}</b>]}
        </span>
      ))}
      {counters.map((counter) => (
        <span key={counter.name} data-pot={isPot(counter) ? "" : undefined}>
          {isPot(counter) && <Coin />} {capital(plain(counter.name))} <b>{counter.word ?? counter.value}</b>
        </span>
      ))}
    </p>
  );
}

interface CentreProps {
  view: View;
  zones: Zone[];
  counters: Counter[];
  gathered: Gathered | undefined;
  owner: (seat: number) => string;
}

function Centre({ view, zones: all, counters: sums, gathered, owner }: CentreProps) {
  const phone = useSmall();
  const grown = useGrowth();
  const [ref, box] = useBox<HTMLDivElement>({ w: 320, h: 240 });
  const room = { w: box.w - (phone ? 8 : 48), h: box.h - (phone ? 4 : 34) };
  const sumSize = { w: () => (phone ? 76 : 108), h: () => (phone ? 106 : 124) };
  const labelled = (zone: Zone) => !(phone && zone.layout === "grid");
  const sized = (zones: Zone[], counters: Counter[]): Sized[] => [
    ...zones.map((zone) => zoneThing(zone, labelled(zone), phone ? 0 : takersOf(view, zone).length)),
    ...counters.map(() => sumSize),
  ];
  /** What is not drawn is told in lines of words below. */
  const toldHeight = (zones: Zone[], counters: Counter[]) => {
    const words = [
      ...all
        .filter((zone) => !zones.includes(zone))
        .map((zone) => `${zone.name} ${pileWords(zone)}`),
      ...loose
        .filter((counter) => !counters.includes(counter))
        .map((counter) => `${counter.name} ${counter.word ?? counter.value}`),
    ];
    return linesOfWords(words, box.w) * 31;
  };
  const fits = (zones: Zone[], counters: Counter[], gap: number, least?: number) =>
    fitCentre(
      sized(zones, counters),
      { w: room.w, h: room.h - toldHeight(zones, counters) },
      gap,
      phone ? 120 : 150 * grown,
      least,
    );
  const hub = all.some((zone) => zone.layout === "ring") ? (sums.find(isPot) ?? sums[0]) : undefined;
  const loose = sums.filter((counter) => counter !== hub);
  const wide = phone ? 14 : all.length + loose.length > 4 ? 26 : 48;
  // Where not everything can be drawn, sums are told in words, then piles too; the rest then shrinks as far as it must.
  const things = all.filter((zone) => !isHostsWords(zone, view) && !(isSentences(zone) && zone.layout === "row"));
  const ways: { zones: Zone[]; counters: Counter[]; gap: number }[] = [
    { zones: things, counters: loose, gap: wide },
    { zones: things, counters: loose.filter(isPot), gap: wide },
    { zones: things, counters: [], gap: wide },
  ];
  const drawn = ways.find((way) => fits(way.zones, way.counters, way.gap));
  const { zones, counters, gap } = drawn ?? {
    zones: things.filter((zone) => zone.layout !== "stack"),
    counters: [],
    gap: 10,
  };
  const told = {
    zones: all.filter((zone) => !zones.includes(zone)),
    counters: loose.filter((counter) => !counters.includes(counter)),
  };
  const card = (zones.length && fits(zones, counters, gap, drawn ? undefined : 24)) || (zones.length ? 24 : 36);
  const small = !all.some(isLarge);
  return (
    <div class={`centre ${drawn ? "" : "tight"}`} ref={ref} style={{ "--gap": `${gap}px` } as JSX.CSSProperties}>
      {small && <div class="inlay" />}
      {zones.map((zone) => (
        <ZoneView
          key={keyOf(zone)}
          zone={zone}
          card={card}
          owner={zone.owner === null ? undefined : owner(zone.owner)}
          counters={
            zone.layout === "track" ? trackCounters(view, zone) : zone.layout === "groups" ? view.counters : undefined
          }
          labelled={labelled(zone)}
          takers={takersOf(view, zone)}
          gathered={zone === gathered?.zone ? gathered : undefined}
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
      {counters.map((counter) => (
        <TableCounter key={counter.name} counter={counter} phone={phone} />
      ))}
      {told.zones.length + told.counters.length > 0 && <Chips {...told} />}
    </div>
  );
}

/** Who has laid something at what lies here. */
const takersOf = (view: View, zone: Zone) =>
  view.zones.flatMap(({ owner, at }) => (owner !== null && zone.items.some(({ id }) => id === at) ? owner : []));

const trackCounters = (view: View, zone: Zone) =>
  zone.owner === null
    ? view.counters.filter((c) => c.owner === null && !isPot(c) && c.value !== undefined)
    : seatCounters(view, zone.owner).others;

export function Board(props: Props) {
  const { view: given, people, selection, onSelect, onChoose, onPlay, still, bar, tale, foot, side } = props;
  const { onSeat, said, deeds, order } = props;
  const phone = usePhone();
  const small = useSmall();
  const grown = useGrowth();
  const view = useMemo(() => withNames(given, (seat) => personName(people[seat], seat, given.viewer)), [given, people]);
  const sorted = useMemo(() => sortZones(view), [view]);
  const { stash, band, aside, told, offers, of } = sorted;
  // Asked about one's cards in a game within the game: these lie where the hand lies, until it is over.
  const within = useMemo(() => handWithin(view), [view]);
  const hand = within ?? sorted.hand;
  const head = headsOf(sorted.centre);
  const hall = !!head || offers.length > 0;
  const gathered = useMemo(() => {
    const ring = sorted.centre.find((zone) => zone.layout === "ring");
    return ring && gatherRing(ring, sorted.centre, view.counters);
  }, [sorted]);
  const centre = gathered
    ? sorted.centre
        .filter((zone) => !gathered.from.includes(zone))
        .map((zone) => (zone.layout === "ring" ? gathered.zone : zone))
    : sorted.centre;
  const board = hall ? undefined : boardOf(centre);
  const guests = areGuests(view);
  const choosing = figureChoices(view.choices).length > 0;
  const large = hall || guests || centre.some(isLarge);
  const grouped = centre
    .filter((zone) => zone.layout === "groups")
    .flatMap((zone) => groupsOf(zone).flatMap((group) => groupWorth(group.label, view.counters) ?? []));
  const others = othersInOrder(view.seats, view.viewer);
  const placed = board ? { left: [], top: others, right: [] } : placeSeats(others, large);
  const tableTrack = centre.some((zone) => zone.layout === "track" && zone.owner === null && zone.at === undefined);
  const counters = view.counters.filter(
    (c) =>
      c.owner === null &&
      c.at === undefined &&
      (!tableTrack || isPot(c)) &&
      !(isPot(c) && !c.value) &&
      !gathered?.worth.includes(c) &&
      !grouped.includes(c),
  );
  // A large board has the centre to itself: piles and sums stand in the right rail, on a phone as words in a corner.
  const ringed = centre.some((zone) => zone.layout === "ring");
  const unseen = (zone: Zone) => zone.items.every((item) => item.hidden);
  const besides = large || board
    ? centre.filter(
        (zone) =>
          (isHostsWords(zone, view) && zone.layout !== "effects") ||
          zone.layout === "stack" ||
          (zone.owner === null && zone.layout === "row" && zone.size > 0 && unseen(zone)),
      )
    : [];
  /** Beside a large board what is empty needs no place. */
  const gone = (zone: Zone) =>
    large && !zone.items.length && zone.owner === null && (zone.layout === "row" || zone.layout === "fan");
  /** What a hall has no better place for. */
  const loose = centre.filter(
    (zone) => zone !== head && zone.at === undefined && !isGauge(zone) && !besides.includes(zone) && !gone(zone),
  );
  /** Beside what happens: what was served, what lies in the pot, the game within the game. */
  const inside = guests
    ? centre.filter(
        (zone) =>
          zone !== within && zone.layout !== "effects" && zone.layout !== "track" &&
          !besides.includes(zone) && !gone(zone) &&
          !isInStack(zone, view),
      )
    : [];
  const hub = ringed ? (counters.find(isPot) ?? counters[0]) : undefined;
  const sums = large ? counters.filter((counter) => counter !== hub) : [];
  const nameOf = (seat: number) => personName(people[seat], seat, view.viewer);
  // One card at a time is read: what is looked at, else what was picked, else the one in question.
  const [looked, setLooked] = useState<number>();
  /** One that was picked and has been read. */
  const [read, setRead] = useState<number>();
  useEffect(() => setLooked(undefined), [view]);
  useEffect(() => setRead(undefined), [selection]);
  const picked = selection.picked[0] === read ? undefined : selection.picked[0];
  const things = useMemo(() => new Map(view.zones.flatMap((z) => z.items).map((item) => [item.id, item])), [view]);
  const own = guests ? (things.get(looked ?? -1) ?? things.get(picked ?? -1)) : undefined;
  const mine = !!own && isReadable(own);
  const reading = guests ? (mine ? own : cardInQuestion(view)) : undefined;
  const onRead = guests ? setLooked : undefined;
  const touch: Touch = useMemo(() => {
    if (still || !view.choices.length) return { ...noTouch, onRead };
    const lit = litItems(view.choices);
    const board = boardOfPlaces(view);
    const items = new Map(view.zones.flatMap((zone) => zone.items).map((item) => [item.id, item]));
    const taken = selection.picked[0];
    return {
      lit,
      board: board && {
        zone: board,
        places: new Set(view.choices.find((c) => c.kind === "assign")!.places),
        laid: new Map([...selection.places].map(([id, place]) => [place, items.get(id)!])),
        can: taken !== undefined,
        onPlace: (place) => taken !== undefined && onSelect(givePlace(selection, taken, place)),
        onTake: (id) => onSelect(unplace(selection, id)),
      },
      picked: new Set(selection.picked),
      onRead,
      onTouch: (id) => onSelect(touchItem(view.choices, selection, id)),
      onChoose,
    };
  }, [view, selection, still, onChoose, onRead]);
  // Plaques that reach out of the table: first what lies before them shrinks to tiles, then the tale and what is told
  // besides, while piles and sums are told in words, then it opens on a touch. On a phone first what lies before the
  // others and what is empty, then one's own hand, then the cards that are told of.
  const [table, dense] = useGivingWay<HTMLElement>(view, phone ? 3 : 4, (main) => {
    const box = main.getBoundingClientRect();
    const seats = phone ? ".strip .plaque" : ":is(.left, .right) :is(.plaque, .card, .bet), .rail";
    const boxes = [...main.querySelectorAll(seats)].map((part) => part.getBoundingClientRect());
    const low = Math.max(...boxes.map(({ bottom }) => bottom));
    return (
      boxes.some(({ top, bottom }) => bottom > box.bottom + 1 || top < box.top - 2) ||
      (phone &&
        [...main.querySelectorAll(".centre > .zone")].some((zone) => zone.getBoundingClientRect().top < low - 2))
    );
  });
  /** The piles have no place below the plaques: they are told in words. */
  const fullRails = placed.left.length > 2 || dense > 0;
  /** Nor do what lies in the rail and its sums, if shrinking did not help. */
  const shortRail = dense > 1;
  const inWords = (zone: Zone) => shortRail || isWords(zone);
  const rail = !phone && !hall && !board && besides.length + sums.length > 0 && (
    <div class="rail">
      {besides
        .filter((zone) => !inWords(zone))
        .map((zone) => (
          <ZoneView key={keyOf(zone)} zone={zone} card={zone.layout === "row" ? 58 : 104} />
        ))}
      {!guests &&
        !shortRail &&
        sums.map((counter) => <TableCounter key={counter.name} counter={counter} phone={false} />)}
      {(besides.some(inWords) || shortRail) && (
        <Chips zones={besides.filter(inWords)} counters={shortRail ? sums : []} />
      )}
    </div>
  );
  const seat = (index: number) =>
    duoOf(view, index) ? (
      <Guest
        key={index}
        view={view}
        seat={index}
        person={people[index]}
        zones={of(index)}
        said={said?.get(index)}
        deed={deeds?.get(index)}
        onOpen={onSeat && (() => onSeat(index))}
      />
    ) : (
      <Seat
        key={index}
        view={view}
        seat={index}
        person={people[index]}
        zones={of(index)}
        dense={dense > 0}
        said={said?.get(index)}
        deed={deeds?.get(index)}
        onOpen={onSeat && (() => onSeat(index))}
      />
    );
  const boards = centre.some((zone) => isLarge(zone) && zone.layout !== "effects");
  const [windowHeight, setWindowHeight] = useState(innerHeight);
  useLayoutEffect(() => {
    const measure = () => setWindowHeight(innerHeight);
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  // The hand takes a share of the window's height; the centre gives way first, but not to nothing.
  const share = guests ? (phone ? 0.19 : 0.27) : phone ? (view.over || boards ? 0.155 : 0.185) : boards ? 0.2 : 0.25;
  // Titles are not broken in the middle of their words (CardFace.tsx).
  const titles = !guests && !!hand?.items.some((item) => item.kind === "card" && !item.hidden && !isDrawn(item));
  const least = phone && dense > 1 ? (titles ? 0.85 : 0.75) : 1;
  const handHeight = Math.round(Math.min(small ? 150 : (guests ? 250 : 224) * grown, windowHeight * share) * least);
  useGliding(table);
  const [laid, setLaid] = useState<string[]>([]);
  useEffect(() => setLaid([]), [order]);
  useDragging(table, {
    onTable: (id) => {
      if (!touch.lit.has(id)) return;
      const taken = selection.picked.includes(id) ? selection : touchItem(view.choices, selection, id);
      if (onPlay) onPlay(taken);
      else onSelect(taken);
    },
    onPlace: (id, place) => touch.lit.has(id) && onSelect(givePlace(selection, id, place)),
    onOrder: (id, before) => {
      const lies = hand && asLaid(sortedHand(hand.items, order ?? "as dealt", view.choices), laid);
      if (lies) setLaid(laidAnew(lies, id, before));
    },
  });
  const questionHeight = useKeptHeight(table, view.viewer !== null && view.choices.length > 0 && !view.over);
  const strip = { "--seats": Math.min(guests ? 4 : 5, others.length) } as JSX.CSSProperties;
  return (
    <TouchContext.Provider value={touch}>
      <div
        class={[
          "app",
          side && "with-side",
          board && "atwork",
          guests && "tavern",
          choosing && "whoami",
          view.viewer === null ? "watching" : isBetting(view) && "bets",
          dense > 1 && "shorttale",
          phone && dense > 0 && "full",
        ]
          .filter(Boolean)
          .join(" ")}
        style={{ "--question": `${questionHeight}px` } as JSX.CSSProperties}
      >
        {bar}
        <main
          ref={table}
          class={[
            "table",
            large ? "rails" : "shoe",
            hall && "inhall",
            board && "inshop",
            others.length > 7 && "crowded",
            guests && others.length > 3 && "many",
          ]
            .filter(Boolean)
            .join(" ")}
        >
          <div class="strip" style={strip}>
            {phone ? (
              others.map(seat)
            ) : (
              <>
                <div class={`left ${dense > 3 ? "closed" : ""}`}>
                  {placed.left.map(seat)}
                  {guests && !choosing && !fullRails && rail}
                </div>
                <div class="top">{placed.top.map(seat)}</div>
                <div class={`right ${dense > 2 ? "closed" : ""}`}>
                  {placed.right.map(seat)}
                  {guests ? <div class="sc">{tale}</div> : rail}
                </div>
              </>
            )}
          </div>
          {choosing ? (
            <GuestTiles view={view} selection={selection} onSelect={onSelect} nameOf={nameOf} />
          ) : guests && !hall && !board ? (
            <Happenings
              view={view}
              stack={stackOf(view)}
              reading={reading}
              mine={mine ? faceClass(view, view.viewer ?? 0) : undefined}
              onClose={() => {
                setLooked(undefined);
                setRead(selection.picked[0]);
              }}
              nameOf={nameOf}
              laid={inside.filter((zone) => !zone.level)}
              sums={
                (sums.length > 0 || (fullRails && !phone)) && (
                  <Chips zones={fullRails && !phone ? besides : []} counters={sums} />
                )
              }
              tale={phone ? tale : undefined}
            >
              {inside.some((zone) => zone.level) && (
                <Centre
                  view={view}
                  zones={inside.filter((zone) => zone.level)}
                  counters={[]}
                  gathered={gathered}
                  owner={nameOf}
                />
              )}
            </Happenings>
          ) : hall ? (
            <Hall
              view={view}
              head={head}
              zones={centre}
              offers={offers}
              counters={view.counters}
              nameOf={nameOf}
              chips={besides.length + sums.length > 0 && <Chips zones={besides} counters={sums} />}
            >
              {loose.map((zone) => (
                <ZoneView
                  key={keyOf(zone)}
                  zone={zone}
                  card={phone ? 64 : 84}
                  owner={zone.owner === null ? undefined : nameOf(zone.owner)}
                  counters={zone.layout === "track" ? trackCounters(view, zone) : undefined}
                />
              ))}
            </Hall>
          ) : board ? (
            <Workshop
              view={view}
              board={board}
              zones={centre}
              own={aside}
              nameOf={nameOf}
              chips={besides.length > 0 && <Chips zones={besides} counters={[]} />}
            />
          ) : (
            <Centre
              view={view}
              zones={centre.filter((zone) => !besides.includes(zone) && !gone(zone))}
              counters={counters.filter((c) => !sums.includes(c))}
              gathered={gathered}
              owner={nameOf}
            />
          )}
          {phone && !hall && !board && !choosing && besides.length + sums.length > 0 && (
            <Chips zones={besides} counters={guests ? [] : sums} />
          )}
        </main>
        {side}
        <section
          class={`own ${guests && view.viewer !== null ? faceClass(view, view.viewer) : ""}`}
          aria-label={view.viewer === null ? "What happened" : "Your place"}
          style={{ "--handh": `${handHeight}px` } as JSX.CSSProperties}
        >
          {guests ? (
            view.viewer !== null && (
              <MyGuest view={view} person={people[view.viewer]} zones={aside} said={said?.get(view.viewer)} />
            )
          ) : (
            <div class="talebox">{tale}</div>
          )}
          {stash ? (
            <div class="handcol">
              <Stash zone={stash} worth={view.counters.find((c) => c.owner === view.viewer && c.running)} />
              <div class="band">
                {band
                  .filter((zone) => zone.items.length > 0)
                  .map((zone) => (
                    <ZoneView key={keyOf(zone)} zone={zone} card={phone ? 60 : 72} owner="You" />
                  ))}
              </div>
              {hand && hand.items.length > 0 && <Hand zone={hand} order={order} choices={view.choices} laid={laid} />}
            </div>
          ) : hand && board ? (
            <Wishers zone={hand} open={aside.filter((zone) => !zone.room && !isHeap(zone))} view={view} />
          ) : hand ? (
            <Hand zone={hand} order={order} choices={view.choices} laid={laid} />
          ) : (
            <div class="handbox empty" />
          )}
          {view.viewer !== null && (!guests || aside.some((zone) => zone.layout === "row")) && (
            <div class="me">
              {told.map((zone) => (
                <Told key={keyOf(zone)} zone={zone} phone={phone} full={phone && dense > 2} />
              ))}
              {(board ? [] : guests ? aside.filter((zone) => zone.layout === "row") : aside).map((zone) =>
                guests && isLying(zone) ? (
                  <Lying key={keyOf(zone)} zone={zone} owner="You" mine />
                ) : isOpenPile(zone) ? (
                  <Sets key={keyOf(zone)} zone={zone} card={small ? 34 : Math.round(46 * grown)} />
                ) : (
                  <ZoneView
                    key={keyOf(zone)}
                    zone={zone}
                    card={small ? 40 : Math.round(56 * grown)}
                    owner="You"
                    counters={zone.layout === "track" ? trackCounters(view, zone) : undefined}
                  />
                ),
              )}
              {!guests && (
                <Seat
                  view={view}
                  seat={view.viewer}
                  person={people[view.viewer]}
                  said={said?.get(view.viewer)}
                  stashed={!!stash}
                  tracked={aside.some((zone) => zone.layout === "track")}
                />
              )}
            </div>
          )}
        </section>
        {foot}
      </div>
    </TouchContext.Provider>
  );
}
