// A card's face from its words: letter, number, suit, hue, pattern, name. What there is no drawing for is set as words.
import type { JSX } from "preact";
import type { Item } from "../view/types.ts";
import { whenOf } from "../view/guests.ts";
import { readable } from "../view/layout.ts";
import { capital, initial, isToken, titleOf } from "../view/names.ts";
import { symbolNames } from "./art.tsx";

export type CardSize = "full" | "mid" | "small" | "tile";
export const sizeOfCard = (width: number): CardSize =>
  width >= 112 ? "full" : width >= 58 ? "mid" : width >= 36 ? "small" : "tile";

const patterns = new Set(["lines", "waves", "circles"]);
const hues = new Set(["red", "green", "blue"]);
/** Behind a figure an arch means mammal, a disc means bird. */
const archAnimals = new Set(["wolf", "horse", "hare"]);

export const hueClass = (item: Item) => (item.hue && hues.has(item.hue) ? item.hue : "grey");
const patternOf = (item: Item) =>
  emblemOf(item) ?? (item.pattern && patterns.has(item.pattern) ? item.pattern : "dots");

/** The drawing of its figure, if somebody has drawn it. */
export const figureOf = (item: Item) =>
  item.figure && symbolNames.has(`r-${item.figure}`) ? `r-${item.figure}` : undefined;

/** The same for a card of words, where a piece's drawing does as well. */
export const portraitOf = (item: Item) =>
  figureOf(item) ?? (item.figure && symbolNames.has(`v-${item.figure}`) ? `v-${item.figure}` : undefined);

export const animalOf = (item: Item) => (item.suit && symbolNames.has(`a-${item.suit}`) ? item.suit : undefined);

/** The emblem of its suit: colour and pattern of the card go with it. */
export const emblemOf = (item: Item) => {
  const suit = item.suit?.toLowerCase();
  return suit && symbolNames.has(`s-${suit}`) ? suit : undefined;
};

export const isDrawn = (item: Item) => !!item.letter && !!(figureOf(item) ?? emblemOf(item));

/** What colours a drawn card: the emblem of its suit, its hue, or of a card of no suit its figure. */
export function colourClass(item: Item): string {
  const emblem = emblemOf(item);
  return emblem ? `of-${emblem}` : item.hue ? hueClass(item) : item.suit ? "grey" : `of-${item.figure}`;
}

function Band({ item, x = 0, height = 140, width = 13 }: { item: Item; x?: number; height?: number; width?: number }) {
  return (
    <g transform={x ? `translate(${x} 0)` : undefined}>
      <rect class="h" width={width} height={height} />
      <rect fill={`url(#pat-${patternOf(item)})`} width={width} height={height} />
    </g>
  );
}

const use = (name: string, x: number, y: number, width: number, height: number) => (
  <use href={`#${name}`} x={x} y={y} width={width} height={height} />
);

/** How wide the outlined figures are, in thousandths of their size. */
const glyphWidth: Record<string, number> = {
  0: 504,
  1: 371,
  2: 502,
  3: 439,
  4: 479,
  5: 431,
  6: 468,
  7: 429,
  8: 477,
  9: 468,
  A: 648,
  B: 643,
  C: 610,
  D: 688,
  E: 599,
  F: 541,
  G: 648,
  H: 744,
  I: 367,
  J: 335,
  K: 673,
  L: 542,
  M: 838,
  N: 733,
  O: 666,
  P: 589,
  Q: 671,
  R: 658,
  S: 545,
  T: 579,
  U: 643,
  V: 632,
  W: 978,
  X: 694,
  Y: 625,
  Z: 586,
};

/** Indices are drawings, so that the card's name is its only text and no font need be there. */
function letter(text: string | number, x: number, y: number, size: number) {
  const glyphs = [...String(text).toUpperCase()].filter((glyph) => glyph in glyphWidth);
  const width = glyphs.reduce((sum, glyph) => sum + glyphWidth[glyph]!, 0);
  let at = -width / 2;
  return (
    <g class="h" transform={`translate(${x} ${y}) scale(${size / 1000})`}>
      {glyphs.map((glyph, i) => {
        const left = at;
        at += glyphWidth[glyph]!;
        return <use key={i} href={`#g-${glyph}`} x={left} />;
      })}
    </g>
  );
}

function ghost(animal: string | undefined, arch: string, cx: number, cy: number, r: number) {
  if (!animal) return null;
  return archAnimals.has(animal) ? <path class="ghost" d={arch} /> : <circle class="ghost" cx={cx} cy={cy} r={r} />;
}

/** Rank and emblem; figures where there are some, and rings round an Ace's emblem. */
const emblemPainters: Record<Exclude<CardSize, "tile">, (item: Item) => JSX.Element> = {
  full(item) {
    const [emblem, figure, broad] = [`s-${emblemOf(item)}`, figureOf(item), item.letter!.length > 1];
    return (
      <>
        <Band item={item} />
        {letter(item.letter!, 29, 32, broad ? 28 : 34)}
        {use(emblem, 17, 38, 24, 24)}
        {figure ? (
          <>
            <circle class="ghost" cx="64" cy="82" r="36" />
            {use(figure, 27, 38, 76, 85)}
          </>
        ) : item.figure ? (
          <>
            {use(emblem, 43, 60, 44, 44)}
            <circle class="hs" cx="65" cy="82" r="31" stroke-width="1.8" />
            <circle class="hs" cx="65" cy="82" r="34" stroke-width=".9" />
          </>
        ) : (
          <>
            {use(emblem, 40, 46, 50, 50)}
            {letter(item.letter!, 65, 117, 20)}
          </>
        )}
        <rect class="p" x="13" y="123" width="87" height="17" />
        <path class="h" d="M13 122h87v1.500H13z" />
        <text class="nm" x="56.500" y="134.500" font-size="9.400" text-anchor="middle">
          {capital(item.title ?? item.name!)}
        </text>
      </>
    );
  },
  mid(item) {
    const [emblem, figure, broad] = [`s-${emblemOf(item)}`, figureOf(item), item.letter!.length > 1];
    return (
      <>
        <Band item={item} />
        {broad ? letter(item.letter!, 36, 44, 38) : letter(item.letter!, 32, 44, 46)}
        {use(emblem, 17, 52, 30, 30)}
        {figure ? (
          <>
            <circle class="ghost" cx="72" cy="98" r="33" />
            {use(figure, 37, 60, 73, 80)}
          </>
        ) : (
          use(emblem, 44, 78, 46, 46)
        )}
      </>
    );
  },
  small(item) {
    const broad = item.letter!.length > 1;
    return (
      <>
        <Band item={item} />
        {broad ? letter(item.letter!, 46, 50, 44) : letter(item.letter!, 40, 50, 52)}
        {use(`s-${emblemOf(item)}`, 26, 66, 62, 62)}
      </>
    );
  },
};

/** A card of no suit with a number (a dragon of the eight suits): so many claws. */
function claws(item: Item) {
  return Array.from({ length: item.number ?? 0 }, (_, k) => (
    <path key={k} class="h" d={`M${78 - k * 9} 10q8 8 6 24-8-8-10-18z`} />
  ));
}

/** Numbers count for cards that have a suit or a hue; a dragon has a band on either side, a figure in the middle. */
const isNumbered = (item: Item) => item.number !== undefined && !!(item.suit ?? item.hue);

const painters: Record<CardSize, (item: Item) => JSX.Element> = {
  full(item) {
    const animal = animalOf(item);
    const figure = figureOf(item)!;
    const numbered = isNumbered(item);
    const words = numbered ? 87 : 74;
    return (
      <>
        <Band item={item} />
        {!numbered && <Band item={item} x={87} />}
        {numbered ? (
          ghost(animal, "M33 123V70q0-33 32.500-33T98 70v53z", 64, 84, 37)
        ) : (
          <circle class="ghost" cx="50" cy="80" r="36" />
        )}
        {numbered ? use(figure, 26, 37, 78, 86) : use(figure, 14, 33, 74, 86)}
        {numbered ? letter(item.number!, 28, 32, 37) : letter(item.letter!, 28, 33, 36)}
        {numbered ? letter(item.letter!, 28, 52, 20) : claws(item)}
        {animal && use(`a-${animal}`, 16, 56.5, 24, 24)}
        <rect class="p" x="13" y="123" width={words} height="17" />
        <path class="h" d={`M13 122h${words}v1.500H13z`} />
        <text class="nm" x={13 + words / 2} y="134.500" font-size="9.800" text-anchor="middle">
          {capital(item.name!)}
        </text>
      </>
    );
  },
  mid(item) {
    const animal = animalOf(item);
    const figure = figureOf(item)!;
    if (!isNumbered(item))
      return (
        <>
          <Band item={item} />
          <Band item={item} x={87} />
          {letter(item.letter!, 30, 39, 44)}
          {claws(item)}
          {use(figure, 14, 46, 73, 92)}
        </>
      );
    return (
      <>
        <Band item={item} />
        {ghost(animal, "M42 140V90q0-29 29-29t29 29v50z", 72, 98, 33)}
        {use(figure, 37, 60, 73, 80)}
        {letter(item.number!, 31, 42, 50)}
        {letter(item.letter!, 66, 42, 34)}
        {animal && use(`a-${animal}`, 16, 50, 34, 34)}
      </>
    );
  },
  small(item) {
    const animal = animalOf(item);
    const figure = figureOf(item)!;
    if (!isNumbered(item))
      return (
        <>
          <Band item={item} />
          <Band item={item} x={87} />
          {letter(item.letter!, 50, 54, 58)}
          {use(figure, 17, 58, 68, 80)}
        </>
      );
    return (
      <>
        <Band item={item} />
        {letter(item.number!, 38, 52, 58)}
        {letter(item.letter!, 74, 52, 44)}
        {animal ? use(`a-${animal}`, 23, 64, 66, 66) : use(figure, 21, 60, 72, 80)}
      </>
    );
  },
  tile: (item) => {
    const sign = item.letter ?? initial(titleOf(item));
    return (
      <>
        <rect class="p" width="40" height="40" />
        <Band item={item} width={9} height={40} />
        {/* broad letters are smaller, or they would stand on the band */}
        {"MW".includes(sign) || sign.length > 1 ? letter(sign, 24.6, 29.5, 26) : letter(sign, 24.5, 31, 31)}
      </>
    );
  },
};

export const CardFace = ({ item, size }: { item: Item; size: CardSize }) => (
  <svg viewBox={size === "tile" ? "0 0 40 40" : "0 0 100 140"} aria-hidden="true">
    {size !== "tile" && emblemOf(item) ? emblemPainters[size](item) : painters[size](item)}
  </svg>
);

const tap =
  "M36 58h18v6h4q8 0 8 8v4h3v6H53v-6h4v-2q0-2-2-2h-2v8H36zM42 52h14v4H42zM46 48h6v5h-6zM57 85q4 5 0 8-4-3 0-8z";
const coarse =
  "M9 30 30 9M9 72 72 9M9 114 91 32M34 131 91 74M76 131 91 116" +
  "M91 30 70 9M91 72 28 9M91 114 9 32M66 131 9 74M24 131 9 116";

export function CardBack({ width, eye }: { width: number; eye: boolean }) {
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <rect class="backedge" width="100" height="140" />
      {width < 40 ? (
        <>
          <rect class="backbase" x="9" y="9" width="82" height="122" rx="4" />
          <path class="bl" d={coarse} stroke-width="6" />
        </>
      ) : (
        <>
          <rect class="backbase" x="5" y="5" width="90" height="130" rx="4" />
          <rect x="9" y="9" width="82" height="122" rx="3" fill="url(#pat-back)" />
          {!eye && <circle class="backmed" cx="50" cy="70" r="24" stroke-width="2" />}
          {!eye && <path class="backtap" d={tap} />}
        </>
      )}
    </svg>
  );
}

/** Treasure: a shape for each colour, and the first letter of its name. */
export function Gem({ item }: { item: Item }) {
  const cut = symbolNames.has(`z-${item.hue}`) && !item.hidden ? `z-${item.hue}` : "t-plain";
  const sign = item.hidden ? "?" : initial(titleOf(item));
  return (
    <svg class={cut} viewBox="0 0 40 40" aria-hidden="true">
      <use href={`#${cut}`} />
      {letter(sign, 20, 27, 22)}
    </svg>
  );
}

/** What is mined or made, drawn by its code; what nobody has drawn shows its sign. A card with a face is none. */
export const isWare = (item: Item) =>
  item.kind === "card" && !item.hidden && !isDrawn(item) && !!(wareOf(item.code) ?? item.glyph);
export const wareOf = (code: string | undefined) => (code && symbolNames.has(`w-${code}`) ? `w-${code}` : undefined);
export function Ware({ item }: { item: { code?: string; glyph?: string; hue?: string } }) {
  const drawing = wareOf(item.code);
  if (!drawing) return <i class="ware">{item.glyph}</i>;
  return (
    <svg class={`ware h-${item.hue ?? "none"}`} viewBox="0 0 40 40" aria-hidden="true">
      <use href={`#${drawing}`} />
    </svg>
  );
}

/** Narrower than this a title would be broken in the middle of its words. */
const titled = 58;
/** Narrower than this a title has the slimmer letters, and an emblem no room. */
const roomy = 84;

function Portrait({ name }: { name: string }) {
  return (
    <svg class="portrait" viewBox={name.startsWith("v-") ? "0 0 40 48" : "0 0 100 110"} aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}

/** A card of another deck: sort, title, text, emblem of the sort. */
export function WordCard({ item, width, shown }: { item: Item; width: number; shown?: boolean }) {
  const sort = item.sort ?? item.suit;
  const first = sort?.split(",")[0]!.toLowerCase();
  const emblem = first && symbolNames.has(`k-${first}`) ? `k-${first}` : "k-action";
  const [when, what] = whenOf(item.text ?? "");
  const portrait = shown ? portraitOf(item) : undefined;
  const words = width < roomy ? "words slim" : "words";
  if (portrait)
    return (
      <span class={words}>
        {width >= titled && <b>{capital(titleOf(item))}</b>}
        <Portrait name={portrait} />
      </span>
    );
  return (
    <span class={words}>
      {sort && width >= 58 && (
        <span class="kind">
          {width >= 84 && (
            <svg viewBox="0 0 64 64" aria-hidden="true">
              <use href={`#${emblem}`} />
            </svg>
          )}
          <span>{capital(sort)}</span>
        </span>
      )}{" "}
      <b>{capital(titleOf(item))}</b> {item.note && <small class="noted">{item.note}</small>}{" "}
      {item.text && width >= readable && (
        <span class="what">
          {when && <i class="if">{when}</i>} {what}
        </span>
      )}
      {isToken(item) && <Gem item={item} />}
      {width >= roomy && !isToken(item) && (
        <svg class="orn" viewBox="0 0 64 64" aria-hidden="true">
          <use href={`#${wareOf(item.code) ?? emblem}`} />
        </svg>
      )}
    </span>
  );
}
