// What lies in play before a guest: cards by title, with what is said of them, and tokens with numbers.
import type { Item, View, Zone } from "../view/types.ts";
import { capital, itemName, zoneSpoken } from "../view/names.ts";
import { tokensOf } from "../view/guests.ts";
import { zoneKey } from "./Seat.tsx";
import { isReadable } from "./Thing.tsx";
import { useTouch } from "./touch.ts";

/** What lies there is told by its titles; the rest is drawn. */
export const isLying = (zone: Zone) =>
  zone.layout === "row" && !zone.level && zone.name !== "actions" && zone.items.length > 0;

const backs = (n: number) => `${n} face down`;

/** One card of it: touched if a choice points at it, else read. */
function Slip({ item, mine }: { item: Item; mine?: boolean }) {
  const touch = useTouch();
  const lit = touch.lit.has(item.id);
  const selected = touch.picked.has(item.id);
  const read = isReadable(item) ? touch.onRead : undefined;
  const words = (
    <>
      <b>{capital(item.name ?? "")}</b>
      {item.note && <small> {item.note}</small>}
    </>
  );
  // A finger leaves what it has touched at once.
  const looks = read && {
    onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && read(item.id),
    onPointerLeave: (event: PointerEvent) => event.pointerType === "mouse" && read(undefined),
    onFocus: () => read(item.id),
    onBlur: () => read(undefined),
  };
  if (!lit && !mine)
    return (
      <span data-item={item.id} title={item.text} {...looks}>
        {words}
      </span>
    );
  return (
    <button
      type="button"
      class={selected ? "is-sel" : lit ? "is-hi" : ""}
      aria-label={itemName(item, { selected: selected && !lit })}
      {...(lit ? { "aria-pressed": selected } : { "aria-disabled": "true" })}
      data-item={item.id}
      {...looks}
      onClick={() => (lit ? touch.onTouch(item.id) : read?.(item.id))}
    >
      {words}
    </button>
  );
}

/** A row of one's own, or of another. */
export function Lying({ zone, owner, mine }: { zone: Zone; owner: string; mine?: boolean }) {
  const { lit } = useTouch();
  const shut = zone.items.filter((item) => item.hidden && !lit.has(item.id));
  return (
    <span class="lying" role="group" aria-label={zoneSpoken(zone, owner)} data-zone={zoneKey(zone)}>
      {mine && <em>{capital(zone.name)}</em>}
      {zone.items.map((item) => !shut.includes(item) && <Slip key={item.id} item={item} mine={mine} />)}
      {shut.length > 0 && <span class="shut">{backs(shut.length)}</span>}
    </span>
  );
}

/** Tokens of a seat, of its own character and of others; on a plaque those of which there are any. */
export const Tokens = ({ view, seat, some }: { view: View; seat: number; some?: boolean }) => (
  <>
    {tokensOf(view, seat, some).map(({ name, value }) => (
      <span key={name} class="lie">
        {capital(name)} <b>{value}</b>
      </span>
    ))}
  </>
);
