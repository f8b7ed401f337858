import assert from "node:assert/strict";
import { test } from "node:test";
import { brassChoice, nothingSelected } from "../src/view/choices.ts";
import { afterWords, chartOf, settingsOf, tileChoices, tileTitle } from "../src/view/standings.ts";
import type { Choice, Standings } from "../src/view/types.ts";

const standings = (...trails: number[][]): Standings => ({
  played: trails[0]!.length - 1,
  games: trails[0]!.map((_, i) => (i ? `Game ${i}` : "")),
  seats: trails.map((trail, seat) => ({ seat, has: trail[trail.length - 1]!, net: 0, won: 0, trail })),
});

test("the chart begins at nothing, has few lines, and no two names on each other", () => {
  const chart = chartOf(standings([100, 120, 188], [100, 99, 98], [100, 90, 96], [100, 80, 0]), 600, 200, 24);
  assert.deepEqual(chart.ticks.map((tick) => tick.value), [0, 50, 100, 150, 200]);
  assert.deepEqual(chart.xs, [0, 300, 600]);
  assert.deepEqual(chart.lines[0]!.points[0], [0, 100]);
  const labels = chart.lines.map((line) => line.labelY).sort((a, b) => a - b);
  labels.slice(1).forEach((y, i) => assert.ok(y - labels[i]! >= 24 - 1e-9, `${labels}`));
  assert.ok(labels[labels.length - 1]! <= 212);
  assert.ok(chartOf(standings([1], [1]), 600, 200, 24).ticks.length <= 6);
});

test("many explained choices are tiles, and the one taken is carried out", () => {
  const plays = ["Delve", "Threes", "The Wheel", "Spy Network", "City Square", "Delve II", "Dice"].map(
    (title): Choice => ({ kind: "plain", label: `Play ${title}`, about: "A game.", word: `play ${title}` }),
  );
  assert.equal(tileChoices(plays).length, 7);
  assert.deepEqual(tileChoices(plays.slice(0, 6)), []);
  assert.equal(tileTitle("Play The Wheel", plays.map((c) => c.label)), "The Wheel");
  assert.equal(brassChoice(plays, nothingSelected), -1, "no tile is advised");
  assert.equal(brassChoice(plays, { ...nothingSelected, chosen: 2 }), 2);
});

test("what is settled before the way on: switches, one of several words, numbers", () => {
  const choices: Choice[] = [
    { kind: "plain", label: "Begin the game", word: "deal", way: "on" },
    { kind: "plain", label: "Add x", word: "add x-y", settles: "The X of Y", joins: true, group: "Variants" },
    { kind: "plain", label: "Set", word: "set split all", settles: "A tied pot is", as: "divided", joins: true },
    { kind: "plain", label: "Set", word: "set split one", settles: "A tied pot is", as: "kept", joins: true },
    { kind: "amount", label: "Rounds: 1-9", word: "set rounds to", settles: "Rounds", lo: 1, hi: 9, joins: true },
  ];
  const [racket, split, rounds, ...none] = settingsOf(choices);
  assert.deepEqual(none, []);
  assert.deepEqual(
    [racket!.name, racket!.key, racket!.words.length],
    ["The X of Y", "add x-y", 1],
  );
  assert.deepEqual([split!.name, split!.words.map((word) => word.name)], ["A tied pot is", ["divided", "kept"]]);
  assert.deepEqual([rounds!.name, rounds!.key, rounds!.number], ["Rounds", "set rounds to", { lo: 1, hi: 9 }]);
  const option = { name: "split", about: "", type: "word" as const, usual: 2, lo: 1, hi: 3 };
  const named = { ...option, words: ["all", "none", "one"], said: ["divided", "left where it is", "kept"] };
  assert.equal(split!.usual, undefined, "without the game's options nobody knows");
  assert.equal(settingsOf(choices, [named])[1]!.usual, "left where it is");
});

test("how far the evening is", () => {
  assert.equal(afterWords({ ...standings([1], [1]), played: 0 }), "Before the first game");
  assert.equal(afterWords({ ...standings([1], [1]), played: 6, of: 9 }), "After six of nine games");
  assert.equal(afterWords({ ...standings([1], [1]), played: 1 }), "After one game");
});
