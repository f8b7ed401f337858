// A table of places: a row of heads, each with all that belongs to it, and below them what is offered, slip by slip.
// All of it can be scrolled to, so that nothing has to be left out where it is small.
import type { ComponentChildren } from "preact";
import type { Choice, Counter, Item, View, Zone } from "../view/types.ts";
import { buttonLabel, nothingSelected } from "../view/choices.ts";
import { isGauge, sharesOf } from "../view/layout.ts";
import { capital, itemName, seatsNamed, zoneLabel, zoneSpoken } from "../view/names.ts";
import { Drawing, Mark } from "./art.tsx";
import { colourClass, figureOf } from "./CardFace.tsx";
import { usePhone } from "./measure.ts";
import { useRoving } from "./roving.ts";
import { Thing } from "./Thing.tsx";
import { useTouch } from "./touch.ts";

const zoneData = (zone: Zone) => ({ "data-zone": `${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}` });

/** So much of so much: a bar of steps, and the same in numbers. */
export function Gauge({ zone, labelled }: { zone: Zone; labelled?: boolean }) {
  const [n, of] = [zone.items[0]!.at ?? 0, zone.hi ?? 0];
  return (
    <span class="gauge" role="img" aria-label={`${zoneSpoken(zone, undefined)}: ${n} of ${of}`} {...zoneData(zone)}>
      {labelled && <b>{zoneLabel(zone)}</b>}
      <span class="steps">
        {Array.from({ length: of }, (_, i) => (
          <i key={i} class={i < n ? "on" : ""} />
        ))}
      </span>
      <span>
        {n} of {of}
      </span>
    </span>
  );
}

function Head({ item }: { item: Item }) {
  const touch = useTouch();
  const figure = figureOf(item);
  const content = (
    <>
      {figure && (
        <span class={`fig ${colourClass(item)}`}>
          <Drawing name={figure} box="0 0 100 110" />
        </span>
      )}
      <b>{capital(item.name ?? "")}</b>
    </>
  );
  if (!touch.lit.has(item.id))
    return (
      <span class="phead" role="img" aria-label={itemName(item)} data-item={item.id}>
        {content}
      </span>
    );
  return (
    <button
      type="button"
      class="phead"
      aria-pressed={touch.picked.has(item.id)}
      aria-label={itemName(item)}
      data-item={item.id}
      onClick={() => touch.onTouch(item.id)}
    >
      {content}
    </button>
  );
}

interface PlacesProps {
  head: Zone;
  zones: Zone[];
  counters: Counter[];
  /** What is asked about: that place is lit. */
  about?: number;
  /** "small": without figures; "least": of places that are not lit only name and scale. */
  size: "" | "small" | "least";
}

/** Each item of the head with its scales, its tokens and who stands there. */
export function Places({ head, zones, counters, about, size }: PlacesProps) {
  const touch = useTouch();
  const rove = useRoving<HTMLDivElement>();
  return (
    <div
      class={`places ${size}`}
      role="group"
      aria-label={zoneSpoken(head, undefined)}
      ref={rove.ref}
      onKeyDown={rove.onKeyDown}
      {...zoneData(head)}
    >
      {head.items.map((item) => {
        const own = zones.filter((zone) => zone.at === item.id);
        const picked = touch.picked.has(item.id);
        const lit = touch.lit.has(item.id) || item.id === about;
        return (
          <article key={item.id} class={`at ${picked ? "is-sel" : lit ? "is-hi" : ""}`}>
            {item.kind === "empty" ? <span class="phead nothing">empty</span> : <Head item={item} />}
            {own.filter(isGauge).map((zone) => (
              <Gauge key={zone.name} zone={zone} />
            ))}
            {own
              .filter((zone) => !isGauge(zone))
              .map((zone) => (
                <span
                  key={zone.name}
                  class="lies"
                  role="group"
                  aria-label={zoneSpoken(zone, undefined)}
                  {...zoneData(zone)}
                >
                  {zone.items.map((thing) => (
                    <Thing key={thing.id} item={thing} width={size ? 24 : 28} />
                  ))}
                  {zone.noun === "token" &&
                    counters
                      .filter((counter) => counter.at === item.id)
                      .map((counter) => (
                        <span key={counter.name} class="more">
                          {counter.value} {counter.name}
                        </span>
                      ))}
                </span>
              ))}
          </article>
        );
      })}
    </div>
  );
}

/** A heap of tokens, kind by kind. */
const Heap = ({ items }: { items: Item[] }) => (
  <span class="heap">
    {items.map((item) => (
      <Thing key={item.id} item={{ ...item, who: undefined, whose: undefined }} width={28} plain />
    ))}
    {!items.length && <em>nothing</em>}
  </span>
);

interface OfferProps {
  view: View;
  zone: Zone;
  choices: { choice: Choice; index: number }[];
  takers: number[];
  nameOf: (seat: number) => string;
}

/** What each would get, who is for it, and what can be answered. */
function Offer({ view, zone, choices, takers, nameOf }: OfferProps) {
  const touch = useTouch();
  const { shares, loose, told } = sharesOf(zone, zone.owner === null ? takers : []);
  const whose = zone.owner === null ? undefined : nameOf(zone.owner);
  const title = whose ? `${whose === "You" ? "Your" : `${whose}'s`} ${zone.name}` : zoneLabel(zone);
  const others = shares.filter(({ seat }) => seat !== view.viewer);
  // All others are for it: whoever is asked decides.
  const last = told.length > 0 && others.length > 0 && others.every(({ seat }) => told.some((t) => t.who === seat));
  return (
    <li class={`slip offer ${last && choices.length > 0 ? "hot" : ""}`} {...zoneData(zone)}>
      <header>
        <h3>{title}</h3>
        <span class="agreed">
          {told.map((item) => item.who !== undefined && <Mark key={item.id} seat={item.who} />)}
          <span>{told.map((item) => item.text).join(" ")}</span>
        </span>
        {choices.map(({ choice, index }) => (
          <button
            key={index}
            type="button"
            class="btn"
            data-choice={index}
            disabled={!touch.onChoose}
            onClick={() => touch.onChoose?.(index)}
          >
            {seatsNamed(buttonLabel(choice, nothingSelected), view.seats, nameOf)}
            {index < 9 && <kbd aria-hidden="true">{index + 1}</kbd>}
          </button>
        ))}
      </header>
      <ul>
        {shares.map(({ seat, items }) => (
          <li key={seat} class={seat === view.viewer ? "yours" : ""}>
            <span class="taker">
              <Mark seat={seat} />
              <b>{nameOf(seat)}</b>
            </span>
            <Heap items={items} />
          </li>
        ))}
        {(loose.length > 0 || !shares.length) && (
          <li>
            <Heap items={loose} />
          </li>
        )}
      </ul>
    </li>
  );
}

interface HallProps {
  view: View;
  head?: Zone;
  zones: Zone[];
  offers: Zone[];
  counters: Counter[];
  nameOf: (seat: number) => string;
  /** Piles and sums in words. */
  chips: ComponentChildren;
  /** What has no place of its own here. */
  children: ComponentChildren;
}

export function Hall({ view, head, zones, offers, counters, nameOf, chips, children }: HallProps) {
  const phone = usePhone();
  const counted = view.choices.find((choice) => choice.kind === "split");
  const asked = counted?.zone === undefined ? undefined : view.zones[counted.zone];
  const gauges = zones.filter((zone) => zone.at === undefined && isGauge(zone));
  const seen = offers.map((zone) => ({ zone, at: view.zones.findIndex((other) => sameZone(other, zone)) }));
  // Who takes part in any offer takes part in all of them.
  const takers = counted?.places ?? [
    ...new Set(offers.filter((zone) => zone.owner === null).flatMap((zone) => zone.items.flatMap((i) => i.who ?? []))),
  ];
  const talks = offers.length > 0 || asked !== undefined;
  const gauged = gauges.map((zone) => <Gauge key={zone.name} zone={zone} labelled />);
  const sandAbove = phone && gauges.length > 0; // where it stays in sight, whatever else there is
  const line = (
    <div class="hallline">
      {!sandAbove && gauged}
      {chips}
    </div>
  );
  return (
    <div class="centre hall" role="region" aria-label="The table" tabIndex={0}>
      {sandAbove && <div class="hallline sandline">{gauged}</div>}
      {head && (
        <Places
          head={head}
          zones={zones}
          counters={counters}
          about={asked?.at}
          size={talks ? (phone ? "least" : "small") : ""}
        />
      )}
      {(!talks || !phone) && line}
      {offers.length > 0 && (
        <ul class="offers" aria-label="What is offered">
          {seen.map(({ zone, at }) => (
            <Offer
              key={`${zone.zone}/${zone.owner}`}
              view={view}
              zone={zone}
              takers={takers}
              nameOf={nameOf}
              choices={view.choices.flatMap((choice, index) =>
                choice.kind === "plain" && choice.zone === at ? [{ choice, index }] : [],
              )}
            />
          ))}
        </ul>
      )}
      {children}
      {talks && phone && line}
    </div>
  );
}

const sameZone = (a: Zone, b: Zone) => a.zone === b.zone && a.owner === b.owner && (a.level ?? 0) === (b.level ?? 0);

/** What you alone see of what is yours, kind by kind, and what it is worth. */
export function Stash({ zone, worth }: { zone: Zone; worth?: Counter }) {
  return (
    <div class="stash" role="group" aria-label={zoneSpoken(zone, "You")} {...zoneData(zone)}>
      <span class="lbx">
        <Drawing name="i-eyeoff" box="0 0 24 24" width={20} height={20} />
        Your {zone.name}
        {worth && (
          <b>
            {capital(worth.name)} {worth.value}
          </b>
        )}
      </span>
      <span class="kept">
        {zone.items.map((item) => (
          <span key={item.id}>
            <Thing item={{ ...item, n: undefined, only_you: undefined }} width={30} />
            <b>{item.n ?? 1}</b>
            <small>{item.name}</small>
          </span>
        ))}
        {!zone.items.length && <em>nothing yet</em>}
      </span>
    </div>
  );
}
