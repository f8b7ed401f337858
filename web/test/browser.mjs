// Whole games in real windows against the real server: by mouse, by touch, by keyboard; axe-core on every screen.
import assert from "node:assert/strict";
import { asked, checkAxe, checkStill, ended, openHouse, openWindow, runScenes, shoot, sizes, timed } from "./windows.mjs";

let house = await openHouse();

/** One answer, as a hand would give it: takes something lit if a choice wants it, then presses a button. */
async function answerByHand(page, turn, press) {
  const lit = page.locator(".own button[data-item], .centre button[data-item]");
  if ((await lit.count()) && !(await page.locator(`${asked} .btn.brass`).count())) await press(lit.nth(turn % (await lit.count())));
  else if (turn % 3 === 1 && (await lit.count())) await press(lit.first());
  const amount = page.locator(`${asked} .amount input[type=range]`);
  if (turn % 7 === 5 && (await amount.count())) {
    await amount.focus();
    await page.keyboard.press("ArrowRight");
    await press(page.locator(`${asked} .amount .btn`));
    return;
  }
  const brass = page.locator(`${asked} .btn.brass`);
  await press((await brass.count()) ? brass.first() : page.locator(`${asked} .choices > .btn:not([disabled])`).first());
}

/** The same with keys alone. */
async function answerByKeys(page, turn) {
  const lit = page.locator(".own button[data-item], .centre button[data-item]");
  if ((await lit.count()) && (turn % 3 === 1 || !(await page.locator(`${asked} .btn.brass`).count()))) {
    for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement?.matches(".own [data-item], .centre [data-item]"))); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.locator(".is-sel").first().waitFor();
    if (turn % 2) {
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".is-sel").count(), 0, "Esc clears the selection");
      await page.keyboard.press("Space");
    }
    await page.evaluate(() => document.activeElement?.blur());
  }
  await page.keyboard.press((await page.locator(`${asked} .btn.brass`).count()) ? "Enter" : "1");
}

async function playOn(page, answer, until = () => false) {
  for (let turn = 0; turn < 400; turn++) {
    await page.locator(`${asked}, .prompt.end`).first().waitFor({ timeout: 60_000 });
    if ((await ended(page)) || (await until(turn))) return turn;
    const question = await page.evaluate(() => document.querySelector(".prompt")?.textContent);
    await answer(page, turn).catch(async (error) => {
      // The question may have gone while we reached for it: the clock, the end.
      if (!(await ended(page)) && (await page.evaluate(() => document.querySelector(".prompt")?.textContent)) === question) throw error;
    });
    await page.waitForFunction((old) => !document.querySelector(".prompt[aria-busy=true]") && (document.querySelector(".prompt")?.textContent !== old || !document.querySelector(".is-sel")), question);
    await page.waitForTimeout(30);
  }
  throw new Error("the game does not end");
}

const click = (target) => target.click();
const tap = (target) => target.tap();

async function specimenPages() {
  const page = await openWindow(1440);
  await page.goto(`${house.url}/specimen`);
  await page.locator(".spec .card").first().waitFor();
  await checkAxe(page, "the specimen page");
  const names = await page.locator(".spec a.btn").evaluateAll((links) => links.map((link) => new URL(link.href).searchParams.get("table")));
  assert.ok(names.length >= 10);
  for (const [i, name] of names.entries())
    for (const [width, height] of Object.entries(sizes)) {
      if (width === (i % 2 ? "390" : "1024")) continue; // the outer sizes always, the inner ones by turns
      await page.setViewportSize({ width: Number(width), height });
      const theme = width === "390" || width === "1440" ? "evening" : "morning";
      await page.goto(`${house.url}/specimen?table=${name}&theme=${theme}`);
      await page.locator(".prompt").waitFor();
      await page.waitForTimeout(60);
      await checkStill(page, `specimen ${name} at ${width}`);
      await shoot(page, `specimen-${name}`);
      if (width === (i % 2 ? "360" : "1440") || width === (i % 2 ? "1024" : "390")) await checkAxe(page, `specimen ${name} at ${width}, ${theme}`);
    }
  await page.context().close();
}

/** Two people and a bot: one with a mouse on a wide screen, one with a finger on a small phone; a third looks on. */
async function friendsByLink() {
  const host = await openWindow(1440);
  await host.goto(house.url);
  await host.getByLabel("Your name").fill("Anna");
  await host.locator(".opt").first().waitFor();
  await shoot(host, "door");
  await checkAxe(host, "the door");
  await host.getByRole("button", { name: "Create a table" }).click();
  await host.locator(".create").waitFor();
  await checkAxe(host, "the form of a table");
  await shoot(host, "form");
  await host.getByRole("combobox", { name: "Seats" }).selectOption("3");
  await host.getByLabel("Of them bots").selectOption("1");
  await host.getByLabel("Pace of the bots").selectOption({ label: "at once" });
  await host.getByRole("button", { name: "Lay the table" }).click();
  await host.getByText("You sit at the table.").waitFor();
  await checkAxe(host, "the waiting room");
  const link = await host.getByLabel("The link to this table").inputValue();

  const friend = await openWindow(360, { touch: true });
  await friend.goto(link);
  await friend.getByLabel("Your name").fill("Bert");
  await friend.getByRole("button", { name: "Sit down" }).tap();
  await friend.getByText("You sit at the table.").waitFor();
  await shoot(friend, "waiting-room");
  await host.getByText("Bert").waitFor();
  await host.getByRole("button", { name: "Deal", exact: true }).click();

  const watcher = await openWindow(1024);
  await watcher.goto(link);
  await watcher.locator(".watching").waitFor();
  await checkStill(watcher, "a watched table");

  let sheets = false;
  const hosting = playOn(host, (page, turn) => answerByHand(page, turn, click), async (turn) => {
    if (turn === 1) {
      await checkStill(host, "a table");
      await checkAxe(host, "a table");
      await shoot(host, "table");
    }
    if (turn === 1 && !sheets) {
      sheets = true;
      for (const [key, name] of [["?", "rules"], ["t", "tale"], ["h", "hint"], ["c", "talk"]]) {
        await host.keyboard.press(key);
        await host.locator("dialog[open]").waitFor();
        if (name === "hint") await host.locator(".hints li").first().waitFor();
        if (name === "talk") {
          await host.getByLabel("Say something").fill("Good evening!");
          await host.getByRole("button", { name: "Say", exact: true }).click();
          await host.locator(".chatlines").getByText("Good evening!").waitFor();
        }
        await checkAxe(host, `the sheet ${name}`);
        await shoot(host, `sheet-${name}`);
        await host.keyboard.press("Escape");
        await host.locator("dialog[open]").waitFor({ state: "detached" });
      }
      for (const key of ["?", "Escape", "t"]) await host.keyboard.press(key); // no pause: one sheet closes, the next key counts
      await host.getByRole("dialog", { name: "The tale" }).waitFor();
      await host.keyboard.press("Escape");
      await host.getByRole("button", { name: "Menu" }).click();
      await host.locator("dialog[open]").waitFor();
      await checkAxe(host, "the menu");
      await host.keyboard.press("Escape");
    }
    return false;
  });
  const following = playOn(friend, (page, turn) => answerByHand(page, turn, tap), async (turn) => {
    if (turn === 1) {
      await checkStill(friend, "a table on a phone");
      await checkAxe(friend, "a table on a phone");
      await shoot(friend, "table");
    }
    return false;
  });
  await Promise.all([hosting, following]);
  await watcher.locator(".prompt.end").waitFor();
  await checkAxe(host, "the end");
  await checkStill(friend, "the end on a phone");
  await Promise.all([shoot(host, "end"), shoot(friend, "end"), shoot(watcher, "watched")]);
  const record = await host.request.get(await host.getByRole("link", { name: "Record" }).getAttribute("href").then((href) => house.url + href));
  assert.equal(record.status(), 200, "the record can be had when the game is over");
  await stepThrough(host);
  for (const page of [host, friend, watcher]) await page.context().close();
}

/** After the end: step by step, first as anybody saw it, then with the friend's eyes. */
async function stepThrough(page) {
  await page.getByRole("button", { name: "Step through it" }).click();
  await page.locator(".scrub").waitFor();
  await page.getByRole("button", { name: "Step forward" }).click();
  await page.locator(".stepn", { hasText: /^1 of/ }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".stepn", { hasText: /^2 of/ }).waitFor();
  const hidden = await page.locator(".card.down").count();
  await page.getByLabel("Whose eyes").selectOption({ label: "Bert" });
  await page.locator(".own .hand .card:not(.down)").first().waitFor();
  assert.ok((await page.locator(".card.down").count()) < hidden, "a seat sees more than anybody");
  await checkStill(page, "the replay");
  await checkAxe(page, "the replay");
  await shoot(page, "replay");
  await page.setViewportSize({ width: 390, height: sizes[390] });
  await page.waitForTimeout(100);
  await checkStill(page, "the replay on a phone");
  await shoot(page, "replay");
}

async function keepScore() {
  const page = await openWindow(1440);
  await page.goto(`${house.url}/score`);
  await page.locator(".pickgrid .pc").first().waitFor();
  const games = await page.getByLabel("Game").locator("option").allTextContents();
  for (const game of games) {
    await page.getByLabel("Game").selectOption({ label: game });
    await page.locator(".pickgrid .pc").first().waitFor();
    await page.waitForTimeout(100);
    for (let i = 0; i < 7 && !(await page.locator(".why .sum").count()); i++) {
      await page.locator(".pickgrid .pc").nth(i % 6).click();
      await page.waitForTimeout(80);
    }
    assert.match(await page.locator(".why h2").textContent(), /has -?\d+/, `a hand of ${game} is scored`);
    await checkAxe(page, `the score-keeper, ${game}`);
  }
  await shoot(page, "score");
  await page.setViewportSize({ width: 390, height: sizes[390] });
  await shoot(page, "score");
  await page.context().close();
}

async function tabTo(page, selector) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** "Deal me in", by keys: a name, Enter, cards. */
async function quickStart(page) {
  await tabTo(page, "input[autocomplete=nickname]");
  await page.keyboard.type("Cara");
  const before = Date.now();
  await page.keyboard.press("Enter");
  await page.locator(".app .prompt").waitFor();
  const wait = Date.now() - before;
  assert.ok(wait < 10_000, `cards on the table after ${wait} ms`);
}

/** A table of one's own, by keys: the game of that place in the list, bots that do not dawdle. */
async function ownTable(page, game) {
  await tabTo(page, "input[autocomplete=nickname]");
  await page.keyboard.type("Dora");
  await tabTo(page, ".side .btn.wide");
  await page.keyboard.press("Enter");
  await tabTo(page, ".create select");
  for (let i = 0; i < game; i++) await page.keyboard.press("ArrowDown");
  await tabTo(page, "select[name=pace]");
  await page.keyboard.press("Home");
  await tabTo(page, ".create .btn.brass");
  await page.keyboard.press("Enter");
  await tabTo(page, ".waitroom .btn.brass");
  await page.keyboard.press("Enter");
  await page.locator(".app .prompt").waitFor();
}

/** Keyboard alone, bots for company; in the middle of it the server may die and come back. */
async function byKeys(width, begin, name, kill = false) {
  const page = await openWindow(width);
  await page.goto(house.url);
  await page.locator(".opt").first().waitFor();
  await begin(page);
  let killed = !kill;
  await playOn(page, answerByKeys, async (turn) => {
    if (turn === 1) {
      await checkStill(page, `a table at ${width}`);
      await checkAxe(page, `a table at ${width}`);
      await shoot(page, `keys-${name}`);
    }
    if (turn === 2 && !killed) {
      killed = true;
      const position = () => page.evaluate(() => [...document.querySelectorAll(".own, .centre, .plaque, .prompt .ask")].map((e) => e.textContent).join("|"));
      const stood = await position();
      house.child.removeAllListeners("exit");
      house.child.kill("SIGKILL");
      await page.locator(".toast.line").waitFor();
      await shoot(page, "line-broken");
      await checkAxe(page, "a broken line");
      house = await openHouse(house.port);
      await page.locator(".toast.line").waitFor({ state: "detached", timeout: 20_000 });
      assert.equal(await position(), stood, "the same position after the server was killed");
      await page.reload();
      await page.locator(asked).waitFor();
      assert.equal(await position(), stood, "the same position after a reload");
    }
    return false;
  });
  await shoot(page, `keys-end-${name}`);
  await page.context().close();
}

await runScenes("whole", () => house, async () => {
  await Promise.all([timed("specimens", specimenPages()), timed("friends", friendsByLink().then(keepScore)), timed("quick start", byKeys(390, quickStart, "quick"))]);
  // The second of these tables lives through the other's catastrophe.
  await Promise.all([timed("a killed server", byKeys(1440, (page) => ownTable(page, 1), "killed", true)), timed("keys", byKeys(1024, (page) => ownTable(page, 2), "own"))]);
});
console.log("browser: whole games by mouse, touch and keys; no fault found");
