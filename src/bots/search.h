/*
 * Information-set Monte Carlo search, through the kernel only: it knows questions, choices, scores and who sees what,
 * never a game. docs/bots.md tells how it works and what it is worth.
 */
#ifndef BOTS_SEARCH_H
#define BOTS_SEARCH_H

#include "table/table.h"
#include <taproom/bot.h>

typedef struct Search Search;

/* From 0 on, below 1. */
static inline float chance_of_one(Rng *r) { return (float)(tap_rng_word(r) >> 8) * (1.f / 16777216.f); }

/* How large a search is. */
typedef struct SearchSize {
    uint32_t steps; /* per decision: deals and answers of its simulations */
    uint32_t arms;  /* places for the tree; a power of two */
} SearchSize;

/* Parts that can be left out or added, to measure what they are worth; docs/bots.md. */
enum {
    WITHOUT_BELIEFS = 1 << 0,
    WITHOUT_CLASSES = 1 << 1,
    WITHOUT_POLICY = 1 << 2,
    WITHOUT_HALVING = 1 << 3,
    WITHOUT_BLUEPRINT = 1 << 4
};

/* Bytes that search_init wants, aligned as malloc aligns. */
size_t search_bytes(SearchSize);

/* Makes a search in memory that the caller owns. Nothing is allocated afterwards, but for blueprints. */
Search *search_init(void *memory, SearchSize, unsigned parts);

/* A legal move for a seat that has two or more. Depends on what the seat knows and has seen, and on r. */
Move search_decide(Search *, const Setup *, const TapState *, const TapSeen *, Seat, Rng *r);

/* For blueprints, which need what a search knows of playing out a game quietly: everybody checks or calls, and does
 * what proved good in all that is no bet. First the habits, from a state for all that nobody knows; then as often as
 * wanted: that state dealt anew; one answer of it; and the part of the pot that a seat wins on the average, for all
 * that it knows. */
void  search_learn_habits(Search *, const Setup *, const TapState *, int playouts, uint64_t seed);
void  search_deal_anew(Search *, const Setup *, TapState *);
void  search_quiet_step(Search *, const Setup *, TapState *);
/* bettered: how far the others' hands are better than random ones (deal_bettered). */
float search_quiet_share(Search *, const Setup *, const TapState *, Seat, int bettered, int rolls);

int      search_hints(const Search *, TapHint *ret, int max);
void     search_forget_hints(Search *);
uint64_t search_iterations(const Search *);

#endif
