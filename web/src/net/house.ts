// The client's side of the tavern: one connection that mends itself, and what the server has told.
import { houseAddress } from "./address.ts";
import { firstCall, type Link, nextLink } from "./link.ts";
import { named } from "../view/names.ts";
import type { Review } from "../view/review.ts";
import type { View } from "../view/types.ts";
import type {
  ChatLine,
  ClientMessage,
  CreateTable,
  Hint,
  OpenTable,
  OpenWindow,
  Reviewing,
  ServerMessage,
  TableInfo,
  Update,
  Welcome,
  Yours,
} from "./messages.ts";
import { nameKey } from "./name.ts";
import { Store } from "./store.ts";

export interface HouseState {
  link: Link;
  welcome?: Welcome;
  /** Guests whose talk is not heard. The server forgets it with the connection; we remind it. */
  muted: string[];
  tables?: OpenTable[];
  /** The tables I sit at, and what I played lately. */
  yours?: Yours;
  /** How far the review is that was asked for. */
  reviewing?: Reviewing;
  /** What the keeper of the house said to all. */
  notice?: string;
  /** The table that is dealt at once, without a waiting room: a rematch for which everybody is here. */
  dealing?: string;
}

export interface RoomState {
  table?: TableInfo;
  /** Why there is nothing to see. */
  closed?: string;
  /** Closed because it was begun under other rules, is damaged, or by the keeper: its record can be had. */
  leftBy?: "old-rules" | "damaged" | "ended";
  /** It is there, but not for us: barred, or closed to watchers. */
  shut?: boolean;
  /** The last hand, or game of a row, that ended and was cleared. */
  chapter?: View;
  /** It has just ended, and nobody has gone on from it. */
  chapterOpen: boolean;
  /** The hushed question that is open, by the position it was asked in. */
  window?: OpenWindow & { at: number };
  /** Windows are opened in this game. */
  windows: boolean;
  /** The positions whose windows I have answered and held. */
  answeredAt?: number;
  heldAt?: number;
  /** What the server said against my orders. */
  refusal?: string;
  hints?: Hint[];
  /** Why the first, in words; and that their values are coins. */
  hintReason?: string;
  hintCoins?: boolean;
  hinting: boolean;
  chat: ChatLine[];
  unread: number;
  /** An answer is on its way to the disk. */
  sending: boolean;
  /** What the server said against the last thing we asked. */
  complaint?: string;
  /** The table goes from one machine of the house to another; what is said meanwhile waits. */
  moving?: boolean;
}

interface Request {
  message: ClientMessage & { id: string };
  resolve: (ack: { table?: string; seq?: number }) => void;
  reject: (error: Error) => void;
}

const mutedKey = "taproom.muted";
const patience = 8000;
const heartbeat = 20_000;
const askAgainAfter = 1000;

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
export const newSeed = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (b) => b.toString(16).padStart(2, "0")).join("");

export class Room {
  readonly store = new Store<RoomState>({
    chat: [],
    unread: 0,
    hinting: false,
    sending: false,
    chapterOpen: false,
    windows: false,
  });
  seen = -1;
  private listener?: (update: Update) => void;
  private unheard: Update[] = [];
  constructor(
    readonly house: House,
    readonly id: string,
  ) {}

  /**
   * Updates that came before anybody listened are not lost: a page may be painted later than its first position comes.
   */
  listen(listener: ((update: Update) => void) | undefined) {
    this.listener = listener;
    if (listener) for (const update of this.unheard.splice(0)) listener(update);
  }

  hear(update: Update) {
    this.seen = update.seq;
    named(update.view);
    if (update.undo !== undefined)
      this.store.set({ complaint: undefined, chapter: undefined, chapterOpen: false, answeredAt: undefined });
    const last = update.chapters?.[update.chapters.length - 1]?.view;
    const chapter = last && named(last);
    // What ended before we came in is told by the menu.
    if (chapter) this.store.set({ chapter, chapterOpen: update.from >= 0 });
    this.store.set({ window: update.window && { ...update.window, at: update.seq } });
    if (update.window) this.store.set({ windows: true });
    if (this.listener) this.listener(update);
    else this.unheard.push(update);
  }

  async answer(word: string) {
    const { window } = this.store.value;
    this.store.set({ sending: true, complaint: undefined, hints: undefined, answeredAt: window?.at });
    try {
      await this.house.request({ type: "answer", table: this.id, id: newId(), seq: Math.max(0, this.seen), word });
    } catch (error) {
      this.store.set({ complaint: (error as Error).message, answeredAt: undefined });
    } finally {
      this.store.set({ sending: false });
    }
  }

  /** One after the other, until one is refused. */
  async answerAll(words: string[]) {
    for (const word of words) {
      await this.answer(word);
      if (this.store.value.complaint) return;
    }
  }

  /** Sends one of the plain requests and shows what the server says against it. */
  async ask(message: ClientMessage) {
    this.store.set({ complaint: undefined });
    try {
      return await this.house.request({ ...message, id: newId() } as ClientMessage & { id: string });
    } catch (error) {
      this.store.set({ complaint: (error as Error).message });
      return undefined;
    }
  }

  /** The open window lasts longer, for everybody; once. */
  async hold() {
    const { window } = this.store.value;
    if (window && (await this.ask({ type: "hold", table: this.id }))) this.store.set({ heldAt: window.at });
  }

  async setOrders(orders: string[]) {
    this.store.set({ refusal: undefined });
    try {
      await this.house.request({ type: "orders", table: this.id, orders, id: newId() });
    } catch (error) {
      this.store.set({ refusal: (error as Error).message });
    }
  }

  hint() {
    this.store.set({ hints: undefined, hinting: true });
    this.house.send({ type: "hint", table: this.id });
  }
}

/** A connection that was made before this file was there (hail.ts), and what came over it. */
export interface Hail {
  socket: WebSocket;
  heard: string[];
}

/** Once, and only if it is still good. */
function takeHail(): Hail | undefined {
  const page = window as { hail?: Hail };
  const { hail } = page;
  delete page.hail;
  return hail && hail.socket.readyState <= WebSocket.OPEN ? hail : undefined;
}

export class House {
  readonly store = new Store<HouseState>({
    link: firstCall,
    muted: JSON.parse(sessionStorage.getItem(mutedKey) ?? "[]") as string[],
  });
  private socket?: WebSocket;
  private requests = new Map<string, Request>();
  private room?: Room;
  private wantsLobby = false;
  private lastHeard = 0;
  private retryTimer = 0;
  /** The last rematch that was dealt without a waiting room. */
  private dealt?: string;

  start() {
    this.call();
    setInterval(() => this.beat(), 5000);
    addEventListener("online", () => this.change({ type: "online" }));
    addEventListener("offline", () => this.change({ type: "offline" }));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.awake();
    });
  }

  get name() {
    return localStorage.getItem(nameKey) ?? "";
  }

  rename(name: string) {
    const trimmed = name.trim().slice(0, 32);
    if (!trimmed) return;
    localStorage.setItem(nameKey, trimmed);
    if (this.store.value.link.is === "greeted" && trimmed !== this.store.value.welcome?.you.name)
      this.send({ type: "hello", version: 1, name: trimmed });
  }

  mute(guest: string, on: boolean) {
    const others = this.store.value.muted.filter((other) => other !== guest);
    const muted = on ? [...others, guest].slice(-32) : others;
    this.store.set({ muted });
    sessionStorage.setItem(mutedKey, JSON.stringify(muted));
    this.send({ type: "mute", guest, on });
  }

  showLobby(on: boolean) {
    this.wantsLobby = on;
    this.send({ type: "lobby", on });
    if (on) this.send({ type: "yours" });
  }

  enter(id: string): Room {
    const room = new Room(this, id);
    this.room = room;
    this.send({ type: "enter", table: id, seen: -1 });
    return room;
  }

  exit(room: Room) {
    if (this.room !== room) return;
    this.room = undefined;
    this.send({ type: "exit", table: room.id });
  }

  async create(wish: CreateTable): Promise<string> {
    const ack = await this.request({ type: "create", id: newId(), ...wish });
    if (!ack.table) throw new Error("The server named no table.");
    // Everybody's luck is in the deal: the server has committed itself to its own part already.
    this.seed(ack.table);
    return ack.table;
  }

  /** The table after this one. If everybody is still here, its cards come at once, without a waiting room. */
  async onceMore(room: Room): Promise<string | undefined> {
    const here = room.store.value.table?.seats.every((seat) => seat.kind !== "person" || seat.here);
    const next = (await room.ask({ type: "rematch", table: room.id }))?.table;
    if (next && here) {
      this.store.set({ dealing: next });
      setTimeout(() => this.stopDealing(next), patience);
    }
    return next;
  }

  private stopDealing(table: string) {
    if (this.store.value.dealing === table) this.store.set({ dealing: undefined });
  }

  /** The luck of each comes from his own window: when all have sent it, nobody is missing and the cards are dealt. */
  private dealWhenAllAreHere(table: TableInfo) {
    if (table.table !== this.store.value.dealing) return;
    const people = table.seats.filter((seat) => seat.kind === "person");
    if (table.phase !== "open" || people.some((seat) => seat.out)) return this.stopDealing(table.table);
    if (!table.host || !people.every((seat) => seat.seeded) || this.dealt === table.table) return;
    this.dealt = table.table;
    this.request({ type: "deal", table: table.table, id: newId() }).catch((error: Error) => {
      if (this.room?.id === table.table) this.room.store.set({ complaint: error.message });
      this.stopDealing(table.table);
    });
  }

  /** One's own luck for the deal. Where the cards were dealt before it came, there is nothing to complain about. */
  private seed(table: string) {
    this.request({ type: "seed", table, hex: newSeed(), id: newId() }).catch(() => {});
  }

  send(message: ClientMessage) {
    // Before the greeting nothing is heard; what must not be lost is said again after it.
    if (this.socket?.readyState === WebSocket.OPEN && this.store.value.link.is === "greeted")
      this.socket.send(JSON.stringify(message));
  }

  /** A request survives a broken line: it is sent again under the same id, and counts once. */
  request(message: ClientMessage & { id: string }): Promise<{ table?: string; seq?: number }> {
    return new Promise((resolve, reject) => {
      this.requests.set(message.id, { message, resolve, reject });
      this.send(message);
    });
  }

  /** What the decisions of a seat cost, in a game that is over; until somebody stops it. */
  review(table: string, seat: number): { answer: Promise<Review>; stop: () => void } {
    const id = newId();
    const answer = this.request({ type: "review", table, seat, id }).then((told) => told as unknown as Review);
    const stop = () => {
      this.store.set({ reviewing: undefined });
      if (this.requests.delete(id)) this.send({ type: "review", table, seat, on: false });
    };
    return { answer, stop };
  }

  private settle(re: string, ack: { table?: string; seq?: number }) {
    this.requests.get(re)?.resolve(ack);
    this.requests.delete(re);
  }

  private askAgain(id: string) {
    setTimeout(() => {
      const waiting = this.requests.get(id);
      if (waiting) this.send(waiting.message);
    }, askAgainAfter);
  }

  private change(event: Parameters<typeof nextLink>[1]) {
    const link = nextLink(this.store.value.link, event);
    if (link === this.store.value.link) return;
    this.store.set({ link });
    clearTimeout(this.retryTimer);
    if (link.is === "waiting") this.retryTimer = window.setTimeout(() => this.change({ type: "retry" }), link.delay);
    if (link.is === "calling") this.call();
  }

  private call() {
    this.socket?.close();
    const address = houseAddress(this.room?.id);
    const hail = takeHail();
    const socket = hail?.socket ?? new WebSocket(address, "taproom.1");
    this.socket = socket;
    this.lastHeard = Date.now();
    let why = "";
    const name = this.name ? { name: this.name } : {};
    const hear = (text: string) => {
      this.lastHeard = Date.now();
      const message = JSON.parse(text) as ServerMessage;
      if (message.type === "bye") why = message.text;
      this.hear(message);
    };
    if (!hail)
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello", version: 1, joined: true, ...name }));
    socket.onmessage = (event) => hear(String(event.data));
    socket.onclose = () => {
      if (this.socket === socket) this.change({ type: "closed", why, chance: Math.random() });
    };
    for (const text of hail?.heard ?? []) hear(text);
  }

  /** After sleep or a tunnel a dead connection looks alive: one unanswered ping is enough to call again. */
  private beat() {
    const silent = Date.now() - this.lastHeard;
    if (this.socket?.readyState === WebSocket.CONNECTING && silent > patience) this.socket.close();
    if (this.store.value.link.is !== "greeted") return;
    if (silent > heartbeat + patience) this.hangUp();
    else if (silent > heartbeat) this.send({ type: "ping" });
  }

  private hangUp() {
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
    this.change({ type: "closed", chance: Math.random() });
  }

  private awake() {
    if (this.store.value.link.is === "waiting") return this.change({ type: "retry" });
    const before = this.lastHeard;
    this.send({ type: "ping" });
    if (this.wantsLobby) this.send({ type: "yours" });
    setTimeout(() => {
      if (this.lastHeard === before && this.store.value.link.is === "greeted") this.hangUp();
    }, 3000);
  }

  private hear(message: ServerMessage) {
    const room = this.room;
    if (message.type !== "error" && "re" in message && message.re) {
      this.settle(message.re, message as { table?: string; seq?: number });
    }
    switch (message.type) {
      case "welcome":
        this.store.set({ welcome: message });
        if (this.store.value.link.is !== "greeted") {
          this.change({ type: "greeted" });
          for (const guest of this.store.value.muted) this.send({ type: "mute", guest, on: true });
          if (this.wantsLobby) this.showLobby(true);
          if (room) this.send({ type: "enter", table: room.id, seen: room.seen });
          for (const { message: waiting } of this.requests.values()) this.send(waiting);
        }
        break;
      case "lobby":
        this.store.set({ tables: message.tables });
        break;
      case "yours":
        this.store.set({ yours: message });
        break;
      case "table":
        if (message.table === room?.id) {
          const old = room.store.value.table;
          for (const seat of message.seats) if (seat.away_ms !== undefined) seat.away_until = Date.now() + seat.away_ms;
          room.store.set({ table: message, closed: undefined, moving: undefined });
          if (old && old.you !== null && message.you === null)
            room.store.set({ complaint: "Your seat was given away." });
          // If they agreed, the update that goes back follows this and takes the words away again.
          if (old?.undo && old.undo.seat === message.you && !message.undo)
            room.store.set({ complaint: "Your answer stands: not all agreed to take it back." });
          const mine = message.you !== null ? message.seats[message.you] : undefined;
          if (message.phase === "open" && mine && !mine.seeded && old?.you !== message.you) this.seed(message.table);
          // Who asks for one more game need not wait until I come.
          if (message.next && message.next !== old?.next && mine) this.seed(message.next);
          this.dealWhenAllAreHere(message);
        }
        break;
      case "update":
        if (message.ack) this.settle(message.ack.re, { table: message.table, seq: message.ack.seq });
        if (message.table === room?.id) room.hear(message);
        break;
      case "hints":
        if (message.table === room?.id) {
          const { hints, reason, coins } = message;
          room.store.set({ hints, hintReason: reason, hintCoins: coins, hinting: false });
        }
        break;
      case "reviewing":
        this.store.set({ reviewing: message });
        break;
      case "chat":
        if (message.table === room?.id)
          room.store.set({
            chat: [...room.store.value.chat, message].slice(-200),
            unread: room.store.value.unread + 1,
          });
        break;
      case "table-moving":
        if (message.table === room?.id) room.store.set({ moving: true });
        break;
      case "notice":
        this.store.set({ notice: message.text });
        break;
      case "error":
        if (message.re && this.requests.has(message.re)) {
          // The house does not know what became of it. Said again under the same id, it will.
          if (message.code === "unknown") this.askAgain(message.re);
          else {
            this.requests.get(message.re)!.reject(new Error(message.text));
            this.requests.delete(message.re);
          }
        } else if (message.code === "stale" && message.table !== room?.id) break; // given up with the page
        else if (
          room &&
          room.id === message.table &&
          (message.code === "old-rules" || message.code === "damaged" || message.code === "ended")
        )
          room.store.set({ closed: message.text, leftBy: message.code });
        else if ((message.code === "no-table" || message.code === "elsewhere") && room)
          room.store.set({ closed: message.text, leftBy: undefined });
        else if (room && (message.code === "barred" || message.code === "closed") && room.id === message.table)
          room.store.set({ closed: message.text, shut: true });
        else room?.store.set({ complaint: message.text, hinting: false });
        break;
    }
  }
}

export const house = new House();
