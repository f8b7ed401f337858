// What this window has seen of a game, step by step: the tale, and positions to walk through afterwards.
import type { GameEvent, View } from "./types.ts";

export interface Step {
  seq: number;
  events: GameEvent[];
  view: View;
}

export interface History {
  steps: Step[];
  /** Events the server did not repeat. */
  lost: number;
}

export const noHistory: History = { steps: [], lost: 0 };

/** Adds a position. After an undo the steps taken back are gone. */
export function remember(history: History, step: Step & { from: number; undo?: number; lost?: number }): History {
  const { seq, events, view, from, undo, lost = 0 } = step;
  const fresh = from < 0;
  const kept = fresh ? [] : history.steps.filter((old) => old.seq <= Math.min(from, undo ?? from));
  return { steps: [...kept, { seq, events, view }], lost: fresh ? lost : history.lost + lost };
}

export const taleOf = (history: History): GameEvent[] => history.steps.flatMap((step) => step.events);

/** What happened since the viewer last acted. */
export function sinceLastTurn(events: GameEvent[], viewer: number | null, most: number): GameEvent[] {
  let from = 0;
  if (viewer !== null)
    for (let i = events.length - 1; i >= 0; i--)
      if (events[i]!.who === viewer) {
        from = i + 1;
        break;
      }
  // Nobody did anything since: what led here is better than an empty slip.
  if (from === events.length) from = Math.max(0, from - 3);
  return events.slice(Math.max(from, events.length - most));
}
