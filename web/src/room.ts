// How one likes the room: its light, how much moves and how fast. Kept by the browser.
import { keep, kept } from "./kept.ts";

// Evening is the usual light; morning is the same room with the shutters open.
export type Theme = "evening" | "morning";
export type Motion = "device" | "full" | "still";
export type Pace = "slow" | "usual" | "brisk";

const root = () => document.documentElement;
const wantsStill = () => matchMedia("(prefers-reduced-motion: reduce)");

export const theme = (): Theme => (root().dataset["theme"] === "morning" ? "morning" : "evening");
export const motion = (): Motion => (["full", "still"] as const).find((one) => one === kept("motion")) ?? "device";
export const pace = (): Pace => (["slow", "brisk"] as const).find((one) => one === kept("pace")) ?? "usual";

/** Nothing travels or turns: what has changed is lit instead. */
export const isStill = () => root().dataset["motion"] === "still";
/** How much longer everything takes than usual. */
export const slowness = () => ({ slow: 1.6, usual: 1, brisk: 0.5 })[pace()];
/** Milliseconds between two answers of bots, at a table that is dealt at the door. */
export const botPace = () => ({ slow: 1800, usual: 900, brisk: 400 })[pace()];

function apply() {
  const still = motion() === "still" || (motion() === "device" && wantsStill().matches);
  root().dataset["motion"] = still ? "still" : "full";
}

export function setTheme(next: Theme) {
  root().dataset["theme"] = next;
  keep("theme", next);
}

export function setMotion(next: Motion) {
  keep("motion", next);
  apply();
}

export const setPace = (next: Pace) => keep("pace", next);

export function restoreRoom() {
  const asked = new URLSearchParams(location.search).get("theme") ?? kept("theme");
  root().dataset["theme"] = asked === "morning" ? "morning" : "evening";
  apply();
  wantsStill().addEventListener("change", apply);
}
