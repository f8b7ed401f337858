/* A strategy for heads-up Rogues and Warriors by counterfactual regret minimisation (CFR+), with its best response.
 *
 * The abstraction: hands by ranks and colour (duel_hands.h), which is all that decides a showdown; of a shown card the
 * rank is seen, not the suit. Bets of 1/2, 1, 2 and 5 pots and all-in; three raises a round, then only all-in. What a
 * strategy loses to its best response is exact within it. */
#ifndef DUEL_CFR_H
#define DUEL_CFR_H

#include <stddef.h>
#include <stdint.h>

#include "duel_hands.h"

enum { CFR_ACTIONS = 7 };
typedef enum CfrKind { CFR_FOLD, CFR_CALL, CFR_RAISE } CfrKind; /* a call of nothing is a check */

/* A place in the betting of one round. */
typedef struct CfrNode {
    uint8_t kind; /* CfrEnd, below */
    uint8_t player, actions;
    uint8_t act[CFR_ACTIONS];    /* CfrKind */
    int16_t total[CFR_ACTIONS];  /* of a raise: what the player's bet is then */
    int32_t child[CFR_ACTIONS];
    int32_t slot;                /* of its first action, among all actions of its tree */
    int16_t paid[2], bet[2];     /* in the hand, ante included; in this round */
    int32_t end;                 /* of a round's end: its number */
} CfrNode;
enum { CFR_CHOICE, CFR_FOLDED, CFR_DONE };

typedef struct CfrTree {
    CfrNode *node;
    int      nodes, room, slots, ends;
} CfrTree;

/* A round that ended without a fold: what is shown then, and the bets of the second round. */
typedef struct CfrSecond {
    CfrTree tree; /* without nodes if nobody can bet any more */
    int     paid;
    size_t  at; /* where its numbers begin */
} CfrSecond;

typedef struct Cfr {
    int        stack, ante, iterations;
    CfrTree    first;
    CfrSecond *second;
    size_t     show_at, numbers;
    float     *regret, *sum; /* by the places below */
} Cfr;

/* Where the numbers of an action lie, for the first of 30 hands, or of 10 sides. */
static inline size_t cfr_first_at(const CfrNode *n, int action) { return (size_t)(n->slot + action) * DUEL_HANDS; }
/* Of a hand with two ranks: [0] the better one is shown, [1] the poorer. */
static inline size_t cfr_show_at(const Cfr *c, int end, int player, int card)
{
    return c->show_at + (size_t)((end * 2 + player) * 2 + card) * DUEL_HANDS;
}
static inline size_t cfr_second_at(const CfrSecond *s, const CfrNode *n, int shown0, int shown1, int action)
{
    return s->at + ((size_t)(shown0 * DUEL_RANKS + shown1) * s->tree.slots + n->slot + action) * DUEL_SIDES;
}

/* Seat 0 is the one who starts. Returned ready for training; free with cfr_free. */
Cfr *cfr_new(int stack, int ante);
void cfr_free(Cfr *);
void cfr_train(Cfr *, int iterations);
/* What a best response gains against the average strategy, in chips a game, the mean of both chairs. */
double cfr_exploitability(Cfr *);
/* The average strategy: probabilities of the actions from `at`, which lie `step` apart. */
void cfr_average(const Cfr *, size_t at, size_t step, int actions, double *ret);

/* The average strategy as a file. False with a message on standard error. */
bool cfr_save(const Cfr *, const char *path);
Cfr *cfr_load(const char *path);

#endif
