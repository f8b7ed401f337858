/* A Drink in somebody's hand: what was poured together, what was done to it, and what it does. */
#include "inn/forecast.h"
#include "inn/in_play.h"

const InnCard *cup_base(const Setup *setup, const Inn *g, const Cup *cup)
{
    return card_at(setup, g->served[cup->first].card);
}

void cup_change(Cup *cup, int change)
{
    if (change >= CUP_SET_TO && change < CUP_HALVED) cup->tokens = 0; /* nothing else */
    if (cup->changes < CHANGES) cup->change[cup->changes++] = (int8_t)change;
}

void cup_bet(Cup *cup, Seat s, int n) { cup_change(cup, CUP_BET - s - PATRONS * (n - 1)); }

static bool is_bet_of(int change, Seat s) { return change <= CUP_BET && (CUP_BET - change) % PATRONS == s; }

int cup_bet_of(const Cup *cup, Seat s)
{
    int sum = 0;
    for (int i = 0; i < cup->changes; i++)
        if (is_bet_of(cup->change[i], s)) sum += 1 + (CUP_BET - cup->change[i]) / PATRONS;
    return sum;
}

static bool is_bet_for(const Inn *g, int change, Seat s)
{
    for (Seat x = 0; x < PATRONS; x++)
        if (has(defended_by(g, s), x) && is_bet_of(change, x)) return true;
    return false;
}

bool cup_bet_by(const Inn *g, const Cup *cup, Seat s)
{
    for (int i = 0; i < cup->changes; i++)
        if (is_bet_for(g, cup->change[i], s)) return true;
    return false;
}

void cup_unbet(const Inn *g, Cup *cup, Seat s)
{
    int kept = 0;
    for (int i = 0; i < cup->changes; i++)
        if (!is_bet_for(g, cup->change[i], s)) cup->change[kept++] = cup->change[i];
    memset(cup->change + kept, 0, (size_t)(cup->changes - kept));
    cup->changes = (uint8_t)kept;
}

void cup_halve(Cup *cup, bool gone)
{
    cup_change(cup, gone ? CUP_HALF_GONE : CUP_HALVED);
    cup->tokens = (uint8_t)((cup->tokens + !gone) / 2);
}

/* SPL-5. */
bool cup_splits(const Setup *setup, const Inn *g, const Cup *cup)
{
    for (int i = 0; i < cup->n; i++)
        if (card_at(setup, g->served[cup->first + i].card)->flags & INN_UNSPLITTABLE) return false;
    return true;
}

/* (f) 27: half of it, away from 0. */
static int halved(int n) { return n < 0 ? -((1 - n) / 2) : (n + 1) / 2; }

static void change_dose(Dose *d, int change, bool score)
{
    if (change <= CUP_BET) return;
    if (change == CUP_UNHEALED) {
        if (d->fort > 0) d->fort = 0;
    } else if (change == CUP_HALVED) {
        if (!score) *d = (Dose){halved(d->ac), halved(d->fort)};
    } else if (change == CUP_HALF_GONE) { /* SPL-4: towards 0 */
        if (!score) *d = (Dose){d->ac / 2, d->fort / 2};
    } else if (change == CUP_CONVERTED || (change > CUP_CONVERTED_TO && change < CUP_SET_TO)) {
        if (d->ac > 0) *d = (Dose){0, d->fort + (change == CUP_CONVERTED ? d->ac : change - CUP_CONVERTED_TO)};
    } else if (change >= CUP_SET_TO) *d = (Dose){change - CUP_SET_TO, 0};
    else if (change > 0 || d->ac > 0) d->ac = change > 0 || d->ac > -change ? d->ac + change : 0;
}

Dose cup_dose(const Setup *setup, const Inn *g, const Cup *cup, int folk, bool score)
{
    Dose d = {0, 0};
    for (int i = 0; i < cup->n; i++) {
        int ac, fort;
        inn_drink_numbers(tables_of(setup), card_at(setup, g->served[cup->first + i].card), folk, &ac, &fort);
        d.ac += ac;
        d.fort += fort;
    }
    for (int i = 0; i < cup->changes; i++) change_dose(&d, cup->change[i], score);
    if (!score && d.ac > 0) { /* G9 */
        d.ac += mod_of(g, cup->drinker, INN_DRINK_MORE);
        if (d.ac < 0) d.ac = 0;
    }
    return d;
}

int cup_ignored_as(const Setup *setup, const Inn *g, const Cup *cup)
{
    int as = 0;
    for (int i = 0; i < cup->n; i++) {
        const InnCard *card = card_at(setup, g->served[cup->first + i].card);
        if (card->ignore_as > as) as = card->ignore_as;
    }
    return as;
}

const InnEffect *cup_rider_at(const Setup *setup, const Inn *g, const Cup *cup, InnDoes does, int nth)
{
    const InnTables *tables = tables_of(setup);
    int folk = g->seat[cup->drinker].folk;
    for (int i = 0; i < cup->n; i++) {
        const InnCard *card = card_at(setup, g->served[cup->first + i].card);
        for (int k = 0; k < card->permissions; k++) {
            const InnPermission *p = inn_permission(tables, card, k);
            if (p->event != INN_DRUNK || (p->is && !(p->is & folk)) || p->is_not & folk) continue;
            for (int x = 0; x < p->effects; x++) {
                const InnEffect *e = inn_effect(tables, p, x);
                bool number = (does == INN_GAIN || does == INN_LOSE) && e->stat != INN_GOLD; /* of the dose */
                if (e->does == does && !number && !nth--) return e;
            }
        }
    }
    return NULL;
}

/* SPL-3, (f) 28: like effects of all its cards are added, then halved as often as the Drink was. */
int cup_rider(const Setup *setup, const Inn *g, const Cup *cup, InnDoes does)
{
    int sum = 0;
    bool heals = false;
    const InnEffect *e;
    for (int nth = 0; (e = cup_rider_at(setup, g, cup, does, nth)); nth++) {
        sum += does == INN_GRANT ? 1 : e->n;
        heals |= e->stat == INN_FORT;
    }
    for (int i = 0; i < cup->changes; i++) {
        if (cup->change[i] == CUP_UNHEALED && heals) sum = 0;
        else if (cup->change[i] == CUP_HALVED) sum = halved(sum);
        else if (cup->change[i] == CUP_HALF_GONE) sum /= 2;
        else if (cup->change[i] >= CUP_SET_TO && cup->change[i] < CUP_HALVED) sum = 0;
    }
    return sum;
}

/* What drinkers of this kind do by the card, if that is to discard, and then to draw. */
static const InnPermission *exchange_of(const Setup *setup, const InnCard *card, int folk, int way)
{
    const InnPermission *p = inn_permission(tables_of(setup), card, way);
    if (p->event != INN_DRUNK || (p->is && !(p->is & folk)) || p->is_not & folk) return NULL;
    return way_does(setup, p, INN_DISCARD) && way_does(setup, p, INN_DRAW) ? p : NULL;
}

int cup_exchange(const Setup *setup, const Inn *g, const Cup *cup, InnDoes does)
{
    int sum = 0, all = cup_rider(setup, g, cup, does);
    for (int i = 0; i < cup->n; i++) {
        const InnCard *card = card_at(setup, g->served[cup->first + i].card);
        for (int way = 0; way < card->permissions; way++) {
            const InnPermission *p = exchange_of(setup, card, g->seat[cup->drinker].folk, way);
            for (int k = 0; p && k < p->effects; k++)
                if (inn_effect(tables_of(setup), p, k)->does == does) sum += inn_effect(tables_of(setup), p, k)->n;
        }
    }
    return sum < all ? sum : all;
}

bool cup_heals(const Setup *setup, const Inn *g, const Cup *cup)
{
    static const InnDoes gains[] = {INN_DISCARD_FOR, INN_REVEAL_FOR};
    if (cup_dose(setup, g, cup, g->seat[cup->drinker].folk, false).fort > 0) return true;
    for (int i = 0; i < 2; i++) {
        const InnEffect *e = cup_rider_at(setup, g, cup, gains[i], 0);
        if (e && e->stat == INN_FORT && cup_rider(setup, g, cup, gains[i])) return true;
    }
    return false;
}
