// A table's options as the form holds them, and what stands against them. Pure.
import type { Clash, GameInfo, GameOption } from "../net/messages.ts";

export type OptionValues = Record<string, number>;

export const usualValues = (game: GameInfo): OptionValues =>
  Object.fromEntries(game.options.map((option) => [option.name, option.usual]));

/** What a form offers first, where so many people will sit. */
export const offeredValues = (game: GameInfo, people: number): OptionValues =>
  Object.fromEntries(
    game.options.map((option) => [option.name, people > 1 ? (option.people ?? option.usual) : option.usual]),
  );

export const clashesOf = (game: GameInfo, values: OptionValues): Clash[] =>
  game.clashes.filter((clash) => {
    const [a, b] = [values[clash.a] ?? 0, values[clash.b] ?? 0];
    return a >= clash.a_lo && a <= clash.a_hi && b >= clash.b_lo && b <= clash.b_hi;
  });

export function optionFault(option: GameOption, value: number): string | undefined {
  if (!Number.isInteger(value) || value < option.lo || value > option.hi) return `${option.lo} to ${option.hi}`;
  return undefined;
}

/** Only what differs from the usual is said: "dragon-cards", "ante=2", "wager=shares". */
export function optionWords(game: GameInfo, values: OptionValues): string[] {
  return game.options
    .filter((option) => values[option.name] !== undefined && values[option.name] !== option.usual)
    .map((option) => {
      const value = values[option.name]!;
      if (option.type === "flag") return value ? option.name : `${option.name}=off`;
      return `${option.name}=${option.type === "word" ? option.words?.[value - option.lo] : value}`;
    });
}

/** An option as the table has it, "split=king", in words: "A tied pot is: played for again by the tied". */
export function optionInWords(game: GameInfo | undefined, text: string): string {
  const [name, value] = text.split("=");
  const option = game?.options.find((one) => one.name === name);
  if (!option) return text;
  if (option.type === "flag") return value === "off" ? `${optionTitle(option)}: no` : optionTitle(option);
  const said = optionValues(option).find((_, i) => option.words?.[i] === value)?.[1];
  return `${optionTitle(option)}: ${said ?? value}`;
}

/** What people call it; a variant goes by its name. */
export const optionTitle = ({ name, title }: Pick<GameOption, "name" | "title">) =>
  title ?? name.charAt(0).toUpperCase() + name.slice(1).replace(/-/g, " ");

/** Each value of a word option and what people say for it. */
export const optionValues = (option: GameOption): [number, string][] =>
  (option.words ?? []).map((word, i) => [option.lo + i, option.said?.[i] ?? word]);

/**
 * The options as a form shows them: variants, the money, then each group under its own heading. Empty ones are left
 * out.
 */
export function optionSections(game: GameInfo): { legend: string; of: GameOption[] }[] {
  const single = game.options.filter((option) => !option.group);
  const groups = [...new Set(game.options.flatMap((option) => (option.group ? [option.group] : [])))];
  return [
    { legend: `Variants of ${game.title}`, of: single.filter((option) => !option.money) },
    { legend: "The money", of: single.filter((option) => option.money) },
    ...groups.map((group) => ({ legend: group, of: game.options.filter((option) => option.group === group) })),
  ].filter(({ of }) => of.length > 0);
}

/** A reason without the numbers of its clauses: "(SPY-A2)". */
export const plainly = (reason: string) => reason.replace(/ \([A-Z]+-[A-Z]?\d+[^)]*\)/g, "");
