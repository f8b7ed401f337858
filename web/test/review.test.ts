import assert from "node:assert/strict";
import { test } from "node:test";
import { costWords, type Decision, decisionAt, likeWords, type Review, sumWords } from "../src/view/review.ts";

const decision = (answer: number, rest: Partial<Decision> = {}): Decision => ({
  answer,
  played: "fold",
  best: "call",
  played_label: "Fold",
  best_label: "Call",
  ...rest,
});
const review = (rest: Partial<Review> = {}): Review => ({
  seat: 0,
  unit: "coins",
  decisions: [
    decision(2, { cost: 0.3, noise: 0.2, mistake: false }),
    decision(5, { cost: 4.25, noise: 0.51, mistake: true }),
    decision(6),
  ],
  dearest: [5],
  weighed: 2,
  total: 4.25,
  like: "search:2",
  ...rest,
});

test("what a decision cost is said in words, and chance costs nothing", () => {
  const [chance, mistake, unknown] = review().decisions as [Decision, Decision, Decision];
  assert.equal(costWords(chance, "coins"), "cost nothing");
  assert.equal(costWords(mistake, "coins"), "cost 4.3 ± 0.5 coins");
  assert.equal(costWords({ ...mistake, cost: 23.4, noise: 10.2 }, "points"), "cost 23 ± 10 points");
  assert.equal(costWords(unknown, "coins"), "not weighed");
});

test("whom it is like, and what it cost in all", () => {
  const company = [{ bot: "search:2", title: "An old hand" }];
  assert.equal(likeWords(review(), company), "Played like level 2: an old hand.");
  assert.equal(likeWords(review({ like: "random" })), "Played like somebody who picks at random.");
  assert.equal(likeWords(review({ like: null })), "Too few decisions to tell whom that is like.");
  assert.equal(sumWords(review()), "3 decisions; in all they cost 4.3 coins, 2.1 each.");
  assert.match(sumWords(review({ cut: true })), /^3 decisions, the first of more;/);
  assert.equal(sumWords(review({ dearest: [], total: 0 })), "3 decisions; none is known to have cost anything.");
  assert.equal(sumWords(review({ decisions: [], dearest: [] })), "There was nothing to decide.");
});

test("at a step stands what is decided there, else what led there", () => {
  assert.equal(decisionAt(review(), 1)?.answer, 2);
  assert.equal(decisionAt(review(), 2)?.answer, 2);
  assert.equal(decisionAt(review(), 3), undefined);
  assert.equal(decisionAt(review(), 5)?.answer, 6);
});
