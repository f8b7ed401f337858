/*
 * What may be answered, and an answer.
 *
 * A question's list (TapChoices) is the only judge of legality. An entry stands for one or many concrete moves; the one
 * checker is tap_choice_admits, and tap_choice_count and tap_choice_nth are the only primitives: picker, sampler and
 * tests follow from them.
 */
#ifndef TAPROOM_CHOICE_H
#define TAPROOM_CHOICE_H

#include <taproom/base.h>
#include <taproom/rng.h>

enum { TAP_CHOICES = 64, TAP_ITEMS = 64, TAP_ASSIGNED = 24, TAP_STOCK = 24, TAP_COUNTED = 15 };

/* A concrete answer. All zero is never legal. What is not used by its kind is zero. */
typedef union TapMove {
    struct {
        uint8_t verb, a, b, zero;
        union {
            struct {
                uint32_t value; /* an amount, or the chosen items as a set of bits: of the first 32 items, */
                uint32_t high;  /* and of the others; tap_chosen gives both */
                uint32_t rest;  /* zero: so {.value = 6} is a whole move for every compiler */
            };
            uint8_t place[12]; /* four bits each, the lower half first: the place of each item or thing, the number of
                                  each kind */
        };
    };
    uint64_t bits[2];
} TapMove;

/* Built in whole words: bytes written singly and read back together stall the machine. value is an amount or a set. */
static inline TapMove tap_move(int verb, int a, int b, uint64_t value)
{
    TapMove m;
    m.bits[0] = (uint64_t)(uint8_t)verb | (uint64_t)(uint8_t)a << 8 | (uint64_t)(uint8_t)b << 16 | value << 32;
    m.bits[1] = value >> 32;
    return m;
}

/* The chosen items of a subset. */
static inline uint64_t tap_chosen(const TapMove *m) { return m->bits[0] >> 32 | m->bits[1] << 32; }

typedef enum TapKind {
    TAP_PLAIN,  /* exactly this */
    TAP_AMOUNT, /* a number from lo to hi */
    TAP_SUBSET, /* lo to hi of the items */
    TAP_ASSIGN, /* every item goes to one of the places, or each to one of its own */
    TAP_SPLIT,  /* a stock of alike things, so many of each kind, goes to the places; equal splits are one move */
    TAP_COUNTS, /* so many of each kind, of two groups of kinds, each group within limits of its own */
} TapKind;

typedef struct TapChoice {
    uint8_t    kind, verb, a, b;
    uint8_t    zone;   /* where the items lie, as numbered by the game; 0 is nowhere */
    TapSeat    owner;  /* whose zone */
    uint8_t
        deck; /* 1 + the deck of the content whose faces the items or kinds are; 0: they are what lies in the zone */
    uint8_t    kinds;  /* split, counts: how many kinds there are, the first faces of the deck */
    uint32_t   lo, hi; /* plain: lo is a number for the label; assignment: hi is 1 if a place takes one item only;
                          counts: the limits of the first group */
    TapSeatSet places; /* assignment, split: bit p is place p (as a rule a seat) */
    uint8_t    second, lo2, hi2; /* counts: the first kind of the second group, and its limits */
    uint8_t    zero;
    union {
        uint64_t items; /* bit i is item i of the zone, or face i of the deck; a plain choice points at them */
        uint8_t stock[TAP_STOCK]; /* split: things of each kind, 24 in all; counts: the most of each kind, 15 at most */
    };
} TapChoice;

typedef struct TapChoices {
    int       n;
    TapChoice choice[TAP_CHOICES];
} TapChoices;

static inline bool tap_same_move(TapMove x, TapMove y) { return x.bits[0] == y.bits[0] && x.bits[1] == y.bits[1]; }

/* The place item i of an assignment, or thing i of a split, goes to; the number of kind i in counts. Items are counted
 * among those listed, things kind by kind, from 0. */
static inline int tap_assigned(const TapMove *m, int i) { return m->place[i / 2] >> (i % 2 * 4) & 15; }

TAP_API bool tap_choice_admits(const TapChoice *, const TapMove *);

/* How many moves an entry stands for; 2^63 if there are more. */
TAP_API uint64_t tap_choice_count(const TapChoice *);

/* The i-th of them, 0 <= i < count. Amounts ascend; subsets come by size, then colexicographically; what gives least to
 * the first places, or counts least, comes first. */
TAP_API TapMove tap_choice_nth(const TapChoice *, uint64_t i);

/* The entry that admits the move, or NULL. */
TAP_API const TapChoice *tap_choices_find(const TapChoices *, const TapMove *);

/* Any entry is equally likely, then anything inside it: a wide raise does not drown folding. */
TAP_API TapMove tap_choices_pick(const TapChoices *, TapRng *);

/* All moves if they are k or fewer, else k of them (k >= number of entries): each entry is represented, ranges keep
 * both ends. Deterministic, so that a search tree sees the same moves on each visit; a larger k gives a superset
 * in spirit, not in letter. Returns how many. */
TAP_API int tap_choices_sample(const TapChoices *, TapMove *ret, int k);

#endif
