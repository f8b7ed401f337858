/*
 * How to bet in a game, learnt before it is played: for each kind of situation (bets_key) and each class of strength,
 * how often to do what, and what it should bring. A pure function of game, content, options and number of seats:
 * counted, never timed, and without the mathematical library, so that it is the same everywhere.
 */
#ifndef BOTS_BLUEPRINT_H
#define BOTS_BLUEPRINT_H

#include "bots/bets.h"

enum { STRENGTHS = 12 };

typedef struct Blueprint Blueprint;

/* How much work goes into one. */
typedef enum BlueprintGrade { ROUGH, FINE } BlueprintGrade;

/* The blueprint for a game, made now if nobody has asked for it before in this process: a fraction of a second for a
 * rough one, some seconds for a fine one. NULL if it has no betting rounds, or memory ran out. It is shared, never
 * changes, and stays. */
const Blueprint *blueprint_for(const Game *, const Content *, int seats, const int16_t *option, BlueprintGrade);

int blueprint_rounds(const Blueprint *);
/* How quiet play answers what is no bet; with the same habits strength means what it did when this was made. */
const struct Search *blueprint_habits(const Blueprint *);

/* The average strategy in a situation, for a strength from 0 to 1 (the chance to beat one other hand): how often each
 * of bets_acts should be chosen, and what it brings from now on as a part of the pot. False if it was hardly ever met.
 */
bool blueprint_advice(const Blueprint *, const Bets *, float strength, float ret_share[BET_ACTS],
                      float ret_value[BET_ACTS]);

/* The chance to beat one other hand of who beats so many others so often: its power with that many is the share. */
float strength_of_share(float share, int others);

/* The same without a blueprint: by the odds of the pot alone. */
void bets_by_odds(const Bets *, float strength, const BetAct *act, int n, float ret_value[BET_ACTS]);

#endif
