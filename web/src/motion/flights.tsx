// Things in the air: a card on its way from zone to zone, coins on their way to the pot or back.
import { isStill } from "../room.ts";
import { render } from "preact";
import type { GameEvent, Item, Place, View } from "../view/types.ts";
import { CoinPile } from "../paint/art.tsx";
import { Thing } from "../paint/Thing.tsx";

const easeOut = "cubic-bezier(.2,.75,.25,1)";
const stagger = 70;

const seatElement = (seat: number | null | undefined) =>
  seat === null || seat === undefined
    ? undefined
    : (document.querySelector<HTMLElement>(`[data-seat="${seat}"] .plaque`) ?? undefined);

/**
 * Where a place is painted: its zone, or the plaque of its owner; a zone of everybody is painted once for each seat.
 */
function elementsOf(place: Place | undefined): HTMLElement[] {
  if (!place || !place.zone) return [];
  const key = `${place.level}/${place.zone}/`;
  const exact = document.querySelector<HTMLElement>(`[data-zone="${key}${place.owner ?? ""}"]`);
  if (exact) return [exact];
  if (place.owner !== null) return [seatElement(place.owner)].filter((e): e is HTMLElement => !!e);
  return [...document.querySelectorAll<HTMLElement>(`[data-zone^="${key}"]`)];
}

function cardOf(view: View, code: string | undefined): Item | undefined {
  if (!code) return undefined;
  for (const zone of view.zones) for (const item of zone.items) if (item.code === code) return item;
  return undefined;
}

const centre = (element: HTMLElement) => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

export function launch(from: HTMLElement, to: HTMLElement, what: "coins" | Item, n: number, ms: number, delay: number) {
  const holder = document.createElement("div");
  holder.className = "flight";
  holder.setAttribute("aria-hidden", "true");
  document.body.append(holder);
  render(what === "coins" ? <CoinPile n={n} width={36} /> : <Thing item={what} width={56} plain />, holder);
  const [a, b] = [centre(from), centre(to)];
  const at = (p: { x: number; y: number }) => `translate(${p.x}px, ${p.y}px) translate(-50%, -50%)`;
  holder
    .animate([{ transform: at(a) }, { transform: at(b) }], { duration: ms, delay, easing: easeOut, fill: "both" })
    .finished.then(
      () => holder.remove(),
      () => holder.remove(),
    );
}

/** Starts what an event sets in motion. False if nothing moves. */
export function fly(event: GameEvent, before: View, after: View, ms: number): boolean {
  if (event.kind === "moved" || (event.kind === "shown" && event.from && event.to)) {
    const from = elementsOf(event.from)[0];
    const to = elementsOf(event.to).filter((element) => element !== from);
    if (!from || !to.length) return false;
    const card: Item = cardOf(after, event.card) ?? { id: -1, kind: "card", hidden: true };
    to.forEach((target, i) => launch(from, target, card, 1, Math.max(ms, 160), i * stagger));
    return true;
  }
  if (event.kind === "paid") {
    const pot = document.querySelector<HTMLElement>("[data-pot]") ?? document.querySelector<HTMLElement>(".centre");
    const seats = event.who === null || event.who === undefined ? [...Array(before.seats).keys()] : [event.who];
    if (!pot) return false;
    for (const seat of seats) {
      const plaque = seatElement(seat);
      if (!plaque) continue;
      const money = (view: View) => view.counters.find((c) => c.owner === seat && c.name === "coins")?.value ?? 0;
      const wins = money(after) > money(before);
      const other = seatElement(event.other) ?? pot;
      launch(wins ? other : plaque, wins ? plaque : other, "coins", event.n ?? 1, ms, 0);
    }
    return true;
  }
  return event.kind === "rolled";
}

/** After the new position is painted: dice tumble, cards turn; without motion the changed place is lit instead. */
export function settle(events: GameEvent[], hidden: boolean): number {
  let longest = 0;
  for (const event of events) {
    if (event.kind !== "rolled" && event.kind !== "shown" && !(isStill() && event.kind === "moved")) continue;
    const places = elementsOf(event.to ?? event.from);
    const fallback = places.length ? places : [seatElement(event.who)].filter((e): e is HTMLElement => !!e);
    for (const place of fallback) {
      if (isStill()) {
        place.classList.add("changed");
        setTimeout(() => place.classList.remove("changed"), 1200);
        continue;
      }
      if (hidden) continue;
      if (event.kind === "rolled") {
        place.querySelectorAll(".die").forEach((die, i) => {
          const turns = i % 2 ? -1 : 1;
          die.animate(
            [
              { transform: `translateY(-14px) rotate(${turns * 320}deg)` },
              { transform: `translateY(-4px) rotate(${turns * 80}deg)`, offset: 0.6 },
              { transform: "none" },
            ],
            { duration: 600, easing: easeOut },
          );
        });
        longest = Math.max(longest, 600);
      } else {
        const cards = [...place.querySelectorAll(".card")];
        for (const card of cards)
          card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: 260, easing: easeOut });
        longest = Math.max(longest, 260);
      }
    }
  }
  return longest;
}
