// The opening deal: cards leave the deck one after the other, round by round, and turn where they land.
import type { Item, View } from "../view/types.ts";
import { launch } from "./flights.tsx";

const stagger = 70;
const flight = 320;
const turn = 180;
/** However many are dealt, the last leaves the deck within this time. */
const longest = 1500;
const back: Item = { id: -1, kind: "card", hidden: true };

/** Where the cards of each seat are painted, clockwise from the one who starts; what lies in the middle comes last. */
function dealtCards(view: View): HTMLElement[] {
  const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const first = view.start ?? 0;
  const seats = [...Array(view.seats).keys()].map((k) => (first + k) % view.seats);
  const ofSeat = seats.map((seat) =>
    seat === view.viewer
      ? find(".own .hand .card, .own .me .zone .card")
      : find(`.strip [data-seat="${seat}"] :is(.fanned, .mini .card, .mini .tile)`),
  );
  const most = Math.max(0, ...ofSeat.map((cards) => cards.length));
  const rounds = [...Array(most).keys()].flatMap((k) => ofSeat.flatMap((cards) => cards[k] ?? []));
  return [...rounds, ...find(".centre .zone:not(.z-stack) .card")];
}

const deckOf = (view: View) => {
  const piles = view.zones.filter((zone) => zone.owner === null && zone.layout === "stack" && zone.size > 0);
  const deck = piles.sort((a, b) => b.size - a.size)[0];
  const key = deck && `${deck.level ?? 0}/${deck.zone ?? deck.name}/`;
  const painted = key && document.querySelector<HTMLElement>(`[data-zone="${key}"]`);
  return painted || document.querySelector<HTMLElement>(".centre");
};

/** Deals what the first View has painted. Says how long it takes, and how to have done with it. */
export function dealOut(view: View, slowness: number): { ms: number; end: () => void } {
  const deck = deckOf(view);
  const cards = dealtCards(view);
  if (!deck || !cards.length) return { ms: 0, end: () => {} };
  const between = Math.min(stagger, longest / cards.length) * slowness;
  const way = flight * slowness;
  // A machine need not fly more cards at once than an eye can follow.
  const each = Math.ceil(cards.length / 40);
  const landings = cards.map((card, k) => {
    if (k % each === 0) launch(deck, card, back, 1, way, k * between);
    const open = !card.matches(".fanned, .down");
    return card.animate(
      [
        { opacity: 0, rotate: open ? "y 90deg" : "none" },
        { opacity: 1, rotate: open ? "y 90deg" : "none", offset: 0.01 },
        { opacity: 1, rotate: "none" },
      ],
      { duration: turn * slowness, delay: k * between + way, fill: "backwards", easing: "ease-out" },
    );
  });
  const end = () => {
    for (const landing of landings) landing.finish();
    for (const flown of document.querySelectorAll(".flight")) flown.remove();
  };
  return { ms: (cards.length - 1) * between + way + turn * slowness, end };
}
