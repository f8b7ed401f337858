// One item of a zone: card, die, token, words or an empty place, at a width.
import type { ComponentChildren, JSX } from "preact";
import type { Item } from "../view/types.ts";
import { isPiece, isToken, itemName } from "../view/names.ts";
import { Drawing, Icon, symbolNames } from "./art.tsx";
import { CardBack, CardFace, colourClass, figureOf, Gem, isDrawn, portraitOf, sizeOfCard } from "./CardFace.tsx";
import { Ware, wareOf, WordCard } from "./CardFace.tsx";
import { useTouch } from "./touch.ts";

interface Props {
  item: Item;
  width: number;
  /** Said before the item's own name: "row 2, column 1". */
  where?: string;
  /** Its zone has lit items: if it is not one of them it is shaded. */
  shade?: boolean;
  plain?: boolean;
  /** Your own hand: that only you know it goes without saying. */
  inHand?: boolean;
  /** However small, it stands upright with its number: among others' cards each must be read. */
  upright?: boolean;
}

/** What tokens are made of, where the drawing asks for something else than brass. */
const tokenMaterial: Record<string, string> = {
  first: "tok-bone",
  debt: "tok-bone",
  loan: "tok-iron",
  plain: "tok-iron",
  mark: "tok-copper",
  mug: "tok-mug",
};
const tokenSymbol = (name: string) =>
  ["t-", "peg-"].map((kind) => kind + name.toLowerCase()).find((id) => symbolNames.has(id));

function Extras({ item, selected }: { item: Item; selected: boolean }) {
  return (
    <>
      {selected && (
        <span class="seal">
          <Icon name="check" size={16} />
        </span>
      )}
      {item.others_know && (
        <span class="eye">
          <Drawing name="i-eye" box="0 0 24 24" />
        </span>
      )}
      {item.only_you && <span class="curl" />}
      {item.only_you && (
        <span class="curl2">
          <Drawing name="i-eyeoff" box="0 0 24 24" />
        </span>
      )}
    </>
  );
}

/** A token as broad as this lies there like a card, with its name on it. */
const tokenCards = 58;

/** Its figure, its number, and the mark of whose it is. */
function Piece({ item }: { item: Item }) {
  const figure = symbolNames.has(`v-${item.figure}`) ? `v-${item.figure}` : "v-knight";
  return (
    <>
      <Drawing name={figure} box="0 0 40 48" />
      {item.who !== undefined && <Drawing class="whose" name={`m-${item.who % 10}`} box="0 0 40 40" />}
      <b class="rank">{item.number}</b>
      <small class="called">{item.name}</small>
    </>
  );
}

interface Look {
  cls: string;
  content: ComponentChildren;
  style: JSX.CSSProperties;
}

function look(item: Item, width: number, upright = false): Look {
  switch (item.kind) {
    case "card": {
      const size = upright && width < 36 && (isDrawn(item) || portraitOf(item)) ? "small" : sizeOfCard(width);
      const style = { "--cw": `${width}px` } as JSX.CSSProperties;
      const round = { "--tw": `${width}px` } as JSX.CSSProperties;
      if (isToken(item) && width < tokenCards) return { cls: "token gem", content: <Gem item={item} />, style: round };
      if (isPiece(item)) return { cls: "piece", content: <Piece item={item} />, style: round };
      if (item.hidden) return { cls: "card down", content: <CardBack width={width} eye={!!item.others_know} />, style };
      if (size === "tile")
        return {
          cls: `tile ${colourClass(item)}`,
          content: <CardFace item={item} size="tile" />,
          style: { "--tw": `${width}px` } as JSX.CSSProperties,
        };
      if (!isDrawn(item))
        return { cls: "card worded", content: <WordCard item={item} width={width} shown={upright} />, style };
      return { cls: `card ${colourClass(item)}`, content: <CardFace item={item} size={size} />, style };
    }
    case "die":
      return {
        cls: item.note ? "dieb noted" : "dieb",
        style: { "--dw": `${width}px` } as JSX.CSSProperties,
        content: item.hidden ? (
          <span class="die cup">?</span>
        ) : item.code === undefined && (item.face ?? 1) <= 6 ? (
          <Drawing class="die" name={`d-${item.face ?? 1}`} box="0 0 64 64" />
        ) : wareOf(item.code) ? (
          <span class="die shows">
            <Drawing name="die" box="0 0 64 64" />
            <Ware item={item} />
            {item.note && (
              <span class="lk">
                <Icon name="lock" size={14} />
              </span>
            )}
          </span>
        ) : (
          <span class="die cup">{item.glyph ?? item.title ?? item.name ?? item.face}</span>
        ),
      };
    case "token": {
      const figure = figureOf(item);
      // A person, not a marker: the figure on a round of paper.
      if (figure)
        return {
          cls: "token medal",
          style: { "--tw": `${width}px` } as JSX.CSSProperties,
          content: <Drawing class="tok" name={figure} box="0 0 78 86" />,
        };
      // What nobody has drawn is a short word, or nothing but a marker.
      const symbol = tokenSymbol(item.text ?? "plain");
      if (!symbol && (item.text ?? "").length <= 5)
        return {
          cls: "token said",
          style: { "--tw": `${width}px` } as JSX.CSSProperties,
          content: <span class="tok">{item.text}</span>,
        };
      return {
        cls: "token",
        style: { "--tw": `${width}px` } as JSX.CSSProperties,
        content: (
          <Drawing
            class={`tok ${tokenMaterial[item.text ?? "plain"] ?? ""}`}
            name={symbol ?? "t-plain"}
            box={symbolNames.has(`peg-${item.text}`) ? "0 0 32 40" : "0 0 40 40"}
          />
        ),
      };
    }
    case "text":
      return { cls: "textitem", style: {}, content: item.text };
    case "empty":
      return { cls: "well", style: { "--cw": `${width}px` } as JSX.CSSProperties, content: null };
  }
}

/** A card of words that says what it does. */
export const isReadable = (item: Item) => item.kind === "card" && !item.hidden && !!item.text && !isDrawn(item);

/** What is drawn without words says its name under the mouse. */
const nounName = (item: Item) => (item.noun && !item.hidden ? itemName({ ...item, only_you: undefined }) : undefined);

export function Thing({ item: given, width, where, shade, plain, inHand, upright }: Props) {
  const item = inHand && given.only_you ? { ...given, only_you: undefined } : given;
  const touch = useTouch();
  const lit = !plain && touch.lit.has(item.id);
  const selected = touch.picked.has(item.id);
  const { cls, content, style } = look(item, width, upright);
  const off = shade && !plain && !lit;
  const laid = !!inHand && [...(touch.board?.laid.values() ?? [])].some((other) => other.id === item.id);
  const alike = item.n !== undefined && item.n > 1 && item.kind !== "text" ? item.n : undefined;
  const name = [where, itemName(item, { selected: selected && !lit })].filter(Boolean).join(", ");
  const mine = isPiece(item) && item.whose === "You";
  const state = selected ? "is-sel" : lit && "is-hi";
  const classes = [cls, mine && "mine", state, off && "is-off", laid && "is-laid"].filter(Boolean).join(" ");
  const readable = !plain && isReadable(item) ? touch.onRead : undefined;
  const looks = readable && {
    onMouseEnter: () => readable(item.id),
    onMouseLeave: () => readable(undefined),
    onFocus: () => readable(item.id),
    onBlur: () => readable(undefined),
  };
  if (!lit && readable && inHand)
    return (
      <button
        class={classes}
        style={style}
        type="button"
        aria-disabled="true"
        aria-label={name}
        data-item={item.id}
        {...looks}
        onClick={() => readable(item.id)}
      >
        {content}
        <Extras item={item} selected={selected} />
      </button>
    );
  if (!lit)
    return (
      <span
        class={classes}
        style={style}
        role="img"
        aria-label={name}
        title={nounName(item)}
        data-item={item.id}
        {...looks}
      >
        {content}
        {alike && <b class="minicount alike">{alike}</b>}
        <Extras item={item} selected={selected} />
      </span>
    );
  return (
    <button
      class={classes}
      style={style}
      type="button"
      aria-pressed={selected}
      aria-label={name}
      data-item={item.id}
      {...looks}
      onClick={() => touch.onTouch(item.id)}
    >
      {content}
      {alike && <b class="minicount alike">{alike}</b>}
      {item.kind === "empty" && <Icon name="plus" size={Math.min(26, width / 2)} />}
      <Extras item={item} selected={selected} />
    </button>
  );
}
