// Between two games of a row: how everybody stands, what each had after each game, and the choice of the next.
import type { ComponentChildren } from "preact";
import type { Person, Standings, View } from "../view/types.ts";
import type { GameInfo } from "../net/messages.ts";
import { capital, personName, scoreWords } from "../view/names.ts";
import { afterWords, chartOf, choosers, settingsOf, tileChoices, tileTitle, type Setting } from "../view/standings.ts";
import type { Selection } from "../view/choices.ts";
import { CoinPile, Icon, Mark } from "./art.tsx";

const signed = (n: number) => (n > 0 ? `+${n}` : scoreWords(n));

/** Lines differ by dash and by the shape of their points; yours is bold. */
const dashes = ["", "9 6", "2 6", "14 5 3 5"];
const shapes = ["M0-7 7 0 0 7-7 0z", "M-6-6H6V6H-6z", "M0-7 7 6H-7z", "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"];

interface ChartProps {
  standings: Standings;
  nameOf: (seat: number) => string;
  me: number | null;
}

function StacksChart({ standings, nameOf, me }: ChartProps) {
  const [w, h, left, top] = [590, 220, 50, 20];
  const { ticks, xs, lines } = chartOf(standings, w, h, 26);
  const every = Math.ceil(xs.length / 7);
  const said = standings.seats.map((seat) => `${nameOf(seat.seat)} ${seat.has}`).join(", ");
  return (
    <svg class="chart" viewBox="0 0 780 300" role="img" aria-label={`What each had after each game; now ${said}.`}>
      <g transform={`translate(${left} ${top})`}>
        {ticks.map(({ value, y }) => (
          <g key={value}>
            <path class="gr" d={`M0 ${y}H${w}`} />
            <text class="ax" x={-9} y={y + 6} text-anchor="end">
              {value}
            </text>
          </g>
        ))}
        {standings.games.map((game, i) => (
          <g key={i}>
            <path class="gr2" d={`M${xs[i]} 0V${h}`} />
            {i % every === 0 &&
              (game || "The door").split(/ (?=[^ ]*$)/).map((word, line) => (
                <text key={line} class="ax name" x={xs[i]} y={h + 24 + line * 17} text-anchor="middle">
                  {word}
                </text>
              ))}
          </g>
        ))}
        {lines.map((line, i) => {
          const mine = line.seat === me ? "mine" : "";
          const [ex, ey] = line.points[line.points.length - 1]!;
          return (
            <g key={line.seat} class={mine}>
              <path
                class="ln"
                d={`M${line.points.map((point) => point.join(" ")).join("L")}`}
                stroke-dasharray={mine ? undefined : dashes[i % dashes.length]}
              />
              {line.points.map(([x, y], k) => (
                <path key={k} class="nd" transform={`translate(${x} ${y})`} d={shapes[i % shapes.length]} />
              ))}
              <path class="ld" d={`M${ex + 8} ${ey}L${ex + 20} ${line.labelY}`} />
              <text class="lb" x={ex + 24} y={line.labelY + 7}>
                {nameOf(line.seat).slice(0, 9)} {standings.seats.find((seat) => seat.seat === line.seat)!.has}
              </text>
            </g>
          );
        })}
      </g>
    </svg>
  );
}

function StandingsTable({ view, people }: { view: View; people: (Person | undefined)[] }) {
  const standings = view.standings!;
  const nameOf = (seat: number) => personName(people[seat], seat, view.viewer);
  const loans = standings.seats.some((seat) => seat.lent || seat.owes);
  return (
    <section class="slip stand" aria-label={afterWords(standings)}>
      <h2>{afterWords(standings)}</h2>
      <table>
        <thead>
          <tr>
            <th colSpan={2}>
              <span class="vh">Who</span>
            </th>
            <th>Has</th>
            <th>Last game</th>
            <th>Evening</th>
          </tr>
        </thead>
        <tbody>
          {standings.seats.map((seat, i) => (
            <tr key={seat.seat} class={seat.seat === view.viewer ? "mine" : ""}>
              <td class="stp">{1 + standings.seats.filter((other, k) => k < i && other.net > seat.net).length}</td>
              <td>
                <span class="nm">
                  <Mark seat={seat.seat} />
                  <span>
                    <b>{nameOf(seat.seat)}</b>
                    <small>
                      {[
                        seat.lent ? `lent ${seat.lent}` : "",
                        seat.owes ? `owes ${seat.owes}` : "",
                        standings.played ? `won ${seat.won} of ${standings.played}` : "",
                      ]
                        .filter(Boolean)
                        .join(", ")}
                    </small>
                  </span>
                </span>
              </td>
              <td class="nu">
                <span class="cn">
                  <CoinPile n={Math.ceil(seat.has / 10)} width={24} />
                </span>
                <b>{seat.has}</b>
              </td>
              <td class="nu">{seat.last !== undefined ? signed(seat.last) : standings.played > 0 ? "sat out" : ""}</td>
              <td class="nu t">{signed(seat.net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {loans && <p class="fine">Evening: what each would carry home if all loans were paid back now.</p>}
    </section>
  );
}

interface ChoosingProps {
  view: View;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** One of many, each with a line about it. */
function Tiles({ view, tiles, selection, onSelect }: ChoosingProps & { tiles: number[] }) {
  const labels = tiles.map((i) => view.choices[i]!.label);
  const groups = [...new Set(tiles.map((i) => view.choices[i]!.group))];
  const tile = (index: number) => {
    const choice = view.choices[index]!;
    const title = tileTitle(choice.label, labels);
    const taken = selection.chosen === index;
    return (
      <button
        key={index}
        type="button"
        class={`etile ${taken ? "is-sel" : ""}`}
        aria-pressed={taken}
        data-choice={index}
        onClick={() => onSelect({ ...selection, chosen: taken ? undefined : index })}
      >
        <b>{title}</b>
        <span>{choice.about}</span>
        {view.standings?.games.includes(title) && (
          <small>
            <Icon name="check" size={14} /> played
          </small>
        )}
        {taken && (
          <i class="seal">
            <Icon name="check" size={18} />
          </i>
        )}
      </button>
    );
  };
  return (
    <>
      {groups.map((group) => (
        <div class="etiles" key={group} role="group" aria-label={group ?? "Choices"}>
          {group && <h3>{group}</h3>}
          {tiles.filter((i) => view.choices[i]!.group === group).map(tile)}
        </div>
      ))}
    </>
  );
}

function SettingRow({
  setting,
  value,
  onChange,
}: {
  setting: Setting;
  value: string | undefined;
  onChange: (word: string | undefined) => void;
}) {
  // A choice of words says itself what it is about.
  const about = setting.about && <small class={setting.usual ? "vh" : ""}>{capital(setting.about)}</small>;
  if (setting.number) {
    const { lo, hi } = setting.number;
    return (
      <label class="setting">
        <span>
          <b>{capital(setting.name)}</b>
          {about}
        </span>
        <input
          type="number"
          class="num"
          min={lo}
          max={hi}
          placeholder="usual"
          value={value?.split(" ").pop() ?? ""}
          onChange={(event) => {
            const n = event.currentTarget.value;
            const fits = n !== "" && Number(n) >= lo && Number(n) <= hi;
            if (!fits) event.currentTarget.value = "";
            onChange(fits ? `${setting.key} ${Number(n)}` : undefined);
          }}
        />
      </label>
    );
  }
  if (setting.words.length === 1 && setting.words[0]!.word === setting.key) {
    const on = value !== undefined;
    return (
      <button
        type="button"
        role="switch"
        aria-checked={on}
        class={`setting toggle ${on ? "on" : ""}`}
        onClick={() => onChange(on ? undefined : setting.key)}
      >
        <span>
          <b>{capital(setting.name)}</b>
          {about}
        </span>
        <i aria-hidden="true" />
      </button>
    );
  }
  return (
    <label class="setting">
      <span>
        <b>{capital(setting.name)}</b>
        {about}
      </span>
      <select value={value ?? ""} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
        <option value="">{setting.usual ?? "as usual"}</option>
        {setting.words.map(({ word, name }) => (
          <option key={word} value={word}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Rules as switches: gathered here, and given together with the way on. */
function Settings({ settings, selection, onSelect }: { settings: Setting[] } & Omit<ChoosingProps, "view">) {
  const joined = selection.joined ?? new Map<string, string>();
  const set = (key: string, word: string | undefined) => {
    const next = new Map(joined);
    if (word === undefined) next.delete(key);
    else next.set(key, word);
    onSelect({ ...selection, joined: next });
  };
  const groups = [...new Set(settings.map((setting) => setting.group))];
  return (
    <section class="slip settings" aria-label="Rules">
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group ?? "Rules"}>
          {group && <h3>{group}</h3>}
          {settings
            .filter((setting) => setting.group === group)
            .map((setting) => (
              <SettingRow
                key={setting.key}
                setting={setting}
                value={joined.get(setting.key)}
                onChange={(word) => set(setting.key, word)}
              />
            ))}
        </div>
      ))}
    </section>
  );
}

interface Props extends ChoosingProps {
  people: (Person | undefined)[];
  games?: GameInfo[];
  bar: ComponentChildren;
  foot: ComponentChildren;
}

export function Evening({ view, people, games, selection, onSelect, bar, foot }: Props) {
  const standings = view.standings!;
  const nameOf = (seat: number) => personName(people[seat], seat, view.viewer);
  const tiles = tileChoices(view.choices);
  const order = choosers(view);
  const chosen = view.counters.find((counter) => counter.owner === null && counter.name === "game")?.word;
  const settings = settingsOf(view.choices, games?.find((game) => game.title === chosen)?.options);
  const chooses = order[0] === view.viewer ? "You choose" : order.length ? `${nameOf(order[0]!)} chooses` : "";
  return (
    <div class="app ev">
      {bar}
      <main class={`evm ${settings.length ? "settle" : tiles.length ? "" : "bare"}`} tabIndex={-1}>
        <div class="evl">
          <StandingsTable view={view} people={people} />
          {standings.games.length > 1 && (
            <section class="slip gph" aria-label="The stacks of the evening">
              <h2>The stacks of the evening</h2>
              <StacksChart standings={standings} nameOf={nameOf} me={view.viewer} />
            </section>
          )}
        </div>
        <div class="choosing">
          {!view.over && (
            <div class="chd">
              <h2>{chosen ?? (tiles.length ? "Which game is next?" : `${chooses} the next game`)}</h2>
              <p class="ord">
                <span>Order of choosing</span>
                {order.map((seat) => (
                  <span key={seat} class="one">
                    <Mark seat={seat} />
                    {nameOf(seat)}
                  </span>
                ))}
              </p>
            </div>
          )}
          {tiles.length > 0 && <Tiles view={view} tiles={tiles} selection={selection} onSelect={onSelect} />}
          {settings.length > 0 && <Settings settings={settings} selection={selection} onSelect={onSelect} />}
        </div>
      </main>
      {foot}
    </div>
  );
}
