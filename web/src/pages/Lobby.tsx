// The door: all games, my tables and theirs, and cards on the table at one press.
import { useEffect, useState } from "preact/hooks";
import type { GameInfo } from "../net/messages.ts";
import { house } from "../net/house.ts";
import { linkWords } from "../net/link.ts";
import { useStore } from "../net/store.ts";
import { Icon } from "../paint/art.tsx";
import { HangingSign } from "../paint/HangingSign.tsx";
import { MenuSheet, RulesSheet } from "../sheets/tableSheets.tsx";
import { go } from "../route.ts";
import { callElbow } from "../elbow.ts";
import { keep, kept } from "../kept.ts";
import { botPace } from "../room.ts";
import { anything, fits, usualSeats } from "../view/door.ts";
import { usualBot } from "../view/bots.ts";
import { CreateTable } from "./CreateTable.tsx";
import { Lately, OpenTables, YourTables } from "./door/Boxes.tsx";
import { Figure, Filters, GameTiles } from "./door/GameTiles.tsx";
import { PlayBar } from "./door/PlayBar.tsx";

const form = "play";
type Tab = "games" | "tables" | "lately";

/** Shown to who has dealt nothing yet; what to begin with is the game's to say. */
function StartHere({ game, busy, onDeal }: { game: GameInfo | undefined; busy: boolean; onDeal: () => void }) {
  return (
    <section class="slip new" aria-label="New here?">
      {game && <Figure game={game} />}
      <div>
        <b>{game ? `New here? Start with ${game.title}.` : "New here?"}</b>
        <span>
          {game ? `About ${game.minutes} minutes. Somebody sits at your elbow and tells you what is going on.` : ""}
        </span>
      </div>
      <button type="button" class="btn" disabled={!game || busy} onClick={onDeal}>
        Start here
      </button>
    </section>
  );
}

export function Lobby() {
  const { welcome, tables, yours, link } = useStore(house.store);
  const [name, setName] = useState(house.name);
  const [knownName] = useState(!!house.name);
  const [isNew] = useState(!kept("game"));
  const [gameId, setGameId] = useState(kept("game"));
  const [wish, setWish] = useState(anything);
  const [wantedSeats, setSeats] = useState<number>();
  const [wantedBot, setBot] = useState(kept("bot"));
  const [tab, setTab] = useState<Tab>("games");
  const [paper, setPaper] = useState<"create" | "rules" | "menu">();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    house.showLobby(true);
    return () => house.showLobby(false);
  }, []);
  const games = welcome?.games ?? [];
  const company = welcome?.company ?? [];
  const shown = games.filter((game) => fits(game, wish));
  const first = games.find((game) => game.first) ?? games[0];
  // Enter after a search deals what was found.
  const game = shown.find((g) => g.id === gameId) ?? shown.find((g) => g === first) ?? shown[0];
  const seats = game ? Math.max(game.seats.min, Math.min(wantedSeats ?? usualSeats(game), game.seats.max)) : 4;
  const bot = company.find((one) => one.bot === wantedBot)?.bot ?? usualBot(welcome?.bots ?? []) ?? "";
  // All at once, or what comes later would push away what one is about to press.
  const ready = welcome && yours && tables;
  const mine = yours?.tables ?? [];
  const open = tables?.filter((table) => !mine.some((other) => other.table === table.table));

  const deal = async (what: GameInfo | undefined, chairs: number) => {
    if (!what || !welcome || busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      house.rename(name);
      const bots = Array.from({ length: chairs }, (_, i) => (i ? bot : null));
      const table = await house.create({ game: what.id, seats: chairs, bots, pace: botPace(), public: false });
      keep("game", what.id);
      house.send({ type: "deal", table });
      go(`/t/${table}`);
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  // Enter deals wherever nothing else is in hand.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Enter" && event.target === document.body && !paper) void deal(game, seats);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const join = (address: string) => {
    const id = /([a-z0-9]{12})\/?$/.exec(address.trim())?.[1];
    if (!id) return "A table's link ends in /t/ and twelve letters or digits.";
    house.rename(name);
    go(`/t/${id}`);
    return undefined;
  };
  const tabs: [Tab, string][] = [
    ["games", `Games ${games.length || ""}`],
    ["tables", `Tables ${mine.length + (open?.length ?? 0) || ""}`],
    ["lately", "Lately"],
  ];
  return (
    <div class={`door ${ready ? "" : "waits"}`} data-tab={tab}>
      <header class="lh">
        <HangingSign />
        <div class="wel">
          <h1>Pull up a chair.</h1>
          <p>Cards and dice of the old taverns. Bots fill the empty seats, friends come by a link.</p>
        </div>
        {isNew && (
          <StartHere
            game={first}
            busy={busy}
            onDeal={() => {
              if (!first) return;
              callElbow(first.id);
              void deal(first, usualSeats(first));
            }}
          />
        )}
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
      <nav class="ltabs" aria-label="What to see">
        {tabs.map(([id, words]) => (
          <button
            key={id}
            type="button"
            class={`chip ${tab === id ? "on" : ""}`}
            aria-pressed={tab === id}
            onClick={() => setTab(id)}
          >
            {words}
          </button>
        ))}
      </nav>
      <div class="lm">
        <aside class="sd2" aria-label="Tables">
          <YourTables tables={mine} />
          <OpenTables tables={open} onJoin={join} />
          <Lately played={yours?.played ?? []} />
        </aside>
        <main>
          <Filters games={games} wish={wish} form={form} onWish={setWish} />
          <GameTiles shown={shown} chosen={game} form={form} onChoose={setGameId} />
        </main>
      </div>
      <PlayBar
        id={form}
        game={game}
        seats={seats}
        company={company}
        bot={bot}
        name={name}
        knownName={knownName}
        busy={busy}
        said={fault ?? linkWords(link)}
        onSeats={setSeats}
        onBot={(kind) => {
          setBot(kind);
          keep("bot", kind);
        }}
        onName={setName}
        onRules={() => setPaper("rules")}
        onFriends={() => {
          house.rename(name);
          setPaper("create");
        }}
        onDeal={() => void deal(game, seats)}
      />
      {paper === "create" && welcome && (
        <CreateTable welcome={welcome} start={game?.id} onClose={() => setPaper(undefined)} />
      )}
      {paper === "rules" && game && (
        <RulesSheet game={game.id} title={game.title} onClose={() => setPaper(undefined)} />
      )}
      {paper === "menu" && (
        <MenuSheet
          entries={[
            ...(game ? [{ label: `Rules of ${game.title}`, onClick: () => setPaper("rules") }] : []),
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
