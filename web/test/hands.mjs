// Questions about cards that lie in other people's hands, at the inn: cards that are divided into piles, a card plucked
// from a hand, Drinks that were looked at, a card of another played as one's own. Each on a phone and on a desktop, by
// mouse and by keys; and nobody sees what is not for his eyes.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { close, deal, layTable, patience, sitDown } from "./people.mjs";
import { asked, checkAxe, checkStill, openHouse, openWindow, runScenes, shoot, timed } from "./windows.mjs";

/**
 * The text of a character of the house in whose deck some cards are more than usual: `many` says how often each is in
 * it; of the others there is one at most, as far as there is room.
 */
function deckOf(id, many) {
  const text = readFileSync(new URL(`../../data/inn/${id}.deck`, import.meta.url), "utf8").replace(/^#.*\n/gm, "");
  const [head, ...all] = text.split(/^(?=card )/m);
  const cards = all.filter((card) => !/ boss\b/.test(card.split("\n")[0]));
  const nameOf = (card) => card.split(" ")[1];
  let left = 40 - Object.values(many).reduce((sum, n) => sum + n, 0);
  const chosen = cards.map((card) => {
    const n = many[nameOf(card)] ?? (left-- > 0 ? 1 : 0);
    return n ? card.replace(/ x\d+ /, ` x${n} `) : "";
  });
  return `${head.replace(/^boss.*\n/m, "")}replaces ${id}\n${chosen.join("")}`;
}

/** A house where this character has that deck; to be closed. */
async function houseWith(decks) {
  const folder = mkdtempSync(join(tmpdir(), "taproom-deck-"));
  for (const [id, many] of Object.entries(decks)) writeFileSync(join(folder, `${id}.deck`), deckOf(id, many));
  const house = await openHouse(0, { flags: ["--content", folder], folder });
  house.child.removeAllListeners("exit");
  const shut = () => {
    house.child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...house, shut };
}

const question = (page, words) => page.locator(`${asked} .ask b`, { hasText: words });
const lit = (page, title) => page.locator(".own button.is-hi", { hasText: title });

/** Three people at a table, the first of them as `character`, and somebody who looks on. */
async function threeAt(house, character, widths) {
  const [anna, bert, cleo, watcher] = await Promise.all([...widths, 1024, 1024].map((width) => openWindow(width)));
  const link = await layTable(house, anna, "Anna", {
    game: "red-dragon-inn", seats: 3, options: ["company=all"], bots: [null, null, null],
    cast: [character, "fiona", "gog"],
  });
  await sitDown(bert, link, "Bert");
  await sitDown(cleo, link, "Cleo");
  await watcher.goto(link);
  await anna.getByText("Cleo").waitFor();
  await deal(anna);
  return { anna, bert, cleo, watcher };
}

/** Takes the first answer, which is to pass if one may, unless the question is the one that is waited for. */
const pass = (page, except) =>
  page.evaluate(
    ([prompt, words]) => {
      const box = document.querySelector(prompt);
      if (!box || box.ariaBusy === "true" || (words && box.querySelector(".ask b").textContent.includes(words))) return;
      box.querySelector(".choices .btn:not([disabled], [aria-expanded])")?.click();
    },
    [asked, except],
  );

class NotInHand extends Error {}

/** All pass until `who` is asked this, and may play a card of this title if one is named. */
async function until({ anna, bert, cleo }, who, words, title) {
  for (const patient = patience(2); patient(); await anna.waitForTimeout(60)) {
    if (await question(who, words).count()) {
      if (!title) return;
      await lit(who, title).first().waitFor({ timeout: 1000 }).catch(() => {
        throw new NotInHand(title);
      });
      return;
    }
    for (const page of [anna, bert, cleo]) await pass(page, page === who ? words : undefined);
  }
  throw new Error(`nobody was asked ${words}`);
}

async function play(page, title) {
  await lit(page, title).first().click();
  await page.locator(`${asked} .btn.brass`).click();
}

async function pick(table, whom) {
  await until(table, table.anna, "Whom do you pick");
  await table.anna.locator(`${asked} .btn`, { hasText: `Pick ${whom}` }).click();
}

/** Nothing moves, axe has nothing to say. */
async function look(page, name) {
  await checkStill(page, name);
  await checkAxe(page, name);
  await shoot(page, name);
}

/** What a person can read of the page: words in sight, and those that are read out. */
const readOn = (page) =>
  page.evaluate(() =>
    [document.body.innerText, ...[...document.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel)].join("\n"),
  );

/** What all characters have in their decks, or lies open in these scenes: to read it somewhere proves nothing. */
const common = new RegExp(
  "^(Deal me in|Higher stakes|The best hand|Into the wrong jar|Leave that cup|Certainly not|A coin for the staff|" +
    "Full cups|Which of these|Thank you for|You play this)",
);

/** None of these names stands on any of these screens. */
async function areUnseen(names, pages) {
  for (const page of pages) {
    const words = await readOn(page);
    for (const name of names.filter((one) => !common.test(one)))
      assert.ok(!words.includes(name), `${name} is for others' eyes`);
  }
}

/** Answers with the button that says so, by mouse or by the key of its number. */
async function answer(page, words, by) {
  const button = page.locator(`${asked} .btn:not([disabled])`, { hasText: words }).first();
  await button.waitFor();
  if (by === "mouse") return button.click();
  await page.locator(asked).focus();
  await page.keyboard.press(String(1 + Number(await button.getAttribute("data-choice"))));
}

/** The words of the question are in sight, whole, with whom it is about. */
async function reads(page, ...words) {
  const prompt = page.locator(asked);
  const { y, height } = await prompt.boundingBox();
  assert.ok(y >= 0 && y + height <= page.viewportSize().height + 1, "the question is in the window");
  const said = await prompt.innerText();
  for (const word of words) assert.ok(said.includes(word), `${word} in: ${said}`);
  const cut = await prompt.evaluate((box) => box.scrollHeight > box.clientHeight + 1);
  assert.ok(!cut, "all of the question is in sight");
}

async function at(decks, widths, scene) {
  const house = await houseWith(decks);
  try {
    for (let tables = 1; ; tables++) {
      const table = await threeAt(house, Object.keys(decks)[0], widths);
      const missing = await scene(table).catch((error) => {
        if (tables === 5 || !(error instanceof NotInHand)) throw error;
        return error;
      });
      await close(...Object.values(table));
      if (!missing) return;
    }
  } finally {
    house.shut();
  }
}

/** A card is divided from the others, on a phone by touching its name; whose they are takes a pile. */
const piles = (widths, by) => at({ daareka: { "which-would-you-keep": 16 } }, widths, async (table) => {
  const { anna, bert, cleo, watcher } = table;
  await until(table, anna, "Your Action?", "Which of these");
  await play(anna, "Which of these");
  await pick(table, "Bert");
  await until(table, bert, "one pile");
  const faces = bert.locator(`${asked} .face`);
  assert.equal(await faces.count(), 5);
  const names = await faces.allTextContents();
  await reads(bert, "Which of them are one pile?", "They are Anna's.", ...names);
  const stack = bert.locator(".stk .next");
  assert.match((await stack.textContent()) ?? "", /Anna plays Which of these would you keep\? on you\./);
  assert.ok(await stack.isVisible(), "what is happening can be read beside it");
  await areUnseen(names, [cleo, watcher]);
  await look(bert, "piles-divide");
  await look(anna, "piles-divided-for");
  if (by === "mouse") await faces.nth(1).click();
  else {
    await faces.nth(1).focus();
    await bert.keyboard.press("Space");
  }
  await bert.locator(".reading .ti", { hasText: names[1] }).waitFor(); // what the card says is read there
  const way = bert.locator(`${asked} .btn.brass`);
  assert.equal(await way.locator(".what").textContent(), `One pile: \u201c${names[1]}\u201d`);
  await look(bert, "piles-picked");
  await answer(bert, "One pile", by);
  await until(table, anna, "Which pile");
  await reads(anna, "Which pile do you take?", ...names);
  await look(anna, "piles-take");
  await areUnseen(names, [cleo, watcher]);
  await answer(anna, "Take pile 1", by);
  await anna.locator(".own .card.worded", { hasText: names[1] }).first().waitFor();
});

/** A card of the hand of another; the rest of that hand one has seen, too. */
const pluck = (widths, by) => at({ daareka: { "thank-you-for-the-help": 16 } }, widths, async (table) => {
  const { anna, bert, cleo, watcher } = table;
  await until(table, anna, "Your Action?", "Thank you");
  await play(anna, "Thank you");
  await pick(table, "Bert");
  await until(table, anna, "Which of these");
  const hand = await bert.locator(".own .hand .words b").allTextContents();
  const buttons = await anna.locator(`${asked} .btn`, { hasText: "Discard" }).locator(".what").allTextContents();
  assert.ok(buttons.every((words) => hand.some((name) => words.startsWith(`Discard ${name}`))), "of that hand");
  await reads(anna, "Which of these do you discard?", ...(buttons.length ? ["They are Bert's."] : []));
  await anna.locator('.guest[aria-label^="Bert"] .seenhand', { hasText: "Hand seen" }).waitFor();
  await areUnseen(["Hand seen"], [bert, cleo, watcher]);
  await look(anna, "pluck");
  await anna.locator('.guest[aria-label^="Bert"] .enlarge').click();
  const sheet = anna.getByRole("dialog");
  for (const name of hand) await sheet.getByText(name).first().waitFor();
  await look(anna, "pluck-hand");
  await anna.keyboard.press("Escape");
  await areUnseen(hand, [cleo, watcher]);
  await answer(anna, buttons.length ? "Discard" : "Pass", by);
});

/** Drinks that she alone has seen, before she says for whom they are. */
const signs = (widths, by) => at({ tara: { "signs-say-soon": 16 } }, widths, async (table) => {
  const { anna, bert, cleo, watcher } = table;
  await until(table, anna, "A pause", "The signs");
  await play(anna, "The signs");
  for (let drinks = 0; drinks < 2; drinks++) {
    await until(table, anna, "For whom");
    const said = (await anna.locator(`${asked} .ask`).textContent()) ?? "";
    const name = /Only you have seen it: ([^.]*)\./.exec(said)?.[1];
    assert.ok(name, "the Drink is named");
    await reads(anna, "For whom is the Drink?", "A Drink for Bert", "A Drink for Cleo");
    if (!drinks) await look(anna, "signs");
    for (const page of [bert, cleo, watcher])
      assert.equal(await page.getByText(`looks at ${name}`).count(), 0, "at what she looked is for her");
    await answer(anna, drinks ? "Cleo" : "Bert", by);
    await anna.waitForTimeout(300);
  }
});

/** A card of another's hand, played as one's own. */
const dealt = { "deal-me-in": 14 };
const theirs = (widths, by) =>
  at({ daareka: { "you-play-my-hand": 16, ...dealt }, fiona: { ...dealt, higher: 8 } }, widths, async (table) => {
    const { anna, bert, cleo, watcher } = table;
    await until(table, anna, "Your Action?", "Deal me in");
    await play(anna, "Deal me in");
    await until(table, bert, "What do you play", "Deal me in");
    await play(bert, "Deal me in");
    await until(table, anna, "What do you play", "You play this");
    await play(anna, "You play this");
    await pick(table, "Bert");
    await until(table, anna, "Which of their");
    const hand = await bert.locator(".own .hand .words b").allTextContents();
    const [pass, ...buttons] = await anna.locator(`${asked} .btn .what`).allTextContents();
    assert.equal(pass, "Pass", "one may like none of them");
    assert.ok(buttons.length, "each of them has a button");
    assert.ok(buttons.every((words) => hand.some((name) => words === `Play ${name}`)), buttons.join());
    await reads(anna, "Which of their cards do you play?", "They are Bert's.", ...buttons);
    await anna.locator('.guest[aria-label^="Bert"] .seenhand').waitFor();
    await areUnseen(["Hand seen"], [bert, cleo, watcher]);
    await look(anna, "theirs");
    await answer(anna, buttons[0], by);
    await bert.locator(".own .hand .words b").nth(hand.length - 1).waitFor({ state: "detached" });
  });

const noHouse = { child: { removeAllListeners() {}, kill() {} } }; // each scene has its own
const all = { piles, pluck, signs, theirs };
await runScenes("hands", () => noHouse, async () => {
  for (const [name, scene] of Object.entries(all)) {
    if (process.argv[2] && process.argv[2] !== name) continue;
    await timed(`${name} by mouse`, scene([390, 1280], "mouse"));
    await timed(`${name} by keys`, scene([1280, 390], "keys"));
  }
});
