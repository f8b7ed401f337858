// What is answered in windows and by numbers, against the program with the test games: windows between three people,
// standing orders, splits and counts by keys and by touch, the hourglass; and tables with files of their own, or of
// other rules.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { close, deal, layTable, menu, sitDown, twoAt } from "./people.mjs";
import { asked, checkAxe, checkStill, data, openHouse, openWindow } from "./windows.mjs";
import { runScenes, shoot, timed, trial } from "./windows.mjs";

// The keeper's own deck: another wolf for one that is gone.
const shelf = join(data, "content");
mkdirSync(shelf);
const tavern = readFileSync(new URL("../../data/tavern.table", import.meta.url), "utf8");
const copies = (text, code, n) => text.replace(new RegExp(`^(${code} .* )\\d+( +no +rulebook)$`, "m"), `$1${n}$2`);
writeFileSync(join(shelf, "tavern.table"), copies(copies(tavern, "W-wolf", 5), "R-wolf", 1));
const program = { program: trial, flags: ["--content", shelf] };
let house = await openHouse(0, program);

const button = (page, name) => page.locator(asked).getByRole("button", { name });
const line = (page) => page.locator(".windowline");
const words = (page) => line(page).locator(".about").textContent();
const gone = (page) => line(page).waitFor({ state: "detached" });

/** All that a page says, but for the time that runs and for talk. */
const said = (page) =>
  page.evaluate(() => {
    const copy = document.querySelector("#app").cloneNode(true);
    for (const part of copy.querySelectorAll(".lasts, [role=timer], .bub")) part.remove();
    return copy.textContent;
  });

async function look(page, name) {
  await checkStill(page, name);
  await checkAxe(page, name);
  await shoot(page, name);
}

/** Lays nothing away and throws the first card at a seat. */
async function throwAt(page, seat) {
  await button(page, /^Lay cards away: none/).click();
  await page.getByText("Throw a card?", { exact: true }).waitFor();
  await page.locator(".own button[data-item]").first().click();
  await button(page, new RegExp(`^Throw a card at ${seat}`)).click();
}

/** Three people: who is asked may answer and hold, nobody learns who has, and an order passes by itself. */
async function aWindow() {
  const anna = await openWindow(1440);
  const bert = await openWindow(390, { touch: true });
  const carl = await openWindow(1024);
  const link = await layTable(house, anna, "Anna", { game: "common-room", seats: 3, window: 30 });
  await sitDown(bert, link, "Bert");
  await sitDown(carl, link, "Carl");
  await anna.getByText("Carl").waitFor();
  await deal(anna);
  // Who is not touched is not asked, unless he wants to be.
  await carl.locator(".app .prompt").waitFor();
  await carl.keyboard.press("o");
  await carl.getByLabel("Always ask me").check();
  await carl.getByRole("button", { name: "Back to the usual order" }).and(carl.locator(":enabled")).waitFor();
  await carl.keyboard.press("Escape");
  await throwAt(anna, 1);
  for (const page of [anna, bert, carl]) await line(page).waitFor();
  assert.equal(await words(bert), "Answers are open: throw, touches you, in Anna's turn.");
  assert.equal(await words(carl), "Answers are open: throw, touches Bert, in Anna's turn.");
  const spoken = await bert.locator(".vh.opened").textContent();
  assert.match(spoken, /^Answers are open: throw.* \d+ s\.$/);
  assert.equal(await anna.locator(".btn.hold").count(), 0, "who is not asked cannot hold");
  assert.equal(await anna.locator(".seat[data-seat='1'] .st").textContent(), "asked");
  await Promise.all([look(anna, "window-look-on"), look(bert, "window"), shoot(carl, "window")]);
  await bert.setViewportSize({ width: 360, height: 640 });
  await checkStill(bert, "a window on a small phone");
  await shoot(bert, "window");
  await bert.setViewportSize({ width: 390, height: 844 });
  await anna.getByRole("button", { name: "Menu" }).click();
  assert.ok(await anna.getByRole("button", { name: "Take back my last answer" }).isDisabled(), "no undo in a window");
  await anna.keyboard.press("Escape");
  // Held by touch and by key; each once.
  const left = async (page) => Number.parseInt(await line(page).locator("[role=timer]").textContent());
  await bert.locator(".btn.hold").tap();
  await bert.getByRole("button", { name: "Held" }).waitFor();
  assert.ok((await left(anna)) >= 18, "it lasts twenty seconds more, for all");
  await carl.keyboard.press("h");
  await carl.getByRole("button", { name: "Held" }).waitFor();
  assert.ok(await carl.locator(".btn.hold").isDisabled(), "once");
  assert.equal(await carl.locator("dialog[open]").count(), 0, "the key holds, it asks for no hint");
  assert.equal(await bert.locator(".vh.opened").textContent(), spoken, "spoken once, not every second");
  // One answers: only his own page changes.
  const before = await Promise.all([said(anna), said(carl)]);
  await button(bert, /^Let it fly/).tap();
  await bert.getByText("You have answered; the window is still open.").waitFor();
  // What he says after it comes after it: had his answer been told, it would be there.
  await bert.getByRole("button", { name: "Talk" }).tap();
  await bert.getByRole("button", { name: "Well played!" }).tap();
  await bert.keyboard.press("Escape");
  for (const page of [anna, carl]) await page.locator(".seat[data-seat='1'] .bub").waitFor();
  assert.deepEqual(await Promise.all([said(anna), said(carl)]), before, "nobody else learns that he has answered");
  await shoot(bert, "window-answered");
  // The last order closes it, and passes the next time without asking.
  await carl.getByRole("switch", { name: "Nothing until my turn" }).click();
  await Promise.all([gone(anna), gone(bert), gone(carl)]);
  await button(anna, /^Drink to 1/).click();
  await button(anna, /^Drink(?! to)/).click();
  await bert.locator(asked).waitFor();
  await throwAt(bert, 0);
  await carl.getByText("Your standing orders have let it pass; the window is still open.").waitFor();
  assert.ok(await carl.getByRole("switch", { name: "Nothing until my turn", checked: true }).count());
  await shoot(carl, "window-ordered");
  await button(anna, /^Let it fly/).click();
  await Promise.all([gone(anna), gone(bert), gone(carl)]);
  await close(anna, bert, carl);
}

/** The sheet: what is set, cards by name and by code, what the server refuses, back to the usual; an answer to one. */
async function standingOrders() {
  const { host, friend } = await twoAt(house, { game: "parlour", seats: 2, window: 30 }, { width: 390 });
  await deal(host);
  await friend.locator(".app .prompt").waitFor();
  await friend.keyboard.press("o");
  const sheet = friend.getByRole("dialog", { name: "Standing orders" });
  const usual = sheet.getByLabel("Ask me when it touches me");
  const own = sheet.getByLabel("Ask me when my own trick is being answered");
  const back = sheet.getByRole("button", { name: "Back to the usual order" });
  assert.ok((await usual.isChecked()) && (await back.isDisabled()), "the usual order, without having sent one");
  await own.check();
  await friend.waitForFunction(() => !document.querySelector(".sheet .btn:last-child")?.disabled);
  const card = sheet.locator(".ordercards.add .btn").first();
  const name = await card.textContent();
  await card.click();
  await sheet.getByRole("button", { name: `Take off ${name}` }).waitFor();
  await sheet.getByLabel("Another card, by its code").fill("nonsense");
  await sheet.getByRole("button", { name: "Add" }).click();
  await sheet.getByText("'nonsense' is no card of this game.").waitFor();
  assert.ok((await own.isChecked()) && (await usual.isChecked()), "a refusal changes nothing");
  await look(friend, "orders");
  await friend.reload();
  await friend.locator(".app .prompt").waitFor();
  await friend.keyboard.press("o");
  assert.ok(await own.isChecked(), "kept with the seat");
  await sheet.getByRole("button", { name: `Take off ${name}` }).click();
  await back.click();
  await friend.waitForFunction(() => document.querySelectorAll(".orders input:checked").length === 1);
  assert.ok((await usual.isChecked()) && !(await own.isChecked()), "the usual again");
  await friend.keyboard.press("Escape");
  // A trick, an answer to it, and to that one another.
  await host.locator(".own button[data-item]").first().click();
  await button(host, /^Play a trick/).click();
  await button(friend, /^Let it be/).waitFor();
  assert.match(await words(friend), /^Answers are open: trick, touches you/);
  const answering = friend.locator(".own button[data-item]");
  if (await answering.count()) {
    await answering.first().click();
    await button(friend, /^Answer with a trick/).click();
    await button(host, /^Let it be/).waitFor();
    assert.match(await words(host), /^Answer to an answer: touches you, in your turn/);
    await shoot(host, "window-deeper");
  }
  await close(host, friend);
}

/** A stock dealt out and counted: by keys on a wide screen, with a finger on a phone; the sand runs meanwhile. */
async function bargaining() {
  const fields = { game: "bargain", seats: 2, options: ["seconds=300"] };
  const { host, friend } = await twoAt(house, fields, { friend: { width: 390, touch: true } });
  await host.setViewportSize({ width: 1440, height: 900 });
  await deal(host);
  const split = (page) => page.locator(asked).locator("[data-choice]", { hasText: /^Propose a split/ });
  await host.locator(`${asked} .glass`).waitFor();
  assert.match(await split(host).textContent(), /^Propose a split: keep all/);
  // Keys: to the first kind and its purse, up twice, down once, then Enter.
  await host.keyboard.press("2");
  await host.waitForFunction(() => document.activeElement?.getAttribute("role") === "spinbutton");
  const first = await host.evaluate(() => document.activeElement.getAttribute("aria-label"));
  for (const key of ["End", "Home", "ArrowUp"]) await host.keyboard.press(key);
  const kind = first.replace(/ for Bert$/, "");
  await host.waitForFunction(() => document.activeElement?.getAttribute("aria-valuenow") === "1");
  assert.ok((await split(host).textContent()).startsWith(`Propose a split: give Bert 1 ${kind}, keep`));
  assert.ok(await split(host).evaluate((b) => b.classList.contains("brass")), "what was prepared is brass");
  await look(host, "split");
  await host.keyboard.press("Enter");
  await button(friend, /^Accept the split of 0/).waitFor();
  // Touch: another split, with two of it; the first is accepted by nobody.
  const more = friend.locator(`${asked} .shares .purse .step`).nth(1);
  await more.tap();
  await friend.locator(`${asked} .kinds label`).nth(1).tap();
  await more.tap();
  await friend.waitForFunction(() => /give Anna 1 .+ and 1 /.test(document.querySelector(".btn.brass")?.textContent));
  await look(friend, "split");
  await friend.locator(`${asked} .btn.brass`).tap();
  await button(host, /^Accept the split of 1/).click();
  for (const page of [host, friend]) await button(page, /^Keep what you have/).click();
  await tradeAndGuess(host, "keys");
  await tradeAndGuess(friend, "touch");
  await host.locator(".prompt.end").waitFor();
  assert.equal(await host.locator(".toast").count(), 0, "the server took it all");
  await close(host, friend);
}

async function tradeAndGuess(page, how) {
  const trade = page.locator(asked).locator("[data-choice]", { hasText: /^Trade with the bank/ });
  await trade.waitFor();
  assert.ok(await trade.isDisabled());
  assert.match(await trade.textContent(), /choose 1 to 2 on the first side, now 0/, "it says why not");
  const purses = page.locator(`${asked} .countgroup`);
  if (how === "keys") {
    await purses.nth(0).locator("[role=spinbutton]").first().focus();
    await page.keyboard.press("1");
    await purses.nth(1).locator("[role=spinbutton]").first().focus();
    await page.keyboard.press("ArrowUp");
  } else
    for (const i of [0, 1]) await purses.nth(i).locator(".step").nth(1).tap();
  await page.waitForFunction(() => / for 1 /.test(document.querySelector(".prompt .btn.brass")?.textContent));
  await look(page, "counts");
  if (how === "keys") await page.keyboard.press("Enter");
  else await trade.tap();
  // What comes next lies nowhere: it is chosen beside the answers.
  const face = page.locator(`${asked} .face`).nth(1);
  await (how === "keys" ? face.press("Space") : face.tap());
  await page.locator(".face.on").waitFor();
  await shoot(page, "faces");
  await page.locator(`${asked} .btn.brass`).click();
}

/** A table with a file of the house's keeper says so, before the deal and after it. */
async function ownFiles() {
  const page = await openWindow(1024);
  await layTable(house, page, "Dana", { game: "common-room", seats: 2, bots: [null, "random"] });
  const info = page.locator(".tableinfo");
  assert.match(await info.textContent(), /Own file.*tavern deck “tavern”, [0-9a-f]{8}/);
  await shoot(page, "own-files");
  await deal(page);
  await page.getByRole("button", { name: "Menu" }).click();
  assert.match(await info.textContent(), /Own file/);
  await checkAxe(page, "a table with its own files");
  await close(page);
}

/** Begun under other rules: nobody plays on, but the record can be had. */
async function otherRules() {
  const page = await openWindow(390);
  const link = await layTable(house, page, "Emil", { game: "common-room", seats: 2, bots: [null, "random"] });
  await deal(page);
  await page.locator(asked).waitFor();
  await page.goto(house.url);
  house.child.removeAllListeners("exit");
  const stopped = new Promise((resolve) => house.child.once("exit", resolve));
  house.child.kill();
  await stopped;
  const id = link.split("/").pop();
  const older = `
import json, sqlite3, sys
from sums import put_document
base = sqlite3.connect(sys.argv[1])
(text,) = base.execute("SELECT document FROM tables WHERE id = ?", (sys.argv[2],)).fetchone()
put_document(base, sys.argv[2], json.dumps({**json.loads(text), "rules": 7}))
base.commit()`;
  const signed = { env: { ...process.env, PYTHONPATH: "../tests/server" } }; // the store's checksums, see sums.py
  execFileSync("python3", ["-c", older, join(data, "taproom.db"), id], signed);
  house = await openHouse(house.port, program);
  await page.goto(link);
  await page.getByRole("heading", { name: "Played under other rules" }).waitFor();
  await page.getByText(/was played here under version 7 of its rules/).waitFor();
  await checkAxe(page, "a table of other rules");
  await shoot(page, "other-rules");
  const record = await page.getByRole("link", { name: "Its record" }).getAttribute("href");
  assert.equal((await page.request.get(house.url + record)).status(), 200, "its record can be had");
  await close(page);
}

const scenes = { aWindow, standingOrders, bargaining, ownFiles };
const wanted = process.argv.slice(2);
const isWanted = (name) => !wanted.length || wanted.includes(name);
await runScenes(
  "answers",
  () => house,
  async () => {
    await Promise.all(
      Object.entries(scenes).map(([name, scene]) => (isWanted(name) ? timed(name, scene()) : undefined)),
    );
    if (isWanted("otherRules")) await timed("otherRules", otherRules()); // the house is closed in the middle of it
  },
);
console.log("browser: windows, orders, numbers; no fault found");
