// Your hand: a fan that measures its box.
import type { JSX } from "preact";
import { asLaid, type HandOrder, sortedHand } from "../view/hand.ts";
import type { Choice, Zone } from "../view/types.ts";
import { dieSize, fitHand } from "../view/layout.ts";
import { zoneSpoken } from "../view/names.ts";
import { isDrawn } from "./CardFace.tsx";
import { useBox, useGrowth, usePhone, useSmall } from "./measure.ts";
import { useRoving } from "./roving.ts";
import { Thing } from "./Thing.tsx";
import { useShade, useTouch } from "./touch.ts";

interface Props {
  zone: Zone;
  order?: HandOrder;
  /** What cards would bring, for the order by worth. */
  choices?: Choice[];
  /** Names in the order in which one has laid them oneself. */
  laid?: string[];
}

export function Hand({ zone, order = "as dealt", choices = [], laid = [] }: Props) {
  const phone = useSmall();
  const edge = usePhone();
  const grown = useGrowth();
  const touch = useTouch();
  const [ref, box] = useBox<HTMLDivElement>({ w: 320, h: 150 });
  const rove = useRoving<HTMLUListElement>();
  const read = zone.items.some((item) => item.kind === "card" && !!item.text && !isDrawn(item));
  // The outermost cards are slanted and reach out sideways; beside them may be the edge of the window.
  const room = { w: box.w - (phone ? 36 : edge ? 64 : 24), h: box.h - 12 };
  const fit = fitHand(zone.items.length, room, phone ? (read ? 116 : 86) : (read ? 156 : 136) * grown, read, phone);
  const shade = useShade(zone.items);
  const fan = zone.layout === "fan";
  const dice = zone.items.every((item) => item.kind === "die" || item.kind === "empty");
  // What can be played comes first where the hand must scroll.
  const sorted = asLaid(sortedHand(zone.items, order, choices), laid);
  const items = fit.scrolls
    ? [...sorted].sort((a, b) => Number(touch.lit.has(b.id)) - Number(touch.lit.has(a.id)))
    : sorted;
  const n = items.length;
  const tilt = fan && !fit.scrolls && n > 1 ? Math.min(read ? 0.8 : phone ? 1.6 : 3, 18 / (n - 1)) : 0;
  const gap = dice ? 8 : fan ? fit.step - fit.card : Math.min(8, fit.step - fit.card + 8);
  return (
    <div class={`handbox ${n ? "" : "bare"}`} ref={ref}>
      <ul
        class={`hand ${dice ? "wells" : ""} ${fit.scrolls ? "scrolls" : ""} ${read ? "read" : ""}`}
        aria-label={zoneSpoken(zone, "You")}
        ref={rove.ref}
        onKeyDown={rove.onKeyDown}
        tabIndex={fit.scrolls && !items.some((item) => touch.lit.has(item.id)) ? 0 : undefined}
        data-zone={`${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}`}
        style={
          {
            "--ov": `${gap}px`,
            "--fan": `${tilt}deg`,
            "--dip": tilt ? `${Math.min(2.2, (phone ? 8 : 14) / ((n - 1) / 2) ** 2)}px` : "0px",
          } as JSX.CSSProperties
        }
      >
        {items.map((item, k) => (
          <li key={item.id} style={{ "--k": String(k - (n - 1) / 2) } as JSX.CSSProperties}>
            <Thing
              item={item}
              width={dice ? Math.min(dieSize(110), Math.floor(box.w / Math.max(5, n)) - 10) : fit.card}
              shade={shade}
              inHand
            />
          </li>
        ))}
        {!n && <li class="nothing">Nothing in your {zone.name}</li>}
      </ul>
    </div>
  );
}
