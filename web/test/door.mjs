// The door: all games as tiles, found and filtered, dealt with two presses or by Enter; a guest's own tables and
// results, and nobody else's; on five widths, by day and by night.
import assert from "node:assert/strict";
import { layTable, playUntil, sitDown } from "./people.mjs";
import { comeIn } from "./slow-phone.mjs";
import { checkAxe, faults, openHouse, openWindow, runScenes, shoot, sizes, timed } from "./windows.mjs";

let house = await openHouse();
const ready = (page) => page.locator(".door:not(.waits) .gtile").first().waitFor();
const titles = (page) => page.locator(".gtile b").allTextContents();
const atTable = (page) => page.locator(".app .prompt").waitFor();

/** Nothing hangs over the side or over its box, and what is pressed is large enough for a finger. */
async function checkDoor(page, where) {
  const found = await page.evaluate(() => {
    const wrong = [];
    const name = (e) => `${e.className} ${e.textContent.slice(0, 30)}`;
    const box = (e) => e.getBoundingClientRect();
    const shown = (e) => e.checkVisibility() && box(e).width > 0;
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("it scrolls sideways");
    for (const part of document.querySelectorAll(".gtile, .bx, .pl2, .lh, .new, .chip")) {
      if (!shown(part) || part.closest(".flt")) continue;
      if (box(part).right > innerWidth + 1 || box(part).left < -1) wrong.push(`out of the window: ${name(part)}`);
      const spills = part.scrollWidth > part.clientWidth + 2 && !part.matches(".gtile, .lh");
      if (spills) wrong.push(`too wide: ${name(part)}`);
    }
    for (const tile of document.querySelectorAll(".gtile"))
      for (const part of tile.querySelectorAll("b, .line, .tags"))
        if (shown(part) && (box(part).right > box(tile).right || box(part).bottom > box(tile).bottom + 1))
          wrong.push(`hangs out of its tile: ${name(part)}`);
    for (const button of document.querySelectorAll(".door :is(.btn, .step, .chip, .tool)"))
      if (shown(button) && (box(button).height < 43 || box(button).width < 43)) wrong.push(`small: ${name(button)}`);
    // On a phone the line of a tile is whole when the tile is taken.
    const whole = innerWidth > 640 ? ".new b, .gtile .line" : ".new b, .gtile.is-sel .line";
    for (const text of document.querySelectorAll(whole))
      if (shown(text) && (text.scrollHeight > text.clientHeight + 2 || text.scrollWidth > text.clientWidth + 2))
        wrong.push(`cut off: ${text.textContent}`);
    const [last] = [...document.querySelectorAll(".gtile")].slice(-1);
    if (last?.checkVisibility() && innerWidth <= 640) {
      scrollTo(0, document.documentElement.scrollHeight);
      const bar = document.querySelector(".pl2");
      const under = box(last).bottom - box(bar).top;
      if (under > 0) wrong.push(`the last tile lies under the slip by ${under}`);
      scrollTo(0, 0);
    }
    return [...new Set(wrong)].slice(0, 6);
  });
  for (const fault of found) faults.push(`${where}: ${fault}`);
}

async function lookAround(page, name) {
  for (const [i, width] of [1440, 1024, 820, 390, 360].entries()) {
    await page.setViewportSize({ width, height: sizes[width] });
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), i % 2 ? "morning" : "evening");
    await page.waitForTimeout(60);
    await checkDoor(page, `${name} at ${width}`);
    await shoot(page, name);
    if (i !== 1) await checkAxe(page, `${name} at ${width}`);
  }
  for (const tab of ["Tables", "Lately"]) {
    await page.locator(".ltabs").getByRole("button", { name: tab }).click();
    await checkDoor(page, `${name}, ${tab}`);
    await shoot(page, `${name}-${tab.toLowerCase()}`);
  }
  await checkAxe(page, `${name}, the last tab`);
  await page.locator(".ltabs .chip").first().click();
  await page.setViewportSize({ width: 1440, height: sizes[1440] });
}

/** A stranger: what there is, how it is narrowed down, and cards after two presses. */
async function aStranger() {
  const page = await openWindow(1440);
  await page.goto(house.url);
  await ready(page);
  const all = await titles(page);
  assert.ok(all.length >= 17, "every game has its tile");
  const tags = await page.locator(".gtile .tags").allInnerTexts();
  assert.ok(
    tags.every((text) => /\d+–\d+/.test(text) && /\d+ min/.test(text)),
    `players and length on each: ${tags}`,
  );
  assert.equal(await page.locator(".gtile .luck").count(), all.length, "luck or skill on each");
  assert.equal(await page.locator(".bx.yours, .bx.hist").count(), 0, "who has played nothing has no tables");
  await lookAround(page, "door-new");
  const chip = (name) => page.locator(".flt").getByRole("button", { name }).click();
  await chip("Dice");
  const dice = await titles(page);
  assert.ok(dice.includes("Threes") && !dice.includes("King's Council"), `with dice: ${dice}`);
  await chip("Under 5 min");
  assert.ok((await titles(page)).length < dice.length, "two filters narrow it further");
  await chip(/^All/);
  await page.getByLabel("For how many players").selectOption("10");
  assert.ok(!(await titles(page)).includes("Heroes' Plunder"), "a game for six is none for ten");
  await page.getByLabel("For how many players").selectOption("0");
  await page.getByLabel("Find a game").fill("no such game");
  await page.getByText("No game is like that").waitFor();
  assert.ok(await page.getByRole("button", { name: "Deal me in" }).isDisabled(), "and nothing can be dealt");
  // Two presses: a game, and "Deal me in".
  await page.getByLabel("Find a game").fill("");
  await page.locator(".gtile", { has: page.locator("b", { hasText: "Delve" }) }).click();
  await page.getByRole("button", { name: "Deal me in" }).click();
  await atTable(page);
  assert.equal(await page.locator(".bar h1").textContent(), "Delve");
  assert.equal(await page.locator(".table .plaque").count(), 3, "three bots beside me");
  await page.context().close();
}

/** Enter deals: at once, and what was searched for; one press of "Start here" does too. */
async function byEnter() {
  const page = await openWindow(1024);
  await page.goto(house.url);
  await ready(page);
  await page.keyboard.press("Enter");
  await atTable(page);
  assert.equal(await page.locator(".bar h1").textContent(), "Rogues and Warriors", "the one to begin with");
  await page.goto(house.url);
  await ready(page);
  assert.equal(await page.getByText("New here?").count(), 0, "who has dealt once is not new");
  await page.getByLabel("Find a game").fill("wheel");
  await page.getByRole("button", { name: "One seat less" }).click();
  await page.getByLabel("Bots").selectOption({ index: 0 });
  await page.getByLabel("Find a game").press("Enter");
  await atTable(page);
  assert.equal(await page.locator(".bar h1").textContent(), "The Wheel", "what was found");
  assert.equal(await page.locator(".table .plaque").count(), 2, "one seat less");
  await page.context().close();
  const other = await openWindow(390, { touch: true });
  await other.goto(house.url);
  await ready(other);
  await other.getByRole("button", { name: "Start here" }).tap();
  await atTable(other);
  await other.context().close();
}

/** Two guests at one table: each finds it among his own, then its result; what each did alone the other never sees. */
async function twoGuests() {
  const [anna, bert] = [await openWindow(1440), await openWindow(1024)];
  const link = await layTable(house, anna, "Anna", { game: "kings-council", seats: 2, name: "The corner" });
  await sitDown(bert, link, "Bert");
  await anna.getByText("Bert").waitFor();
  await anna.goto(house.url);
  await ready(anna);
  await anna.locator(".yours").getByText("The corner").waitFor();
  await anna.locator(".yours").getByText("Before the deal, with Bert").waitFor();
  await anna.getByLabel("Find a game").fill("threes");
  await anna.getByLabel("Find a game").press("Enter");
  await atTable(anna);
  await bert.goto(house.url);
  await ready(bert);
  assert.deepEqual(await bert.locator(".yours .ti b").allTextContents(), ["The corner"], "only his own");
  await anna.goto(house.url);
  await ready(anna);
  const [corner, threes] = ["The corner", "Threes"].map((name) => anna.locator(".yours li", { hasText: name }));
  await threes.waitFor();
  await corner.getByRole("button").click();
  await bert.locator(".yours").getByRole("button", { name: "Look in" }).click();
  await bert.getByText("You sit at the table.").waitFor();
  await anna.getByRole("button", { name: "Deal", exact: true }).click();
  await Promise.all([anna, bert].map((page) => playUntil(page, ".prompt.end")));
  for (const page of [anna, bert]) {
    await page.goto(house.url);
    await ready(page);
  }
  const result = (page) => page.locator(".hist li", { hasText: "King's Council" });
  const both = await Promise.all([anna, bert].map((page) => result(page).innerText()));
  assert.ok(
    both.some((text) => /won/.test(text)) && both.every((text) => /won|second of two/.test(text)),
    `one won, or both: ${both}`,
  );
  assert.equal(await bert.locator(".yours").count(), 0, "his table is over, and Anna's is none of his");
  assert.deepEqual(await anna.locator(".yours .ti b").allTextContents(), ["Threes"]);
  await lookAround(anna, "door");
  await result(bert).getByRole("link").click();
  await bert.locator(".scrub").waitFor();
  for (const page of [anna, bert]) await page.context().close();
}

/** What the form asks, in words that people use, and what becomes of it. */
async function ownTable() {
  const page = await openWindow(1024);
  await page.goto(house.url);
  await ready(page);
  await page.getByRole("button", { name: "With friends" }).click();
  const form = page.locator(".create");
  await form.getByLabel("A tied pot is").selectOption("played for again by all");
  await form.getByLabel("Hints are").selectOption("for nobody");
  await form.getByLabel("Watchers see it").selectOption("two minutes later");
  await form.getByLabel("Kind of bot").selectOption({ index: 3 });
  await checkAxe(page, "the form of a table, with more of it");
  await shoot(page, "form-more");
  await page.getByRole("button", { name: "Lay the table" }).click();
  await page.getByText("You sit at the table.").waitFor();
  const says = await page.locator(".tableinfo").innerText();
  assert.match(says, /A tied pot is: played for again by all/i);
  assert.match(says, /see the game 120 seconds later/);
  assert.match(says, /nobody takes any/);
  await page.context().close();
}

/**
 * On a slow phone nothing is pushed away under the finger, from the first byte to the first question. What others bet
 * until then takes its place below their names and moves the middle of the table a little: 0.07 at most was seen, and
 * 0.1 is what counts as still.
 */
async function nothingMoves() {
  const { shifted } = await comeIn(house.url);
  assert.ok(shifted < 0.1, `the page moved by ${shifted}`);
}

/** It can be installed; without a line its shell opens and says so, and when the line is back all is as it was. */
async function withoutALine() {
  const page = await openWindow(390, { worker: true });
  await page.goto(house.url);
  await ready(page);
  const manifest = await page.evaluate(async () => {
    const answer = await fetch(document.querySelector("link[rel=manifest]").href);
    return { type: answer.headers.get("content-type"), ...(await answer.json()) };
  });
  assert.equal(manifest.type, "application/manifest+json");
  assert.ok(manifest.start_url === "/" && manifest.display === "standalone" && manifest.name);
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(house.url + src);
    assert.ok(icon.ok() && icon.headers()["content-type"] === type, `${src} is ${icon.status()}`);
  }
  assert.ok(manifest.icons.some(({ sizes: size, purpose }) => size === "512x512" && purpose === "maskable"));
  const worker = await page.request.get(`${house.url}/sw.js`);
  assert.equal(worker.headers()["cache-control"], "no-cache", "a new one is found at once");
  // What an earlier version kept goes when this one comes.
  await page.evaluate(() => caches.open("taproom-of-old"));
  await page.waitForFunction(() => navigator.serviceWorker.controller, undefined, { timeout: 60_000 });
  await page.waitForFunction(() => caches.keys().then((names) => !names.includes("taproom-of-old")));
  assert.equal((await page.evaluate(() => caches.keys())).length, 1, "one shell is kept");
  house.child.removeAllListeners("exit");
  house.child.kill("SIGKILL");
  await page.reload();
  await page.getByRole("heading", { name: "Pull up a chair." }).waitFor();
  await page.locator(".pl2 .warn").waitFor();
  await shoot(page, "door-without-a-line");
  await checkAxe(page, "the door without a line");
  house = await openHouse(house.port);
  await ready(page);
  const fromHouse = await page.reload();
  assert.ok(fromHouse.ok(), "and the house is asked again");
  await ready(page);
  const kept = await page.evaluate(async () => {
    const [name] = await caches.keys();
    return (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
  });
  assert.ok(!kept.some((path) => path.startsWith("/api/") || path.startsWith("/t/")), `only the shell: ${kept}`);
  await page.context().close();
}

/** Light, motion, pace and sounds are chosen once; sounds are off until they are asked for, and made on the spot. */
async function theRoom() {
  const page = await openWindow(1024);
  await page.addInitScript(() => {
    window.sounded = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...words) {
      window.sounded++;
      return start.apply(this, words);
    };
  });
  await page.goto(house.url);
  await ready(page);
  const root = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  assert.deepEqual(await root(), { theme: "evening", motion: "still" }, "the device wants nothing to move");
  await page.getByRole("button", { name: "Menu" }).click();
  const sheet = page.locator("dialog[open]");
  assert.equal(await sheet.getByLabel("Sounds").isChecked(), false, "off until asked for");
  assert.equal(await page.evaluate(() => window.sounded), 0);
  await sheet.getByLabel("Sounds").check();
  assert.ok((await page.evaluate(() => window.sounded)) > 0, "one is heard at once");
  await sheet.getByLabel("Morning light").check();
  await sheet.getByLabel("Motion").selectOption("cards and coins travel");
  await sheet.getByLabel("Pace").selectOption("brisk");
  await checkAxe(page, "the menu with the room");
  await shoot(page, "room");
  assert.deepEqual(await root(), { theme: "morning", motion: "full" });
  await page.reload();
  await ready(page);
  assert.deepEqual(await root(), { theme: "morning", motion: "full" }, "remembered");
  await page.getByRole("button", { name: "Deal me in" }).click();
  await atTable(page);
  await page.waitForFunction(() => window.sounded > 0);
  await page.context().close();
}

/** Every game's rules show: phases, the deck, worked hands with the game's own points; clause numbers on request. */
async function rulesThatShow() {
  const page = await openWindow(1440);
  await page.goto(house.url);
  await ready(page);
  const games = await page.locator(".gtile input").evaluateAll((all) => all.map((one) => one.value));
  const sheet = page.locator("dialog[open]");
  let worked = 0;
  for (const [i, id] of games.entries()) {
    await page.locator(`.gtile:has(input[value="${id}"])`).click();
    await page.locator(".pl2").getByRole("button", { name: "Rules" }).click();
    await sheet.locator(".phases li").first().waitFor();
    await sheet.locator(".prose h3").first().waitFor();
    const text = await (await page.request.get(`${house.url}/api/rules/${id}`)).text();
    if (text.includes("Check it:")) {
      await sheet.locator(".worked .wsum b").first().waitFor();
      assert.equal(await sheet.getByText("taproom score").count(), 0, `${id}: its example is drawn instead`);
      worked++;
    }
    if (/^## Cards/m.test(text)) await sheet.locator(".deckz .card").first().waitFor();
    if (i % 5 === 0) await checkAxe(page, `the rules of ${id}`);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  }
  assert.ok(worked >= 14, `${worked} games have a worked hand`);
  await page.locator('.gtile:has(input[value="three-kingdoms"])').click();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: sizes[width] });
    if (width > 640) await page.locator(".pl2").getByRole("button", { name: "Rules" }).click();
    else {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: "Rules of Three Kingdoms" }).click();
    }
    await sheet.locator(".deckz .card").first().waitFor();
    await sheet.locator(".worked .wsum").first().waitFor();
    assert.deepEqual(await sheet.locator(".deckz tbody th").allInnerTexts(), [
      "1 Warrior×1",
      "2 Lady×2",
      "3 Bard×3",
      "4 Merchant×4",
      "5 Rogue×5",
    ]);
    const suits = await sheet.locator(".deckz thead th").allInnerTexts();
    assert.equal(
      suits.join(" ").replace(/\s+/g, " "),
      "90 cards Wolf red Hawk red Horse green Owl green Hare blue Wren blue",
    );
    assert.equal(await sheet.locator(".worked .wsum b").last().innerText(), "6", "Marit's points");
    assert.equal(await sheet.locator(".worked .whand").last().locator(".card").count(), 7, "and her seven cards");
    const wide = await sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    assert.ok(wide <= 0, `the sheet scrolls sideways by ${wide} at ${width}`);
    assert.equal(await sheet.locator(".clause:visible").count(), 0, "clauses are not shown unasked");
    await shoot(page, "rules-three-kingdoms");
    await sheet.locator(".worked").scrollIntoViewIfNeeded();
    await shoot(page, "rules-worked");
    await checkAxe(page, `rules at ${width}`);
    if (width === 1440) {
      await sheet.getByLabel("Show the numbers of the clauses").check();
      assert.ok((await sheet.locator(".clause:visible").count()) > 10);
      await sheet.getByLabel("Show the numbers of the clauses").uncheck();
      await sheet.getByRole("button", { name: "cards", exact: true }).click();
      await page.getByRole("dialog", { name: "Rules of Cards" }).waitFor();
    }
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  }
  await page.context().close();
}

await runScenes(
  "door",
  () => house,
  async () => {
    const asks = process.argv.slice(2);
    const scene = (name, play) => (asks.length && !asks.includes(name) ? undefined : timed(name, play()));
    await Promise.all([scene("stranger", aStranger), scene("enter", byEnter)]);
    await Promise.all([scene("guests", twoGuests), scene("own", ownTable)]);
    await Promise.all([scene("room", theRoom), scene("rules", rulesThatShow), scene("shift", nothingMoves)]);
    await scene("line", withoutALine); // the house dies in it
  },
);
console.log("door: every game in sight, two presses to the first hand, each his own tables; no fault found");
