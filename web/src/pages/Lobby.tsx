// The door: a name, a game, cards on the table.
import { useEffect, useState } from "preact/hooks";
import type { GameInfo, OpenTable } from "../net/messages.ts";
import { house } from "../net/house.ts";
import { linkWords } from "../net/link.ts";
import { useStore } from "../net/store.ts";
import { Drawing, Icon, Mark, symbolNames } from "../paint/art.tsx";
import { HangingSign } from "../paint/HangingSign.tsx";
import { MenuSheet, RulesSheet } from "../sheets/tableSheets.tsx";
import { go } from "../route.ts";
import { CreateTable } from "./CreateTable.tsx";
import { lastTable } from "./lastTable.ts";

const figures = ["r-lady", "r-bard", "r-merchant", "r-dragon", "r-warrior", "r-rogue"];

/** A figure for a game: somebody its title names, dice if it is played with them, else one by its place in the list. */
function figureFor(game: GameInfo, place: number): string {
  const named = game.title
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => `r-${word.replace(/s$/, "")}`)
    .find((name) => symbolNames.has(name));
  return named ?? (/\bdi(ce|e)\b/.test(game.about.toLowerCase()) ? "d-3" : figures[place % figures.length]!);
}
const usualSeats = 4;
const usualPace = 900;

const figureBox = (name: string) => (name.startsWith("d-") ? "0 0 64 64" : "0 0 100 110");

function Chairs({ table }: { table: OpenTable }) {
  const taken = Math.min(table.seats, table.people.length + table.bots);
  return (
    <div class="tm">
      <span class="chairs" role="img" aria-label={`${taken} of ${table.seats} seats taken`}>
        {Array.from({ length: table.seats }, (_, i) => (
          <i key={i} class={i < taken ? "on" : ""} />
        ))}
      </span>
      <span aria-hidden="true">
        {taken} of {table.seats}
      </span>
    </div>
  );
}

function OpenTables({ tables }: { tables: OpenTable[] | undefined }) {
  return (
    <section class="open" aria-labelledby="open-tables">
      <h2 id="open-tables">Open tables</h2>
      <ul class="tbls">
        {(tables ?? []).map((table) => {
          const free = table.phase === "open" && table.people.length + table.bots < table.seats;
          return (
            <li key={table.table} class="tbl">
              <div class="tn">
                <b>{table.name ?? table.title}</b>
                <span>
                  {table.name ? `${table.title}: ` : ""}
                  {table.people.join(", ") || "nobody yet"}
                  {table.bots > 0 ? `, ${table.bots} ${table.bots === 1 ? "bot" : "bots"}` : ""}
                </span>
              </div>
              <Chairs table={table} />
              <span class="tk">{table.phase === "playing" ? "playing" : ""}</span>
              <button type="button" class={`btn ${free ? "line" : ""}`} onClick={() => go(`/t/${table.table}`)}>
                {free ? "Sit down" : "Watch"}
              </button>
            </li>
          );
        })}
        {tables && !tables.length && <li class="tbl none">No table is waiting. Lay one, or play with the bots.</li>}
      </ul>
    </section>
  );
}

export function Lobby() {
  const { welcome, tables, link } = useStore(house.store);
  const [name, setName] = useState(house.name);
  const [gameId, setGameId] = useState<string>();
  const [others, setOthers] = useState(false);
  const [paper, setPaper] = useState<"create" | "rules" | "menu">();
  const [address, setAddress] = useState("");
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    house.showLobby(true);
    return () => house.showLobby(false);
  }, []);
  const games = welcome?.games ?? [];
  const game: GameInfo | undefined = games.find((g) => g.id === gameId) ?? games[0];
  const seats = game ? Math.max(game.seats.min, Math.min(usualSeats, game.seats.best)) : usualSeats;
  const waiting = lastTable();

  const dealMeIn = async (event: Event) => {
    event.preventDefault();
    if (!game || !welcome || busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      house.rename(name || "A guest");
      const table = await house.create({ game: game.id, seats, pace: usualPace, public: false });
      house.send({ type: "deal", table });
      go(`/t/${table}`);
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  const join = (event: Event) => {
    event.preventDefault();
    const id = /([a-z0-9]{12})\/?$/.exec(address.trim())?.[1];
    if (!id) return setFault("A table's link ends in /t/ and twelve letters or digits.");
    house.rename(name || "A guest");
    go(`/t/${id}`);
  };
  const line = linkWords(link);
  return (
    <div class="lob">
      <header class="ltop">
        <HangingSign />
        <div class="wel">
          <h1>Pull up a chair.</h1>
          <p>Cards and dice of the old taverns. Bots fill the empty seats, friends come by a link.</p>
        </div>
        <nav class="tools" aria-label="House">
          <button type="button" class="tool" onClick={() => setPaper("rules")} aria-label="Rules">
            <Icon name="book" size={22} />
            <span class="tx">Rules</span>
          </button>
          <button type="button" class="tool" onClick={() => go("/score")} aria-label="Keep score">
            <Icon name="check" size={22} />
            <span class="tx">Keep score</span>
          </button>
          <button type="button" class="tool" onClick={() => setPaper("menu")} aria-label="Menu">
            <Icon name="menu" size={22} />
            <span class="tx">Menu</span>
          </button>
        </nav>
      </header>
      <main class="lgrid">
        <form class="slip now" aria-labelledby="play-now" onSubmit={(event) => void dealMeIn(event)}>
          <h2 id="play-now">Play now</h2>
          <label class="fld">
            <span>Your name</span>
            <input
              value={name}
              maxLength={32}
              autocomplete="nickname"
              placeholder="What shall we call you?"
              onInput={(event) => setName(event.currentTarget.value)}
              onBlur={() => house.rename(name)}
            />
          </label>
          <fieldset class={`pick ${others ? "all" : ""}`}>
            <legend>Game</legend>
            <div class="opts">
              {games.map((g, i) => {
                const figure = figureFor(g, i);
                return (
                  <label key={g.id} class={`opt ${g === game ? "on" : ""}`}>
                    <input
                      class="vh"
                      type="radio"
                      name="game"
                      checked={g === game}
                      onChange={() => {
                        setGameId(g.id);
                        setOthers(false);
                      }}
                    />
                    <Drawing class="fig" name={figure} box={figureBox(figure)} width={46} height={50} />
                    <span>
                      <b>{g.title}</b>
                      {g.about}
                    </span>
                  </label>
                );
              })}
            </div>
            {games.length > 1 && !others && (
              <button type="button" class="lnk another" onClick={() => setOthers(true)}>
                Choose another game
              </button>
            )}
          </fieldset>
          <div class="botrow">
            <div class="bots" aria-hidden="true">
              {Array.from({ length: seats - 1 }, (_, i) => (
                <Mark key={i} seat={i + 1} />
              ))}
            </div>
            <span>
              <b>{seats - 1} bots</b> sit with you, and the cards are on the table at once.
            </span>
          </div>
          <button type="submit" class="btn brass big" disabled={!game || busy}>
            {game ? "Deal me in" : "Opening the door…"}
            <kbd aria-hidden="true">Enter</kbd>
          </button>
          {(fault ?? line) && (
            <p class="soft warn" role="alert">
              {fault ?? line}
            </p>
          )}
        </form>
        <OpenTables tables={tables} />
        <section class="side" aria-label="More">
          {waiting && (
            <div class="wood2">
              <b>A table is waiting for you</b>
              <span>{waiting.title}</span>
              <button type="button" class="btn wood" onClick={() => go(`/t/${waiting.id}`)}>
                Go on
              </button>
            </div>
          )}
          <div class="slip sl2">
            <h2>Your own table</h2>
            <p>Choose the game, its options, the clock and who may come.</p>
            <button
              type="button"
              class="btn wide"
              disabled={!welcome}
              onClick={() => {
                house.rename(name || "A guest");
                setPaper("create");
              }}
            >
              <Icon name="plus" size={20} />
              Create a table
            </button>
          </div>
          <form class="slip sl2" onSubmit={join}>
            <h2>Come by a link</h2>
            <label class="fld">
              <span>Link or table word</span>
              <input value={address} autocomplete="off" onInput={(event) => setAddress(event.currentTarget.value)} />
            </label>
            <button type="submit" class="btn wide">
              <Icon name="link" size={20} />
              Join
            </button>
          </form>
        </section>
      </main>
      {paper === "create" && welcome && (
        <CreateTable welcome={welcome} start={game?.id} onClose={() => setPaper(undefined)} />
      )}
      {paper === "rules" && game && (
        <RulesSheet game={game.id} title={game.title} onClose={() => setPaper(undefined)} />
      )}
      {paper === "menu" && (
        <MenuSheet
          entries={[
            { label: "Keep score at a real table", onClick: () => go("/score") },
            {
              label: "Look at all the parts",
              about: "The shapes that games are drawn with.",
              onClick: () => go("/specimen"),
            },
          ]}
          onClose={() => setPaper(undefined)}
        />
      )}
    </div>
  );
}
