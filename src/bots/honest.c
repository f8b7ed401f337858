#include "bots/honest.h"

#include "bots/search.h"

static const float BLUFFS = 0.08f; /* of the hands with which he would check */
enum { BLUFF = 3 };                /* slot of a bluff: a pot */

Honest honest_new(Rng *r)
{
    return (Honest){.caution = 0.4f + 0.8f * chance_of_one(r),
                    .hope = 0.5f + 0.5f * chance_of_one(r),
                    .pride = 0.1f + 0.4f * chance_of_one(r),
                    .largest = (uint8_t)(tap_rng_below(r, 8) ? 3 + tap_rng_below(r, 2) : BET_ACTS - 1)};
}

/* x to the power of e, which need not be whole: between two that are. */
static float power(float x, float e)
{
    float y = 1;
    for (; e >= 1; e--) y *= x;
    return y * (1 - e + e * x);
}

/* How much better than others the hands are of somebody who has laid what is to be matched. */
static float told_by_bet(const Bets *b)
{
    static const float MOST = 4, OF_COINS = 0.4f; /* the second for each time that the coins at stake double */
    float before = (float)(bets_pot(b) - bets_in_round(b)), bet = (float)b->to_match, told = 0;
    if (!b->to_match) return 0;
    if (before < 1) before = 1;
    for (float coins = before / (float)count(b->in) + bet; coins >= 2; coins /= 2) told += OF_COINS;
    told += bet / before;
    return told < MOST ? told : MOST;
}

/* The root of so high a degree of x, from 0 to 1. */
static float root(float x, int degree)
{
    float low = 0, high = 1;
    for (int i = 0; degree > 1 && i < 12; i++) {
        float middle = (low + high) / 2;
        if (power(middle, (float)degree) < x) low = middle;
        else high = middle;
    }
    return degree > 1 ? (low + high) / 2 : x;
}

/* How often a hand beats another whose owner gives up this part of his hands, the poorest. */
static float wins(float place, float sure, float told, float gone)
{
    float under = power(gone, 1 + told), part = place > gone ? (power(place, 1 + told) - under) / (1 - under) : 0;
    float ret = 0.5f + sure * (part - 0.5f);
    return ret > 0 ? ret : 0;
}

/* What a seat has of a pot in the end that it wins so often, if each of the others gives up this part of his hands and
 * else lays more. */
static float part_of(float pot, float wins_it, float more, float beats, float gone, int others)
{
    if (!others) return wins_it * pot;
    return gone * part_of(pot, wins_it, more, beats, gone, others - 1) +
           (1 - gone) * part_of(pot + more, wins_it * beats, more, beats, gone, others - 1);
}

int honest_act(const Honest *h, const Bets *b, float place, float sure, const BetAct *act, int n, Rng *r)
{
    int   stay = act[0].kind == BET_FOLD, others = count(b->in) - 1;
    float need = (float)bets_need(b), pot = (float)bets_pot(b), told = told_by_bet(b) * h->caution;
    float quiet = part_of(pot + need, 1, 0, wins(place, sure, told, 0), 0, others) - need;
    float most = (quiet > 0 ? quiet : 0) + h->pride * pot;
    int   pick = stay && quiet < 0 ? 0 : stay;
    for (int i = stay + 1; i < n && (act[i].slot <= h->largest || i == stay + 1); i++) {
        float cost = (float)(act[i].to - b->bet[b->actor]), more = (float)(act[i].to - b->to_match);
        float gone = h->hope * root(cost / (pot + cost), others);
        float value = part_of(pot + cost, 1, more, wins(place, sure, told, gone), gone, others) - cost;
        if (value > most) most = value, pick = i;
    }
    if (!b->to_match && pick == stay && chance_of_one(r) < BLUFFS)
        for (int i = stay + 1; i < n && (act[i].slot <= BLUFF || i == stay + 1); i++) pick = i;
    return pick;
}
