/* The three doors of chance: pick, roll, shuffle; and piles whose order is decided as it is needed. */
#include "table/table.h"

static void note(Env *e, TapStream stream, int n, int value, bool rigged)
{
    TapLog *log = e->log;
    if (!log) return;
    if (log->draws == TAP_CHANCE_LOG) {
        log->draws_lost++;
        return;
    }
    log->draw[log->draws++] = (TapChance){(uint8_t)stream, rigged, (uint16_t)n, (uint16_t)value};
}

/* What the rig wants of this draw, or TAP_ANY. */
static int wanted(Env *e, TapStream stream)
{
    unsigned k = e->state->chance.drawn[stream]++;
    const Setup *setup = e->setup;
    if (!setup->rigged || e->state->chance.unrigged || k >= setup->rig.n[stream]) return TAP_ANY;
    return setup->rig.value[stream][k];
}

static void fault(Env *e, TapStream stream) { e->state->chance.fault = (uint8_t)(1 + stream); }

static int luck(Env *e, TapStream stream, int n)
{
    int i = (int)tap_rng_below(&e->state->chance.rng, (uint32_t)n);
    note(e, stream, n, i, false);
    return i;
}

int chance_pick(Env *e, TapStream stream, int n)
{
    int want = wanted(e, stream);
    if (want >= n) fault(e, stream);
    if (want < 0 || want >= n) return luck(e, stream, n);
    note(e, stream, n, want, true);
    return want;
}

/* Bots play without rig and log: nothing is wished and nothing noted. */
static inline bool in_a_hurry(const Env *e) { return !e->setup->rigged && !e->log; }

void chance_roll(Env *e, Die *die, int sides, SeatSet known)
{
    if (in_a_hurry(e)) {
        e->state->chance.drawn[TAP_STREAM_DICE]++;
        *die = (Die){(uint8_t)(1 + tap_rng_below(&e->state->chance.rng, (uint32_t)sides)), known};
        return;
    }
    int want = wanted(e, TAP_STREAM_DICE);
    if (want == 0 || want > sides) fault(e, TAP_STREAM_DICE);
    if (want >= 1 && want <= sides) note(e, TAP_STREAM_DICE, sides, want - 1, true);
    else want = 1 + luck(e, TAP_STREAM_DICE, sides);
    *die = (Die){(uint8_t)want, known};
}

void chance_shuffle(Env *e, TapStream stream, Pile *p)
{
    p->fixed = 0;
    memset(p->known, 0, sizeof p->known);
    note(e, stream, 0, p->n, false);
}

/* Decides the highest card that is still open. */
static void fix_one(Env *e, TapStream stream, Pile *p)
{
    int open = p->n - p->fixed, want = wanted(e, stream), i = -1;
    assert(open > 0 && p->fixed < PILE_FIXED);
    for (int k = 0; want != TAP_ANY && k < open && i < 0; k++)
        if (p->card[k] == want) i = k;
    if (i >= 0) note(e, stream, open, i, true);
    else {
        if (want != TAP_ANY) fault(e, stream);
        i = luck(e, stream, open);
    }
    Card c = p->card[i];
    p->card[i] = p->card[open - 1];
    p->card[open - 1] = c;
    memmove(&p->known[1], &p->known[0], sizeof(SeatSet) * p->fixed);
    p->known[0] = 0;
    p->fixed++;
}

void pile_peek(Env *e, TapStream stream, Pile *p, int n, SeatSet who)
{
    while (p->fixed < n && p->fixed < p->n) fix_one(e, stream, p);
    for (int i = 0; i < n && i < p->fixed; i++) p->known[p->fixed - 1 - i] |= who;
}

Slot pile_draw(Env *e, TapStream stream, Pile *p, SeatSet known)
{
    if (!p->fixed && in_a_hurry(e)) {
        e->state->chance.drawn[stream]++;
        uint32_t i = tap_rng_below(&e->state->chance.rng, p->n);
        Slot s = {p->card[i], known};
        p->card[i] = p->card[--p->n];
        p->card[p->n] = 0;
        return s;
    }
    if (!p->fixed) fix_one(e, stream, p);
    p->n--;
    p->fixed--;
    Slot s = {p->card[p->n], p->known[p->fixed] | known};
    p->card[p->n] = 0;
    p->known[p->fixed] = 0;
    return s;
}

void pile_return(Pile *p, Card c)
{
    assert(p->n < PILE_CARDS);
    p->card[p->n++] = c;
    p->fixed = 0;
}

void pile_put(Pile *p, Slot s)
{
    assert(p->n < PILE_CARDS && p->fixed < PILE_FIXED);
    p->card[p->n++] = s.card;
    p->known[p->fixed++] = s.known;
}

const char *tap_rig_fault(const TapState *s)
{
    static const char *const name[TAP_STREAMS] = {"deck", "dice", "seat", "more"};
    int f = state_at(s)->chance.fault;
    return f ? name[f - 1] : NULL;
}
