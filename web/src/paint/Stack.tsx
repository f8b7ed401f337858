// What is about to happen: the stack with the last of it lit, whom the window asks, and the place where a card is read.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { askedInOrder, cardNamed, targetWords, whenOf } from "../view/guests.ts";
import { capital, itemName, listWords, titleOf, zoneSpoken } from "../view/names.ts";
import type { Item, View, Zone } from "../view/types.ts";
import { symbolNames } from "./art.tsx";
import { facePaint } from "./Guests.tsx";
import { useTouch } from "./touch.ts";

export const emblemOfSort = (sort: string | undefined) => {
  const first = sort?.split(",")[0]?.toLowerCase();
  return first && symbolNames.has(`k-${first}`) ? `k-${first}` : "k-action";
};

/** A card of words, large enough to be read: kind, title, when, what. */
export function OpenCard({ item }: { item: Item }) {
  const [when, what] = whenOf(item.text ?? "");
  const sort = item.sort ?? item.suit;
  return (
    <article class="opencard">
      {sort && (
        <span class="kd">
          <svg viewBox="0 0 64 64" aria-hidden="true">
            <use href={`#${emblemOfSort(sort)}`} />
          </svg>
          {capital(sort)}
        </span>
      )}
      <b class="ti">{capital(titleOf(item))}</b>
      <p>
        {when && <i class="if">{when}</i>} {what}
      </p>
    </article>
  );
}

interface StackProps {
  view: View;
  zone: Zone;
  nameOf: (seat: number) => string;
}

/** Nested slips; the last one is lit and happens next. Below each, whom it would touch. */
export function Stack({ view, zone, nameOf }: StackProps) {
  const list = useRef<HTMLOListElement>(null);
  // What happens next is never out of sight.
  useLayoutEffect(() => {
    const last = list.current?.lastElementChild as HTMLElement | undefined;
    if (last) list.current!.scrollTop = last.offsetTop - list.current!.offsetTop;
  }, [zone]);
  if (!zone.items.length) return null;
  const depths = zone.items.map((item) => item.depth ?? 0);
  const least = Math.min(...depths);
  return (
    <ol
      class={`stk ${zone.items.length > 3 ? "tall" : ""}`}
      ref={list}
      tabIndex={0}
      aria-label={zoneSpoken(zone, undefined)}
      data-zone={`${zone.level ?? 0}/${zone.zone}/`}
    >
      {zone.items.map((item, i) => {
        const last = i === zone.items.length - 1;
        const card = cardNamed(view, item);
        return (
          <li
            key={item.id}
            class={`slip ef2 ${last ? "next" : ""} ${item.who === undefined ? "faceless" : ""}`}
            style={{ "--d": Math.min(4, depths[i]! - least) } as JSX.CSSProperties}
            data-item={item.id}
          >
            {item.who !== undefined && facePaint(view, item.who)}
            <b class="h">{item.text}</b>
            <em>{!last ? "waits" : view.window ? "happens when all pass" : "happens next"}</em>
            {card?.text && <span class="s">{card.text}</span>}
            {item.targets && (
              <span class="tgt">
                {item.targets.map((target, k) => (
                  <span
                    key={k}
                    class={target.spared ? "no" : target.seat === view.viewer && (target.n ?? -1) < 0 ? "me" : ""}
                  >
                    {targetWords(target, nameOf(target.seat))}
                  </span>
                ))}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Whom the window asks, by what everybody knows. Who has answered is never shown. */
export function Circle({ view, nameOf }: { view: View; nameOf: (seat: number) => string }) {
  const asked = askedInOrder(view);
  if (!view.window || !asked.length) return null;
  const names = asked.map(nameOf).map((name) => (name === "You" ? "you" : name));
  return (
    <p class="circle" role="img" aria-label={`The window asks ${listWords(names)}`}>
      <span class="cap">asked</span>
      {asked.map((seat) => (
        <span key={seat} class={`c1 ${seat === view.viewer ? "on" : ""}`}>
          {facePaint(view, seat)}
          <span class="nm">{seat === view.viewer ? "you" : nameOf(seat)}</span>
        </span>
      ))}
    </p>
  );
}

/** Cards that lie in the middle, by their titles: each can be read. */
function Laid({ zone }: { zone: Zone }) {
  const { onRead } = useTouch();
  return (
    <p class="chips laid" role="group" aria-label={capital(zone.name)} data-zone={`${zone.level ?? 0}/${zone.zone}/`}>
      <span class="cap">{zone.name}</span>
      {zone.items.map((item) =>
        item.hidden ? (
          <span key={item.id}>face down</span>
        ) : (
          <button
            key={item.id}
            type="button"
            aria-label={itemName(item)}
            onMouseEnter={() => onRead?.(item.id)}
            onMouseLeave={() => onRead?.(undefined)}
            onFocus={() => onRead?.(item.id)}
            onBlur={() => onRead?.(undefined)}
            onClick={() => onRead?.(item.id)}
          >
            {capital(titleOf(item))}
          </button>
        ),
      )}
    </p>
  );
}

interface Props extends Omit<StackProps, "zone"> {
  stack?: Zone;
  /** The card in question, or one's own that is looked at. */
  reading?: Item;
  /** It is one's own, of this colour: on a phone it lies over the stack. */
  mine?: string;
  onClose: () => void;
  /** Cards that lie in the middle besides: drinks that were served, prizes. */
  laid: Zone[];
  /** The pot, and what else is counted on the table. */
  sums?: ComponentChildren;
  /** A game within the game. */
  children?: ComponentChildren;
  /** Where nothing happens just now there is room for it. */
  tale?: ComponentChildren;
}

export function Happenings({ view, stack, reading, mine, onClose, nameOf, laid, sums, children, tale }: Props) {
  const busy = !!stack?.items.length;
  return (
    <div class={`centre happen ${busy ? "busy" : "calm"} ${view.games.length > 1 ? "within" : ""}`}>
      {reading && (
        <div class={`reading ${mine ? `own1 ${mine}` : ""}`} aria-hidden="true" onClick={onClose}>
          <OpenCard item={reading} />
        </div>
      )}
      <div class="mid2">
        {stack && <Stack view={view} zone={stack} nameOf={nameOf} />}
        <Circle view={view} nameOf={nameOf} />
        {sums}
        {laid.map((zone) => (
          <Laid key={`${zone.name}${zone.owner}`} zone={zone} />
        ))}
        {children}
        {!busy && tale}
      </div>
    </div>
  );
}
