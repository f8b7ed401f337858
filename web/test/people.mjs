// People at tables of a real server: laying a table, sitting down, answering somehow.
import assert from "node:assert/strict";
import { asked, goOn, openWindow } from "./windows.mjs";

/**
 * A table as the form does not offer it (clocks of seconds), laid by the guest of this window, who then sits down at
 * it.
 */
export async function layTable(house, page, name, fields) {
  if (!page.url().startsWith(house.url)) await page.goto(house.url);
  const id = await page.evaluate(
    ([wish, who]) =>
      new Promise((resolve, reject) => {
        localStorage.setItem("taproom.name", who);
        const socket = new WebSocket(`ws://${location.host}/ws`, "taproom.1");
        const create = () => socket.send(JSON.stringify({ type: "create", id: `lay-${Date.now()}`, ...wish }));
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", version: 1, name: who }));
        socket.onmessage = (event) => {
          const message = JSON.parse(event.data);
          if (message.type === "welcome") create();
          // A house wants a pause between many tables of one guest.
          if (message.type === "error" && /wait a little/.test(message.text)) setTimeout(create, 1000);
          else if (message.type === "error") reject(new Error(message.text));
          if (message.type === "ack") {
            socket.close();
            resolve(message.table);
          }
        };
      }),
    [{ pace: 0, ...fields }, name],
  );
  const link = `${house.url}/t/${id}`;
  await page.goto(link);
  await page.getByText("You sit at the table.").waitFor();
  return link;
}

export async function sitDown(page, link, name) {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.getByText("You sit at the table.").waitFor();
}

/** Two windows at one table, dealt; the host first. */
export async function twoAt(house, fields, { width = 1024, friend: how = {} } = {}) {
  const host = await openWindow(1024);
  const friend = await openWindow(how.width ?? width, how);
  const link = await layTable(house, host, "Anna", fields);
  await sitDown(friend, link, "Bert");
  await host.getByText("Bert").waitFor();
  return { host, friend, link };
}

export async function deal(page) {
  await page.getByRole("button", { name: /^Deal/ }).click();
  await page.locator(".app .prompt").waitFor();
}

export const isAsked = (page) => page.locator(asked).count();
export const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));

/** The one of two who is asked, and the other. */
export async function whoseTurn(one, two) {
  await Promise.race([one.locator(asked).waitFor(), two.locator(asked).waitFor()]);
  return (await isAsked(one)) ? [one, two] : [two, one];
}

export async function menu(page, entry) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: entry }).click();
}

export async function answerQuickly(page) {
  await goOn(page);
  const button = page.locator(`${asked} .choices .btn:not([disabled], [aria-expanded])`);
  if (await button.count())
    await button
      .first()
      .click({ timeout: 2000 })
      .catch(() => {});
}

/** True until it has taken so long that no machine is that slow: what is waited for counts, not how often one looks. */
export function patience(minutes = 3) {
  const end = Date.now() + minutes * 60_000;
  return () => Date.now() < end;
}

/** All answer whatever comes, until it is over for all. */
export async function playOut(...pages) {
  const over = async () => (await Promise.all(pages.map((page) => page.locator(".prompt.end").count()))).every(Boolean);
  for (const patient = patience(); !(await over()); ) {
    assert.ok(patient(), "the game does not end");
    await Promise.all(pages.map(answerQuickly));
    await pages[0].waitForTimeout(50);
  }
}

/** Answers whatever comes until the question has what is wanted. */
export async function playUntil(page, wanted) {
  for (const patient = patience(); patient(); ) {
    await page.locator(`${asked}, .prompt.end, .chapter`).first().waitFor();
    if (await page.locator(wanted).count()) return;
    assert.equal(await page.locator(".prompt.end").count(), 0, `the game ended without ${wanted}`);
    await answerQuickly(page);
    await page.waitForTimeout(60);
  }
  throw new Error(`no ${wanted} came`);
}
