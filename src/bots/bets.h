/*
 * The betting of one hand by itself: money, who is in, whose turn it is. Bets do not depend on cards, so a strategy for
 * them is learnt here in plain arithmetic, and looked up for any table that bets by the rules of wager/.
 */
#ifndef BOTS_BETS_H
#define BOTS_BETS_H

#include "wager/wager.h"

enum {
    BET_ACTS = 6,   /* giving up, staying in, three sizes of a raise, and everything */
    BET_ROUNDS = 8, /* told apart; later ones count as the last */
};

typedef enum BetKind { BET_FOLD, BET_STAY, BET_RAISE } BetKind;

typedef struct BetAct {
    uint8_t kind, slot; /* slot: which of BET_ACTS it is, the same in every situation */
    int32_t to;         /* of a raise: the whole bet of this round */
} BetAct;

typedef struct Bets {
    uint8_t seats, round, rounds; /* the round under way, from 0, of so many */
    uint8_t raises;               /* in this round */
    Seat    actor, start;         /* NOBODY: the betting is over */
    Seat    raiser, leader;       /* who raised last in this round; in those before; NOBODY: nobody did */
    SeatSet in, to_act, closed;
    int32_t to_match, extra;      /* extra: on the table, and paid by nobody in this hand */
    int32_t first;                /* what lay there before the first bet */
    int32_t raise_limit, bet_cap; /* as in Wager */
    int32_t stack[MAX_SEATS], bet[MAX_SEATS], paid[MAX_SEATS];
} Bets;

/* Which of BET_ROUNDS the round under way counts as. */
static inline int bets_round(const Bets *b) { return b->round < BET_ROUNDS ? b->round : BET_ROUNDS - 1; }

/* As they stand at a table that asks for a bet; seats are those of that table. What is to be seen of money alone: who
 * raised before is not among it, and how often in this round is a guess. */
void bets_read(const Table *, int rounds, Bets *ret);
/* Before the first bet of a hand, everybody with so much of which an ante is paid. */
void bets_begin(Bets *ret, int seats, int rounds, const int32_t *stack, int32_t ante);

int32_t bets_pot(const Bets *);
/* What was laid in this round. */
int32_t bets_in_round(const Bets *);
/* What staying in costs whoever is on turn. */
int32_t bets_need(const Bets *);

/* What is weighed of all that can be done: few sizes, and always everything. Giving up only where staying in costs.
 * Returns how many. */
int  bets_acts(const Bets *, BetAct ret[BET_ACTS]);
void bets_do(Bets *, BetAct);

/* What a seat holds once the betting is over: order[s] is higher the better the hand, equal hands are equal. */
int32_t bets_final(const Bets *, const uint8_t *order, Seat);

/* Which of BETS_KEYS kinds of situation this is: the round, how many are left, what the bet costs and what is still
 * behind as parts of the pot, how much the pot has grown since the antes, how often it was raised, how many come after,
 * who led before. */
int bets_key(const Bets *);
/* The same, were the bet dearer or cheaper, what is behind more or less, and the pot more or less grown by so many
 * classes; -1 if there is no such class. */
int bets_key_near(const Bets *, int dearer, int deeper, int grown);
enum { KEY_PLAYERS = 2, KEY_NEEDS = 8, KEY_DEPTHS = 7, KEY_GROWN = 4, KEY_RAISES = 3, KEY_AFTER = 3, KEY_LEADS = 3 };
enum { BETS_KEYS = BET_ROUNDS * KEY_PLAYERS * KEY_NEEDS * KEY_DEPTHS * KEY_GROWN * KEY_RAISES * KEY_AFTER * KEY_LEADS };

#endif
