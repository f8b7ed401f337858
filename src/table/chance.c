/* The three doors of chance: pick, roll, shuffle; and piles whose order is decided as it is needed. */
#include "table/table.h"

static void note(Env *e, int stream, int n, int value, bool rigged, int wish)
{
    TapLog *log = e->log;
    if (!log) return;
    if (log->draws == TAP_CHANCE_LOG) {
        log->draws_lost++;
        return;
    }
    log->draw[log->draws++] = (TapChance){(uint8_t)stream, rigged, (uint16_t)n, (uint16_t)value, (int16_t)wish};
}

/* ----------------------------------------------------------------- the rig */

bool tap_rig(TapRig *rig, int stream, int value)
{
    if (rig->n == TAP_RIGGED) return false;
    rig->stream[rig->n] = (uint8_t)stream;
    rig->value[rig->n++] = (int16_t)value;
    return true;
}

/* What the rig wants of this draw, or TAP_ANY. How often a stream drew is counted only where there is a rig. */
static int wanted(Env *e, int stream)
{
    const TapRig *rig = &e->setup->rig;
    if (!rig->n || e->state->chance.unrigged) return TAP_ANY;
    uint16_t *drawn = (uint16_t *)(void *)((char *)e->state + e->setup->drawn_at);
    int       skip = drawn[stream]++;
    for (int i = 0; i < rig->n; i++)
        if (rig->stream[i] == stream && !skip--) return rig->value[i];
    return TAP_ANY;
}

static void fault(Env *e, int stream) { e->state->chance.fault = (uint8_t)(1 + stream); }

const char *tap_stream_name(const TapContent *content, int stream)
{
    if (stream == TAP_STREAM_SEAT) return "seat";
    if (stream == TAP_STREAM_MORE) return "more";
    return stream < TAP_STREAM_DECK + content->decks ? content->deck[stream - TAP_STREAM_DECK]->name : NULL;
}

int tap_stream_find(const TapContent *content, const char *name)
{
    const char *is;
    for (int stream = 0; (is = tap_stream_name(content, stream)); stream++)
        if (!strcmp(is, name)) return stream;
    return -1;
}

const char *tap_rig_fault(const TapSetup *setup, const TapState *s)
{
    int f = state_at(s)->chance.fault;
    return f ? tap_stream_name(setup->content, f - 1) : NULL;
}

/* ------------------------------------------------------------ pick and roll */

static int luck(Env *e, int n) { return (int)tap_rng_below(&e->state->chance.rng, (uint32_t)n); }

int chance_pick(Env *e, TapStream stream, int n)
{
    int  want = wanted(e, stream);
    bool rigged = want >= 0 && want < n;
    if (want >= n) fault(e, stream);
    int i = rigged ? want : luck(e, n);
    note(e, stream, n, i, rigged, i);
    return i;
}

/* Bots play without rig and log: nothing is wished and nothing noted. */
static inline bool in_a_hurry(const Env *e) { return !e->setup->rig.n && !e->log; }

/* The first side that shows the face, or -1. */
static int side_with(const Deck *kind, int face)
{
    for (int i = 0; i < kind->cards; i++)
        if (kind->card[i] == face) return i;
    return -1;
}

void chance_roll(Env *e, int deck, Die *die, SeatSet known)
{
    const Deck *kind = e->setup->content->deck[deck];
    assert(kind->dice);
    if (in_a_hurry(e)) {
        uint32_t side = tap_rng_below(&e->state->chance.rng, (uint32_t)kind->cards);
        *die = (Die){(uint16_t)(1 + kind->card[side]), known};
        return;
    }
    int stream = TAP_STREAM_DECK + deck, want = wanted(e, stream);
    int  side = want > 0 ? side_with(kind, want - 1) : -1;
    bool rigged = side >= 0;
    if (!rigged && want != TAP_ANY) fault(e, stream);
    if (!rigged) side = luck(e, kind->cards);
    *die = (Die){(uint16_t)(1 + kind->card[side]), known};
    note(e, stream, kind->cards, side, rigged, die->face);
}

/* -------------------------------------------------------------------- piles */

void pile_begin_(Pile *p, size_t room, int deck)
{
    assert(room <= UINT16_MAX);
    memset(p, 0, sizeof *p + room * sizeof(Card));
    p->room = (uint16_t)room;
    p->deck = (uint8_t)deck;
}

void pile_fill(const Setup *setup, Pile *p, bool extra)
{
    const Deck *deck = setup->content->deck[p->deck];
    int         n = extra ? deck->cards : deck->plain;
    assert(!p->n && n <= p->room);
    memcpy(pile_cards(p), deck->card, (size_t)n * sizeof(Card));
    p->n = (uint16_t)n;
}

void chance_shuffle(Env *e, Pile *p)
{
    if (e->level) { /* what a host took from this pile comes back with the rest */
        const Game *host = game_of(e->setup, e->state, e->level - 1);
        if (host->reclaim) host->reclaim(table_of(e->state, e->level - 1), p);
    }
    p->fixed = 0;
    p->open = false;
    memset(p->known, 0, sizeof p->known);
    note(e, TAP_STREAM_DECK + p->deck, 0, p->n, false, TAP_ANY);
}

/* Decides the highest card that is still undecided. */
static void fix_one(Env *e, Pile *p)
{
    int   undecided = p->n - p->fixed, stream = TAP_STREAM_DECK + p->deck, want = wanted(e, stream), i = -1;
    Card *card = pile_cards(p);
    assert(undecided > 0 && p->fixed < PILE_FIXED);
    for (int k = 0; want != TAP_ANY && k < undecided && i < 0; k++)
        if (card[k] == want) i = k;
    bool rigged = i >= 0;
    if (!rigged && want != TAP_ANY) fault(e, stream);
    if (!rigged) i = luck(e, undecided);
    Card c = card[i];
    note(e, stream, undecided, i, rigged, c);
    card[i] = card[undecided - 1];
    card[undecided - 1] = c;
    memmove(&p->known[1], &p->known[0], sizeof(SeatSet) * p->fixed);
    p->known[0] = 0;
    p->fixed++;
}

void pile_peek(Env *e, Pile *p, int n, SeatSet who)
{
    if (p->open) return; /* there is nothing to peek at */
    while (p->fixed < n && p->fixed < p->n) fix_one(e, p);
    for (int i = 0; i < n && i < p->fixed; i++) p->known[p->fixed - 1 - i] |= who;
}

/* The top card goes; its place is blank. */
static Card pop_card(Pile *p)
{
    Card *top = &pile_cards(p)[--p->n], c = *top;
    *top = 0;
    return c;
}

__attribute__((noinline)) static Slot draw_with_care(Env *e, Pile *p, SeatSet known)
{
    if (p->open) return (Slot){pop_card(p), PUBLIC};
    if (!p->fixed) fix_one(e, p);
    p->fixed--;
    Slot s = {pop_card(p), p->known[p->fixed] | known};
    p->known[p->fixed] = 0;
    return s;
}

Slot pile_draw(Env *e, Pile *p, SeatSet known)
{
    if (p->fixed || p->open || !in_a_hurry(e)) return draw_with_care(e, p, known);
    Card    *card = pile_cards(p);
    uint32_t i = tap_rng_below(&e->state->chance.rng, p->n);
    Slot     s = {card[i], known};
    card[i] = card[--p->n];
    card[p->n] = 0;
    return s;
}

void pile_return(Pile *p, Card c)
{
    assert(p->n < p->room && !p->open);
    pile_cards(p)[p->n++] = c;
    p->fixed = 0;
}

void pile_put(Pile *p, Slot s)
{
    assert(p->n < p->room && (p->open || p->fixed < PILE_FIXED));
    pile_cards(p)[p->n++] = s.card;
    if (!p->open) p->known[p->fixed++] = s.known;
}

void pile_put_under(Pile *p, Card c)
{
    Card *card = pile_cards(p);
    assert(p->n < p->room && p->open);
    memmove(card + 1, card, p->n * sizeof *card);
    card[0] = c;
    p->n++;
}
