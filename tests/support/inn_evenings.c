#include "inn_evenings.h"

static int16_t some_value(const TapOption *o, TapRng *r)
{
    if (tap_rng_below(r, 3) == 0) return o->usual;
    return (int16_t)(o->lo + (int)tap_rng_below(r, (uint32_t)(o->hi - o->lo + 1)));
}

static void cast_some(TapSetup *setup, TapRng *r)
{
    int      roles = setup->content->roles;
    uint64_t taken = 0;
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++) {
        int role = (int)tap_rng_below(r, (uint32_t)roles);
        if (taken >> role & 1 || tap_rng_below(r, 2)) continue;
        setup->cast[s] = (int16_t)role;
        taken |= 1ull << role;
    }
}

TapSetup some_evening(TapRng *r)
{
    TapSetup setup;
    TapError error;
    Setting  setting = {.seats = 0};
    int      n;
    const TapOption *option = tap_game_options(&red_dragon_inn, &n);
    do {
        setting.seats = 2 + (int)tap_rng_below(r, PATRONS - 1);
        for (int i = 0; i < n; i++) setting.option[i] = some_value(&option[i], r);
    } while (!setting_read(&red_dragon_inn, &setting, &setup, &error));
    cast_some(&setup, r);
    return setup;
}

const char *inn_unsound(const Inn *g)
{
    int32_t gold = g->bank + g->round.pot + g->waiting;
    if (g->round.pot < 0) return "the pot owes Gold";
    if (g->opens > OPENS || g->plays > OPENS || g->cups > CUPS || g->serveds > SERVED) return "too much is open";
    for (Seat s = 0; s < g->table.seats; s++) {
        const Patron *p = &g->seat[s];
        const Pool *pool = &g->pool[s];
        gold += pool->gold;
        if (pool->gold < 0) return "somebody owes Gold";
        if (pool->fort < 0 || pool->fort > STAT_MOST) return "Fortitude is out of its bounds";
        if (pool->ac < 0 || pool->ac > STAT_MOST) return "Alcohol is out of its bounds";
        if (p->cards > HAND_MOST || p->drinks > DRINKS_MOST || p->kept > KEPT_MOST) return "too many cards";
    }
    return gold ? "Gold was made or lost" : NULL;
}

int inn_cards_on(const TapSetup *setup, const TapState *st)
{
    static uint16_t census[CENSUS];
    int sum = 0;
    take_census(setup, st, census);
    for (int i = 0; i < CENSUS; i++) sum += census[i];
    return sum;
}
