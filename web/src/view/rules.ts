// Whose rules are asked for at a position. Pure.
import type { View } from "./types.ts";

export interface RulesPage {
  game: string;
  title: string;
}

/** Those of the game under way, then those of the game that hosts it. */
export function rulesOf(
  view: View,
  outer: RulesPage,
  games: { id: string; title: string }[] = [],
): RulesPage & { hosts: RulesPage[] } {
  const inner =
    view.games.length > 1 ? games.find((game) => game.title === view.games[view.games.length - 1]!.title) : undefined;
  return inner ? { game: inner.id, title: inner.title, hosts: [outer] } : { ...outer, hosts: [] };
}
