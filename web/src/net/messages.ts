// The protocol's messages, version 1 (docs/protocol.md).
import type { Review } from "../view/review.ts";
import type { GameEvent, View } from "../view/types.ts";

export interface GameOption {
  name: string;
  about: string;
  type: "flag" | "number" | "word";
  usual: number;
  lo: number;
  hi: number;
  words?: string[];
  /** About what is paid and won; no hand's score depends on it. */
  money?: boolean;
  /** Options of one group stand together under this heading. */
  group?: string;
  /** What people call it, and what they say for its words. */
  title?: string;
  said?: string[];
  /** What is offered first where two or more people sit. */
  people?: number;
}

export interface GameOrder {
  word: string;
  label: string;
  /** Usual for who plays with nobody but bots. */
  alone?: true;
}

export interface Clash {
  a: string;
  a_lo: number;
  a_hi: number;
  b: string;
  b_lo: number;
  b_hi: number;
  reason: string;
}

export interface GameInfo {
  id: string;
  title: string;
  about: string;
  rules: number;
  /** A game of four takes about so many. */
  minutes?: number;
  /** 1: luck decides; 5: skill. */
  skill?: number;
  /** One to begin with. */
  first?: true;
  /** It opens windows. */
  windows?: true;
  /** What it is played with: "cards", "dice". */
  with?: string[];
  /** What is drawn on its sign. */
  figure?: string;
  hue?: string;
  /** It has hands for the score-keeper; else `no_scores` says why not. */
  scores: boolean;
  no_scores?: string;
  seats: { min: number; max: number; best: number };
  options: GameOption[];
  /** Standing orders that only this game knows. */
  orders?: GameOrder[];
  clashes: Clash[];
}

export interface Welcome {
  type: "welcome";
  server: string;
  you: { guest: string; name: string };
  games: GameInfo[];
  bots: string[];
  /** The same as people speak of them, the weakest first. */
  company: Company[];
  limits: { message_bytes: number; chat: number; rooms: number };
  lan?: string;
}

export interface Company {
  bot: string;
  title: string;
  about: string;
  strength: number;
}

/** A table I sit at. */
export interface YourTable {
  table: string;
  game: string;
  title: string;
  name?: string;
  seats: number;
  /** People beside me. */
  others: string[];
  bots: number;
  phase: "open" | "playing";
  turn?: true;
}

/** A game I played, and how it ended for me. */
export interface Played extends Omit<YourTable, "phase" | "turn"> {
  place: number;
  score: number;
  /** The score is coins won and lost. */
  coins?: true;
  /** It can be stepped through. */
  replay?: true;
  /** Seconds since its end. */
  ago: number;
}

export interface Yours {
  type: "yours";
  tables: YourTable[];
  played: Played[];
}

export interface OpenTable {
  table: string;
  game: string;
  title: string;
  phase: "open" | "playing" | "over";
  seats: number;
  people: string[];
  bots: number;
  name?: string;
}

export interface SeatInfo {
  kind: "open" | "person" | "bot";
  /** Whom it plays with, where some play together; what it plays as by its place; whom the host gave it to play. */
  side?: number;
  part?: string;
  role?: string;
  name?: string;
  guest?: string;
  bot?: string;
  /** The lower level it plays at while too many bots think at once. */
  now?: string;
  here?: boolean;
  away_ms?: number;
  /** Our own clock at the end of away_ms; the message names only what was left when it was sent. */
  away_until?: number;
  deserted?: boolean;
  host?: boolean;
  seeded?: boolean;
  /** So many hints were taken, where they are shown. */
  hints?: number;
  /** Before the deal, where money goes on: what it brings, and that this does not pay for a game. */
  stack?: number;
  out?: true;
  /** How often it has bought in again. */
  bought?: number;
}

export interface TableInfo {
  type: "table";
  table: string;
  game: string;
  title: string;
  name?: string;
  options: string[];
  phase: "open" | "playing" | "over";
  seats: SeatInfo[];
  you: number | null;
  host: boolean;
  pace: number;
  clock: number;
  grace: number;
  public: boolean;
  /** Seconds a window lasts here; 0: until all have answered; missing: as each question says. */
  window?: number;
  /** Your own standing orders; missing: the usual one. */
  orders?: string[];
  /** Files that replace what is built in. */
  content?: { kind: string; id: string; hash: string }[];
  watchers: number;
  /** Hints between people: silent, told to all, or none. */
  hints: "all" | "shown" | "off";
  /** Seconds that watchers see the game later. */
  delay?: number;
  /** To watchers, while it is played. */
  closed?: boolean;
  /** For the host: who is here without a seat, and who may not sit down or (out) not come in. */
  watching?: { guest: string; name: string }[];
  barred?: { guest: string; name?: string; out: boolean }[];
  commitment: string;
  reveal?: { server: string; clients: (string | null)[]; seed: string };
  undo?: { seat: number; waiting: number[] };
  next?: string;
  /** The table it goes on from. */
  before?: string;
  undone?: boolean;
}

/** What all may know of a window, and whether we may still make it longer. */
export interface OpenWindow {
  kind: string;
  touches: number[];
  turn: number | null;
  depth: number;
  hold: boolean;
}

export interface Update {
  type: "update";
  table: string;
  from: number;
  seq: number;
  /** My answer that it shows is acknowledged by it. */
  ack?: { re: string; seq: number };
  events: GameEvent[];
  view: View;
  /** Answers were taken back: only entries up to this one are still in force. */
  undo?: number;
  time_left?: number;
  /** A hushed question is open. */
  window?: OpenWindow;
  /** The hourglass of the question, in ms. */
  glass?: { left: number; of: number };
  lost?: number;
  /** How each hand, or game of a row, ended that is no longer to be seen, and how many of the events came before. */
  chapters?: { seq: number; events: number; view: View }[];
  /** Seats whose time was up: the clock answered for them. */
  late?: number[];
}

export interface Hint {
  word: string;
  label: string;
  value: number;
  visits: number;
  /** Nobody can say that the first is better. */
  alike?: true;
}

/** So many of a game's answers are looked at. */
export interface Reviewing {
  type: "reviewing";
  table: string;
  seat: number;
  done: number;
  of: number;
}

export interface ChatLine {
  type: "chat";
  table: string;
  guest: string;
  name: string;
  seat: number | null;
  /** Only one's own side heard it. */
  to?: "side";
  text: string;
}

export type ServerMessage =
  | Welcome
  | { type: "lobby"; tables: OpenTable[] }
  | Yours
  | TableInfo
  | { type: "seated"; table: string; seat: number; token: string }
  | Update
  | { type: "ack"; re: string; table?: string; seq?: number }
  | { type: "hints"; table: string; seq: number; hints: Hint[]; reason?: string; coins?: true }
  | Reviewing
  | ({ type: "review"; re?: string; table: string } & Review)
  | ChatLine
  | { type: "error"; code: string; text: string; re?: string; table?: string }
  | { type: "pong"; re?: string }
  | { type: "notice"; text: string }
  | { type: "table-moving"; table: string }
  | { type: "bye"; code: string; text: string };

export interface CreateTable {
  game: string;
  seats: number;
  options?: string[];
  bots?: (string | null)[];
  pace?: number;
  clock?: number;
  grace?: number;
  public?: boolean;
  name?: string;
  window?: number;
  watchers?: boolean;
  delay?: number;
  hints?: "all" | "shown" | "off";
}

export type ClientMessage =
  | { type: "hello"; version: 1; name?: string; joined?: boolean }
  | { type: "lobby"; on: boolean }
  | ({ type: "create"; id: string } & CreateTable)
  | { type: "enter"; table: string; seen?: number; token?: string; id?: string }
  | { type: "exit" | "leave" | "deal" | "hint" | "undo" | "rematch" | "hold"; table: string; id?: string }
  | { type: "buy" | "afresh" | "draw"; table: string; id?: string }
  | { type: "sit"; table: string; seat?: number; id?: string }
  | { type: "bot"; table: string; seat: number; bot: string | null; id?: string }
  | { type: "seed"; table: string; hex: string; id?: string }
  | { type: "answer"; table: string; id: string; seq: number; word: string }
  | { type: "consent"; table: string; yes: boolean }
  | { type: "chat"; table: string; text: string; to?: "side"; id?: string }
  | { type: "orders"; table: string; orders: string[]; id?: string }
  | { type: "mute"; guest: string; on: boolean }
  | { type: "remove" | "host"; table: string; seat: number }
  | { type: "review"; table: string; seat: number; on?: boolean; id?: string }
  | { type: "bar"; table: string; guest: string; on: boolean }
  | { type: "watchers"; table: string; on: boolean }
  | { type: "yours" }
  | { type: "ping"; id?: string };
