#include "duel_hands.h"

/* The better card first: W-W, W-L, ... R-R. */
int duel_hand(int rank, int other, bool one_hue)
{
    int a = rank < other ? rank : other, b = rank < other ? other : rank, pair = b - a;
    for (int i = 0; i < a; i++) pair += DUEL_RANKS - i;
    return pair * 2 + one_hue;
}

int duel_rank(int hand, int card)
{
    int pair = hand / 2, a = 0;
    for (; pair >= DUEL_RANKS - a; a++) pair -= DUEL_RANKS - a;
    return card ? a + pair : a;
}

bool duel_one_hue(int hand) { return hand % 2; }

/* Pairs stand in the order of their strength; a colour breaks ties. */
int duel_compare(int hand, int other)
{
    return hand / 2 != other / 2 ? other / 2 - hand / 2 : hand % 2 - other % 2;
}

int duel_side(int hand, int shown)
{
    return (duel_rank(hand, 0) == shown ? duel_rank(hand, 1) : duel_rank(hand, 0)) * 2 + hand % 2;
}

int duel_hand_of(int shown, int side) { return duel_hand(shown, side / 2, side % 2); }

/* A suit has one Warrior, two Ladies and so on; a hue has two suits. */
DuelDeck duel_deck(void)
{
    DuelDeck deck;
    for (int r = 0; r < DUEL_RANKS; r++)
        for (int h = 0; h < DUEL_HUES; h++) deck.cards[r][h] = 2 * (r + 1);
    return deck;
}

double duel_ways(const DuelDeck *deck, int hand)
{
    int    a = duel_rank(hand, 0), b = duel_rank(hand, 1);
    double ways = 0;
    for (int h = 0; h < DUEL_HUES; h++)
        for (int k = 0; k < DUEL_HUES; k++) {
            if ((h == k) != duel_one_hue(hand)) continue;
            ways += deck->cards[a][h] * (deck->cards[b][k] - (a == b && h == k));
        }
    return a == b ? ways / 2 : ways;
}

double duel_deals(int hand, int other)
{
    int    a = duel_rank(hand, 0), b = duel_rank(hand, 1);
    double sum = 0;
    for (int h = 0; h < DUEL_HUES; h++)
        for (int k = 0; k < DUEL_HUES; k++) {
            DuelDeck deck = duel_deck();
            if ((h == k) != duel_one_hue(hand)) continue;
            double ways = deck.cards[a][h]--;
            ways *= deck.cards[b][k]--;
            sum += ways * duel_ways(&deck, other);
        }
    return a == b ? sum / 2 : sum;
}
