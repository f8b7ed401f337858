// Somebody at your elbow: offered at the door, in every game, called and sent away, and never in the way.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { close, deal, layTable, patience } from "./people.mjs";
import { asked, checkAxe, checkStill, ended, faults, goOn, openHouse, openWindow } from "./windows.mjs";
import { runScenes, settled, shoot, sizes, timed } from "./windows.mjs";

const house = await openHouse();
const folder = new URL("../../docs/elbow/", import.meta.url);
const flat = (text) => text.replaceAll("**", "").replace(/\s+/g, " ");
const pages = new Map(
  readdirSync(folder).map((name) => [name.replace(".md", ""), flat(readFileSync(new URL(name, folder), "utf8"))]),
);
const says = (page) => page.locator(".elbow .says span").innerText();
const isHere = (page) => page.locator(".elbow .says span:not(:empty)").waitFor(); // his place comes before his words

/** It lies on nothing, nothing lies on it, and there is no need to scroll. */
async function checkRoom(page, where) {
  const found = await settled(page, () => {
    const box = (e) => e.getBoundingClientRect();
    const slip = document.querySelector(".elbow");
    const over = (a, b, by) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > by &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
    const corner = 12; // of a card in a fan: it lies on the edge of the slip below, as it does without him
    const parts = document.querySelectorAll(".app :is(.card, .btn, .plaque, .dieb, .tcard, .prompt, .bar, .ask)");
    const room = (part) => (part.matches(".hand .card") ? corner : 1);
    const shown = document.querySelector(".app > main");
    /** Of lanes that can be scrolled, what is in sight. */
    const seen = (part) => {
      const { left, top, right, bottom } = box(part);
      return { left, top, right, bottom: part.closest(".lane") ? Math.min(bottom, box(shown).bottom) : bottom };
    };
    const wrong = [...parts]
      .filter((part) => part.checkVisibility() && over(seen(part), box(slip), room(part)))
      .map((part) => `covers ${part.className} ${part.textContent.slice(0, 20)}`);
    if (box(slip).left < 0 || box(slip).right > innerWidth) wrong.push("out of the window");
    if (slip.scrollWidth > slip.clientWidth + 1) wrong.push("too wide");
    for (const button of slip.querySelectorAll("button"))
      if (innerWidth < 860 && box(button).height < 43) wrong.push(`small: ${button.textContent}`);
    const prompt = document.querySelector(".app .prompt");
    const whole = prompt.scrollHeight <= prompt.clientHeight + 1; // else it scrolls by itself
    for (const part of whole ? prompt.querySelectorAll(".btn") : [])
      if (box(part).bottom > innerHeight + 1) wrong.push("a button is out of sight");
    return wrong.slice(0, 4);
  });
  for (const fault of found) faults.push(`${where}: ${fault}`);
  await checkStill(page, where);
}

/** A stranger presses "Start here" on a phone and is led through a whole hand; the next one he plays alone. */
async function firstHand() {
  const page = await openWindow(360, { touch: true });
  await page.goto(house.url);
  await page.getByText("Somebody sits at your elbow").waitFor({ state: "attached" });
  await page.evaluate(() => localStorage.setItem("taproom.pace", "brisk"));
  await page.getByRole("button", { name: "Start here" }).tap();
  await isHere(page);
  await page.locator(asked).waitFor();
  const said = [await says(page)];
  assert.match(said[0], /^Two cards each/);
  await shoot(page, "elbow-start");
  while (await page.locator(".elbow").getByRole("button", { name: "Go on" }).count()) {
    await page.locator(".elbow").getByRole("button", { name: "Go on" }).tap();
    said.push(await says(page));
  }
  assert.ok(said.length > 2 && said.join(" ").includes("Only you see your cards"), `slip by slip: ${said}`);
  await checkRoom(page, "a first hand");
  await checkAxe(page, "a first hand");
  await page.getByRole("button", { name: "What would you do?" }).tap();
  await page.getByText(/I would do this: (fold|call|check|bet|raise)/).waitFor();
  await shoot(page, "elbow-advice");
  for (const patient = patience(); !(await ended(page)); ) {
    assert.ok(patient(), "the hand does not end");
    await page.locator(`${asked}, .prompt.end, .chapter`).first().waitFor();
    if (await page.locator(asked).count()) said.push(await says(page));
    // Whoever folds sees no more: the last button bets, the first folds.
    const button = page.locator(`${asked} .choices .btn:not([disabled])`, { hasNotText: /^(Fold|Raise)/ });
    const card = page.locator(".own .is-hi").first();
    if (await button.count()) await button.first().click({ timeout: 2000 }).catch(() => {});
    else if (await card.count()) await card.click({ timeout: 2000, position: { x: 8, y: 20 } }).catch(() => {});
    await page.waitForTimeout(40);
  }
  await page.locator(".prompt.end").waitFor();
  const own = pages.get("rogues-and-warriors") + pages.get("any");
  for (const text of said)
    assert.ok(own.includes(flat(text)) || text.startsWith("I would do this"), `not a word of his: ${text}`);
  assert.ok(said.some((text) => text.includes("turn up one card")), `of the card that is shown: ${said}`);
  // Where hands are shown he needs no more than a line, until he is asked.
  const height = () => page.locator(".elbow").evaluate((slip) => slip.offsetHeight);
  await settled(page, () => (document.querySelector(".elbow").offsetHeight <= 48 ? [] : ["not folded"]));
  assert.ok((await height()) <= 48, `folded he is ${await height()} high`);
  await checkRoom(page, "hands with somebody at the elbow");
  const below = await page.evaluate(() => {
    const [lane, shown] = [".lane", ".app > main"].map((one) => document.querySelector(one).getBoundingClientRect());
    return lane.bottom - shown.bottom;
  });
  assert.ok(below <= 0, `the best hand is in sight but for ${below}`);
  await shoot(page, "elbow-folded");
  await page.getByRole("button", { name: "A word about it" }).tap();
  assert.ok((await height()) > 60 && own.includes(flat(await says(page))), "he has a word about the end");
  await checkRoom(page, "the end of a first hand");
  await checkAxe(page, "the end of a first hand");
  await shoot(page, "elbow-end");
  await page.getByRole("button", { name: "Once more" }).tap();
  await page.locator(".app .prompt:not(.end)").waitFor();
  assert.equal(await page.locator(".elbow").count(), 0, "what was explained is known");
  await close(page);
}

/** He has words for every game, in every width, and finds a place in it. */
async function everyGame() {
  const page = await openWindow(360);
  await page.goto(house.url);
  await page.locator(".gtile").first().waitFor();
  const games = await page.locator(".gtile input").evaluateAll((inputs) => inputs.map((input) => input.value));
  await page.evaluate(() => localStorage.setItem("taproom.elbow", "here"));
  const few = ["three-kingdoms", "city-square", "the-wheel", "adventurers-choice"];
  const tried = process.env["TAPROOM_LONG"] ? games : games.filter((game) => few.includes(game));
  assert.ok(tried.length >= few.length);
  for (const [i, game] of tried.entries()) {
    await page.setViewportSize({ width: 1024, height: sizes[1024] }); // a phone does not ask for a known name
    const seats = game === "dragons-gold" ? 3 : 4;
    const bots = Array.from({ length: seats }, (_, seat) => (seat ? "random" : null));
    await layTable(house, page, "Anna", { game, seats, bots, id: game }); // the same id would be the same table
    await page.getByRole("button", { name: /^Deal/ }).click();
    await isHere(page);
    // Where all bots fold at once the hand is over before one is asked.
    await page.locator(`${asked}, .prompt.end, .chapter`).first().waitFor();
    for (const patient = patience(); await page.locator(".chapter").count(); await goOn(page))
      assert.ok(patient(), `${game} asks nothing`);
    await page.locator(`${asked}, .prompt.end`).first().waitFor();
    const words = flat(await says(page));
    const own = few.at(-1) === game ? [...pages.values()].join() : (pages.get(game) ?? "") + pages.get("any");
    assert.ok(words.length > 20 && own.includes(words), `${game}: ${words}`);
    for (const width of [360, i % 2 ? 820 : 1440]) {
      await page.setViewportSize({ width, height: sizes[width] });
      await checkRoom(page, `${game} with somebody at the elbow at ${width}`);
      await shoot(page, `elbow-${game}`);
    }
    if (i % 6 === 0) await checkAxe(page, `${game} with somebody at the elbow`);
  }
  await close(page);
}

/** The key G, the menu and his own button; remembered by the browser. Another's answer does not ask again. */
async function calledAndSent() {
  const page = await openWindow(1024);
  await layTable(house, page, "Anna", { game: "heroes-plunder", seats: 3, bots: [null, "random", "random"] });
  await deal(page);
  await page.locator(asked).waitFor();
  assert.equal(await page.locator(".elbow").count(), 0, "nobody has called him");
  await page.keyboard.press("g");
  await isHere(page);
  await page.reload();
  await isHere(page);
  await page.locator(asked).waitFor();
  await page.locator(".elbow").getByRole("button", { name: "Go on" }).click();
  await page.getByText("A Warrior is a set by itself").waitFor();
  await page.locator(".own .is-hi").first().click({ position: { x: 8, y: 20 } });
  await page.getByRole("button", { name: /^Keep the/ }).click();
  await page.getByText("You have seen what is going round").waitFor();
  await page.getByRole("button", { name: "Leave me be" }).click();
  await page.locator(".elbow").waitFor({ state: "detached" });
  await page.reload();
  await page.locator(asked).waitFor();
  assert.equal(await page.locator(".elbow").count(), 0, "sent away is sent away");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Somebody at my elbow" }).click();
  await isHere(page);
  await goOn(page);
  await checkAxe(page, "called in the middle of a game");
  await close(page);
}

await runScenes("elbow", () => house, async () => {
  await timed("a first hand", firstHand());
  await timed("called and sent away", calledAndSent());
  await timed("every game", everyGame());
});
