// A View as the library writes it as JSON, with what that leaves out filled in (names.ts). The client paints these
// words and knows no game by name.
export type Layout = "row" | "fan" | "stack" | "grid" | "ring" | "track" | "groups" | "effects";
export type ItemKind = "card" | "die" | "token" | "text" | "empty";

export interface Item {
  id: number;
  kind: ItemKind;
  hidden?: true;
  face?: number;
  /** The item that says what is printed on it. */
  like?: number;
  code?: string;
  name?: string;
  /** Short, for the face itself; without it, its name. */
  title?: string;
  /** What sort of card: "Sometimes". */
  sort?: string;
  letter?: string;
  suit?: string;
  glyph?: string;
  /** What is drawn on it. */
  figure?: string;
  hue?: string;
  pattern?: string;
  number?: number;
  others_know?: true;
  only_you?: true;
  /** Of a card what it does; of a text a sentence with {who} {other} {card} {n}. */
  text?: string;
  /** Of a text what {who} and {other} stand for; else the seat it belongs to within its zone. */
  who?: number;
  other?: number;
  card?: string;
  /** Of a text {n}; else how many alike it stands for. */
  n?: number;
  /** On a track: where it stands. */
  at?: number;
  /** Filled in by the client: the name of `who`. */
  whose?: string;
  /** Filled in by the client: what sort of thing, where it is no card: "token". */
  noun?: string;
  /** So many points it brings, or has brought. */
  worth?: number;
  /** How it stands with it just now: "until it is used". */
  note?: string;
  /** What it is made of, or wants: item, how many, how many of them the viewer has not got. */
  needs?: [id: number, n: number, lacking?: number][];
  /** How many the viewer lacks in all, with what stands in for them counted. */
  lacks?: number;
  /** Of an effect: whom it would touch. */
  targets?: Target[];
  /**
   * In a zone with slots: of which sort. groups: its group; effects: how deep; ring and grid: for what lies on top, the
   * place below it.
   */
  depth?: number;
}

/** Whom an effect would touch: so much of a counter, or a few words; or why it does not. */
export interface Target {
  seat: number;
  of?: string;
  n?: number;
  word?: string;
  spared?: true;
}

export interface Zone {
  name: string;
  owner: number | null;
  layout: Layout;
  /** Its number in events, together with owner and level. */
  zone?: number;
  w?: number;
  h?: number;
  /** The ends of a track. */
  lo?: number;
  hi?: number;
  level?: number;
  /** What its things are, if not cards: "token". */
  noun?: string;
  /** It has slots: so many for things of depth 0, and of depth 1. */
  room?: [number, number];
  /** The item it belongs to, and is shown with. */
  at?: number;
  size: number;
  /** What lies there was counted in the results. */
  scored?: true;
  items: Item[];
}

export interface Counter {
  name: string;
  owner: number | null;
  value?: number;
  word?: string;
  /** What lies there is worth so much so far. */
  running?: true;
  /** The item it belongs to. */
  at?: number;
}

export interface ChoiceItem {
  /** Below 0, and filled in by the client: it lies in no zone, and says here what it is called. */
  id: number;
  word: string;
  name?: string;
  glyph?: string;
  /** What it adds when it is chosen, counted as the choice's `worth`. */
  worth?: number;
}

/** Money that can be won, or at the end of a hand was. */
export interface Pot {
  name: string;
  coins: number;
  claims: number[];
  to?: number[];
}

export interface Part {
  text: string;
  points: number;
  items?: number[];
}

/** How a hand, or a game of a row, ended for a seat; best first. */
export interface Result {
  seat: number;
  place?: number;
  points?: number;
  won?: number;
  net: number;
  parts?: Part[];
}

/** How a seat stands in a row of games, between two of them. */
export interface SeatStanding {
  seat: number;
  has: number;
  net: number;
  last?: number;
  won: number;
  lent?: number;
  owes?: number;
  trail: number[];
}

export interface Standings {
  played: number;
  of?: number;
  games: string[];
  seats: SeatStanding[];
}

/** Alike things that a split deals out, or of which so many are counted. */
export interface Kind {
  word: string;
  /** An item that looks like it. */
  like?: number;
  name: string;
  glyph?: string;
  hue?: string;
  /** split: how many there are; counts: the most of them. */
  n: number;
}

export interface Choice {
  kind: "plain" | "amount" | "subset" | "assign" | "split" | "counts";
  label: string;
  /** Its label with {items}, for what is chosen. */
  some?: string;
  /** Its label when nothing is chosen. */
  none?: string;
  group?: string;
  about?: string;
  /** What is drawn for it. */
  figure?: string;
  way?: "safe" | "on" | "final";
  /** It settles something before the way on, and can be given just before it. */
  joins?: true;
  /** With `joins`: what people call what it settles, and how it is settled then. */
  settles?: string;
  as?: string;
  worth?: { of: string; n: number };
  word?: string;
  lo?: number;
  hi?: number;
  places?: number[];
  /** No two items share a place. */
  apart?: boolean;
  items?: ChoiceItem[];
  /** The zone that it is about, by its place in the list. */
  zone?: number;
  kinds?: Kind[];
  /** Filled in by the client: the place that gets what a split gives nobody else. */
  keeps?: number;
  /** counts: the first kind of the second group, and that group's limits. */
  second?: number;
  lo2?: number;
  hi2?: number;
}

export interface View {
  id: string;
  games: { title: string; phase?: string }[];
  viewer: number | null;
  seats: number;
  start: number | null;
  asked: number[];
  sealed: number[];
  clock: boolean;
  over: boolean;
  /** A hushed question is open. */
  window?: { kind: string; touches: number[]; turn: number | null; depth: number; seconds: number };
  /** Open talk: anybody asked may answer, again and again, and nothing is taken back. */
  talks?: boolean;
  /** The clock is asked: its hourglass. */
  glass?: { seconds: number; grains: number; turn: number };
  scores: number[];
  zones: Zone[];
  counters: Counter[];
  pots?: Pot[];
  /** The game that the results are of, if it is none of `games` any more. */
  chapter?: string;
  /** What the points of results are, where hands have names and no points: "card". */
  unit?: string;
  results?: Result[];
  standings?: Standings;
  prompt?: string;
  help?: string;
  choices: Choice[];
}

export interface Place {
  zone: number;
  owner: number | null;
  level: number;
}

export interface GameEvent {
  seq: number;
  kind: "moved" | "rolled" | "paid" | "shown" | "said";
  text: string;
  who?: number | null;
  other?: number | null;
  card?: string;
  n?: number;
  from?: Place;
  to?: Place;
}

/** Who sits in a seat, for painting. */
export interface Person {
  name: string;
  bot: boolean;
  /** A bot that plays at a lower level than its own, because too many think at once. */
  hasty?: boolean;
  here: boolean;
  deserted?: boolean;
  awayMs?: number;
  /** How often it has bought in again: strokes on the slate. */
  bought?: number;
  /** Called by name even where the View is this seat's own: a replay has no "you". */
  named?: boolean;
}
