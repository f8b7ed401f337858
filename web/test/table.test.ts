// What lies before one, and what is read at the seats.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deedOf, noDeeds, withDeeds } from "../src/view/deeds.ts";
import { asLaid, laidAnew } from "../src/view/hand.ts";
import { isOpenPile, setsOf } from "../src/view/sets.ts";
import { inOneLine } from "../src/view/tale.ts";
import type { GameEvent, Item, Zone } from "../src/view/types.ts";

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
