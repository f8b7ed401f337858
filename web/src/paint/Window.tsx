// A window that is open, and the sand of a question: what it is about, how long it lasts, what I may do with it.
import type { ComponentChildren, JSX } from "preact";
import type { OpenWindow } from "../net/messages.ts";
import type { View } from "../view/types.ts";
import { secondsWords, shareLeft, windowWords } from "../view/windows.ts";
import { Icon } from "./art.tsx";

/** Time that is running: what is left of it, and how much it was. */
export interface Running {
  left: number;
  of: number;
}

interface Props {
  view: View;
  window: OpenWindow;
  /** Missing where nothing but the answers closes it. */
  time?: Running;
  hold?: "may" | "used";
  onHold?: () => void;
  nameOf: (seat: number) => string;
  children?: ComponentChildren;
}

export function WindowLine({ view, window, time, hold, onHold, nameOf, children }: Props) {
  return (
    <div class={`windowline ${time && time.left <= 3000 ? "late" : ""}`} role="group" aria-label="The open window">
      <span class="about">{windowWords(window, view.viewer, nameOf)}.</span>
      {time && (
        <span class="lasts">
          <i class="runs" aria-hidden="true">
            <i style={{ "--left": shareLeft(time.left, time.of) } as JSX.CSSProperties} />
          </i>
          <span role="timer" aria-label={`${secondsWords(time.left)} left`}>
            {secondsWords(time.left)}
          </span>
        </span>
      )}
      {hold && (
        <button type="button" class="btn hold" disabled={hold === "used"} aria-keyshortcuts="H" onClick={onHold}>
          <Icon name={hold === "used" ? "check" : "hold"} size={20} />
          {hold === "used" ? "Held" : "Hold"}
          <span class="vh">{hold === "used" ? "; once is all there is" : ": it lasts 20 seconds from now"}</span>
          {hold === "may" && <kbd aria-hidden="true">H</kbd>}
        </button>
      )}
      {children}
    </div>
  );
}

/** The quick order at the prompt, and the way to all of them. */
export function OrderSwitch({
  silent,
  onSilent,
  onOrders,
}: {
  silent: boolean;
  onSilent: (on: boolean) => void;
  onOrders: () => void;
}) {
  return (
    <span class="orderswitch">
      <button
        type="button"
        class={`toggle ${silent ? "on" : ""}`}
        role="switch"
        aria-checked={silent}
        onClick={() => onSilent(!silent)}
      >
        <i />
        Nothing until my turn
      </button>
      <button type="button" class="lnk" aria-keyshortcuts="O" onClick={onOrders}>
        Orders
      </button>
    </span>
  );
}

/** The sand above falls into the sand below; the time beside it says the same. */
export function Hourglass({ time }: { time: Running }) {
  const share = shareLeft(time.left, time.of);
  const edge = 35 - 5 * (1 - share);
  return (
    <div
      class={`clock glass ${time.left <= 10_000 ? "late" : ""}`}
      role="timer"
      aria-label={`Sand for ${secondsWords(time.left)}`}
    >
      <svg viewBox="0 0 28 40" width={28} height={40} aria-hidden="true">
        <path class="sand" d={`M${14 - 7 * share} ${19 - 12 * share}H${14 + 7 * share}L14 20Z`} />
        <path class="sand" d={`M6 36V${edge}Q14 ${edge - 9 * (1 - share)} 22 ${edge}V36Z`} />
        <path class="frame" d="M3 3H25M3 37H25M6 3V6Q6 13 14 20Q6 27 6 34V37M22 3V6Q22 13 14 20Q22 27 22 34V37" />
      </svg>
      {secondsWords(time.left)}
    </div>
  );
}
