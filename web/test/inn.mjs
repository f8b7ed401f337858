// A table of guests at the inn: who one is, cards that are read, what is about
// to happen, gambling, standing orders; by mouse, touch and keys. TAPROOM_LONG=1 plays whole games as well, and waits
// for a game within the game.
import assert from "node:assert/strict";
import { answerQuickly, close, deal, layTable, patience, twoAt } from "./people.mjs";
import { asked, checkAxe, checkStill, ended, goOn, openHouse, openWindow } from "./windows.mjs";
import { runScenes, settled, shoot, timed } from "./windows.mjs";

const house = await openHouse();
const game = { game: "red-dragon-inn", seats: 4, bots: [null, "random", "random", "random"] };
const long = !!process.env["TAPROOM_LONG"];

async function look(page, name) {
  await checkStill(page, name);
  await checkAxe(page, name);
  await shoot(page, name);
}

/** Answers whatever comes, pressing pass where one may, until `there` is true; false if the game is over before, or it
 * does not come in so many minutes. */
async function passUntil(page, there, minutes = 2) {
  // An answer on its way still shows what was before it: what is there stays.
  const stays = async () => {
    if (!(await there())) return false;
    await page.waitForTimeout(300);
    return there();
  };
  for (const patient = patience(minutes); patient(); ) {
    if (await stays()) return true;
    if (await ended(page)) return false;
    if (await page.locator(asked).count()) await answerQuickly(page);
    else await goOn(page);
    await page.waitForTimeout(40);
  }
  return false;
}

/** The same with new tables, until one of the games has it. */
async function untilAtSomeTable(page, how, there, at = house) {
  for (const patient = patience(3); patient(); ) {
    await layTable(at, page, "Anna", { ...game, ...how });
    await deal(page);
    await chooseSomebody(page);
    if (await passUntil(page, there, 0.5)) return;
  }
  throw new Error("no game had it");
}

async function chooseSomebody(page, press = (locator) => locator.click()) {
  // Before the question is there, and while others choose, one's place is there already and says "You".
  const free = page.locator(".gp:not(.is-off)").first();
  const somebody = page.locator(".myplace .nm", { hasNotText: /^\s*(\d\s*)?You\b/ });
  await free.or(somebody).first().waitFor();
  // Under load a press may be lost.
  for (const patient = patience(0.5); patient() && (await free.count()); ) {
    await press(free);
    await press(page.locator(`${asked} .btn.brass`));
    await free.waitFor({ state: "detached", timeout: 2000 }).catch(() => {});
  }
  await page.locator(".myplace").waitFor();
}

/** By mouse: each with a portrait and a line; who is taken cannot be chosen. Then one's own place says who one is. */
async function whoOneIs() {
  const page = await openWindow(1440);
  await layTable(house, page, "Anna", game);
  await deal(page);
  const tiles = page.locator(".gp");
  await tiles.first().waitFor();
  assert.equal(await tiles.count(), 9, "all nine are there");
  const free = page.getByRole("radio");
  const taken = await page.locator(".gp.is-off").count();
  assert.equal((await free.count()) + taken, 9);
  for (const words of await free.allTextContents())
    assert.match(words, /^[A-Z][a-z]+ ?[A-Z].*\.$/, "a name and a line");
  assert.equal(await page.locator(".gp .portrait svg").count(), 9, "and a portrait");
  assert.equal(await page.locator(`${asked} .btn`).count(), 0, "nothing can be pressed before one has chosen");
  await look(page, "inn-guests");
  await free.first().click();
  const name = await free.first().locator("b").textContent();
  assert.equal(await page.locator(`${asked} .btn.brass .what`).textContent(), `Be ${name}`);
  await page.locator(`${asked} .btn.brass`).click();
  await page.locator(".myplace").waitFor();
  assert.match(await page.locator(".myplace .nm").textContent(), new RegExp(name));
  const track = await page.locator(".myplace .peg").getAttribute("aria-label");
  assert.match(track, /fortitude \d+, alcohol \d+, \d+ apart$/);
  await page.locator(".guest .duo").nth(2).waitFor(); // those who choose after us, too
  assert.equal(await page.locator(".guest .duo").count(), 3, "the others have theirs");
  assert.match(await page.locator(".guest").first().getAttribute("aria-label"), /as [A-Z].*fortitude \d+.*\d+ apart/);
  await page.locator(asked).waitFor();
  await look(page, "inn-table");
  // The buttons are short: what a card says is read under the mouse, left of what happens.
  const card = page.locator(".own .card.worded").first();
  await card.hover();
  const title = await card.locator(".words b").textContent();
  await page.locator(".reading .ti", { hasText: title }).waitFor();
  assert.ok((await page.locator(".reading p").textContent()).trim().length > 10, "with its text");
  for (const label of await page.locator(`${asked} .btn .what`).allTextContents())
    assert.ok(label.length < 60 || /: /.test(label), `a short button: ${label}`);
  await close(page);
}

const box = (page, part) =>
  page.evaluate((selector) => {
    const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
    return { top, bottom, left, right };
  }, part);

/** Before one chooses: the page about them, and the cards of one. */
async function whoTheyAre() {
  const page = await openWindow(1024);
  await layTable(house, page, "Anna", game);
  await deal(page);
  await page.keyboard.press("?");
  await page.locator(".prose").getByRole("button", { name: "characters" }).first().click();
  await page.getByRole("heading", { name: "Deirdre" }).waitFor();
  const cards = page.locator(".cardsof").first();
  await cards.locator("summary").click();
  await cards.locator("li").nth(20).waitFor();
  assert.match((await cards.locator("li").first().textContent()) ?? "", /×\d+, .*\./, "copies, sort and what it does");
  await checkAxe(page, "characters");
  await shoot(page, "characters");
  await close(page);
}

/** By touch on a small phone: a card is read over what happens, never over hand or question. */
async function readingByTouch() {
  const page = await openWindow(360, { touch: true });
  await layTable(house, page, "Anna", game);
  await deal(page);
  await checkStill(page, "guests on a phone");
  await shoot(page, "inn-guests");
  await chooseSomebody(page, (locator) => locator.tap());
  await page.locator(asked).waitFor();
  await page.locator(".own .card.worded").first().tap();
  await page.locator(".reading.own1").waitFor();
  const [read, hand, question] = [
    await box(page, ".reading.own1"), await box(page, ".own .hand"), await box(page, ".prompt"),
  ];
  assert.ok(read.bottom <= hand.top + 1 && read.bottom <= question.top, "over neither hand nor question");
  assert.ok(read.left >= 0 && read.right <= 360, "all of it is seen");
  await look(page, "inn-read");
  await page.locator(".reading.own1").tap();
  await page.locator(".reading.own1").waitFor({ state: "detached" });
  // What is about to happen, and whom the window asks; the last of it is lit and in sight.
  const happens = async () => (await page.locator(".stk .next").count()) && page.locator(asked).count();
  assert.ok(await passUntil(page, happens));
  await look(page, "inn-stack");
  const hidden = await settled(page, () => {
    const [last, centre] = [".stk .ef2:last-child", ".happen"].map((part) =>
      document.querySelector(part)?.getBoundingClientRect());
    return !last || last.top < centre.top - 1 || last.top > centre.bottom - 40 ? ["hidden"] : [];
  });
  assert.deepEqual(hidden, [], "what happens next is in sight");
  await close(page);
}

/** A window is open: what happens stands there, whom it asks, never who has passed; a reload changes nothing of it. */
async function theStackStays() {
  const page = await openWindow(1440);
  const told = (locator) => locator.allTextContents();
  const parts = () => Promise.all([told(page.locator(".stk .ef2")), told(page.locator(".circle .c1")),
    told(page.locator(`${asked} .ask b`))]);
  const open = async () =>
    (await page.locator(".windowline").count()) && (await page.locator(".stk .ef2").count()) &&
    page.locator(asked, { hasNotText: "A pause:" }).count(); // in a pause of a round nothing happens next
  await untilAtSomeTable(page, {}, open);
  const before = await parts();
  assert.ok(before[1].includes("you"), "the circle says whom the window asks");
  assert.doesNotMatch(before.flat().join(" "), /passes|passed|answered/, "nobody learns who passes");
  const next = await page.locator(".stk .next .h").textContent();
  assert.equal(before[2][0], next, "the question is about what happens next");
  await look(page, "inn-window");
  await page.reload();
  await page.locator(asked).waitFor();
  assert.deepEqual(await parts(), before, "who comes back sees the stack as it is");
  // Orders: the game's own, and what is usual alone with bots.
  await page.keyboard.press("o");
  const fits = page.getByLabel("Ask me when a card of mine fits what happens");
  await fits.waitFor();
  assert.ok(await fits.isChecked(), "usual with bots alone");
  assert.ok(!(await page.getByLabel("Ask me whenever there is gambling").isChecked()));
  await page.getByLabel("Ask me about my own Drinks").check();
  await page.getByRole("button", { name: "Back to the usual order" }).and(page.locator(":enabled")).waitFor();
  await look(page, "inn-orders");
  await page.keyboard.press("Escape");
  await close(page);
}

/** By keys on a tablet: who one is, a card that is read because it has the focus, an answer by its number. */
async function byKeys() {
  const page = await openWindow(820);
  let acks = 0;
  page.on("websocket", (line) => line.on("framereceived", ({ payload }) => (acks += /"ack"/.test(payload))));
  await layTable(house, page, "Anna", game);
  await deal(page);
  await page.locator(".gp").first().waitFor();
  await page.keyboard.press("2");
  await page.locator(".gp.is-sel").waitFor();
  await look(page, "inn-guests");
  await page.keyboard.press("Enter");
  await page.locator(".myplace").waitFor();
  await page.locator(asked).waitFor();
  // A question that comes meanwhile takes the focus.
  const focused = () => document.querySelector(".own .card.worded:focus .words b")?.textContent;
  let title;
  for (let tries = 0; tries < 10 && !title; tries++) {
    await page.locator(".own .card.worded").first().focus();
    await page.keyboard.press("ArrowRight");
    title = await page.evaluate(focused);
  }
  assert.ok(title, "the arrows lead from card to card");
  await page.locator(".reading .ti", { hasText: title }).waitFor();
  assert.match(await page.locator(".own .card.worded:focus").getAttribute("aria-label"), /[a-z]+\./, "spoken as well");
  await look(page, "inn-table");
  // The next window may ask the same again; and a pause may be over just as one answers.
  const before = acks;
  for (let tries = 0; acks === before; tries++) {
    assert.ok(tries < 10, "1 is no answer");
    await page.keyboard.press("1");
    for (const end = Date.now() + 3000; acks === before && Date.now() < end; ) await page.waitForTimeout(20);
  }
  await close(page);
}

/** A round of gambling: who is in control of how much, and who is in it. */
async function gambling() {
  const page = await openWindow(1440);
  const round = page.locator(".stk .ef2", { hasText: /is in control of the pot of \d+/ });
  const who = page.locator(".guest .meta em", { hasText: /in the round|in control|left the round/ });
  await untilAtSomeTable(page, {}, async () =>
    (await round.count()) && (await who.first().isVisible()) && page.locator(asked).count());
  await look(page, "inn-gamble");
  await close(page);
}

/** A game of the house within the inn: its table lies in the middle, one's hands both. */
async function gameWithin(width) {
  const page = await openWindow(width, { touch: width < 800 });
  const inner = page.locator(".happen .centre .zone");
  const laid = async () => (await inner.count()) && page.locator(asked).count();
  await untilAtSomeTable(page, { options: ["games"] }, laid);
  await look(page, "inn-game-within");
  await close(page);
}

/** From the deal to the end, whatever comes, by one kind of pointer. */
async function wholeGame(width, touch) {
  const page = await openWindow(width, { touch });
  const press = (locator) => (touch ? locator.tap({ timeout: 3000 }) : locator.click({ timeout: 3000 }));
  await layTable(house, page, "Anna", { ...game, seats: 3, bots: [null, "random", "random"] });
  await deal(page);
  await chooseSomebody(page, press);
  for (const patient = patience(9); !(await ended(page)); ) {
    assert.ok(patient(), "the game does not end");
    await goOn(page);
    const lit = page.locator(".own button.is-hi");
    if (!(await page.locator(asked).count())) await page.waitForTimeout(60);
    else {
      // Cards by touching them, then the button that names them; what has none by its button.
      if ((await lit.count()) && Math.random() < 0.5)
        await press(lit.nth(Math.floor(Math.random() * (await lit.count())))).catch(() => {});
      const button = page.locator(`${asked} .choices .btn:not([disabled])`);
      const n = await button.count();
      if (n) await press(button.nth(Math.floor(Math.random() * n))).catch(() => {});
      await page.waitForTimeout(40);
    }
    await checkStill(page, `a whole game at ${width}`);
  }
  await shoot(page, "inn-end");
  await close(page);
}

/** In sides: what a side has together is shown once, at one's own place for one's own; a mate's hand can be read; and
 * what is asked of a side one answers for both. */
async function inSides() {
  const page = await openWindow(1440);
  await layTable(house, page, "Anna", {
    ...game, options: ["variant=two-headed", "company=all"], cast: ["wrench", "halden", "serena", "fiona"],
  });
  await deal(page);
  // Totems may be used up by then: the next turn shows others.
  const mate = page.locator('.guest[data-seat="1"]');
  const lies = async () => (await mate.locator(".lying > span").count()) > 0;
  const asks = async () => (await page.getByText("Who of you drinks next?").count()) > 0;
  assert.ok(await passUntil(page, async () => (await asks()) && (await lies())),
    "what lies before the mate is told by its titles");
  assert.equal(await page.locator(".myplace .peg").count(), 1, "the scale of my side is mine");
  assert.equal(await page.locator(".guest .duo").count(), 1, "and that of the other side is shown once");
  assert.match((await mate.textContent()) ?? "", /with you/);
  assert.equal(await mate.locator(".duo").count(), 0);
  const tokens = await page.locator('.guest[data-seat="2"] .lies').textContent();
  assert.match(tokens ?? "", /Piety \d/, "tokens have numbers");
  assert.equal(await page.locator(".guest .letters").count(), 0, "nobody is told by letters");
  for (const id of ["halden", "serena"])
    assert.equal(await page.locator(`.guest .portrait.f-${id} use[href="#c-${id}"]`).count(), 1, `${id} is drawn`);
  await look(page, "inn-sides");
  await page.reload(); // who comes back sees the hands of his side again
  await mate.locator(".enlarge").click();
  await page.getByRole("dialog").waitFor();
  assert.ok(await page.getByRole("dialog").getByText(/^(Action|Anytime|Sometimes|Gambling|Cheating)/).count(),
    "the cards of a mate are read");
  await shoot(page, "inn-sides-mate");
  await close(page);
}

/** Before the deal: who plays with whom, chosen with a seat or drawn by lot, and who is the Boss. */
async function whoPlaysWithWhom() {
  const page = await openWindow(390, { touch: true });
  await layTable(house, page, "Anna", {
    ...game, options: ["variant=boss", "company=all"], cast: ["amundyr", "gog", null, null],
    bots: [null, null, "random", null],
  });
  const chairs = page.locator(".chair");
  assert.match((await chairs.nth(0).textContent()) ?? "", /side 1, Boss, plays Amundyr/);
  assert.match((await chairs.nth(1).textContent()) ?? "", /side 2, plays Gog/);
  await checkAxe(page, "before the deal");
  await shoot(page, "inn-waiting");
  await chairs.nth(1).getByRole("button", { name: "Sit here instead" }).click();
  await chairs.nth(1).getByText("Anna (you)").waitFor();
  const mine = async () => (await chairs.allTextContents()).findIndex((words) => /\(you\)/.test(words));
  for (let tries = 0; (await mine()) === 1; tries++) {
    assert.ok(tries < 40, "lots are drawn");
    await page.getByRole("button", { name: "Draw the sides" }).click();
    await page.waitForTimeout(100);
  }
  await close(page);
}

/** On a phone what lies before one is read in full, with its Fortitude. */
async function ownRow() {
  const page = await openWindow(390, { touch: true });
  const row = page.locator(".me .lying button", { hasText: /Fortitude \d$/ });
  const item = page.locator('.own button.is-hi[aria-label^="Action, Item"]');
  const begin = async () => {
    await layTable(house, page, "Anna", { ...game, options: ["company=all"], cast: ["wrench", null, null, null] });
    await deal(page);
  };
  await begin();
  const isOut = async () => (await page.getByText("You are out; the others play on.").count()) > 0;
  for (const patient = patience(3); !(await row.count()) || !(await page.locator(asked).count()); ) {
    assert.ok(patient(), "nothing was laid down");
    if ((await ended(page)) || (await isOut())) await begin();
    else if ((await page.locator(`${asked} .ask b`, { hasText: "Your Action?" }).count()) && (await item.count())) {
      await item.first().tap({ timeout: 2000 }).catch(() => {});
      await page.locator(`${asked} .btn.brass`, { hasText: "Play" }).tap({ timeout: 2000 }).catch(() => {});
    } else if (await page.locator(asked).count()) await answerQuickly(page);
    else await page.waitForTimeout(40);
  }
  const words = (await row.first().textContent()) ?? "";
  assert.match(words, /[a-z] Fortitude \d$/);
  const { left, right, top, bottom } = await box(page, ".me .lying button");
  const question = await box(page, ".prompt");
  assert.ok(left >= 0 && right <= 390 && bottom <= question.top + 1, `in sight: ${[left, right, top, bottom]}`);
  const cut = await row
    .first()
    .evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);
  assert.ok(!cut, "nothing of it is cut off");
  await look(page, "inn-own-row");
  await row.first().tap({ force: true }); // nothing to do with it now
  await page.locator(".reading.own1").waitFor();
  await close(page);
}

/** What is said to one's side comes to the mate and to nobody else; who plays alone is not asked to whom. */
async function sideTalk() {
  const { host, friend, link } = await twoAt(house, {
    ...game, options: ["variant=two-headed"], bots: [null, null, "random", "random"],
  });
  const watcher = await openWindow(1024);
  await watcher.goto(link);
  await deal(host);
  await Promise.all([host, friend].map((page) => chooseSomebody(page)));
  await watcher.locator(".guest .duo").nth(1).waitFor();
  for (const page of [host, friend, watcher]) {
    await page.keyboard.press("c");
    await page.locator(".chatlines").waitFor();
  }
  const only = host.getByLabel("Only to Bert, on my side");
  await only.check();
  await host.getByLabel("Say something").fill("I hold a shield");
  await host.keyboard.press("Enter");
  await friend.locator(".chatlines").getByText("(to your side) I hold a shield").waitFor();
  await look(host, "inn-side-talk");
  await only.uncheck();
  await host.getByLabel("Say something").fill("Good evening to all");
  await host.keyboard.press("Enter");
  await watcher.locator(".chatlines").getByText("Good evening to all").waitFor();
  assert.doesNotMatch((await watcher.locator(".chatlines").textContent()) ?? "", /shield/);
  assert.equal(await watcher.getByLabel(/on my side/).count(), 0, "who watches has no side");
  await close(host, friend, watcher);
}

/** Against a Boss: he is marked as one, his Actions lie open before him and are counted, and each side has a mark; a
 * sign and a word tell who has acted. */
async function againstABoss() {
  const page = await openWindow(1440);
  const battle = {
    options: ["variant=boss"],
    cast: ["daareka", null, null, null],
    bots: ["random", null, "random", "random"],
  };
  const boss = page.locator('.guest[data-seat="0"]');
  const iAmAsked = async () => (await page.locator(asked).count()) > 0;
  const lies = async () => (await boss.locator('.mini[aria-label="actions"]').count()) > 0;
  await untilAtSomeTable(page, battle, async () => (await iAmAsked()) && (await lies()));
  assert.match((await boss.locator(".part").textContent()) ?? "", /^Boss, (no|\d) Actions? left$/);
  assert.equal(await boss.locator(".sidemark").textContent(), "1");
  assert.equal(await page.locator(".myplace .sidemark").textContent(), "2");
  await look(page, "inn-boss");
  const acted = page.locator(".meta em.done", { hasText: "has acted" });
  await untilAtSomeTable(page, battle, async () => (await acted.locator("svg").count()) > 0);
  await shoot(page, "inn-boss-acted");
  await close(page);
}

await runScenes("inn", () => house, async () => {
  await timed("who one is, and the stack", Promise.all([whoOneIs(), theStackStays()]));
  await timed("by touch and by keys", Promise.all([readingByTouch(), byKeys()]));
  await timed("gambling, and who they are", Promise.all([gambling(), whoTheyAre()]));
  await timed("in sides, and against a Boss", Promise.all([inSides(), againstABoss()]));
  await timed("side talk, and before the deal", Promise.all([sideTalk(), whoPlaysWithWhom(), ownRow()]));
  if (long) {
    await timed("a game within the game", Promise.all([gameWithin(1440), gameWithin(360)]));
    await timed("whole games", Promise.all([wholeGame(1440, false), wholeGame(360, true)]));
  }
});
