// The foot of the table while others think, or for somebody who watches.
import type { ComponentChildren } from "preact";
import type { Person, View } from "../view/types.ts";
import { listWords, personName, seatCounters } from "../view/names.ts";
import type { TableInfo } from "../net/messages.ts";
import type { Room } from "../net/house.ts";
import { Clock, TakeBack } from "../paint/Prompt.tsx";

interface Props {
  view: View;
  people: (Person | undefined)[];
  table?: TableInfo;
  room?: Room;
  seatLine?: ComponentChildren;
  timeLeft?: number;
  glass?: ComponentChildren;
  /** The window that is open, and what I had to do with it. */
  window?: ComponentChildren;
  part?: "answered" | "ordered" | "none";
  /** The quick order, where windows are opened. */
  orders?: ComponentChildren;
  onUndo?: () => void;
}

const windowParts = {
  answered: "You have answered; the window is still open.",
  ordered: "Your standing orders have let it pass; the window is still open.",
  none: "Others may answer.",
};

export function Waiting(props: Props) {
  const { view, people, table, room, seatLine, timeLeft, glass, window, part = "none", orders, onUndo } = props;
  const thinking = view.asked.filter((seat) => !view.sealed.includes(seat) && seat !== view.viewer);
  const sealed = view.viewer !== null && view.sealed.includes(view.viewer);
  const isOut = view.viewer !== null && seatCounters(view, view.viewer).status?.word === "out";
  const botSeat = view.viewer === null ? table?.seats.findIndex((seat) => seat.kind === "bot") : -1;
  return (
    <section class={`slip prompt quietly ${window ? "inwindow" : ""}`} aria-label="Waiting" tabIndex={-1}>
      {seatLine && <div class="seatline">{seatLine}</div>}
      {window}
      {glass ?? (timeLeft !== undefined && !window && <Clock ms={timeLeft} />)}
      <div class="ask">
        <b>
          {window
            ? windowParts[part]
            : thinking.length
              ? `${listWords(thinking.map((seat) => personName(people[seat], seat, view.viewer)))} ` +
                `${thinking.length > 1 ? "are" : "is"} thinking.`
              : glass
                ? "The sand runs."
                : "The table is busy."}
        </b>
        <span>
          {window
            ? thinking.length > 0 && `Asked: ${listWords(thinking.map((seat) => people[seat]?.name ?? "somebody"))}.`
            : sealed
            ? "You have chosen; it is shown when all have."
            : view.viewer === null
              ? "You watch. What you may see is what anybody may see."
              : isOut
                ? "You are out; the others play on."
                : "You will be asked."}
          {onUndo && <TakeBack onClick={onUndo} />}
        </span>
      </div>
      {!window && orders}
      {room && botSeat !== undefined && botSeat >= 0 && (
        <div class="choices">
          <button
            type="button"
            class="btn"
            onClick={() => void room.ask({ type: "sit", table: room.id })}
          >
            Take a bot's seat
          </button>
        </div>
      )}
    </section>
  );
}
