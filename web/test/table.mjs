// What a table shows of itself: money that goes on, one game after another, what lies where.
import assert from "node:assert/strict";
import { answerQuickly, close, deal, twoAt } from "./people.mjs";
import { checkAxe, checkStill, openHouse, runScenes, shoot, timed } from "./windows.mjs";

const house = await openHouse();

/** Both answer whatever comes, until it is over for both. */
async function playOut(...pages) {
  const over = async () => (await Promise.all(pages.map((page) => page.locator(".prompt.end").count()))).every(Boolean);
  for (let turn = 0; !(await over()); turn++) {
    assert.ok(turn < 400, "the game does not end");
    await Promise.all(pages.map(answerQuickly));
    await pages[0].waitForTimeout(50);
  }
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
    await host.getByRole("button", { name: "Once more" }).click(); // a tie
    await host.getByText("You sit at the table.").waitFor();
    await friend.getByRole("button", { name: "To the next game" }).click();
    await deal(host);
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
  const again = winner.getByRole("button", { name: /nce more$/ });
  await again.click();
  await winner.getByText("You sit at the table.").waitFor();
  await winner.getByRole("button", { name: "Everybody afresh" }).click();
  await winner.locator(".chair .slate").waitFor({ state: "detached" });
  await winner.getByText("coins").waitFor({ state: "detached" }); // nothing goes on any more
  await close(host, friend);
}

const scenes = { slateAndBuyIn };
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
