// A table before the deal: who sits where, the link for friends, and the host's deal.
import { useState } from "preact/hooks";
import type { TableInfo } from "../net/messages.ts";
import { usualBot } from "../view/bots.ts";
import { capital } from "../view/names.ts";
import { house, type Room } from "../net/house.ts";
import { useStore } from "../net/store.ts";
import { Bar } from "../paint/Bar.tsx";
import { Icon, Mark } from "../paint/art.tsx";
import { SideMark } from "../paint/Guests.tsx";
import { Slate } from "../paint/Slate.tsx";
import { MenuSheet, TableInfoLines, RulesSheet } from "../sheets/tableSheets.tsx";
import { go } from "../route.ts";
import { hostEntries } from "./hostMenu.ts";

function NameField({ onName }: { onName: (name: string) => void }) {
  const [name, setName] = useState(house.name);
  return (
    <label class="fld">
      <span>Your name</span>
      <input
        value={name}
        maxLength={32}
        autocomplete="nickname"
        onInput={(event) => {
          setName(event.currentTarget.value);
          onName(event.currentTarget.value);
        }}
      />
    </label>
  );
}

export function WaitingRoom({ room, table, line }: { room: Room; table: TableInfo; line?: string }) {
  const { welcome } = useStore(house.store);
  const { complaint } = useStore(room.store);
  const [paper, setPaper] = useState<"rules" | "menu">();
  const [copied, setCopied] = useState(false);
  const [name, setName] = useState(house.name);
  const seated = table.you !== null;
  const mine = table.you === null ? undefined : table.seats[table.you];
  const goesOn = table.seats.some((seat) => seat.stack !== undefined);
  const sides = table.seats.some((seat) => seat.side !== undefined);
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const bot = usualBot(welcome?.bots ?? []) ?? null;
  const link = `${location.origin}/t/${table.table}`;
  const sit = (seat?: number) => {
    house.rename(name || "A guest");
    void room.ask({ type: "sit", table: room.id, ...(seat === undefined ? {} : { seat }) });
  };
  return (
    <div class="page">
      <Bar
        title={table.name ?? table.title}
        phase={table.phase === "open" ? "Before the deal" : "Dealing"}
        tools={[
          { icon: "book", name: "Rules", shortcut: "?", onClick: () => setPaper("rules") },
          { icon: "menu", name: "Menu", onClick: () => setPaper("menu") },
        ]}
      />
      <main class="waitroom">
        <section class="slip now" aria-labelledby="wr">
          <h2 id="wr">{seated ? "You sit at the table." : "A chair is free."}</h2>
          {seated ? (
            <>
              <p class="soft">
                {table.host
                  ? "Send the link to your friends. Empty seats get bots when you deal."
                  : "The host deals when everybody is here."}
              </p>
              <label class="fld">
                <span>The link to this table</span>
                <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
              </label>
              <button
                type="button"
                class="btn wide"
                onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(true))}
              >
                <Icon name="link" size={20} /> {copied ? "Copied" : "Copy the link"}
              </button>
              {welcome?.lan && <p class="soft">On the local network: {welcome.lan}</p>}
              {goesOn && (
                <div class="moneyline">
                  <p>
                    {mine?.out
                      ? "You are out of coins. Buy in again, or sit this game out."
                      : "Everybody brings what the game before left him."}
                  </p>
                  {mine?.out && (
                    <button
                      type="button"
                      class="btn brass"
                      onClick={() => void room.ask({ type: "buy", table: room.id })}
                    >
                      Buy in again
                    </button>
                  )}
                  {table.host && (
                    <button type="button" class="btn" onClick={() => void room.ask({ type: "afresh", table: room.id })}>
                      Everybody afresh
                    </button>
                  )}
                </div>
              )}
              {table.host && (
                <button
                  type="button"
                  class={`btn big ${mine?.out ? "" : "brass"}`}
                  onClick={() => void room.ask({ type: "deal", table: room.id })}
                >
                  {free ? `Deal, with ${free} ${free === 1 ? "bot" : "bots"}` : "Deal"}
                </button>
              )}
            </>
          ) : (
            <>
              <NameField onName={setName} />
              <button type="button" class="btn brass big" disabled={!free} onClick={() => sit()}>
                {free ? "Sit down" : "All seats are taken"}
              </button>
              <p class="soft">Or stay, and watch when they deal.</p>
            </>
          )}
          {(complaint ?? line) && (
            <p class="soft warn" role="alert">
              {complaint ?? line}
            </p>
          )}
        </section>
        <section class="open" aria-labelledby="ws">
          <h2 id="ws">
            {table.title}, {table.seats.length} seats
          </h2>
          <ul class="tbls">
            {table.seats.map((seat, i) => (
              <li key={i} class={`tbl chair ${seat.kind}`}>
                <Mark seat={i} />
                {seat.side !== undefined && <SideMark n={seat.side} />}
                <div class="tn">
                  <b>
                    {seat.kind === "open"
                      ? "Free"
                      : i === table.you
                        ? `${seat.name ?? "You"} (you)`
                        : (seat.name ?? seat.bot)}
                    {seat.bought && <Slate times={seat.bought} />}
                  </b>
                  <span>
                    {[
                      seat.kind === "bot"
                        ? "bot"
                        : seat.kind === "open"
                          ? "a bot if nobody comes"
                          : seat.host
                            ? "host"
                            : seat.here === false
                              ? "away"
                              : "guest",
                      seat.side !== undefined && `side ${seat.side}`,
                      seat.part,
                      seat.role && `plays ${capital(seat.role.replace(/-/g, " "))}`,
                      seat.stack !== undefined && `${seat.stack} ${seat.stack === 1 ? "coin" : "coins"}`,
                      seat.out && "out, sits this game out",
                    ]
                      .filter(Boolean)
                      .join(", ")}
                  </span>
                </div>
                {seat.kind === "open" && (!seated || !goesOn) && (
                  <button type="button" class="btn line" onClick={() => sit(i)}>
                    {seated ? "Sit here instead" : "Sit here"}
                  </button>
                )}
                {seat.kind === "open" && table.host && bot && (
                  <button
                    type="button"
                    class="btn line"
                    onClick={() => void room.ask({ type: "bot", table: room.id, seat: i, bot })}
                  >
                    Put a bot here
                  </button>
                )}
                {seat.kind === "bot" && table.host && (
                  <button
                    type="button"
                    class="btn line"
                    onClick={() => void room.ask({ type: "bot", table: room.id, seat: i, bot: null })}
                  >
                    Take it away
                  </button>
                )}
                {seat.kind === "person" && table.host && i !== table.you && (
                  <button
                    type="button"
                    class="btn line"
                    onClick={() => house.send({ type: "remove", table: room.id, seat: i })}
                  >
                    Show the door
                  </button>
                )}
              </li>
            ))}
          </ul>
          {sides && (
            <p class="soft sideline">
              Who sits on which side plays with whom: choose a seat
              {table.host && !goesOn ? ", or let chance decide. " : ", or let the host draw lots."}
              {table.host && !goesOn && (
                <button type="button" class="btn line" onClick={() => void room.ask({ type: "draw", table: room.id })}>
                  Draw the sides
                </button>
              )}
            </p>
          )}
          <TableInfoLines table={table} />
        </section>
      </main>
      {paper === "rules" && <RulesSheet game={table.game} title={table.title} onClose={() => setPaper(undefined)} />}
      {paper === "menu" && (
        <MenuSheet
          entries={[
            ...hostEntries(room, table, () => setPaper(undefined)),
            ...(seated
              ? [
                  {
                    label: "Leave the table",
                    onClick: () => {
                      void room.ask({ type: "leave", table: room.id });
                      go("/");
                    },
                  },
                ]
              : []),
            { label: "To the door", onClick: () => go("/") },
          ]}
          onClose={() => setPaper(undefined)}
        />
      )}
    </div>
  );
}
