// How often somebody has bought in again: strokes of chalk, five to a bundle.
import type { JSX } from "preact";
import { boughtWords, capital } from "../view/names.ts";

const most = 5;

export function Slate({ times }: { times: number }) {
  const strokes = Math.min(times, most);
  const width = 6 + 4 * Math.min(strokes, most - 1);
  return (
    <span
      class="slate"
      role="img"
      aria-label={capital(boughtWords(times))}
      title={capital(boughtWords(times))}
      style={{ "--w": `${width}px` } as JSX.CSSProperties}
    >
      <svg viewBox={`0 0 ${width} 14`} aria-hidden="true">
        {[...Array(Math.min(strokes, most - 1)).keys()].map((k) => (
          <path key={k} d={`M${5 + 4 * k} 2.5l-.6 9`} />
        ))}
        {strokes === most && <path d={`M2 10.5L${width - 2} 3.5`} />}
      </svg>
      {times > most && <b aria-hidden="true">{times}</b>}
    </span>
  );
}
