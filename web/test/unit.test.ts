import "./table.test.ts";
import "./elbow.test.ts";
import "./guests.test.ts";
import "./faces.test.ts";
import "./tale.test.ts";
import "./standings.test.ts";
import "./showdown.test.ts";
import "./review.test.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  amountAfterKey,
  amountLabel,
  answerWord,
  boardOfPlaces,
  brassChoice,
  hintLabel,
  buttonLabel,
  choicesOnSlips,
  givePlace,
  keptSelection,
  litItems,
  nothingSelected,
  readiness,
  takeBack,
  touchItem,
  unplace,
  worthWords,
  withoutCommonWords,
} from "../src/view/choices.ts";
import {
  arrowTarget,
  fitCentre,
  fitHand,
  gatherRing,
  groupsOf,
  headsOf,
  isGauge,
  isOffer,
  othersInOrder,
  placeSeats,
  ringPlaces,
  sharesOf,
  zoneThing,
} from "../src/view/layout.ts";
import {
  clockWords,
  endWords,
  filled,
  itemName,
  listWords,
  resultSpoken,
  seatSpoken,
  titleOf,
  withNames,
  seatsNamed,
} from "../src/view/names.ts";
import {
  clashesOf,
  optionFault,
  optionInWords,
  optionSections,
  optionValues,
  offeredValues,
  optionWords,
  usualValues,
} from "../src/view/options.ts";
import {
  agoWords,
  anything,
  fits,
  othersWords,
  placeWords,
  scoreOf,
  strengthWords,
  thingsPlayedWith,
  type Wish,
} from "../src/view/door.ts";
import { deckNamed, deckTable, drawnHand, workedExample } from "../src/view/worked.ts";
import {
  cellsOf,
  codesOf,
  countOf,
  type Field,
  type Form,
  missing,
  scoreQuery,
  shareWords,
  switched,
  withoutItem,
  withPicked,
} from "../src/view/scoring.ts";
import { remember, noHistory, sinceLastTurn, taleOf } from "../src/view/history.ts";
import { firstCall, linkWords, nextLink, retryDelay, type Link } from "../src/net/link.ts";
import { rulesOf } from "../src/view/rules.ts";
import { inline, markdown } from "../src/sheets/markdown.tsx";
import { sortZones } from "../src/paint/Board.tsx";
import { colourClass, emblemOf, isDrawn } from "../src/paint/CardFace.tsx";
import { card, specimens } from "../src/specimen/views.ts";
import { type Amounts, amountOf, limitWords, mostOf, setAmount, withKeepers } from "../src/view/shares.ts";
import {
  holdState,
  myPart,
  orderCards,
  orderLines,
  ordersNow,
  secondsWords,
  shareLeft,
  spanOf,
  switchOrder,
  usualOrders,
  windowWords,
} from "../src/view/windows.ts";
import type { GameInfo, GameOption, OpenWindow, Played } from "../src/net/messages.ts";
import type { Selection } from "../src/view/choices.ts";
import type { Choice, Item, Kind, View, Zone } from "../src/view/types.ts";
import type { GameInfo } from "../src/net/messages.ts";

const items = [10, 11, 12].map((id) => ({ id, word: `card-${id}` }));
const exchange: Choice = { kind: "subset", label: "Exchange", word: "exchange", lo: 0, hi: 2, items };
const fold: Choice = { kind: "plain", label: "Fold", word: "fold" };
const call: Choice = { kind: "plain", label: "Call 4", word: "call" };
const raise: Choice = { kind: "amount", label: "Raise to 8-40", word: "raise", lo: 8, hi: 40 };

test("a subset is chosen by touching; one too many replaces the oldest", () => {
  let chosen = nothingSelected;
  assert.equal(answerWord(exchange, chosen), "exchange none");
  for (const id of [12, 10]) chosen = touchItem([exchange], chosen, id);
  assert.equal(answerWord(exchange, chosen), "exchange card-10 card-12");
  chosen = touchItem([exchange], chosen, 11);
  assert.deepEqual(chosen.picked, [10, 11]);
  chosen = touchItem([exchange], chosen, 10);
  assert.deepEqual(chosen.picked, [11]);
});

test("a subset that needs more says so and gives no word", () => {
  const two: Choice = { ...exchange, lo: 2 };
  const one = touchItem([two], nothingSelected, 10);
  assert.deepEqual(readiness(two, one), { ready: false, needs: "select 2" });
  assert.equal(answerWord(two, one), undefined);
});

test("touching an item walks through the choices that point at it", () => {
  const keep = (ids: number[]): Choice => ({
    kind: "plain",
    label: `Keep ${ids}`,
    word: `keep ${ids}`,
    items: ids.map((id) => ({ id, word: "" })),
  });
  const choices = [keep([1]), keep([1, 2]), keep([3])];
  let chosen = touchItem(choices, nothingSelected, 1);
  assert.deepEqual(chosen.picked, [1]);
  assert.equal(brassChoice(choices, chosen), 0);
  chosen = touchItem(choices, chosen, 1);
  assert.deepEqual(chosen.picked, [1, 2]);
  assert.equal(brassChoice(choices, chosen), 1);
  assert.deepEqual(touchItem(choices, chosen, 1).picked, []);
  assert.deepEqual([...litItems(choices)], [1, 2, 3]);
});

test("amounts stay inside their limits, by keys and as words", () => {
  assert.equal(answerWord(raise, nothingSelected, 12), "raise 12");
  for (const wrong of [7, 41, 9.5, NaN]) assert.equal(answerWord(raise, nothingSelected, wrong), undefined);
  assert.equal(amountLabel(raise, 24), "Raise to 24");
  assert.equal(amountAfterKey("ArrowUp", 8, 8, 40), 9);
  assert.equal(amountAfterKey("PageDown", 12, 8, 40), 8);
  assert.equal(amountAfterKey("End", 12, 8, 40), 40);
  assert.equal(amountAfterKey("a", 12, 8, 40), undefined);
});

test("an assignment is ready when every item has its place, and can be taken back", () => {
  const give: Choice = { kind: "assign", label: "Done", word: "give", places: [0, 2], items };
  let chosen = givePlace(givePlace(nothingSelected, 10, 2), 12, 0);
  assert.equal(readiness(give, chosen).needs, "2 of 3 placed");
  chosen = givePlace(chosen, 11, 0);
  assert.equal(answerWord(give, chosen), "give 3 1 1");
  assert.equal(readiness(give, takeBack(chosen)).ready, false);
});

test("brass is what was prepared, then the way on, then what is safe; else nothing is", () => {
  const leave: Choice = { kind: "plain", label: "Leave", word: "leave", way: "final" };
  const roll: Choice = { kind: "plain", label: "Roll", word: "roll" };
  const deal: Choice = { kind: "plain", label: "Begin", word: "deal", way: "on" };
  const pass: Choice = { kind: "plain", label: "Pass", word: "pass", way: "safe" };
  assert.equal(brassChoice([deal, roll], nothingSelected), 0);
  assert.equal(brassChoice([roll, pass, deal], nothingSelected), 2);
  assert.equal(brassChoice([roll, pass, leave], nothingSelected), 1);
  // Never merely the last that costs nothing, the only one, or the one where nothing need be selected.
  assert.equal(brassChoice([fold, call, raise], nothingSelected), -1);
  assert.equal(brassChoice([roll, leave], nothingSelected), -1);
  assert.equal(brassChoice([roll], nothingSelected), -1);
  assert.equal(brassChoice([exchange], nothingSelected), -1);
  assert.equal(brassChoice([], nothingSelected), -1);
  // To leave all as it is, unless that gives something up; where nothing can be chosen it is the way on.
  const keep: Choice = { kind: "subset", label: "Swap", word: "swap", none: "Keep all", lo: 0, hi: 2, items };
  assert.equal(brassChoice([keep], nothingSelected), 0);
  assert.equal(brassChoice([{ ...keep, way: "final" }], nothingSelected), -1);
  assert.equal(brassChoice([{ ...keep, way: "final", items: [] }], nothingSelected), 0);
  const one = touchItem([exchange, pass], nothingSelected, 10);
  assert.equal(brassChoice([pass, exchange], one), 1);
  assert.equal(brassChoice([pass, exchange, { ...exchange, word: "burn" }], one), -1, "two would do with it");
});

test("seats run clockwise from the left hand, and every number of them has its place", () => {
  assert.deepEqual(othersInOrder(4, 1), [2, 3, 0]);
  assert.deepEqual(othersInOrder(3, null), [0, 1, 2]);
  for (const large of [false, true])
    for (let n = 0; n <= 10; n++) {
      const { left, top, right } = placeSeats([...Array(n).keys()], large);
      assert.deepEqual([...left].reverse().concat(top, right), [...Array(n).keys()], `${n} others`);
    }
});

test("a hand fits its box, shows a third of every card, or scrolls", () => {
  for (const w of [300, 340, 600])
    for (let n = 1; n <= 24; n++) {
      const fit = fitHand(n, { w, h: 150 }, 136);
      const width = fit.card + fit.step * (n - 1);
      assert.ok(fit.scrolls || n === 1 || width <= w + 1, `${n} cards on ${w}: ${width}`);
      assert.ok(n === 1 || fit.step >= 24 - 0.01, `${n} cards on ${w} are ${fit.step} apart`);
    }
  assert.equal(fitHand(10, { w: 340, h: 150 }, 86).scrolls, false);
});

test("the centre takes the largest card that fits, for all specimens at all sizes", () => {
  for (const [name, make] of Object.entries(specimens)) {
    const things = make()
      .zones.filter((zone) => zone.owner === null && zone.layout !== "effects")
      .map((zone) => zoneThing(zone));
    const large = fitCentre(things, { w: 900, h: 500 }, 40);
    const small = fitCentre(things, { w: 340, h: 260 }, 14);
    assert.ok(large >= 36 && large >= small, `${name}: ${large}, ${small}`);
    assert.ok(small || fitCentre(things, { w: 340, h: 260 }, 10, 120, 24), `${name} cannot be drawn on a phone`);
  }
});

test("a zone is no narrower than its label and the marks behind it", () => {
  const zone: Zone = { name: "Second job", owner: null, layout: "row", size: 1, items: [card("W-grey")] };
  const alone = zoneThing(zone).w(36);
  assert.ok(alone >= 65, `${alone}`);
  assert.ok(zoneThing(zone, true, 4).w(36) >= alone + 4 * 20);
  assert.ok(zoneThing(zone, false, 0).w(36) < alone);
  assert.equal(zoneThing(zone, true, 4).w(200), zoneThing(zone).w(200));
});

test("a ring begins at the top and goes clockwise", () => {
  const zone: Zone = {
    name: "ring",
    owner: null,
    layout: "ring",
    w: 4,
    size: 5,
    items: [0, 1, 2, 3].map((id) => ({ ...card("W-grey"), id })).concat({ ...card("R-owl"), id: 9, depth: 1 }),
  };
  const [top, right, bottom, left, played] = ringPlaces(zone, 100);
  assert.ok(top!.y < 0 && Math.abs(top!.x) < 1 && right!.x > 0 && bottom!.y > 0 && left!.x < 0);
  assert.ok(played!.x > right!.x && Math.abs(played!.y) < 1);
});

test("groups are named by their text items", () => {
  const zone: Zone = {
    name: "g",
    owner: null,
    layout: "groups",
    size: 3,
    items: [
      { id: 0, kind: "text", text: "Cart", depth: 1 },
      { ...card("R-owl"), id: 1, depth: 1 },
      { ...card("W-owl"), id: 2 },
    ],
  };
  assert.deepEqual(
    groupsOf(zone).map((g) => [g.label, g.items.length]),
    [
      ["Green", 1],
      ["Cart", 1],
    ],
    "else by the colour they share",
  );
  zone.items.push({ ...card("R-wolf"), id: 3 });
  assert.equal(groupsOf(zone)[0]!.label, "Group 1");
});

test("arrows move in two axes on a grid and round a ring", () => {
  assert.equal(arrowTarget("ArrowDown", 1, 9, 3, false), 4);
  assert.equal(arrowTarget("ArrowUp", 1, 9, 3, false), undefined);
  assert.equal(arrowTarget("ArrowLeft", 0, 5, 0, true), 4);
  assert.equal(arrowTarget("ArrowDown", 0, 5, 0, true), undefined);
});

test("everything has a name that can be spoken", () => {
  assert.equal(itemName({ ...card("B-wren"), id: 1 }, { selected: true }), "Bard of wren, blue, selected");
  assert.equal(itemName({ ...card("D-red"), id: 1 }), "Red Dragon");
  assert.equal(itemName({ ...card("back"), id: 1 }), "face-down card");
  assert.equal(
    seatSpoken(specimens["betting"]!(), 4, { name: "Wat", bot: true, here: true }),
    "Wat, bot, 91 coins, folded",
  );
  assert.equal(
    seatSpoken(specimens["betting"]!(), 4, { name: "Wat", bot: true, hasty: true, here: true }),
    "Wat, bot, in haste: it plays at a lower level just now, 91 coins, folded",
  );
  assert.equal(listWords(["a", "b", "c"]), "a, b and c");
  assert.equal(clockWords(61_200), "1:02");
});

test("options: clashes with their reasons, limits, and only what differs is said", () => {
  const game: GameInfo = {
    id: "g",
    title: "G",
    about: "",
    rules: 1,
    seats: { min: 2, max: 4, best: 4 },
    options: [
      { name: "wager", about: "", type: "word", usual: 0, lo: 0, hi: 2, words: ["betting", "shares", "none"] },
      { name: "ante", about: "", type: "number", usual: 1, lo: 0, hi: 10 },
      { name: "dragons", about: "", type: "flag", usual: 0, lo: 0, hi: 1 },
    ],
    clashes: [{ a: "wager", a_lo: 1, a_hi: 2, b: "ante", b_lo: 2, b_hi: 10, reason: "No betting, no ante." }],
  };
  const usual = usualValues(game);
  assert.deepEqual(optionWords(game, usual), []);
  const timed = { ...game, options: [{ ...game.options[0]!, people: 1 }] };
  assert.deepEqual(optionWords(timed, offeredValues(timed, 1)), [], "alone with bots as usual");
  assert.deepEqual(optionWords(timed, offeredValues(timed, 2)), ["wager=shares"], "among people what suits them");
  assert.deepEqual(optionWords(game, { ...usual, wager: 1, dragons: 1 }), ["wager=shares", "dragons"]);
  assert.equal(clashesOf(game, { ...usual, wager: 1, ante: 3 })[0]?.reason, "No betting, no ante.");
  assert.equal(clashesOf(game, usual).length, 0);
  assert.equal(optionFault(game.options[1]!, 11), "0 to 10");
  assert.equal(optionFault(game.options[1]!, NaN), "0 to 10");
});

test("options stand under their headings, those of a group together and last", () => {
  const flag = (name: string, more = {}) => ({
    name,
    about: "",
    type: "flag" as const,
    usual: 0,
    lo: 0,
    hi: 1,
    ...more,
  });
  const house = { group: "House rulings" };
  const game = {
    title: "G",
    options: [
      flag("ante", { money: true }),
      flag("short", { money: true, ...house }),
      flag("dragons"),
      flag("six", house),
    ],
  } as unknown as GameInfo;
  const named = optionSections(game).map(({ legend, of }) => [legend, ...of.map((option) => option.name)]);
  assert.deepEqual(named, [
    ["Variants of G", "dragons"],
    ["The money", "ante"],
    ["House rulings", "short", "six"],
  ]);
  assert.deepEqual(
    optionSections({ ...game, options: [flag("dragons")] }).map(({ legend }) => legend),
    ["Variants of G"],
  );
});

test("history keeps what is in force and tells what happened since your turn", () => {
  const view = specimens["betting"]!();
  const told = (seq: number, who: number) => ({ seq, kind: "said" as const, text: `${seq}`, who });
  let history = remember(noHistory, { seq: 0, from: -1, events: [told(0, 1)], view });
  history = remember(history, { seq: 1, from: 0, events: [told(1, 0)], view });
  history = remember(history, { seq: 2, from: 1, events: [told(2, 1)], view });
  assert.deepEqual(
    sinceLastTurn(taleOf(history), 0, 5).map((e) => e.text),
    ["2"],
  );
  history = remember(history, { seq: 3, from: 2, undo: 0, events: [], view });
  assert.deepEqual(
    history.steps.map((s) => s.seq),
    [0, 3],
  );
  history = remember(history, { seq: 3, from: -1, lost: 7, events: [], view });
  assert.deepEqual([history.steps.length, history.lost], [1, 7]);
});

test("a broken line is called again, ever more patiently, and says so", () => {
  assert.equal(retryDelay(0, 0), 250);
  assert.equal(retryDelay(20, 0), 8000);
  assert.equal(retryDelay(1, 1), 750);
  let link: Link = nextLink(firstCall, { type: "greeted" });
  assert.equal(linkWords(link), undefined);
  link = nextLink(link, { type: "closed", chance: 0, why: "The house closes." });
  assert.equal(link.is, "waiting");
  assert.match(linkWords(link)!, /The house closes\..*No move is lost/);
  link = nextLink(link, { type: "retry" });
  link = nextLink(link, { type: "closed", chance: 0 });
  assert.deepEqual(link, { is: "waiting", tries: 2, delay: 500, why: "" });
  link = nextLink(link, { type: "offline" });
  assert.equal(nextLink(link, { type: "closed", chance: 0 }), link);
  assert.deepEqual(nextLink(link, { type: "online" }), { is: "calling", tries: 0 });
  assert.deepEqual(nextLink({ is: "greeted", tries: 0 }, { type: "retry" }), { is: "greeted", tries: 0 });
});

test("rules are read as text, never as HTML", () => {
  const blocks = markdown(
    "# Title\n\nSome **bold** <script>alert(1)</script>\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
  );
  assert.deepEqual(
    blocks.map((block) => block.type),
    ["h2", "p", "ul", "div"],
  );
  assert.ok(JSON.stringify(blocks[1]!.props).includes("<script>"));
});

const asks = (field: Partial<Field>): Field => ({
  label: "Hand",
  kind: "cards",
  about: "Pick",
  own: false,
  min: 0,
  max: 9,
  ...field,
});

test("what is picked for the score-keeper is written, and what is written is laid out", () => {
  assert.deepEqual(codesOf("W-wolf, 2*R-owl"), ["W-wolf", "R-owl", "R-owl"]);
  const list = asks({ max: 2 });
  assert.equal(withPicked(list, "W-wolf", "R-owl", 0), "W-wolf R-owl");
  assert.equal(withPicked(list, "W-wolf R-owl", "B-hare", 0), "W-wolf R-owl", "a full hand stays as it is");
  assert.equal(withPicked(asks({ max: 1 }), "W-wolf", "B-hare", 0), "B-hare", "one card is changed for another");
  assert.equal(withoutItem(list, "2*W-wolf", 0), "W-wolf");
  const dice = asks({ kind: "dice", max: 5 });
  assert.equal(withPicked(dice, "133", "6", 0), "1336");
  assert.equal(withoutItem(dice, "1 336", 1), "136");
  const rows = asks({ kind: "rows", wide: 3, max: 9 });
  assert.deepEqual(cellsOf("M . W / R", rows), ["M", "", "W", "R", "", "", "", "", ""]);
  assert.equal(withPicked(rows, "M . W", "B-owl", 4), "M . W / . B-owl .");
  assert.equal(withoutItem(rows, "M . W / . B-owl .", 4), "M . W");
  assert.equal(countOf(rows, "M . W / R"), 3);
  const piles = asks({ kind: "piles", max: 12 });
  assert.equal(withPicked(piles, "M-owl", "R-wolf", 1), "M-owl | R-wolf");
  assert.equal(withoutItem(piles, "2*M-owl | R-wolf B-owl", 2), "M-owl M-owl | B-owl");
  const words = asks({ kind: "words", max: 2 });
  assert.equal(withPicked(words, "W", "L", 0), "W L");
  assert.equal(withPicked(words, "W L", "W", 0), "L");
  assert.equal(withPicked(asks({ kind: "words", max: 1 }), "red", "blue", 0), "blue");
});

test("only whole hands are sent to be scored, and keys follow them", () => {
  const form: Form = {
    fields: [
      asks({ min: 2, max: 2 }),
      asks({ label: "King", key: "king", min: 1, max: 1 }),
      asks({ label: "Dice", key: "own", own: true, kind: "dice", min: 1 }),
      asks({ label: "Steals", key: "steal", kind: "from" }),
    ],
    least: 1,
    faces: [],
  };
  const hands = [
    { name: "A", written: { "": "W-wolf", own: "1" } },
    { name: "B", written: { "": "W-wolf R-owl", own: "26" } },
    { name: "C", written: { "": "2*R-owl", own: "3" } },
  ];
  assert.equal(scoreQuery(form, {}, hands, []), undefined, "the King is missing");
  assert.equal(missing(form, {}, hands[0]!)!.label, "King");
  assert.equal(missing(form, { king: "B-hare" }, hands[0]!)!.label, "Hand");
  const query = new URLSearchParams(scoreQuery(form, { king: "B-hare", steal: "2:R-owl" }, hands, ["ante=2"]));
  assert.deepEqual(query.getAll("hand"), ["W-wolf R-owl", "2*R-owl"]);
  assert.deepEqual(query.getAll("key"), ["king=B-hare", "own.0=26", "own.1=3", "steal=1:R-owl"]);
  assert.deepEqual(query.getAll("option"), ["ante=2"]);
  assert.equal(
    new URLSearchParams(scoreQuery(form, { king: "B-hare", steal: "0:W-wolf" }, hands, [])).getAll("key").length,
    3,
    "nothing is stolen from a hand that is not there",
  );
  assert.equal(
    shareWords([
      { name: "A", place: 1 },
      { name: "B", place: 2 },
      { name: "C", place: 2 },
    ]),
    "B and C share 2nd place.",
  );
});

test("an option brings what it needs", () => {
  const flag = (name: string) => ({ name, about: "", type: "flag" as const, usual: 0, lo: 0, hi: 1 });
  const game = {
    options: [
      flag("dragons"),
      flag("fate"),
      { name: "wager", about: "", type: "word" as const, usual: 0, lo: 0, hi: 2, words: ["betting", "shares", "none"] },
      flag("clock"),
    ],
    clashes: [
      { a: "dragons", a_lo: 1, a_hi: 1, b: "fate", b_lo: 0, b_hi: 0, reason: "" },
      { a: "wager", a_lo: 0, a_hi: 0, b: "clock", b_lo: 1, b_hi: 1, reason: "" },
    ],
  } as unknown as GameInfo;
  const usual = usualValues(game);
  assert.deepEqual(switched(game, usual, "dragons", 1), { ...usual, dragons: 1, fate: 1 });
  assert.deepEqual(switched(game, { ...usual, dragons: 1, fate: 1 }, "fate", 0), usual);
  assert.deepEqual(switched(game, usual, "clock", 1), { ...usual, clock: 1, wager: 1 });
});

test("what is named after a place of a ring lies there, and its number too", () => {
  const token = (id: number, text: string) => ({ id, kind: "token" as const, text });
  const ring: Zone = {
    name: "Wheel",
    owner: null,
    layout: "ring",
    w: 3,
    size: 3,
    items: [token(0, "Warrior"), token(1, "Lady, marked"), token(2, "Bard")],
  };
  const spoke = (name: string, id: number): Zone => ({
    name,
    owner: null,
    layout: "fan",
    size: 1,
    items: [{ ...card("R-owl"), id }],
  });
  const [mine, lady, bards] = [
    { ...spoke("Warrior's hand", 9), owner: 0 },
    spoke("Lady's spoke", 5),
    spoke("Bards", 6),
  ];
  const counters = [
    { name: "pot", owner: null, value: 3 },
    { name: "Lady", owner: null, value: 4 },
  ];
  const { zone, from, worth } = gatherRing(ring, [mine!, lady!, bards!, ring], counters);
  assert.deepEqual(
    from.map((z) => z?.name),
    [undefined, "Lady's spoke", undefined],
  );
  assert.deepEqual(
    worth.map((c) => c?.value),
    [undefined, 4, undefined],
  );
  assert.deepEqual(
    zone.items.slice(3).map((item) => [item.id, item.depth]),
    [[5, 1]],
  );
});

test("a grid of one's own takes the things that want places", () => {
  const choice: Choice = { kind: "assign", label: "Build", word: "build", apart: true, places: [0, 3], items };
  const grid: Zone = { name: "city", owner: 0, layout: "grid", w: 2, h: 2, size: 4, items: [] };
  const view = { viewer: 0, zones: [grid], choices: [choice] } as unknown as View;
  assert.equal(boardOfPlaces(view), grid);
  assert.equal(boardOfPlaces({ ...view, viewer: 1 }), undefined, "not another's");
  assert.equal(boardOfPlaces({ ...view, choices: [{ ...choice, places: [4] }] }), undefined, "not a smaller one");
  const laid = givePlace(nothingSelected, 10, 3);
  assert.deepEqual(unplace(laid, 10), { ...nothingSelected, picked: [10] });
});

test("the rules asked for are those of the game under way, then of its host", () => {
  const games = [{ id: "inner-game", title: "Inner Game" }];
  const outer = { game: "host", title: "Host" };
  const view = specimens["boards"]!();
  assert.deepEqual(rulesOf({ ...view, games: [{ title: "Host" }, { title: "Inner Game" }] }, outer, games), {
    game: "inner-game",
    title: "Inner Game",
    hosts: [outer],
  });
  assert.deepEqual(rulesOf({ ...view, games: [{ title: "Host" }] }, outer, games), { ...outer, hosts: [] });
});

test("rules pages: clause numbers stand back, pages that can be opened become links", () => {
  const parts = inline("Pay the ante (RW-01, RW-A2), see `betting` and `min-raise`.", (code) =>
    code === "betting" ? "LINK" : undefined,
  ) as (string | { type: string; props: { children: unknown } })[];
  assert.ok(parts.includes("LINK"));
  const elements = parts.filter((part) => typeof part === "object");
  assert.deepEqual(
    elements.map((part) => (part as { type: string }).type),
    ["small", "code"],
  );
});

test("the end says what was won, or with how much", () => {
  assert.equal(endWords([2, -1, -1], ["Bert"]), "Bert wins 2.");
  assert.equal(endWords([2, -4, 2], ["You", "Bert"]), "You and Bert win 2 each.");
  assert.equal(endWords([95, 105], ["You"]), "You win with 105.");
  assert.equal(endWords([0, 0], ["Anna", "Bert"]), "Anna and Bert share it with 0.");
  assert.equal(endWords([0, 1, 0], ["Bert"]), "Bert wins.");
  assert.equal(endWords([1, 1, 0], ["You", "Bert"]), "You and Bert share the win.");
});

test("a sentence is filled with names, and what belongs to a seat is called after it", () => {
  const item = {
    id: 1,
    kind: "text" as const,
    text: "{who} plays the {card} on {other} for {n}.",
    who: 1,
    other: 0,
    card: "nod",
    name: "Nod",
    n: 3,
  };
  assert.equal(
    filled(item, (seat) => ["You", "Odo"][seat]!),
    "Odo plays the Nod on you for 3.",
  );
  const offers: Zone = {
    name: "offers",
    owner: null,
    layout: "groups",
    size: 2,
    items: [
      { id: 1, kind: "card", code: "ale", name: "ale", who: 1, n: 2 },
      { id: 2, kind: "card", code: "ale", name: "ale", who: 0 },
    ],
  };
  const named = withNames({ zones: [offers] } as unknown as View, (seat) => ["You", "Odo"][seat]!);
  assert.deepEqual(
    groupsOf(named.zones[0]!).map((group) => group.label),
    ["You", "Odo"],
  );
  assert.equal(itemName(named.zones[0]!.items[0]!), "Ale, 2 of them, Odo's");
  const untouched = {
    zones: [{ ...offers, items: [{ id: 1, kind: "card", code: "ale", name: "ale" }] }],
  } as unknown as View;
  assert.equal(
    withNames(untouched, () => "nobody"),
    untouched,
  );
});

test("a figure is data: the name of a card decides nothing", () => {
  assert.equal(itemName({ id: 1, kind: "die", face: 1, code: "gold", name: "gold" }), "die showing gold");
  assert.equal(titleOf({ id: 1, kind: "card", code: "x", name: "Warrior of wolf", title: "Warrior" }), "Warrior");
});

test("a button says what it brings, never a bare count", () => {
  const play: Choice = {
    kind: "subset",
    label: "Play on the Merchant",
    word: "play",
    lo: 1,
    hi: 1,
    worth: { of: "strength", n: 0 },
    items: [
      { id: 1, word: "M-owl", worth: 2 },
      { id: 2, word: "W-owl", worth: 1 },
    ],
  };
  assert.equal(buttonLabel(play, nothingSelected), "Play on the Merchant");
  assert.equal(buttonLabel(play, { ...nothingSelected, picked: [1] }), "Play on the Merchant: +2 strength");
  assert.equal(
    worthWords({ ...play, kind: "plain", worth: { of: "points", n: -9 } }, nothingSelected),
    "\u22126 points",
  );
  const keep: Choice = {
    kind: "subset",
    label: "Exchange up to two cards",
    none: "Keep all cards",
    word: "exchange",
    lo: 0,
    hi: 2,
    items: [{ id: 1, word: "M-owl" }],
  };
  assert.equal(buttonLabel(keep, nothingSelected), "Keep all cards");
  assert.equal(
    buttonLabel(keep, { ...nothingSelected, picked: [1] }, () => "Merchant of owl"),
    "Exchange up to two cards: the Merchant of owl",
  );
  const some = { ...keep, some: "Exchange {items}", items: [1, 2, 3, 4].map((id) => ({ id, word: String(id) })) };
  const named = (...names: string[]) =>
    buttonLabel(some, { ...nothingSelected, picked: names.map((_, i) => i + 1) }, (id) => names[id - 1]);
  assert.equal(named("Merchant of owl"), "Exchange the Merchant of owl");
  assert.equal(named("Rogue of owl", "Rogue of wren"), "Exchange the two Rogues");
  assert.equal(named("Lady of owl", "Rogue of wren"), "Exchange the Lady of owl and the Rogue of wren");
  assert.equal(named("Lady of owl", "Lady of owl", "Lady of hare"), "Exchange the three Ladies");
  assert.equal(named("a", "b", "c", "d"), "Exchange up to two cards", "too many to be read");
  assert.equal(brassChoice([keep], nothingSelected), 0, "to keep all gives nothing up");
  assert.equal(brassChoice([keep, play], nothingSelected), -1);
});

test("a result is spoken with its reasons", () => {
  const result = {
    seat: 0,
    place: 1,
    points: 4,
    won: 9,
    net: 5,
    parts: [
      { text: "Bard of wren: rank, colour", points: 3 },
      { text: "nothing", points: 0 },
      { text: "a bird", points: 1 },
    ],
  };
  assert.equal(resultSpoken(result, "Odo"), "1st, Odo, 4 points: Bard of wren: rank, colour 3, a bird 1. Takes 9.");
  assert.equal(resultSpoken({ seat: 1, net: -2 }, "Mira"), "Mira, folded.");
});

const heap: Kind[] = [
  { word: "gold", name: "gold", n: 1 },
  { word: "silver", name: "silver", n: 4 },
  { word: "blue", name: "blue gem", n: 0 },
];
const nameOf = (place: number) => ["Anna", "Ottla", "Bert"][place] ?? `Place ${place + 1}`;
const withAmounts = (amounts: Amounts) => ({ ...nothingSelected, amounts });

test("a split gives what is left to who deals it out, and says it in the words of the record", () => {
  const plain: Choice = { kind: "split", label: "Propose a split", word: "propose", places: [0, 1, 2], kinds: heap };
  const view = { choices: [plain], viewer: 0, seats: 3 } as unknown as View;
  const [split] = withKeepers(view).choices as [Choice];
  assert.equal(split.keeps, 0);
  assert.equal(withKeepers({ ...view, seats: 2 }).choices[0]!.keeps, undefined, "numbered places are nobody's");
  assert.equal(answerWord(split, nothingSelected), "propose 1: gold 4*silver");
  assert.equal(buttonLabel(split, nothingSelected, undefined, nameOf), "Propose a split: keep all");
  assert.equal(brassChoice([split], nothingSelected), -1, "nothing is prepared yet");
  let amounts = setAmount(split, nothingSelected.amounts, 3, 1, 1);
  amounts = setAmount(split, amounts, 9, 0, 2);
  assert.equal(amountOf(split, amounts, 0, 2), 1, "not more than there is");
  assert.equal(mostOf(split, amounts, 1, 2), 1);
  assert.equal(answerWord(split, withAmounts(amounts)), "propose 1: silver; 2: 3*silver; 3: gold");
  assert.equal(
    buttonLabel(split, withAmounts(amounts), undefined, nameOf),
    "Propose a split: give Ottla 3 silver, Bert 1 gold, keep 1 silver",
  );
  assert.equal(brassChoice([split], withAmounts(amounts)), 0);
  const coins: Choice = { ...split, label: "Give coins", word: "give", kinds: [{ word: "coin", name: "coin", n: 5 }] };
  const three = setAmount(coins, nothingSelected.amounts, 3, 0, 1);
  assert.equal(buttonLabel(coins, withAmounts(three), undefined, nameOf), "Give Ottla 3, keep 2");
  assert.equal(answerWord(coins, withAmounts(setAmount(coins, three, 0, 0, 1))), "give 1: 5*coin");
});

test("a split with no keeper wants all of it given", () => {
  const lay: Choice = { kind: "split", label: "Lay out", word: "lay", places: [0, 3], kinds: heap };
  const some = setAmount(lay, nothingSelected.amounts, 4, 1, 3);
  assert.equal(answerWord(lay, withAmounts(some)), undefined);
  assert.equal(buttonLabel(lay, withAmounts(some)), "Lay out: 1 still to give");
  const all = setAmount(lay, some, 1, 0, 0);
  assert.equal(answerWord(lay, withAmounts(all)), "lay 1: gold; 4: 4*silver");
  assert.equal(buttonLabel(lay, withAmounts(all)), "Lay out: give Place 1 1 gold, Place 4 4 silver");
});

test("counts stay within both limits and say why not", () => {
  const kinds = [...heap.slice(0, 2), { word: "gold", name: "gold", n: 2 }, { word: "blue", name: "blue gem", n: 2 }];
  const limits = { second: 2, lo: 1, hi: 2, lo2: 1, hi2: 1 };
  const trade: Choice = { kind: "counts", label: "Trade", word: "trade", kinds, ...limits };
  assert.deepEqual(readiness(trade, nothingSelected).needs, "choose 1 to 2 on the first side, now 0");
  let amounts = setAmount(trade, nothingSelected.amounts, 3, 1);
  assert.match(readiness(trade, withAmounts(amounts)).needs!, /first side, now 3/, "too many is said too");
  amounts = setAmount(trade, amounts, 2, 1);
  assert.deepEqual(readiness(trade, withAmounts(amounts)).needs, "choose exactly 1 on the second side, now 0");
  amounts = setAmount(trade, amounts, 1, 3);
  assert.equal(answerWord(trade, withAmounts(amounts)), "trade 2*silver for blue");
  assert.equal(buttonLabel(trade, withAmounts(amounts)), "Trade: 2 silver for 1 blue gem");
  const order: Choice = { ...trade, kinds: kinds.slice(0, 2), second: 2, lo: 0, hi: 5, lo2: 0, hi2: 0 };
  assert.equal(answerWord(order, nothingSelected), "trade nothing");
  assert.equal(buttonLabel(order, nothingSelected), "Trade: nothing");
  assert.equal(limitWords(0, 5), "up to 5");
});

const opened: OpenWindow = { kind: "throw", touches: [1, 2], turn: 0, depth: 0, hold: true };
const seen = (viewer: number | null, asked: number[]) => ({ viewer, asked, zones: [] }) as unknown as View;

test("a window says what all may know of it", () => {
  assert.equal(windowWords(opened, 2, nameOf), "Answers are open: throw, touches Ottla and you, in Anna's turn");
  const deeper = { ...opened, kind: "answer", depth: 1, touches: [], turn: 2 };
  assert.equal(windowWords(deeper, 2, nameOf), "Answer to an answer: in your turn");
  assert.equal(windowWords({ ...deeper, depth: 3, turn: null }, 2, nameOf), "Answer to an answer, 3 deep");
});

test("holding is offered once, to who is asked, where time runs", () => {
  assert.equal(holdState(opened, seen(1, [1, 2]), true, false), "may");
  assert.equal(holdState(opened, seen(1, [1, 2]), true, true), "used");
  assert.equal(holdState({ ...opened, hold: false }, seen(1, [1, 2]), true, false), "used", "also after a reload");
  assert.equal(holdState({ ...opened, hold: false }, seen(0, [1, 2]), true, false), undefined, "not asked");
  assert.equal(holdState(opened, seen(1, [1]), false, false), undefined, "nothing runs out");
  assert.equal(holdState(opened, seen(null, [1]), true, false), undefined);
});

test("what I had to do with a window", () => {
  assert.equal(myPart(opened, seen(1, [1, 2]), false), "asked");
  assert.equal(myPart(opened, seen(1, [2]), true), "answered");
  assert.equal(myPart(opened, seen(1, [2]), false), "ordered");
  assert.equal(myPart({ ...opened, hold: false }, seen(0, [1, 2]), false), "none");
});

test("the bar of a window is whole when it opens and when it is held, and shrinks in between", () => {
  const view = { window: { seconds: 8 } } as unknown as View;
  const first = spanOf(undefined, { from: 3, seq: 4, time_left: 6000, view }, 1000)!;
  assert.deepEqual(first, { at: 4, ends: 7000, of: 6000 });
  assert.deepEqual(spanOf(first, { from: 4, seq: 4, time_left: 3000, view }, 4000), { at: 4, ends: 7000, of: 6000 });
  assert.deepEqual(spanOf(first, { from: 4, seq: 4, time_left: 20000, view }, 4000)!.of, 20000);
  assert.equal(spanOf(undefined, { from: -1, seq: 4, time_left: 2000, view }, 0)!.of, 8000, "who comes in later");
  assert.equal(spanOf(first, { from: 4, seq: 5, view }, 0), undefined);
  assert.equal(shareLeft(3000, 6000), 0.5);
  assert.equal(shareLeft(9, 0), 0);
  assert.equal(secondsWords(11_200), "12 s");
  assert.equal(secondsWords(95_000), "1:35");
});

test("orders are switched one by one, and the usual one alone is sent as nothing", () => {
  const usual = usualOrders([{ word: "fitting", label: "", alone: true }], false);
  const alone = usualOrders([{ word: "fitting", label: "", alone: true }, { word: "gambling", label: "" }], true);
  assert.deepEqual(ordersNow(undefined, usual), ["touch"]);
  assert.deepEqual(ordersNow(undefined, alone), ["touch", "fitting"]);
  assert.deepEqual(switchOrder(["touch"], "until-turn", true, usual), ["touch", "until-turn"]);
  assert.deepEqual(switchOrder(["touch", "until-turn"], "until-turn", false, usual), []);
  assert.deepEqual(switchOrder(["touch", "fitting"], "fitting", false, alone), ["touch"]);
  assert.deepEqual(switchOrder(["fitting"], "touch", true, alone), []);
  assert.deepEqual(switchOrder(["always"], "always", true, usual), ["always"]);
  const lines = orderLines([{ word: "defend", label: "When mine is answered" }]);
  assert.deepEqual(
    lines.map((line) => line.order),
    ["touch", "always", "defend", "until-turn"],
  );
  const card = (code: string, hidden?: true): Item => ({ id: 0, kind: "card", code, name: `the ${code}`, hidden });
  const zones = [
    { owner: null, items: [card("a"), card("x", true)] },
    { owner: 1, items: [card("b"), card("a")] },
  ];
  assert.deepEqual(
    orderCards({ viewer: 1, zones } as unknown as View).map((c) => c.code),
    ["b", "a"],
  );
});

test("a hint of numbers tells them, and one of what lies nowhere names it", () => {
  const choices: Choice[] = [
    { kind: "counts", label: "Trade", word: "trade", kinds: heap, second: 3 },
    { kind: "subset", label: "Guess", word: "guess", items: [{ id: -1, word: "gold", name: "gold" }] },
  ];
  const view = { choices, zones: [] } as unknown as View;
  assert.equal(hintLabel(view, { word: "trade 2*silver gold", label: "Trade" }), "Trade: 2 silver gold");
  assert.equal(hintLabel(view, { word: "guess gold", label: "Guess" }), "Guess: gold");
  const things = [1, 2].map((id) => ({ id, kind: "card", name: `Card ${id}`, text: "What it does." }));
  const entries = [1, 2].map((id) => ({ id, word: `c${id}` }));
  const placed = {
    choices: [
      { kind: "assign", label: "Build: a place for each", word: "build", items: entries },
      { kind: "subset", label: "Swap up to two", some: "Swap {items}", none: "Keep all", word: "swap", items: entries },
    ],
    zones: [{ items: things }],
  } as unknown as View;
  assert.equal(hintLabel(placed, { word: "build 5 2", label: "Build" }), "Build: Card 1 in 5, Card 2 in 2");
  assert.equal(hintLabel(placed, { word: "swap c2", label: "Swap" }), "Swap the Card 2");
  assert.equal(hintLabel(placed, { word: "swap none", label: "Swap" }), "Keep all");
});

const doorGame = (fields: Partial<GameInfo>): GameInfo => ({
  id: "g",
  title: "The Wheel",
  about: "Play cards to strengthen a Leader.",
  rules: 1,
  scores: true,
  seats: { min: 2, max: 10, best: 8 },
  options: [],
  clashes: [],
  ...fields,
});

test("a game is found by words, by what it is played with, by length and by how many want to play", () => {
  const game = doorGame({ with: ["cards"], minutes: 5 });
  const finds = (wish: Partial<Wish>) => fits(game, { ...anything, ...wish });
  assert.ok(finds({}) && finds({ words: "wheel" }) && finds({ words: "LEADER play" }) && finds({ words: " card" }));
  assert.ok(!finds({ words: "wheel dice" }), "every word must be there");
  assert.ok(finds({ with: "cards" }) && !finds({ with: "dice" }));
  assert.ok(!finds({ quick: true }) && fits({ ...game, minutes: 4 }, { ...anything, quick: true }));
  assert.ok(!fits(doorGame({}), { ...anything, quick: true }), "who does not say how long it takes is not quick");
  assert.ok(finds({ players: 10 }) && !finds({ players: 11 }) && !finds({ players: 1 }));
  assert.deepEqual(thingsPlayedWith([game, doorGame({ with: ["cards", "dice"] }), doorGame({})]), ["cards", "dice"]);
});

test("how a game ended is told by place, by coins with their sign, and by how long ago", () => {
  const played = (fields: Partial<Played>): Played => ({
    ...{ table: "t", game: "g", title: "G", seats: 4, others: [], bots: 3, place: 2, score: 24, ago: 0 },
    ...fields,
  });
  assert.equal(scoreOf(played({ coins: true })), "+24");
  assert.equal(scoreOf(played({ coins: true, score: -98 })), "−98");
  assert.equal(scoreOf(played({ coins: true, score: 0 })), "±0");
  assert.equal(scoreOf(played({ score: 31 })), "31");
  assert.equal(placeWords(played({ place: 1 })), "won");
  assert.equal(placeWords(played({})), "second of four");
  for (const [seconds, words] of [
    [5, "just now"],
    [600, "10 minutes ago"],
    [7200, "2 hours ago"],
    [90_000, "yesterday"],
    [5 * 86_400, "5 days ago"],
    [90 * 86_400, "3 months ago"],
  ] as const)
    assert.equal(agoWords(seconds), words);
  assert.equal(othersWords({ others: ["Bert"], bots: 2 }), "with Bert and two bots");
  assert.equal(othersWords({ others: [], bots: 1 }), "with one bot");
  assert.equal(othersWords({ others: [], bots: 0 }), "nobody else yet");
});

test("an option of a table is told in the words that people use", () => {
  const split: GameOption = {
    ...{ name: "split", about: "", type: "word", usual: 0, lo: 0, hi: 1, title: "A tied pot is" },
    words: ["merchant", "king"],
    said: ["divided", "played for again by the tied"],
  };
  const flag: GameOption = { name: "dragon-cards", about: "", type: "flag", usual: 0, lo: 0, hi: 1 };
  const game = doorGame({ options: [split, flag] });
  assert.equal(optionInWords(game, "split=king"), "A tied pot is: played for again by the tied");
  assert.equal(optionInWords(game, "dragon-cards"), "Dragon cards");
  assert.equal(optionInWords(game, "unheard-of=3"), "unheard-of=3");
  assert.deepEqual(
    optionValues(split).map(([, words]) => words),
    ["divided", "played for again by the tied"],
  );
  const regular = { bot: "search:1", title: "A regular", about: "", strength: 2 };
  assert.equal(strengthWords(regular, [regular, regular, regular, regular]), "A regular ●●○○");
});

test("a card with an emblem is drawn in its suit's colour; a suit nobody has drawn is words", () => {
  const ten: Item = { id: 1, kind: "card", letter: "10", suit: "Swords", number: 10, name: "10 of Swords" };
  assert.equal(isDrawn(ten), true);
  assert.equal(colourClass(ten), "of-swords");
  assert.equal(emblemOf({ ...ten, suit: "Spoons" }), undefined);
  assert.equal(isDrawn({ ...ten, suit: "Spoons" }), false);
  assert.equal(colourClass({ id: 2, kind: "card", letter: "D", figure: "wing", number: 2 }), "of-wing");
  assert.equal(colourClass({ id: 3, kind: "card", ...card("B-wren") }), "blue");
  assert.equal(colourClass({ id: 4, kind: "card", ...card("W-grey") }), "grey");
});

test("what is told to me alone is neither in the centre nor beside my plaque among the cards", () => {
  const zone = (name: string, layout: Zone["layout"], items: Item[]): Zone => ({
    name,
    owner: 0,
    layout,
    size: items.length,
    items,
  });
  const hand = zone("hand", "fan", [{ id: 1, kind: "card", ...card("B-wren") }]);
  const trove = zone("trove", "row", [{ id: 2, kind: "card", ...card("R-owl") }]);
  const book = zone("book", "row", [{ id: 3, kind: "text", text: "Your best Book: a Pair." }]);
  const sorted = sortZones({ ...specimens["betting"]!(), viewer: 0, zones: [hand, trove, book] });
  assert.deepEqual([sorted.hand, sorted.aside, sorted.told, sorted.centre], [hand, [trove], [book], []]);
});

test("the example of a rules page is read as the terminal would read it", () => {
  assert.deepEqual(workedExample("Check it: `taproom score threes '33124' '33316'`"), {
    ...{ game: "threes", keys: [], options: [] },
    hands: ["33124", "33316"],
  });
  assert.deepEqual(
    workedExample(
      "Check it: `taproom score three-kingdoms --with war=WAR HAND`, where WAR is `'B-wolf R-hawk'` " +
        "and HAND `'M-owl'`.",
    ),
    { game: "three-kingdoms", keys: ["war=B-wolf R-hawk"], options: [], hands: ["M-owl"] },
  );
  assert.deepEqual(
    workedExample("Check it: `taproom score g --with 'plays=R@L B@M' --option o HAND`, where HAND is `'D'`."),
    { game: "g", keys: ["plays=R@L B@M"], options: ["o"], hands: ["D"] },
  );
  assert.equal(workedExample("Check it yourself."), undefined);
  assert.equal(deckNamed("Its cards: `taproom content\n show whitehawk`"), "whitehawk");
  assert.equal(deckNamed("Its cards: `taproom content show ../x`"), undefined);
});

test("a written hand is drawn as cards and dice, or not at all", () => {
  const faces = [
    { code: "R-owl", name: "Rogue of owl", title: "Rogue", suit: "owl", hue: "green", number: 5, copies: 5 },
    { code: "R-wolf", name: "Rogue of wolf", title: "Rogue", suit: "wolf", hue: "red", number: 5, copies: 5 },
    { code: "W-owl", name: "Warrior of owl", title: "Warrior", suit: "owl", hue: "green", number: 1, copies: 1 },
    { code: "D-red", name: "red Dragon", title: "Dragon", suit: "wolf", copies: 1, extra: true as const },
  ];
  const codes = (written: string, kind: "cards" | "piles" | "rows" | "dice" | "words") =>
    drawnHand(written, { kind }, faces)?.map((group) => group.map((item) => item.code ?? item.face ?? item.kind));
  assert.deepEqual(codes("2*R-owl W-owl", "cards"), [["R-owl", "R-owl", "W-owl"]]);
  assert.deepEqual(codes("R-owl | W-owl", "piles"), [["R-owl"], ["W-owl"]]);
  assert.deepEqual(codes("R-owl . / W-owl", "rows"), [["R-owl", "empty"], ["W-owl"]]);
  assert.deepEqual(codes("13 6", "dice"), [[1, 3, 6]]);
  assert.equal(codes("X-owl", "cards"), undefined);
  assert.equal(codes("red", "words"), undefined);
  const deck = deckTable(faces)!;
  assert.equal(deck.cards, 11, "what only an option brings is not counted");
  assert.deepEqual(
    deck.ranks.map((rank) => [rank.number, rank.name, rank.each, ...rank.faces.map((face) => face?.code)]),
    [
      [5, "Rogue", 5, "R-owl", "R-wolf"],
      [1, "Warrior", 1, "W-owl", undefined],
    ],
  );
});

test("a list loses the words that all its lines share, but never all its words", () => {
  assert.deepEqual(withoutCommonWords(["Ask for a rank", "Ask for a card of Swords"]), ["rank", "card of Swords"]);
  assert.deepEqual(withoutCommonWords(["2 of Swords", "King of Swords"]), ["2", "King"]);
  assert.deepEqual(withoutCommonWords(["Ask", "Ask for it"]), ["Ask", "Ask for it"]);
  assert.deepEqual(withoutCommonWords(["same words", "same words"]), ["words", "words"]);
  assert.deepEqual(withoutCommonWords(["alone here"]), ["alone here"]);
});

test("a label that speaks of a seat speaks of who sits there", () => {
  const nameOf = (seat: number) => ["Emma", "Wido"][seat]!;
  assert.equal(seatsNamed("Wrack the trove of seat 2", 2, nameOf), "Wrack the trove of Wido");
  assert.equal(seatsNamed("Keep every 2", 2, nameOf), "Keep every 2");
});

const zone = (some: Partial<Zone>): Zone => ({
  name: "zone",
  owner: null,
  layout: "row",
  size: some.items?.length ?? 0,
  items: [],
  ...some,
});

test("what belongs to an item is a place; a scale with one thing on it is so much of so much", () => {
  const dragons = zone({ name: "dragons", zone: 1, items: [{ id: 7, kind: "card" }, { id: 8, kind: "card" }] });
  const hoard = zone({ name: "hoard 2", zone: 2, at: 8 });
  assert.equal(headsOf([hoard, dragons]), dragons);
  assert.equal(headsOf([dragons, zone({ name: "pile", zone: 3 })]), undefined);
  const peg: Item = { id: 1, kind: "token", text: "attack", at: 3 };
  const scale = (items: Item[], lo = 0) => zone({ layout: "track", lo, hi: 8, items });
  assert.ok(isGauge(scale([peg])));
  assert.ok(isGauge(scale([peg, { id: 2, kind: "text", text: "strength", at: 8 }])));
  assert.ok(!isGauge(scale([peg, { id: 2, kind: "text", text: "goal", at: 5 }])), "a mark on the way");
  assert.ok(!isGauge(scale([{ ...peg, who: 1 }])) && !isGauge(scale([peg, peg])) && !isGauge(scale([peg], -2)));
});

test("an offer lists all who could get something, its sentences, and has the answers that are about it", () => {
  const offer = zone({
    layout: "groups",
    noun: "token",
    items: [
      { id: 1, kind: "card", name: "silver", who: 2, n: 3 },
      { id: 2, kind: "text", text: "Bo agrees.", who: 1 },
    ],
  });
  assert.ok(isOffer(offer) && !isOffer({ ...offer, noun: undefined }));
  const { shares, loose, told } = sharesOf(offer, [0, 2]);
  assert.deepEqual(
    shares.map(({ seat, items }) => [seat, items.length]),
    [
      [0, 0],
      [2, 1],
    ],
  );
  assert.equal(loose.length, 0);
  assert.equal(told[0]!.who, 1);
  const choices: Choice[] = [
    { kind: "plain", label: "Wait", word: "wait" },
    { kind: "plain", label: "Accept", word: "accept 1", zone: 1 },
    { kind: "split", label: "Propose", word: "propose", zone: 1, places: [0, 2], kinds: [] },
  ];
  const slips = choicesOnSlips({ zones: [zone({}), offer], choices } as unknown as View);
  assert.deepEqual([...slips], [1]);
});

test("a draft stays while others speak, unless there is something else to share", () => {
  const kinds = [{ word: "silver", name: "silver", n: 3 }];
  const split: Choice = { kind: "split", label: "Propose", word: "propose", places: [0, 1], kinds };
  const draft: Selection = { ...nothingSelected, picked: [4], amounts: new Map([["propose/0/1", 2]]) };
  const accept: Choice = { kind: "plain", label: "Accept", word: "accept 1" };
  const kept = keptSelection(draft, [split], [split, accept]);
  assert.equal(kept.amounts.get("propose/0/1"), 2);
  assert.deepEqual(kept.picked, []);
  const other: Choice = { ...split, kinds: [{ ...kinds[0]!, n: 2 }] };
  assert.equal(keptSelection(draft, [split], [other]), nothingSelected);
});

test("a sentence about me speaks to me", () => {
  const text: Item = { id: 1, kind: "text", text: "{who} agrees.", who: 0 };
  assert.equal(filled(text, () => "You"), "You agree.");
  assert.equal(filled(text, () => "Bo"), "Bo agrees.");
});
