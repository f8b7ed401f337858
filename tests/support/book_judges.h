/*
 * Three slow judges of Swords & Dragons, which share no code with src/games/books.c but the numbers of its header.
 *
 * judge_purely is the rule itself: every set of natural cards, with every card that a wild one may stand for.
 * judge_subsets tries every set of natural cards, every number of wild ones, and every shape these can complete.
 * judge_shapes tries every shape and asks what the hand has for it, so that it can judge hands of any size.
 */
#ifndef TEST_BOOK_JUDGES_H
#define TEST_BOOK_JUDGES_H

#include "games/books.h"

/* All take the cards with the Common among them; `common` says once more what it is, or TAP_NO_CARD. */
Book judge_purely(const TapCard *card, int n, TapCard common, const BookRules *);
enum { SUBSETS_OF = 14 }; /* the most natural cards of judge_subsets */
Book judge_subsets(const TapCard *card, int n, TapCard common, const BookRules *);
Book judge_shapes(const TapCard *card, int n, TapCard common, const BookRules *);

/* What cards that stand for themselves are worth as one Book, all of them; 0 if they are none. */
uint32_t judge_book(const TapCard *card, int n, bool any_wild, const BookRules *);
uint64_t judge_hand(const TapCard *card, int n); /* how many of each rank */
bool     judge_wild(TapCard, const BookRules *);  /* may it stand for another? */

#endif
