// A table of your own, asked for in the words of the game's option table.
import { useState } from "preact/hooks";
import type { GameInfo, GameOption, Welcome } from "../net/messages.ts";
import {
  clashesOf,
  offeredValues,
  optionFault,
  optionSections,
  optionTitle,
  optionValues,
  plainly,
  optionWords,
  type OptionValues,
} from "../view/options.ts";
import { usualBot } from "../view/bots.ts";
import { strengthWords } from "../view/door.ts";
import { capital } from "../view/names.ts";
import { house } from "../net/house.ts";
import { Sheet } from "../sheets/Sheet.tsx";
import { go } from "../route.ts";

function Pick<T extends string | number>({
  label,
  value,
  of,
  onChange,
}: {
  label: string;
  value: T;
  of: [T, string][];
  onChange: (value: T) => void;
}) {
  return (
    <label class="fld">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(of[event.currentTarget.selectedIndex]![0])}>
        {of.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function OptionField({
  option,
  value,
  fault,
  onChange,
}: {
  option: GameOption;
  value: number;
  fault?: string;
  onChange: (value: number) => void;
}) {
  const title = optionTitle(option);
  const why = `${capital(option.about)}.`;
  const about = `opt-${option.name}`;
  if (option.type === "flag")
    return (
      <div class="option">
        <label class="check">
          <input
            type="checkbox"
            checked={value !== 0}
            aria-describedby={about}
            onChange={(event) => onChange(event.currentTarget.checked ? 1 : 0)}
          />
          <b>{title}</b>
        </label>
        <span class="about" id={about}>
          {why}
        </span>
      </div>
    );
  return (
    <div class="option">
      <label class="fld">
        <span>{title}</span>
        {option.type === "word" ? (
          <select
            value={value}
            aria-describedby={about}
            onChange={(event) => onChange(Number(event.currentTarget.value))}
          >
            {optionValues(option).map(([number, words]) => (
              <option key={number} value={number}>
                {words}
              </option>
            ))}
          </select>
        ) : (
          <input
            type="number"
            min={option.lo}
            max={option.hi}
            value={value}
            aria-describedby={about}
            aria-invalid={!!fault}
            onInput={(event) => onChange(event.currentTarget.value === "" ? NaN : Number(event.currentTarget.value))}
          />
        )}
      </label>
      {/* a choice of words says itself what it is about */}
      <span class={`about ${fault ? "warn" : option.said ? "vh" : ""}`} id={about}>
        {fault ? `From ${fault}.` : why}
      </span>
    </div>
  );
}

const paces: [number, string][] = [
  [0, "at once"],
  [400, "brisk"],
  [900, "easy"],
  [2000, "slow"],
];
const clocks: [number, string][] = [
  [0, "no clock"],
  [30, "half a minute"],
  [60, "a minute"],
  [180, "three minutes"],
  [86_400, "a day (play by turn)"],
];

const delays: [number, string][] = [
  [0, "as it happens"],
  [30, "half a minute later"],
  [120, "two minutes later"],
  [300, "five minutes later"],
];
type Hints = "usual" | "all" | "shown" | "off";
const hintWords: [Hints, string][] = [
  ["usual", "as usual in this game"],
  ["shown", "for everybody, and the others see how many"],
  ["all", "for everybody, and nobody is told"],
  ["off", "for nobody"],
];
const asAsked = -1;
const windowWords: [number, string][] = [
  [asAsked, "as each question says"],
  [5, "five seconds"],
  [10, "ten seconds"],
  [30, "half a minute"],
  [0, "until all have answered"],
];

export function CreateTable({ welcome, start, onClose }: { welcome: Welcome; start?: string; onClose: () => void }) {
  const [game, setGame] = useState<GameInfo>(welcome.games.find((g) => g.id === start) ?? welcome.games[0]!);
  const [chosen, setChosen] = useState<OptionValues>({});
  const [seats, setSeats] = useState(Math.min(4, game.seats.best));
  const [bots, setBots] = useState(0);
  const values = { ...offeredValues(game, seats - bots), ...chosen };
  const [botKind, setBotKind] = useState(usualBot(welcome.bots) ?? "");
  const [pace, setPace] = useState(900);
  const [clock, setClock] = useState(0);
  const [open, setOpen] = useState(true);
  const [watched, setWatched] = useState(true);
  const [delay, setDelay] = useState(0);
  const [hints, setHints] = useState<Hints>("usual");
  const [windows, setWindows] = useState(asAsked);
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const clashes = clashesOf(game, values);
  const faults = game.options.map((option) => optionFault(option, values[option.name] ?? option.usual));
  const titleOf = (option: string) => optionTitle(game.options.find((one) => one.name === option) ?? { name: option });
  const wrong = clashes.length > 0 || faults.some(Boolean);

  const choose = (id: string) => {
    const next = welcome.games.find((g) => g.id === id)!;
    setGame(next);
    setChosen({});
    setSeats(Math.max(next.seats.min, Math.min(seats, next.seats.max)));
    setBots(Math.min(bots, next.seats.max - 1));
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (wrong || busy) return;
    setBusy(true);
    try {
      const table = await house.create({
        game: game.id,
        seats,
        options: optionWords(game, values),
        bots: Array.from({ length: seats }, (_, i) => (i >= seats - bots ? botKind : null)),
        pace,
        clock,
        grace: clock >= 86_400 ? 0 : 60,
        public: open,
        watchers: watched,
        ...(watched && delay ? { delay } : {}),
        ...(hints === "usual" ? {} : { hints }),
        ...(game.windows && windows !== asAsked ? { window: windows } : {}),
        ...(name.trim() ? { name: name.trim().slice(0, 32) } : {}),
      });
      go(`/t/${table}`);
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Sheet title="Your own table" onClose={onClose}>
      <form class="create" onSubmit={(event) => void submit(event)}>
        <label class="fld">
          <span>Game</span>
          <select value={game.id} onChange={(event) => choose(event.currentTarget.value)}>
            {welcome.games.map((g) => (
              <option key={g.id} value={g.id}>
                {g.title}
              </option>
            ))}
          </select>
        </label>
        <p class="about">{game.about}</p>
        <div class="pair">
          <label class="fld">
            <span>Seats</span>
            <select
              value={seats}
              onChange={(event) => {
                const n = Number(event.currentTarget.value);
                setSeats(n);
                setBots(Math.min(bots, n - 1));
              }}
            >
              {Array.from({ length: game.seats.max - game.seats.min + 1 }, (_, i) => game.seats.min + i).map((n) => (
                <option key={n} value={n}>
                  {n}
                  {n > game.seats.best ? " (crowded)" : ""}
                </option>
              ))}
            </select>
          </label>
          <label class="fld">
            <span>Of them bots</span>
            <select value={bots} onChange={(event) => setBots(Number(event.currentTarget.value))}>
              {Array.from({ length: seats }, (_, n) => (
                <option key={n} value={n}>
                  {n}
                </option>
              ))}
            </select>
          </label>
          {welcome.bots.length > 1 && (
            <label class="fld">
              <span>Kind of bot</span>
              <select value={botKind} onChange={(event) => setBotKind(event.currentTarget.value)}>
                {welcome.company.map((one) => (
                  <option key={one.bot} value={one.bot}>
                    {strengthWords(one, welcome.company)}
                  </option>
                ))}
              </select>
              <small class="about">{capital(welcome.company.find((one) => one.bot === botKind)?.about ?? "")}.</small>
            </label>
          )}
          <label class="fld">
            <span>Pace of the bots</span>
            <select name="pace" value={pace} onChange={(event) => setPace(Number(event.currentTarget.value))}>
              {paces.map(([ms, word]) => (
                <option key={ms} value={ms}>
                  {word}
                </option>
              ))}
            </select>
          </label>
          <label class="fld">
            <span>Time for a decision</span>
            <select value={clock} onChange={(event) => setClock(Number(event.currentTarget.value))}>
              {clocks.map(([seconds, word]) => (
                <option key={seconds} value={seconds}>
                  {word}
                </option>
              ))}
            </select>
          </label>
          <label class="fld">
            <span>Name of the table (if you like)</span>
            <input value={name} maxLength={32} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
        </div>
        <fieldset class="who">
          <legend>Who may come</legend>
          <label class="check">
            <input type="radio" name="who" checked={open} onChange={() => setOpen(true)} />
            Anybody: it stands among the open tables
          </label>
          <label class="check">
            <input type="radio" name="who" checked={!open} onChange={() => setOpen(false)} />
            Only who has the link
          </label>
          <label class="check">
            <input type="checkbox" checked={watched} onChange={(event) => setWatched(event.currentTarget.checked)} />
            Others may watch while it is played
          </label>
        </fieldset>
        <div class="pair">
          {watched && <Pick label="Watchers see it" value={delay} of={delays} onChange={setDelay} />}
          <Pick label="Hints are" value={hints} of={hintWords} onChange={setHints} />
          {game.windows && (
            <Pick label="To answer in between there are" value={windows} of={windowWords} onChange={setWindows} />
          )}
        </div>
        {optionSections(game).map(({ legend, of }) => (
          <fieldset class="options" key={legend}>
            <legend>{legend}</legend>
            {of.map((option) => (
              <OptionField
                key={`${game.id}/${option.name}`}
                option={option}
                value={values[option.name] ?? option.usual}
                fault={faults[game.options.indexOf(option)]}
                onChange={(value) => setChosen({ ...chosen, [option.name]: value })}
              />
            ))}
          </fieldset>
        ))}
        <div class="formend">
          <div role="alert">
            {clashes.map((clash) => (
              <p key={clash.reason} class="warn">
                “{titleOf(clash.a)}” and “{titleOf(clash.b)}” do not go together as they are:{" "}
                {plainly(clash.reason)}
              </p>
            ))}
            {fault && <p class="warn">{fault}</p>}
          </div>
          <button type="submit" class="btn brass big" disabled={wrong || busy}>
            Lay the table
          </button>
        </div>
      </form>
    </Sheet>
  );
}
