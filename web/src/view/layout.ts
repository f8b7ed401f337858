// Where things go and how large they are: numbers in, numbers out.
import type { Counter, Item, Zone } from "./types.ts";
import { capital, isToken } from "./names.ts";

export interface Box {
  w: number;
  h: number;
}

export interface Placement {
  left: number[];
  top: number[];
  right: number[];
}

/** The others in turn order, clockwise from your left hand. */
export function othersInOrder(seats: number, viewer: number | null): number[] {
  const first = viewer === null ? 0 : viewer + 1;
  const count = viewer === null ? seats : seats - 1;
  return Array.from({ length: count }, (_, i) => (first + i) % seats);
}

const shoe: [number, number, number][] = [
  [0, 0, 0],
  [0, 1, 0],
  [0, 2, 0],
  [1, 1, 1],
  [1, 2, 1],
  [1, 3, 1],
  [2, 2, 2],
  [2, 3, 2],
  [2, 4, 2],
  [3, 3, 3],
  [3, 4, 3],
];
const rails: [number, number][] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [2, 1],
  [2, 2],
  [3, 2],
  [3, 3],
  [4, 3],
  [4, 4],
  [5, 4],
  [5, 5],
];

/** How many of the others sit left, above and right of a small or a large centre. The left side runs upwards. */
export function placeSeats(others: number[], largeCentre: boolean): Placement {
  const [l, t] = largeCentre ? [rails[others.length]![0], 0] : shoe[others.length]!;
  return { left: others.slice(0, l).reverse(), top: others.slice(l, l + t), right: others.slice(l + t) };
}

export const isLarge = (zone: Zone) =>
  zone.layout === "ring" ||
  zone.layout === "grid" ||
  zone.layout === "groups" ||
  (zone.layout === "effects" && zone.items.length > 0);

const cardHeight = 7 / 5;

export interface HandFit {
  card: number;
  /** From one card to the next. */
  step: number;
  scrolls: boolean;
}

/** The text on cards narrower than this is left out. */
export const readable = 112;

/**
 * A hand overlaps until a third of each card is visible; then the cards shrink; then it scrolls. Cards to be read lie
 * side by side: they shrink as long as they can be read, then they scroll.
 */
export function fitHand(n: number, box: Box, most: number, read = false, phone = false): HandFit {
  const least = 40;
  const tallest = Math.floor(box.h / (cardHeight * 1.16));
  let card = Math.max(least, Math.min(most, tallest));
  if (n < 2) return { card: Math.min(card, Math.max(least, Math.floor(box.w))), step: card, scrolls: false };
  // On a phone cards to be read are as broad as they must be, and lower than other cards.
  if (read && phone) return { card: most, step: most + 6, scrolls: (most + 6) * n > box.w };
  if (read) {
    while (card > readable && card * 1.04 * n > box.w) card -= 2;
    return { card, step: card * 1.04, scrolls: card * 1.04 * n > box.w };
  }
  const loose = (w: number) => w * (n <= 5 ? 0.82 : 0.72);
  const width = (w: number, step: number) => w + step * (n - 1);
  for (; card > least; card -= 2) if (width(card, Math.max(card * 0.33, 24)) <= box.w) break;
  const step = Math.min(loose(card), (box.w - card) / (n - 1));
  const tightest = Math.max(card * 0.33, 24);
  return step < tightest ? { card, step: tightest, scrolls: true } : { card, step, scrolls: false };
}

/** What stands in the centre: its size for a card of width c. */
export interface Thing {
  w: (c: number) => number;
  h: (c: number) => number;
}

export const label = 26;

/** Cards narrower than this are square tiles. */
export const tileBelow = 36;

/** A zone with its label, and the marks of so many seats behind it: never narrower than these. */
export function zoneThing(zone: Zone, labelled = true, marks = 0): Thing {
  const { w, h } = zoneSize(zone, labelled);
  const counted = zone.layout === "stack" ? ` ${zone.size}` : "";
  const least = labelled && zone.layout !== "ring" ? textWidth(zone.name + counted) + marks * 21 : 0;
  return { w: (c) => Math.max(w(c), least), h };
}

function zoneSize(zone: Zone, labelled: boolean): Thing {
  const n = Math.max(1, zone.items.length);
  const allDice = zone.items.length > 0 && zone.items.every((item) => item.kind === "die" || item.kind === "empty");
  switch (zone.layout) {
    case "stack":
      return { w: (c) => stackCard(c) + 12, h: (c) => stackCard(c) * cardHeight + 8 + label };
    case "fan":
      return { w: (c) => c * (1 + 0.5 * (n - 1)), h: (c) => c * cardHeight + label };
    case "grid": {
      const [w, h] = [zone.w ?? 1, zone.h ?? 1];
      const tall = (c: number) => gridCard(c) * (gridCard(c) < tileBelow ? 1 : cardHeight);
      return {
        w: (c) => w * gridCard(c) + (w - 1) * gridGap(c),
        // What is laid, or lies below another card, looks out at the top.
        h: (c) => (h + 2 * gridOverhang) * tall(c) + (h - 1) * gridGap(c) + (labelled ? label : 0),
      };
    }
    case "ring":
      return { w: (c) => ringRadius(zone, c).outer * 2, h: (c) => ringRadius(zone, c).outer * 2 };
    case "track":
      return { w: () => 300, h: () => 96 };
    case "groups": {
      const groups = groupsOf(zone);
      return {
        w: (c) => groups.reduce((sum, g) => sum + Math.max(76, groupColumns(g) * (groupCard(c) + 8) + 22) + 10, 0),
        h: (c) =>
          Math.max(...groups.map((g) => Math.ceil(g.items.length / 2))) *
            (groupCard(c) * (groupCard(c) < tileBelow ? 1 : cardHeight) + 8) +
          48,
      };
    }
    case "effects":
      return { w: () => 300, h: () => 76 * n + 10 };
    default:
      if (!zone.items.length) return { w: () => 92, h: () => 34 + label };
      return allDice
        ? { w: (c) => n * (dieSize(c) + 14), h: (c) => dieSize(c) + label + 12 }
        : { w: (c) => n * (rowCard(c, n) + 8), h: (c) => rowCard(c, n) * cardHeight + label + 10 };
  }
}

export const stackCard = (c: number) => Math.round(Math.max(34, c * 0.54));
const gridOverhang = 0.1;
export const gridCard = (c: number) => Math.round(c * 0.72);
export const gridGap = (c: number) => Math.max(5, Math.round(c * 0.08));
export const groupCard = (c: number) => Math.round(c * 0.66);
export const rowCard = (c: number, n: number) => Math.round(n > 3 ? c * 0.7 : c);
export const dieSize = (c: number) => Math.round(Math.min(76, Math.max(34, c * 0.55)));

/** The largest card width with which all things stand in the box, in as many lines as they need; 0 if none does. */
export function fitCentre(things: Thing[], box: Box, gap: number, most = 150, least = 36): number {
  for (let c = most; c >= least; c -= 2) {
    let height = 0;
    let line = { w: 0, h: 0 };
    let widest = 0;
    for (const thing of things) {
      const [w, h] = [thing.w(c), thing.h(c)];
      if (line.w && line.w + gap + w > box.w) {
        height += line.h + 10;
        line = { w: 0, h: 0 };
      }
      line = { w: line.w + (line.w ? gap : 0) + w, h: Math.max(line.h, h) };
      widest = Math.max(widest, line.w);
    }
    if (widest <= box.w && height + line.h <= box.h) return c;
  }
  return 0;
}

const textWidth = (words: string) => words.length * 7.2;

/** How many lines short labels take, one beside the other in this width. */
export function linesOfWords(words: string[], width: number): number {
  let lines = words.length ? 1 : 0;
  let used = 0;
  for (const word of words) {
    const w = Math.min(width, textWidth(word) + 34);
    if (used && used + w > width) {
      lines++;
      used = 0;
    }
    used += w;
    if (textWidth(word) > width) lines += Math.floor(textWidth(word) / width);
  }
  return lines;
}

export interface RingPlace {
  x: number;
  y: number;
  w: number;
  index: number;
}

/** Items past the first w lie at the place their depth names, outward from its head. */
export function ringRadius(zone: Zone, c: number) {
  const n = Math.max(1, zone.w ?? zone.items.length);
  const head = Math.round(c * 0.6);
  const played = Math.round(c * 0.42);
  const inner = head * 1.5 * Math.max(1, n / 5);
  const lanes = ringLanes(zone);
  const outer = lanes ? inner + head * 0.66 + played * (1.1 + 0.45 * (Math.min(3, lanes) - 1)) : inner + head * 0.8;
  return { head, played, inner, outer };
}

function ringLanes(zone: Zone): number {
  const n = Math.max(1, zone.w ?? zone.items.length);
  const at = new Array<number>(n).fill(0);
  zone.items.slice(n).forEach((item) => at[(item.depth ?? 0) % n]!++);
  return Math.max(0, ...at);
}

export function ringPlaces(zone: Zone, c: number): RingPlace[] {
  const n = Math.max(1, zone.w ?? zone.items.length);
  const { head, played, inner } = ringRadius(zone, c);
  const count = new Array<number>(n).fill(0);
  // More than three at a place move closer together, so that the outermost stays on the rim.
  const lanes = ringLanes(zone);
  const squeeze = lanes > 3 ? 2 / (lanes - 1) : 1;
  return zone.items.map((item, index) => {
    const place = index < n ? index : (item.depth ?? 0) % n;
    const angle = ((-90 + (360 * place) / n) * Math.PI) / 180;
    const nth = index < n ? -1 : count[place]!++;
    // Outward from the head: far enough that its figure stays free, then in short steps.
    const away = nth < 0 ? inner : inner + head * 0.66 + played * (0.4 + 0.45 * squeeze * nth);
    return { x: Math.cos(angle) * away, y: Math.sin(angle) * away, w: nth < 0 ? head : played, index };
  });
}

/** What a ring gathers: what lies at each of its places, and the number that belongs there. */
export interface Gathered {
  zone: Zone;
  /** The zones that lie at its places now, in the order of the places. */
  from: (Zone | undefined)[];
  worth: (Counter | undefined)[];
}

/** "Warrior, marked" is the Warrior. */
const placeTitle = (item: Item) => (item.kind === "token" ? (item.text ?? "").split(",")[0]! : "");
const belongsTo = (title: string, name: string) =>
  !!title && (name === title || name.startsWith(`${title}'`) || name.startsWith(`${title} `));

/** Piles and counters named after a place of a ring belong to that place: "Warrior's spoke" lies at the Warrior. */
export function gatherRing(ring: Zone, zones: Zone[], counters: Counter[]): Gathered {
  const titles = ring.items.slice(0, ring.w ?? ring.items.length).map(placeTitle);
  const from = titles.map((title) =>
    zones.find((zone) => zone !== ring && zone.owner === null && belongsTo(title, zone.name)),
  );
  const worth = titles.map((title) => counters.find((counter) => counter.owner === null && counter.name === title));
  const played = from.flatMap((zone, place) => (zone?.items ?? []).map((item) => ({ ...item, depth: place })));
  return { zone: { ...ring, items: [...ring.items, ...played] }, from, worth };
}

/** Tokens by seat: an offer on a slip of its own, whoever makes it. */
export const isOffer = (zone: Zone) => zone.layout === "groups" && isToken(zone);

/** A scale from nothing on which one thing stands, and nothing is marked but its end: so much of so much. */
export function isGauge(zone: Zone): boolean {
  const [peg, ...marks] = zone.items;
  if (zone.layout !== "track" || zone.lo || peg?.kind !== "token" || peg.who !== undefined) return false;
  return marks.every((mark) => mark.kind === "text" && mark.at === zone.hi);
}

/** The zone to whose items others belong: each is a place, with all that lies there. */
export const headsOf = (zones: Zone[]) =>
  zones.find((head) => head.items.some((item) => zones.some((zone) => zone.at === item.id)));

/** What an offer says: what each would get, and the sentences below it. All who could get something are listed. */
export function sharesOf(zone: Zone, takers: number[]) {
  const things = zone.items.filter((item) => item.kind !== "text");
  const seats = [...new Set([...takers, ...things.flatMap((item) => item.who ?? [])])].sort((a, b) => a - b);
  return {
    shares: seats.map((seat) => ({ seat, items: things.filter((item) => item.who === seat) })),
    loose: things.filter((item) => item.who === undefined),
    told: zone.items.filter((item) => item.kind === "text"),
  };
}

export interface Group {
  label: string;
  items: Zone["items"];
}

/** Counters named after a group belong to it: "red war" stands at Red. */
export const groupWorth = (label: string, counters: Counter[]) =>
  counters.find(
    (counter) => counter.owner === null && counter.name.toLowerCase().startsWith(`${label.toLowerCase()} `),
  );

/** Two cards side by side in a group, then the next line. */
export const groupColumns = (group: Group) => Math.min(2, Math.max(1, group.items.length));

/** Cards of one colour: the group is called after it. */
function commonHue(items: Item[]): string | undefined {
  const hue = items[0]?.hue;
  return hue && items.every((item) => item.hue === hue) ? capital(hue) : undefined;
}

/** Items by the seat they belong to, or by their group number; a text item names its group. */
export function groupsOf(zone: Zone): Group[] {
  const groups = new Map<number, Group>();
  for (const item of zone.items) {
    const key = item.kind !== "text" && item.who !== undefined ? item.who : (item.depth ?? 0);
    if (!groups.has(key)) groups.set(key, { label: item.whose && item.kind !== "text" ? item.whose : "", items: [] });
    const group = groups.get(key)!;
    if (item.kind === "text") group.label = item.text ?? "";
    else group.items.push(item);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => a - b)
    .map(([key, group]) => ({ ...group, label: group.label || commonHue(group.items) || `Group ${key + 1}` }));
}

/** Roving focus on a grid or round a ring: the index an arrow leads to. */
export function arrowTarget(
  key: string,
  index: number,
  n: number,
  columns: number,
  round: boolean,
): number | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  if (key === "Home") return 0;
  if (key === "End") return n - 1;
  if (step === undefined || (columns === 0 && Math.abs(step) !== 1)) return undefined;
  const target = index + step;
  if (round) return (target + n) % n;
  return target < 0 || target >= n ? undefined : target;
}
