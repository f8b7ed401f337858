/* Who is out (LOS): a last chance, what is left behind, the end. */
#include "inn/in_hand.h"
#include "inn/in_play.h"

static bool broke_counts(const Inn *g) { return !g->round.live && !g->contests; } /* GAM-22, DC-9 */

static bool is_cold(const Pool *p) { return p->ac + p->added >= p->fort; }

static SeatSet failing(const Table *t, bool cold_only)
{
    const Inn *g = inn_at(t);
    const bool broke = !cold_only && broke_counts(g);
    SeatSet set = 0;
    for (SeatSet left = alive(t); left; left &= (SeatSet)(left - 1)) {
        const Pool *p = pool_at(g, tap_first_of(left));
        if (is_cold(p) || (broke && !p->gold)) set |= left & (SeatSet)-left;
    }
    return set;
}

/* LOS-3, LOS-5: each by itself: half, rounded up, to the Inn, the rest evenly to those who stay. */
static void divide_estate(Table *t, Seat s, SeatSet stay, Env *e)
{
    Inn *g = inn_of(t);
    int gold = pool_at(g, s)->gold, each = stay ? gold / 2 / count(stay) : 0; /* (f) 19: by sides */
    gold_moves(t, s, NOBODY, gold - each * count(stay), e);
    for (Seat x = 0; each && x < t->seats; x++)
        if (has(stay, x)) gold_moves(t, s, x, each, e);
    if (each) told(e, TAP_PAID, "Everybody still in gets {n} of what {who} had.", .who = s, .n = each);
}

/* LOS-4. */
static void goes_out(Table *t, Seat s, Env *e)
{
    Inn *g = inn_of(t);
    told(e, TAP_SAID, is_cold(pool_at(g, s)) ? "{who} is out cold." : "{who} is broke and out.", .who = s);
    drink_discard_top(e->setup, t, s, DRINKS_MOST, e);
    drinks_kept_go(e->setup, t, s);
    in_play_without(e->setup, t, s, e);
    prizes_go(e->setup, g, PRIZE_HELD + s, PRIZE_IN_BIN); /* (f) 56 */
    if (has(g->round.in, s)) round_leave(t, s, e);
    pool_of(g, s)->potions = 0;
    g->out |= only(s);
    if (!(side_of(g, s) & alive(t))) hands_closed(t, side_of(g, s));
}

static void close_inn(Table *t, SeatSet winners)
{
    inn_of(t)->closed = 1;
    for (Seat s = 0; s < t->seats; s++) t->score[s] = has(winners, s);
}

/* e6 steps 4 to 6. */
static void settle(Table *t, Env *e)
{
    Inn *g = inn_of(t);
    SeatSet gone = failing(t, false), cold = gone ? failing(t, true) : 0, stay = alive(t) & (SeatSet)~cold;
    if (cold | g->held) {
        for (Seat s = 0; s < t->seats; s++)
            if (has(heads_of(t, cold | g->held), s)) divide_estate(t, s, heads_of(t, stay), e);
        g->held = 0;
        gone = failing(t, false);
    }
    if (!gone && alive(t)) {
        if (count(heads_of(t, alive(t))) == 1) close_inn(t, alive(t));
        return;
    }
    if (gone == alive(t)) { /* LOS-6, G8 */
        close_inn(t, gone ? gone : g->last);
        for (Seat s = 0; s < t->seats; s++)
            if (has(gone, s)) told(e, TAP_SAID, "{who} falls with the last.", .who = s);
        return;
    }
    for (Seat s = 0; s < t->seats; s++)
        if (has(gone, s)) goes_out(t, s, e);
    if (count(heads_of(t, alive(t))) == 1) close_inn(t, alive(t));
}

SCRIPT_BODY(, inn_loss)
{
    Inn *g = inn_of(t);
    BEGIN;
    if (is_over(t)) RETURN(0);
    while (failing(t, false) & (SeatSet)~f->asked) { /* LOS-2 */
        f->asked |= failing(t, false);
        f->at = g->opens;
        open_push(t, OPEN_LOSING, NOBODY);
        CALL_WITH(S_WINDOW, inn_window, .at = f->at, .from = g->active, .asked = failing(t, false));
        open_pop(t);
    }
    if (f->hold) {
        g->last = failing(t, true);
        for (Seat s = 0; s < t->seats; s++)
            if (has(g->last, s)) goes_out(t, s, e);
        g->held |= g->last;
    } else if (!g->contests) settle(t, e);
    END;
}
