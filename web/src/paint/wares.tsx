// Things that are counted, not read: in the slots of a pack, in a heap, or before another player; and cards that lie
// open, with what they have brought and how long they stay.
import { slotsOf } from "../view/makes.ts";
import { itemName, zoneLabel, zoneSpoken } from "../view/names.ts";
import type { Zone } from "../view/types.ts";
import { Icon } from "./art.tsx";
import { isWare, Ware } from "./CardFace.tsx";

const zoneData = (zone: Zone) => ({ "data-zone": `${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}` });

/** Slots of a kind below each other: what lies in them, and room that is left. */
export function Pack({ zone, owner }: { zone: Zone; owner?: string }) {
  const sorts = slotsOf(zone);
  const free = sorts.map(({ free: n }) => n).join(" and ");
  return (
    <section
      class="pk"
      role="group"
      aria-label={`${zoneSpoken(zone, owner)}, free slots: ${free}`}
      {...zoneData(zone)}
    >
      <h2 aria-hidden="true">
        <Icon name="pack" size={20} />
        {zoneLabel(zone)}
      </h2>
      {sorts.map(({ items, free: empty }, sort) => (
        <div key={sort} class={`sl s${sort}`}>
          {items.map((item, k) => (
            <span key={`${item.id}/${k}`} class="slot" role="img" aria-label={itemName(item)} title={item.name}>
              <Ware item={item} />
            </span>
          ))}
          {Array.from({ length: empty }, (_, k) => (
            <span key={`e${k}`} class="slot e" />
          ))}
        </div>
      ))}
    </section>
  );
}

/** Wares of a seat that lie in no slots: what it has just brought up. */
export const isHeap = (zone: Zone) =>
  zone.layout === "row" && !zone.room && zone.items.length > 0 && zone.items.every(isWare);

/** What lies open before a seat, in words: what it has brought, and how long it stays. */
export function OpenCards({ zone, owner }: { zone: Zone; owner?: string }) {
  return (
    <p class="inplay" role="group" aria-label={zoneSpoken(zone, owner)} {...zoneData(zone)}>
      {zone.items.map((item) => (
        <span key={item.id} data-item={item.id} title={item.text}>
          <b>{item.name}</b> {item.worth !== undefined && <i>{item.worth}</i>} <small>{item.note}</small>
        </span>
      ))}
    </p>
  );
}

/** Goods before another player: one beside the other. */
export const Goods = ({ zone }: { zone: Zone }) => (
  <span class="goods" role="group" aria-label={zoneLabel(zone)} title={zoneLabel(zone)} {...zoneData(zone)}>
    {zone.items.map((item) => (
      <span key={item.id} class="ore" role="img" aria-label={itemName(item)} title={item.name}>
        <Ware item={item} />
        {(item.n ?? 1) > 1 && <b>{item.n}</b>}
      </span>
    ))}
  </span>
);
