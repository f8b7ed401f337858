/* Builds a View from a game's list of pieces: redaction happens here and nowhere else. */
#include "view/view.h"

#include <stdio.h>

static TapViewZone *open_zone(ViewMaker *m, const char *name, int zone, Seat owner, Layout layout, const Deck *deck)
{
    TapView *v = m->view;
    assert(v->zones < TAP_VIEW_ZONES);
    TapViewZone *z = &v->zone[v->zones++];
    *z = (TapViewZone){.name = name,
                       .deck = deck,
                       .owner = seat_outward(m->state, m->level, owner),
                       .zone = (uint8_t)zone,
                       .level = m->level,
                       .layout = (uint8_t)layout,
                       .first = (uint16_t)v->items};
    return z;
}

static TapViewItem *add_item(ViewMaker *m, TapItemKind kind)
{
    TapView *v = m->view;
    assert(v->items < TAP_VIEW_ITEMS);
    TapViewZone *z = &v->zone[v->zones - 1];
    TapViewItem *i = &v->item[v->items++];
    *i = (TapViewItem){
        .kind = (uint8_t)kind, .who = NOBODY, .other = NOBODY, .id = (uint32_t)(v->zones - 1) << 16 | z->n};
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

/* Face by face, as many as are seen; known to those who know all of them. */
static void add_heap(ViewMaker *m, const Piece *p, TapViewZone *z)
{
    int seen = 0;
    for (int face = 0; face < p->deck->faces; face++) {
        SeatSet known = PUBLIC;
        int     n = 0;
        for (int k = 0; k < p->n; k++)
            if (p->slot[k].card == face && shown(m, p, p->slot[k].known)) known &= p->slot[k].known, n++;
        if (!n) continue;
        add_card(m, p, (Card)face, known);
        m->view->item[m->view->items - 1].n = n;
        seen += n;
    }
    z->size = (uint16_t)seen;
}

static void add_piece(ViewMaker *m, const Piece *p)
{
    TapViewZone *z = open_zone(m, p->name, p->zone, p->owner, (Layout)p->layout, p->deck);
    z->w = p->w;
    z->h = p->h;
    if (p->flags & HEAPED) {
        add_heap(m, p, z);
        return;
    }
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
    v->counter[v->counters++] = (TapViewCounter){
        .name = name, .owner = seat_outward(m->state, m->level, owner), .level = m->level, .value = value};
}

void view_running(ViewMaker *m, const char *name, Seat owner, int32_t value)
{
    view_counter(m, name, owner, value);
    m->view->counter[m->view->counters - 1].running = true;
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

void view_text_(ViewMaker *m, const Setup *setup, const ViewText *said)
{
    TapViewItem *i = add_item(m, TAP_TEXT_ITEM);
    bool         seen = !said->seen_by || knows(said->seen_by, m->viewer);
    i->text = seen || !said->unseen ? said->text : said->unseen;
    i->depth = (uint8_t)said->depth;
    i->who = seat_outward(m->state, m->level, said->who);
    i->other = seat_outward(m->state, m->level, said->other);
    i->face = NO_CARD;
    if (!seen) return;
    i->n = said->n;
    if (said->card == NO_CARD) return;
    i->face = said->card;
    i->deck = setup->content->deck[said->deck];
}

void view_target(ViewMaker *m, Seat seat, const char *of, int n, const char *word, bool spared)
{
    TapView *v = m->view;
    TapViewItem *i = &v->item[v->items - 1];
    assert(v->targets < TAP_VIEW_TARGETS);
    if (!i->targets++) i->target = (uint16_t)v->targets;
    v->target[v->targets++] = (TapViewTarget){
        .seat = seat_outward(m->state, m->level, seat), .of = of, .n = (int16_t)n, .word = word, .spared = spared};
}

void view_token(ViewMaker *m, const char *name, int depth)
{
    TapViewItem *i = add_item(m, TAP_TOKEN_ITEM);
    i->text = name;
    i->depth = (uint8_t)depth;
}

void view_figure(ViewMaker *m, const char *name, const char *figure)
{
    view_token(m, name, 0);
    m->view->item[m->view->items - 1].figure = figure;
}

void view_faces(ViewMaker *m, const Setup *setup, const char *name, int zone, Seat owner, Layout layout, int deck)
{
    open_zone(m, name, zone, owner, layout, setup->content->deck[deck]);
}

TapViewItem *view_face(ViewMaker *m, Card face, int n, Seat who)
{
    TapViewItem *i = add_item(m, TAP_CARD_ITEM);
    i->face = face;
    i->known_by = PUBLIC;
    i->n = n;
    i->who = seat_outward(m->state, m->level, who);
    return i;
}

void view_room(ViewMaker *m, int first, int second)
{
    TapViewZone *z = &m->view->zone[m->view->zones - 1];
    z->room[0] = (uint8_t)first;
    z->room[1] = (uint8_t)second;
}

void view_track(ViewMaker *m, const char *name, int zone, Seat owner, int lo, int hi)
{
    TapViewZone *z = open_zone(m, name, zone, owner, TRACK, NULL);
    z->lo = (int16_t)lo;
    z->hi = (int16_t)hi;
}

void view_peg(ViewMaker *m, const char *name, Seat who, int at)
{
    view_token(m, name, 0);
    TapViewItem *i = &m->view->item[m->view->items - 1];
    i->n = at;
    i->who = seat_outward(m->state, m->level, who);
}

void view_mark(ViewMaker *m, const char *name, int at)
{
    TapViewItem *i = add_item(m, TAP_TEXT_ITEM);
    i->text = name;
    i->face = NO_CARD;
    i->n = at;
}

static TapViewZone *zone_of(const ViewMaker *m, int zone, Seat owner)
{
    TapViewZone *z = m->view->zone;
    while (z->level != m->level || z->zone != zone || z->owner != seat_outward(m->state, m->level, owner)) z++;
    assert(z < m->view->zone + m->view->zones);
    return z;
}

static TapViewZone *table_zone(const ViewMaker *m, int zone) { return zone_of(m, zone, NOBODY); }

TapViewItem *view_item(ViewMaker *m, int zone, Seat owner, int nth)
{
    const TapViewZone *z = zone_of(m, zone, owner);
    assert(nth < z->n);
    return &m->view->item[z->first + nth];
}

void view_need(ViewMaker *m, TapViewItem *i, const TapViewItem *of, int n, int lacking)
{
    TapView *v = m->view;
    assert(v->needs < TAP_VIEW_NEEDS);
    if (!i->needs++) i->need = (uint16_t)v->needs;
    assert(i->need + i->needs == v->needs + 1);
    v->need[v->needs++] = (TapViewNeed){.item = of->id, .n = (uint8_t)n, .lacking = (uint8_t)lacking};
}

static uint32_t place_of(const ViewMaker *m, int head, int item)
{
    const TapViewZone *z = table_zone(m, head);
    assert(item < z->n);
    return 1 + m->view->item[z->first + item].id;
}

void view_at(ViewMaker *m, int zone, Seat owner, int head, int item)
{
    zone_of(m, zone, owner)->at = place_of(m, head, item);
}

void view_counter_at(ViewMaker *m, const char *name, int head, int item, int32_t value)
{
    view_counter(m, name, NOBODY, value);
    m->view->counter[m->view->counters - 1].at = place_of(m, head, item);
}

void view_pot(ViewMaker *m, const char *name, int32_t coins, SeatSet claims, SeatSet to)
{
    TapView *v = m->view;
    assert(v->pots < TAP_VIEW_POTS);
    v->pot[v->pots++] =
        (TapViewPot){name, coins, seats_outward(m->state, m->level, claims), seats_outward(m->state, m->level, to)};
}

void view_standing(ViewMaker *m, const TapViewStanding *s)
{
    assert(m->view->standings < TAP_SEATS);
    TapViewStanding *ret = &m->view->standing[m->view->standings++];
    *ret = *s;
    ret->seat = seat_outward(m->state, m->level, s->seat);
}

void view_trail(ViewMaker *m, const char *game, const int32_t *has)
{
    TapView *v = m->view;
    assert(v->trails < TAP_VIEW_TRAIL);
    for (Seat s = 0; s < v->seats; s++) v->trail[v->trails][s] = has[s];
    v->trail_of[v->trails++] = game;
}

void view_played(ViewMaker *m, int played, int of)
{
    m->view->played = played;
    m->view->games = of;
}

void view_chapter(ViewMaker *m, const char *game) { m->view->chapter = game; }

/* The items of a View that a holding was made from, in the order of the holding; those that are not seen have none. */
typedef struct Found {
    bool     used[TAP_VIEW_ITEMS];
    uint32_t card[TAP_HOLDING], die[TAP_HOLDING], common[TAP_HOLDING];
} Found;
enum { NOT_FOUND = UINT32_MAX };

/* The first item that is not taken yet and shows this face, in one of these zones of that owner. */
static uint32_t take_item(const ViewMaker *m, Found *f, uint64_t zones, Seat owner, int face, bool card, bool die)
{
    const TapView *v = m->view;
    for (int z = 0; z < v->zones; z++) {
        const TapViewZone *zone = &v->zone[z];
        if (zone->level != m->level || zone->owner != owner || zone->zone >= 64 || !(zones >> zone->zone & 1)) continue;
        for (int k = zone->first; k < zone->first + zone->n; k++) {
            const TapViewItem *i = &v->item[k];
            bool kind = (card && i->kind == TAP_CARD_ITEM) || (die && i->kind == TAP_DIE_ITEM);
            if (f->used[k] || !kind || i->face != face) continue;
            f->used[k] = true;
            return i->id;
        }
    }
    return NOT_FOUND;
}

static void find_items(const ViewMaker *m, const Scoring *how, Seat owner, const TapHolding *h, Found *f)
{
    memset(f->used, 0, sizeof f->used);
    for (int i = 0; i < h->cards; i++) f->card[i] = take_item(m, f, how->zones, owner, h->card[i], true, false);
    for (int i = 0; i < h->dice; i++) f->die[i] = take_item(m, f, how->zones, owner, h->die[i], false, true);
    for (int i = 0; i < h->commons; i++) f->common[i] = take_item(m, f, how->commons, NOBODY, h->common[i], true, true);
}

static void add_earning(TapView *v, TapViewPart *part, uint32_t id)
{
    if (id == NOT_FOUND) return;
    assert(v->earnings < TAP_VIEW_EARNING);
    v->earning[v->earnings++] = id;
    part->n++;
}

static void add_parts(ViewMaker *m, const Scoring *how, Seat owner, const ViewResult *r, TapViewResult *ret)
{
    TapView *v = m->view;
    Found    f;
    find_items(m, how, owner, r->holding, &f);
    ret->parts = (uint16_t)r->parts->n;
    for (int i = 0; i < r->parts->n; i++) {
        const TapPart *p = &r->parts->part[i];
        TapViewPart   *part = &v->part[v->parts++];
        *part = (TapViewPart){.points = p->points, .first = (uint16_t)v->earnings};
        memcpy(part->text, p->text, sizeof part->text);
        for (int k = 0; k < r->holding->cards; k++)
            if (p->cards[k / 64] >> k % 64 & 1) add_earning(v, part, f.card[k]);
        for (int k = 0; k < r->holding->dice && k < 64; k++)
            if (p->dice >> k & 1) add_earning(v, part, f.die[k]);
        for (int k = 0; k < r->holding->commons && k < 64; k++)
            if (p->commons >> k & 1) add_earning(v, part, f.common[k]);
    }
}

static void mark_scored(ViewMaker *m, uint64_t zones, Seat owner)
{
    TapView *v = m->view;
    for (int z = 0; z < v->zones; z++) {
        TapViewZone *zone = &v->zone[z];
        if (zone->level == m->level && zone->owner == owner && zone->zone < 64 && zones >> zone->zone & 1)
            zone->scored = true;
    }
}

void view_result(ViewMaker *m, const Scoring *how, const ViewResult *r)
{
    TapView *v = m->view;
    assert(v->results < TAP_SEATS);
    TapViewResult *ret = &v->result[v->results++];
    Seat           owner = seat_outward(m->state, m->level, r->seat);
    *ret = (TapViewResult){
        .seat = owner, .place = (uint8_t)r->place, .won = r->won, .net = r->net, .first = (uint16_t)v->parts};
    if (r->parts) add_parts(m, how, owner, r, ret);
    if (!r->score) return;
    ret->told = true;
    ret->points = r->score->points;
    v->unit = how->unit;
    mark_scored(m, how->zones, owner);
    mark_scored(m, how->commons, NOBODY);
}

/* A game that tells no results of its own: what was paid to whom, by the score. */
static void add_scores(TapView *v)
{
    for (int place = 1; place <= v->seats; place++)
        for (Seat s = 0; s < v->seats; s++) {
            int better = 0;
            for (Seat o = 0; o < v->seats; o++) better += v->score[o] > v->score[s];
            if (better + 1 == place)
                v->result[v->results++] = (TapViewResult){
                    .seat = s, .place = (uint8_t)place, .net = v->score[s], .first = (uint16_t)v->parts};
        }
}

/* What the game says of its worth, if all that fits. */
static void add_worth(ViewMaker *m, const Setup *setup, const Game *game, const Table *t, TapViewChoice *vc)
{
    TapView *v = m->view;
    Worth    w = {.of = NULL};
    int      items = __builtin_popcountll(vc->choice.items);
    game->worth(setup, t, m->viewer, &vc->choice, &w);
    if (!w.of || (w.items && v->worths + items > TAP_VIEW_WORTHS)) return;
    vc->worth_of = w.of;
    vc->worth = w.base;
    if (!w.items) return;
    vc->worths = (int16_t)v->worths;
    for (uint64_t left = vc->choice.items; left; left &= left - 1)
        v->worth[v->worths++] = w.item[__builtin_ctzll(left)];
}

/* Said by the verb; else what somebody would do who does nothing is safe, and the only thing that can be done is the
 * way on. */
static TapWay way_of(const Game *game, const Question *q, const Choices *c, const Choice *o)
{
    const Verb *verb = &game->verbs[o->verb];
    int         most = 0;
    if (verb->way == TAP_WAY_NONE) return TAP_WAY_UNSAID;
    if (verb->way) return (TapWay)verb->way;
    if (c->n == 1 && o->kind == TAP_PLAIN) return TAP_WAY_ON;
    for (int i = 0; i < c->n; i++)
        if (game->verbs[c->choice[i].verb].idle > most) most = game->verbs[c->choice[i].verb].idle;
    return (q->pass && o->verb == q->pass) || (most && verb->idle == most) ? TAP_WAY_SAFE : TAP_WAY_UNSAID;
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
        *vc = (TapViewChoice){.choice = c.choice[i],
                              .label = game->verbs[c.choice[i].verb].label,
                              .some = game->verbs[c.choice[i].verb].some,
                              .none = game->verbs[c.choice[i].verb].none,
                              .outside = game->verbs[c.choice[i].verb].outside,
                              .what = said.what,
                              .more = said.more,
                              .group = said.group,
                              .about = said.about,
                              .figure = said.figure,
                              .zone = -1,
                              .worths = -1,
                              .joins = game->verbs[c.choice[i].verb].joins,
                              .way = (uint8_t)way_of(game, q, &c, &c.choice[i])};
        if (game->worth) add_worth(m, setup, game, t, vc);
        for (int z = 0; c.choice[i].zone && z < v->zones; z++)
            if (v->zone[z].level == m->level && v->zone[z].zone == c.choice[i].zone &&
                v->zone[z].owner == seat_outward(st, m->level, c.choice[i].owner))
                vc->zone = (int16_t)z;
    }
}

void tap_view(const TapSetup *setup, const TapState *s, TapSeat viewer, TapView *ret)
{
    const State *st = state_at(s);
    memset(ret, 0, offsetof(TapView, zone)); /* of the lists only what is counted is ever read */
    ret->viewer = viewer;
    ret->seats = setup->seats;
    ret->levels = st->levels;
    ret->over = tap_over(s);
    ret->asked = tap_asked_for(setup, s, viewer);
    ret->sealed = tap_sealed_for(setup, s, viewer);
    ret->has_window = tap_window(setup, s, &ret->window);
    ret->has_glass = tap_glass(setup, s, &ret->glass);
    ret->talks = tap_asks_anyone(s);
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
    if (ret->over && !ret->results) add_scores(ret);
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

bool tap_ends_sentence(const char *name)
{
    size_t n = strlen(name);
    return n && strchr("?!", name[n - 1]);
}

/* Fills in the placeholders of a sentence. */
static void say_sentence(Say *s, const TapEvent *seen, const char *const *names)
{
    for (const char *p = seen->text ? seen->text : ""; *p;) {
        if (!strncmp(p, "{who}", 5)) say_seat(s, seen->who, names), p += 5;
        else if (!strncmp(p, "{other}", 7)) say_seat(s, seen->other, names), p += 7;
        else if (!strncmp(p, "{n}", 3)) say_number(s, seen->n), p += 3;
        else if (!strncmp(p, "{what}", 6)) say_name(s, seen->what), p += 6;
        else if (!strncmp(p, "{card}", 6)) {
            const char *name = seen->card != NO_CARD && seen->deck ? seen->deck->face[seen->card].name : "a card";
            say_name(s, name);
            p += 6;
            if (tap_ends_sentence(name) && *p == '.' && !p[1]) p++;
        } else say(s, p++, 1);
    }
}

void tap_event_text(const TapEvent *ev, TapSeat viewer, const char *const *names, char *ret, size_t size)
{
    TapEvent seen = tap_event_for(ev, viewer);
    Say s = {ret, size, 0};
    ret[0] = 0;
    say_sentence(&s, &seen, names);
}

bool tap_face_is_picture(const TapFace *f, int side)
{
    return f->name[0] != '0' + side || f->name[1] || f->number != side;
}

void tap_item_text(const TapViewZone *z, const TapViewItem *i, const char *const *names, char *ret, size_t size)
{
    Say s = {ret, size, 0};
    TapEvent told = {.text = i->text, .who = i->who, .other = i->other, .card = i->face, .deck = i->deck, .n = i->n};
    ret[0] = 0;
    switch ((TapItemKind)i->kind) {
    case TAP_CARD_ITEM: say_name(&s, i->face == NO_CARD ? "a card face down" : z->deck->face[i->face].name); break;
    case TAP_DIE_ITEM: say_name(&s, i->face ? z->deck->face[i->face - 1].name : "a hidden die"); break;
    case TAP_TOKEN_ITEM: say_name(&s, i->text); break;
    case TAP_TEXT_ITEM: say_sentence(&s, &told, names); break;
    case TAP_EMPTY_ITEM: say_name(&s, "empty"); break;
    }
}

int32_t tap_worth(const TapView *v, const TapViewChoice *c, const TapMove *m)
{
    int32_t sum = c->worth_of ? c->worth : 0;
    if (!c->worth_of || c->worths < 0) return sum;
    uint64_t chosen = c->choice.kind == TAP_SUBSET ? tap_chosen(m) : c->choice.items;
    int      at = c->worths;
    for (uint64_t left = c->choice.items; left; left &= left - 1, at++)
        if (chosen >> __builtin_ctzll(left) & 1) sum += v->worth[at];
    return sum;
}

void tap_label(const TapViewChoice *c, const TapMove *m, char *ret, size_t size)
{
    Say s = {ret, size, 0};
    ret[0] = 0;
    bool nothing = m && c->none && c->choice.kind == TAP_SUBSET && !tap_chosen(m);
    for (const char *p = nothing ? c->none : c->label ? c->label : ""; *p;) {
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
