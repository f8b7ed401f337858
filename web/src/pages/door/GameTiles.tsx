// All games as tiles, each with what one wants to know to choose it; above them a search and a few filters.
import type { GameInfo } from "../../net/messages.ts";
import { Drawing, Icon, symbolNames } from "../../paint/art.tsx";
import { anything, quickMinutes, skillWords, thingsPlayedWith, type Wish } from "../../view/door.ts";
import { capital } from "../../view/names.ts";

const hues = new Set(["red", "green", "blue"]);

/** The drawing on a game's sign: a figure of a card, or a die; a mug of candlelight if nobody has drawn it. */
export function Figure({ game }: { game: Pick<GameInfo, "figure"> }) {
  const die = /^die-([1-6])$/.exec(game.figure ?? "")?.[1];
  if (die)
    return (
      <span class="fg die">
        <Drawing name={`d-${die}`} box="0 0 64 64" />
      </span>
    );
  const drawn = symbolNames.has(`r-${game.figure}`);
  return (
    <span class="fg">
      {drawn ? <Drawing name={`r-${game.figure}`} box="0 0 100 110" /> : <Drawing name="candle" box="0 0 24 40" />}
    </span>
  );
}

const hueOf = (game: GameInfo) => (game.hue && hues.has(game.hue) ? game.hue : "grey");

const Luck = ({ skill }: { skill: number }) => (
  <span class="luck" aria-hidden="true">
    {[1, 2, 3, 4, 5].map((n) => (
      <i key={n} class={n <= skill ? "on" : ""} />
    ))}
  </span>
);

function Tags({ game }: { game: GameInfo }) {
  const { min, max } = game.seats;
  return (
    <span class="tags">
      <span title="players">
        <Icon name="people" size={16} />
        <span class="vh">for </span>
        {min === max ? min : `${min}–${max}`}
        <span class="vh"> players,</span>
      </span>
      {game.minutes !== undefined && (
        <span title="length">
          <Icon name="sand" size={16} />
          <span class="vh">about </span>
          {game.minutes} min<span class="vh">,</span>
        </span>
      )}
      {game.skill !== undefined && (
        <span title={skillWords(game.skill)}>
          <Luck skill={game.skill} />
          <span class="vh"> {skillWords(game.skill)}</span>
        </span>
      )}
    </span>
  );
}

export function GameTiles({
  shown,
  chosen,
  form,
  onChoose,
}: {
  shown: GameInfo[];
  chosen: GameInfo | undefined;
  form: string;
  onChoose: (id: string) => void;
}) {
  return (
    <div class="gtiles" role="radiogroup" aria-label="Games">
      {shown.map((game) => (
        <label key={game.id} class={`gtile ${hueOf(game)} ${game === chosen ? "is-sel" : ""}`}>
          <input
            class="vh"
            type="radio"
            name="game"
            form={form}
            value={game.id}
            checked={game === chosen}
            onChange={() => onChoose(game.id)}
          />
          <Figure game={game} />
          <b>{game.title}</b>
          <span class="line">{game.about}</span>
          <Tags game={game} />
          {game === chosen && (
            <span class="seal">
              <Icon name="check" size={18} />
            </span>
          )}
        </label>
      ))}
      {!shown.length && <p class="none">No game is like that. Ask for less.</p>}
    </div>
  );
}

export function Filters({
  games,
  wish,
  form,
  onWish,
}: {
  games: GameInfo[];
  wish: Wish;
  form: string;
  onWish: (wish: Wish) => void;
}) {
  const most = Math.max(2, ...games.map((game) => game.seats.max));
  const chip = (on: boolean, icon: string | undefined, words: string, next: Wish) => (
    <button type="button" class={`chip ${on ? "on" : ""}`} aria-pressed={on} onClick={() => onWish(next)}>
      {icon && symbolNames.has(`i-${icon}`) && <Icon name={icon} size={18} />}
      {words}
    </button>
  );
  const all = !wish.with && !wish.quick && !wish.players;
  return (
    <div class="flt" role="group" aria-label="Filter">
      <label class="srch">
        <Icon name="search" size={20} />
        <input
          type="search"
          form={form}
          placeholder="Find a game"
          aria-label="Find a game"
          value={wish.words}
          autocomplete="off"
          onInput={(event) => onWish({ ...wish, words: event.currentTarget.value })}
        />
      </label>
      {chip(all, undefined, `All ${games.length || ""}`, { ...anything, words: wish.words })}
      {thingsPlayedWith(games).map((thing) => {
        const { with: played, ...rest } = wish;
        return chip(played === thing, thing, capital(thing), played === thing ? rest : { ...rest, with: thing });
      })}
      {chip(wish.quick, "sand", `Under ${quickMinutes} min`, { ...wish, quick: !wish.quick })}
      <label class={`chip ${wish.players ? "on" : ""}`}>
        <Icon name="people" size={18} />
        <select
          aria-label="For how many players"
          value={wish.players ?? 0}
          onChange={(event) => {
            const { players: _, ...rest } = wish;
            const players = Number(event.currentTarget.value);
            onWish(players ? { ...rest, players } : rest);
          }}
        >
          <option value={0}>For any number</option>
          {Array.from({ length: most - 1 }, (_, i) => (
            <option key={i} value={i + 2}>
              For {i + 2}
            </option>
          ))}
        </select>
      </label>
      <span class="key" aria-hidden="true">
        <Luck skill={1} /> luck <Luck skill={5} /> skill
      </span>
    </div>
  );
}
