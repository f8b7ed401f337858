import assert from "node:assert/strict";
import { test } from "node:test";
import { resultSpoken } from "../src/view/names.ts";
import { canBeWired, laneForm, laneSize, perRow, showdownOf, whyWords } from "../src/view/showdown.ts";
import type { Item, Part, Result, View, Zone } from "../src/view/types.ts";

const things = (zone: number, n: number): Item[] =>
  Array.from({ length: n }, (_, i) => ({ id: zone * 100 + i, kind: "card", name: `card ${zone}/${i}` }));
const hand = (seat: number, n = 5, more: Partial<Zone> = {}): Zone => ({
  name: "hand",
  owner: seat,
  layout: "fan",
  size: n,
  scored: true,
  items: things(seat + 1, n),
  ...more,
});
const common: Zone = { name: "King", owner: null, layout: "row", size: 1, scored: true, items: things(9, 1) };
const ended = (results: Result[], more: Partial<View> = {}): View => ({
  id: "any",
  games: [{ title: "Any", phase: "Showdown" }],
  viewer: 0,
  seats: results.length,
  start: 0,
  asked: [],
  sealed: [],
  clock: false,
  over: true,
  scores: results.map(() => 0),
  zones: [common, ...results.filter((r) => r.points !== undefined).map((r) => hand(r.seat))],
  counters: [],
  results,
  choices: [],
  ...more,
});
const names = (seat: number) => ["You", "Odo", "Mira", "Greet"][seat]!;
const part = (text: string, points: number, ...items: number[]): Part => ({ text, points, items });

test("a wire for each reason, a bead with even shares, the sum on each item", () => {
  const shown = showdownOf(
    ended([
      {
        seat: 1,
        place: 1,
        points: 11,
        net: 3,
        parts: [part("rank", 4, 200, 202), part("colour", 3, 202, 203, 900), part("a pair of two", 3, 200, 201)],
      },
      { seat: 0, place: 2, points: 2, net: -3, parts: [part("a 1", 1, 100), part("a 1", 1, 101), part("nothing", 0)] },
    ]),
  )!;
  const [first, second] = shown.lanes;
  assert.deepEqual(
    first!.wires.map((wire) => [wire.text, wire.points, [...wire.beads]]),
    [
      ["rank", 4, [[200, 2], [202, 2]]],
      ["colour", 3, [[202, 1], [203, 1]]],
      // What cannot be shared evenly has beads without a number.
      ["a pair of two", 3, [[200, undefined], [201, undefined]]],
    ],
  );
  assert.deepEqual([...first!.earned], [[200, 2], [202, 3], [203, 1]]);
  assert.deepEqual([second!.wires[0]!.text, second!.wires[0]!.points], ["a 1, twice", 2]);
  assert.deepEqual(second!.notes, ["nothing"]);
  assert.equal(second!.earned.get(104), 0, "where all shares are known the others have none");
  assert.deepEqual(shown.common, [common]);
});

test("who folded is one line; without hands, money or parts there is no showdown", () => {
  const folded = ended(
    [{ seat: 2, place: 1, won: 9, net: 6 }, { seat: 0, net: -3 }, { seat: 1, net: -3 }],
    { pots: [{ name: "pot", coins: 9, claims: [2], to: [2] }], scores: [-3, -3, 6] },
  );
  const shown = showdownOf(folded)!;
  assert.deepEqual([shown.lanes.length, shown.gone.map((r) => r.seat), shown.lanes[0]!.took], [1, [0, 1], ["pot"]]);
  assert.deepEqual(whyWords(folded, names), { head: "Mira takes 9.", why: "Nobody else is left." });
  const bare = ended([{ seat: 0, place: 1, net: 2 }, { seat: 1, place: 2, net: 0 }], { scores: [2, 0] });
  assert.equal(showdownOf(bare), undefined);
  assert.equal(whyWords(bare, names).head, "You win with 2.");
  const paid = { ...bare, counters: [{ name: "coins", owner: 0, value: 102 }] };
  assert.equal(showdownOf(paid)!.lanes.length, 2, "where money moved all have a lane");
});

test("one sentence says why", () => {
  const two = (a: Partial<Result>, b: Partial<Result>) =>
    whyWords(ended([{ seat: 3, place: 1, net: 9, ...a }, { seat: 1, place: 2, net: -9, ...b }]), names);
  assert.deepEqual(
    two(
      { points: 10, won: 261, parts: [part("rank", 6), part("kind", 4)] },
      { points: 9, parts: [part("rank", 4), part("kind", 5)] },
    ),
    { head: "Greet takes 261 with 10 points.", why: "One more than Odo: 6 against 4 for rank." },
  );
  assert.equal(
    two({ points: 7, parts: [part("3 Merchants", 7)] }, { points: 4, parts: [part("2 Merchants", 4)] }).why,
    "Three more than Odo: 3 Merchants against 2 Merchants.",
  );
  assert.equal(two({ points: 1 }, { points: 1 }).why, "As many as Odo: the tie-break decides.");
  assert.equal(
    two({ points: 1, parts: [part("the tie goes to more Bards, 2 against 1", 0)] }, { points: 1 }).why,
    "As many as Odo: the tie goes to more Bards, 2 against 1.",
  );
  assert.equal(
    two(
      { points: 5, parts: [part("overkill 0 in all; less is better", 0)] },
      { points: 5, parts: [part("overkill 2 in all; less is better", 0)] },
    ).why,
    "As many as Odo: overkill 0 against 2 in all; less is better.",
  );
  assert.equal(
    two(
      { points: 7, parts: [part("a straight of 7", 7), part("wins by the better Book", 0)] },
      { points: 4, parts: [part("two pairs", 4)] },
    ).why,
    "Wins by the better Book: a straight of 7 against two pairs.",
  );
  assert.equal(
    two(
      { points: 8, parts: [part("a", 2), part("b", 2), part("c", 2), part("d", 2)] },
      { points: 3, parts: [part("e", 3)] },
    ).why,
    "Five more than Odo.",
    "no small reason is why",
  );
  assert.equal(
    two(
      { points: 3, parts: [part("a 1 without work", 1), part("a 2 without work", 2)] },
      { points: 6, parts: [part("a 5 without work", 5), part("a 1 without work", 1)] },
    ).why,
    "Three fewer than Odo: there it is 5 for a 5 without work.",
    "of several reasons of a sort only the same are compared",
  );
  assert.equal(
    two({ points: 3, parts: [part("a 3", 3)] }, { points: 11, parts: [part("a 5, twice", 10), part("a 1", 1)] }).why,
    "Eight fewer than Odo: there it is 10 for a 5, twice.",
  );
  const shared = ended([
    { seat: 0, place: 1, points: 4, won: 5, net: 1 },
    { seat: 1, place: 1, points: 4, won: 5, net: 1 },
  ]);
  assert.deepEqual(whyWords(shared, names), { head: "You take 5 and Odo 5.", why: "Both have 4 points." });
  assert.equal(whyWords({ ...shared, unit: "card" }, names).why, "Both have hands that are worth the same.");
  const named = (won: string, lost: string, by: string): View => ({
    ...ended([
      { seat: 1, place: 1, points: 5, won: 9, net: 5, parts: [part(won, 5), part(`wins ${by}`, 0)] },
      { seat: 0, place: 2, points: 5, net: -5, parts: [part(lost, 5)] },
    ]),
    unit: "card",
  });
  assert.deepEqual(whyWords(named("Flush of 5", "Straight of 5", "by the better Book"), names), {
    head: "Odo takes 9.",
    why: "Wins by the better Book: Flush of 5 against Straight of 5.",
  });
  assert.equal(
    whyWords(named("Flush of 5", "Flush of 5", "by the high cards"), names).why,
    "Wins by the high cards: both have a Flush of 5.",
  );
  const { results, unit } = named("Flush of 5", "Pair", "by the better Book");
  assert.equal(
    resultSpoken(results![0]!, "Odo", unit),
    "1st, Odo, 5 cards: Flush of 5, wins by the better Book. Takes 9.",
  );
  const prizes = [
    { name: "first prize", coins: 15, claims: [0, 1], to: [3] },
    { name: "second prize", coins: 5, claims: [0, 1], to: [1] },
  ];
  const paidOut: Result[] = [{ seat: 3, place: 1, points: 9, net: 9 }, { seat: 1, place: 2, points: 3, net: 0 }];
  assert.equal(whyWords(ended(paidOut, { pots: prizes }), names).why, "Six more than Odo.");
  const side = prizes.map((pot, i) => ({ ...pot, name: i ? "side pot 1" : "main pot" }));
  assert.match(whyWords(ended(paidOut, { pots: side }), names).why!, /^Six more than Odo\. A side pot is only for/);
  const paid = ended([{ seat: 1, place: 1, net: 12 }, { seat: 0, place: 2, net: -2 }], {
    counters: [{ name: "coins", owner: 0, value: 98 }],
    scores: [-2, 12],
  });
  assert.equal(whyWords(paid, names).why, "14 more than you.");
});

test("what was said of every hand stands once, beside them", () => {
  const led = [part("the Lady leads", 0), part("rank", 2)];
  const shown = showdownOf(
    ended([
      { seat: 1, place: 1, points: 2, net: 1, parts: [...led, part("the tie goes to more Bards, 2 against 1", 0)] },
      { seat: 0, place: 2, points: 2, net: -1, parts: led },
    ]),
  )!;
  assert.deepEqual(shown.said, ["the Lady leads"]);
  assert.deepEqual(shown.lanes.map((lane) => lane.notes.length), [1, 0]);
});

test("lanes give way: wires for all, then for the first, then columns", () => {
  assert.deepEqual([0, 1, 2, 3].map((level) => laneForm(1, 4, level, 1180)), ["wires", "wires", "pointed", "pointed"]);
  assert.equal(laneForm(1, 4, 4, 1180), "tight");
  assert.deepEqual([0, 1, 3].map((level) => laneForm(1, 3, level, 370)), ["wires", "pointed", "tight"]);
  assert.deepEqual([laneForm(0, 10, 5, 370), laneForm(9, 10, 0, 1180)], ["wires", "tight"]);
  const lane = showdownOf(ended([{ seat: 1, place: 1, points: 1, net: 0, parts: [part("one", 1, 200)] }]))!.lanes[0]!;
  assert.ok(canBeWired(lane, true));
  const places = [
    ...[344, 374, 788, 908, 1066].map((width) => ({ width, desk: false })),
    ...[870, 1180].map((width) => ({ width, desk: true })),
  ];
  for (const n of [2, 5, 7, 9, 14, 20])
    for (const { width, desk } of places)
      for (const form of ["wires", "pointed", "tight"] as const)
        for (let level = 0; level < 6; level++) {
          const of = { ...lane, items: things(2, n) };
          const { card } = laneSize(of, form, true, level, width, desk);
          const row = perRow(n, width < 620);
          assert.ok(card >= 24 && card * row <= width, `${n} ${form} at ${width}, level ${level}: ${card}`);
          if (n <= 14 && width < 620 && form !== "tight") assert.ok(card >= 36, `read at ${width}: ${card}`);
        }
  const long = { ...lane, items: things(2, 20) };
  const widths = [long, lane].map((of) => laneSize(of, "pointed", false, 0, 1180, true).card);
  assert.ok(!canBeWired(long, false) && widths[0]! < widths[1]!, `${widths}`);
});
