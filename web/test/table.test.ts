// What lies before one, and what is read at the seats.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askGrid, gridStep } from "../src/view/askGrid.ts";
import { deedOf, noDeeds, withDeeds } from "../src/view/deeds.ts";
import { asLaid, laidAnew } from "../src/view/hand.ts";
import { named } from "../src/view/names.ts";
import { isOpenPile, setsOf } from "../src/view/sets.ts";
import { inOneLine } from "../src/view/tale.ts";
import type { Choice, GameEvent, Item, View, Zone } from "../src/view/types.ts";

const card = (id: number, letter: string, number: number, hue: string): Item => ({
  id,
  kind: "card",
  letter,
  number,
  hue,
});
const pile = (items: Item[], size = items.length): Zone => ({ name: "loot", owner: 0, layout: "stack", size, items });

test("what I have laid by lies in sets, the largest first", () => {
  const items = [card(1, "B", 3, "red"), card(2, "R", 5, "red"), card(3, "M", 4, "red"), card(4, "R", 5, "blue")];
  assert.deepEqual(
    setsOf(items).map((set) => set.map((item) => item.id)),
    [[4, 2], [1], [3]],
  );
  assert.ok(isOpenPile(pile(items)));
  assert.ok(!isOpenPile(pile(items, 5)), "not all of it is told");
  assert.ok(!isOpenPile(pile([])));
  assert.ok(!isOpenPile(pile([...items, { id: 9, kind: "card", hidden: true }])));
  assert.ok(!isOpenPile({ ...pile(items), layout: "row" }));
});

test("a hand lies as one has laid it, and what comes later lies behind", () => {
  const named = (id: number, code: string): Item => ({ id, kind: "card", code });
  const dealt = [named(1, "a"), named(2, "b"), named(3, "b"), named(4, "c")];
  const laid = laidAnew(dealt, 4, 2);
  assert.deepEqual(laid, ["a", "c", "b", "b"]);
  assert.deepEqual(laidAnew(dealt, 1, undefined), ["b", "b", "c", "a"]);
  const later = [named(11, "b"), named(12, "x"), named(13, "c"), named(14, "b")];
  assert.deepEqual(asLaid(later, laid).map((item) => item.id), [13, 11, 14, 12]);
  assert.deepEqual(asLaid(dealt, []), dealt);
});

test("a turn is one line: who did it is named once, and what was done again is counted", () => {
  const told: [string[], string][] = [
    [["Wido rolls a 3.", "Wido rolls a 1.", "Wido rolls a 3."], "Wido rolls a 3 twice and a 1."],
    [["Ottla sends a scout ahead.", "Ottla sends a scout ahead."], "Ottla sends a scout ahead twice."],
    [["You draw a card.", "You draw a card.", "You draw a card."], "You draw a card three times."],
    [["Wido checks.", "Wido bets 3."], "Wido checks. Wido bets 3."],
    [["Wido folds."], "Wido folds."],
    [["Wido draws.", "Wido draws a card."], "Wido draws. Wido draws a card."],
    [["Everybody in pays 4.", "Everybody in is dealt 5 cards."], "Everybody in pays 4 and is dealt 5 cards."],
    [["Wido shows 5, and pays 3.", "Wido shows 5, and pays 3."], "Wido shows 5, and pays 3. Wido shows 5, and pays 3."],
    [["The King is a Rogue.", "Wido folds."], "The King is a Rogue. Wido folds."],
  ];
  for (const [sentences, line] of told) assert.equal(inOneLine(sentences), line);
});

const event = (who: number | null, text: string): GameEvent => ({ kind: "said", who, text, seq: 1 }) as GameEvent;

test("what a seat does is read there, but not one's own and no long sentence", () => {
  const names = ["Anna", "Ottla"];
  assert.equal(deedOf(event(1, "Ottla bets 3."), names), "bets 3");
  assert.equal(deedOf(event(1, "The King is a Rogue."), names), undefined);
  assert.equal(deedOf(event(null, "Ottla wins."), names), undefined);
  assert.equal(deedOf(event(1, `Ottla ${"talks ".repeat(20)}.`), names), undefined);
  const happened = [event(0, "Anna folds."), event(1, "Ottla checks."), event(1, "Ottla bets 3.")];
  const deeds = withDeeds(noDeeds, happened, 0, names);
  assert.deepEqual([...deeds], [[1, "bets 3"]]);
  assert.equal(withDeeds(deeds, [event(0, "Anna folds.")], 0, names), deeds, "nothing new: nothing to paint");
});

const pick = (word: string, label: string, names: string[], words = names): Choice => ({
  kind: "subset",
  label,
  word,
  lo: 1,
  hi: 1,
  items: names.map((name, k) => ({ name, word: words[k]! })) as Choice["items"],
});

test("what a View leaves out is filled in: places, what is usual, what another item said", () => {
  const items = [{ code: "red", name: "Red", hue: "red" }, { hidden: true }, { like: 65536, n: 3 }];
  const view = named({
    zones: [
      { name: "bag", zone: 1, layout: "stack", size: 9 },
      { name: "hoard", zone: 2, items },
    ],
    choices: [
      { kind: "plain", label: "Take", items: [{ id: 65536 }] },
      { kind: "split", label: "Share", kinds: [{ word: "red", like: 65536, n: 2 }] },
    ],
  } as unknown as View);
  const [bag, hoard] = view.zones;
  assert.deepEqual([bag!.owner, bag!.size, bag!.items], [null, 9, []]);
  assert.deepEqual([hoard!.layout, hoard!.size], ["row", 3]);
  assert.deepEqual(hoard!.items.map((item) => [item.id, item.kind, item.name, item.hue, item.n]), [
    [65536, "card", "Red", "red", undefined],
    [65537, "card", undefined, undefined, undefined],
    [65538, "card", "Red", "red", 3],
  ]);
  assert.equal(view.choices[0]!.items![0]!.word, "red");
  const kind = view.choices[1]!.kinds![0]!;
  assert.deepEqual([kind.word, kind.name, kind.hue, kind.n], ["red", "Red", "red", 2]);
});

test("kinds by row and column are a grid: what cannot be asked for is empty, heads ask for a whole line", () => {
  const choices = [
    pick("rank", "Ask for a rank", ["2", "King"], ["2", "K"]),
    pick("suit", "Ask for a suit", ["Swords"], ["Sw"]),
    pick("card", "Ask for a card of Swords", ["2", "9", "King"], ["2Sw", "9Sw", "KSw"]),
    pick("card", "Ask for a card of Skulls", ["2", "King"], ["2Sk", "KSk"]),
    pick("card", "Ask for a card of Coins", ["King"], ["KCo"]),
    pick("name", "Ask for a card by its sobriquet", ["Warlord"], ["warlord"]),
  ];
  named({ choices, zones: [] } as unknown as View);
  const ids = choices.flatMap((choice) => choice.items!.map((item) => item.id));
  assert.equal(new Set(ids).size, ids.length, "each has an id of its own");
  assert.ok(ids.every((id) => id < 0));
  const grid = askGrid(choices)!;
  assert.deepEqual(grid.columns.map((column) => [column.letter, column.head?.word]), [
    ["2", "2"],
    ["9", undefined],
    ["K", "K"],
  ]);
  assert.deepEqual(grid.rows.map((row) => [row.name, row.head?.word, ...row.cells.map((cell) => cell?.word)]), [
    ["Swords", "Sw", "2Sw", "9Sw", "KSw"],
    ["Skulls", undefined, "2Sk", undefined, "KSk"],
    ["Coins", undefined, undefined, undefined, "KCo"],
  ]);
  assert.deepEqual(grid.rest.map((choice) => choice.word), ["name"]);
  assert.equal(askGrid(choices.slice(0, 4)), undefined, "two rows are a list");
  const can = ([r, c]: [number, number]) => !!(r ? (c ? grid.rows[r - 1]!.cells[c - 1] : grid.rows[r - 1]!.head) : c);
  assert.deepEqual(gridStep("ArrowDown", [1, 1], can, [3, 3]), [2, 1]);
  assert.deepEqual(gridStep("ArrowRight", [2, 1], can, [3, 3]), [2, 3], "over what is not there");
  assert.equal(gridStep("ArrowDown", [2, 1], can, [3, 3]), undefined);
});

test("what lies nowhere says things once: its name is its word, or its word its name", () => {
  const choices = [{ kind: "subset", label: "", items: [{ word: "2" }, { name: "Eagle Lance" }] }];
  const [first, second] = named({ choices, zones: [] } as unknown as View).choices[0]!.items!;
  assert.deepEqual([first!.name, first!.word], ["2", "2"]);
  assert.deepEqual([second!.name, second!.word], ["Eagle Lance", "eagle-lance"]);
});
