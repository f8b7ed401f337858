import assert from "node:assert/strict";
import { test } from "node:test";
import { endWords, hear, type Heard, itemsOf, kindOf, questionWords, readWords, slips } from "../src/view/elbow.ts";
import type { Choice, View } from "../src/view/types.ts";

const own = readWords(
  "# A page\n\n- seed: x\n\n## Start\n\nFirst\nwords.\n\n## Your bet?\n\nOnce.\n\n## Your bet? 3\n\nThrice.\n",
);
const any = readWords(
  [["Start", "Any."], ["some of them", "Pick."], ["End won", "Won."], ["End lost", "Lost."], ["End folded", "Out."],
   ["End", "End."]].map(([heading, words]) => `\n## ${heading}\n\n${words}\n`).join(""),
);
const choice = (kind: Choice["kind"], word: string): Choice => ({ kind, word, label: word });
const view = (over: Partial<View>) =>
  ({ games: [{ title: "A" }], viewer: 0, over: false, choices: [choice("plain", "call")], prompt: "Your bet?",
     ...over }) as View;
const nobody: Heard = { begun: [], times: new Map() };

test("a page is headings and what stands under them", () => {
  assert.deepEqual([...own], [["Start", "First words."], ["Your bet?", "Once."], ["Your bet? 3", "Thrice."]]);
});

test("a question is counted when it comes up, not when others answer it", () => {
  let heard = hear(nobody, view({}));
  assert.equal(hear(heard, view({})), heard, "the same question is still open");
  assert.equal(questionWords(own, any, heard, view({})), "Once.");
  heard = hear(heard, view({ choices: [] }));
  heard = hear(heard, view({}));
  assert.equal(heard.times.get("Your bet?"), 2);
  assert.equal(questionWords(own, any, heard, view({})), "Once.", "nothing new: the old words stay");
  heard = hear(hear(heard, view({ choices: [] })), view({}));
  assert.equal(questionWords(own, any, heard, view({})), "Thrice.");
  heard = hear(heard, view({ games: [{ title: "Row" }, { title: "B" }] }));
  assert.equal(heard.times.get("Your bet?"), 1, "another game begins anew");
  assert.deepEqual(heard.begun, ["A", "B"]);
});

test("without words of its own a question is explained by its kind", () => {
  const some = view({ prompt: "Which?", choices: [choice("plain", "pass"), choice("subset", "take")] });
  assert.equal(questionWords(own, any, hear(nobody, some), some), "Pick.");
  const kinds: [Choice["kind"][], string][] = [[["plain"], "one of several"], [["amount", "plain"], "an amount"],
    [["assign", "subset"], "places"], [["split"], "shares"], [["counts", "split"], "counts"]];
  for (const [all, words] of kinds) assert.equal(kindOf(view({ choices: all.map((k) => choice(k, k)) })), words);
  assert.equal(kindOf(view({ window: { kind: "", touches: [], turn: 0, depth: 1, seconds: 3 } })), "a window");
});

test("the end is told by how it ended for the viewer", () => {
  const ended = (place: number | undefined, won?: number) => view({ results: [{ seat: 0, place, won, net: 0 }] });
  assert.equal(endWords(own, any, ended(1)), "Won.");
  assert.equal(endWords(own, any, ended(2, 5)), "Won.", "a part of the pot");
  assert.equal(endWords(own, any, ended(3)), "Lost.");
  assert.equal(endWords(own, any, ended(undefined)), "Out.");
  assert.equal(endWords(own, any, view({})), "End.");
});

test("slips hold whole sentences", () => {
  const text = "One is short. Another is longer. In order: this, that. Last";
  assert.deepEqual(slips(text, 30), ["One is short.", "Another is longer.", "In order: this, that. Last"]);
  assert.deepEqual(slips(text, 400), [text]);
  assert.deepEqual(slips("Only **this.** Then that.", 12), ["Only **this.**", "Then that."]);
});

test("advice lights what it points at, each thing once", () => {
  const items = [{ id: 4, word: "R-owl" }, { id: 5, word: "R-owl" }, { id: 6, word: "W-wolf" }];
  const of = view({
    choices: [{ ...choice("subset", "exchange"), items }, { ...choice("plain", "keep"), items: [items[2]!] }],
  });
  assert.deepEqual(itemsOf(of, "exchange R-owl R-owl"), [4, 5]);
  assert.deepEqual(itemsOf(of, "exchange R-owl W-wolf"), [4, 6]);
  assert.deepEqual(itemsOf(of, "keep"), [6]);
  assert.deepEqual(itemsOf(of, "raise 6"), []);
});
