/*
 * Those whom one meets at a table as a rule: they bet what they hold, seldom bluff, and take a bet for what it says,
 * the larger it is the more. Whoever learns bets learns mostly against them.
 */
#ifndef BOTS_HONEST_H
#define BOTS_HONEST_H

#include "bots/bets.h"

typedef struct Honest {
    float   caution; /* how much he believes of a bet */
    float   hope;    /* of so many as would make a bluff pay: this part of the others gives up when he raises */
    float   pride;   /* of the pot: how much more a raise must bring */
    uint8_t largest; /* slot of his raises */
} Honest;

Honest honest_new(Rng *);

/* Which of bets_acts he does who holds a hand that so large a part of all hands is poorer than (`place`). `sure` is how
 * much more often the best hands win in the end than the poorest do: less, the more is still to come. */
int honest_act(const Honest *, const Bets *, float place, float sure, const BetAct *act, int n, Rng *);

#endif
