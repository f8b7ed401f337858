// What a table shows of itself: money that goes on, one game after another, what lies where.
import assert from "node:assert/strict";
import { answerQuickly, close, deal, layTable, menu, patience, playOut, playUntil, sitDown } from "./people.mjs";
import { twoAt, whoseTurn } from "./people.mjs";
import { asked, checkAxe, checkStill, openHouse, openWindow, runScenes } from "./windows.mjs";
import { settled, shoot, sizes, timed } from "./windows.mjs";

const house = await openHouse();

/** One press each, and the cards lie there; the first does not wait for the second. */
async function onceMoreTogether(first, second) {
  const before = first.url();
  await first.getByRole("button", { name: "Once more" }).click();
  await first.locator(".prompt:not(.end)").waitFor();
  assert.notEqual(first.url(), before, "another table");
  await second.getByRole("button", { name: "To the next game" }).click();
  await second.locator(".prompt:not(.end)").waitFor();
  assert.equal(second.url(), first.url(), "both at the same table");
}

const outButton = (page) => page.getByRole("button", { name: "Buy in, once more" });
const mark = (page, seat) => page.locator(`.seat[data-seat='${seat}'] .slate`);

/** Who is out buys in with one press, the slate tells it to all, and one press of the host's wipes it. */
async function slateAndBuyIn() {
  // Everything is in the ante: who loses is out.
  const fields = { game: "kings-council", seats: 2, options: ["stack=4", "ante=4"] };
  const { host, friend } = await twoAt(house, fields, { friend: { width: 390 } });
  await deal(host);
  await playOut(host, friend);
  while (!(await outButton(host).count()) && !(await outButton(friend).count())) {
    await onceMoreTogether(host, friend); // a tie
    await playOut(host, friend);
  }
  const [winner, loser] = (await outButton(friend).count()) ? [host, friend] : [friend, host];
  await winner.getByRole("button", { name: "Once more" }).click();
  await winner.getByText("8 coins").waitFor();
  await winner.getByText("0 coins, out").waitFor();
  await loser.getByRole("button", { name: "To the next game" }).click();
  await loser.getByText("You are out of coins.").waitFor();
  await checkAxe(loser, "out of coins");
  await shoot(loser, "out");
  await loser.getByRole("button", { name: "Buy in again" }).click();
  for (const page of [winner, loser]) {
    await page.getByRole("img", { name: "Bought in again once" }).waitFor();
    await page.getByText(/, 4 coins$/).waitFor();
  }
  assert.equal(await loser.getByRole("button", { name: "Buy in again" }).count(), 0, "once is enough");
  await checkAxe(winner, "the slate before the deal");
  await shoot(winner, "slate-before");
  await deal(winner);
  await loser.locator(".app .prompt").waitFor();
  const seat = loser === friend ? 1 : 0;
  await mark(winner, seat).waitFor();
  await loser.locator(".slate").filter({ visible: true }).first().waitFor(); // at his own place
  assert.equal(await mark(winner, 1 - seat).count(), 0, "only who bought in has a stroke");
  assert.match(await winner.locator(`.seat[data-seat='${seat}']`).getAttribute("aria-label"), /bought in again once/);
  for (const page of [winner, loser]) {
    await checkStill(page, "the slate");
    await shoot(page, page === winner ? "slate-winner" : "slate-loser");
  }
  await playOut(host, friend);
  await menu(winner, "Once more, but change the table first");
  await winner.getByText("You sit at the table.").waitFor();
  await winner.getByRole("button", { name: "Everybody afresh" }).click();
  await winner.locator(".chair .slate").waitFor({ state: "detached" });
  await winner.getByText("coins").waitFor({ state: "detached" }); // nothing goes on any more
  await close(host, friend);
}

/** Notes in every frame what is painted where; the notes are read by `frames`. */
const watchFrames = (page) =>
  page.evaluate(() => {
    const box = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join();
    };
    const boxes = (selector) => [...document.querySelectorAll(selector)].map(box).join(" ");
    window.frames_ = [];
    const note = () => {
      const kinds = { ".waitroom": "waiting room", ".notice": "notice", ".lane": "hands", ".table .centre": "table" };
      const hand = [...document.querySelectorAll(".own .hand .card")];
      window.frames_.push({
        what: Object.keys(kinds).flatMap((one) => (document.querySelector(one) ? kinds[one] : [])).join() || "nothing",
        bar: boxes(".bar"),
        places: document.querySelector(".lane") ? "" : `${boxes(".plaque")} ${boxes(".centre")} ${boxes(".handbox")}`,
        sizes: hand.map((card) => card.offsetWidth).join(),
        seen: hand.filter((card) => getComputedStyle(card).opacity !== "0").length,
        deed: document.querySelector(".strip .bub.deed")?.textContent,
        flying: document.querySelectorAll(".flight").length,
      });
      requestAnimationFrame(note);
    };
    note();
  });

/**
 * From the end of a game to the next deal: the hands stay until the new table is there, which is complete in its first
 * frame, and nothing of it moves but the cards that are dealt. Then what a bot does is read at its seat.
 */
async function onceMoreInOneGo() {
  const page = await openWindow(1024, { motion: true });
  const fields = { game: "kings-council", seats: 3, bots: [null, "random", "random"], pace: 900 };
  await layTable(house, page, "Anna", fields);
  const sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(JSON.parse(payload))));
  await page.reload();
  await page.getByText("You sit at the table.").waitFor();
  await watchFrames(page);
  await deal(page); // the bots may have said all they will before she is asked
  let deeds = [];
  for (const patient = patience(); ; ) {
    await playOut(page);
    deeds = await page.evaluate(() => window.frames_.splice(0).flatMap(({ deed }) => deed ?? []));
    if (deeds.length || !patient()) break;
    await page.getByRole("button", { name: "Once more" }).click(); // all left before anything could be read
    await page.locator(".app .prompt:not(.end)").waitFor();
  }
  assert.match(deeds[0] ?? "", /^[a-z]+s\b/, "what a bot does is read at its seat");
  const before = page.url();
  await page.getByRole("button", { name: "Once more" }).click();
  await page.waitForFunction(() => {
    const list = window.frames_;
    return list.some(({ flying }) => flying) && !list.at(-1).flying && !document.querySelector(".lane");
  });
  const frames = await page.evaluate(() => window.frames_);
  assert.notEqual(page.url(), before, "another table");
  const seen = frames.map(({ what }) => what).filter((what, i, all) => what !== all[i - 1]);
  assert.deepEqual(seen, ["hands", "table"], "the hands, then the table, and nothing between");
  assert.equal(new Set(frames.map(({ bar }) => bar)).size, 1, "the bar stays where it is");
  const table = frames.filter(({ what }) => what === "table");
  // Later flights are moves, and where frames are slow the first may come before all is dealt.
  const flown = table.findIndex(
    ({ flying, deed }, i) => i && ((!flying && table[i - 1].flying) || deed !== table[0].deed),
  );
  const dealt = table.slice(0, flown);
  assert.ok(dealt.some(({ flying }) => flying), "cards fly");
  const edges = (places) => places.split(/[ ,]/).map(Number);
  const first = edges(table[0].places);
  const jumped = dealt.map(({ places }) => places).filter((places) =>
    edges(places).length !== first.length || edges(places).some((edge, i) => Math.abs(edge - first[i]) > 1));
  assert.deepEqual([...new Set(jumped)], [], `nothing jumps from ${table[0].places}`); // by more than rounding
  assert.deepEqual([...new Set(dealt.map(({ sizes }) => sizes))], [table[0].sizes], "no card grows");
  assert.equal(table[0].seen, 0, "no card lies there before it is dealt");
  const seeds = sent.flatMap(({ type, table: at }, i) => (type === "seed" && page.url().endsWith(at) ? [i] : []));
  const deals = sent.flatMap(({ type, table: at }, i) => (type === "deal" && page.url().endsWith(at) ? [i] : []));
  assert.ok(seeds[0] < deals[0], "one's own luck is in the deal");
  await close(page);
}

/**
 * The same between two people: the host's press deals, and nobody sees a waiting room. The other's showdown stays until
 * he goes on; then his hand is there in one go, too. Whoever is away is waited for.
 */
async function onceMoreBetweenPeople() {
  const [host, friend] = await Promise.all([1, 2].map(() => openWindow(1024, { motion: true })));
  const link = await layTable(house, host, "Anna", { game: "kings-council", seats: 2 });
  await sitDown(friend, link, "Bert");
  await host.getByText("Bert").waitFor();
  await deal(host);
  await friend.locator(".app .prompt").waitFor();
  await playOut(host, friend);
  await Promise.all([host, friend].map(watchFrames));
  await host.getByRole("button", { name: "Once more" }).click();
  await host.waitForFunction(() => document.querySelector(".table .centre") && !document.querySelector(".flight"));
  await friend.getByRole("button", { name: "To the next game" }).waitFor();
  assert.equal(await friend.title(), "Your turn · King's Council", "he is called");
  assert.ok(await friend.locator(".lane").count(), "his showdown stays");
  await friend.getByRole("button", { name: "To the next game" }).click();
  await friend.waitForFunction(() => document.querySelector(".table .centre") && !document.querySelector(".flight"));
  for (const page of [host, friend]) {
    const frames = await page.evaluate(() => window.frames_);
    const seen = frames.map(({ what }) => what).filter((what, i, all) => what !== all[i - 1]);
    assert.deepEqual(seen, ["hands", "table"], "the hands, then the table, and nothing between");
    assert.equal(new Set(frames.map(({ bar }) => bar)).size, 1, "the bar stays where it is");
  }
  assert.equal(friend.url(), host.url(), "both at the same table");
  await playOut(host, friend);
  await close(friend);
  await host.waitForFunction(() => window.frames_.splice(0)); // from here on
  await host.getByRole("button", { name: "Once more" }).click();
  await host.getByText("You sit at the table.").waitFor();
  await close(host);
}

/**
 * On a phone the hand lies where it lay while others think. Before a first bet its room is kept too; to another first
 * question the hand glides.
 */
async function handStays() {
  await whereTheHandLies("kings-council", /^(Check|Call)/, (risen) => Math.abs(risen) <= 8);
  await whereTheHandLies("doublerogue", /^Hit/, (risen) => risen > 20);
}

async function whereTheHandLies(game, answer, isRight) {
  const [anna, bert] = await Promise.all([1, 2].map(() => openWindow(390, { motion: true })));
  for (const page of [anna, bert])
    await page.addInitScript(() => {
      const { animate } = Element.prototype;
      window.glides_ = [];
      Element.prototype.animate = function (frames, how) {
        if (this.matches(".own")) window.glides_.push(parseInt(frames[0].translate.split(" ")[1]));
        return animate.call(this, frames, how);
      };
    });
  await sitDown(bert, await layTable(house, anna, "Anna", { game, seats: 2 }), "Bert");
  await anna.getByText("Bert").waitFor();
  await deal(anna);
  await bert.locator(".app .prompt").waitFor();
  const seen = (page, part) =>
    page.evaluate(async (selector) => {
      await Promise.all(document.querySelector(".own").getAnimations().map((glide) => glide.finished));
      return Math.round(document.querySelector(selector).getBoundingClientRect().top);
    }, part);
  // Where it stays: on a busy machine a page takes a while to measure itself.
  const top = async (page, part) => {
    for (let before = await seen(page, part), same = 0; ; ) {
      await page.waitForTimeout(150);
      const now = await seen(page, part);
      same = now === before ? same + 1 : 0;
      before = now;
      if (same === 3) return now;
    }
  };
  const [first, second] = await whoseTurn(anna, bert);
  const [lay, waited] = [await top(first, ".handbox"), await top(second, ".own")];
  await second.evaluate(() => window.glides_.splice(0));
  await first.locator(`${asked} .btn`, { hasText: answer }).first().click();
  await first.locator(".app > .prompt.quietly").waitFor();
  assert.equal(await top(first, ".handbox"), lay, `${game}: it stays while others think`);
  await checkStill(first, "waiting on a phone");
  await shoot(first, `hand-stays-${game}`);
  await second.locator(asked).waitFor();
  const risen = waited - (await top(second, ".own"));
  assert.ok(isRight(risen), `${game}: the first question moves it by ${risen}`);
  const glides = await second.evaluate(() => window.glides_);
  assert.equal(glides.reduce((sum, by) => sum + by, 0), risen, `${game}: it glides there: ${glides}`);
  await close(anna, bert);
}

/** Answered by keys: the focus is never lost to the page, but waits, asks or ends with the foot of the table. */
async function focusStays() {
  const { host, friend } = await twoAt(house, { game: "kings-council", seats: 2 });
  await deal(host);
  await friend.locator(".app .prompt").waitFor();
  const focused = (page, where) => page.waitForFunction((at) => document.activeElement?.closest(at), where);
  const [first, second] = await whoseTurn(host, friend);
  await focused(first, asked);
  const pass = first.locator(`${asked} .btn`, { hasText: /^(Check|Call)/ }).first();
  await pass.focus();
  await first.keyboard.press("Enter");
  await focused(first, ".prompt.quietly");
  await focused(second, asked);
  for (const patient = patience(); !(await host.locator(".prompt.end").count()); ) {
    assert.ok(patient(), "the hand does not end");
    for (const page of [host, friend])
      if (await page.locator(asked).count()) {
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => !document.querySelector(".prompt[aria-busy=true]"));
        await focused(page, ".prompt, dialog");
      }
  }
  await focused(host, ".prompt.end");
  await focused(friend, ".prompt.end");
  await close(host, friend);
}

/** Out of sight: the tab's title says whose turn it is, and a notification calls, once it was allowed. */
async function calledFromAfar() {
  const { host, friend } = await twoAt(house, { game: "kings-council", seats: 2 });
  for (const page of [host, friend]) {
    await page.addInitScript(() => {
      window.calls_ = [];
      window.Notification = class {
        static permission = "default";
        static async requestPermission() {
          return (this.permission = window.allows_ === false ? "denied" : "granted");
        }
        constructor(title, { body }) {
          window.calls_.push(`${title}: ${body}`);
        }
        close() {}
      };
      Object.defineProperty(document, "hidden", { get: () => !!window.away_ });
    });
    await page.reload();
    await page.getByText("You sit at the table.").waitFor();
  }
  await deal(host);
  await friend.locator(".app .prompt").waitFor();
  const [first, second] = await whoseTurn(host, friend);
  assert.equal(await first.title(), "Your turn · King's Council");
  assert.equal(await second.title(), "King's Council · Taproom");
  const wish = second.getByLabel("Call me when it is my turn");
  await second.getByRole("button", { name: "Menu" }).click();
  await second.evaluate(() => (window.allows_ = false));
  await wish.click();
  await second.getByText("does not allow notifications").waitFor();
  await checkAxe(second, "a call that is not allowed");
  assert.equal(await wish.isChecked(), false, "what is not allowed is not switched on");
  await second.evaluate(() => (window.allows_ = true));
  await wish.click();
  await second.getByText("does not allow notifications").waitFor({ state: "detached" });
  assert.ok(await wish.isChecked());
  await second.keyboard.press("Escape");
  await second.evaluate(() => (window.away_ = true));
  await first.locator(`${asked} .btn`, { hasText: /^(Check|Call)/ }).first().click();
  await second.waitForFunction(() => window.calls_.length);
  assert.match((await second.evaluate(() => window.calls_))[0], /^Your turn at King's Council: ./);
  assert.deepEqual(await first.evaluate(() => window.calls_), [], "who did not ask is not called");
  await close(host, friend);
}

/** What one has laid by is seen card by card, set by set, with what it is worth so far; on a phone too. */
async function mineLiesOpen() {
  const page = await openWindow(360);
  const fields = { game: "heroes-plunder", seats: 3, bots: [null, "random", "random"], options: ["wager=none"] };
  await layTable(house, page, "Anna", fields);
  await deal(page);
  const loot = page.locator(".own .z-sets");
  const cards = loot.locator("[data-item]");
  const kept = [];
  for (let turn = 0; turn < 5; turn++) {
    await page.locator(asked).waitFor();
    const card = page.locator(".own .hand button[data-item]").first();
    kept.push(await card.getAttribute("aria-label"));
    await card.click();
    await page.locator(`${asked} .btn.brass`).click();
    await page.waitForFunction((n) => document.querySelectorAll(".own .z-sets [data-item]").length === n, turn + 1);
  }
  for (const width of [360, 390, 1024, 1440]) {
    await page.setViewportSize({ width, height: sizes[width] });
    assert.deepEqual((await cards.evaluateAll((all) => all.map((card) => card.ariaLabel))).sort(), kept.sort());
    const outside = await settled(page, () =>
      [...document.querySelectorAll(".own .z-sets [data-item]")].flatMap((card) => {
        const { left, right, bottom } = card.getBoundingClientRect();
        return left < 0 || right > innerWidth || bottom > innerHeight ? [[left, right, bottom].join()] : [];
      }),
    );
    assert.deepEqual(outside, [], `all of it is seen at ${width}`);
    await page.getByText(/so far/i).filter({ visible: true }).first().waitFor();
    await checkStill(page, `loot at ${width}`);
    await shoot(page, "loot");
  }
  await checkAxe(page, "loot");
  await close(page);
}

/** Who has work lies at his job: mine before me, others' at their seats as cards or dice that can be read. */
async function workersAtTheirJobs() {
  const page = await openWindow(1440);
  const bots = [null, "random", "random", "random"];
  for (const [options, thing] of [[["wager=none"], "die"], [["wager=none", "hidden-fate"], "card"]]) {
    const things = `:is(.${thing}, .${thing}b, .tile)`;
    const atWork = page.locator(`.own .me [data-zone]:has(${things})`);
    const others = page.locator(`.strip .mini[aria-label$=job] ${things}`);
    for (let games = 0; !(await atWork.count()) || !(await others.count()); games++) {
      assert.ok(games < 12, "nobody finds work");
      await layTable(house, page, "Anna", { game: "jack-of-all-trades", seats: 4, bots, options });
      await deal(page);
      for (;;) {
        await page.locator(`${asked}, .prompt.end`).first().waitFor();
        if ((await page.locator(".prompt.end").count()) || ((await atWork.count()) && (await others.count()))) break;
        const worker = page.locator(".own .hand button[data-item], .own .handbox button[data-item]");
        if (await worker.count()) await worker.first().click();
        await answerQuickly(page);
        await page.waitForFunction(() => !document.querySelector(".prompt[aria-busy=true]"));
      }
      if (await page.locator(".lane").count()) await page.getByRole("button", { name: "Look at the table" }).click();
    }
    const job = await atWork.first().getAttribute("aria-label");
    assert.match(job, /(first|second|third|last) job/i);
    assert.equal(await page.locator(".centre [data-zone$='/0']").count(), 0, "mine lie before me");
    const marked = page.locator(".centre .zlabel .mark");
    assert.ok((await marked.count()) >= 2, "the job says who works there");
    for (const width of [1440, 820, 360]) {
      await page.setViewportSize({ width, height: sizes[width] });
      await checkStill(page, `workers at ${width}`);
      await shoot(page, `workers-${thing}`);
    }
    await page.setViewportSize({ width: 1440, height: sizes[1440] });
  }
  await close(page);
}

/** A hint is a friend's word: what he would do, and why. */
async function aFriendsHint() {
  const { host, friend } = await twoAt(house, { game: "kings-council", seats: 2 });
  await deal(host);
  const [page] = await whoseTurn(host, friend);
  await page.setViewportSize({ width: 390, height: sizes[390] });
  await page.keyboard.press("h");
  const advice = page.locator("dialog[open] .advice");
  await advice.waitFor();
  assert.match(await advice.textContent(), /^I would: .+\. .+\.$/);
  const worths = await page.locator(".hints li").evaluateAll((all) =>
    all.map((li) => [li.querySelector(".what b").textContent, li.querySelector(".worth").textContent]),
  );
  for (const [what, worth] of worths) if (what === "Fold") assert.equal(Number(worth), 0, "folding is 0");
  const most = worths.map(([, worth]) => Math.abs(Number(worth.replace("\u2212", "-"))));
  assert.ok(Math.max(...most) <= 200, `nobody has more than 100 to lose: ${most}`);
  await checkAxe(page, "a hint");
  await shoot(page, "hint");
  await close(host, friend);
}

const middleOf = async (target) => {
  const { x, y, width, height } = await target.boundingBox();
  return [x + width / 2, y + height / 2];
};

async function dragByMouse(page, thing, target) {
  await page.mouse.move(...(await middleOf(thing)));
  await page.mouse.down();
  const [x, y] = await middleOf(target);
  await page.mouse.move(x - 20, y - 20, { steps: 4 });
  await page.mouse.move(x, y);
  await page.mouse.up();
}

async function dragByFinger(page, thing, target) {
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, ...at) =>
    fingers.send("Input.dispatchTouchEvent", { type, touchPoints: at.length ? [{ x: at[0], y: at[1] }] : [] });
  const [from, to] = [await middleOf(thing), await middleOf(target)];
  await touch("touchStart", ...from);
  for (const part of [0.2, 0.5, 0.8, 1]) await touch("touchMove", ...from.map((n, i) => n + (to[i] - n) * part));
  await touch("touchEnd");
}

/** Dragged along the hand a card lies there; onto the table it is played. */
async function dragToOrderAndPlay() {
  const page = await openWindow(1024);
  const fields = { game: "heroes-plunder", seats: 2, bots: [null, "random"], options: ["wager=none"] };
  await layTable(house, page, "Anna", fields);
  await deal(page);
  await page.locator(asked).waitFor();
  const hand = page.locator(".own .hand [data-item]");
  const names = () => hand.evaluateAll((all) => all.map((card) => card.ariaLabel));
  const before = await names();
  await dragByMouse(page, hand.first(), hand.last());
  const moved = (first) => document.querySelector(".own .hand [data-item]").ariaLabel !== first;
  if (before[0] !== before[1]) await page.waitForFunction(moved, before[0]);
  const after = await names();
  assert.deepEqual([...after].sort(), [...before].sort(), "the same cards");
  assert.ok(after.lastIndexOf(before[0]) >= after.length - 2, `the first lies at the end: ${after}`);
  assert.equal(await page.locator(".is-sel").count(), 0, "to lay it elsewhere is not to take it");
  const played = after[2];
  await dragByMouse(page, hand.nth(2), page.locator(".table .centre"));
  const loot = page.locator(".own .z-sets [data-item]");
  await loot.first().waitFor();
  assert.equal(await loot.first().getAttribute("aria-label"), played, "dragged onto the table it is played");
  await close(page);
}

/** By a finger, each onto its place. */
async function dragToPlace() {
  const page = await openWindow(390, { touch: true });
  const fields = { game: "city-square", seats: 2, bots: [null, "random"], options: ["wager=none"] };
  await layTable(house, page, "Cleo", fields);
  await deal(page);
  await playUntil(page, ".assign");
  const loose = page.locator(".own .hand button[data-item]:not(.is-laid)");
  const all = await loose.count();
  for (let i = 0; i < all; i++) {
    await dragByFinger(page, loose.first(), page.locator(".cell.place:not(.laid)").first());
    await page.waitForFunction((n) => document.querySelectorAll(".cell.place.laid").length === n, i + 1);
  }
  assert.equal(await page.locator(`${asked} .btn.brass`).count(), 1, "all are placed");
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: sizes[width] });
    const covered = await settled(page, () => {
      const boxes = (selector) => [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect());
      const seats = Math.max(...boxes(".strip .plaque").map(({ bottom }) => bottom));
      return boxes(".cell.place .over").flatMap(({ top }) => (top < seats ? [top - seats] : []));
    });
    assert.deepEqual(covered, [], `no card lies under the seats at ${width}`);
  }
  await shoot(page, "dragged");
  await close(page);
}

/** A tablet has the order of a phone and the sizes of a table; on large screens all grows. */
async function tabletsAndLargeScreens() {
  const page = await openWindow(1440);
  const bots = [null, "random", "random", "random"];
  await layTable(house, page, "Anna", { game: "kings-council", seats: 4, bots, options: ["wager=none"] });
  await deal(page);
  await page.locator(asked).waitFor();
  const seen = {};
  for (const [width, height] of [[390, 844], [820, 1180], [1440, 900], [1920, 1080], [2560, 1440]]) {
    await page.setViewportSize({ width, height });
    await checkStill(page, `a table at ${width}`);
    const hidden = await settled(page, () => {
      const foot = document.querySelector(".app > .prompt").getBoundingClientRect().top;
      const low = [...document.querySelectorAll(".own .hand .card")].map((card) => card.getBoundingClientRect().bottom);
      return low.filter((bottom) => bottom > foot + 8);
    });
    if (width !== 390) assert.deepEqual(hidden, [], `the whole hand is seen at ${width}`);
    seen[width] = await page.evaluate(() => ({
      hand: document.querySelector(".own .hand .card").offsetWidth,
      words: parseFloat(getComputedStyle(document.querySelector(".plaque .nm1")).fontSize),
      below: document.querySelector(".own .since").getBoundingClientRect().width > innerWidth - 40,
    }));
    await shoot(page, "layout");
  }
  assert.ok(seen[820].below && seen[820].hand > 1.3 * seen[390].hand, JSON.stringify(seen));
  for (const [small, large] of [[1440, 1920], [1920, 2560]])
    for (const what of ["hand", "words"])
      assert.ok(seen[large][what] > 1.1 * seen[small][what], `${what}: ${JSON.stringify(seen)}`);
  await close(page);
}

const scenes = {
  tabletsAndLargeScreens,
  dragToOrderAndPlay,
  dragToPlace,
  aFriendsHint,
  mineLiesOpen,
  workersAtTheirJobs,
  calledFromAfar,
  focusStays,
  slateAndBuyIn,
  onceMoreInOneGo,
  onceMoreBetweenPeople,
  handStays,
};
const wanted = process.argv.slice(2);
await runScenes(
  "table",
  () => house,
  async () => {
    const list = Object.entries(scenes).filter(([name]) => !wanted.length || wanted.includes(name));
    await Promise.all(
      [0, 1].map(async (lane) => {
        for (const [name, scene] of list.filter((_, i) => i % 2 === lane)) await timed(name, scene());
      }),
    );
  },
);
console.log("browser: what a table shows of itself; no fault found");
