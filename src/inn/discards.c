/* Cards that players must or may discard. */
#include "inn/amounts.h"
#include "inn/in_play.h"

/* Who is struck has discarded so many cards to lose less by it. */
static void loss_off(Table *t, int at, Seat s, int n)
{
    Open *o = &inn_of(t)->open[at];
    loss_reduce(o, head_of(inn_at(t), s), n);
    if (n) o->lessened |= side_of(inn_at(t), s);
}

static int must_discard(const Inn *g, const inn_discards_Frame *f, Seat s)
{
    int cards = g->seat[s].cards, n = f->redraw ? cards : f->down ? cards - f->n : f->n;
    return n < 0 ? 0 : n > cards ? cards : n;
}

SCRIPT_BODY(, inn_discards)
{
    Inn *g = inn_of(t);
    BEGIN;
    IN_TURN_ORDER (f->turn, f->todo, f->who, g->active) {
        g->most = (uint8_t)must_discard(g, f, f->turn);
        g->least = f->stat || f->off || f->redraw ? 0 : g->most;
        if (g->most) {
            ASK(f->turn, Q_DISCARD_SOME);
            if (f->off) loss_off(t, f->off - 1, f->turn, __builtin_popcountll(tap_chosen(ANSWER(f->turn))));
            if (f->stat) move_stat(t, f->turn, f->stat, __builtin_popcountll(tap_chosen(ANSWER(f->turn))), e);
            for (int i = g->seat[f->turn].cards - 1; i >= 0; i--)
                if (tap_chosen(ANSWER(f->turn)) >> i & 1) patron_discard(e->setup, t, f->turn, i, e);
        }
        if (f->redraw) patron_draw(e->setup, t, f->turn, missing_of(g, f->turn), e);
    }
    g->least = g->most = 0;
    END;
}
