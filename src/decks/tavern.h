/*
 * What the games of the tavern are played with: six-sided dice, and the ninety-card deck of warriors, ladies, bards,
 * merchants and rogues, with its three dragons and five grey cards (CARDS-01 .. CARDS-08). A card is a face: copies of
 * one face are the same number (CARDS-A2).
 */
#ifndef DECKS_TAVERN_H
#define DECKS_TAVERN_H

#include "table/table.h"

typedef enum Rank { NO_RANK, WARRIOR, LADY, BARD, MERCHANT, ROGUE } Rank;
typedef enum Hue { RED, GREEN, BLUE, HUES, GREY = HUES } Hue;
typedef enum Animal { WOLF, HAWK, HORSE, OWL, HARE, WREN, ANIMALS } Animal;

enum {
    RANKS = 5,
    DRAGON = ANIMALS * RANKS,
    GREY_CARD = DRAGON + HUES,
    TAVERN_FACES = GREY_CARD + RANKS,
    TAVERN_CARDS = 90
};

/* Places in the content's list; a host of these games has them at the same places. */
enum { TAVERN, SIX_SIDED };
extern const Content tavern_content; /* made from data/tavern.table */

static inline Card card_of(Rank r, Animal a) { return (Card)(a * RANKS + r - 1); }
static inline bool is_dragon(Card c) { return c >= DRAGON && c < GREY_CARD; }
static inline Rank rank_of(Card c) { return c < DRAGON ? (Rank)(c % RANKS + 1) : NO_RANK; }
static inline Hue hue_of(Card c)
{
    return c < DRAGON ? (Hue)(c / RANKS / 2) : c < GREY_CARD ? (Hue)(c - DRAGON) : GREY;
}
/* CARDS-03, CARDS-04: each colour owns one mammal and one bird. Only for cards with an animal. */
static inline bool is_bird(Card c) { return c / RANKS % 2; }

/* A state's pile for all its cards, and filling it with the ninety, and the dragons if they play (CARDS-01, CARDS-05).
 */
#define TAVERN_PILE(name) PILE(name, TAVERN_CARDS + HUES)
#define tavern_fill(setup, pile, dragons) (pile_begin(pile, TAVERN), pile_fill((setup), &(pile), (dragons)))

/* The line just explained is earned by so many cards of that rank (NO_RANK: dragons) of the holding, the first that are
 * not used up yet; nothing if parts is NULL. */
void from_rank(TapParts *, const TapHolding *, Rank, int n, uint64_t *used);

/* CONC-09: how many dragons, warriors, ladies, bards, merchants, rogues; six numbers. */
void tie_by_rank(const Card *, int n, TapScore *);
/* CONC-10, CONC-A2, CONC-A3: how many cards of the most frequent colour; one number. */
void tie_by_colour(const Card *, int n, TapScore *);
/* What these count, for a Scoring that has no other tie-breaker before them. */
extern const char *const ties_by_rank[], *const ties_by_colour[];

#endif
