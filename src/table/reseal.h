/*
 * Dealing anew what a viewer cannot know, in two steps: find it, and deal. Who deals the same state many times finds
 * once.
 */
#ifndef TABLE_RESEAL_H
#define TABLE_RESEAL_H

#include "table/table.h"

/* No state holds more cards or places than these: a card takes two bytes of it, a place of a card or die four, and so
 * does each of the few decided cards of a pile, with the head of the pile. */
enum {
    PLAN_CARDS  = TAP_STATE_BYTES / (int)sizeof(Card),
    PLAN_PLACES = TAP_STATE_BYTES / (int)sizeof(Slot),
    PLAN_PIECES = MAX_LEVELS * MAX_PIECES,
    PLAN_POOLS  = MAX_LEVELS * MAX_POOLS,
};
_Static_assert(TAP_STATE_BYTES <= UINT16_MAX, "a place in a state is a number of 16 bits");

/* Hidden dice of one piece, cards of one pool, the part of a pile that is in no order. */
typedef struct HiddenDice {
    uint16_t n;
    uint8_t  deck; /* of the content */
} HiddenDice;
typedef struct HiddenPool {
    uint16_t cards, places, piles;
} HiddenPool;
typedef struct LoosePile {
    uint16_t at, n;
} LoosePile;

/* What a viewer cannot know of a state. It holds for that state and for copies of it, until they are answered: places
 * are counted in bytes from the state's beginning. All lists go level by level; those of cards, places and piles go
 * pool by pool. */
typedef struct ResealPlan {
    Seat       viewer; /* as the table counts that asks, */
    Seat       outer;  /* and as the outermost does */
    uint8_t    levels;
    uint16_t   cards;
    uint16_t   dice_of[MAX_LEVELS], pools_of[MAX_LEVELS]; /* how many of the lists below are of each level */
    HiddenDice dice[PLAN_PIECES];
    HiddenPool pool[PLAN_POOLS];
    LoosePile  pile[PLAN_PIECES];
    uint16_t   place[PLAN_PLACES]; /* first a level's dice, then what its pools fill */
    Card       card[PLAN_CARDS];   /* sorted within a pool: the order they lay in is forgotten */
} ResealPlan;

void reseal_plan(const Setup *, const State *, Seat viewer, ResealPlan *ret);

/* tap_reseal of a copy of the state that the plan was made from, for its viewer. Takes the same luck out of r. */
void reseal_by(const Setup *, State *, const ResealPlan *, Rng *r, bool fast);

#endif
