// What happens between people at a table, in two windows: taking back, talk, the door, a rematch, clocks, empty chairs;
// and the
// two ways of answering that want fingers, moving things to places and picking several.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerQuickly, close, deal, isAsked, layTable } from "./people.mjs";
import { menu, patience, playOut, playUntil, sitDown, twoAt, whoseTurn } from "./people.mjs";
import { asked, checkAxe, checkStill, data, openHouse, openWindow, runScenes } from "./windows.mjs";
import { settled, shoot, sizes, timed } from "./windows.mjs";

const house = await openHouse();

/** Asked, refused, asked again, agreed: only then is the question back. */
async function takingBack() {
  const { host, friend } = await twoAt(house, { game: "kings-council", seats: 2 });
  await deal(host);
  const [mover, other] = await whoseTurn(host, friend);
  const question = await mover.locator(`${asked} .ask b`).textContent();
  await mover.locator(`${asked} .choices > .btn:not([disabled])`).last().click();
  await other.locator(asked).waitFor();
  await menu(mover, "Take back my last answer");
  await other.getByText("would like to take the last answer back").waitFor();
  await mover.getByText("Waiting for the others to agree").waitFor();
  await checkAxe(other, "somebody asks to take back");
  await shoot(other, "take-back");
  await other.getByRole("button", { name: "Rather not" }).click();
  await mover.getByText("Your answer stands").waitFor();
  await other.getByText("would like to take").waitFor({ state: "detached" });
  assert.equal(await isAsked(mover), 0, "a refusal changes nothing");
  assert.equal(await isAsked(other), 1, "a refusal changes nothing");
  await mover.getByRole("button", { name: "Take my last answer back" }).click(); // beside the move, too
  await other.getByRole("button", { name: "Agree" }).click();
  await mover.locator(asked).waitFor();
  assert.equal(await mover.locator(`${asked} .ask b`).textContent(), question, "the same question again");
  assert.equal(await mover.getByText("Your answer stands").count(), 0, "nothing is said against it");
  await other.locator(".prompt.quietly").waitFor();
  await close(host, friend);
}

async function say(page, text) {
  if (!(await page.locator("dialog[open]").count())) await page.keyboard.press("c");
  await page.getByLabel("Say something").fill(text);
  await page.getByRole("button", { name: "Say", exact: true }).click();
  await page.locator(".chatlines").getByText(text).waitFor();
}

/**
 * What somebody says is not heard any more: not in a sheet opened anew, not after a reload; and heard again when
 * wanted.
 */
async function muting() {
  const fields = { game: "kings-council", seats: 2 };
  const { host, friend } = await twoAt(house, fields, { friend: { width: 360, touch: true } });
  await deal(host);
  await friend.locator(".app .prompt").waitFor();
  const much = "words without end, of which nobody knows what they mean, ".repeat(4);
  for (const last of ["first", "second"]) await say(friend, `${much}${last}`);
  const { sheet, plaque, words, field } = await friend.evaluate(() => {
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    return {
      sheet: box("dialog[open]"),
      plaque: box(".table .plaque"),
      words: box(".chatlines li:last-child"),
      field: box(".phrases"),
    };
  });
  assert.ok(sheet.top > plaque.bottom, "on a phone the seats stay in sight");
  assert.ok(words.bottom <= field.top && words.top > sheet.top, "so does what was said last");
  await shoot(friend, "talk");
  await checkAxe(friend, "talk on a phone");
  await say(friend, "First words");
  await host.locator(".seat[data-seat='1'] .bub", { hasText: "First words" }).waitFor();
  await shoot(host, "bubble");
  await friend.getByRole("button", { name: "Well played!" }).click();
  await host.locator(".seat[data-seat='1'] .bub", { hasText: "Well played!" }).waitFor();
  await host.locator(".tool .news, .news").first().waitFor();
  await host.keyboard.press("c");
  await host.locator(".chatlines").getByText("First words").waitFor();
  await host.getByRole("button", { name: "Stop hearing Bert" }).click();
  await host.getByRole("button", { name: "Hear Bert again" }).waitFor();
  await host.keyboard.press("Escape");
  await host.keyboard.press("c");
  await host.getByRole("button", { name: "Hear Bert again" }).waitFor();
  const nothingHeard = async (words) => {
    await say(friend, `Unheard ${words}`);
    await say(host, `After ${words}`); // what was said before it would be there by now
    assert.equal(await host.getByText(/Unheard/).count(), 0, `muted is muted: ${words}`);
  };
  await nothingHeard("at once");
  await host.keyboard.press("Escape");
  await host.reload();
  await host.locator(".app .prompt").waitFor();
  await nothingHeard("after a reload");
  await close(host, friend);
}

/**
 * Before the deal the chair is free again, but for who had it only when the host says so; during the game a bot has it,
 * and who was removed looks on without cards, until the host bars him.
 */
async function shownTheDoor() {
  const { host, friend, link } = await twoAt(house, { game: "kings-council", seats: 3, bots: [null, null, "random"] });
  await host.getByRole("button", { name: "Show the door" }).click();
  await friend.getByText("A chair is free.").waitFor();
  await friend.getByText("Your seat was given away.").waitFor();
  await shoot(friend, "shown-the-door");
  await friend.getByRole("button", { name: "Sit down" }).click();
  await friend.getByText("The host has removed you from this table.").waitFor();
  await menu(host, "Let Bert sit down again");
  await sitDown(friend, link, "Bert");
  await host.getByRole("button", { name: "Show the door" }).waitFor();
  await deal(host);
  await friend.locator(".own .card:not(.down)").first().waitFor();
  await menu(host, "Show Bert the door");
  await friend.locator(".watching").waitFor();
  await friend.getByText("Your seat was given away.").waitFor();
  await host.locator(".seat[data-seat='1'] .tagb").waitFor();
  await checkStill(friend, "a table one was removed from");
  await menu(host, "Bar Bert, who watches");
  await friend.getByText("The host has barred you from this table.").waitFor();
  await checkStill(friend, "a table one is barred from");
  await close(host, friend);
}

/** One more game with the same people: one asks, both follow. */
async function onceMore() {
  const { host, friend, link } = await twoAt(house, { game: "rogues-and-warriors", seats: 2 });
  await deal(host);
  await playOut(host, friend);
  await menu(host, "Once more, but change the table first");
  await host.getByText("You sit at the table.").waitFor();
  assert.notEqual(host.url(), link, "another table");
  await friend.getByRole("button", { name: "To the next game" }).click();
  await friend.getByText("You sit at the table.").waitFor();
  assert.equal(friend.url(), host.url(), "both at the same table");
  await deal(host);
  await friend.locator(".app .prompt").waitFor();
  await whoseTurn(host, friend);
  await close(host, friend);
}

/** Nobody moves: the clock is seen to run, then the house answers, and says for whom. */
async function timeIsUp() {
  const { host, friend } = await twoAt(house, { game: "kings-council", seats: 2, clock: 5 });
  await deal(host);
  const [slow, other] = await whoseTurn(host, friend);
  await slow.locator(`${asked} .clock`).waitFor();
  await other.locator(".prompt.quietly .clock").waitFor();
  await slow.getByText("Your time was up: the house answered for you.").waitFor();
  await other.getByText(/Time was up for (Anna|Bert): the house answered/).waitFor();
  await other.locator(asked).waitFor();
  await shoot(slow, "time-is-up");
  await close(host, friend);
}

/**
 * A window closes: the others see how long until a bot plays on, then that it does; the guest comes back to the same
 * chair.
 */
async function emptyChair() {
  const { host, friend, link } = await twoAt(house, { game: "kings-council", seats: 2, grace: 3 });
  await deal(host);
  await friend.locator(".app .prompt").waitFor();
  const cards = await friend.locator(".own [data-item], .own .card").count();
  const context = friend.context();
  await host.evaluate(() => {
    window.told = [];
    setInterval(() => window.told.push(document.querySelector(".seat[data-seat='1'] .st")?.textContent ?? ""), 100);
  });
  await friend.close();
  const chair = host.locator(".seat[data-seat='1']");
  await chair.getByText("a bot plays on").waitFor();
  const told = await host.evaluate(() => window.told);
  assert.ok(
    new Set(told.filter((words) => /away, bot in 0:0\d/.test(words))).size > 1,
    `the grace time is seen to run: ${told}`,
  );
  for (let turn = 0; turn < 3; turn++) {
    // The bot answers for him, or the host would wait for ever.
    await host.locator(`${asked}, .prompt.end`).first().waitFor();
    if (turn < 2) await answerQuickly(host);
  }
  const back = await context.newPage();
  back.setDefaultTimeout(30_000);
  await back.goto(link);
  await back.locator(".app .prompt").waitFor();
  assert.ok(cards && (await back.locator(".own, .lane").count()), "his own cards again");
  assert.equal(await back.locator(".watching").count(), 0, "he does not watch, he sits");
  await chair.getByText("a bot plays on").waitFor({ state: "detached" });
  await host.context().close();
  await context.close();
}

/** Moving things to places: with a finger on a phone, or with keys alone. */
async function placing(how) {
  const page = await openWindow(how === "touch" ? 390 : 1024, { touch: how === "touch" });
  const fields = { game: "city-square", seats: 2, bots: [null, "random"], options: ["wager=none"] };
  await layTable(house, page, "Cleo", fields);
  await deal(page);
  await playUntil(page, ".assign");
  await checkStill(page, `placing by ${how}`);
  await checkAxe(page, `placing by ${how}`);
  await shoot(page, `placing-${how}`);
  const loose = page.locator(
    how === "touch" ? ".own .hand button[data-item]:not(.is-laid)" : ".assign .loose button[data-item]",
  );
  const wells = page.locator(".cell.place"); // the places are those of one's own grid
  const all = await loose.count();
  assert.ok(all > 0 && (await wells.count()) >= all, `${all} things, ${await wells.count()} places`);
  const done = page.locator(`${asked} .choices .btn`).last();
  assert.ok(await done.isDisabled(), "not before all are placed");
  const place = async (i) => {
    if (how === "touch") {
      await loose.first().tap();
      await wells.nth(i).tap();
    } else {
      await loose.first().focus();
      await page.keyboard.press(String(i + 1));
    }
    assert.equal(
      await page.locator(`.cell.place.laid[data-place="${await wells.nth(i).getAttribute("data-place")}"]`).count(),
      1,
      `one lies in place ${i + 1}`,
    );
  };
  await place(0);
  const back = page.getByRole("button", { name: "Take back" });
  if (how === "touch") await back.tap();
  else await back.press("Enter");
  assert.equal(await loose.count(), all, "taken back");
  for (let i = 0; i < all; i++) await place(i);
  assert.equal(await loose.count(), 0, "all placed");
  await shoot(page, `placed-${how}`);
  if (how === "touch") await done.tap();
  else {
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction(
    () => !document.querySelector(".cell.place.laid") && !document.querySelector(".prompt[aria-busy=true]"),
  );
  assert.equal(await page.locator(".toast").count(), 0, "the server takes it");
  assert.equal(
    await page.getByRole("group", { name: "Your city" }).locator(".card, .tile").count(),
    all,
    "and they lie in the city",
  );
  await page.context().close();
}

/** Cards of one's hand that something else lies over where they show in the fan: left of the next one. */
const coveredCards = (page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll(".own .hand [data-item]")];
    const boxes = cards.map((card) => card.getBoundingClientRect());
    return cards.flatMap((card, k) => {
      const { left, right, top, bottom } = boxes[k];
      const x = (left + Math.min(right, boxes[k + 1]?.left ?? right)) / 2;
      return card.contains(document.elementFromPoint(x, (top + bottom) / 2)) ? [] : card.getAttribute("aria-label");
    });
  });

/** Several cards with a finger: touched, counted, one given back, sent. */
async function pickingSeveral() {
  const page = await openWindow(390, { touch: true });
  await layTable(house, page, "Dana", { game: "delve", seats: 2, bots: [null, "random"], options: ["wager=none"] });
  await deal(page);
  await playUntil(page, `${asked} [data-choice]`);
  const lit = page.locator(".own button[data-item]");
  await lit.first().waitFor();
  const pick = async (i, n) => {
    await lit.nth(i).tap();
    await page.waitForFunction((n) => document.querySelectorAll(".own .is-sel").length === n, n);
    assert.deepEqual(await coveredCards(page), [], `the strip of each card can be touched when ${n} are taken`);
  };
  await pick(0, 1);
  await pick(1, 2);
  const button = page.locator(`${asked} .btn.brass`);
  assert.match(await button.textContent(), /^Exchange the (two |.+ and the )/, "the button names them");
  await pick(1, 1);
  assert.match(await button.textContent(), /^Exchange the (?!two |.* and )/, "and one less");
  await pick(1, 2);
  await shoot(page, "several");
  await checkStill(page, "picking several");
  const question = await page.locator(`${asked} .ask b`).textContent();
  await button.tap();
  await page.waitForFunction(
    (old) => document.querySelector(".prompt .ask b")?.textContent !== old || !document.querySelector(".is-sel"),
    question,
  );
  assert.equal(await page.locator(".toast").count(), 0, "the server takes it");
  await page.context().close();
}

/** A bet by presets, steps and the number; what is shown is what is bet. */
async function betting() {
  const { host, friend } = await twoAt(house, { game: "kings-council", seats: 2 }, { friend: { width: 390 } });
  await deal(host);
  const [page] = await whoseTurn(host, friend);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(`${asked} .presets`).waitFor();
  const number = page.locator(`${asked} .amount .num`);
  const pot = page.locator(`${asked} .pre`, { hasText: /^Pot/ });
  if (await pot.count()) {
    await pot.click();
    assert.equal(await number.inputValue(), await pot.locator("small").textContent());
  }
  await page.locator(`${asked} .pre`, { hasText: /^All in/ }).click();
  const all = Number(await number.inputValue());
  await page.getByRole("button", { name: "One less" }).click();
  await page.getByRole("button", { name: "One less" }).click();
  await page.getByRole("button", { name: "One more" }).click();
  assert.equal(Number(await number.inputValue()), all - 1);
  const button = page.locator(`${asked} .amount .btn`);
  assert.match(await button.textContent(), new RegExp(`${all - 1}`), "the button names the amount");
  // The hand lies by rank, here and after a reload.
  const lies = () => page.locator(".own .hand [data-item]").evaluateAll((all) => all.map((e) => e.dataset.item));
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("s");
  const byRank = await lies();
  await page.reload();
  await page.locator(`${asked} .presets`).waitFor();
  assert.deepEqual(await lies(), byRank, "the order of the hand is remembered");
  assert.equal(await page.evaluate(() => localStorage.getItem("taproom.hand")), "by rank");
  await page.locator(`${asked} .pre`, { hasText: /^All in/ }).click();
  await page.getByRole("button", { name: "One less" }).click();
  await checkAxe(page, "a bet");
  for (const width of [390, 360, 1920, 1024]) {
    await page.setViewportSize({ width, height: sizes[width] });
    await checkStill(page, "a bet");
    const apart = await settled(page, () => {
      const boxes = [...document.querySelectorAll(".amount > :is(.step, .nums, .num)")].map((part) =>
        part.getBoundingClientRect(),
      );
      return boxes.length === 4 && boxes.every((box) => box.top < boxes[0].bottom && box.bottom > boxes[0].top)
        ? []
        : boxes;
    });
    assert.deepEqual(apart, [], `less, slider, more and number stand side by side at ${width}`);
    await shoot(page, "bet");
  }
  await button.click();
  await page.locator(".prompt.quietly").waitFor();
  assert.equal(await page.locator(".toast").count(), 0, "the server takes it");
  await close(host, friend);
}

/** The keeper speaks to all, and closes a table; alone in the house, since everybody hears it. */
async function keepersWord() {
  const keeper = (...words) => {
    const done = spawnSync(process.env["TAPROOM"], ["keeper", ...words, "--data", data], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
  };
  const { host, friend, link } = await twoAt(
    house,
    { game: "kings-council", seats: 2 },
    { friend: { width: 360, touch: true } },
  );
  await deal(host);
  keeper("announce", "We open again at nine.");
  for (const page of [host, friend]) await page.getByRole("status").getByText("We open again at nine.").waitFor();
  await checkAxe(friend, "a word of the keeper");
  await checkStill(friend, "a word of the keeper");
  await shoot(friend, "keepers-word");
  for (const page of [host, friend]) {
    const covered = await page.evaluate(() => {
      const { bottom } = document.querySelector(".keepers .toast").getBoundingClientRect();
      return [".bar", ".plaque", ".centre", ".own"].filter(
        (part) => document.querySelector(part).getBoundingClientRect().top < bottom - 1,
      );
    });
    assert.deepEqual(covered, [], "a notice covers nothing");
  }
  await host.getByRole("button", { name: "All right" }).press("Enter");
  await host.getByText("We open again at nine.").waitFor({ state: "detached" });
  await friend.getByRole("button", { name: "All right" }).tap();
  keeper("close", link.split("/").pop(), "Good night.");
  for (const page of [host, friend]) {
    await page.getByRole("heading", { name: "A closed table" }).waitFor();
    await page.getByText("Good night.").waitFor();
  }
  const record = await host.getByRole("link", { name: "Its record" }).getAttribute("href");
  assert.equal((await host.request.get(new URL(record, host.url()).href)).status(), 200, "its record can be had");
  await checkAxe(host, "a closed table");
  await shoot(host, "closed-table");
  await close(host, friend);
}

/** A browser and a terminal at one table: they talk, and play a hand to its end. */
async function besideATerminal() {
  const host = await openWindow(1024);
  const link = await layTable(house, host, "Anna", { game: "kings-council", seats: 2 });
  const terminal = spawn(process.env["TAPROOM"], ["join", link, "--plain", "--name", "Tove"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, XDG_STATE_HOME: join(data, "terminal") },
  });
  const ended = new Promise((resolve) => terminal.on("exit", resolve));
  let said = "";
  let answered = 0;
  terminal.stdout.on("data", (text) => {
    said += text;
    const questions = said.split("Your answer: ").length - 1;
    if (questions > answered) terminal.stdin.write(/Enter means fold/.test(said.split("\n\n").at(-1)) ? "2\n" : "\n");
    answered = questions;
  });
  const hears = async (words) => {
    for (const patient = patience(); !words.test(said); ) {
      assert.ok(patient(), `the terminal does not say ${words}: ${said}`);
      await host.waitForTimeout(50);
    }
  };
  await host.getByText("Tove").first().waitFor();
  await hears(/You sit at seat 2, as Tove\./);
  await deal(host);
  terminal.stdin.write("say Good evening\n");
  await host.locator(".tool .news, .news").first().waitFor();
  await say(host, "Good luck");
  await hears(/Anna: Good luck/);
  await host.keyboard.press("Escape");
  while (!(await host.locator(".prompt.end").count())) {
    await answerQuickly(host);
    await host.waitForTimeout(60);
  }
  assert.equal(await ended, 0, said);
  assert.match(said, /(You win!|Anna wins\.|won or lost anything|win!)/);
  await close(host);
}

/** Answers until a Quest asks what for; a question may go while one reaches for it. */
async function untilAQuest(page) {
  const sooner = { timeout: 2000 };
  for (const patient = patience(); patient() && !(await page.locator(".askgrid").count()); ) {
    await page.locator(`${asked}, .prompt.end`).first().waitFor();
    if (await page.locator(".prompt.end").count()) {
      await page.getByRole("button", { name: "Once more" }).click();
    }
    const wanted = page.locator(`${asked} .btn`, { hasText: /^(Quest: ask (?!seat)|Open|Call|Check)/ });
    const lit = page.locator(".own button[data-item]:not(.sel)");
    const several = /Select (\d)/.exec((await page.locator(`${asked} .ask`).textContent(sooner).catch(() => "")) ?? "");
    if (await wanted.count()) await wanted.first().click(sooner).catch(() => {});
    else if (several) {
      for (let k = 0; k < Number(several[1]); k++) await lit.nth(k).click(sooner).catch(() => {});
      await page.locator(`${asked} .btn.brass`).click(sooner).catch(() => {});
    } else await answerQuickly(page);
    await page.waitForTimeout(100);
  }
}

/** The best Book that one holds lies as a strip of cards below its name, all of it in sight and nothing over it. */
async function aBook(page) {
  const strip = page.locator(".told .bks");
  await page.getByText(/^Your best Book: /).waitFor();
  for (const width of [1440, 820, 360]) {
    await page.setViewportSize({ width, height: sizes[width] });
    await checkStill(page, `a Book at ${width}`);
    const hidden = await settled(page, () => {
      const cards = [...document.querySelectorAll(".told .bks li")];
      const isOver = (card) => {
        const { left, top, right, bottom } = card.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left < 0 || right > innerWidth || bottom > innerHeight || !card.contains(seen);
      };
      return cards.length ? cards.filter(isOver).map((card) => card.textContent) : ["no cards"];
    });
    await shoot(page, "book");
    assert.deepEqual(hidden, [], `the Book is in sight at ${width}`);
  }
  assert.ok((await strip.locator("li").count()) >= 1);
  await checkAxe(page, "a Book");
}

/**
 * More to ask for than a list can have lies in a grid of ranks and suits. Arrows go from cell to cell, the one that is
 * meant is the one that is asked for, and who is asked is called by name.
 */
async function aQuest() {
  const page = await openWindow(1024);
  await layTable(house, page, "Anna", { game: "swords-and-dragons", seats: 3, bots: [null, "random", "random"] });
  await deal(page);
  await aBook(page);
  await page.setViewportSize({ width: 1024, height: sizes[1024] });
  await untilAQuest(page);
  const cells = page.locator(".qg .qc:not(.no)");
  assert.ok((await cells.count()) > 20, "cards of each suit");
  for (const width of [1440, 1024, 820, 390, 360]) {
    await page.setViewportSize({ width, height: sizes[width] });
    await checkStill(page, `a Quest at ${width}`);
    const small = await settled(page, () => {
      const boxes = [...document.querySelectorAll(".qg button")].map((cell) => cell.getBoundingClientRect());
      const bad = boxes.filter(({ width: w, height: h, bottom }) => w < 24 || h < 24 || bottom > innerHeight);
      return bad.map((box) => JSON.stringify(box));
    });
    await shoot(page, "quest");
    assert.deepEqual(small.slice(0, 3), [], `cells can be touched at ${width}`);
  }
  await checkAxe(page, "a Quest");
  const spoken = (place) => place.getAttribute("aria-label");
  const row = page.locator(".qg .qc:not(.no):not(.mine)");
  await row.first().click();
  await page.keyboard.press("ArrowRight");
  const meant = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.notEqual(meant, await spoken(row.first()), "an arrow goes on");
  await page.keyboard.press("Space");
  const name = /^Ask for the (.+? of \w+)/.exec(meant)[1];
  const ask = page.locator(`${asked} .btn.brass`, { hasText: `Ask for the ${name}` });
  const { y, height } = await ask.boundingBox();
  assert.ok(y + height <= sizes[360], "the brass button is in sight on a small phone");
  await shoot(page, "quest-meant");
  await ask.click();
  await page.getByText("What gives you the right?", { exact: true }).waitFor();
  await page.keyboard.press("t");
  await page.locator("dialog[open]").getByText(`for the ${name}`).first().waitFor();
  await close(page);
}

/** Sends somebody where most others stand: there will be talks. */
async function joinAFight(page) {
  const heads = page.locator("button.phead");
  const crowds = await page
    .locator(".places .at:has(button.phead)")
    .evaluateAll((all) => all.map((place) => place.querySelectorAll(".piece:not(.mine)").length));
  await heads.nth(crowds.indexOf(Math.max(...crowds))).click();
  await page.locator(`${asked} .choices .btn`, { hasText: / to / }).first().click();
}

/** Answers what comes until a hoard is talked about and it can be proposed how to share it. */
async function comeToTalks(page) {
  const talks = page.getByText("How shall it be shared?", { exact: true });
  for (const patient = patience(); patient(); ) {
    await page.locator(`${asked}, .prompt.end`).first().waitFor();
    assert.equal(await page.locator(".prompt.end").count(), 0, "no talks before the end");
    const may = /messages left\D*[1-9]/.test(await page.locator(".me .seat").textContent());
    if ((await talks.count()) && may) return;
    const face = page.locator(`${asked} .face[aria-pressed=false]`);
    if (await page.locator("button.phead").count()) await joinAFight(page);
    else {
      if (await face.count()) await face.first().click();
      await answerQuickly(page);
    }
    await page.waitForFunction(() => !document.querySelector(".prompt[aria-busy=true]"));
    await page.waitForTimeout(40);
  }
  throw new Error("nobody talks");
}

const proposeButton = (page) => page.locator(`${asked} .choices .btn.long`, { hasText: /^Propose a split/ });

/**
 * A hoard is shared out: a split by keys, one with a finger, a bot's accepted on its slip; the sand runs meanwhile, and
 * a draft is not lost because somebody speaks.
 */
async function aHoard() {
  const page = await openWindow(1440, { touch: true });
  const bots = [null, "search:1", "search:1"];
  await layTable(house, page, "Anna", { game: "dragons-gold", seats: 3, bots });
  await deal(page);
  await comeToTalks(page);
  const sand = page.locator(".hallline .gauge");
  assert.match(await sand.getAttribute("aria-label"), /^Sand: \d+ of 12$/);
  assert.equal(await page.locator(".places .at").count(), 4, "four dragons");
  assert.equal(await page.locator(".places .at.is-hi").count(), 1, "the one that is slain is lit");
  await look(page, "talks", [1024, 1440]);
  // Keys: to the first purse, one of the first kind, Enter.
  await page.keyboard.press(String(1 + Number(await proposeButton(page).getAttribute("data-choice"))));
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "spinbutton");
  await page.keyboard.press("ArrowUp");
  await page.locator(`${asked} .btn.brass`, { hasText: /^Propose a split: give .+ 1 .+, keep / }).waitFor();
  await page.keyboard.press("Enter");
  await spoken(page, /You (propose|agree)|All agree/);
  // With a finger: the draft opens, and stays while the others speak.
  await page.setViewportSize({ width: 360, height: sizes[360] });
  await comeToTalks(page);
  await page.locator(`${asked} .drafts[aria-expanded=false]`).tap();
  await page.locator(`${asked} .purse .step`).nth(1).tap();
  await proposeButton(page).and(page.locator(".brass")).waitFor();
  await look(page, "draft", [360]);
  await proposeButton(page).tap();
  await spoken(page, /You (propose|agree)|All agree/);
  await acceptAnOffer(page);
  await close(page);
}

/** Plays the part of the window's person beside it, by what comes first in each list, until that phase has come. */
async function hurryTo(page, phase) {
  const id = page.url().split("/").pop();
  await page.evaluate(
    ([table, wanted]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, "taproom.1");
        let said = 0;
        const say = (message) => socket.send(JSON.stringify({ ...message, table, id: `hurry${said++}` }));
        const wordOf = ({ kind, word, items, kinds }) =>
          kind === "subset" ? `${word} ${items[0].word}` : kinds ? `${word} ${kinds.find((k) => k.n).word}` : word;
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", version: 1, name: "Anna" }));
        socket.onmessage = (event) => {
          const message = JSON.parse(event.data);
          if (message.type === "welcome") socket.send(JSON.stringify({ type: "enter", table, seen: -1 }));
          if (message.type !== "update") return;
          const { view, seq } = message;
          if (JSON.stringify(view.games).includes(wanted)) {
            socket.close();
            resolve();
          } else if (view.over) reject(new Error(`over before ${wanted}`));
          else if (view.choices?.length) say({ type: "answer", seq, word: wordOf(view.choices[0]) });
        };
      }),
    [id, phase],
  );
  await page.reload();
}

/** The market: looked at, and left. Those who are there wait for whoever thinks. */
async function aMarket() {
  const page = await openWindow(1440, { touch: true });
  const bots = [null, "search:1", "search:1"];
  await layTable(house, page, "Anna", { game: "dragons-gold", seats: 3, bots, options: ["talks=strategic"] });
  await deal(page);
  await hurryTo(page, "The market");
  await page.getByText("What do you trade?", { exact: true }).waitFor();
  assert.match(await page.locator(".hallline .gauge").getAttribute("aria-label"), /^Sand: \d+ of 12$/);
  await page.setViewportSize({ width: 360, height: sizes[360] });
  const hall = page.locator(".hall");
  for (const end of [0, 9999]) {
    await hall.evaluate((box, top) => void (box.scrollTop = top), end);
    const outside = await settled(page, () => {
      const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
      const [sand, box] = [boxOf(".hallline .gauge"), boxOf(".hall")];
      return sand.top >= box.top && sand.bottom <= box.bottom ? [] : [`${sand.top} to ${sand.bottom}`];
    });
    assert.deepEqual(outside, [], "the sand is in sight");
  }
  await look(page, "market", [360, 820, 1440]);
  assert.equal(await page.getByText("has chosen", { exact: true }).count(), 0, "who is quiet has chosen nothing");
  assert.equal(await page.getByRole("button", { name: "Take my last answer back" }).count(), 0, "talk stands");
  await page.getByRole("button", { name: "Leave the market" }).click();
  await spoken(page, /You leave the market/);
  await close(page);
}

/** A house of its own whose Objects are all Whetstones: whoever sends somebody may play hers at once. */
async function houseOfWhetstones() {
  const folder = join(data, "whetstones");
  const table = readFileSync(new URL("../../data/dragons-gold.table", import.meta.url), "utf8");
  const copies = (code) => (code === "whetstone" ? "24" : "0");
  const [before, after] = table.split("\ntable objects\n");
  const row = /^([\w-]+)( +(?:"[^"]+"|\w+) +)\d+(?= )/gm;
  const rows = after.replace(row, (_, code, name) => code + name + copies(code));
  mkdirSync(join(folder, "content"), { recursive: true });
  writeFileSync(join(folder, "content", "dragons-gold.table"), `${before}\ntable objects\n${rows}`);
  return openHouse(0, { folder: join(folder, "house"), flags: ["--content", join(folder, "content")] });
}

/** Who holds an Object that fits is asked in a window, by name and by what it does; she plays it, and it is told. */
async function anObject() {
  const rigged = await houseOfWhetstones();
  const page = await openWindow(1440, { touch: true });
  try {
    const bots = [null, "search:1", "search:1"];
    await layTable(rigged, page, "Anna", { game: "dragons-gold", seats: 3, bots, options: ["objects"] });
    await deal(page);
    const question = page.getByText("Play an Object?", { exact: true });
    for (const patient = patience(); patient() && !(await question.count()); await page.waitForTimeout(40)) {
      await page.locator(asked).waitFor();
      if (await page.locator("button.phead").count()) await joinAFight(page);
      else if (!(await question.count())) await answerQuickly(page);
    }
    await question.waitFor();
    assert.match(await page.locator(".windowline").textContent(), /^Answers are open: .*in your turn/);
    await page.setViewportSize({ width: 360, height: sizes[360] });
    const broken = await settled(page, () =>
      [...document.querySelectorAll("button[data-item] .words b")].flatMap((title) => {
        const letters = document.createRange();
        letters.selectNodeContents(title);
        return letters.getClientRects().length === 1 ? [] : [title.textContent];
      }),
    );
    assert.deepEqual(broken, [], "a name of one word stands in one line");
    await look(page, "object", [360, 820, 1440]);
    const play = page.locator(`${asked} .btn`, { hasText: /Whetstone/ }).first();
    if (!(await play.count())) await page.locator("button[data-item]", { hasText: /Whetstone/ }).first().tap();
    await play.click();
    await spoken(page, /You play the Whetstone/);
  } finally {
    rigged.child.removeAllListeners("exit");
    rigged.child.kill();
  }
  await close(page);
}

/** What was just said stands in the tale. */
async function spoken(page, words) {
  await page.waitForFunction(() => !document.querySelector(".prompt[aria-busy=true]"));
  await page.keyboard.press("t");
  await page.locator("dialog[open] .taleall").getByText(words).first().waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

/** Waits in talk after talk until somebody else's proposal stands, and sits on it; a bot may be quicker. */
async function acceptAnOffer(page) {
  const accept = page.locator(".offer .btn", { hasText: /^Accept proposal/ });
  let looked = false;
  for (const patient = patience(); patient(); ) {
    await comeToTalks(page);
    if (!(await accept.count())) await answerQuickly(page);
    else if (!looked) {
      await look(page, "offers", [390, 820]);
      looked = true;
    } else if (await accept.first().click({ timeout: 1500 }).then(() => true, () => false))
      return spoken(page, /You accept proposal|All agree/);
    await page.waitForTimeout(40);
  }
  throw new Error("nobody proposes anything");
}

async function look(page, name, widths) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: sizes[width] });
    await page.waitForTimeout(100);
    await checkStill(page, `${name} at ${width}`);
    await shoot(page, `hoard-${name}`);
  }
  await checkAxe(page, `a hoard: ${name}`);
}

const scenes = {
  takingBack,
  muting,
  shownTheDoor,
  onceMore,
  timeIsUp,
  emptyChair,
  placingByTouch: () => placing("touch"),
  placingByKeys: () => placing("keys"),
  pickingSeveral,
  betting,
  besideATerminal,
  aQuest,
  aHoard,
  aMarket,
  anObject,
};
const wanted = process.argv.slice(2);
await runScenes(
  "scenes",
  () => house,
  async () => {
    const list = Object.entries(scenes).filter(([name]) => !wanted.length || wanted.includes(name));
    // A few at a time: many windows on few cores would only be slow.
    await Promise.all(
      [0, 1, 2].map(async (lane) => {
        for (const [name, scene] of list.filter((_, i) => i % 3 === lane)) await timed(name, scene());
      }),
    );
    if (!wanted.length || wanted.includes("keepersWord")) await timed("keepersWord", keepersWord());
  },
);
console.log("browser: what happens between people; no fault found");
