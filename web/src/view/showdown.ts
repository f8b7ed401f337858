// How a hand ended, ready to be laid out: a lane for each hand that was shown, what earned its points, and why.
import type { Item, Part, Pot, Result, View, Zone } from "./types.ts";
import { capital, endWords, isMoney, listWords, numberWord, pointsWords, scoreWords } from "./names.ts";

/** One reason that counts: the points, and what each item brings, undefined where that cannot be told apart. */
export interface Wire {
  text: string;
  points: number;
  beads: Map<number, number | undefined>;
}

export interface Lane {
  result: Result;
  /** What was counted and lies before this seat; where no hands are counted, what lies open there. */
  zones: Zone[];
  items: Item[];
  wires: Wire[];
  /** Reasons without points: "everybody has work"; of them those that are about no item of the hand. */
  notes: string[];
  general: string[];
  /** What each item brings in all, where it is known. */
  earned: Map<number, number>;
  /** Names of the pots it took. */
  took: string[];
}

export interface Showdown {
  lanes: Lane[];
  /** Who showed nothing and won nothing. */
  gone: Result[];
  /** What was common to all hands. */
  common: Zone[];
  pots: Pot[];
  /** What was said of every hand: "the Lady leads with 5". */
  said: string[];
}

const realItems = (zone: Zone) => zone.items.filter((item) => item.kind !== "empty" && !item.hidden);

/** The same again is one reason: "a 4, twice". */
function merged(parts: Part[]): (Part & { times: number })[] {
  const found: (Part & { times: number })[] = [];
  for (const part of parts) {
    const same = found.find((other) => other.text === part.text && !other.points === !part.points);
    if (!same) found.push({ ...part, items: [...(part.items ?? [])], times: 1 });
    else {
      same.points += part.points;
      same.items!.push(...(part.items ?? []));
      same.times++;
    }
  }
  return found;
}

const timesWords = (times: number) => (times < 2 ? "" : times === 2 ? ", twice" : `, ${times} times`);

/** More items than this lie in several rows, by what they earn; a phone has room for fewer. */
export const longRow = 9;
const phoneRow = 7;
export function perRow(items: number, narrow = false) {
  const most = narrow ? phoneRow : longRow;
  if (items <= most) return Math.max(1, items);
  return Math.ceil(items / (narrow ? Math.ceil(items / most) : 2));
}
/** The first reason that an item earns; what earns nothing comes last. */
export function reasonOf(lane: Lane, item: Item): number {
  const first = lane.wires.findIndex((wire) => wire.beads.has(item.id));
  return first < 0 ? lane.wires.length : first;
}

function laneOf(view: View, result: Result): Lane {
  const counted = view.zones.some((zone) => zone.scored);
  const isOpen = (zone: Zone) => zone.layout !== "stack" && realItems(zone).length > 0;
  const zones = view.zones.filter((zone) => zone.owner === result.seat && (counted ? zone.scored : isOpen(zone)));
  const items = zones.flatMap(realItems);
  const own = new Set(items.map((item) => item.id));
  const earned = new Map<number, number>();
  const wires: Wire[] = [];
  const notes: string[] = [];
  const general: string[] = [];
  for (const part of merged(result.parts ?? [])) {
    const text = part.text + timesWords(part.times);
    if (!part.points) {
      notes.push(text);
      if (!part.items?.some((id) => own.has(id))) general.push(text);
      continue;
    }
    const all = part.items ?? [];
    const mine = all.filter((id) => own.has(id));
    // Even shares are told on each item; else only that they earn it together.
    const share = [mine.length, all.length].map((n) => part.points / n).find(Number.isInteger);
    const beads = new Map(mine.map((id) => [id, share]));
    for (const id of mine) if (share !== undefined) earned.set(id, (earned.get(id) ?? 0) + share);
    wires.push({ text, points: part.points, beads });
  }
  const told = wires.every((wire) => [...wire.beads.values()].every((n) => n !== undefined));
  if (told && wires.length) for (const item of items) if (!earned.has(item.id)) earned.set(item.id, 0);
  const took = (view.pots ?? []).filter((pot) => pot.to?.includes(result.seat)).map((pot) => pot.name);
  const lane: Lane = { result, zones, items, wires, notes, general, earned, took };
  // In a long row, and where each item earns for one reason, what belongs together lies together.
  const once = items.every((item) => wires.filter((wire) => wire.beads.has(item.id)).length < 2);
  if (items.length > longRow || once) items.sort((a, b) => reasonOf(lane, a) - reasonOf(lane, b));
  return lane;
}

/** Undefined if neither hands were shown nor money moved: then the table itself says more. */
export function showdownOf(view: View): Showdown | undefined {
  const results = view.results ?? [];
  const told = (result: Result) => result.points !== undefined || !!result.won;
  const paid = !results.some(told) && view.counters.some((counter) => counter.owner !== null && isMoney(counter));
  if (!paid && !results.some(told)) return undefined;
  const lanes = results.filter((result) => paid || told(result)).map((result) => laneOf(view, result));
  const hands = lanes.filter((lane) => lane.result.parts?.length);
  const ofAll = (note: string) => hands.every((lane) => lane.general.includes(note));
  const said = hands.length > 1 ? hands[0]!.notes.filter(ofAll) : [];
  for (const lane of lanes) lane.notes = lane.notes.filter((note) => !said.includes(note));
  return {
    lanes,
    said,
    gone: results.filter((result) => !lanes.some((lane) => lane.result === result)),
    common: view.zones.filter((zone) => zone.scored && zone.owner === null && realItems(zone).length > 0),
    pots: (view.pots ?? []).filter((pot) => pot.coins > 0),
  };
}

export const isGrid = (lane: Lane) => lane.zones.some((zone) => zone.layout === "grid");
/** Items in one row with a wire for each reason below them; else points stand on the items and reasons beside. */
export const canBeWired = (lane: Lane, phone: boolean) =>
  !isGrid(lane) &&
  lane.items.length > 0 &&
  lane.items.length <= (phone ? phoneRow : longRow) &&
  lane.wires.length > 0 &&
  lane.wires.length <= (phone ? 4 : 7);

const stem = (text: string) => text.replace(/\d+/g, "#").replace(/s\b/g, "");

/** What made at least half of the difference: "6 against 4 for the King's rank". */
function difference(best: Lane, next: Lane): string | undefined {
  const gapInAll = Math.abs(best.result.points! - next.result.points!);
  const sign = best.result.points! < next.result.points! ? -1 : 1;
  // Reasons of one sort are compared, unless a hand has several of it: then only the same ones are.
  const isMany = (lane: Lane) => new Set(lane.wires.map((wire) => stem(wire.text))).size < lane.wires.length;
  const sort = isMany(best) || isMany(next) ? (text: string) => text : stem;
  const sorts = [...new Set([...best.wires, ...next.wires].map((wire) => sort(wire.text)))];
  const of = (lane: Lane, text: string) => lane.wires.find((wire) => sort(wire.text) === text);
  const gaps = sorts.map((text) => {
    const [a, b] = [of(best, text), of(next, text)];
    return { a, b, gap: sign * ((a?.points ?? 0) - (b?.points ?? 0)) };
  });
  const most = gaps.sort((x, y) => y.gap - x.gap)[0];
  if (!most || most.gap * 2 < gapInAll) return undefined;
  const { a, b } = most;
  if (!a) return `there it is ${scoreWords(b!.points)} for ${b!.text}`;
  if (!b) return `${scoreWords(a.points)} for ${a.text}`;
  return a.text === b.text
    ? `${scoreWords(a.points)} against ${scoreWords(b.points)} for ${a.text}`
    : `${a.text} against ${b.text}`;
}

/** Who took what, and one sentence why. */
export function whyWords(view: View, nameOf: (seat: number) => string): { head: string; why?: string } {
  const shown = showdownOf(view);
  const results = view.results ?? [];
  const takes = (seat: number) => (nameOf(seat) === "You" ? "take" : "takes");
  const winners = results.filter((result) => result.place === 1);
  const names = winners.map((result) => nameOf(result.seat));
  if (!shown || !winners.length) {
    const best = Math.max(...view.scores);
    const leaders = view.scores.flatMap((score, seat) => (score === best ? nameOf(seat) : []));
    return { head: endWords(view.scores, leaders) };
  }
  const first = winners[0]!;
  const takers = results.filter((result) => result.won);
  // Where hands have names and no points, the names are why.
  const told = first.points === undefined || view.unit ? "" : ` with ${pointsWords(first.points)}`;
  const wins = names[0] === "You" ? "win" : "wins";
  let head: string;
  if (takers.length > 1)
    head = `${listWords(takers.map((r, i) => `${nameOf(r.seat)} ${i ? "" : `${takes(r.seat)} `}${r.won}`))}.`;
  else if (takers.length) head = `${nameOf(takers[0]!.seat)} ${takes(takers[0]!.seat)} ${takers[0]!.won}${told}.`;
  else if (winners.length > 1) head = `${listWords(names)} share it${told}.`;
  else if (told) head = `${names[0]} ${wins}${told}.`;
  else head = endWords(results.map((r) => r.net), names);
  return { head, why: reason(shown, winners, nameOf, takers.length > 0, view.unit) };
}

function reason(
  shown: Showdown,
  winners: Result[],
  nameOf: (seat: number) => string,
  money: boolean,
  unit: string | undefined,
): string | undefined {
  const hands = shown.lanes.filter((lane) => lane.result.points !== undefined);
  const best = hands.find((lane) => lane.result.seat === winners[0]!.seat);
  if (!best) return shown.gone.length && money ? "Nobody else is left." : leadWords(shown, winners, nameOf);
  const sidePots = shown.pots.filter((pot) => /^side pot/.test(pot.name));
  if (winners.length > 1) {
    const have = unit ? "hands that are worth the same" : pointsWords(best.result.points!);
    return `${winners.length === 2 ? "Both" : "All of them"} have ${have}.`;
  }
  const next = hands.find((lane) => lane.result.place! > 1);
  if (!next) return undefined;
  const tied = best.result.points === next.result.points;
  const note =
    best.notes.find((text) => /^(wins|the tie)|beats/i.test(text)) ?? (tied ? held(best, next) : undefined);
  const who = nameOf(next.result.seat);
  const gap = best.result.points! - next.result.points!;
  // With many small reasons no single one is why.
  const why = gap && best.wires.length <= 4 ? difference(best, next) : undefined;
  const head = !gap
    ? `As many as ${who === "You" ? "you have" : who}${note ? "" : ": the tie-break decides"}`
    : `${capital(numberWord(Math.abs(gap)))} ${gap > 0 ? "more" : "fewer"} than ${who === "You" ? "you" : who}`;
  const takers = new Set(shown.pots.map((pot) => pot.to?.join()));
  const aside = sidePots.length && takers.size > 1 ? " A side pot is only for those who could pay into it." : "";
  const [a, b] = [best.wires, next.wires].map((wires) => (wires.length === 1 ? wires[0]!.text : undefined));
  if (unit && note && a && a === b) return `${capital(note)}: both have a ${a}.${aside}`;
  if ((gap || unit) && note && a && b && a !== b) return `${capital(note)}: ${a} against ${b}.${aside}`;
  return `${head}${note ? `: ${note}` : why ? `: ${why}` : ""}.${aside}`;
}

/** What is noted of both in the same words, but with another number: "overkill 0 against 2 in all". */
function held(best: Lane, next: Lane): string | undefined {
  const number = /\d+/;
  for (const text of best.notes) {
    const other = next.notes.find((note) => note !== text && note.replace(number, "") === text.replace(number, ""));
    if (other) return text.replace(number, (n) => `${n} against ${number.exec(other)![0]}`);
  }
  return undefined;
}

/** Where only money tells who won: by how much. */
function leadWords(shown: Showdown, winners: Result[], nameOf: (seat: number) => string): string | undefined {
  const [first] = winners;
  const next = shown.lanes.find((lane) => lane.result.place !== 1)?.result;
  if (!first || !next || winners.length > 1 || first.net <= next.net) return undefined;
  const who = nameOf(next.seat) === "You" ? "you" : nameOf(next.seat);
  return `${capital(numberWord(first.net - next.net))} more than ${who}.`;
}

export const isNarrow = (width: number) => width < 620;

/** With a wire for each reason; with points on the items alone; the same in as little room as there is. */
export type LaneForm = "wires" | "pointed" | "tight";

/**
 * How a lane is laid: up to four with wires for all; more, or where there is no room, wires for the first alone, points
 * on the items of the others; then the others in columns, touched to be opened. `level` is how much had to give way.
 */
export function laneForm(index: number, lanes: number, level: number, width: number): LaneForm {
  const first = index === 0;
  if (lanes > 4) return first ? "wires" : "tight";
  const patience = isNarrow(width) ? 1 : 2;
  if (first || level < patience) return "wires";
  return level < patience + 2 ? "pointed" : "tight";
}

/** How a lane is laid out: the width of its cards; stacked: hand and reasons below the name, as on a phone. */
export interface LaneSize {
  card: number;
  stacked: boolean;
}

/**
 * By what gave way, and by what the row has room for. `desk` is the layout with common things at the left, from 1100 px
 * of the page on; `width` is that of the lanes.
 */
export function laneSize(
  lane: Lane,
  form: LaneForm,
  first: boolean,
  level: number,
  width: number,
  desk: boolean,
): LaneSize {
  const phone = isNarrow(width);
  const row = perRow(lane.items.length, phone);
  const words = [...lane.wires.map((wire) => wire.text), ...lane.notes];
  // What the longest reason takes in one line, if that is not too much.
  const told = words.length && Math.min(270, 60 + 6.6 * Math.max(...words.map((text) => text.length)));
  const fit = (wish: number, room: number, gap: number) => Math.min(wish, Math.floor(room / row) - gap);
  if (isGrid(lane)) {
    const onPhone = form === "tight" ? 30 : first ? 43 : 35;
    const wish = phone ? onPhone : form === "tight" ? 32 : 0.6 * deskWish(first, level);
    return { card: Math.max(24, Math.round(wish)), stacked: false };
  }
  if (phone && form === "tight") {
    const beside = fit(27, width - 196, 2);
    if (beside >= 26) return { card: beside, stacked: false };
    return { card: Math.max(24, fit(36, width - 20, 2)), stacked: true };
  }
  if (phone) {
    const sets = lane.items.length > longRow ? 26 : 0;
    const wired = form === "wires" && canBeWired(lane, true);
    const room = width - (wired ? 52 : 22) - sets;
    return { card: Math.max(24, fit(first && level < 2 ? 54 : 44, room, wired ? 3 : 5)), stacked: false };
  }
  if (form === "tight") {
    const columns = width < 1000 ? 2 : 3;
    return { card: Math.max(24, fit(level > 3 ? 40 : 54, width / columns - 110, 6)), stacked: false };
  }
  const wish = deskWish(first, level);
  const inline = Math.max(24, fit(wish, width - (desk ? 480 : 310) - told, 8));
  if (inline >= 0.75 * wish || width >= 1000) return { card: inline, stacked: false };
  return { card: Math.max(inline, fit(wish, width - 40 - told, 7)), stacked: true };
}

const deskWish = (first: boolean, level: number) =>
  Math.round((first ? 100 : 80) * [1, 0.86, 0.86, 0.76, 0.66, 0.56][level]!);
