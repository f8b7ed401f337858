// In Firefox, through WebDriver BiDi: the door, one whole hand, a showdown. What Chromium forgives may fail here.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import puppeteer from "puppeteer-core";

const taproom = process.env["TAPROOM"];
const shots = join(dirname(taproom), "shots");
mkdirSync(shots, { recursive: true });
const data = mkdtempSync(join(tmpdir(), "taproom-firefox-"));
const faults = [];

const server = spawn(taproom, ["serve", "--port", "0", "--data", data], { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((resolve, reject) => {
  let said = "";
  server.stdout.on("data", (text) => {
    said += text;
    const found = /http:\/\/[^\s]+/.exec(said);
    if (found) resolve(new URL(found[0]).origin);
  });
  server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
});

let browser;
let failed = false;
try {
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env["FIREFOX"] ?? "/usr/bin/firefox-esr",
    headless: true,
    // Firefox wants a home of its own; root's may belong to somebody else.
    env: { ...process.env, HOME: data, MOZ_DISABLE_CONTENT_SANDBOX: "1" },
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1, "app.update.enabled": false },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error" && !/WebSocket|favicon/i.test(line.text())) faults.push(line.text());
  });
  await page.setViewport({ width: 1280, height: 800 });
  const shoot = (name) => page.screenshot({ path: join(shots, `firefox-${name}.png`) });
  const count = (selector) => page.evaluate((words) => document.querySelectorAll(words).length, selector);
  const text = (selector) => page.evaluate((words) => document.querySelector(words)?.textContent ?? "", selector);
  const still = async (where) =>
    assert.deepEqual(
      await page.evaluate(() => [
        document.documentElement.scrollWidth > innerWidth,
        document.documentElement.scrollHeight > innerHeight,
      ]),
      [false, false],
      `${where} does not scroll`,
    );

  // The door.
  await page.goto(url);
  await page.waitForSelector(".door:not(.waits) .gtile");
  assert.ok((await count(".gtile")) >= 17, "every game has its tile");
  await still("the door");
  await page.type(".srch input", "rogues and warriors");
  await page.waitForFunction(() => document.querySelectorAll(".gtile").length === 1);
  await page.evaluate(() => localStorage.setItem("taproom.pace", "brisk"));
  await shoot("door");
  await page.click(".pl2 .btn.brass");

  // A whole hand: nobody folds, so that there is a showdown unless the bots all leave.
  await page.waitForSelector(".app .prompt");
  await page.waitForSelector(".own .card:not(.down)");
  assert.equal(await text(".bar h1"), "Rogues and Warriors");
  assert.equal(await count(".own .card:not(.down)"), 2, "two cards of mine lie open");
  let pictured = false;
  const end = Date.now() + 240_000; // no machine is that slow, and no luck that bad
  for (let shown = false; !shown; ) {
    while (!(await count(".prompt.end"))) {
      assert.ok(Date.now() < end, "no showdown came");
      if (!pictured && (await count(".prompt:not(.quietly)"))) {
        await still("the table");
        await shoot("table");
        pictured = true;
      }
      await page.evaluate(() => {
        const buttons = [...document.querySelectorAll(".prompt:not(.quietly):not(.end) .choices .btn:not([disabled])")];
        const button = buttons.find((one) => !/^(Fold|Raise)/.test(one.textContent));
        if (button) return button.click();
        document.querySelector(".own .is-hi")?.click();
      });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await page.waitForSelector(".prompt.end");
    assert.match(await text(".prompt.end .ask b"), /win|share|takes|take/i, "who won is said");
    shown = (await count(".app.sd .lane .card:not(.down)")) > 0;
    if (shown) break;
    await page.evaluate(() =>
      [...document.querySelectorAll(".btn")].find((button) => button.textContent === "Once more")?.click(),
    );
    await page.waitForFunction(() => !document.querySelector(".prompt.end") && document.querySelector(".app .prompt"));
  }

  // The showdown: hands by place, each with its points, the winner first and lit.
  assert.ok((await count(".app.sd .lane")) >= 2, "a lane for each hand");
  assert.equal(await count(".lane:first-child.win, .lane:first-child.part"), 1, "the winner comes first and is lit");
  assert.ok((await count(".lane .pts b")) >= 2, "points of every hand that was shown");
  await still("the showdown");
  await shoot("showdown");
} catch (error) {
  failed = true;
  console.error(error);
  const [page] = (await browser?.pages().catch(() => [])) ?? [];
  await page?.screenshot({ path: join(shots, "failure-firefox.png") }).catch(() => {});
} finally {
  await browser?.close().catch(() => {});
  server.removeAllListeners("exit");
  server.kill();
  rmSync(data, { recursive: true, force: true });
}
for (const fault of new Set(faults)) console.error(`not ok: ${fault}`);
if (failed || faults.length) process.exit(1);
console.log("firefox: the door, a whole hand, a showdown; no fault found");
