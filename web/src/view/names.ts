// What things are called, for eyes and for screen readers.
import type { Counter, Item, Person, Result, View, Zone } from "./types.ts";

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const titleOf = (item: Item) => item.title ?? item.name ?? item.code ?? "";

/** What stands for a title where there is room for one letter: not the article that many begin with. */
export const initial = (title: string) => capital(title.replace(/^(an?|the) /i, "")).charAt(0);

const odd: Record<string, string> = { has: "have", is: "are", was: "were", does: "do", goes: "go" };

/** "shows" with you: "show". */
export function withYou(verb: string): string {
  const known = odd[verb];
  if (known) return known;
  if (verb.endsWith("ies")) return `${verb.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/.test(verb)) return verb.slice(0, -2);
  return verb.endsWith("s") && !verb.endsWith("ss") ? verb.slice(0, -1) : verb;
}

/** A sentence with its placeholders filled in. */
export function filled(item: Item, nameOf: (seat: number) => string): string {
  const seat = (n: number | undefined, inside = false) => {
    const name = n === undefined ? "" : nameOf(n);
    return inside && name === "You" ? "you" : name;
  };
  const text = (item.text ?? "").replace(/\{(who|other|card|n)\}/g, (_, what: string, at: number) =>
    what === "who"
      ? seat(item.who, at > 0)
      : what === "other"
        ? seat(item.other, at > 0)
        : what === "n"
          ? String(item.n ?? 0)
          : (item.name ?? "a card"),
  );
  const told = text.replace(/([?!])\.$/, "$1"); // a title that ends so ends the sentence
  if (seat(item.who) !== "You") return told;
  return told.replace(/^You (\w+)/, (_, verb: string) => `You ${withYou(verb)}`);
}

/** The View with every seat that an item speaks of called by name. */
export function withNames(view: View, nameOf: (seat: number) => string): View {
  const speaks = (item: Item) => item.kind === "text" || item.who !== undefined;
  if (!view.zones.some((zone) => zone.items.some(speaks))) return view;
  const told = (item: Item): Item =>
    !speaks(item)
      ? item
      : {
          ...item,
          whose: item.who === undefined ? undefined : nameOf(item.who),
          text: item.kind === "text" ? filled(item, nameOf) : item.text,
        };
  return {
    ...view,
    zones: view.zones.map((zone) => (zone.items.some(speaks) ? { ...zone, items: zone.items.map(told) } : zone)),
  };
}

/** Items of one choice; more none has. */
const itemsMost = 64;

const printed = "code name title sort text letter suit glyph figure hue pattern number".split(" ") as (keyof Item)[];

/** What a View leaves out: what is usual, what follows from the place, and what another item said already. */
function unfolded(view: View) {
  const items = new Map<number, Item>();
  view.zones.forEach((zone, index) => {
    zone.owner ??= null;
    zone.layout ??= "row";
    zone.items ??= [];
    zone.size ??= zone.items.length;
    zone.items.forEach((item, k) => {
      item.id ??= index * 65536 + k;
      item.kind ??= "card";
      items.set(item.id, item);
      const like = item.like === undefined ? undefined : items.get(item.like);
      if (like) Object.assign(item, Object.fromEntries(printed.filter((p) => p in like).map((p) => [p, like[p]])));
    });
  });
  for (const item of view.choices.flatMap((choice) => choice.items ?? []))
    if (item.id !== undefined) item.word ??= items.get(item.id)?.code ?? "";
  for (const kind of view.choices.flatMap((choice) => choice.kinds ?? [])) {
    const like = kind.like === undefined ? undefined : items.get(kind.like);
    if (like) Object.assign(kind, { name: like.name, glyph: like.glyph, hue: like.hue });
    kind.name ??= kind.word;
  }
}

/**
 * A View as it comes: its things learn what they are, kinds what they are called, and those that lie nowhere get ids of
 * their own, below 0.
 */
export function named(view: View): View {
  unfolded(view);
  view.choices.forEach((choice, index) => {
    (choice.items ?? []).forEach((item, k) => {
      if (item.id !== undefined) return;
      item.id = -1 - k - itemsMost * index;
      item.name ??= item.word;
      item.word ??= item.name.toLowerCase().replaceAll(" ", "-");
    });
  });
  for (const zone of view.zones) if (zone.noun) for (const item of zone.items) item.noun = zone.noun;
  return view;
}

export interface ItemState {
  selected?: boolean;
  lit?: boolean;
}

export const isToken = (item: { noun?: string }) => item.noun === "token";
/** What stands on the table by its number: neither card nor token, and nothing is written on it. */
export const isPiece = (item: Item) => !!item.noun && !isToken(item) && !item.text && item.number !== undefined;

export function itemName(item: Item, state: ItemState = {}): string {
  const words: string[] = [];
  switch (item.kind) {
    case "card":
      if (item.hidden)
        words.push(item.others_know ? "a card the others know and you do not" : `face-down ${item.noun ?? "card"}`);
      else {
        // A card of words is read out as it is printed: kind, title, text.
        const title = capital(item.name ?? item.code ?? "card");
        const sort = item.sort ?? item.suit;
        words.push(
          item.text ? [sort && capital(sort), title, item.note, item.text].filter(Boolean).join(" ") : title,
        );
        if (isPiece(item)) words[0] += ` ${item.number}`;
        if (item.n !== undefined && item.n > 1) words.push(`${item.n} of them`);
        if (item.whose) words.push(item.whose === "You" ? "yours" : `${item.whose}'s`);
        if (item.hue && item.hue !== "grey" && !item.name?.toLowerCase().includes(item.hue)) words.push(item.hue);
        if (item.only_you) words.push("only you know it");
        if (item.note && !item.text) words.push(item.note);
      }
      break;
    case "die":
      words.push(item.hidden ? "hidden die" : `die showing ${item.name ?? item.face}`);
      if (item.note) words.push(item.note);
      break;
    case "token":
      words.push(`${item.text ?? "plain"} token`);
      if (item.n !== undefined && item.n > 1) words.push(`${item.n} of them`);
      break;
    case "text":
      words.push(item.text ?? "");
      break;
    case "empty":
      words.push("empty place");
  }
  if (state.selected) words.push("selected");
  return words.join(", ");
}

export function personName(person: Person | undefined, seat: number, viewer: number | null): string {
  if (seat === viewer && !person?.named) return "You";
  return person?.name ?? `Seat ${seat + 1}`;
}

/** Money is drawn as coins; these are the words for it that the wagering part of the library uses. */
export const isMoney = (counter: Counter) => counter.name === "coins" || counter.name === "gold";
export const isBet = (counter: Counter) => counter.name === "bet";
/** The next question will be for a bet. */
export const isBetting = (view: View) => view.games[view.games.length - 1]?.phase === "Betting";
export const isPot = (counter: Counter) => counter.name.includes("pot");
export const isStatus = (counter: Counter) => counter.word !== undefined && !isRole(counter) && !isPart(counter);
/** Whom somebody plays tonight. */
export const isRole = (counter: Counter) => counter.name === "character";
/** What one is besides: a Boss. */
export const isPart = (counter: Counter) => counter.name === "part";

export function seatCounters(view: View, seat: number) {
  const own = view.counters.filter((counter) => counter.owner === seat);
  return {
    money: own.find(isMoney),
    bet: own.find(isBet),
    status: own.find(isStatus),
    role: own.find(isRole)?.word,
    part: own.find(isPart)?.word,
    others: own.filter((c) => !isMoney(c) && !isBet(c) && !isStatus(c) && !isRole(c) && !isPart(c)),
  };
}

export function seatSpoken(view: View, seat: number, person: Person | undefined): string {
  const { money, bet, status, role, part, others } = seatCounters(view, seat);
  const words = [personName(person, seat, view.viewer)];
  if (role) words.push(`as ${role}`);
  if (part) words.push(part);
  if (person?.bot) words.push(person.hasty ? "bot, in haste: it plays at a lower level just now" : "bot");
  if (person && !person.bot && !person.here) words.push("away");
  if (money) words.push(`${money.value} ${money.name}`);
  if (bet) words.push(`bet ${bet.value}`);
  if (status) words.push(status.word!);
  for (const counter of others) words.push(`${counter.name} ${counter.value}`);
  if (person?.bought) words.push(boughtWords(person.bought));
  if (isTurn(view, seat)) words.push(view.window ? "asked" : "to act");
  return words.join(", ");
}

/** What the slate says of somebody. */
export const boughtWords = (times: number) =>
  `bought in again ${times === 1 ? "once" : times === 2 ? "twice" : `${numberWord(times)} times`}`;

export const isTurn = (view: View, seat: number) =>
  !view.over && view.asked.includes(seat) && !view.sealed.includes(seat);

export function zoneLabel(zone: Zone): string {
  return capital(zone.name);
}

export function zoneSpoken(zone: Zone, owner: string | undefined): string {
  const whose = owner === undefined ? "" : owner === "You" ? "your " : `${owner}'s `;
  const count = zone.layout === "stack" ? `, ${zone.size} ${zone.noun ?? "card"}s` : "";
  return capital(`${whose}${zone.name}${count}`);
}

const small = ["nothing", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
export const numberWord = (n: number) => small[n] ?? String(n);

/** Labels of the library know seats by number; people go by name. */
export const seatsNamed = (label: string, seats: number, nameOf: (seat: number) => string) =>
  label.replace(/\bseat (\d+)\b/g, (all, n: string) => (Number(n) <= seats ? nameOf(Number(n) - 1) : all));

export function listWords(names: string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 5400) return `${Math.round(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const pointsWords = (n: number, unit = "point") => `${scoreWords(n)} ${unit}${Math.abs(n) === 1 ? "" : "s"}`;

/**
 * "1st, Greet, 10 points: same rank 6, a mammal 3. Takes 301." Where hands have names and no points, without numbers.
 */
export function resultSpoken(result: Result, name: string, unit?: string): string {
  const place = result.place ? `${result.place}${["st", "nd", "rd"][result.place - 1] ?? "th"}, ` : "";
  const unshown = result.parts ? scoreWords(result.net) : result.place ? "hand not shown" : "folded";
  const points = result.points !== undefined ? pointsWords(result.points, unit) : unshown;
  const why = (result.parts ?? [])
    .filter((part) => part.points || unit)
    .map((part) => (unit ? part.text : `${part.text} ${part.points}`))
    .join(", ");
  return `${place}${name}, ${points}${why ? `: ${why}` : ""}.${result.won ? ` Takes ${result.won}.` : ""}`;
}

/** Scores of a betting game may be below zero; a true minus sign is wider than a hyphen. */
export const scoreWords = (score: number) => (score < 0 ? `\u2212${-score}` : String(score));

/** Where somebody is below nothing, scores are what each has won or lost. */
export const areGains = (scores: number[]) => scores.some((score) => score < 0);

/** One wins, or several; nothing else is counted. */
export const isWonOrLost = (scores: number[]) =>
  scores.includes(1) && scores.every((score) => score === 0 || score === 1);

/** "Bert wins 2." of what was won and lost, "Bert wins with 105." of what each has in the end. */
export function endWords(scores: number[], winners: string[]): string {
  const best = Math.max(...scores);
  if (isWonOrLost(scores))
    return winners.length > 1
      ? `${listWords(winners)} share the win.`
      : `${winners[0]} ${winners[0] === "You" ? "win" : "wins"}.`;
  const how = areGains(scores) && best > 0 ? scoreWords(best) : `with ${scoreWords(best)}`;
  if (winners.length > 1)
    return areGains(scores) && best > 0
      ? `${listWords(winners)} win ${how} each.`
      : `${listWords(winners)} share it ${how}.`;
  return `${winners[0]} ${winners[0] === "You" ? "win" : "wins"} ${how}.`;
}
