// A table: the waiting room before the deal, the game, the end.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameEvent, Person, View } from "../view/types.ts";
import { answerWord, brassChoice, choicesOnSlips, hintLabel, isShares, keptSelection } from "../view/choices.ts";
import { nothingSelected, type Selection } from "../view/choices.ts";
import { talesFor, turnsOf } from "../view/tale.ts";
import { type Deeds, noDeeds, withDeeds } from "../view/deeds.ts";
import { type History, noHistory, remember, sinceLastTurn, taleOf } from "../view/history.ts";
import { orderAfter, rememberedOrder, rememberOrder } from "../view/hand.ts";
import { rulesOf } from "../view/rules.ts";
import { withKeepers } from "../view/shares.ts";
import { areGuests, figureChoices, sideOf, windowQuestion } from "../view/guests.ts";
import { showdownOf } from "../view/showdown.ts";
import { drawnOnBoard, isBetweenGames, tileChoices } from "../view/standings.ts";
import { holdState, myPart, ordersNow, secondsWords, spanOf, switchOrder } from "../view/windows.ts";
import { usualOrders, windowWords } from "../view/windows.ts";
import type { Span } from "../view/windows.ts";
import { capital, listWords, personName, scoreWords, seatsNamed, withNames } from "../view/names.ts";
import type { ChatLine, SeatInfo, TableInfo } from "../net/messages.ts";
import { house, type Room } from "../net/house.ts";
import { linkWords } from "../net/link.ts";
import { useStore } from "../net/store.ts";
import { Stage } from "../motion/stage.ts";
import { play } from "../motion/sound.ts";
import { Bar, type Tool } from "../paint/Bar.tsx";
import { Board } from "../paint/Board.tsx";
import { Elbow } from "../paint/Elbow.tsx";
import { Prompt } from "../paint/Prompt.tsx";
import { Slate } from "../paint/Slate.tsx";
import { Showdown } from "../paint/Showdown.tsx";
import { Speech } from "../paint/Speech.tsx";
import { Since } from "../paint/Tale.tsx";
import { Hourglass, OrderSwitch, type Running, WindowLine } from "../paint/Window.tsx";
import { ChapterSheet } from "../sheets/ChapterSheet.tsx";
import { OrdersSheet } from "../sheets/OrdersSheet.tsx";
import {
  ChatSheet,
  HintSheet,
  MenuSheet,
  RulesSheet,
  SeatSheet,
  TableInfoLines,
  TaleSheet,
  type MenuEntry,
} from "../sheets/tableSheets.tsx";
import { useCalling } from "../calling.ts";
import { later } from "../later.tsx";
import { slowness } from "../room.ts";
import { go } from "../route.ts";
import { End } from "./End.tsx";
import { EndSlip } from "./EndSlip.tsx";
import { hostEntries } from "./hostMenu.ts";
import { useTableKeys } from "./keys.ts";
import { useElbow } from "./useElbow.ts";
import { saveReport } from "./report.ts";
import { WaitingRoom } from "./WaitingRoom.tsx";
import { Notice } from "./Notice.tsx";
import { Waiting } from "./Waiting.tsx";

export const personOf = (seat: SeatInfo): Person | undefined =>
  seat.kind === "open"
    ? undefined
    : {
        name: seat.name ?? seat.bot ?? "A guest",
        bot: seat.kind === "bot",
        hasty: seat.now !== undefined,
        here: seat.here ?? true,
        deserted: seat.deserted,
        awayMs: seat.away_until === undefined ? undefined : Math.max(0, seat.away_until - Date.now()),
        bought: seat.bought,
      };

const Evening = later(() => import("../paint/Evening.tsx").then((page) => page.Evening));

/** Milliseconds that a deed is read at the seat. */
const deedsLast = 2600;
const noneElsewhere = new Set<number>();

type Paper = "rules" | "hint" | "tale" | "talk" | "menu" | "orders" | { seat: number };

const leftTitle = {
  damaged: "A damaged table",
  ended: "A closed table",
  "old-rules": "Played under other rules",
};

export function TablePage({ id }: { id: string }) {
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    const entered = house.enter(id);
    setRoom(entered);
    return () => house.exit(entered);
  }, [id]);
  return room ? <InRoom room={room} /> : null;
}

function InRoom({ room }: { room: Room }) {
  const { link, welcome, dealing } = useStore(house.store);
  const state = useStore(room.store);
  /** What was painted last: it stays until the next table has something to show. */
  const last = useRef<PlayingProps>();
  const [shown, setShown] = useState<{ room: Room; view: View }>();
  const view = shown?.room === room ? shown.view : undefined;
  const [history, setHistory] = useState<History>(noHistory);
  const [told, setTold] = useState("");
  const [deeds, setDeeds] = useState<Deeds>(noDeeds);
  useEffect(() => {
    if (!deeds.size) return;
    const timer = setTimeout(() => setDeeds(noDeeds), deedsLast * slowness());
    return () => clearTimeout(timer);
  }, [deeds]);
  const [deadline, setDeadline] = useState<Span>();
  const [glass, setGlass] = useState<Span>();
  const [, tick] = useState(0);

  useEffect(() => {
    let sentences: GameEvent[] = [];
    const stage = new Stage(
      (act) => {
        setShown({ room, view: withKeepers(act.view) });
        const seats = room.store.value.table?.seats.map((seat) => seat.name ?? "") ?? [];
        const fresh = sentences;
        setDeeds((old) => withDeeds(old, fresh, act.view.viewer, seats));
        setTold(talesFor(sentences, act.view.viewer, seats).map((event) => event.text).join(" "));
        sentences = [];
      },
      (event) => {
        sentences.push(event);
        play(
          event.kind === "paid" ? "coin" : event.kind === "rolled" ? "dice" : event.kind === "shown" ? "turn" : "card",
        );
      },
    );
    setDeadline(undefined);
    setGlass(undefined);
    setDeeds(noDeeds);
    room.listen((update) => {
      setHistory((old) => remember(old, update));
      const now = Date.now();
      setDeadline((old) => spanOf(old, update, now));
      setGlass(update.glass && { at: update.seq, ends: now + update.glass.left, of: update.glass.of });
      room.store.set({ hints: undefined, hinting: false });
      const { table } = room.store.value;
      if (update.late?.length && table) {
        const mine = update.late.includes(table.you ?? -1);
        const others = update.late
          .filter((seat) => seat !== table.you)
          .map((seat) => table.seats[seat]?.name ?? "somebody");
        room.store.set({
          complaint: mine
            ? "Your time was up: the house answered for you."
            : `Time was up for ${listWords(others)}: the house answered.`,
        });
      }
      stage.play({
        events: update.events,
        view: update.view,
        atOnce: update.from < 0 || update.undo !== undefined,
        opening: update.from < 0 && update.seq === 0,
      });
    });
    const skip = () => stage.skip();
    addEventListener("pointerdown", skip);
    addEventListener("keydown", skip);
    return () => {
      removeEventListener("pointerdown", skip);
      removeEventListener("keydown", skip);
      room.listen(undefined);
    };
  }, [room]);

  const { table } = state;
  const waits = table?.seats.some((seat) => seat.away_until !== undefined);
  useEffect(() => {
    if (deadline === undefined && glass === undefined && !waits) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [deadline, glass, waits]);
  const running = (span: Span | undefined): Running | undefined =>
    span && { left: Math.max(0, span.ends - Date.now()), of: span.of };

  const moving = state.moving ? "One moment: your table is on its way. Nothing is lost." : undefined;
  const line = linkWords(link) ?? moving;
  if (state.closed && state.leftBy)
    return (
      <Notice
        title={leftTitle[state.leftBy]}
        text={state.closed}
        record={room.id}
      />
    );
  if (state.closed) return <Notice title={state.shut ? "Not open to you" : "No such table"} text={state.closed} />;
  const kept = last.current && last.current.room !== room ? last.current : undefined;
  const isComing = !table || (!view && (dealing === room.id || table.phase !== "open"));
  if (kept && isComing && !line) return <Playing key={kept.room.id} {...kept} />;
  if (!table) return <Notice title="One moment" text={line ?? "Looking for the table…"} busy />;
  if (table.phase === "playing" && !view && table.you === null && table.delay)
    return <Notice title="You watch" text={`Here the game is seen ${table.delay} seconds later.`} busy />;
  if (table.phase === "open" || !view) return <WaitingRoom room={room} table={table} line={line} />;
  const playing: PlayingProps = {
    room,
    table,
    view,
    history,
    told,
    deeds,
    line,
    time: view.asked.length ? running(deadline) : undefined,
    sand: running(glass),
    chatLimit: welcome?.limits.chat ?? 300,
  };
  last.current = playing;
  return <Playing key={room.id} {...playing} />;
}

interface PlayingProps {
  room: Room;
  table: TableInfo;
  view: View;
  history: History;
  told: string;
  /** What others have just done. */
  deeds: Deeds;
  line?: string;
  time?: Running;
  sand?: Running;
  chatLimit: number;
}

/** When what had the focus is gone, the foot of the table has it: who thinks, the next question, the end. */
function useKeptFocus() {
  useEffect(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(".prompt")?.focus({ preventScroll: true });
  });
}

function Playing({ room, table, view, history, told, deeds, line, time, sand, chatLimit }: PlayingProps) {
  useKeptFocus();
  const state = useStore(room.store);
  const { welcome, muted } = useStore(house.store);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [paper, setPaper] = useState<Paper>();
  /** The end of a hand that is looked at again, or, when all is over, the table instead of it. */
  const [again, setAgain] = useState<View>();
  const [atTable, setAtTable] = useState(false);
  const [order, setOrder] = useState(rememberedOrder);
  const people = table.seats.map(personOf);
  const names = people.map((person) => person?.name ?? "");
  const said = useBubbles(state.chat);
  const events = useMemo(
    () => talesFor(taleOf(history), view.viewer, names),
    [history, view.viewer, names.join("/")],
  );
  const asked = view.choices.length > 0 && !view.over;
  const question = `${view.prompt}|${JSON.stringify(view.choices)}`;
  const first = useRef(true);
  const before = useRef(view.choices);
  // Before the new question is painted, or it would take away what a quick hand has already picked.
  useLayoutEffect(() => {
    setSelection((old) => keptSelection(old, before.current, view.choices));
    before.current = view.choices;
    if (asked && !first.current) play("yourTurn");
    first.current = false;
  }, [question]);
  useEffect(() => {
    if (view.over) play("end");
  }, [view.over]);

  const chapter = again ?? (state.chapterOpen ? state.chapter : undefined);
  const goOn = () => {
    setAgain(undefined);
    room.store.set({ chapterOpen: false });
  };
  const answered = useRef<View>();
  const answer = (word: string) => {
    if (state.sending) return;
    answered.current = view;
    const on = view.choices.find((choice) => choice.word === word)?.way === "on";
    const words = on ? [...(selection.joined?.values() ?? []), word] : [word];
    setSelection(nothingSelected);
    void room.answerAll(words);
  };
  const between = isBetweenGames(view);
  const figures = useMemo(() => new Set(figureChoices(view.choices)), [view]);
  const elsewhere = between ? drawnOnBoard(view.choices) : figures.size ? figures : noneElsewhere;
  const onTable = useMemo(() => choicesOnSlips(view), [view]);
  const choose = (index: number) => {
    const choice = view.choices[index];
    if (!choice || !asked || chapter) return;
    if (elsewhere.has(index) && selection.chosen !== index) {
      if (figures.has(index) || tileChoices(view.choices).includes(index))
        setSelection({ ...selection, chosen: index });
      return;
    }
    if (choice.kind === "amount") return document.querySelector<HTMLInputElement>(".amount input")?.focus();
    if (isShares(choice) && brassChoice(view.choices, selection) !== index) {
      document.querySelector<HTMLElement>(".drafts[aria-expanded=false]")?.click();
      return requestAnimationFrame(() => document.querySelector<HTMLElement>(".shares [role=spinbutton]")?.focus());
    }
    const word = answerWord(choice, selection);
    if (word !== undefined) answer(word);
  };
  const open = (name: Paper) => {
    if (name === "hint" && asked) room.hint();
    if (name === "talk") room.store.set({ unread: 0 });
    setPaper(name);
  };
  const close = () => {
    if (paper === "talk") room.store.set({ unread: 0 });
    setPaper(undefined);
  };
  // The View may still be that of a moment ago, while its events are played: both must speak of a window.
  const window = view.window && state.window;
  const nameOf = (seat: number) => personName(people[seat], seat, view.viewer);
  const mates = (view.viewer === null ? [] : sideOf(view, view.viewer))
    .filter((seat) => seat !== view.viewer && people[seat] && !people[seat].bot)
    .map(nameOf);
  /** What the window is about stands in the question. */
  const happens = asked && window ? windowQuestion(withNames(view, nameOf)) : undefined;
  const hold = holdState(window, view, time !== undefined, !!window && state.heldAt === window.at);
  const ofGame = welcome?.games.find((game) => game.id === table.game)?.orders;
  const alone = !table.watchers && table.seats.filter((seat) => seat.kind === "person").length === 1;
  const usual = usualOrders(ofGame, alone);
  const orders = ordersNow(table.orders, usual);
  const seated = view.viewer !== null;
  const sort = () => {
    rememberOrder(orderAfter(order));
    setOrder(orderAfter(order));
  };
  useTableKeys({
    choose,
    accept: () => (chapter ? goOn() : choose(brassChoice(view.choices, selection))),
    clear: () => setSelection(nothingSelected),
    hint: () => open("hint"),
    guide: () => elbow.turn(),
    hold: hold ? () => hold === "may" && void room.hold() : undefined,
    orders: () => seated && open("orders"),
    rules: () => open("rules"),
    tale: () => open("tale"),
    talk: () => open("talk"),
    sort,
  });

  const watching = view.viewer === null;
  const outer = { game: table.game, title: table.title };
  const seen = chapter ?? view;
  const elbow = useElbow(seen, rulesOf(seen, outer, welcome?.games).game, view.over || !!chapter);
  const tools: Tool[] = [
    ...(watching ? [] : [{ icon: "hint", name: "Hint", shortcut: "H", onClick: () => open("hint") }]),
    { icon: "book", name: "Rules", shortcut: "?", onClick: () => open("rules") },
    ...(watching
      ? []
      : [{ icon: "people", name: "Guide", shortcut: "G", spare: true, onClick: () => elbow.turn() }]),
    { icon: "quill", name: "Tale", shortcut: "T", spare: true, onClick: () => open("tale") },
    {
      icon: "chat",
      name: "Talk",
      shortcut: "C",
      news: state.unread > 0 && paper !== "talk",
      onClick: () => open("talk"),
    },
    { icon: "menu", name: "Menu", onClick: () => open("menu") },
  ];
  const me = view.viewer;
  const coins = me === null ? undefined : view.counters.find((c) => c.owner === me && c.name === "coins");
  const bet = me === null ? undefined : view.counters.find((c) => c.owner === me && c.name === "bet");
  const sums = view.counters.filter((c) => c.owner === me && c.running);
  const seatLine =
    me === null ? undefined : (
      <>
        <span>
          {coins ? (
            <>
              You have <b>{coins.value}</b>
            </>
          ) : (
            <>
              Your score <b>{view.scores[me]}</b>
            </>
          )}
        </span>
        {bet && (
          <span>
            Your bet <b>{bet.value}</b>
          </span>
        )}
        {sums.map((sum) => (
          <span key={sum.name}>
            {capital(sum.name)} <b>{scoreWords(sum.value ?? 0)}</b>
          </span>
        ))}
        {people[me]?.bought && <Slate times={people[me].bought} />}
      </>
    );
  const ended = view.results && !(view.chapter && state.chapter) ? view : state.chapter;
  const record = `/api/record/${table.table}`;
  const menu: MenuEntry[] = [
    {
      label: "Take back my last answer",
      about: table.seats.some((s) => s.kind === "person" && s.guest !== welcome?.you.guest)
        ? "Everybody at the table must agree."
        : undefined,
      onClick: () => void (close(), room.ask({ type: "undo", table: room.id })),
      off:
        me === null
          ? "You only watch."
          : table.phase === "over"
            ? "It is over."
            : window
              ? "Not while a window is open."
              : view.talks
                ? "What is said in a talk stands."
                : undefined,
    },
    {
      label: elbow.here ? "Nobody at my elbow, please" : "Somebody at my elbow",
      about: "He explains the game as it goes. The key G does the same; it is remembered.",
      onClick: () => void (close(), elbow.turn()),
      off: me === null ? "You only watch." : undefined,
    },
    {
      label: "Standing orders",
      about: "When you want to be asked to answer what others do.",
      onClick: () => open("orders"),
      off: me === null ? "You only watch." : undefined,
    },
    {
      label: `Sort my hand: ${orderAfter(order)}`,
      about: `It lies ${order}. The key S does the same; it is remembered.`,
      onClick: sort,
      off: me === null ? "You only watch." : undefined,
    },
    {
      label: "How the last hand ended",
      about: "Points, and what earned them.",
      onClick: () => void (close(), view.over && ended === view ? setAtTable(false) : setAgain(ended)),
      off: ended ? undefined : "None has ended yet.",
    },
    {
      label: "Copy the link to this table",
      onClick: () => void navigator.clipboard?.writeText(location.href).then(close),
    },
    {
      label: "Download the record",
      href: record,
      download: `taproom-${table.table}.txt`,
      off: table.phase === "over" ? undefined : "When the game is over: before, it would give the deck away.",
    },
    {
      label: "Step through the game",
      onClick: () => go(`/replay?table=${table.table}`),
      off: table.phase === "over" ? undefined : "When the game is over.",
    },
    {
      label: "Report this position",
      about: "One file with the position, the tale and the version, to send to the makers.",
      onClick: () => void saveReport(table, view, history, welcome?.server),
    },
    ...(me !== null && table.phase === "over"
      ? [
          {
            label: "Once more, but change the table first",
            about: "Who sits where, bots, everybody afresh.",
            onClick: () =>
              void room.ask({ type: "rematch", table: room.id }).then((ack) => ack?.table && go(`/t/${ack.table}`)),
          },
        ]
      : []),
    ...hostEntries(room, table, close),
    ...(me === null
      ? []
      : [
          {
            label: "Leave the table",
            about: "A bot plays on in your seat.",
            onClick: () => {
              void room.ask({ type: "leave", table: room.id });
              go("/");
            },
          },
        ]),
    { label: "To the door", about: me === null ? undefined : "Your seat stays yours.", onClick: () => go("/") },
  ];

  const goesOn = view.over && seated && table.next !== undefined;
  // Between two questions there is silence, or the same question again would not be heard.
  const turn = asked && answered.current !== view
    ? `${window ? "You may answer." : "Your turn."} ${happens ? `${happens.ask} ${happens.help}` : (view.prompt ?? "")}`
    : view.over
      ? goesOn
        ? "The next game is there."
        : "The game is over."
      : "";
  useCalling(table.name ?? table.title, asked ? (view.prompt ?? "") : goesOn ? "The next game is there." : undefined);
  const opened = useRef({ at: -1, words: "" });
  if (window && opened.current.at !== window.at)
    opened.current = {
      at: window.at,
      words: `${windowWords(window, view.viewer, nameOf)}.${time ? ` ${secondsWords(time.left)}.` : ""}`,
    };
  const timeLeft = window ? undefined : time?.left;
  const quick = seated && (state.windows || table.orders !== undefined) && !view.over && (
    <OrderSwitch
      silent={orders.includes("until-turn")}
      onSilent={(on) => void room.setOrders(switchOrder(orders, "until-turn", on, usual))}
      onOrders={() => open("orders")}
    />
  );
  const windowLine = window && (
    <WindowLine
      key={window.at}
      view={view}
      window={window}
      time={time}
      hold={hold}
      onHold={() => void room.hold()}
      nameOf={nameOf}
    >
      {quick}
    </WindowLine>
  );
  const part = window && myPart(window, view, state.answeredAt === window.at);
  const glass = sand && <Hourglass time={sand} />;
  const bold = [...names, "You"];
  const undo = () => void room.ask({ type: "undo", table: room.id });
  const onUndo =
    me !== null &&
    table.phase === "playing" &&
    !window &&
    !view.talks &&
    !table.undo &&
    events.some((event) => event.who === me)
      ? undo
      : undefined;
  const hands = view.over && !between && !areGuests(view) && showdownOf(view) !== undefined;
  const foot = view.over ? (
    <End
      room={room}
      table={table}
      view={view}
      people={people}
      standing={!between && (!hands || atTable)}
      onHands={hands && atTable ? () => setAtTable(false) : undefined}
    />
  ) : asked ? (
    <Prompt
      view={view}
      selection={selection}
      onSelect={setSelection}
      onAnswer={answer}
      timeLeft={timeLeft}
      glass={glass}
      window={windowLine}
      sending={state.sending}
      seatLine={between ? undefined : seatLine}
      elsewhere={elsewhere.size ? elsewhere : onTable}
      happens={happens}
      onUndo={onUndo}
      placeName={(place) => (place < view.seats ? personName(people[place], place, view.viewer) : `Place ${place + 1}`)}
    />
  ) : (
    <Waiting
      view={view}
      people={people}
      seatLine={seatLine}
      timeLeft={timeLeft}
      glass={glass}
      window={windowLine}
      part={part === "asked" ? "none" : part}
      orders={quick}
      onUndo={onUndo}
      table={table}
      room={room}
    />
  );
  const waits = asked ? `You are asked: ${view.prompt ?? ""}${time ? ` ${secondsWords(time.left)}` : ""}` : undefined;
  const mayAskAdvice = table.hints !== "off" || table.seats.filter((seat) => seat.kind === "person").length < 2;
  // Above the foot, in a row of their own: nothing of the table is ever covered.
  const withToasts = (content: ComponentChildren) => (
    <>
      <Toasts line={line} room={room} table={table} people={people} />
      {elbow.here && (
        <Elbow
          view={seen}
          said={elbow.said}
          onAdvice={asked && !chapter && mayAskAdvice ? () => room.hint() : undefined}
          advising={state.hinting}
          hints={asked && !chapter ? state.hints : undefined}
          folds={(hands && !atTable) || !!chapter}
          onLeave={elbow.turn}
        />
      )}
      {content}
    </>
  );
  const barOf = (of: View) => {
    const inner = of.games[of.games.length - 1]!;
    return (
      <Bar
        title={of.games[0]!.title}
        phase={[of.games.length > 1 ? inner.title : undefined, inner.phase, watching ? "you watch" : undefined]
          .filter(Boolean)
          .join(" · ")}
        tools={tools}
      >
        {table.watchers > 0 && <span class="watchers">{table.watchers} watching</span>}
      </Bar>
    );
  };
  return (
    <>
      <Speech
        told={told}
        turn={turn}
        window={window && opened.current.words}
        timeLeft={asked ? timeLeft : undefined}
      />
      {chapter && showdownOf(chapter) ? (
        <Showdown
          view={chapter}
          people={people}
          bar={barOf(chapter)}
          foot={withToasts(
            <EndSlip view={chapter} people={people} standing={false} waits={waits} chapter>
              <GoOn onClick={goOn} />
            </EndSlip>,
          )}
        />
      ) : hands && !atTable ? (
        <Showdown
          view={view}
          people={people}
          bar={barOf(view)}
          foot={withToasts(foot)}
          onTable={() => setAtTable(true)}
        />
      ) : between ? (
        <Evening
          view={view}
          people={people}
          games={welcome?.games}
          selection={selection}
          onSelect={setSelection}
          bar={barOf(view)}
          foot={withToasts(foot)}
        />
      ) : (
        <Board
          view={view}
          people={people}
          selection={selection}
          onSelect={setSelection}
          onChoose={choose}
          onPlay={(taken) => {
            setSelection(taken);
            const choice = view.choices[brassChoice(view.choices, taken)];
            // Where more could be taken, the button says when it is enough.
            if (!choice || (choice.kind === "subset" && choice.hi !== 1) || choice.kind === "assign") return;
            const word = answerWord(choice, taken);
            if (word !== undefined) answer(word);
          }}
          still={!asked || state.sending}
          onSeat={(seat) => setPaper({ seat })}
          said={said}
          deeds={deeds}
          order={order}
          bar={barOf(view)}
          tale={
            <Since
              events={turnsOf(sinceLastTurn(events, view.over ? null : view.viewer, 8))}
              names={bold}
              title={view.over ? "How it ended" : watching ? "What happened" : undefined}
              onMore={() => open("tale")}
            />
          }
          foot={withToasts(foot)}
        />
      )}
      {paper === "rules" && <RulesSheet {...rulesOf(view, outer, welcome?.games)} onClose={close} />}
      {paper === "hint" && (
        <HintSheet
          hints={state.hints?.map((hint) => ({ ...hint, label: hintLabel(view, hint, nameOf) }))}
          reason={state.hintReason && seatsNamed(state.hintReason, view.seats, nameOf)}
          coins={state.hintCoins}
          canFold={view.choices.some((choice) => choice.word === "fold")}
          asked={asked}
          onTake={(word) => {
            close();
            answer(word);
          }}
          onClose={close}
        />
      )}
      {paper === "tale" && <TaleSheet events={events} names={bold} lost={history.lost} onClose={close} />}
      {paper === "talk" && (
        <ChatSheet
          lines={state.chat}
          limit={chatLimit}
          me={welcome?.you.guest}
          mates={mates}
          onSay={(text, toSide) =>
            void room.ask({ type: "chat", table: room.id, text, ...(toSide && { to: "side" }) })
          }
          muted={muted}
          onMute={(guest, on) => house.mute(guest, on)}
          onClose={close}
        />
      )}
      {paper === "orders" && seated && (
        <OrdersSheet
          view={view}
          orders={table.orders}
          ofGame={ofGame}
          usual={usual}
          refusal={state.refusal}
          onOrders={(list) => void room.setOrders(list)}
          onClose={close}
        />
      )}
      {chapter && !showdownOf(chapter) && !paper && (
        <ChapterSheet chapter={chapter} view={view} people={people} waits={waits} onClose={goOn} />
      )}
      {paper === "menu" && (
        <MenuSheet entries={menu} onClose={close}>
          <TableInfoLines table={table} />
        </MenuSheet>
      )}
      {typeof paper === "object" && (
        <SeatSheet
          view={view}
          seat={paper.seat}
          people={people}
          hints={table.seats[paper.seat]?.hints}
          onClose={close}
        />
      )}
    </>
  );
}

/** What seats have said within the last seconds. */
function useBubbles(chat: ChatLine[]): Map<number, string> {
  const [said, setSaid] = useState<Map<number, string>>(new Map());
  const heard = useRef(chat.length);
  useEffect(() => {
    const fresh = chat.slice(heard.current).filter((line) => line.seat !== null);
    heard.current = chat.length;
    if (!fresh.length) return;
    const words = (line: ChatLine) => (line.to ? `${line.text} (to your side)` : line.text);
    const is = (seat: number, text: string) => (line: ChatLine) => line.seat === seat && words(line) === text;
    setSaid((old) => new Map([...old, ...fresh.map((line): [number, string] => [line.seat!, words(line)])]));
    setTimeout(
      () => setSaid((old) => new Map([...old].filter(([seat, text]) => !fresh.some(is(seat, text))))),
      6000,
    );
  }, [chat]);
  return said;
}

/** The way on from the end of a hand: it has the focus, so that Enter takes it. */
function GoOn({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button type="button" class="btn brass" ref={button} onClick={onClick}>
      Go on
    </button>
  );
}

/** Slips above the foot: a broken line, a complaint of the server, somebody who wants to take a move back. */
function Toasts({
  line,
  room,
  table,
  people,
}: {
  line?: string;
  room: Room;
  table: TableInfo;
  people: (Person | undefined)[];
}) {
  const { complaint } = useStore(room.store);
  const consent = table.undo && table.you !== null && table.undo.waiting.includes(table.you);
  return (
    <div class="toasts inflow" aria-live="polite">
      {line && (
        <p class="slip toast line">
          <span class="dots dark" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {line}
        </p>
      )}
      {complaint && (
        <p class="slip toast">
          {complaint}
          <button type="button" class="lnk" onClick={() => room.store.set({ complaint: undefined })}>
            All right
          </button>
        </p>
      )}
      {table.undo && (
        <p class="slip toast">
          {consent
            ? `${people[table.undo.seat]?.name ?? "Somebody"} would like to take the last answer back.`
            : "Waiting for the others to agree to take it back."}
          {consent && (
            <>
              <button
                type="button"
                class="btn"
                onClick={() => house.send({ type: "consent", table: room.id, yes: true })}
              >
                Agree
              </button>
              <button
                type="button"
                class="btn"
                onClick={() => house.send({ type: "consent", table: room.id, yes: false })}
              >
                Rather not
              </button>
            </>
          )}
        </p>
      )}
    </div>
  );
}
