// The drawings: one hidden sheet of SVG symbols, used by name.
import sheet from "../art/sprite.svg";

export const symbolNames = new Set([...sheet.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]!));

/** Puts the sheet into the page. It is our own file, bundled; nothing from outside passes here. */
export function installSprite() {
  const holder = new DOMParser().parseFromString(sheet, "image/svg+xml").documentElement;
  document.body.prepend(document.importNode(holder, true));
}

interface Drawing {
  name: string;
  box: string;
  class?: string;
  width?: number;
  height?: number;
}

export function Drawing({ name, box, width, height, class: cls }: Drawing) {
  return (
    <svg class={cls} viewBox={box} width={width} height={height} aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}

export const Icon = ({ name, size = 24, class: cls }: { name: string; size?: number; class?: string }) => (
  <Drawing name={`i-${name}`} box="0 0 24 24" width={size} height={size} class={cls} />
);

/** Each seat has a house mark: a shape, no colour needed. */
export const Mark = ({ seat }: { seat: number }) => (
  <span class="mark">
    <Drawing name={`m-${seat % 10}`} box="0 0 40 40" />
  </span>
);

const plainName = (name: string) => name.toLowerCase().replaceAll(" ", "-");
/** Who has a portrait in the sheet, by the name of the symbol and, where it is another, by the name it is `data-of`. */
const faces = new Map(
  [...sheet.matchAll(/<symbol id="c-([^"]+)"(?: data-of="([^"]+)")?/g)].flatMap(([, face, name]) =>
    [face!, plainName(name ?? face!)].map((key) => [key, face!] as const),
  ),
);
faces.delete("guest"); // the face of all who have none

/** Whom somebody plays, by name ("The Wench") or figure ("the-wench"): drawn if anybody has drawn them. */
export const faceOf = (role: string | undefined) => (role ? faces.get(plainName(role)) : undefined);
export const Face = ({ of, letters }: { of: string; letters?: string }) => (
  <span class={`portrait f-${of}`}>
    <Drawing name={`c-${of}`} box="0 0 100 110" />
    {letters && (
      <i class="letters" aria-hidden="true">
        {letters}
      </i>
    )}
  </span>
);

export function CoinPile({ n, width = 30 }: { n: number; width?: number }) {
  const height = n < 3 ? 1 : n < 6 ? 2 : n < 12 ? 3 : 5;
  return <Drawing name={`pile-${height}`} box="0 0 40 44" width={width} height={Math.round(width * 1.1)} />;
}

export const Coin = ({ size = 17 }: { size?: number }) => (
  <Drawing name="coin" box="0 0 32 32" width={size} height={size} />
);
export const Candle = ({ class: cls, width, height }: { class?: string; width?: number; height?: number }) => (
  <Drawing name="candle" box="0 0 24 40" class={cls} width={width} height={height} />
);
