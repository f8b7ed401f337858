// The end of a game, with the last state left on the table above it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Person, View } from "../view/types.ts";
import { seatCounters } from "../view/names.ts";
import type { TableInfo } from "../net/messages.ts";
import type { Room } from "../net/house.ts";
import { go } from "../route.ts";
import { EndSlip } from "./EndSlip.tsx";

export function End({
  room,
  table,
  view,
  people,
  standing,
  onHands,
}: {
  room: Room;
  table: TableInfo;
  view: View;
  people: (Person | undefined)[];
  standing: boolean;
  /** From the table back to the showdown. */
  onHands?: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [again, setAgain] = useState(false);
  // Who asks for one more game buys in by that, if he must.
  const money = view.viewer === null ? undefined : seatCounters(view, view.viewer).money;
  const isOut = money?.value === 0 && money.name === "coins"; // of what stays on the table nothing is carried on
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const onceMore = async () => {
    setAgain(true);
    const next = await room.house.onceMore(room);
    if (next) go(`/t/${next}`);
    else setAgain(false);
  };
  return (
    <EndSlip view={view} people={people} standing={standing}>
      {onHands && (
        <button type="button" class="btn" onClick={onHands}>
          The hands
        </button>
      )}
      <a class="btn spare" href={`/api/record/${table.table}`} download={`taproom-${table.table}.txt`}>
        Record
      </a>
      <button type="button" class="btn" onClick={() => go(`/replay?table=${table.table}`)}>
        Step through it
      </button>
      <button type="button" class="btn spare" onClick={() => go("/")}>
        To the door
      </button>
      {table.next && !again ? (
        <button type="button" class="btn brass" ref={button} onClick={() => go(`/t/${table.next}`)}>
          To the next game
        </button>
      ) : (
        view.viewer !== null && (
          <button
            type="button"
            class="btn brass"
            ref={button}
            aria-busy={again}
            onClick={() => again || void onceMore()}
          >
            {isOut ? "Buy in, once more" : "Once more"}
          </button>
        )
      )}
    </EndSlip>
  );
}
