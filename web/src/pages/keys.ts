// The keys of a table. Letters are free while somebody types.
import { useLayoutEffect } from "preact/hooks";

export interface TableKeys {
  choose: (index: number) => void;
  accept: () => void;
  clear: () => void;
  hint: () => void;
  /** Somebody at the elbow is called, or sent away. */
  guide: () => void;
  /** While a window can be held: instead of the hint. */
  hold?: () => void;
  orders: () => void;
  rules: () => void;
  tale: () => void;
  talk: () => void;
  sort: () => void;
}

/** Heard from the moment the position is painted, but not while a sheet lies over the table. */
export function useTableKeys(keys: TableKeys) {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
      const typing = target.matches("input:not([type=range]), textarea, select");
      if (event.key === "Escape") {
        if (typing) target.blur();
        return keys.clear();
      }
      if (typing) return;
      if (/^[1-9]$/.test(event.key)) {
        event.preventDefault();
        return keys.choose(Number(event.key) - 1);
      }
      // Enter on a button or card does what that one says; elsewhere it is the brass button.
      if (event.key === "Enter" && !target.matches("button, a, summary")) {
        event.preventDefault();
        return keys.accept();
      }
      const letters: Record<string, () => void> = {
        h: keys.hold ?? keys.hint,
        g: keys.guide,
        o: keys.orders,
        "?": keys.rules,
        t: keys.tale,
        c: keys.talk,
        s: keys.sort,
      };
      const action = letters[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
