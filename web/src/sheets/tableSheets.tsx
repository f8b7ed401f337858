// The papers one key away from a table: rules, hint, tale, talk, menu, and what lies before a seat.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { turnsOf } from "../view/tale.ts";
import type { GameEvent, Person, View, Zone } from "../view/types.ts";
import { duoOf } from "../view/guests.ts";
import { capital, listWords, personName, zoneLabel } from "../view/names.ts";
import type { RulesPage } from "../view/rules.ts";
import type { ChatLine, Hint, TableInfo } from "../net/messages.ts";
import { isReadable } from "../paint/Thing.tsx";
import { ZoneView } from "../paint/zones.tsx";
import { house } from "../net/house.ts";
import { optionInWords } from "../view/options.ts";
import { RoomSettings } from "./RoomSettings.tsx";
import { RulesText } from "./RulesText.tsx";
import { Sheet } from "./Sheet.tsx";

/** What every game's page may point to, besides the pages of other games. */
const commonPages = ["betting", "shares", "cards", "characters"];

/**
 * The game under way first; a game that hosts it is one touch further, and so is each page that was opened from
 * another.
 */
export function RulesSheet({
  game,
  title,
  hosts = [],
  onClose,
}: RulesPage & { hosts?: RulesPage[]; onClose: () => void }) {
  const [opened, setOpened] = useState<RulesPage[]>([]);
  const pages = [{ game, title }, ...hosts, ...opened];
  const [at, setAt] = useState(0);
  const page = pages[at] ?? pages[0]!;
  const link = (code: string) => {
    if (!commonPages.includes(code) || code === page.game) return undefined;
    const open = () => {
      const known = pages.findIndex((other) => other.game === code);
      if (known < 0) setOpened([...opened, { game: code, title: capital(code) }]);
      setAt(known < 0 ? pages.length : known);
    };
    return (
      <button type="button" class="lnk inprose" onClick={open}>
        {code}
      </button>
    );
  };
  return (
    <Sheet title={`Rules of ${page.title}`} onClose={onClose}>
      {pages.length > 1 && (
        <div class="rulestabs" role="group" aria-label="Whose rules">
          {pages.map((other, i) => (
            <button
              key={other.game}
              type="button"
              class={`btn ${i === at ? "on" : ""}`}
              aria-pressed={i === at}
              onClick={() => setAt(i)}
            >
              {other.title}
            </button>
          ))}
        </div>
      )}
      <RulesText key={page.game} game={page.game} link={link} />
    </Sheet>
  );
}

const sign = (value: number) =>
  `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(Math.abs(value) < 10 ? 1 : 0)}`;

/** How good a choice is where no number could be true; the terminal has the same words. */
function compared(value: number, best: number, worst: number, alike?: boolean): string {
  const [gap, most] = [best - value, best - worst];
  if (!gap) return "best";
  if (alike) return "about as good";
  return gap < 0.1 || gap < most / 10 ? "nearly as good" : gap <= most / 2 ? "not as good" : "much worse";
}

export function HintSheet({
  hints,
  reason,
  coins,
  canFold,
  asked,
  onTake,
  onClose,
}: {
  hints: Hint[] | undefined;
  /** Why the first, in words. */
  reason?: string;
  /** What they are worth is coins. */
  coins?: boolean;
  canFold: boolean;
  asked: boolean;
  onTake: (word: string) => void;
  onClose: () => void;
}) {
  const best = hints?.length ? Math.max(...hints.map((h) => h.value)) : 0;
  const worst = hints?.length ? Math.min(...hints.map((h) => h.value)) : 0;
  return (
    <Sheet title="A hint" side onClose={onClose}>
      {!asked ? (
        <p>You are not asked now. The hint is for your own turn.</p>
      ) : !hints ? (
        <p class="thinking">The old card player in the corner thinks it over…</p>
      ) : (
        <>
          {hints[0] && (
            <blockquote class="advice">
              <b>I would: {hints[0].label}.</b> {reason}
            </blockquote>
          )}
          <p class="soft">
            {coins
              ? `Coins that each should bring from here on, on average, by what you may know.${
                  canFold ? " Folding is 0." : ""
                }`
              : "How good each is beside the first, on average, by what you may know."}
          </p>
          <ol class="hints">
            {hints.map((hint, i) => (
              <li key={hint.word} class={i === 0 ? "best" : ""}>
                <span class="what">
                  <b>{hint.label}</b>
                  {coins && hint.alike && <small>about as good</small>}
                  <meter
                    min={0}
                    max={1}
                    value={best > worst ? (hint.value - worst) / (best - worst) : 1}
                    aria-label={`${hint.label} compared with the others`}
                  />
                </span>
                <span class={`worth ${coins ? "" : "said"}`}>
                  {coins ? sign(hint.value) : compared(hint.value, best, worst, hint.alike)}
                </span>
                <button
                  type="button"
                  class={`btn ${i === 0 ? "brass" : ""}`}
                  aria-label={`Do it: ${hint.label}`}
                  onClick={() => onTake(hint.word)}
                >
                  Do it
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </Sheet>
  );
}

/** Names of people stand out in the sentences. */
export function Sentence({ text, names }: { text: string; names: string[] }) {
  const known = names.filter(Boolean);
  if (!known.length) return <>{text}</>;
  const pattern = new RegExp(`(${known.map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`);
  return <>{text.split(pattern).map((part) => (known.includes(part) ? <b>{part}</b> : part))}</>;
}

export function TaleSheet({
  events,
  names,
  lost,
  onClose,
}: {
  events: GameEvent[];
  names: string[];
  lost: number;
  onClose: () => void;
}) {
  const end = useRef<HTMLLIElement>(null);
  const turns = turnsOf(events);
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [events.length]);
  return (
    <Sheet title="The tale" side onClose={onClose}>
      <ol class="taleall">
        {lost > 0 && <li class="quiet">The beginning is told in the record.</li>}
        {turns.map((event, i) => (
          <li key={i} class={i > 0 && turns[i - 1]!.seq !== event.seq ? "turn" : ""}>
            <Sentence text={event.text} names={names} />
          </li>
        ))}
        <li ref={end} class="quiet">
          {events.length ? "" : "Nothing has happened yet."}
        </li>
      </ol>
    </Sheet>
  );
}

interface ChatProps {
  lines: ChatLine[];
  limit: number;
  me: string | undefined;
  /** People who play on one's side, by name. */
  mates: string[];
  onSay: (text: string, toSide: boolean) => void;
  muted: string[];
  onMute: (guest: string, on: boolean) => void;
  onClose: () => void;
}

/** A few words that are always ready. */
const phrases = ["Well played!", "Good luck!", "One moment.", "Your turn!", "Thank you!", "Once more?"];

export function ChatSheet({ lines, limit, me, mates, onSay, muted, onMute, onClose }: ChatProps) {
  const [text, setText] = useState("");
  const [chosen, setToSide] = useState(false);
  const toSide = chosen && mates.length > 0;
  const others = [
    ...new Map(lines.filter((line) => line.guest !== me).map((line) => [line.guest, line.name])).entries(),
  ];
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => void list.current?.scrollTo(0, list.current.scrollHeight), [lines]);
  return (
    <Sheet title="Talk at the table" side clear onClose={onClose}>
      <div class="talk">
        <ol class="chatlines" aria-live="polite" aria-label="What was said" tabIndex={0} ref={list}>
          {lines.map((line, i) => (
            <li key={i}>
              <b>{line.name}</b>
              {line.seat === null && <i> (watching)</i>}
              {line.to && <i> (to your side)</i>} {line.text}
            </li>
          ))}
          {!lines.length && <li class="quiet">Nobody has said anything.</li>}
        </ol>
        <div class="phrases" role="group" aria-label="Ready words">
          {phrases.map((phrase) => (
            <button key={phrase} type="button" class="pre" onClick={() => onSay(phrase, toSide)}>
              {phrase}
            </button>
          ))}
        </div>
        <form
          class="say"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) onSay(text.trim(), toSide);
            setText("");
          }}
        >
          <label class="fld">
            <span>Say something</span>
            <input
              value={text}
              maxLength={limit}
              autocomplete="off"
              autofocus
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="btn brass">
            Say
          </button>
        </form>
        {mates.length > 0 && (
          <label class="check">
            <input type="checkbox" checked={toSide} onChange={(event) => setToSide(event.currentTarget.checked)} />
            <span>Only to {listWords(mates)}, on my side</span>
          </label>
        )}
        {others.map(([guest, name]) => (
          <button key={guest} type="button" class="lnk" onClick={() => onMute(guest, !muted.includes(guest))}>
            {muted.includes(guest) ? `Hear ${name} again` : `Stop hearing ${name}`}
          </button>
        ))}
      </div>
    </Sheet>
  );
}

export interface MenuEntry {
  label: string;
  about?: string;
  onClick?: () => void;
  href?: string;
  download?: string;
  off?: string;
}

/** What is not the usual here: variants, hints, watchers, the length of windows, files instead of what is built in. */
export function TableInfoLines({ table }: { table: TableInfo }) {
  const game = house.store.value.welcome?.games.find((one) => one.id === table.game);
  const lines = [
    ...table.options.map((option) => ["Played with", optionInWords(game, option)]),
    ...(table.hints === "off" ? [["Hints", "nobody takes any"]] : []),
    ...(table.hints === "all" ? [["Hints", "nobody is told of them"]] : []),
    ...(table.closed ? [["Watchers", "none while it is played"]] : []),
    ...(table.delay ? [["Watchers", `see the game ${table.delay} seconds later`]] : []),
    ...(table.window === undefined
      ? []
      : [["Windows", table.window ? `last ${table.window} seconds` : "wait until all have answered"]]),
    ...(table.content ?? []).map(({ kind, id, hash }) => [
      "Own file",
      `${kind.replace(/-/g, " ")} “${id}”, ${hash.slice(0, 8)}`,
    ]),
  ];
  if (!lines.length) return null;
  return (
    <>
      <h3>This table</h3>
      <dl class="tableinfo">
        {lines.map(([what, words], i) => (
          <div key={i}>
            <dt>{what}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function MenuSheet({
  entries,
  children,
  onClose,
}: {
  entries: MenuEntry[];
  children?: ComponentChildren;
  onClose: () => void;
}) {
  return (
    <Sheet title="Menu" side onClose={onClose}>
      <ul class="menu">
        {entries.map((entry) => (
          <li key={entry.label}>
            {entry.href && !entry.off ? (
              <a class="btn" href={entry.href} download={entry.download}>
                {entry.label}
              </a>
            ) : (
              <button type="button" class="btn" disabled={!!entry.off} onClick={entry.onClick}>
                {entry.label}
              </button>
            )}
            {(entry.off ?? entry.about) && <span>{entry.off ?? entry.about}</span>}
          </li>
        ))}
      </ul>
      {children}
      <RoomSettings />
      <h3>Keys</h3>
      <dl class="keys">
        {[
          ["1–9", "choose an answer"],
          ["Enter", "the brass button"],
          ["Tab, arrows", "from place to place, from card to card"],
          ["Space", "take or lay back the card in focus"],
          ["Esc", "clear what is selected"],
          ["H", "hint; while a window is open: hold it"],
          ["O", "standing orders"],
          ["?", "rules"],
          ["T", "tale"],
          ["C", "talk"],
        ].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

/** Cards that say what they do are read, one below the other. */
const isRead = (zone: Zone) => (zone.layout === "fan" || zone.layout === "row") && zone.items.some(isReadable);
/** A pile that is there, whatever is known of it. */
const isPile = (zone: Zone) => zone.layout === "stack" && zone.size > 0;

export function SeatSheet({
  view,
  seat,
  people,
  hints,
  onClose,
}: {
  view: View;
  seat: number;
  people: (Person | undefined)[];
  hints?: number;
  onClose: () => void;
}) {
  const duo = duoOf(view, seat)?.zone;
  const zones = view.zones.filter(
    (zone) => zone.owner === seat && zone !== duo && (zone.items.length > 0 || zone.layout === "track" || isPile(zone)),
  );
  // Enlarged, but no wider than the sheet: a fan shows half of each card, a grid all of its columns; rows break.
  const room = Math.min(innerWidth - 24, 640) - 48;
  const across = (zone: Zone) =>
    zone.layout === "fan" ? 1 + 0.5 * (zone.items.length - 1) : zone.layout === "grid" ? (zone.w ?? 1) * 1.12 : 1;
  const cardIn = (zone: Zone) => Math.min(92, Math.floor(room / across(zone)));
  return (
    <Sheet title={`Before ${personName(people[seat], seat, view.viewer)}`} onClose={onClose}>
      {hints !== undefined && <p>{hints === 1 ? "One hint taken" : `${hints} hints taken`} in this game.</p>}
      <div class="seatzones">
        {zones.map(
          (zone) => !isRead(zone) && <ZoneView key={`${zone.level}/${zone.name}`} zone={zone} card={cardIn(zone)} />,
        )}
      </div>
      {zones.filter(isRead).map((zone) => (
        <section key={`${zone.level}/${zone.name}`} class="readzone">
          <h3>{zoneLabel(zone)}</h3>
          <ul>
            {zone.items.map((item) => (
              <li key={item.id}>
                <b>{capital(item.name ?? "A card, face down")}</b> {item.note && <b>{item.note}</b>}{" "}
                {item.sort && <small>{capital(item.sort)}</small>}
                {item.text && <p>{item.text}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Sheet>
  );
}
