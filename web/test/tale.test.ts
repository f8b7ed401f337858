import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { amountMarks } from "../src/view/choices.ts";
import { talesFor, toldToYou, turnsOf } from "../src/view/tale.ts";
import { type HandOrder, handOrders, orderAfter, sortedHand } from "../src/view/hand.ts";
import type { Choice, GameEvent, Item, View } from "../src/view/types.ts";

test("the reader of the tale is you", () => {
  const told: [string, string][] = [
    ["Anna bets 3.", "You bet 3."],
    ["Anna passes.", "You pass."],
    ["Anna has two rogues, pays 3 and is out.", "You have two rogues, pay 3 and are out."],
    ["Anna cannot pay.", "You cannot pay."],
    ["Bert must lend Anna 50.", "Bert must lend you 50."],
    ["Bert asks Anna for the Ace, by name.", "Bert asks you for the Ace, by name."],
    ["The Rogue is slain and goes to Anna's warehouse.", "The Rogue is slain and goes to your warehouse."],
    ["Anna's adventurers are rested.", "Your adventurers are rested."],
    ["Half right: Anna takes 4, and the rest moves to the other horde.",
     "Half right: you take 4, and the rest moves to the other horde."],
    ["Annabel folds.", "Annabel folds."],
    ["Anna exchanges two cards.", "You exchange two cards."],
    ["Anna wishes, carries and goes.", "You wish, carries and goes."],
  ];
  for (const [theirs, yours] of told) assert.equal(toldToYou(theirs, "Anna"), yours);
  assert.equal(toldToYou("A.B (x) folds.", "A.B (x)"), "You fold.", "a name is no pattern");
});

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sourcesIn(join(folder, entry.name))
      : /\.[ch]$/.test(entry.name) ? [join(folder, entry.name)] : []);

/** What the program tells of a seat: string literals with {who}, in pieces or whole. */
function sentences(): string[] {
  const literal = /"(?:[^"\\\n]|\\.)*"/g;
  const joined = new RegExp(`${literal.source}(?:\\s*${literal.source})*`, "g");
  const all = sourcesIn("../src").filter((file) => !file.includes("/cli/")).flatMap((file) => {
    const code = readFileSync(file, "utf8").replace(/\/\*[^]*?\*\//g, "");
    return (code.match(joined) ?? []).map((pieces) =>
      pieces.match(literal)!.map((piece) => piece.slice(1, -1).replace(/\\"/g, '"')).join(""));
  });
  return [...new Set(all)].filter((text) => text.includes("{who}") && text !== "{who}");
}

test("every sentence can be told to you", () => {
  const lines = readFileSync("../tests/golden/told-to-you.tsv", "utf8").trimEnd().split("\n");
  const golden = new Map(lines.map((line) => line.split("\t") as [string, string]));
  assert.deepEqual(sentences().filter((text) => !golden.has(text)), [], "tests/golden/told-to-you.tsv lacks these");
  for (const [text, yours] of golden)
    assert.equal(toldToYou(text.replaceAll("{who}", "Anna").replaceAll("{other}", "Mira"), "Anna"),
      yours.replaceAll("{other}", "Mira"));
});

const event = (seq: number, who: number | null, text: string): GameEvent => ({ seq, who, text, kind: "said" });

test("one line a turn", () => {
  const events = [event(1, 0, "Anna bets 3."), event(1, null, "Time."), event(1, null, "Night."),
    event(2, null, "Day."), event(2, 1, "Bert calls."), event(3, 1, "Bert draws.")];
  assert.deepEqual(turnsOf(talesFor(events, 0, ["Anna", "Bert"])).map((turn) => turn.text), [
    "You bet 3.", "Time. Night.", "Day.", "Bert calls. Bert draws.",
  ]);
  assert.equal(talesFor(events, null, ["Anna", "Bert"])[0]!.text, "Anna bets 3.", "who watches hears names");
});

test("half the pot, the pot, all in", () => {
  const view = (pot: number, ...bets: number[]) =>
    ({
      viewer: 0,
      counters: [
        { name: "pot", owner: null, value: pot },
        { name: "coins", owner: 0, value: 90 },
        ...bets.map((value, owner) => ({ name: "bet", owner, value })),
      ],
    }) as unknown as View;
  const bet: Choice = { kind: "amount", label: "Bet 1-90", lo: 1, hi: 90 };
  const marks = (choice: Choice, of: View) => amountMarks(choice, of).map(({ label, n }) => `${label} ${n}`);
  assert.deepEqual(marks(bet, view(21)), ["Half pot 11", "Pot 21", "All in 90"]);
  assert.deepEqual(marks({ ...bet, label: "Raise to 8-94", lo: 8, hi: 94 }, view(20, 4, 6)), [
    "Half pot 16", "Pot 26", "All in 94",
  ]);
  assert.deepEqual(marks({ ...bet, hi: 40 }, view(100)), ["Most 40"]);
  assert.deepEqual(marks(bet, view(0)), []);
});

test("a hand lies as dealt, by rank, by colour or by worth; what is not known comes last", () => {
  const items: Item[] = [
    { id: 1, kind: "card", number: 4, hue: "red", suit: "wolf" },
    { id: 2, kind: "card", hidden: true },
    { id: 3, kind: "card", number: 1, hue: "green", suit: "owl" },
    { id: 4, kind: "card", number: 4, hue: "blue", suit: "hare" },
  ];
  const choices: Choice[] = [
    { kind: "subset", label: "Play", items: [{ id: 3, word: "x", worth: 1 }, { id: 1, word: "y", worth: 2 }] },
  ];
  const ids = (order: HandOrder) => sortedHand(items, order, choices).map((item) => item.id);
  assert.deepEqual(handOrders.map(ids), [
    [1, 2, 3, 4],
    [3, 4, 1, 2],
    [4, 3, 1, 2],
    [1, 3, 4, 2],
  ]);
  assert.equal(orderAfter("by worth"), "as dealt");
});
