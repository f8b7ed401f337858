// The server lists its bots from the weakest to the strongest.

/** Neither the weakest nor the strongest: somebody whom a newcomer can beat. */
export const usualBot = (bots: string[]): string | undefined => bots[Math.floor((bots.length - 1) / 2)];
