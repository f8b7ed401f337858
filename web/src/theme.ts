// Evening is the default; morning is the same room with the shutters open.
const key = "taproom.theme";
export type Theme = "evening" | "morning";

export const currentTheme = (): Theme =>
  document.documentElement.dataset["theme"] === "morning" ? "morning" : "evening";

export function setTheme(theme: Theme) {
  document.documentElement.dataset["theme"] = theme;
  localStorage.setItem(key, theme);
}

export function restoreTheme() {
  const asked = new URLSearchParams(location.search).get("theme") ?? localStorage.getItem(key);
  document.documentElement.dataset["theme"] = asked === "morning" ? "morning" : "evening";
}
