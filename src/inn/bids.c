/* Bids: in turn and open, or all at once and unseen (CN-1, CN-2). What is bid is no payment that could be answered. */
#include "inn/inn.h"

enum { BID_MOST = 200 /* a byte, and more than anybody has had */ };

static int most_of(const Inn *g, Seat s, int stat)
{
    int most = stat == INN_FORT ? pool_at(g, s)->fort : pool_at(g, s)->gold;
    return most < BID_MOST ? most : BID_MOST;
}

void inn_bid_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    const Inn *g = inn_at(t);
    int most = most_of(g, s, g->bid_of);
    offer(c, PASS, 0, 0);
    if (most > g->most) offer_amount(c, BID, g->most + 1, most);
}

void inn_secret_bid_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_amount(c, BID, 0, most_of(inn_at(t), s, inn_at(t)->bid_of));
}

SeatSet inn_who_bids(const Setup *setup, const Table *t) { return inn_at(t)->pickable; }

void inn_blood_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    offer_amount(c, BLEED, 0, inn_at(t)->most);
}

/* CN-1: who passes may bid again; it is over when all others have passed since the highest bid. */
SCRIPT_BODY(, inn_auction)
{
    Inn *g = inn_of(t);
    BEGIN;
    g->most = 0;
    g->bid_of = f->stat;
    f->best = NOBODY;
    f->turn = seat_from(t, f->who, f->from);
    while (f->who && f->turn != f->best && !(has(f->passed, f->turn))) {
        if (most_of(g, f->turn, f->stat) > g->most) {
            ASK(f->turn, Q_BID);
            if (ANSWER(f->turn)->verb == BID) {
                g->most = (uint8_t)ANSWER(f->turn)->value;
                f->best = f->turn;
                f->passed = 0;
                told(e, TAP_SAID, "{who} bids {n}.", .who = f->turn, .n = g->most);
            } else told(e, TAP_SAID, "{who} passes.", .who = f->turn);
        }
        if (f->turn != f->best) f->passed |= only(f->turn);
        f->turn = seat_from(t, f->who, next_seat(t, f->turn));
    }
    if (f->best != NOBODY) {
        move_stat(t, f->best, f->stat, -g->most, e);
        g->takers = only(f->best);
    }
    g->most = g->bid_of = 0;
    END;
}

/* CN-2. */
SCRIPT_BODY(, inn_secret_bid)
{
    Inn *g = inn_of(t);
    BEGIN;
    if (!f->who) RETURN(0);
    g->pickable = f->who;
    g->bid_of = f->stat;
    ASK_ALL(f->who, Q_SECRET_BID);
    g->most = 0;
    for (Seat k = 0, s = f->from; k < t->seats; k++, s = next_seat(t, s)) {
        if (!has(f->who, s)) continue;
        int bid = (int)ANSWER(s)->value;
        told(e, TAP_SAID, "{who} holds out {n}.", .who = s, .n = bid);
        if (bid > g->most) {
            g->most = (uint8_t)bid;
            g->takers = only(s);
        }
        move_stat(t, s, f->stat, -bid, e);
    }
    g->pickable = 0;
    g->most = g->bid_of = 0;
    END;
}

/* Those who pay themselves: how much of it they can bleed. */
static int can_bleed(const Table *t, const Open *o, Seat s)
{
    if (!has(o->payers & alive(t) & (SeatSet)~(o->by_inn | o->excused), s)) return 0;
    int fort = pool_at(inn_at(t), s)->fort;
    return fort < o->amount ? fort : o->amount;
}

SCRIPT_BODY(, inn_blood)
{
    Inn *g = inn_of(t);
    BEGIN;
    IN_TURN_ORDER (f->turn, f->todo, g->open[f->at].payers, g->round.starter) {
        g->most = (uint8_t)can_bleed(t, &g->open[f->at], f->turn);
        if (!g->most) continue;
        ASK(f->turn, Q_BLOOD);
        g->open[f->at].by[f->turn] = (uint8_t)ANSWER(f->turn)->value;
    }
    g->most = 0;
    END;
}
