#include "server/rooms/purse.h"

#include "server/rooms/hall.h"

static bool knows_money(const Room *r)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (tap_purse(&r->setup, s) != s) return false; /* whose would it be? */
    return tap_price(&r->setup) > 0;
}

bool purse_is_kept(const Room *r)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (r->setup.stack[s] >= 0) return r->before[0];
    return false;
}

bool purse_is_out(const Room *r, TapSeat s)
{
    return purse_is_kept(r) && r->phase == PHASE_OPEN && tap_stack(&r->setup, s) < tap_price(&r->setup);
}

static int64_t all_money(const Room *r)
{
    int64_t sum = r->setup.pot;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) sum += tap_stack(&r->setup, s);
    return sum;
}

bool purse_buy(Room *r, TapSeat s)
{
    int32_t had = r->setup.stack[s];
    r->setup.stack[s] = -1;
    int32_t fresh = tap_stack(&r->setup, s);
    r->setup.stack[s] = (had > 0 ? had : 0) + fresh;
    if (all_money(r) > LIMIT_MONEY) {
        r->setup.stack[s] = had;
        return false;
    }
    r->chair[s].bought++;
    return true;
}

void purse_forget(Room *r, TapSeat s)
{
    if (r->phase != PHASE_OPEN) return;
    r->setup.stack[s] = -1;
    r->chair[s].bought = 0;
}

void purse_afresh(Room *r)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) purse_forget(r, s);
    r->setup.pot = 0;
}

bool purse_suffices(const Room *r)
{
    int able = 0;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) able += !purse_is_out(r, s);
    return able >= 2 || !purse_is_kept(r);
}

void purse_carry(const Room *over, Room *next)
{
    const TapSetup *setup = &over->setup;
    const TapState *state = over->record ? tap_record_state(over->record) : NULL;
    TapView        *view = &over->house->scratch.view;
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++) next->chair[s].bought = over->chair[s].bought;
    if (!state) return;
    tap_view(setup, state, TAP_NOBODY, view);
    if (view->start != TAP_NOBODY) next->setup.start = (TapSeat)((view->start + 1) % setup->seats);
    if (!knows_money(over)) return;
    next->setup.pot = tap_pot(setup, state);
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++) { /* of an evening what was lent counts too (ADV-05) */
        int32_t has = tap_game_hosts(setup->game) ? tap_score(setup, state, s) : tap_money(setup, state, s);
        next->setup.stack[s] = has > 0 ? has : 0;
    }
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++)
        if (next->chair[s].kind == CHAIR_BOT && purse_is_out(next, s)) purse_buy(next, s);
    if (all_money(next) > LIMIT_MONEY) purse_afresh(next);
}
