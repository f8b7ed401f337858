/* Hands of Rogues and Warriors for two, by what matters: two ranks, and whether they are of one colour. Written from
 * docs/rules, apart from src/: the yardsticks of this folder share no rules with what they measure. */
#ifndef DUEL_HANDS_H
#define DUEL_HANDS_H

#include <stdbool.h>

enum { DUEL_RANKS = 5, DUEL_HUES = 3, DUEL_HANDS = 30, DUEL_SIDES = 10 };

/* A hand is (its pair of ranks) * 2 + (one colour). Ranks count from 0, the best; the better card comes first. */
int  duel_hand(int rank, int other, bool one_hue);
int  duel_rank(int hand, int card); /* card 0 is the better one */
bool duel_one_hue(int hand);
/* > 0 if the first hand wins, 0 if they tie. */
int duel_compare(int hand, int other);

/* With one card shown, a hand is one of ten sides: (rank of the other card) * 2 + (one colour). */
int duel_side(int hand, int shown);
int duel_hand_of(int shown, int side);

/* How many deals of two cards each give these two hands; and, with some cards out of the deck, how many pairs of cards
 * make the hand. A deck counts its cards by rank and hue. */
typedef struct DuelDeck {
    int cards[DUEL_RANKS][DUEL_HUES];
} DuelDeck;
DuelDeck duel_deck(void);
double   duel_ways(const DuelDeck *, int hand);
double   duel_deals(int hand, int other);

#endif
