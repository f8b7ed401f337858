/*
 * How to bet in a game, learnt before it is played: for each kind of situation (bets_key) and each class of strength,
 * how often to do what, and what it should bring. A pure function of game, content, options and number of seats:
 * counted, never timed, and without the mathematical library, so that it is the same everywhere.
 *
 * For the usual rules of each game at two to four seats fine ones come with the program (data/blueprints, made by
 * `make blueprints`). Money and the number of coins are parts of the pot, so that one serves for any stacks; at more
 * seats that of four does.
 */
#ifndef BOTS_BLUEPRINT_H
#define BOTS_BLUEPRINT_H

#include "bots/bets.h"

enum {
    STRENGTHS = 16,       /* classes */
    MEASURES = 4096,      /* strength is kept in parts of it */
    MOST_WITH_FEWER = 3,  /* others: against more of them a share of wins counts as if there were so many */
    BLUEPRINT_SEATS = 4,  /* at more, that of so many */
};

/* What was learnt of one situation with one strength, by slots of acts (bets.h). */
typedef struct Advice {
    uint8_t share[BET_ACTS]; /* how often, of about 255; all 0: it was hardly ever met */
    int16_t value[BET_ACTS]; /* what it brings from now on, in 256ths of the pot */
} Advice;

typedef struct Blueprint {
    uint8_t   seats, rounds;
    uint8_t   bettered[BET_ROUNDS];             /* how far others' hands are better than random ones, by round */
    uint16_t  border[BET_ROUNDS][STRENGTHS];    /* strength below which a class ends, in MEASURES; of the last, all */
    uint16_t  beats[BET_ROUNDS][STRENGTHS];     /* how often hands of it beat one other in the end, in MEASURES */
    int       keys;
    uint32_t *key;                              /* ascending */
    Advice  (*advice)[STRENGTHS];               /* of each key */
} Blueprint;

/* The blueprint for a table, of those that came with the program. NULL if there is none: for a game without betting
 * rounds, for other rules than the usual, for decks of one's own. It is shared, never changes, and stays. */
const Blueprint *blueprint_for(const Game *, const Content *, int seats, const int16_t *option);

/* As bytes, the same on every machine. Writing returns how many there are (at most max are written); reading makes a
 * new one (blueprint_free), NULL if they are no blueprint. */
size_t     blueprint_write(const Blueprint *, uint8_t *ret, size_t max);
Blueprint *blueprint_read(const uint8_t *bytes, size_t n);
void       blueprint_free(Blueprint *);

/* Strengths are from 0 to 1: the chance to beat one other hand. */
int   strength_class_of(const Blueprint *, int round, float strength);
float strength_beats(const Blueprint *, const Bets *, float strength);

/* The average strategy in a situation: how often each of bets_acts should be chosen, and what it brings from now on as
 * a part of the pot. Bets of a size that was not learnt are taken for the most alike. False if nothing alike was ever
 * met. */
bool blueprint_advice(const Blueprint *, const Bets *, float strength, float ret_share[BET_ACTS],
                      float ret_value[BET_ACTS]);

/* The chance to beat one other hand of who beats so many others so often: its power with that many (but with no more
 * than MOST_WITH_FEWER) is the share. */
float strength_of_share(float share, int others);

/* The same without a blueprint: by the odds of the pot alone. */
void bets_by_odds(const Bets *, float strength, const BetAct *act, int n, float ret_value[BET_ACTS]);

/* learn_bets.c: how much work goes into a new one; a rough one takes a fraction of a second, to try things. */
typedef enum BlueprintGrade { ROUGH, FINE } BlueprintGrade;
Blueprint *blueprint_learn(const Game *, const Content *, int seats, const int16_t *option, BlueprintGrade);

/* Those that came with the program: name is "GAME-SEATS". */
typedef struct ShippedBlueprint {
    const char    *name;
    const uint8_t *bytes;
    size_t         n;
} ShippedBlueprint;
extern const ShippedBlueprint shipped_blueprints[]; /* the last has no name */

#endif
