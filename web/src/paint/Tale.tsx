import type { GameEvent } from "../view/types.ts";
import { Icon } from "./art.tsx";
import { useGivingWay } from "./measure.ts";
import { Sentence } from "../sheets/tableSheets.tsx";

export function Since({
  events,
  names,
  title = "Since your last turn",
  onMore,
}: {
  events: GameEvent[];
  names: string[];
  title?: string;
  onMore: () => void;
}) {
  // Where not all of it has room the oldest goes, for the newest is what one wants to know; that is told in full.
  const [list, given] = useGivingWay<HTMLOListElement>(
    events.map((event) => `${event.seq}${event.text}`).join(),
    events.length,
    (ol) => ol.scrollHeight > ol.clientHeight + 2,
  );
  const gone = Math.min(given, events.length - 1);
  return (
    <aside class={`slip since ${events.length > 0 && given > gone ? "long" : ""}`} aria-label={title}>
      <h2>{title}</h2>
      <ol ref={list}>
        {events.slice(Math.max(0, gone)).map((event, i) => (
          <li key={`${event.seq}/${i + gone}`}>
            <Sentence text={event.text} names={names} />{" "}
          </li>
        ))}
        {!events.length && <li class="quiet">Nothing yet.</li>}
      </ol>
      <button type="button" class="lnk" onClick={onMore}>
        Read the whole tale
      </button>
      <button type="button" class="more" aria-label="Read the whole tale" onClick={onMore}>
        <Icon name="chev" size={20} class="up" />
      </button>
    </aside>
  );
}
