// The slip at the foot of the door: what will be dealt, to whom, and the one brass button.
import type { Company, GameInfo } from "../../net/messages.ts";
import { house } from "../../net/house.ts";
import { Icon } from "../../paint/art.tsx";
import { companyWords, strengthWords } from "../../view/door.ts";

export function PlayBar({
  id,
  game,
  seats,
  company,
  bot,
  name,
  knownName,
  busy,
  said,
  onSeats,
  onBot,
  onName,
  onRules,
  onFriends,
  onDeal,
}: {
  id: string;
  game: GameInfo | undefined;
  seats: number;
  company: Company[];
  bot: string;
  name: string;
  /** The house knows the name: where there is little room it is not asked for again. */
  knownName: boolean;
  busy: boolean;
  /** What the server said against it, or that the line is broken. */
  said: string | undefined;
  onSeats: (seats: number) => void;
  onBot: (bot: string) => void;
  onName: (name: string) => void;
  onRules: () => void;
  onFriends: () => void;
  onDeal: () => void;
}) {
  const step = (by: number, icon: string, label: string) => (
    <button
      type="button"
      class="step"
      aria-label={label}
      disabled={!game || seats + by < game.seats.min || seats + by > game.seats.max}
      onClick={() => onSeats(seats + by)}
    >
      <Icon name={icon} size={20} />
    </button>
  );
  return (
    <form
      id={id}
      class="slip pl2"
      aria-label="Play now"
      onSubmit={(event) => {
        event.preventDefault();
        onDeal();
      }}
    >
      <div class="what">
        <b>{game?.title ?? "Opening the door…"}</b>
        {said ? (
          <span class="warn" role="alert">
            {said}
          </span>
        ) : (
          <span>{game ? companyWords(game, seats) : "One moment."}</span>
        )}
      </div>
      <label class={`nmf ${knownName ? "known" : ""}`}>
        <span>Your name</span>
        <input
          value={name}
          maxLength={32}
          autocomplete="nickname"
          placeholder="A guest"
          onInput={(event) => onName(event.currentTarget.value)}
          onBlur={() => house.rename(name)}
        />
      </label>
      <label class="nmf bot">
        <span>Bots</span>
        <select value={bot} disabled={!game} onChange={(event) => onBot(event.currentTarget.value)}>
          {company.map((one) => (
            <option key={one.bot} value={one.bot} title={one.about}>
              {strengthWords(one, company)}
            </option>
          ))}
        </select>
      </label>
      <div class="seats4" role="group" aria-label="Seats">
        {step(-1, "minus", "One seat less")}
        <span aria-live="polite">
          <b>{seats}</b> seats
        </span>
        {step(1, "plus", "One seat more")}
      </div>
      <div class="acts">
        <button type="button" class="btn q" disabled={!game} onClick={onRules}>
          Rules
        </button>
        <button type="button" class="btn" disabled={!game} onClick={onFriends}>
          With friends
        </button>
        <button type="submit" class="btn brass" disabled={!game || busy}>
          Deal me in
          <kbd aria-hidden="true">Enter</kbd>
        </button>
      </div>
    </form>
  );
}
