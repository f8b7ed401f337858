// What this browser remembers of its person's wishes. A browser that keeps nothing forgets them, and that is all.
const prefix = "taproom.";

export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: string, value: string) {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // Private windows may refuse.
  }
}
