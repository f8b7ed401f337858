// Portraits of the characters of the inn: the sheet, the colours and the decks must know the same people.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import sheet from "../src/art/sprite.svg";
import { faceOf } from "../src/paint/art.tsx";
import { lettersOf } from "../src/view/guests.ts";

const decks = "../data/inn";
const characters = readdirSync(decks)
  .filter((file) => file.endsWith(".deck"))
  .map((file) => readFileSync(`${decks}/${file}`, "utf8"))
  .flatMap((deck) => {
    const id = /^content inn-character (\S+)/m.exec(deck)?.[1];
    const name = /^name "([^"]+)"/m.exec(deck)?.[1];
    return id && name ? [{ id, name }] : [];
  });
const symbol = (id: string) => new RegExp(`<symbol id="c-${id}"[^>]*>(.*?)</symbol>`, "s").exec(sheet)?.[1];
const style = readFileSync("src/style/inn.css", "utf8");
function hueOf(id: string): string | undefined {
  if (!style.includes(`.f-${id}{--hue:var(--c-${id})}`)) return undefined;
  return new RegExp(`--c-${id}:(#[0-9a-f]{6})`).exec(style)?.[1];
}

/** As WCAG has it. */
function contrast(one: string, other: string): number {
  const light = (colour: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, share, k) => {
      const part = parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16) / 255;
      return sum + share * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

test("every character of the inn has a portrait that nobody else has, found by figure and by name", () => {
  assert.equal(characters.length, 39);
  for (const { id, name } of characters) {
    assert.ok(symbol(id), `${name} is drawn as c-${id}`);
    assert.equal(faceOf(id), id, `the figure ${id}`);
    assert.equal(faceOf(name), id, `the name ${name}`);
  }
  assert.equal(new Set(characters.map(({ id }) => symbol(id))).size, characters.length, "no two are the same drawing");
  const drawn = [...sheet.matchAll(/<symbol id="c-([^"]+)"/g)].map(([, id]) => id!);
  assert.deepEqual(drawn.sort(), [...characters.map(({ id }) => id), "guest"].sort(), "and nobody is drawn in vain");
});

test("every portrait has a hue that can be read on the paper of cards", () => {
  const paper = /--paper:(#[0-9a-f]{6})/.exec(readFileSync("src/style/tokens.css", "utf8"))![1]!;
  for (const { id, name } of characters) {
    const hue = hueOf(id);
    assert.ok(hue, `${name} has --c-${id} and .f-${id}`);
    assert.ok(contrast(hue, paper) >= 4.5, `${name}: ${contrast(hue, paper).toFixed(2)}`);
  }
  assert.equal(new Set(characters.map(({ id }) => hueOf(id))).size, characters.length, "nobody has that of another");
});

test("who comes with a deck of one's own is told by letters", () => {
  for (const name of ["Old Sera", "Baron Gog", "Captain", "The", "Guest"]) assert.equal(faceOf(name), undefined, name);
  assert.equal(faceOf(undefined), undefined);
  assert.deepEqual(["Baron of Nothing", "Grimbold"].map(lettersOf), ["No", "Gr"]);
});
