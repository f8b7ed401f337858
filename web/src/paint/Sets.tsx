// A pile of yours that you may look at, laid open before you: set by set, the cards of a set half over each other.
import type { JSX } from "preact";
import type { Zone } from "../view/types.ts";
import { zoneLabel, zoneSpoken } from "../view/names.ts";
import { setsOf } from "../view/sets.ts";
import { Thing } from "./Thing.tsx";
import { useShade } from "./touch.ts";

export function Sets({ zone, card }: { zone: Zone; card: number }) {
  const shade = useShade(zone.items);
  return (
    <div
      class="zone z-sets"
      role="group"
      aria-label={zoneSpoken(zone, "You")}
      data-zone={`${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}`}
    >
      <div class="sets" style={{ "--ov": `${card * -0.56}px` } as JSX.CSSProperties}>
        {setsOf(zone.items).map((set) => (
          <span key={set[0]!.id} class="set">
            {set.map((item) => (
              <Thing key={item.id} item={item} width={card} shade={shade} inHand />
            ))}
          </span>
        ))}
      </div>
      <span class="zlabel" aria-hidden="true">
        {zoneLabel(zone)} <b>{zone.size}</b>
      </span>
    </div>
  );
}
