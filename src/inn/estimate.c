/* What a table is worth to each side, for bots that stop playing on. */
#include "inn/estimate.h"

#include "inn/values.h"

/* How well somebody holds his place: the nearer of the two ends counts most. More Gold than RICH helps nobody; who is
 * almost out is not worth nothing. */
#define RICH 12.0f
#define ALMOST_OUT 0.02f
/* A Potion Token is worth a little more than the 6 it brings: it can be used in the last chance. */
#define POTION_KEPT 7.0f
/* Whatever lies in play, who is still in has so much left at least. */
#define LEFT_LEAST 0.5f

float inn_hold(const Pool *p, float in_play)
{
    int left = p->fort - p->ac - p->added;
    float apart = (float)(left > 0 ? left : 0);
    if (left > 0) {
        apart += in_play;
        if (apart < LEFT_LEAST) apart = LEFT_LEAST;
    }
    apart += POTION_KEPT * (float)p->potions;
    float sober = apart / STAT_MOST, rich = (float)p->gold / RICH;
    if (rich > 1) rich = 1;
    return (ALMOST_OUT + sober) * (ALMOST_OUT + sober) * (ALMOST_OUT + rich);
}

/* In tenths. Most tables have nothing in play, and this is asked at the end of every simulation. */
static int worth_of(const Setup *setup, const Table *t, Seat s)
{
    const Inn *g = inn_at(t);
    int sum = 0;
    for (int i = 0; i < INN_STATICS; i++) sum += g->seat[s].mod[i] * inn_static_values[i];
    for (int i = 0; i < g->seat[s].rows; i++) sum += card_at(setup, g->seat[s].row[i].card)->worth;
    for (Seat owner = 0; owner < t->seats; owner++) {
        const InnDeckInfo *deck = inn_deck(tables_of(setup), g->seat[owner].deck);
        for (int k = 0; k < deck->tokens; k++)
            sum += g->seat[owner].token[k][s] * card_at(setup, deck->token[k])->worth;
    }
    return sum;
}

float inn_in_play(const Setup *setup, const Table *t, Seat s)
{
    const Inn *g = inn_at(t);
    int sum = 0;
    for (Seat mate = 0; mate < t->seats; mate++)
        if (is_mate(g, s, mate) && !has(g->out, mate)) sum += worth_of(setup, t, mate);
    return (float)sum / 10;
}

/* Everybody's share of what all hold: who hits another gains by it. */
bool inn_estimate(const Setup *setup, const Table *t, Seat s, float *ret)
{
    const Inn *g = inn_at(t);
    float all = 0, own = 0;
    *ret = is_over(t) ? (float)t->score[s] : 0;
    if (is_over(t) || has(g->out, s)) return true;
    for (Seat i = 0; i < t->seats; i++) {
        if (has(g->out, i) || !is_head(g, i)) continue;
        float hold = inn_hold(pool_at(g, i), inn_in_play(setup, t, i));
        all += hold;
        if (is_mate(g, s, i)) own = hold;
    }
    *ret = own / all;
    return true;
}
