// Windows at a real server: what the tests in a browser share.
import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const taproom = process.env["TAPROOM"];
/** The program with the test games: windows, splits, counts. */
export const trial = process.env["TRIAL"];
export const shots = join(dirname(taproom), "shots");
mkdirSync(shots, { recursive: true });
export const data = mkdtempSync(join(tmpdir(), "taproom-house-"));
const axeSource = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
export const sizes = { 360: 640, 390: 844, 820: 1180, 1024: 768, 1440: 900, 1920: 1080 };
export const faults = [];

export async function openHouse(port = 0, { program = taproom, flags = [], folder = data } = {}) {
  const child = spawn(program, ["serve", "--port", String(port), "--data", folder, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
      const found = /http:\/\/[^\s]+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return { child, url: new URL(url).origin, port: Number(new URL(url).port) };
}

export const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

/** worker: the browser may keep the shell, as it does for people; motion: things travel and turn. */
export async function openWindow(width, { touch = false, worker = false, motion = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height: sizes[width] ?? 800 },
    hasTouch: touch,
    reducedMotion: motion ? "no-preference" : "reduce",
    serviceWorkers: worker ? "allow" : "block",
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (line) => {
    if (line.type() === "error" && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(line.text()))
      faults.push(`${page.url()}: ${line.text()}`);
  });
  page.setDefaultTimeout(30_000);
  return page;
}

export const picture = (page, name) =>
  page.screenshot({ path: join(shots, `${name}-${page.viewportSize().width}.png`) });
/** To be looked at: SHOTS=1 takes them, half a second each. */
export const shoot = (page, name) => (process.env["SHOTS"] ? picture(page, name) : undefined);

/** Nothing serious, and nothing that can be worked around either: no violation of impact serious or critical. */
export async function checkAxe(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // Of a card that is half out of a hand that scrolls, axe reads some words only, and misses the others in its name.
  const violations = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then((found) => {
      const isCut = (one) => {
        const hand = one?.closest(".hand.scrolls")?.getBoundingClientRect(), at = one?.getBoundingClientRect();
        return hand && (at.right > hand.right || at.left < hand.left);
      };
      const counts = (rule, node) =>
        rule !== "label-content-name-mismatch" || !isCut(document.querySelector(node.target.join(" ")));
      return found.violations.map((v) => [v.id, v.impact, v.nodes.filter((n) => counts(v.id, n)).slice(0, 3)
        .map((n) => n.target.join(" ") + ": " + n.failureSummary)]).filter((v) => v[2].length);
    })`,
  );
  for (const [id, impact, nodes] of violations)
    if (impact === "serious" || impact === "critical")
      faults.push(`axe at ${where}: ${id}\n    ${nodes.join("\n    ")}`);
}

/**
 * What `look` still finds wrong in the page when it has had time to measure itself and settle; on a busy machine that
 * takes a while.
 */
export async function settled(page, look) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
  for (let tries = 0; ; tries++) {
    const found = await page.evaluate(look);
    if (!found.length || tries === 30) return found;
    await page.waitForTimeout(100);
  }
}

export async function checkStill(page, where) {
  const over = await settled(page, () => {
    const by = [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight];
    return by.some((pixels) => pixels > 0) ? by : [];
  });
  if (over.length) faults.push(`${where} scrolls by ${over}`);
}

export const asked = ".prompt:not(.quietly):not(.end)";
export const ended = (page) => page.locator(".prompt.end").count();

/** The end of a hand, or of a game of a row, lies there until one goes on. */
export async function goOn(page) {
  const button = page.locator('button:text-is("Go on")');
  if (await button.count()) await button.click({ timeout: 2000 }).catch(() => {});
}

export async function timed(what, doing) {
  const before = Date.now();
  await doing;
  console.log(`${what}: ${Math.round((Date.now() - before) / 1000)} s`);
}

/** Runs it, says what was wrong, leaves pictures of a failure and nothing else. */
export async function runScenes(name, house, scenes) {
  let failed = false;
  try {
    await scenes();
  } catch (error) {
    failed = true;
    console.error(error);
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const page of pages)
      console.error(`${page.url()}: ${await page.locator(".prompt, [role=alert]").allInnerTexts().catch(() => "?")}`);
    await Promise.all(pages.map((page, i) => picture(page, `failure-${name}-${i}`).catch(() => {})));
  } finally {
    await browser.close();
    const { child } = house();
    child.removeAllListeners("exit");
    child.kill();
    rmSync(data, { recursive: true, force: true });
  }
  for (const fault of new Set(faults)) console.error(`not ok: ${fault}`);
  if (failed || faults.length) process.exit(1);
}
