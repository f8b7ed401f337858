// The things of a subset that lie nowhere: kinds to choose from, all at once or drawer by drawer.
import { useState } from "preact/hooks";
import type { Choice } from "../view/types.ts";
import { withoutCommonWords } from "../view/choices.ts";
import { capital } from "../view/names.ts";
import { Ware, wareOf } from "./CardFace.tsx";
import { useTouch } from "./touch.ts";

interface Props {
  choice: Choice;
  picked: number[];
  onTouch: (id: number) => void;
}

export function Faces({ choice, picked, onTouch, short }: Props & { short?: boolean }) {
  const { onRead } = useTouch();
  const names = choice.items!.map((item) => capital(item.name ?? item.word));
  const shown = short ? withoutCommonWords(names) : names;
  return (
    <div class="faces" role="group" aria-label={choice.label}>
      {choice.items!.map((item, k) => (
        <button
          key={item.id}
          type="button"
          class={`face ${picked.includes(item.id) ? "on" : ""}`}
          aria-pressed={picked.includes(item.id)}
          aria-label={shown[k] === names[k] ? undefined : names[k]}
          onClick={() => onTouch(item.id)}
          onMouseEnter={() => onRead?.(item.id)}
          onMouseLeave={() => onRead?.(undefined)}
          onFocus={() => onRead?.(item.id)}
          onBlur={() => onRead?.(undefined)}
        >
          {wareOf(item.word) ? (
            <Ware item={{ code: item.word }} />
          ) : (
            item.glyph && <i aria-hidden="true">{item.glyph}</i>
          )}
          {capital(shown[k]!)}
        </button>
      ))}
    </div>
  );
}

/** A hundred kinds are no list: first what sort of thing, then which. */
export function FacesInDrawers({ choices, ...touch }: { choices: Choice[] } & Omit<Props, "choice">) {
  const [open, setOpen] = useState<number>();
  const labels = withoutCommonWords(choices.map((choice) => choice.label));
  const choice = open === undefined ? undefined : choices[open];
  return (
    <div class="drawers">
      <div class="faces" role="group" aria-label="What sort">
        {choices.map((one, k) => (
          <button
            key={one.word}
            type="button"
            class={`face ${open === k ? "on" : ""}`}
            aria-expanded={open === k}
            aria-label={one.label}
            onClick={() => setOpen(k)}
          >
            {capital(labels[k]!)}
          </button>
        ))}
      </div>
      {choice && <Faces key={choice.word} choice={choice} short {...touch} />}
    </div>
  );
}
