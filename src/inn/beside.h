/* Cards of side decks that come into the hand: bought when one discards and draws, drawn by cards, or had at first. */
#ifndef INN_BESIDE_H
#define INN_BESIDE_H

#include "inn/in_play.h"

/* What changes places when hidden cards are dealt anew. 0 is the pool of a guest's cards, and 1 + s those of a seat. */
enum { POOL_DRINKS = 20, POOL_PLAYED, POOL_PRIZES, POOL_GOLD, POOL_WAYS, POOL_BESIDE = POOL_WAYS + WAYS };
static inline uint8_t pool_beside(Seat s, int k) { return (uint8_t)(POOL_BESIDE + s * INN_SIDES + k); }

void inn_buy_choices(const Setup *, const Table *, Seat, Choices *);
void inn_beside_choices(const Setup *, const Table *, Seat, Choices *);
/* BOSS-8: he has the tokens for a card of such a deck, and room for it: these cards count with the others of the hand
 * (BOSS-5). */
bool can_buy(const Setup *, const Table *, Seat);
/* BOSS-5: whether the seat begins with a card of such a deck, of its choice, instead of one of its own deck. */
bool begins_beside(const Setup *, const Table *, Seat);
/* The hand: everybody sees the backs, and of which deck each card is. */
void piece_held(const Setup *, Patron *, Seat, Pieces *);
/* So many cards of each such deck a seat holds, which everybody sees. */
void show_held(const Setup *, const Table *, ViewMaker *, Seat);
void beside_wording(const Setup *, const Table *, const Choice *, Wording *ret);

#endif
