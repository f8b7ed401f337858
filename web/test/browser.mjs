// Whole games in real windows against the real server: by mouse, by touch, by keyboard; axe-core on every screen.
import assert from "node:assert/strict";
import {
  asked,
  checkAxe,
  checkStill,
  ended,
  faults,
  goOn,
  openHouse,
  openWindow,
  picture,
  runScenes,
  settled,
  shoot,
  sizes,
  timed,
} from "./windows.mjs";
import { deal, layTable } from "./people.mjs";

let house = await openHouse();

/** Where no button is brass: the last that can be pressed as it is. */
const plainest = (page) =>
  page.locator(`${asked} :is(.choices, .choicegroup) > .btn[data-choice]:not([disabled])`).last();

/** One answer, as a hand would give it: takes something lit if a choice wants it, then presses a button. */
async function answerByHand(page, turn, press) {
  const reach = async (target) => press(target, await inSight(target));
  // Each thing to its place: on the board, or in the wells beside it.
  const loose = page.locator(`${asked} .assign .loose button[data-item]`);
  for (let n = await loose.count(), i = 0; i < n; i++) {
    await press(loose.first());
    const places = page.locator(
      `.cell.place.can:not(.laid), ${asked} .placewell.can:not(:has(.hrow [data-item])) .placename`,
    );
    await press(places.nth((turn + i) % (await places.count())));
  }
  const lit = page.locator(":is(.own, .centre) button[data-item]:not([aria-disabled])");
  if ((await lit.count()) && !(await page.locator(`${asked} .btn.brass`).count()))
    await reach(lit.nth(turn % (await lit.count())));
  else if (turn % 3 === 1 && (await lit.count())) await reach(lit.first());
  // Several are wanted: the next turn takes one more.
  const able = page.locator(`${asked} .btn[data-choice]:not([disabled])`);
  if (!(await able.count()) && (await page.locator(":is(.own, .centre) .is-sel").count())) return;
  const amount = page.locator(`${asked} .amount input[type=range]`);
  if (turn % 7 === 5 && (await amount.count())) {
    await amount.focus();
    await page.keyboard.press("ArrowRight");
    await press(page.locator(`${asked} .amount .btn`));
    return;
  }
  const brass = page.locator(`${asked} .btn.brass`);
  // What lies nowhere is chosen beside the answers.
  const faces = page.locator(`${asked} .face[aria-pressed]`);
  if (!(await brass.count()) && (await faces.count())) await press(faces.nth(turn % (await faces.count())));
  // One of many tiles is taken first; switches go along with the way on.
  const tiles = page.locator(".etile[data-choice]");
  if (!(await brass.count()) && (await tiles.count())) await press(tiles.nth(turn % (await tiles.count())));
  const toggles = page.locator(".setting.toggle");
  if (await toggles.count()) await press(toggles.nth(turn % (await toggles.count())));
  await press((await brass.count()) ? brass.first() : plainest(page));
}

/** The same with keys alone. */
async function answerByKeys(page, turn) {
  const lit = page.locator(":is(.own, .centre) button[data-item]:not([aria-disabled])");
  if ((await lit.count()) && (turn % 3 === 1 || !(await page.locator(`${asked} .btn.brass`).count()))) {
    for (
      let i = 0;
      i < 30 && !(await page.evaluate(() => document.activeElement?.matches(".own [data-item], .centre [data-item]")));
      i++
    )
      await page.keyboard.press("Tab");
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
  if (await page.locator(`${asked} .btn.brass`).count()) return page.keyboard.press("Enter");
  return page.keyboard.press(String(1 + Number(await plainest(page).getAttribute("data-choice"))));
}

async function playOn(page, answer, until = () => false) {
  // The end of a hand may come while we reach for a button.
  const chapter = page.locator(".chapter");
  await page.addLocatorHandler(chapter, () => seeChapter(page), { noWaitAfter: true });
  try {
    return await answerAll(page, answer, until);
  } finally {
    await page.removeLocatorHandler(chapter);
  }
}

async function answerAll(page, answer, until) {
  for (let turn = 0; turn < 1500; turn++) {
    await page.locator(`${asked}, .prompt.end, .chapter`).first().waitFor({ timeout: 60_000 });
    if (await page.locator(".chapter").count()) await seeChapter(page);
    if ((await ended(page)) || (await until(turn))) return turn;
    const question = await page.evaluate(() => document.querySelector(".prompt")?.textContent);
    await answer(page, turn).catch(async (error) => {
      // The question may have gone while we reached for it: the clock, the end.
      if (
        !(await ended(page)) &&
        (await page.evaluate(() => document.querySelector(".prompt")?.textContent)) === question
      )
        throw error;
    });
    await page.waitForFunction(
      (old) =>
        !document.querySelector(".prompt[aria-busy=true]") &&
        (document.querySelector(".prompt")?.textContent !== old || !document.querySelector(".is-sel")),
      question,
    );
    await page.waitForTimeout(30);
  }
  throw new Error("the game does not end");
}

async function seeChapter(page) {
  await lookAtChapter(page);
  await goOn(page);
}

/** How a game of a row ended: in the middle of the table, and it stays. */
async function lookAtChapter(page) {
  if (chapterSeen) return;
  chapterSeen = true;
  assert.ok((await page.locator(".lane").count()) > 0, "hands by place");
  assert.equal(await page.locator(".btn.brass").count(), 1, "one way on");
  const size = page.viewportSize();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: sizes[width] });
    await checkAxe(page, `a chapter at ${width}`);
    await shoot(page, "chapter");
  }
  await page.setViewportSize(size);
  await page.waitForTimeout(300);
  assert.ok(await page.locator(".chapter").isVisible(), "it stays until one goes on");
}
let chapterSeen = false;

/**
 * The end in the middle: lanes by place, beads that add up to the points, one sentence why; the table is a touch away,
 * and a lane that had to give way opens when it is touched.
 */
async function lookAtShowdown(page, where) {
  const lanes = await page.locator(".lane").evaluateAll((all) =>
    all.map((lane) => ({
      place: Number(lane.querySelector(".rankno b").textContent),
      win: lane.classList.contains("win"),
      points: Number(lane.querySelector(".pts b")?.textContent.replace("\u2212", "-")),
      reasons: [...lane.querySelectorAll(".ptx li b")].map((b) => Number(b.textContent.replace("\u2212", "-"))),
      beads: [...lane.querySelectorAll(".bead")].map((b) => (b.textContent ? Number(b.textContent) : NaN)),
    })),
  );
  const places = lanes.map((lane) => lane.place);
  assert.deepEqual(places, [...places].sort((a, b) => a - b), `${where}: best first`);
  assert.ok(lanes[0].win && lanes.every((lane) => lane.win === (lane.place === 1)), `${where}: the winner's light`);
  const [first] = lanes;
  if (first.reasons.length) {
    const sum = (list) => list.reduce((all, n) => all + n, 0);
    assert.equal(sum(first.reasons), first.points, `${where}: the reasons add up`);
    if (first.beads.length && !first.beads.some(Number.isNaN))
      assert.ok(sum(first.beads) <= first.points, `${where}: beads are no more than the points`);
  }
  assert.ok((await page.locator(".prompt.end .ask b").textContent()).length > 5, `${where}: who takes what`);
  const folded = page.locator("button.party[aria-expanded=false]");
  if (await folded.count()) {
    await folded.first().click();
    await page.locator("button.party[aria-expanded=true]").click();
  }
  await page.getByRole("button", { name: "Look at the table" }).click();
  await page.locator(".table .centre").waitFor();
  await page.getByRole("button", { name: "The hands" }).click();
  await page.locator(".lane").first().waitFor();
  showdownSeen = true;
}
let showdownSeen = false;

// Not for long: what we reach for may be gone.
const click = (target, where) => target.click({ timeout: 10_000, ...where });
const tap = (target, where) => target.tap({ timeout: 10_000, ...where });
/** A card in a fan is slanted, and another may lie on its middle: where it is in sight. */
async function inSight(target) {
  const position = await target.evaluate(
    (card) => {
      const box = card.getBoundingClientRect();
      for (const y of [0.5, 0.3, 0.7])
        for (const x of [0.5, 0.15, 0.3, 0.7, 0.85])
          if (card.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)))
            return { x: x * box.width, y: y * box.height };
      return undefined;
    },
    undefined,
    { timeout: 10_000 },
  );
  return position && { position };
}

async function specimenPages() {
  const page = await openWindow(1440);
  await page.goto(`${house.url}/specimen`);
  await page.locator(".spec .card").first().waitFor();
  await checkAxe(page, "the specimen page");
  const names = await page
    .locator(".spec a.btn")
    .evaluateAll((links) => links.map((link) => new URL(link.href).searchParams.get("table")));
  assert.ok(names.length >= 10);
  for (const [i, name] of names.entries())
    for (const [width, height] of Object.entries(sizes)) {
      // The outer sizes always, the inner ones by turns.
      if (["390", "820", "1024", "1920"].filter((_, turn) => turn !== i % 4).includes(width)) continue;
      await page.setViewportSize({ width: Number(width), height });
      const theme = width === "390" || width === "1440" ? "evening" : "morning";
      if (width === "360") await page.goto(`${house.url}/specimen?table=${name}`);
      await page.locator(".prompt").waitFor();
      await page.evaluate((light) => (document.documentElement.dataset.theme = light), theme);
      await checkStill(page, `specimen ${name} at ${width}`);
      await checkPlaces(page, `specimen ${name} at ${width}`);
      await shoot(page, `specimen-${name}`);
      if (width === (i % 2 ? "360" : "1440") || width === ["390", "820", "1024"][i % 3])
        await checkAxe(page, `specimen ${name} at ${width}, ${theme}`);
    }
  await page.context().close();
}

/** Two people and a bot: one with a mouse on a wide screen, one with a finger on a small phone; a third looks on. */
async function friendsByLink() {
  const host = await openWindow(1440);
  await host.goto(house.url);
  await host.getByLabel("Your name").fill("Anna");
  await host.locator(".gtile").first().waitFor();
  await shoot(host, "door");
  await checkAxe(host, "the door");
  await host.getByRole("button", { name: "With friends" }).click();
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
  await checkAxe(watcher, "a watched table");

  let sheets = false;
  const hosting = playOn(
    host,
    (page, turn) => answerByHand(page, turn, click),
    async (turn) => {
      if (turn === 1) {
        await checkStill(host, "a table");
        await checkAxe(host, "a table");
        await shoot(host, "table");
      }
      if (turn === 1 && !sheets) {
        sheets = true;
        for (const [key, name] of [
          ["?", "rules"],
          ["t", "tale"],
          ["h", "hint"],
          ["c", "talk"],
        ]) {
          await host.keyboard.press(key);
          await host.locator("dialog[open]").waitFor();
          if (name === "rules") {
            // What the page points to is a touch away.
            await host.locator(".prose").getByRole("button", { name: "betting" }).first().click();
            await host.getByRole("dialog", { name: "Rules of Betting" }).waitFor();
            await host.locator(".prose h3").first().waitFor();
            await host.locator(".rulestabs .btn").first().click();
            await host.locator(".prose table").first().waitFor();
          }
          if (name === "hint") await host.locator(".hints li").first().waitFor();
          if (name === "talk") {
            // The key opens it, the next ones are words.
            await host.waitForFunction(() => document.activeElement?.matches("dialog input"));
            await host.getByLabel("Say something").fill("Good evening!");
            await host.getByRole("button", { name: "Say", exact: true }).click();
            await host.locator(".chatlines").getByText("Good evening!").waitFor();
          }
          await checkAxe(host, `the sheet ${name}`);
          await shoot(host, `sheet-${name}`);
          await host.keyboard.press("Escape");
          await host.locator("dialog[open]").waitFor({ state: "detached" });
        }
        // No pause: one sheet closes, the next key counts.
        for (const key of ["?", "Escape", "t"]) await host.keyboard.press(key);
        await host.getByRole("dialog", { name: "The tale" }).waitFor();
        await host.keyboard.press("Escape");
        await host.getByRole("button", { name: "Menu" }).click();
        await host.locator("dialog[open]").waitFor();
        await checkAxe(host, "the menu");
        await host.keyboard.press("Escape");
      }
      return false;
    },
  );
  const following = playOn(
    friend,
    (page, turn) => answerByHand(page, turn, tap),
    async (turn) => {
      if (turn === 1) {
        await checkStill(friend, "a table on a phone");
        await checkAxe(friend, "a table on a phone");
        await shoot(friend, "table");
      }
      return false;
    },
  );
  await Promise.all([hosting, following]);
  await watcher.locator(".prompt.end").waitFor();
  await checkAxe(host, "the end");
  await checkStill(friend, "the end on a phone");
  await Promise.all([shoot(host, "end"), shoot(friend, "end"), shoot(watcher, "watched")]);
  const record = await host.request.get(
    await host
      .getByRole("link", { name: "Record" })
      .getAttribute("href")
      .then((href) => house.url + href),
  );
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
  await askCoach(page);
}

/** What the decisions cost: a list with headings, each a way to its moment; the same on a phone, as a paper. */
async function askCoach(page) {
  await page.setViewportSize({ width: 1440, height: sizes[1440] });
  await page.keyboard.press("h");
  const coach = page.getByRole("complementary", { name: "The coach" });
  await coach.getByRole("heading", { name: "All of them" }).waitFor();
  await coach.getByText(/^(Played like |Too few decisions)/).waitFor();
  assert.equal(await page.getByLabel("Decisions of").locator("option:checked").textContent(), "Bert", "whose eyes");
  const all = coach.locator("ol").last().locator("button");
  const told = await all.allTextContents();
  assert.ok(told.length > 0 && told.every((one) => /(cost [\d.]+ ± [\d.]+ coins|cost nothing|not weighed)/.test(one)));
  await all.last().focus();
  await page.keyboard.press("Enter");
  const step = /^Step (\d+)/.exec(told.at(-1))[1];
  await page.locator(".stepn", { hasText: new RegExp(`^${step} of`) }).waitFor();
  assert.equal(await coach.locator("[aria-current=step]").last().textContent(), told.at(-1), "where one is");
  await page.locator(".verdict", { hasText: "Bert" }).waitFor();
  await checkStill(page, "the coach");
  await checkAxe(page, "the coach");
  await shoot(page, "coach");
  await page.setViewportSize({ width: 390, height: sizes[390] });
  await page.getByRole("dialog", { name: "The coach" }).getByRole("heading", { name: "All of them" }).waitFor();
  await checkAxe(page, "the coach on a phone");
  await shoot(page, "coach");
  await page.getByRole("dialog").locator("ol").last().locator("button").first().click();
  await page.locator(".verdict", { hasText: "Bert" }).waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 0, "the paper is out of the way");
  await checkStill(page, "the coach's verdict on a phone");
  await checkAxe(page, "the coach's verdict on a phone");
  await shoot(page, "coach-verdict");
}

/** Between games: how all stand, who chooses, the games as tiles, nothing gold before one is taken. */
async function lookAtBoard(page, time) {
  assert.equal(await page.locator(".stand tbody tr").count(), 2, "everybody stands there");
  assert.ok((await page.locator(".ord .one").count()) > 1, "the order of choosing");
  if (await page.locator(".etile").count())
    assert.equal(await page.locator(".btn.brass").count(), 0, "no game is advised");
  if (await page.locator(".settings").count()) {
    assert.equal(await page.locator(`${asked} .btn.brass`).textContent(), "Begin the game1");
    assert.equal(await page.getByText("as usual", { exact: true }).count(), 0, "what is usual is said in words");
  }
  for (const width of [820, 390, 1440]) {
    await page.setViewportSize({ width, height: sizes[width] });
    await page.waitForTimeout(100);
    await checkStill(page, `the board of the evening at ${width}`);
    const lines = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()));
    const heights = lines.map((line) => line.height);
    assert.ok(heights.length > 1, "everybody has a line");
    assert.ok(Math.max(...heights) < 1.6 * Math.min(...heights), `a line of the board is torn apart: ${heights}`);
    await shoot(page, `evening-board-${time}`);
    if (width !== 820) await checkAxe(page, `the board of the evening at ${width}`);
  }
}

/** An evening of two games to its end; stepping through it, the rules are those of the game under way at that step. */
async function anEvening() {
  const page = await openWindow(1440);
  await withBots(page, "adventurers-choice", 2, ["rounds=2", "stack=1000"]); // else one may have lost all too soon
  let boards = 0;
  await playOn(
    page,
    (p, n) => answerByHand(p, n, click),
    async () => {
      if ((await page.locator(".stand").count()) && boards++ < 3) await lookAtBoard(page, boards);
      return false;
    },
  );
  assert.ok(boards > 0, "the board between games was seen");
  await checkAxe(page, "the end of an evening");
  await shoot(page, "evening-end");
  await page.getByRole("button", { name: "Step through it" }).click();
  await page.locator(".scrub").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".tale li").length > 8);
  const within = page.locator(".bar .where span", { hasText: /^Replay · .+ · / });
  for (let i = 0; i < 60 && !(await within.count()); i++) await page.keyboard.press("ArrowRight");
  const [inner] = (await within.textContent()).slice("Replay · ".length).split(" · ");
  await shoot(page, "evening-replay");
  await checkStill(page, "the replay of an evening");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: `Rules of ${inner}` }).waitFor();
  await page.locator("dialog[open] .prose h3").first().waitFor();
  await page.locator("dialog[open] .rulestabs .btn").nth(1).click();
  await page.getByRole("dialog", { name: `Rules of ${await page.locator(".where h1").textContent()}` }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.context().close();
}

/**
 * Every game's own example is scored, or the page says why there is nothing to score; then one hand of each kind by
 * clicks.
 */
async function keepScore() {
  const page = await openWindow(1440);
  await page.goto(`${house.url}/score`);
  await page.locator(".pickgrid .pc").first().waitFor();
  const games = await page
    .locator(".opt3 select")
    .first()
    .locator("option")
    .evaluateAll((all) => all.map((option) => [option.value, option.textContent]));
  const field = (name) => page.locator(`[data-field="${name}"]`);
  const result = (points) => page.locator(".why h2", { hasText: new RegExp(` has ${points}$`) }).waitFor();
  const choose = async (game) => {
    await page.locator(".opt3 select").first().selectOption(game);
    await page.getByRole("button", { name: "Show an example" }).waitFor();
  };
  const shapes = new Set();
  let scored = 0;
  for (const [id, title] of games) {
    await page.locator(".opt3 select").first().selectOption(id);
    const form = await page.request.get(`${house.url}/api/score/${id}`);
    if (form.status() === 404) {
      await page.getByText(`${title} has no hands to score: `).waitFor();
      continue;
    }
    const { fields, least, unit } = await form.json();
    const query = new URLSearchParams(
      fields.flatMap((f) =>
        !f.example
          ? []
          : f.key
            ? [["key", `${f.key}${f.own ? ".0" : ""}=${f.example}`]]
            : Array.from({ length: least }, () => ["hand", f.example]),
      ),
    );
    const [{ points, parts }] = (await (await page.request.get(`${house.url}/api/score/${id}?${query}`)).json()).hands;
    await page.getByRole("button", { name: "Show an example" }).click();
    if (unit) await page.locator(".why li", { hasText: parts[0].text }).waitFor(); // a hand that is called, not counted
    else await result(points);
    assert.equal(await page.locator(".why li").count(), parts.length, `each part of ${title} is explained`);
    const shape = fields.map((f) => f.kind).join(" ");
    if (!shapes.has(shape)) await checkAxe(page, `the score-keeper, ${title}`); // what is asked alike looks alike
    shapes.add(shape);
    await shoot(page, `score-${id}`);
    scored++;
  }
  assert.equal(scored, 15);
  await choose("rogues-and-warriors");
  assert.deepEqual(
    await page.locator(".opt3 select").nth(1).locator("option").allTextContents(),
    ["their better card", "the sum of their ranks", "their poorer card"],
    "a variant with several words can be chosen",
  );
  await choose("kings-council");
  assert.deepEqual(
    await page.locator(".opt3 label.check").allTextContents(),
    ["Foreign council", "Dragon cards"],
    "only what changes points is asked",
  );
  for (const name of [
    "Bard of hare",
    "Bard of wren",
    "Merchant of hare",
    "Bard of horse",
    "Rogue of wolf",
    "Lady of hawk",
  ])
    await page.locator(".pickgrid").getByRole("button", { name: name }).click();
  await result(9);
  await page.getByLabel("Hand, in writing").fill("B-wren M-hare B-horse R-wolf X-hawk");
  await field("hand").locator(".fault", { hasText: "'X-hawk' is no card" }).waitFor();
  await checkAxe(page, "a hand that is not right");
  await shoot(page, "score-fault");
  await page.locator(".tabs .tab").first().focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Rules of King's Council" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await choose("threes");
  await page.getByLabel("Dragon cards").check();
  await field("card").waitFor(); // dragons come with the hidden card
  for (const die of [3, 3, 1, 2]) await page.getByRole("button", { name: `Add a ${die}` }).click();
  await page.locator(".pickgrid").getByRole("button", { name: "Bard of owl" }).click();
  await result(3);
  await choose("the-wheel");
  await page.locator(".pickgrid").getByRole("button", { name: "Lady of owl" }).click();
  await field("plays").getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "A Rogue", exact: true }).click();
  await page.getByRole("button", { name: "The Lady", exact: true }).click();
  await result(2);
  await choose("city-square");
  await field("hand").getByRole("button", { name: "Row 2, column 2" }).click();
  await page.getByRole("button", { name: "A Warrior", exact: true }).click();
  await page.locator(".why h2", { hasText: "has" }).waitFor();
  assert.equal(await page.getByLabel("City, in writing").inputValue(), ". . . / . W .");
  await choose("streets-of-greyport");
  await page.locator(".pickgrid").getByRole("button", { name: "Merchant of owl" }).click();
  await field("hand").getByRole("button", { name: "New pile" }).click();
  await page.locator(".pickgrid").getByRole("button", { name: "Lady of hare" }).click();
  assert.equal(await page.getByLabel("Warehouse, in writing").inputValue(), "M-owl | L-hare");
  await choose("kings-council");
  await page.getByRole("button", { name: "Show an example" }).click();
  await result(9);
  await shoot(page, "score");
  for (const game of ["swords-and-dragons", "kings-council"]) {
    await choose(game);
    await page.getByRole("button", { name: "Show an example" }).click();
    for (const width of [1024, 390, 360]) {
      await page.setViewportSize({ width, height: sizes[width] });
      const out = await page
        .locator(".pickgrid")
        .evaluate(
          (grid) =>
            [...grid.children, ...grid.querySelectorAll(".psuit span")].filter(
              (part) => part.getBoundingClientRect().right > grid.getBoundingClientRect().right + 1,
            ).length,
        );
      assert.equal(out, 0, `cards stand beside their board at ${width}, ${game}`);
    }
  }
  assert.deepEqual(await page.locator(".prank").first().allTextContents(), ["1 Warrior"]);
  await page.setViewportSize({ width: 390, height: sizes[390] });
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "the score-keeper on a phone does not scroll sideways",
  );
  await checkAxe(page, "the score-keeper on a phone");
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
  await tabTo(page, ".acts .btn:not(.q):not(.brass)");
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
  await page.locator(".gtile").first().waitFor();
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
      const position = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".own, .centre, .plaque, .prompt .ask")].map((e) => e.textContent).join("|"),
        );
      // Where all answer at once a bot may still think: what it finds would be another position.
      await page.waitForFunction(() => !document.querySelector(".plaque .dots"));
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

/** A table of the game with bots in all other seats. */
async function withBots(page, game, seats, options = []) {
  const bots = Array.from({ length: seats }, (_, seat) => (seat ? "search:1" : null));
  await layTable(house, page, "Emma", { game, seats, bots, options });
  await deal(page);
}

/** What is cut off, covered or squeezed, as far as boxes tell it. */
async function checkPlaces(page, where) {
  const faults = await settled(page, () => {
    const found = [];
    const name = (e) => `${e.className} ${e.getAttribute("aria-label") ?? e.textContent?.slice(0, 30) ?? ""}`.trim();
    const box = (e) => e.getBoundingClientRect();
    const inside = (a, b, slack = 3) =>
      a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
    const shown = (e) =>
      e.getClientRects().length > 0 && box(e).width > 0 && getComputedStyle(e).visibility !== "hidden";
    const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const parts = [
      ...document.querySelectorAll(
        ".table :is(.card, .tile, .dieb, .token, .plaque, .zlabel, .textitem, .well), " +
          ".own :is(.card, .dieb, .plaque), .prompt .btn",
      ),
    ].filter(shown);
    for (const part of parts) {
      if (part.closest("dialog")) continue;
      let scroller = part.parentElement;
      while (
        scroller &&
        !["auto", "scroll"].includes(getComputedStyle(scroller).overflowX) &&
        !["auto", "scroll"].includes(getComputedStyle(scroller).overflowY)
      )
        scroller = scroller.parentElement;
      // It can be scrolled to.
      if (scroller && scroller !== document.body && scroller !== document.documentElement) continue;
      if (!inside(box(part), page)) found.push(`out of the window: ${name(part)}`);
      for (let holder = part.parentElement; holder && holder !== document.body; holder = holder.parentElement)
        if (
          getComputedStyle(holder).overflow === "hidden" &&
          !part.closest(".stackz") &&
          !inside(box(part), box(holder))
        )
          found.push(`cut off by ${holder.className}: ${name(part)}`);
    }
    const plaques = [...document.querySelectorAll(".table .plaque, .prompt, .own, .since")].filter(shown);
    for (const a of plaques)
      for (const b of plaques) {
        if (a === b || a.contains(b) || b.contains(a)) continue;
        const [x, y] = [box(a), box(b)];
        if (x.left < y.right - 4 && y.left < x.right - 4 && x.top < y.bottom - 4 && y.top < x.bottom - 4)
          found.push(`${name(a)} lies over ${name(b)}`);
      }
    for (const zone of document.querySelectorAll(".centre .zone")) {
      if (!shown(zone) || zone.closest(".plaque")) continue;
      for (const plaque of document.querySelectorAll(".table .plaque")) {
        const [x, y] = [box(zone), box(plaque)];
        if (
          shown(plaque) &&
          x.left < y.right - 4 &&
          y.left < x.right - 4 &&
          x.top < y.bottom - 4 &&
          y.top < x.bottom - 4
        )
          found.push(`the zone ${name(zone)} lies over ${name(plaque)}`);
      }
    }
    // Lanes may be scrolled to, but nothing of a lane reaches out of it sideways or lies over its neighbour.
    for (const lane of document.querySelectorAll(".lane"))
      for (const part of lane.querySelectorAll(".party, .show, .shown, .ptx li, .pts, .take"))
        if (shown(part) && !inside(box(part), { ...box(lane).toJSON(), top: -1e6, bottom: 1e6 }))
          found.push(`reaches out of its lane: ${name(part)}`);
    for (const lane of document.querySelectorAll(".lane")) {
      const parts = [...lane.querySelectorAll(".party .nmtext, .show, .ptx, .pts b, .take")].filter(shown);
      for (const a of parts)
        for (const b of parts) {
          const [x, y] = [box(a), box(b)];
          if (a !== b && x.left < y.right - 4 && y.left < x.right - 4 && x.top < y.bottom - 4 && y.top < x.bottom - 4)
            found.push(`in a lane ${name(a)} lies over ${name(b)}`);
        }
    }
    return [...new Set(found)].slice(0, 6);
  });
  for (const fault of faults) complain(`${where}: ${fault}`);
}

const complain = (fault) => faults.push(fault);

/**
 * A few turns of every game there is, on a wide screen and on phones, by day and by night: nothing scrolls, is cut off
 * or covers another. LOOK="game game" looks at these alone, at all sizes or those of WIDTHS, and at their ends too.
 */
async function everyGame(turn, of) {
  const page = await openWindow(1440);
  await page.goto(house.url);
  await page.getByRole("button", { name: "With friends" }).click();
  const ids = await page
    .locator(".create select")
    .first()
    .locator("option")
    .evaluateAll((all) => all.map((option) => option.value));
  const chosen = process.env["LOOK"]?.split(" ");
  const widths = process.env["WIDTHS"]?.split(" ").map(Number) ?? Object.keys(sizes).map(Number);
  for (const [i, id] of ids.entries()) {
    if (i % of !== turn || (chosen && !chosen.includes(id))) continue;
    await page.setViewportSize({ width: 1440, height: sizes[1440] });
    await withBots(page, id, 4);
    const look = async (when) => {
      for (const width of chosen ? widths : [1440, i % 2 ? 1024 : 820, i % 4 < 2 ? 360 : 390]) {
        await page.setViewportSize({ width, height: sizes[width] ?? 768 });
        await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), i % 3 ? "evening" : "morning");
        await checkStill(page, `${id}, ${when}, at ${width}`);
        await checkPlaces(page, `${id}, ${when}, at ${width}`);
        await shoot(page, `game-${id}-${when}`);
      }
      if (chosen || i % 3 === 0) await checkAxe(page, `${id}, ${when}`);
    };
    const within = () => page.locator(".bar .where span", { hasText: "·" }).count();
    // A host of games first asks which; then a few turns of that one.
    await playOn(
      page,
      (p, n) => answerByHand(p, n, click),
      async (n) => n >= 4 && (id !== "adventurers-choice" || !!(await within())),
    );
    await look("middle");
    if (await page.locator(".enlarge").count()) await lookAtSeat(page, id);
    if (await within()) await lookAtRules(page);
    if (id === "adventurers-choice" || (!chosen && i % 5)) continue;
    await page.setViewportSize({ width: 1440, height: sizes[1440] });
    await playOn(page, (p, n) => answerByHand(p, n, click));
    await look("end");
    await page.setViewportSize({ width: 1440, height: sizes[1440] });
    await checkStill(page, `${id}, end, wide again`);
    await page.waitForTimeout(300); // lanes unfold when they have seen that there is room
    if (await page.locator(".lane").count()) await lookAtShowdown(page, id);
  }
  await page.context().close();
}

/**
 * Run by hand: the end of every game there is, and the board of an evening, as pictures to be looked at one by one.
 * LOOK="game game" takes these alone, SEATS=10 seats so many, WIDTHS="360 940" chooses other sizes.
 */
async function showdowns() {
  const page = await openWindow(1440);
  await page.goto(house.url);
  await page.getByRole("button", { name: "With friends" }).click();
  const offered = page.locator(".create select").first().locator("option");
  const ids = await offered.evaluateAll((all) => all.map((option) => option.value));
  const chosen = process.env["LOOK"]?.split(" ") ?? ids;
  const widths = (process.env["WIDTHS"] ?? "360 820 1440").split(" ").map(Number);
  const pictures = async (name) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: sizes[width] ?? 800 });
      await page.waitForTimeout(300);
      await checkStill(page, `${name} at ${width}`);
      await checkPlaces(page, `${name} at ${width}`);
      await picture(page, `showdown-${name}`);
    }
    await page.setViewportSize({ width: 1440, height: sizes[1440] });
  };
  for (const id of ids.filter((one) => chosen.includes(one))) {
    const seats = Math.min(Number(process.env["SEATS"] ?? 4), { "dragons-gold": 6, "heroes-plunder": 6 }[id] ?? 10);
    let boards = 0;
    for (let hand = 0; hand < 6; hand++) {
      await withBots(page, id, seats);
      await playOn(
        page,
        (p, n) => answerByHand(p, n, click),
        async () => {
          if (!(await page.locator(".stand").count()) || boards > 4) return false;
          if (++boards % 2 === 0) await pictures(`${id}-board-${boards / 2}`);
          return false;
        },
      );
      // A hand that all others left shows little.
      if (id === "adventurers-choice" || (await page.locator(".lane").count()) !== 1) break;
    }
    await pictures(id);
  }
  await page.context().close();
}

/** What lies before another player, enlarged. */
async function lookAtSeat(page, id) {
  await page.locator(".enlarge").first().click();
  await page.locator("dialog[open] .seatzones").waitFor();
  await shoot(page, `seat-${id}`);
  if (!seatSeen || (await page.locator(".seatzones .lnk").count()))
    await checkAxe(page, `what lies before a seat, ${id}`);
  const wide = await page
    .locator("dialog[open]")
    .evaluate((sheet) =>
      [...sheet.querySelectorAll(".card, .dieb, .well")].some(
        (part) => part.getBoundingClientRect().right > sheet.getBoundingClientRect().right,
      ),
    );
  if (wide) complain(`what lies before a seat is wider than its sheet, ${id}`);
  seatSeen = true;
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}
let seatSeen = false;

/** In a game within a game the rules are those of the inner one, and the outer one's are a touch away. */
async function lookAtRules(page) {
  const [outer, inner] = await page.evaluate(() => [
    document.querySelector(".where h1").textContent,
    document.querySelector(".where span").textContent.split(" · ")[0],
  ]);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: `Rules of ${inner}` }).waitFor();
  await page.locator("dialog[open] .prose h3").first().waitFor();
  await checkAxe(page, "the rules of a game within a game");
  await shoot(page, "rules-within");
  await page.locator("dialog[open]").getByRole("button", { name: outer, exact: true }).click();
  await page.getByRole("dialog", { name: `Rules of ${outer}` }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  rulesWithin = true;
}
let rulesWithin = false;

await runScenes(
  "whole",
  () => house,
  async () => {
    // The words after the program's name: only these scenes.
    const asks = process.argv.slice(2);
    const scene = (name, play) => (asks.length && !asks.includes(name) ? undefined : timed(name, play()));
    await Promise.all([
      scene("specimens", specimenPages),
      scene("friends", friendsByLink),
      scene("quick", () => byKeys(390, quickStart, "quick")),
    ]);
    // The second of these tables lives through the other's catastrophe.
    await Promise.all([
      scene("killed", () => byKeys(1440, (page) => ownTable(page, 1), "killed", true)),
      scene("keys", () => byKeys(1024, (page) => ownTable(page, 2), "own")),
    ]);
    await Promise.all([scene("score", keepScore), scene("evening", anEvening)]);
    await Promise.all([scene("games", () => everyGame(0, 2)), scene("games", () => everyGame(1, 2))]);
    if (asks.includes("showdowns")) await showdowns();
    // What depends on how the games went is looked for in further ones.
    const seen = () => ({ rulesWithin, seatSeen, chapterSeen, showdownSeen });
    const all = () => asks.length || Object.values(seen()).every(Boolean);
    for (let more = 0; more < 2 && !all(); more++) {
      await anEvening();
      await Promise.all([everyGame(0, 2), everyGame(1, 2)]);
    }
    assert.ok(all(), `of these something was never looked at: ${JSON.stringify(seen())}`);
  },
);
console.log("browser: whole games by mouse, touch and keys; no fault found");
