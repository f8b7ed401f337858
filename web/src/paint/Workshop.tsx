// A table where things are made: dice, what can be made of them now or with one more, and room for what is kept. All of
// it can be scrolled to, so that nothing has to be left out where it is small.
import type { ComponentChildren, JSX } from "preact";
import type { Item, View, Zone } from "../view/types.ts";
import { itemsById, partsOf, type Part, type Reach, reachOf, sortedByUse } from "../view/makes.ts";
import { wishesFor, wishWords } from "../view/makes.ts";
import { capital, zoneLabel, zoneSpoken } from "../view/names.ts";
import { isWare, Ware } from "./CardFace.tsx";
import { useMedia, usePhone } from "./measure.ts";
import { useRoving } from "./roving.ts";
import { useTouch } from "./touch.ts";
import { isHeap, OpenCards, Pack } from "./wares.tsx";
import { Track, ZoneView } from "./zones.tsx";

const zoneData = (zone: Zone) => ({ "data-zone": `${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}` });

const stateWords: Record<Part["state"], string> = { there: "", instead: ", something stands in", missing: ", missing" };

/** One piece of what something is made of. */
const Ore = ({ part: { item, state } }: { part: Part }) => (
  <span
    class={`ore ${state}`}
    role="img"
    aria-label={capital(item.name ?? "") + stateWords[state]}
    title={capital(item.name ?? "")}
  >
    <Ware item={item} />
  </span>
);

/** A thing that touching selects, if a choice points at it. */
function Touchable({ item, class: cls, children }: { item: Item; class: string; children: ComponentChildren }) {
  const touch = useTouch();
  const picked = touch.picked.has(item.id);
  if (!touch.lit.has(item.id))
    return (
      <div class={cls} data-item={item.id}>
        {children}
      </div>
    );
  return (
    <button
      type="button"
      class={`${cls} ${picked ? "is-sel" : "is-hi"}`}
      aria-pressed={picked}
      data-item={item.id}
      onClick={() => touch.onTouch(item.id)}
    >
      {children}
    </button>
  );
}

interface RecipeProps {
  item: Item;
  items: Map<number, Item>;
  wishers: Item[];
}

function Recipe({ item, items, wishers }: RecipeProps) {
  const wishes = wishWords(wishesFor(item, wishers));
  const left = item.note ?? `${item.n ?? 1} left`;
  return (
    <li>
      <Touchable item={item} class={`rcp ${wishes.startsWith("completes") ? "hot" : ""}`}>
        <span class="thg" aria-hidden="true">
          <Ware item={item} />
        </span>
        <span class="rn">
          <b>{capital(item.name ?? "")}</b>
          <small>{[wishes, left].filter(Boolean).join(" · ")}</small>
        </span>
        <span class="rr">
          {partsOf(item, items).map((part, k) => (
            <Ore key={k} part={part} />
          ))}
        </span>
      </Touchable>
    </li>
  );
}

const headings: Record<Reach, string> = { now: "You can make now", "one more": "With one more", later: "Further off" };

function Recipes({ board, view }: { board: Zone; view: View }) {
  const items = itemsById(view);
  const wishers = view.zones
    .filter((zone) => zone.owner === view.viewer && zone.owner !== null)
    .flatMap((zone) => zone.items.filter((item) => item.needs));
  const rove = useRoving<HTMLDivElement>();
  const told = board.items.some((item) => item.lacks !== undefined);
  const reaches: Reach[] = told ? ["now", "one more", "later"] : ["later"];
  return (
    <div
      class="crs"
      role="group"
      aria-label={zoneSpoken(board, undefined)}
      ref={rove.ref}
      onKeyDown={rove.onKeyDown}
      {...zoneData(board)}
    >
      {reaches.map((reach) => {
        const all = sortedByUse(
          board.items.filter((item) => reachOf(item) === reach),
          wishers,
        );
        if (!all.length) return null;
        return (
          <section key={reach} class={`slip cr ${reach === "later" ? "far" : ""}`}>
            <h2>
              {told ? headings[reach] : zoneLabel(board)} <span>{all.length}</span>
            </h2>
            <ul>
              {all.map((item) => (
                <Recipe key={item.id} item={item} items={items} wishers={wishers} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** So many of each: what is left in a pile, what dice have brought. */
const Amounts = ({ zone, owner }: { zone: Zone; owner?: string }) => (
  <div class="sumr" role="group" aria-label={zoneSpoken(zone, owner)} {...zoneData(zone)}>
    <span class="zlabel">{zoneLabel(zone)}</span>
    {zone.items.map((item) => (
      <span key={item.id} class="sr" role="img" aria-label={`${item.name}: ${item.note ?? item.n ?? 1}`}>
        <span class="ore">
          <Ware item={item} />
        </span>
        <b>{item.note ? 0 : (item.n ?? 1)}</b>
      </span>
    ))}
  </div>
);

interface Props {
  view: View;
  board: Zone;
  zones: Zone[];
  /** Your own: what has slots stands beside, what was just mined below the dice. */
  own: Zone[];
  chips: ComponentChildren;
  nameOf: (seat: number) => string;
}

export function Workshop({ view, board, zones, own, chips, nameOf }: Props) {
  const phone = usePhone();
  const narrow = useMedia("(max-width: 1240px)");
  const rest = zones.filter((zone) => zone !== board && zone.layout !== "stack");
  const dice = rest.filter((zone) => zone.items.some((item) => item.kind === "die"));
  const piles = rest.filter((zone) => zone.layout === "row" && zone.items.length > 0 && zone.items.every(isWare));
  const packs = own.filter((zone) => zone.room);
  const mined = view.zones.filter((zone) => zone.owner !== null && isHeap(zone));
  return (
    <div class="centre shop" role="region" aria-label="The table" tabIndex={0}>
      <div class="shopmain">
        {rest
          .filter((zone) => zone.layout === "track")
          .map((zone) => (
            <Track key={zone.name} zone={zone} card={0} labelled={false} />
          ))}
        {dice.map((zone) => (
          <ZoneView key={zone.name} zone={zone} card={phone ? 78 : narrow ? 104 : 138} labelled={false} />
        ))}
        {mined.map((zone) => (
          <Amounts key={zone.name} zone={zone} owner={nameOf(zone.owner!)} />
        ))}
        <Recipes board={board} view={view} />
      </div>
      <div class="px">
        {packs.map((zone) => (
          <Pack key={zone.name} zone={zone} owner="You" />
        ))}
        {piles
          .filter((zone) => !dice.includes(zone))
          .map((zone) => (
            <Amounts key={zone.name} zone={zone} />
          ))}
        {chips}
      </div>
    </div>
  );
}

/** A card that wants things: what it brings, what is there of them, and what it does. */
function Wisher({ item, items }: { item: Item; items: Map<number, Item> }) {
  const near = item.lacks === 0;
  return (
    <li>
      <Touchable item={item} class={`ptn ${near ? "near" : ""}`}>
        <span class="ptnhead">
          <b>{capital(item.name ?? "")}</b>
          {item.worth !== undefined && (
            <span class="vp" role="img" aria-label={`${item.worth} points`}>
              {item.worth}
            </span>
          )}
        </span>
        <span class="nds">
          {partsOf(item, items).map((part, k) => (
            <span key={k} class={`nd2 ${part.state === "there" ? "ok" : ""}`}>
              <span
                class="thg"
                role="img"
                aria-label={`${part.item.name}${part.state === "there" ? ", there" : ", missing"}`}
                title={part.item.name}
              >
                <Ware item={part.item} />
              </span>
              <small aria-hidden="true">{part.item.name}</small>
            </span>
          ))}
        </span>
        {item.text && <span class="does">{item.text}</span>}
      </Touchable>
    </li>
  );
}

/** Your cards that want things, and those that lie open before you. */
export function Wishers({ zone, open, view }: { zone: Zone; open: Zone[]; view: View }) {
  const items = itemsById(view);
  const rove = useRoving<HTMLUListElement>();
  return (
    <div class="handbox wishes">
      <ul
        class="wishers"
        style={{ "--n": String(zone.items.length) } as JSX.CSSProperties}
        aria-label={zoneSpoken(zone, "You")}
        ref={rove.ref}
        onKeyDown={rove.onKeyDown}
        {...zoneData(zone)}
      >
        {zone.items.map((item) => (
          <Wisher key={item.id} item={item} items={items} />
        ))}
      </ul>
      {open.map((other) => (
        <OpenCards key={other.name} zone={other} owner="You" />
      ))}
    </div>
  );
}
