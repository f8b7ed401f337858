import assert from "node:assert/strict";
import { test } from "node:test";
import { canBeWired, laneCard, laneForm, showdownOf, whyWords } from "../src/view/showdown.ts";
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
    { head: "Greet takes 261 with 10 points.", why: "One more than Odo: rank 6 against 4." },
  );
  assert.equal(
    two({ points: 7, parts: [part("3 Merchants", 7)] }, { points: 4, parts: [part("2 Merchants", 4)] }).why,
    "Three more than Odo: 3 Merchants against 2 Merchants.",
  );
  assert.equal(two({ points: 1 }, { points: 1 }).why, "As many as Odo: the tie-break decides.");
  assert.equal(
    two({ points: 3, parts: [part("a 3", 3)] }, { points: 11, parts: [part("a 5, twice", 10), part("a 1", 1)] }).why,
    "Eight fewer than Odo: there it is 10 for a 5, twice.",
  );
  const shared = ended([
    { seat: 0, place: 1, points: 4, won: 5, net: 1 },
    { seat: 1, place: 1, points: 4, won: 5, net: 1 },
  ]);
  assert.deepEqual(whyWords(shared, names), { head: "You take 5 and Odo 5.", why: "Both have 4 points." });
});

test("lanes give way: wires for all, then for the first, then columns", () => {
  assert.deepEqual([0, 1, 2, 3].map((level) => laneForm(1, 4, level, 1180)), ["wires", "wires", "pointed", "pointed"]);
  assert.equal(laneForm(1, 4, 4, 1180), "tight");
  assert.deepEqual([0, 1, 3].map((level) => laneForm(1, 3, level, 370)), ["wires", "pointed", "tight"]);
  assert.deepEqual([laneForm(0, 10, 5, 370), laneForm(9, 10, 0, 1180)], ["wires", "tight"]);
  const lane = showdownOf(ended([{ seat: 1, place: 1, points: 1, net: 0, parts: [part("one", 1, 200)] }]))!.lanes[0]!;
  assert.ok(canBeWired(lane, true));
  for (const width of [340, 374, 788, 990, 1180])
    for (const form of ["wires", "pointed", "tight"] as const)
      for (let level = 0; level < 6; level++) {
        const card = laneCard(lane, form, true, level, width);
        assert.ok(card >= 18 && card * 5 <= width, `${form} at ${width}: ${card}`);
      }
  const long = { ...lane, items: things(2, 20) };
  const widths = [long, lane].map((of) => laneCard(of, "pointed", false, 0, 1180));
  assert.ok(!canBeWired(long, false) && widths[0]! < widths[1]!, `${widths}`);
});
