/* Builds a View from a game's list of pieces: redaction happens here and nowhere else. */
#include "view/view.h"

#include <stdio.h>

static TapViewZone *open_zone(ViewMaker *m, const char *name, int zone, Seat owner, Layout layout, const Deck *deck)
{
    TapView *v = m->view;
    assert(v->zones < TAP_VIEW_ZONES);
    TapViewZone *z = &v->zone[v->zones++];
    *z = (TapViewZone){.name = name, .deck = deck, .owner = seat_outward(m->state, m->level, owner), .zone = (uint8_t)zone,
                       .level = m->level, .layout = (uint8_t)layout, .first = (uint16_t)v->items};
    return z;
}

static TapViewItem *add_item(ViewMaker *m, TapItemKind kind)
{
    TapView *v = m->view;
    assert(v->items < TAP_VIEW_ITEMS);
    TapViewZone *z = &v->zone[v->zones - 1];
    TapViewItem *i = &v->item[v->items++];
    *i = (TapViewItem){.kind = (uint8_t)kind, .id = (uint32_t)(v->zones - 1) << 16 | z->n};
    z->n++;
    z->size = z->n;
    return i;
}

/* What lies turned down is shown to its owner alone, though others may remember it. */
static bool shown(const ViewMaker *m, const Piece *p, SeatSet known)
{
    return knows(known, m->viewer) && (!(p->flags & TURNED_DOWN) || (m->viewer != NOBODY && m->viewer == p->owner));
}

static void add_card(ViewMaker *m, const Piece *p, Card card, SeatSet known)
{
    TapViewItem *i = add_item(m, TAP_CARD_ITEM);
    i->face = shown(m, p, known) ? card : (Card)NO_CARD;
    i->known_by = seats_outward(m->state, m->level, known);
    if (p->group && i->face != NO_CARD) i->depth = p->group(i->face);
}

static void add_piece(ViewMaker *m, const Piece *p)
{
    TapViewZone *z = open_zone(m, p->name, p->zone, p->owner, (Layout)p->layout, p->deck);
    z->w = p->w;
    z->h = p->h;
    for (int k = 0; p->slot && k < p->n; k++) {
        if (p->slot[k].card == NO_CARD) add_item(m, TAP_EMPTY_ITEM);
        else add_card(m, p, p->slot[k].card, p->slot[k].known);
    }
    for (int k = 0; p->die && k < p->n; k++) {
        TapViewItem *i = add_item(m, p->die[k].face ? TAP_DIE_ITEM : TAP_EMPTY_ITEM);
        i->face = shown(m, p, p->die[k].known) ? p->die[k].face : 0;
        i->known_by = seats_outward(m->state, m->level, p->die[k].known);
    }
    if (!p->pile) return;
    const Card *card = pile_cards(p->pile);
    if (p->pile->open && p->pile->n) add_card(m, p, pile_top(p->pile), PUBLIC);
    for (int k = p->pile->fixed - 1; k >= 0; k--) /* the top first; only what somebody has seen */
        if (p->pile->known[k]) add_card(m, p, card[p->pile->n - p->pile->fixed + k], p->pile->known[k]);
    z->size = p->pile->n;
}

void view_counter(ViewMaker *m, const char *name, Seat owner, int32_t value)
{
    TapView *v = m->view;
    assert(v->counters < TAP_VIEW_COUNTERS);
    v->counter[v->counters++] =
        (TapViewCounter){.name = name, .owner = seat_outward(m->state, m->level, owner), .level = m->level, .value = value};
}

void view_word(ViewMaker *m, const char *name, Seat owner, const char *word)
{
    view_counter(m, name, owner, 0);
    m->view->counter[m->view->counters - 1].word = word;
}

void view_zone(ViewMaker *m, const char *name, int zone, Seat owner, Layout layout, int w, int h)
{
    TapViewZone *z = open_zone(m, name, zone, owner, layout, NULL);
    z->w = (uint8_t)w;
    z->h = (uint8_t)h;
}

void view_text(ViewMaker *m, const char *text, int depth)
{
    TapViewItem *i = add_item(m, TAP_TEXT_ITEM);
    i->text = text;
    i->depth = (uint8_t)depth;
}

void view_token(ViewMaker *m, const char *name, int depth)
{
    TapViewItem *i = add_item(m, TAP_TOKEN_ITEM);
    i->text = name;
    i->depth = (uint8_t)depth;
}

static void add_choices(ViewMaker *m, const Setup *setup, const Game *game, const Table *t)
{
    TapView *v = m->view;
    const State *st = m->state;
    if (st->asking != m->level || m->viewer == NOBODY || !has(st->asked, m->viewer)) return;
    const Question *q = &game->questions[st->question];
    Choices c;
    choices_of(setup, st, m->viewer, &c);
    v->prompt = q->prompt;
    v->help = q->help;
    for (int i = 0; i < c.n; i++) {
        TapViewChoice *vc = &v->choice[v->choices++];
        Wording said = wording_of(setup, game, t, &c.choice[i]);
        *vc = (TapViewChoice){.choice = c.choice[i], .label = game->verbs[c.choice[i].verb].label, .what = said.what, .more = said.more, .zone = -1};
        for (int z = 0; c.choice[i].zone && z < v->zones; z++)
            if (v->zone[z].level == m->level && v->zone[z].zone == c.choice[i].zone &&
                v->zone[z].owner == seat_outward(st, m->level, c.choice[i].owner))
                vc->zone = (int16_t)z;
    }
}

void tap_view(const TapSetup *setup, const TapState *s, TapSeat viewer, TapView *ret)
{
    const State *st = state_at(s);
    memset(ret, 0, sizeof *ret);
    ret->viewer = viewer;
    ret->seats = setup->seats;
    ret->levels = st->levels;
    ret->over = tap_over(s);
    ret->asked = tap_asked_for(setup, s, viewer);
    ret->sealed = tap_sealed_for(setup, s, viewer);
    ret->start = table_of(st, 0)->start;
    for (Seat p = 0; p < (Seat)setup->seats; p++) ret->score[p] = tap_score(setup, s, p);
    for (int level = 0; level < st->levels; level++) {
        const Game *game = game_of(setup, st, level);
        const Table *t = table_of(st, level);
        ViewMaker m = {ret, st, viewer == NOBODY ? (Seat)NOBODY : seat_inward(st, level, viewer), (uint8_t)level};
        ret->game[level] = game->title;
        ret->phase[level] = game->phases[t->phase];
        Pieces list;
        pieces_list(setup, game, t, &list);
        for (int i = 0; i < list.n; i++) add_piece(&m, &list.piece[i]);
        if (game->counters) game->counters(setup, t, &m);
        add_choices(&m, setup, game, t);
    }
}

/* ------------------------------------------------------------------- text */

TapEvent tap_event_for(const TapEvent *ev, TapSeat viewer)
{
    TapEvent seen = *ev;
    if (knows(ev->seen_by, viewer)) return seen;
    seen.card = NO_CARD;
    seen.n = 0;
    if (ev->unseen) seen.text = ev->unseen;
    return seen;
}

typedef struct Say {
    char  *text;
    size_t size, n;
} Say;

static void say(Say *s, const char *words, size_t len)
{
    for (size_t i = 0; i < len && s->n + 1 < s->size; i++) s->text[s->n++] = words[i];
    s->text[s->n] = 0;
}

static void say_name(Say *s, const char *name)
{
    if (name) say(s, name, strlen(name));
}

static void say_number(Say *s, long n)
{
    char word[24];
    int len = snprintf(word, sizeof word, "%ld", n);
    say(s, word, (size_t)len);
}

static void say_seat(Say *s, Seat seat, const char *const *names)
{
    if (seat != NOBODY && names && names[seat]) {
        say(s, names[seat], strlen(names[seat]));
        return;
    }
    say(s, "Seat ", 5);
    say_number(s, seat + 1);
}

void tap_event_text(const TapEvent *ev, TapSeat viewer, const char *const *names, char *ret, size_t size)
{
    TapEvent seen = tap_event_for(ev, viewer);
    Say s = {ret, size, 0};
    ret[0] = 0;
    for (const char *p = seen.text ? seen.text : ""; *p;) {
        if (!strncmp(p, "{who}", 5)) say_seat(&s, seen.who, names), p += 5;
        else if (!strncmp(p, "{other}", 7)) say_seat(&s, seen.other, names), p += 7;
        else if (!strncmp(p, "{n}", 3)) say_number(&s, seen.n), p += 3;
        else if (!strncmp(p, "{what}", 6)) say_name(&s, seen.what), p += 6;
        else if (!strncmp(p, "{card}", 6)) {
            const char *name = seen.card != NO_CARD && seen.deck ? seen.deck->face[seen.card].name : "a card";
            say(&s, name, strlen(name));
            p += 6;
        } else say(&s, p++, 1);
    }
}

void tap_label(const TapViewChoice *c, const TapMove *m, char *ret, size_t size)
{
    Say s = {ret, size, 0};
    ret[0] = 0;
    for (const char *p = c->label ? c->label : ""; *p;) {
        if (!strncmp(p, "{a}", 3)) say_number(&s, c->choice.a), p += 3;
        else if (!strncmp(p, "{b}", 3)) say_number(&s, c->choice.b), p += 3;
        else if (!strncmp(p, "{what}", 6)) say_name(&s, c->what), p += 6;
        else if (!strncmp(p, "{more}", 6)) say_name(&s, c->more), p += 6;
        else if (!strncmp(p, "{n}", 3)) {
            if (c->choice.kind == TAP_AMOUNT && !m && c->choice.lo != c->choice.hi) {
                say_number(&s, (long)c->choice.lo);
                say(&s, "-", 1);
                say_number(&s, (long)c->choice.hi);
            } else say_number(&s, c->choice.kind == TAP_AMOUNT && m ? (long)m->value : (long)c->choice.lo);
            p += 3;
        } else say(&s, p++, 1);
    }
}
