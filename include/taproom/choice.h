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

enum { TAP_CHOICES = 64, TAP_ITEMS = 32, TAP_ASSIGNED = 24 };

/* A concrete answer. All zero is never legal. What is not used by its kind is zero. */
typedef union TapMove {
    struct {
        uint8_t verb, a, b, zero;
        union {
            struct {
                uint32_t value;   /* an amount, or the chosen items as a set of bits */
                uint32_t rest[2]; /* zero: so {.value = 6} is a whole move for every compiler */
            };
            uint8_t place[12]; /* an assignment: four bits per listed item, the lower half first */
        };
    };
    uint64_t bits[2];
} TapMove;

/* Built in whole words: bytes written singly and read back together stall the machine. */
static inline TapMove tap_move(int verb, int a, int b, uint32_t value)
{
    TapMove m;
    m.bits[0] = (uint64_t)(uint8_t)verb | (uint64_t)(uint8_t)a << 8 | (uint64_t)(uint8_t)b << 16 | (uint64_t)value << 32;
    m.bits[1] = 0;
    return m;
}

typedef enum TapKind {
    TAP_PLAIN,  /* exactly this */
    TAP_AMOUNT, /* a number from lo to hi */
    TAP_SUBSET, /* lo to hi of the items */
    TAP_ASSIGN, /* every item goes to one of the places, or each to one of its own */
} TapKind;

typedef struct TapChoice {
    uint8_t    kind, verb, a, b;
    uint8_t    zone;   /* where the items lie, as numbered by the game; 0 is nowhere */
    TapSeat    owner;  /* whose zone */
    TapSeatSet places; /* assignment: bit p is place p (as a rule a seat) */
    uint32_t   lo, hi; /* plain: lo is a number for the label; assignment: hi is 1 if a place takes one item only */
    uint32_t   items;  /* bit i is item i of the zone; a plain choice points at them */
} TapChoice;

typedef struct TapChoices {
    int       n;
    TapChoice choice[TAP_CHOICES];
} TapChoices;

static inline bool tap_same_move(TapMove x, TapMove y) { return x.bits[0] == y.bits[0] && x.bits[1] == y.bits[1]; }

/* The place item i of an assignment goes to. Items are counted among those listed, from 0. */
static inline int tap_assigned(const TapMove *m, int i) { return m->place[i / 2] >> (i % 2 * 4) & 15; }

TAP_API bool tap_choice_admits(const TapChoice *, const TapMove *);

/* How many moves an entry stands for; 2^63 if there are more. */
TAP_API uint64_t tap_choice_count(const TapChoice *);

/* The i-th of them, 0 <= i < count. Amounts ascend; subsets come by size, then colexicographically. */
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
