// Plays what happened: one event at a time, in order, then shows the position after it. Any input skips to the end.
import type { GameEvent, View } from "../view/types.ts";
import { isStill, slowness } from "../room.ts";
import { dealOut } from "./deal.ts";
import { fly, settle } from "./flights.tsx";
import { play, type Sound } from "./sound.ts";

export interface Act {
  events: GameEvent[];
  view: View;
  /** Shown at once: the first position, or one after a return. */
  atOnce?: boolean;
  /** The first position of a game, which is dealt. */
  opening?: boolean;
}

const durations: Record<GameEvent["kind"], number> = { moved: 320, rolled: 600, paid: 320, shown: 260, said: 0 };
const sounds: Partial<Record<GameEvent["kind"], Sound>> = {
  moved: "card",
  rolled: "dice",
  paid: "coin",
  shown: "turn",
};
/** A queue longer than this plays at double speed. */
const longQueue = 1500;

export class Stage {
  private queue: Act[] = [];
  private running = false;
  private skipping = false;
  private wake: () => void = () => {};
  private shown?: View;

  constructor(
    private showView: (act: Act) => void,
    private tell: (event: GameEvent) => void,
  ) {}

  play(act: Act) {
    this.queue.push(act);
    if (!this.running) void this.run();
  }

  skip() {
    if (!this.running) return;
    this.skipping = true;
    this.wake();
  }

  private length() {
    return this.queue.reduce((sum, act) => sum + act.events.reduce((ms, event) => ms + durations[event.kind], 0), 0);
  }

  private async run() {
    this.running = true;
    while (this.queue.length) {
      const act = this.queue[0]!;
      const still =
        act.atOnce || !this.shown || document.hidden || isStill();
      for (const event of act.events) {
        this.tell(event);
        if (still || this.skipping) continue;
        const sound = sounds[event.kind];
        if (sound) play(sound);
        const pace = (this.length() > longQueue ? 0.5 : 1) * slowness();
        const ms = event.kind === "rolled" || event.kind === "shown" ? 60 : durations[event.kind] * pace;
        if (fly(event, this.shown!, act.view, ms)) await this.pause(ms);
      }
      this.queue.shift();
      this.showView(act);
      this.shown = act.view;
      if (act.opening && !isStill() && !document.hidden) {
        await this.laidOut();
        const { ms, end } = dealOut(act.view, slowness());
        if (ms && !this.skipping) await this.pause(ms);
        end();
      } else if (!act.atOnce && !this.skipping) {
        await this.frame();
        const ms = settle(act.events, document.hidden);
        if (ms && !still) await this.pause(this.length() > longQueue ? ms / 2 : ms);
      }
    }
    this.skipping = false;
    this.running = false;
  }

  private pause(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * Until the new position is laid out and has measured itself, all of which are microtasks, but before a frame shows
   * it: a card seen in its place would flicker when it is dealt.
   */
  private async laidOut() {
    for (let renderings = 0; renderings < 6; renderings++) await null;
  }

  /** Until the new position is painted; a hidden page has no frames. */
  private frame() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 50);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
