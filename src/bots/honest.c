#include "bots/honest.h"

#include "bots/search.h"

static const float BLUFFS = 0.08f;

Honest honest_new(Rng *r)
{
    Honest h = {.proud = 0.75f + 0.15f * chance_of_one(r), .caution = 0.4f + 0.8f * chance_of_one(r)};
    int    size = (int)tap_rng_below(r, 4);
    h.size = size < 2 ? 2 + size : 4; /* as often the largest as the others together */
    return h;
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

int honest_act(const Honest *h, const Bets *b, float place, float sure, const BetAct *act, int n, Rng *r)
{
    int     stay = act[0].kind == BET_FOLD, pick = stay;
    int32_t need = bets_need(b), pot = bets_pot(b);
    float   wins = 0.5f + sure * (power(place, 1 + told_by_bet(b) * h->caution) - 0.5f);
    wins = power(wins > 0 ? wins : 0, (float)(count(b->in) - 1));
    if (need && wins * (float)(pot + need) < (float)need) return 0;
    bool bluffs = !b->to_match && chance_of_one(r) < BLUFFS;
    if (wins < h->proud && !bluffs) return stay;
    for (int i = stay + 1; i < n; i++)
        if (act[i].slot <= (bluffs ? 3 : h->size) || (i == stay + 1 && !bluffs)) pick = i;
    return pick;
}
