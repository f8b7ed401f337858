// The layouts of a View. Each takes a zone and a card width and knows nothing of any game.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Counter, Item, Zone } from "../view/types.ts";
import {
  dieSize,
  type Gathered,
  gridCard,
  gridGap,
  type Group,
  groupCard,
  groupColumns,
  groupsOf,
  groupWorth,
  ringPlaces,
  ringRadius,
  rowCard,
  stackCard,
  tileBelow,
} from "../view/layout.ts";
import { capital, isPiece, itemName, zoneLabel, zoneSpoken } from "../view/names.ts";
import { Drawing, Mark, symbolNames } from "./art.tsx";
import { usePhone } from "./measure.ts";
import { useRoving } from "./roving.ts";
import { Thing } from "./Thing.tsx";
import { Pack } from "./wares.tsx";
import { type Board, useShade, useTouch } from "./touch.ts";

export interface ZoneProps {
  zone: Zone;
  /** Width of a full card in this place. */
  card: number;
  owner?: string;
  /** Counters that stand on a track, or at groups named like them. */
  counters?: Counter[];
  labelled?: boolean;
  /** What stands in the hub of a ring. */
  hub?: ComponentChildren;
  /** What belongs to the places of a ring. */
  gathered?: Gathered;
  /** Seats that have something there. */
  takers?: number[];
}

const zoneData = (zone: Zone) => ({ "data-zone": `${zone.level ?? 0}/${zone.zone ?? zone.name}/${zone.owner ?? ""}` });

function Labelled({
  zone,
  owner,
  labelled = true,
  takers = [],
  children,
  count,
}: ZoneProps & { children: ComponentChildren; count?: number }) {
  return (
    <div class={`zone z-${zone.layout}`} role="group" aria-label={zoneSpoken(zone, owner)} {...zoneData(zone)}>
      {children}
      {labelled && (
        <span class="zlabel" aria-hidden="true">
          {zoneLabel(zone)} {count !== undefined && <b>{count}</b>}
          {takers.map((seat) => (
            <Mark key={seat} seat={seat} />
          ))}
        </span>
      )}
    </div>
  );
}

const widthOf = (item: Item, card: number) =>
  item.kind === "die"
    ? dieSize(card)
    : item.kind === "token"
      ? Math.max(30, card * 0.4)
      : isPiece(item)
        ? Math.max(32, card * 0.5)
        : card;

function Row(props: ZoneProps) {
  const { zone, card } = props;
  const rove = useRoving<HTMLDivElement>();
  const shade = useShade(zone.items);
  const dice = zone.items.some((item) => item.kind === "die");
  const width = dice ? card : rowCard(card, zone.items.length);
  return (
    <Labelled {...props}>
      <div class={dice ? "dice" : "hrow"} ref={rove.ref} onKeyDown={rove.onKeyDown}>
        {zone.items.map((item) => (
          <Thing
            key={item.id}
            item={item}
            width={dice && item.kind === "empty" ? dieSize(card) : widthOf(item, width)}
            shade={shade}
          />
        ))}
        {!zone.items.length && <span class="nothing">nothing yet</span>}
      </div>
    </Labelled>
  );
}

function Fan(props: ZoneProps) {
  const shade = useShade(props.zone.items);
  const rove = useRoving<HTMLDivElement>();
  return (
    <Labelled {...props}>
      <div
        class="hrow overlap"
        ref={rove.ref}
        onKeyDown={rove.onKeyDown}
        style={{ "--ov": `${props.card * -0.5}px` } as JSX.CSSProperties}
      >
        {props.zone.items.map((item) => (
          <Thing key={item.id} item={item} width={props.card} shade={shade} />
        ))}
      </div>
    </Labelled>
  );
}

/** A pile: its number, what is known of its top, and as many edges as make it look as high as it is. */
function Stack(props: ZoneProps) {
  const { zone } = props;
  const width = stackCard(props.card);
  const [open, setOpen] = useState(false);
  const top = zone.items[0] ?? { id: -1, kind: "card" as const, hidden: true as const };
  const edges = zone.size > 12 ? 2 : zone.size > 1 ? 1 : 0;
  const more = zone.items.filter((item) => !item.hidden).length > 1;
  return (
    <Labelled {...props} count={zone.size}>
      {zone.size === 0 ? (
        <span class="well" style={{ "--cw": `${width}px` } as JSX.CSSProperties} role="img" aria-label="empty" />
      ) : (
        <div class={`stackz e${edges}`} style={{ "--cw": `${width}px` } as JSX.CSSProperties}>
          <Thing item={top} width={width} />
        </div>
      )}
      {more && (
        <button type="button" class="lnk onwood" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Close" : "Look through"}
        </button>
      )}
      {open && (
        <div class="peekrow">
          {zone.items.map((item) => (
            <Thing key={item.id} item={item} width={44} plain />
          ))}
        </div>
      )}
    </Labelled>
  );
}

/**
 * Row by row; items past the first w*h cover the cell that their depth names, and leave its card visible at the top.
 */
function Grid(props: ZoneProps) {
  const { zone } = props;
  const [w, h] = [zone.w ?? 1, zone.h ?? 1];
  const width = gridCard(props.card);
  const rove = useRoving<HTMLDivElement>({ columns: w });
  const covers = new Map(zone.items.slice(w * h).map((item) => [item.depth ?? 0, item]));
  const { board } = useTouch();
  const mine = board?.zone === zone ? board : undefined;
  return (
    <Labelled {...props}>
      <div
        class={`gridz ${width < tileBelow ? "tiles" : ""}`}
        ref={rove.ref}
        onKeyDown={rove.onKeyDown}
        style={
          {
            gridTemplateColumns: `repeat(${w}, ${width}px)`,
            gap: `${gridGap(props.card)}px`,
            "--cw": `${width}px`,
          } as JSX.CSSProperties
        }
      >
        {zone.items.slice(0, w * h).map((item, i) => {
          const cover = covers.get(i);
          const where = `row ${Math.floor(i / w) + 1}, column ${(i % w) + 1}`;
          if (mine?.places.has(i))
            return (
              <PlaceCell key={item.id} board={mine} place={i} item={item} cover={cover} width={width} where={where} />
            );
          return cover ? (
            <span class="cell two" key={item.id}>
              <span class="under">
                <Thing item={item} width={width} plain />
              </span>
              <span class="over">
                <Thing item={cover} width={width} where={`${where}, covers ${itemName(item)}`} />
              </span>
            </span>
          ) : (
            <Thing key={item.id} item={item} width={width} where={where} />
          );
        })}
      </div>
    </Labelled>
  );
}

/**
 * A cell of an assignment: what lies there, and what is laid on it for now; a touch lays the taken item here, or takes
 * it up again.
 */
function PlaceCell({
  board,
  place,
  item,
  cover,
  width,
  where,
}: {
  board: Board;
  place: number;
  item: Item;
  cover?: Item;
  width: number;
  where: string;
}) {
  const laid = board.laid.get(place);
  const below = cover ?? item;
  const act = () => (laid && !board.can ? board.onTake(laid.id) : board.onPlace(place));
  const lies = laid ? `${itemName({ ...laid, only_you: undefined })} laid here` : itemName(below);
  const named = `Place ${place + 1}, ${where}, ${lies}`;
  return (
    <button
      type="button"
      class={`cell place ${laid ? "two laid" : ""} ${board.can ? "can" : ""}`}
      disabled={!board.can && !laid}
      aria-label={named}
      data-place={place}
      onClick={act}
    >
      <span class={laid ? "under" : ""} aria-hidden="true">
        <Thing item={below} width={width} plain />
      </span>
      {laid && (
        <span class="over" aria-hidden="true">
          <Thing item={{ ...laid, only_you: undefined }} width={width} plain />
        </span>
      )}
    </button>
  );
}

/** The first w items are heads, clockwise from the top; later ones lie outward from the place their depth names. */
function Ring(props: ZoneProps) {
  const { zone, card } = props;
  const n = Math.max(1, zone.w ?? zone.items.length);
  const rove = useRoving<HTMLDivElement>({ columns: 0, round: true });
  const places = ringPlaces(zone, card);
  const { head, inner, outer } = ringRadius(zone, card);
  // Painted from the top down, so that no index in an upper left corner is covered.
  const order = [...places].sort((a, b) => Math.round(a.y / 8) - Math.round(b.y / 8) || a.x - b.x);
  const zOf = new Map(order.map((place, z) => [place.index, z + 1]));
  const count = new Array<number>(n).fill(0);
  zone.items.slice(n).forEach((item) => count[(item.depth ?? 0) % n]!++);
  /** What is written at a head: the number that belongs to its place, else how much was played there. */
  const badgeOf = (place: number) => {
    const worth = props.gathered?.worth[place];
    if (worth)
      return {
        text: String(worth.word ?? worth.value ?? 0),
        said: `${capital(worth.name)} ${worth.word ?? worth.value ?? 0}`,
      };
    return count[place] ? { text: String(count[place]), said: `${count[place]} played here` } : undefined;
  };
  // Too small to be told apart: the places in words.
  if (head < 26)
    return (
      <p class="chips" role="group" aria-label={zoneSpoken(zone, props.owner)} {...zoneData(zone)}>
        {zone.items.slice(0, n).map((item, place) => (
          <span key={item.id}>
            {capital(item.kind === "token" ? (item.text ?? "") : itemName(item))} <b>{badgeOf(place)?.text}</b>
          </span>
        ))}
      </p>
    );
  const spokes = Array.from({ length: n }, (_, i) => ((-90 + (360 * i) / n) * Math.PI) / 180);
  return (
    <div class="zone z-ring" role="group" aria-label={zoneSpoken(zone, props.owner)} {...zoneData(zone)}>
      <div
        class={`ring ${head < 46 ? "small" : ""}`}
        ref={rove.ref}
        onKeyDown={rove.onKeyDown}
        style={{ width: `${outer * 2}px`, height: `${outer * 2}px` }}
      >
        <svg class="spokes" viewBox={`${-outer} ${-outer} ${outer * 2} ${outer * 2}`} aria-hidden="true">
          {spokes.map((angle) => (
            <line
              key={angle}
              x2={Math.cos(angle) * (outer - 8)}
              y2={Math.sin(angle) * (outer - 8)}
              stroke-width={head / 8}
            />
          ))}
          <circle class="rim" r={inner} stroke-width={head / 9} />
          <circle class="rim2" r={inner + head / 12} />
          <circle class="rim o" r={outer - 8} stroke-width={head / 7} />
          <circle class="hub" r={head * 0.36} />
        </svg>
        {props.hub && <div class="hubt">{props.hub}</div>}
        {places.map((place) => {
          const item = zone.items[place.index]!;
          const badge = place.index < n ? badgeOf(place.index) : undefined;
          const spoke = props.gathered?.from[place.index];
          return (
            <span
              key={item.id}
              class="rp"
              {...(spoke && place.index < n ? zoneData(spoke) : {})}
              style={{ left: `${outer + place.x}px`, top: `${outer + place.y}px`, zIndex: zOf.get(place.index) }}
            >
              <Thing
                item={item}
                width={place.w}
                where={`place ${place.index < n ? place.index + 1 : ((item.depth ?? 0) % n) + 1} of ${n}`}
              />
              {place.index < n && item.kind === "token" && item.text && (
                <span class={`rlabel ${place.y > 0 ? "up" : ""}`} aria-hidden="true">
                  {capital(item.text)}
                </span>
              )}
              {badge && (
                <span class="badge" role="img" aria-label={badge.said}>
                  {badge.text}
                </span>
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** Where several stand at the same place they stand side by side: the shares of a step to the right of it. */
function beside(stands: { value?: number }[], i: number): number {
  const same = stands.flatMap((other, k) => (other.value === stands[i]!.value ? [k] : []));
  return same.indexOf(i) - (same.length - 1) / 2;
}

const pegs = ["peg-heart", "peg-mug", "t-mark", "t-crown"];
const tints = ["peg-f", "peg-a", "tok-copper", ""];
/** What is drawn for the i-th that stands on a track. */
export const pegSymbol = (kind: string | undefined, i: number) =>
  symbolNames.has(`peg-${kind}`) ? `peg-${kind}` : pegs[i % pegs.length]!;
export const pegTint = (i: number) => tints[i % tints.length];

/** A peg board from lo to hi: a hole per step, a peg per counter. */
export function Track({ zone, counters = [], owner, labelled = true, small }: ZoneProps & { small?: boolean }) {
  const [lo, hi] = [zone.lo ?? zone.w ?? 0, zone.hi ?? zone.h ?? 10];
  const steps = Math.max(1, hi - lo);
  const at = (value: number) => `${((Math.min(hi, Math.max(lo, value)) - lo) / steps) * 100}%`;
  // What stands on it is said by its items; a track without any is for the counters of its owner.
  const pins = zone.items
    .filter((item) => item.kind === "token")
    .map((item) => ({
      name: item.whose ? `${item.whose} ${item.text}` : (item.text ?? ""),
      value: item.at,
      kind: item.text,
      seat: item.who,
    }));
  const stands: { name: string; value?: number; kind?: string; seat?: number }[] = pins.length
    ? pins
    : counters.map((c) => ({ ...c, kind: c.name }));
  const marks = zone.items.filter((item) => item.kind === "text");
  const told = [...stands.map((c) => `${c.name} ${c.value}`), ...marks.map((m) => `${m.text} at ${m.at}`)];
  const spoken = `${zoneSpoken(zone, owner)}: ${told.join(", ")}`;
  const mark = steps <= 12 ? 2 : 5;
  if (small)
    return (
      <div class="minitrack" role="img" aria-label={spoken}>
        {stands.map((c, i) => (
          <i key={c.name} style={{ left: at(c.value ?? lo) }} class={beside(stands, i) < 0 ? "low" : ""}>
            <em>{c.value}</em>
            <Drawing name={pegSymbol(c.kind, i)} box="0 0 32 40" class={pegTint(i)} width={14} height={17} />
          </i>
        ))}
      </div>
    );
  return (
    <div class="zone z-track" role="img" aria-label={spoken} {...zoneData(zone)}>
      <div class="peg">
        <div class="rail">
          <div class="holes">
            {Array.from({ length: steps + 1 }, (_, i) => (
              <i
                key={i}
                class={i % mark === 0 || marks.some((m) => m.at === lo + i) ? "m" : ""}
                data-n={lo + i}
                title={marks.find((m) => m.at === lo + i)?.text}
              />
            ))}
          </div>
          <div class="pins">
            {stands.map((c, i) =>
              c.seat === undefined ? (
                <span key={c.name} class="pin" style={{ left: at(c.value ?? lo) }}>
                  {c.value}
                  <Drawing name={pegSymbol(c.kind, i)} box="0 0 32 40" class={pegTint(i)} width={24} height={30} />
                </span>
              ) : (
                <span
                  key={c.name}
                  class={`pin pw ${c.name.startsWith("You ") ? "me" : ""}`}
                  style={{ left: `calc(${at(c.value ?? lo)} + ${beside(stands, i) * 20}px)` }}
                >
                  {beside(stands, i) <= 0 && c.value}
                  <Mark seat={c.seat} />
                </span>
              ),
            )}
          </div>
        </div>
      </div>
      {labelled && (
        <span class="zlabel" aria-hidden="true">
          {zoneLabel(zone)}:{" "}
          {[
            ...stands.flatMap((c) => (c.seat === undefined ? capital(c.name) : [])),
            ...marks.map((m) => `${m.text} ${m.at}`),
          ].join(", ")}
        </span>
      )}
    </div>
  );
}

/** Labelled wells side by side; on a phone tabs with counts. */
function Groups(props: ZoneProps) {
  const groups = groupsOf(props.zone);
  const phone = usePhone();
  const [shown, setShown] = useState(0);
  const rove = useRoving<HTMLDivElement>();
  const tabs = phone && groups.length > 4;
  const width = tabs ? Math.min(60, props.card) : groupCard(props.card);
  const worthOf = (group: Group) => {
    const worth = groupWorth(group.label, props.counters ?? []);
    return worth && `${worth.name.slice(group.label.length + 1)} ${worth.word ?? worth.value ?? 0}`;
  };
  return (
    <div class="zone z-groups" role="group" aria-label={zoneSpoken(props.zone, props.owner)} {...zoneData(props.zone)}>
      {tabs && (
        <div class="tabs" role="tablist" aria-label={zoneLabel(props.zone)}>
          {groups.map((group, i) => (
            <button
              key={group.label}
              type="button"
              role="tab"
              class={`tab ${i === shown ? "on" : ""}`}
              aria-selected={i === shown}
              onClick={() => setShown(i)}
            >
              <b>{group.label}</b>
              <span>{group.items.length}</span>
            </button>
          ))}
        </div>
      )}
      <div class="groups" ref={rove.ref} onKeyDown={rove.onKeyDown}>
        {groups.map((group, i) =>
          tabs && i !== shown ? null : (
            <div
              key={group.label}
              class="groupwell"
              role="group"
              aria-label={[group.label, group.items.length, worthOf(group)]
                .filter((word) => word !== undefined)
                .join(", ")}
            >
              {!tabs && (
                <span class="zlabel" aria-hidden="true">
                  {group.label} <b>{worthOf(group) ?? group.items.length}</b>
                </span>
              )}
              <div class="hrow" style={tabs ? undefined : { maxWidth: `${groupColumns(group) * (width + 10)}px` }}>
                {group.items.map((item) => (
                  <Thing key={item.id} item={item} width={widthOf(item, width)} />
                ))}
                {!group.items.length && <span class="nothing">empty</span>}
              </div>
            </div>
          ),
        )}
      </div>
    </div>
  );
}

/** Nested slips; the last one happens next. */
function Effects({ zone, owner }: ZoneProps) {
  if (!zone.items.length) return null;
  return (
    <ol class="effects" aria-label={zoneSpoken(zone, owner)} {...zoneData(zone)}>
      {zone.items.map((item, i) => {
        const last = i === zone.items.length - 1;
        return (
          <li
            key={item.id}
            class={`slip effect ${last ? "next" : ""}`}
            style={{ "--depth": item.depth ?? 0 } as JSX.CSSProperties}
            data-item={item.id}
          >
            <b>{item.text ?? itemName(item)}</b>
            <span>{last ? "happens next" : "waits"}</span>
          </li>
        );
      })}
    </ol>
  );
}

const painters: Record<Zone["layout"], (props: ZoneProps) => JSX.Element | null> = {
  row: Row,
  fan: Fan,
  stack: Stack,
  grid: Grid,
  ring: Ring,
  track: Track,
  groups: Groups,
  effects: Effects,
};

export function ZoneView(props: ZoneProps) {
  if (props.zone.room) return <Pack zone={props.zone} owner={props.owner} />;
  const Painter = painters[props.zone.layout];
  return <Painter {...props} />;
}
