import assert from "node:assert/strict";
import { test } from "node:test";
import { areGuests, askedInOrder, cardInQuestion, duoOf, figureChoices, guestSpoken } from "../src/view/guests.ts";
import { handWithin, isDone, isInStack, isOnTurn, ofSide, pendingOf, placeOfSide, sideOf } from "../src/view/guests.ts";
import { targetWords, whenOf } from "../src/view/guests.ts";
import { windowQuestion, wouldMeet } from "../src/view/guests.ts";
import { initial, seatCounters, seatSpoken, withNames } from "../src/view/names.ts";
import type { Choice, Item, View, Zone } from "../src/view/types.ts";

const peg = (id: number, text: string, at: number): Item => ({ id, kind: "token", text, at });
const nerve = (owner: number, fortitude: number, alcohol: number): Zone => ({
  name: "nerve", owner, layout: "track", lo: 0, hi: 20, size: 2,
  items: [peg(1, "fortitude", fortitude), peg(2, "alcohol", alcohol)],
});
const blow: Item = {
  id: 10, kind: "text", text: "{who} plays {card} on {other}.", who: 2, other: 0, card: "fist", name: "A fist",
  depth: 1,
  targets: [{ seat: 0, of: "fortitude", n: -3 }, { seat: 1, of: "fortitude", n: -3, word: "ignores it", spared: true }],
};
const round: Item = { id: 9, kind: "text", text: "{who} is in control.", who: 1, card: "deal", name: "Deal me in" };
const fist: Item = { id: 20, kind: "card", code: "fist", name: "A fist", sort: "Action", text: "It hurts." };
const deal: Item = { id: 21, kind: "card", code: "deal", name: "Deal me in", text: "Gamble." };
const played: Zone = { name: "played", owner: null, layout: "row", size: 2, items: [fist, deal] };
const stack = (...items: Item[]): Zone =>
  ({ name: "what happens", owner: null, layout: "effects", size: items.length, items });
const at = (over: Partial<View> = {}): View => ({
  id: "x", games: [{ title: "X" }], viewer: 0, seats: 3, start: 0, asked: [0, 1], sealed: [], clock: false, over: false,
  scores: [0, 0, 0], counters: [], choices: [],
  zones: [nerve(0, 9, 7), nerve(1, 20, 0), nerve(2, 20, 1), played, stack(round, blow)],
  window: { kind: "card", touches: [0], turn: 2, depth: 0, seconds: 8 },
  ...over,
});
const names = ["You", "Odo", "Mira"];
const told = (view: View) => withNames(view, (seat) => names[seat]!);

test("two on one scale, and nothing else, make a guest", () => {
  assert.equal(duoOf(at(), 0)!.high.value, 9);
  assert.equal(duoOf(at(), 0)!.low.name, "alcohol");
  assert.ok(areGuests(at()));
  const marked: Zone = { ...nerve(0, 9, 7), items: [...nerve(0, 9, 7).items, { id: 3, kind: "text", text: "goal" }] };
  assert.ok(!areGuests(at({ zones: [marked] })));
});

test("what somebody has done in the turn is told by a mark too, and what he is besides is no status", () => {
  assert.deepEqual(["has acted", "has drunk", "may act", "is to drink", "out"].map(isDone), [
    true, true, false, false, undefined,
  ]);
  const word = (name: string, said: string) => ({ name, owner: 0, word: said });
  const boss = at({ counters: [word("character", "Grimbold"), word("part", "Boss"), word("status", "may act")] });
  const { role, part, status, others } = seatCounters(boss, 0);
  assert.deepEqual([role, part, status?.word, others], ["Grimbold", "Boss", "may act", []]);
  assert.match(seatSpoken(boss, 0, undefined), /as Grimbold, Boss, may act/);
});

test("a side has one scale, shown once: at one's own place, else beside its first seat", () => {
  const side = (owner: number, value: number) => ({ name: "side", owner, value });
  const whole = at({
    viewer: 1,
    seats: 4,
    counters: [side(0, 1), side(1, 1), side(2, 2), side(3, 2), { name: "potions", owner: 0, value: 2 }],
    zones: [nerve(0, 9, 7), nerve(2, 20, 1), stack(blow)],
  });
  assert.deepEqual(sideOf(whole, 3), [2, 3]);
  assert.deepEqual(sideOf(at(), 1), [1]);
  assert.deepEqual([0, 1, 2, 3].map((seat) => placeOfSide(whole, seat)), [1, 1, 2, 2]);
  assert.equal(duoOf(whole, 1)!.high.value, 9);
  assert.equal(ofSide(whole, 1, ({ name }) => name === "potions")!.value, 2);
  assert.equal(ofSide(whole, 3, ({ name }) => name === "potions"), undefined);
  assert.equal(pendingOf(whole, 1).get("fortitude"), -3); // what strikes the mate, less what is spared
  assert.ok(isOnTurn(whole, 3) && !isOnTurn(whole, 1));
  assert.ok(!guestSpoken(whole, 0, "Odo", []).includes("apart"));
  assert.ok(guestSpoken(whole, 0, "Odo", []).includes("together with you"));
});

test("what is open is added up, and what spares a seat is not; it is said before it happens", () => {
  assert.deepEqual([...pendingOf(at(), 0)], [["fortitude", -3]]);
  assert.equal(pendingOf(at(), 1).size, 0);
  assert.ok(wouldMeet(duoOf(at(), 0)!, pendingOf(at(), 0)));
  assert.ok(!wouldMeet(duoOf(at(), 1)!, pendingOf(at(), 1)));
  assert.equal(guestSpoken(at(), 0, "You", []), "You, 2 apart, fortitude \u22123 to come, would be out");
  assert.equal(targetWords(blow.targets![0]!, "You"), "you \u22123 fortitude");
  assert.equal(targetWords(blow.targets![1]!, "Odo"), "Odo \u22123 fortitude \u00b7 ignores it");
});

test("the card in question is what happens next; the one that began a round is not", () => {
  assert.equal(cardInQuestion(told(at()))?.code, "fist");
  assert.equal(cardInQuestion(told(at({ zones: [played, stack(round)] }))), undefined);
  assert.ok(isInStack(played, at()));
  assert.ok(!isInStack({ ...played, items: [...played.items, { ...fist, code: "cup" }] }, at()));
});

test("a window asks in the order of play, and its question is what happens next", () => {
  assert.deepEqual(askedInOrder(at()), [0, 1]);
  assert.deepEqual(askedInOrder(at({ asked: [0, 1, 2] })), [2, 0, 1]);
  assert.equal(windowQuestion(told(at()))!.ask, "Mira plays A fist on you.");
  assert.equal(windowQuestion(at({ window: undefined })), undefined);
  const pause = at({ window: { ...at().window!, kind: "pause" }, zones: [nerve(0, 9, 7)] });
  assert.match(windowQuestion(pause)!.ask, /^A pause/);
});

test("asked about cards of a game within the game, these are the hand", () => {
  const mine: Zone = { name: "hand", owner: 0, layout: "fan", level: 1, size: 1, items: [{ ...fist, id: 77 }] };
  const choice: Choice = { kind: "subset", label: "Show", items: [{ id: 77, word: "fist" }] };
  const view = at({ zones: [...at().zones, mine], choices: [choice] });
  assert.equal(handWithin(view), mine);
  assert.equal(handWithin({ ...view, choices: [] }), undefined);
});

test("when a card can be played stands before what it does", () => {
  assert.deepEqual(whenOf("When you must ante: you leave."), ["When you must ante:", "you leave."]);
  assert.deepEqual(whenOf("You gain 2 Fortitude."), ["", "You gain 2 Fortitude."]);
});

test("who one can be is drawn as tiles, if there is more than one", () => {
  const be = (figure: string): Choice => ({ kind: "plain", label: `Be ${figure}`, figure });
  assert.deepEqual(figureChoices([{ kind: "plain", label: "Pass" }, be("gog"), be("zot")]), [1, 2]);
  assert.deepEqual(figureChoices([be("gog")]), []);
});

test("where there is room for one letter, it is not that of an article", () => {
  assert.deepEqual(["A cup without a bottom", "The pickaxe", "An idol", "anvil", "Theft"].map(initial), [
    "C", "P", "I", "A", "T",
  ]);
});
