/* How a hand ended, for those who look at the table: from the hands that still lie there, by the scoring of the game.
 */
#include "wager/wager.h"

static const char *const pot_name[MAX_POTS] = {"main pot", "side pot 1", "side pot 2", "side pot 3", "side pot 4",
                                               "side pot 5", "side pot 6", "side pot 7", "side pot 8", "side pot 9"};
static const char *const prize_name[] = {"first prize", "second prize", "third prize"};

static const char *name_of(const Table *t, int i, int pots)
{
    if (t->option[OPT_WAGER] == WAGER_SHARES && i < 3) return prize_name[i];
    return pots < 2 ? "pot" : pot_name[i];
}

/* BET-11, BET-13: each pot, and with side pots how much each seat could win of all. */
void wager_show_pots(const Table *t, ViewMaker *m)
{
    const Wager *w = wager_at(t);
    Pot pot[MAX_POTS];
    int pots = wager_pots(t, pot);
    if (pots < 2) view_counter(m, "pot", NOBODY, pots ? pot[0].coins : 0);
    for (int i = 0; pots > 1 && i < pots; i++) {
        view_counter(m, pot_name[i], NOBODY, pot[i].coins);
        view_pot(m, pot_name[i], pot[i].coins, (SeatSet)pot[i].eligible, 0);
    }
    if (w->house) view_counter(m, "waiting", NOBODY, w->house);
    for (Seat s = 0; pots > 1 && s < t->seats; s++) {
        int32_t claim = 0;
        for (int i = 0; i < pots; i++) claim += has((SeatSet)pot[i].eligible, s) ? pot[i].coins : 0;
        if (claim) view_counter(m, "can win", s, claim);
    }
    for (int i = 0; w->shown && i < w->won; i++) {
        SeatSet claims, to;
        int32_t coins = wager_won(t, i, &claims, &to);
        view_pot(m, name_of(t, i, w->won + w->pots), coins, claims, to);
    }
    for (int i = 0; w->shown && pots < 2 && i < w->pots; i++) /* tied, to be played for again */
        view_pot(m, name_of(t, w->won + i, w->won + w->pots), w->pot[i].coins, (SeatSet)w->pot[i].eligible, 0);
}

/* All of a seat's zones of the scoring, or all that is common, lies open for this viewer, and there is something. */
static bool all_seen(const ViewMaker *m, uint64_t zones, Seat owner)
{
    const TapView *v = m->view;
    bool something = false;
    for (int z = 0; z < v->zones; z++) {
        const TapViewZone *zone = &v->zone[z];
        if (zone->level != m->level || zone->owner != owner || zone->zone >= 64 || !(zones >> zone->zone & 1)) continue;
        for (int k = zone->first; k < zone->first + zone->n; k++) {
            const TapViewItem *i = &v->item[k];
            if ((i->kind == TAP_CARD_ITEM && i->face == NO_CARD) || (i->kind == TAP_DIE_ITEM && !i->face)) return false;
            something = something || i->kind == TAP_CARD_ITEM || i->kind == TAP_DIE_ITEM;
        }
    }
    return something;
}

void wager_totals(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Wager   *w = wager_at(t);
    const Scoring *how = game_of(setup, m->state, m->level)->scoring;
    if (w->shown || !how || !how->running || !how->score) return;
    if (how->commons && !all_seen(m, how->commons, NOBODY)) return;
    for (Seat s = 0; s < t->seats; s++) {
        if (!has(w->in, s) || !all_seen(m, how->zones, seat_outward(m->state, m->level, s))) continue;
        TapHolding h;
        TapScore   score = {.points = 0};
        holding_of(setup, how, t, s, &h);
        how->score(t->option, &h, &score, NULL);
        view_running(m, how->so_far ? how->so_far : "so far", s, score.points);
    }
}

static int32_t won_by(const Table *t, Seat s)
{
    int32_t sum = 0;
    for (int i = 0; i < wager_at(t)->won; i++) {
        SeatSet claims, to;
        int32_t coins = wager_won(t, i, &claims, &to);
        if (has(to, s)) sum += coins / count(to);
    }
    return sum;
}

/* Why a hand is worth what it is; where that depends on the others, of all hands that were shown. Apart, for it takes
 * room. */
__attribute__((noinline)) static void parts_of(const Setup *setup, const Table *t, const Scoring *how, Seat s,
                                               TapHolding *h, TapParts *parts)
{
    TapScore again[MAX_SEATS] = {{.points = 0}};
    holding_of(setup, how, t, s, h);
    if (!how->score_all) {
        how->score(t->option, h, &again[s], parts);
        return;
    }
    TapHolding all[MAX_SEATS];
    TapParts   of[MAX_SEATS];
    for (Seat o = 0; o < t->seats; o++) {
        of[o].n = 0;
        if (has(wager_at(t)->in, o)) holding_of(setup, how, t, o, &all[o]);
    }
    how->score_all(t->option, all, wager_at(t)->in, again, of);
    *parts = of[s];
}

/* The best of those who did not win; nobody, if all did. */
static Seat best_behind(const int place[MAX_SEATS], int seats)
{
    Seat best = NOBODY;
    for (Seat s = 0; s < seats; s++)
        if (place[s] > 1 && (best == NOBODY || place[s] < place[best])) best = s;
    return best;
}

/* Two hands of equal points: what made the one better, for people to read. */
static void explain_tie(const Scoring *how, const TapScore *better, const TapScore *worse, TapParts *parts)
{
    if (!how->ties || better->points != worse->points || better->rank != worse->rank) return;
    for (int i = 0; i < better->ties && i < worse->ties && how->ties[i]; i++) {
        if (better->tie[i] == worse->tie[i]) continue;
        explain(parts, 0, "the tie goes to more %s, %d against %d", how->ties[i], better->tie[i], worse->tie[i]);
        return;
    }
}

/* BET-12, BET-A11: who folded shows nothing, nor does who is left alone. */
void wager_results(const Setup *setup, const Table *t, ViewMaker *m)
{
    const Wager *w = wager_at(t);
    if (!w->shown) return;
    const Scoring *how = game_of(setup, m->state, m->level)->scoring;
    bool           showdown = how && count(w->in) > 1;
    int            place[MAX_SEATS] = {0};
    TapScore       score[MAX_SEATS];
    if (showdown) wager_score(setup, t, how, w->in, score);
    for (Seat s = 0; s < t->seats; s++)
        for (Seat o = 0; has(w->in, s) && o < t->seats; o++)
            place[s] += o == s || (showdown && has(w->in, o) && tap_score_compare(&score[o], &score[s]) > 0);
    for (int k = 1; k <= t->seats + 1; k++) /* who has no place comes last */
        for (Seat s = 0; s < t->seats; s++) {
            if (!has(w->dealt, s) || place[s] != (k <= t->seats ? k : 0)) continue;
            TapHolding h;
            TapParts   parts = {.n = 0};
            ViewResult r = {.seat = s, .place = place[s], .won = won_by(t, s), .net = w->stack[s] - w->brought[s]};
            if (t->option[OPT_WAGER] == WAGER_NONE) r.net = t->score[s];
            if (showdown && has(w->in, s)) {
                parts_of(setup, t, how, s, &h, &parts);
                Seat second = place[s] == 1 ? best_behind(place, t->seats) : NOBODY;
                if (second != NOBODY) explain_tie(how, &score[s], &score[second], &parts);
                r.score = &score[s];
                r.holding = &h;
                r.parts = &parts;
            }
            view_result(m, how, &r);
        }
}
