// Stepping through a finished game: as anybody saw it, or with the eyes of a seat.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { named } from "../view/names.ts";
import type { GameEvent, Person, View } from "../view/types.ts";
import { nothingSelected } from "../view/choices.ts";
import { costWords, decisionAt } from "../view/review.ts";
import { rulesOf } from "../view/rules.ts";
import { Bar } from "../paint/Bar.tsx";
import { Board } from "../paint/Board.tsx";
import { Icon } from "../paint/art.tsx";
import { useBox, usePhone } from "../paint/measure.ts";
import { Since } from "../paint/Tale.tsx";
import { Sheet } from "../sheets/Sheet.tsx";
import { RulesSheet, Sentence, TaleSheet } from "../sheets/tableSheets.tsx";
import { house } from "../net/house.ts";
import { useStore } from "../net/store.ts";
import { go } from "../route.ts";
import { Coach, moveWords, useReview } from "./Coach.tsx";
import { Notice } from "./Notice.tsx";

interface Step {
  title: string;
  game: string;
  steps: number;
  step: number;
  players: { name: string; bot: boolean }[];
  events: GameEvent[];
  view: View;
}

const paces: [number, string][] = [
  [2400, "Slow"],
  [1200, "Normal pace"],
  [500, "Fast"],
];

async function fetchStep(table: string, eyes: string, step: number): Promise<Step> {
  const answer = await fetch(`/api/replay/${table}/${eyes}/${step}`);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  const told = (await answer.json()) as Step;
  named(told.view);
  return told;
}

/**
 * All steps seen with these eyes, fetched from the first on; stepping may begin with the first of them. With other eyes
 * each takes the place of the one that was there, so that nobody is thrown back meanwhile.
 */
function useSteps(table: string, eyes: string) {
  const [steps, setSteps] = useState<Step[]>([]);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let gone = false;
    const lay = (some: Step[]) =>
      setSteps((old) => {
        const all = [...old];
        for (const one of some) all[one.step] = one;
        return all;
      });
    void (async () => {
      try {
        const first = await fetchStep(table, eyes, 0);
        if (gone) return;
        lay([first]);
        const batch = 12;
        for (let from = 1; from <= first.steps && !gone; from += batch) {
          const some = await Promise.all(
            Array.from({ length: Math.min(batch, first.steps - from + 1) }, (_, i) => fetchStep(table, eyes, from + i)),
          );
          if (!gone) lay(some);
        }
      } catch (error) {
        if (!gone) setFault((error as Error).message);
      }
    })();
    return () => {
      gone = true;
    };
  }, [table, eyes]);
  return { steps, fault };
}

/** Where chapters begin, under the line; their names, as many as stand there without touching. */
function Chapters({ marks }: { marks: { at: number; name: string }[] }) {
  const [ref, { w }] = useBox<HTMLDivElement>({ w: 600, h: 8 });
  let free = 0;
  return (
    <div class="chapters" aria-hidden="true" ref={ref}>
      {marks.map(({ at, name }, i) => {
        const end = at + (name.length * 7 + 14) / w;
        const fits = at >= free && end < 1.03;
        if (fits) free = end;
        return (
          <i key={i} style={{ left: `${at * 100}%` }}>
            {fits && <span>{name}</span>}
          </i>
        );
      })}
    </div>
  );
}

export function Replay({ table }: { table: string }) {
  const [eyes, setEyes] = useState("all");
  const { steps, fault } = useSteps(table, eyes);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState(1200);
  const [paper, setPaper] = useState<"rules" | "tale">();
  const [coaching, setCoaching] = useState(false);
  /** Whose decisions the coach looks at; -1: nobody has asked him. */
  const [coached, setCoached] = useState(-1);
  const reviewed = useReview(table, coached);
  const phone = usePhone();
  const { welcome } = useStore(house.store);
  const now = useRef<HTMLLIElement>(null);
  const coachKey = useRef(() => {});
  const last = steps[0]?.steps ?? 0;
  const step = steps[Math.min(at, steps.length - 1)];
  const move = (to: number) => setAt(Math.max(0, Math.min(last, to)));

  useEffect(() => {
    if (!playing) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => move(at + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, at, pace, last]);
  useEffect(() => now.current?.scrollIntoView({ block: "nearest" }), [at, steps.length]);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).matches("input, select") || document.querySelector("dialog[open]")) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (event.key === "?") setPaper("rules");
      if (event.key === "h" && !event.ctrlKey && !event.metaKey) coachKey.current();
      if (to !== undefined) {
        event.preventDefault();
        move(to);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });

  if (fault && !step) return <Notice title="No tale to tell" text={fault} />;
  if (!step) return <Notice title="One moment" text="Opening the book…" busy />;
  const people: Person[] = step.players.map((player) => ({ ...player, here: true, named: true }));
  const names = step.players.map((player) => player.name);
  const chapter = (view: View) =>
    [
      view.games.length > 1 ? view.games[view.games.length - 1]!.title : undefined,
      view.games[view.games.length - 1]!.phase,
    ]
      .filter(Boolean)
      .join(" · ");
  // On the line a game within a game is one chapter.
  const part = (view: View) => (view.games.length > 1 ? view.games[view.games.length - 1]!.title : chapter(view));
  const chapters = steps.filter((s, i) => i === 0 || part(s.view) !== part(steps[i - 1]!.view));
  // What was done in a chapter stands under its name: the chapter in which the choice was made, not the one it led to.
  const toldIn = steps.map((_, i) => chapter(steps[Math.max(0, i - 1)]!.view));
  const headings = toldIn.map((name, i) => (i === 0 || name !== toldIn[i - 1] ? name : ""));
  const { review } = reviewed;
  const person = step.players.findIndex((player) => !player.bot);
  const coach = (seat: number) => {
    setCoached(seat);
    setEyes(String(seat));
  };
  const openCoach = () => {
    setCoaching(!coaching);
    if (coached < 0) coach(eyes === "all" ? Math.max(0, person) : Number(eyes));
  };
  coachKey.current = openCoach;
  const viewAt = (of: number) => (steps[of]?.view.viewer === coached ? steps[of].view : undefined);
  const judged = review && decisionAt(review, at);
  const words = judged && moveWords(judged, viewAt(judged.answer - 1), names);
  const verdict = review && (
    <p class="verdict" role="status">
      {judged && words ? (
        <>
          <b>{names[coached]}</b>: {words.played}, {costWords(judged, review.unit)}.
          {judged.mistake && <> Better: {words.best}.</>}
        </>
      ) : (
        <span class="quiet">Nothing for {names[coached]} to decide here.</span>
      )}
    </p>
  );
  const coachList = (
    <Coach
      reviewed={reviewed}
      seat={coached}
      names={names}
      at={at}
      viewAt={viewAt}
      onSeat={coach}
      onJump={(to) => {
        setEyes(String(coached));
        setPlaying(false);
        move(to);
        if (phone) setCoaching(false);
      }}
    />
  );
  const told = step.events.map((event) => event.text).join(" ");
  const mistakeOf = (i: number) => review?.decisions.find((one) => one.answer === i && one.mistake);
  const tale = coaching ? (
    <aside class="slip tale" aria-label="The coach">
      <h2>The coach</h2>
      {coachList}
    </aside>
  ) : (
    <aside class="slip tale" aria-label="The tale">
      <h2>The tale</h2>
      <ol tabIndex={0}>
        {steps.map((s, i) => (
          <li
            key={i}
            class={i === at ? "now" : i < at ? "past" : ""}
            ref={i === at ? now : undefined}
            aria-current={i === at ? "step" : undefined}
          >
            {headings[i] && <h3>{headings[i]}</h3>}
            {s.events.map((event, k) => (
              <span key={k}>
                <Sentence text={event.text} names={names} />{" "}
              </span>
            ))}
            {mistakeOf(i) && (
              <span class="cost">
                <i aria-hidden="true">▼ </i>
                {costWords(mistakeOf(i)!, review!.unit)}
              </span>
            )}
            {!s.events.length && <span class="quiet">{i ? "Nothing to tell." : "Before it begins."}</span>}
          </li>
        ))}
      </ol>
    </aside>
  );
  const foot = (
    <section class="slip scrub" aria-label="Replay">
      {verdict}
      <div class="ctl">
        <button type="button" class="btn ib" aria-label="Step back" disabled={at === 0} onClick={() => move(at - 1)}>
          <Icon name="prev" size={20} />
        </button>
        <button
          type="button"
          class="btn brass ib pl"
          aria-label={playing ? "Pause" : "Play"}
          onClick={() => (at >= last ? (setAt(0), setPlaying(true)) : setPlaying(!playing))}
        >
          <Icon name={playing ? "pause" : "play"} size={24} />
        </button>
        <button
          type="button"
          class="btn ib"
          aria-label="Step forward"
          disabled={at >= last}
          onClick={() => move(at + 1)}
        >
          <Icon name="next" size={20} />
        </button>
      </div>
      <div class="scrubline">
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label="Position"
          aria-valuetext={`step ${at} of ${last}. ${told}`}
          style={{ "--v": `${last ? (at / last) * 100 : 0}%`, "--rw": "100%" } as Record<string, string>}
          onInput={(event) => move(Number(event.currentTarget.value))}
        />
        {review && (
          <div class="marks" aria-hidden="true">
            {review.decisions
              .filter((one) => one.mistake)
              .map((one) => (
                <i key={one.answer} style={{ left: `${last ? ((one.answer - 1) / last) * 100 : 0}%` }}>
                  ▼
                </i>
              ))}
          </div>
        )}
        {!phone && <Chapters marks={chapters.map((s) => ({ at: last ? s.step / last : 0, name: part(s.view) }))} />}
      </div>
      <div class="opts2">
        <span class="stepn">
          <b>{at}</b> of {last}
        </span>
        <label class="selw">
          <span class="vh">Pace</span>
          <select value={pace} onChange={(event) => setPace(Number(event.currentTarget.value))}>
            {paces.map(([ms, word]) => (
              <option key={ms} value={ms}>
                {word}
              </option>
            ))}
          </select>
        </label>
        <label class="selw">
          <Icon name="eye" size={20} />
          <span class="vh">Whose eyes</span>
          <select value={eyes} onChange={(event) => setEyes(event.currentTarget.value)}>
            <option value="all">Anybody's eyes</option>
            {step.players.map((player, i) => (
              <option key={i} value={i}>
                {player.name}
              </option>
            ))}
          </select>
        </label>
        <a class="btn" href={`/api/record/${table}`} download={`taproom-${table}.txt`}>
          <Icon name="down" size={20} />
          Record
        </a>
      </div>
    </section>
  );
  return (
    <>
      <div class="vh" role="log" aria-live="polite">
        {told}
      </div>
      <Board
        view={{ ...step.view, choices: [] }}
        people={people}
        selection={nothingSelected}
        onSelect={() => {}}
        still
        bar={
          <Bar
            title={step.title}
            phase={`Replay · ${chapter(step.view)}`}
            tools={[
              { icon: "hint", name: "Coach", shortcut: "h", onClick: openCoach },
              { icon: "book", name: "Rules", shortcut: "?", onClick: () => setPaper("rules") },
              { icon: "x", name: "Close", onClick: () => go("/") },
            ]}
          />
        }
        tale={
          phone ? (
            <Since events={step.events} names={names} title="This step" onMore={() => setPaper("tale")} />
          ) : undefined
        }
        side={phone ? undefined : tale}
        foot={foot}
      />
      {paper === "rules" && (
        <RulesSheet
          {...rulesOf(step.view, { game: step.game, title: step.title }, welcome?.games)}
          onClose={() => setPaper(undefined)}
        />
      )}
      {coaching && phone && (
        <Sheet title="The coach" side onClose={() => setCoaching(false)}>
          {coachList}
        </Sheet>
      )}
      {paper === "tale" && (
        <TaleSheet events={steps.flatMap((s) => s.events)} names={names} lost={0} onClose={() => setPaper(undefined)} />
      )}
    </>
  );
}
