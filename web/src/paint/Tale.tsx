import type { GameEvent } from "../view/types.ts";
import { Icon } from "./art.tsx";
import { Sentence } from "../sheets/tableSheets.tsx";

export function Since({ events, names, title = "Since your last turn", onMore }: { events: GameEvent[]; names: string[]; title?: string; onMore: () => void }) {
  return (
    <aside class="slip since" aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {events.map((event, i) => (
          <li key={`${event.seq}/${i}`}>
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
