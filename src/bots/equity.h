/* When the money of a hand is all in: from then on only luck and cards decide. */
#ifndef BOTS_EQUITY_H
#define BOTS_EQUITY_H

#include <taproom/game.h>

/* Two or more are still in for the pot of the outermost table, and no two of them have coins left to bet. False where
 * nothing is bet by the common rules, and once the hand is settled. */
bool bets_are_over(const TapSetup *, const TapState *);

#endif
