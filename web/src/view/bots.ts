// The server lists its bots from the weakest to the strongest.

/** Neither the weakest nor the strongest. */
export const usualBot = (bots: string[]): string | undefined => bots[Math.floor(bots.length / 2)];

/** "search:2" is "search, strength 2". */
export const botWords = (bot: string) => bot.replace(/:(\d+)$/, ", strength $1");
