// The smallest store: a value, a way to change it, and a hook that repaints.
import { useEffect, useState } from "preact/hooks";

export class Store<T> {
  private listeners = new Set<() => void>();
  constructor(public value: T) {}
  set(change: Partial<T>) {
    this.value = { ...this.value, ...change };
    for (const listener of [...this.listeners]) listener();
  }
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [, repaint] = useState({});
  useEffect(() => {
    repaint({});
    return store.subscribe(() => repaint({}));
  }, [store]);
  return store.value;
}
