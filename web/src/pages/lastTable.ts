// The table this browser last sat at, so that the door can lead back to it.
const key = "taproom.table";

export function rememberTable(id: string, title: string) {
  localStorage.setItem(key, JSON.stringify({ id, title }));
}

export function forgetTable(id: string) {
  if (lastTable()?.id === id) localStorage.removeItem(key);
}

export function lastTable(): { id: string; title: string } | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as { id?: unknown; title?: unknown } | null;
    return kept && typeof kept.id === "string" && typeof kept.title === "string"
      ? { id: kept.id, title: kept.title }
      : undefined;
  } catch {
    return undefined;
  }
}
