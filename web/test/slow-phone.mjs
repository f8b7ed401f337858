// A phone with a slow line: how long from the first byte asked for until the first own card lies there, and how much
// the page moved under the finger until the first question. TAPROOM=build/taproom node web/test/slow-phone.mjs [TIMES]
// Figures are in web/README.md; the test of the door holds the layout shift, which does not depend on the machine.
import { asked, browser, openHouse, sizes } from "./windows.mjs";

/** What Lighthouse calls slow 4G on a middling phone. */
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowness = 4;

/**
 * In the page, before anything of it runs: counts what moved, presses "Start here" as soon as it can be pressed, and
 * notes the times since the address was typed.
 */
const watch = () => {
  const seen = (window.seen = { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const painted = (then) => requestAnimationFrame(() => setTimeout(then));
  const look = new MutationObserver(() => {
    const button = document.querySelector(".door:not(.waits) .new .btn:not([disabled])");
    if (button && !seen.door) {
      seen.door = performance.now();
      painted(() => button.click());
    }
    if (document.querySelector(".own .card:not(.down)")) {
      look.disconnect();
      painted(() => (seen.card = performance.now()));
    }
  });
  look.observe(document, { subtree: true, childList: true, attributes: true });
};

/** From the door to the first card, as a guest who comes for the first time, or again. */
export async function comeIn(url, { throttled = true, again = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 390, height: sizes[390] }, hasTouch: true });
  const page = await context.newPage();
  if (again) {
    await page.goto(url);
    await page.locator(".door:not(.waits) .gtile").first().waitFor();
    await page.waitForTimeout(1500);
  }
  const phone = await context.newCDPSession(page);
  let bytes = 0;
  phone.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  phone.on("Network.webSocketFrameReceived", (event) => (bytes += event.response.payloadData.length));
  await phone.send("Network.enable");
  if (throttled) {
    await phone.send("Network.emulateNetworkConditions", line);
    await phone.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  }
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.seen?.card, undefined, { timeout: 60_000 });
  // What settles after it counts, and the first question, which comes when others have bet.
  await page.locator(`${asked}, .prompt.end`).first().waitFor();
  await page.waitForTimeout(300);
  const { door, card, shifted } = await page.evaluate(() => window.seen);
  await context.close();
  return { door: Math.round(door), card: Math.round(card), shifted, kilobytes: Math.round(bytes / 1024) };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const house = await openHouse();
  const times = Number(process.argv[2] ?? 5);
  for (const again of [false, true]) {
    const runs = [];
    for (let i = 0; i < times; i++) runs.push(await comeIn(house.url, { again }));
    const middle = (of) => runs.map(of).sort((a, b) => a - b)[Math.floor(times / 2)];
    console.log(
      `${again ? "coming again" : "first time"}: door ${middle((r) => r.door)} ms, ` +
        `first card ${middle((r) => r.card)} ms (median of ${times}), ` +
        `layout shift ${Math.max(...runs.map((r) => r.shifted)).toFixed(3)} at most, ${runs[0].kilobytes} KB`,
    );
  }
  await browser.close();
  house.child.removeAllListeners("exit");
  house.child.kill();
}
