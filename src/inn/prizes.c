/* Prizes (PRZ): they lie at the Inn, in the pot, in the bin, or before who has won them, for all to see. */
#include "inn/inn.h"

static int first_at(const Inn *g, int at)
{
    int i = 0;
    while (i < g->prizes && g->prize_at[i] < at) i++;
    return i;
}

Slot *prize_of(Inn *g, Seat s, int i) { return &g->prize[first_at(g, PRIZE_HELD + s) + i]; }

Card prize_in_pot(Inn *g)
{
    int i = first_at(g, PRIZE_IN_POT);
    return i < g->prizes && g->prize_at[i] == PRIZE_IN_POT ? g->prize[i].card : 0;
}

Slot prize_take(Inn *g, int i)
{
    Slot prize = g->prize[i];
    int behind = --g->prizes - i;
    memmove(&g->prize[i], &g->prize[i + 1], sizeof *g->prize * (size_t)behind);
    memmove(&g->prize_at[i], &g->prize_at[i + 1], (size_t)behind);
    g->prize[g->prizes] = (Slot){0, 0};
    g->prize_at[g->prizes] = 0;
    return prize;
}

void prize_put(Inn *g, Slot prize, int at)
{
    int i = first_at(g, at + 1), behind = g->prizes++ - i;
    memmove(&g->prize[i + 1], &g->prize[i], sizeof *g->prize * (size_t)behind);
    memmove(&g->prize_at[i + 1], &g->prize_at[i], (size_t)behind);
    g->prize[i] = prize;
    g->prize_at[i] = (uint8_t)at;
}

static void count_for(const Setup *setup, Inn *g, Card c, int at, int by)
{
    if (at < PRIZE_HELD) return;
    Patron *p = &g->seat[at - PRIZE_HELD];
    p->prizes = (uint8_t)(p->prizes + by);
    patron_count(setup, p, c, by);
}

void prize_goes(const Setup *setup, Inn *g, int i, int to)
{
    count_for(setup, g, g->prize[i].card, g->prize_at[i], -1);
    count_for(setup, g, g->prize[i].card, to, 1);
    prize_put(g, prize_take(g, i), to);
}

void prizes_go(const Setup *setup, Inn *g, int from, int to)
{
    for (int i = 0; i < g->prizes;)
        if (g->prize_at[i] == from) prize_goes(setup, g, i, to);
        else i++;
}

int prizes_at_inn(Inn *g)
{
    int n = first_at(g, PRIZE_IN_POT);
    if (n) return n;
    for (int i = first_at(g, PRIZE_IN_BIN); i < g->prizes && g->prize_at[i] == PRIZE_IN_BIN; i++) {
        prize_put(g, prize_take(g, i), PRIZE_AT_INN);
        n++;
    }
    return n;
}

/* PRZ-1. */
void prizes_begin(const Setup *setup, Table *t, int deck, int n, Env *e)
{
    Inn *g = inn_of(t);
    const InnDeckInfo *info = inn_deck(tables_of(setup), deck);
    bool taken[INN_DECK_TITLES] = {false};
    for (int left = info->lines; left && g->prizes < n; left--) {
        int lot = chance_pick(e, TAP_STREAM_MORE, left), i = 0;
        for (;; i++)
            if (!taken[i] && !lot--) break;
        taken[i] = true;
        prize_put(g, (Slot){inn_line(tables_of(setup), info, i)->card, PUBLIC}, PRIZE_AT_INN);
    }
}

/* The Prize that was in the pot, if who took that still has it; or -1. */
static int prize_taken(const Inn *g, const Open *taken)
{
    int i = g->prizes - 1;
    while (i >= 0 && (g->prize[i].card != taken->card || g->prize_at[i] != PRIZE_HELD + taken->actor)) i--;
    return i;
}

Seat prize_yielder(const Inn *g, int at)
{
    const Open *taken = &g->open[g->open[at].below];
    return taken->card && prize_taken(g, taken) >= 0 ? taken->actor : (Seat)NOBODY;
}

void prize_is_settled(Table *t, int at, bool yields, Env *e)
{
    Inn *g = inn_of(t);
    Open *taken = &g->open[g->open[at].below];
    int prize = prize_taken(g, taken);
    if (yields && prize >= 0) {
        told(e, TAP_SAID, "{who} leaves {card} to {other}.", .who = taken->actor, .card = taken->card,
             .other = g->open[at].actor);
        prize_goes(e->setup, g, prize, PRIZE_HELD + g->open[at].actor);
    }
    taken->card = 0;
}
