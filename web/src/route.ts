// Pages by address, without reloading.
import { useEffect, useState } from "preact/hooks";

const moved = new EventTarget();

export function go(path: string) {
  history.pushState(null, "", path);
  moved.dispatchEvent(new Event("move"));
}

export function usePath(): string {
  const [path, setPath] = useState(location.pathname + location.search);
  useEffect(() => {
    const read = () => setPath(location.pathname + location.search);
    addEventListener("popstate", read);
    moved.addEventListener("move", read);
    return () => {
      removeEventListener("popstate", read);
      moved.removeEventListener("move", read);
    };
  }, []);
  return path;
}
