// The foot of the table while others think, or for somebody who watches.
import type { ComponentChildren } from "preact";
import type { Person, View } from "../view/types.ts";
import { listWords, personName } from "../view/names.ts";
import type { TableInfo } from "../net/messages.ts";
import type { Room } from "../net/house.ts";
import { Clock } from "../paint/Prompt.tsx";

interface Props {
  view: View;
  people: (Person | undefined)[];
  table?: TableInfo;
  room?: Room;
  seatLine?: ComponentChildren;
  timeLeft?: number;
}

export function Waiting({ view, people, table, room, seatLine, timeLeft }: Props) {
  const thinking = view.asked.filter((seat) => !view.sealed.includes(seat) && seat !== view.viewer);
  const sealed = view.viewer !== null && view.sealed.includes(view.viewer);
  const botSeat = view.viewer === null ? table?.seats.findIndex((seat) => seat.kind === "bot") : -1;
  return (
    <section class="slip prompt quietly" aria-label="Waiting">
      {seatLine && <div class="seatline">{seatLine}</div>}
      {timeLeft !== undefined && <Clock ms={timeLeft} />}
      <div class="ask">
        <b>
          {thinking.length
            ? `${listWords(thinking.map((seat) => personName(people[seat], seat, view.viewer)))} ` +
              `${thinking.length > 1 ? "are" : "is"} thinking.`
            : "The table is busy."}
        </b>
        <span>
          {sealed
            ? "You have chosen; it is shown when all have."
            : view.viewer === null
              ? "You watch. What you may see is what anybody may see."
              : "You will be asked."}
        </span>
      </div>
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
