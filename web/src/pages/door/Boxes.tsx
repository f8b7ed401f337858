// Beside the games: the tables I sit at, those I may sit down at, what I played lately.
import { useState } from "preact/hooks";
import type { OpenTable, Played, YourTable } from "../../net/messages.ts";
import { agoWords, numberWord, othersWords, placeWords, runningWords, scoreOf } from "../../view/door.ts";
import { Icon } from "../../paint/art.tsx";
import { go } from "../../route.ts";

const fewTables = 3;

export function YourTables({ tables }: { tables: YourTable[] }) {
  const [all, setAll] = useState(false);
  if (!tables.length) return null;
  // Where I am asked, somebody waits.
  const sorted = [...tables].sort((a, b) => Number(!!b.turn) - Number(!!a.turn));
  return (
    <section class="bx yours" aria-labelledby="your-tables">
      <h2 id="your-tables">Your tables</h2>
      <ul>
        {(all ? sorted : sorted.slice(0, fewTables)).map((table) => (
          <li key={table.table}>
            <div class="ti">
              <b>{table.name ?? table.title}</b>
              <span>{runningWords(table)}</span>
            </div>
            <button type="button" class="btn wood" onClick={() => go(`/t/${table.table}`)}>
              {table.turn || table.phase === "playing" ? "Go on" : "Look in"}
            </button>
          </li>
        ))}
      </ul>
      {!all && sorted.length > fewTables && (
        <button type="button" class="lnk3" onClick={() => setAll(true)}>
          And {numberWord(sorted.length - fewTables)} more
        </button>
      )}
    </section>
  );
}

function Chairs({ table }: { table: OpenTable }) {
  const taken = Math.min(table.seats, table.people.length + table.bots);
  return (
    <span class="chairs" role="img" aria-label={`${taken} of ${table.seats} seats taken`}>
      {Array.from({ length: table.seats }, (_, i) => (
        <i key={i} class={i < taken ? "on" : ""} />
      ))}
    </span>
  );
}

export function OpenTables({
  tables,
  onJoin,
}: {
  tables: OpenTable[] | undefined;
  onJoin: (address: string) => string | undefined;
}) {
  const [address, setAddress] = useState("");
  const [fault, setFault] = useState<string>();
  return (
    <section class="bx open" aria-labelledby="open-tables">
      <h2 id="open-tables">Open tables</h2>
      <ul>
        {(tables ?? []).map((table) => {
          const free = table.phase === "open" && table.people.length + table.bots < table.seats;
          return (
            <li key={table.table}>
              <div class="ti">
                <b>{table.name ?? table.title}</b>
                {table.name && <span>{table.title}</span>}
                <span>
                  <Chairs table={table} /> {table.people.join(", ") || "nobody yet"}
                </span>
              </div>
              <button type="button" class="btn wood q" onClick={() => go(`/t/${table.table}`)}>
                {free ? "Sit down" : "Watch"}
              </button>
            </li>
          );
        })}
        {tables && !tables.length && (
          <li class="none">No table is waiting. Lay one for friends, or play with the bots.</li>
        )}
      </ul>
      <form
        class="jn"
        onSubmit={(event) => {
          event.preventDefault();
          setFault(onJoin(address));
        }}
      >
        <input
          value={address}
          autocomplete="off"
          placeholder="Link or table word"
          aria-label="Link or table word"
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <button type="submit" class="btn wood q">
          Join
        </button>
      </form>
      {fault && (
        <p class="warnline" role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

export function Lately({ played }: { played: Played[] }) {
  if (!played.length) return null;
  const won = played.filter((game) => game.place === 1).length;
  return (
    <section class="bx hist" aria-labelledby="lately">
      <h2 id="lately">Lately</h2>
      <ul>
        {played.map((game) => (
          <li key={game.table}>
            <b class={game.place === 1 ? "win" : ""}>
              {game.place === 1 && <Icon name="crown" size={16} />}
              {scoreOf(game)}
            </b>
            <span class="what">
              {game.replay ? (
                <a
                  class="lnk3"
                  href={`/replay?table=${game.table}`}
                  title={`Step through it: ${othersWords(game)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    go(`/replay?table=${game.table}`);
                  }}
                >
                  {game.title}
                </a>
              ) : (
                game.title
              )}
              , {placeWords(game)}
            </span>
            <em>{agoWords(game.ago)}</em>
          </li>
        ))}
      </ul>
      <p class="tally">
        {played.length === 1
          ? won
            ? "Your first game here, and won."
            : "Your first game here."
          : `Of your last ${numberWord(played.length)} games you won ${won ? numberWord(won) : "none"}.`}
      </p>
    </section>
  );
}
