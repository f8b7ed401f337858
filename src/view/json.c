/* The View as JSON. Indices count from 0; sets of seats are lists. */
#include <ctype.h>
#include <stdio.h>

#include "text/out.h"
#include "view/view.h"

static const char *const layout_name[] = {"row", "fan", "stack", "grid", "ring", "track", "groups", "effects"};
static const char *const kind_name[] = {"card", "die", "token", "text", "empty"};
static const char *const way_name[] = {NULL, "safe", "on", "final", NULL};
static const char *const choice_name[] = {"plain", "amount", "subset", "assign", "split", "counts"};

/* What has been said in full: it is not said again in the same View. */
typedef struct Said {
    int            faces;
    const TapFace *face[TAP_VIEW_ITEMS];
    uint32_t       by[TAP_VIEW_ITEMS]; /* the item that said it */
} Said;

static bool is_said(Out *j, const Said *said, const TapFace *f)
{
    int i = 0;
    while (i < said->faces && said->face[i] != f) i++;
    if (i < said->faces) out_number(j, "like", said->by[i]);
    return i < said->faces;
}

/* What is printed on a card, as far as it is set; the second time only which item said it. */
static void face(Out *j, Said *said, const TapFace *f, uint32_t id)
{
    if (is_said(j, said, f)) return;
    said->by[said->faces] = id;
    said->face[said->faces++] = f;
    out_string(j, "code", f->code);
    out_string(j, "name", f->name);
    if (f->title && strcmp(f->title, f->name) != 0) out_string(j, "title", f->title); /* without, it is the name */
    out_string(j, "sort", f->kind);
    out_string(j, "text", f->text);
    out_string(j, "letter", f->letter);
    out_string(j, "suit", f->suit);
    out_string(j, "glyph", f->glyph);
    out_string(j, "figure", f->figure);
    out_string(j, "hue", f->hue);
    out_string(j, "pattern", f->pattern);
    if (f->number) out_number(j, "number", f->number);
}

/* A sentence as it is, and what its placeholders stand for: who reads it knows the names. */
static void sentence(Out *j, const TapViewItem *i)
{
    out_string(j, "text", i->text);
    if (i->other != NOBODY) out_seat(j, "other", i->other);
    if (i->deck) {
        out_string(j, "card", i->deck->face[i->face].code);
        out_string(j, "name", i->deck->face[i->face].name);
    }
}

/* What it is worth, what is wanted for it, how it stands with it. */
static void about_item(Out *j, const TapView *v, const TapViewItem *i)
{
    char text[120];
    if (i->worth) out_number(j, "worth", i->worth);
    if (i->note) {
        tap_label(&(TapViewChoice){.label = i->note, .what = i->noted}, NULL, text, sizeof text);
        out_string(j, "note", text);
    }
    if (i->targets) out_open(j, "targets", '[');
    for (const TapViewTarget *t = &v->target[i->target]; t < &v->target[i->target + i->targets]; t++) {
        out_open(j, NULL, '{');
        out_seat(j, "seat", t->seat);
        out_string(j, "of", t->of);
        if (t->of) out_number(j, "n", t->n);
        out_string(j, "word", t->word);
        if (t->spared) out_bool(j, "spared", true);
        out_close(j, '}');
    }
    if (i->targets) out_close(j, ']');
    if (!i->needs) return;
    if (i->lacks) out_number(j, "lacks", i->lacks - 1);
    out_open(j, "needs", '[');
    for (const TapViewNeed *n = &v->need[i->need]; n < &v->need[i->need + i->needs]; n++) {
        out_open(j, NULL, '[');
        out_number(j, NULL, n->item);
        out_number(j, NULL, n->n);
        if (n->lacking) out_number(j, NULL, n->lacking);
        out_close(j, ']');
    }
    out_close(j, ']');
}

/* Its id is not said: it follows from where it stands in the View. */
static void item(Out *j, Said *said, const TapView *v, const TapViewZone *z, const TapViewItem *i)
{
    out_open(j, NULL, '{');
    if (i->kind != TAP_CARD_ITEM) out_string(j, "kind", kind_name[i->kind]);
    bool hidden = (i->kind == TAP_CARD_ITEM && i->face == NO_CARD) || (i->kind == TAP_DIE_ITEM && !i->face);
    if (hidden) out_bool(j, "hidden", true);
    else if (i->kind == TAP_DIE_ITEM) {
        out_number(j, "face", i->face);
        const TapFace *side = &z->deck->face[i->face - 1];
        if (tap_face_is_picture(side, i->face)) face(j, said, side, i->id);
    } else if (i->kind == TAP_CARD_ITEM) face(j, said, &z->deck->face[i->face], i->id);
    SeatSet others = v->viewer == NOBODY ? i->known_by : less(i->known_by, v->viewer);
    if (i->kind <= TAP_DIE_ITEM && i->known_by != PUBLIC) {
        if (hidden && z->owner == v->viewer && v->viewer != NOBODY && others) out_bool(j, "others_know", true);
        if (!hidden && !others) out_bool(j, "only_you", true);
        else if (!hidden && !has(i->known_by, TAP_WATCHER)) out_bool(j, "some_know", true);
    }
    if (i->kind == TAP_TEXT_ITEM) sentence(j, i);
    else if (i->kind == TAP_TOKEN_ITEM) {
        out_string(j, "text", i->text);
        out_string(j, "figure", i->figure);
    }
    if (i->who != NOBODY) out_seat(j, "who", i->who);
    if (z->layout == TAP_TRACK) out_number(j, "at", i->n);
    else if (i->n > 1 || (i->n && i->kind == TAP_TEXT_ITEM)) out_number(j, "n", i->n);
    if (i->depth) out_number(j, "depth", i->depth);
    about_item(j, v, i);
    out_close(j, '}');
}

/* What most zones are (nobody's, a row, as large as its items, empty) is not said. */
static void zone(Out *j, Said *said, const TapView *v, const TapViewZone *z)
{
    out_open(j, NULL, '{');
    out_string(j, "name", z->name);
    out_number(j, "zone", z->zone); /* as events name it */
    if (z->owner != NOBODY) out_seat(j, "owner", z->owner);
    if (z->layout != TAP_ROW) out_string(j, "layout", layout_name[z->layout]);
    if (z->w) out_number(j, "w", z->w);
    if (z->h) out_number(j, "h", z->h);
    if (z->lo || z->hi) {
        out_number(j, "lo", z->lo);
        out_number(j, "hi", z->hi);
    }
    if (z->level) out_number(j, "level", z->level);
    if (z->deck && !z->deck->dice && strcmp(z->deck->noun, "card") != 0) out_string(j, "noun", z->deck->noun);
    if (z->at) out_number(j, "at", z->at - 1);
    if (z->size != z->n) out_number(j, "size", z->size);
    if (z->scored) out_bool(j, "scored", true);
    if (z->room[0] || z->room[1]) {
        out_open(j, "room", '[');
        out_number(j, NULL, z->room[0]);
        out_number(j, NULL, z->room[1]);
        out_close(j, ']');
    }
    if (z->n) out_open(j, "items", '[');
    for (int i = 0; i < z->n; i++) item(j, said, v, z, &v->item[z->first + i]);
    if (z->n) out_close(j, ']');
    out_close(j, '}');
}

/* What a split deals out or a bargain counts, kind by kind. */
static void kinds(Out *j, const Said *said, const Setup *setup, const TapChoice *o)
{
    out_open(j, "kinds", '[');
    for (int k = 0; k < o->kinds; k++) {
        const TapFace *f = kind_face(setup, o, k);
        out_open(j, NULL, '{');
        out_string(j, "word", f->code);
        if (!is_said(j, said, f)) {
            if (strcmp(f->name, f->code) != 0) out_string(j, "name", f->name); /* without, it is the word */
            out_string(j, "glyph", f->glyph);
            out_string(j, "hue", f->hue);
        }
        out_number(j, "n", o->stock[k]);
        out_close(j, '}');
    }
    out_close(j, ']');
}

/* The label for what is chosen; returns what stands behind {items} in it. */
static const char *some_of(const TapViewChoice *c, char *ret, size_t size)
{
    TapViewChoice with = *c;
    with.label = c->some;
    *ret = 0;
    if (c->some) tap_label(&with, NULL, ret, size);
    const char *items = strstr(ret, "{items}");
    return items ? items + strlen("{items}") : "";
}

/* So many bytes of "King of Swords" stand before " of Swords". */
static int name_before(const char *name, const char *tail)
{
    size_t n = strlen(name), cut = strlen(tail);
    return (int)(cut && n > cut && !strcmp(name + n - cut, tail) ? n - cut : n);
}

/* "Eagle Lance" is typed eagle-lance. */
static bool is_typed_as(const char *name, const char *word)
{
    while (*name && *word == (*name == ' ' ? '-' : tolower((unsigned char)*name))) name++, word++;
    return !*name && !*word;
}

/* The items a choice is made from or points at: they lie in a zone, or are faces of a deck and lie nowhere. */
static void choice_items(Out *j, const Setup *setup, const State *st, const TapView *v, const TapViewChoice *c)
{
    Names of;
    char  text[40];
    if (c->zone < 0 && !c->choice.deck) return;
    if (c->choice.kind == TAP_PLAIN && !c->choice.items) return;
    bool named = names_of(setup, game_of(setup, st, st->asking), table_of(st, st->asking), &c->choice,
                          seat_inward(st, st->asking, v->viewer), &of);
    if (!named && c->choice.kind != TAP_PLAIN) return; /* what is only shown can be pointed at, but not chosen from */
    const int16_t *worth = c->worths < 0 ? NULL : &v->worth[c->worths];
    char           some[240];
    const char    *tail = some_of(c, some, sizeof some);
    out_open(j, "items", '[');
    for (uint64_t left = c->choice.items; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        out_open(j, NULL, '{');
        bool says_word = c->choice.kind != TAP_PLAIN; /* what is only pointed at is not typed */
        if (named) item_word(&of, i, text, sizeof text);
        if (of.deck) { /* lists may be long: nothing is said twice */
            char name[120];
            snprintf(name, sizeof name, "%.*s", name_before(of.deck->face[i].name, tail), of.deck->face[i].name);
            says_word = true;
            if (strcmp(name, text) != 0) out_string(j, "name", name), says_word = !is_typed_as(name, text);
            out_string(j, "glyph", of.deck->face[i].glyph);
        } else out_number(j, "id", v->item[v->zone[c->zone].first + i].id);
        if (says_word) out_string(j, "word", text);
        if (worth) out_number(j, "worth", *worth++);
        out_close(j, '}');
    }
    out_close(j, ']');
}

static void choice(Out *j, const Said *said, const Setup *setup, const TapState *s, const TapView *v,
                   const TapViewChoice *c)
{
    const State *st = state_at(s);
    const Game  *game = game_of(setup, st, st->asking);
    char text[240];
    out_open(j, NULL, '{');
    out_string(j, "kind", choice_name[c->choice.kind]);
    tap_label(c, NULL, text, sizeof text);
    out_string(j, "label", text);
    if (c->some) { /* whoever paints it names the items */
        some_of(c, text, sizeof text);
        out_string(j, "some", text);
    }
    out_string(j, "none", c->none);
    out_string(j, "outside", c->outside);
    out_string(j, "group", c->group);
    out_string(j, "about", c->about);
    out_string(j, "figure", c->figure);
    out_string(j, "way", way_name[c->way]);
    if (c->joins) {
        out_bool(j, "joins", true);
        out_string(j, "settles", c->what);
        if (c->more != c->about) out_string(j, "as", c->more);
    }
    if (c->worth_of) {
        out_open(j, "worth", '{');
        out_string(j, "of", c->worth_of);
        out_number(j, "n", c->worth);
        out_close(j, '}');
    }
    if (c->choice.kind == TAP_PLAIN) {
        TapMove m = tap_choice_nth(&c->choice, 0);
        if (tap_move_write(setup, s, v->viewer, m, text, sizeof text)) out_string(j, "word", text);
    } else {
        choice_words(setup, game, table_of(st, st->asking), &c->choice, text, sizeof text);
        out_string(j, "word", text); /* what stands before amount or items */
    }
    const TapChoice *o = &c->choice;
    if (o->kind == TAP_AMOUNT || o->kind == TAP_SUBSET || o->kind == TAP_COUNTS) {
        out_number(j, "lo", (long)o->lo);
        out_number(j, "hi", (long)o->hi);
    }
    if (o->kind == TAP_ASSIGN || o->kind == TAP_SPLIT) out_seats(j, "places", o->places);
    if (o->kind == TAP_ASSIGN) out_bool(j, "apart", o->hi);
    if (o->kind == TAP_COUNTS) {
        out_number(j, "second", o->second);
        out_number(j, "lo2", o->lo2);
        out_number(j, "hi2", o->hi2);
    }
    bool counted = o->kind == TAP_SPLIT || o->kind == TAP_COUNTS;
    if (c->zone >= 0 && (counted || (o->kind == TAP_PLAIN && !o->items))) out_number(j, "zone", c->zone);
    if (counted) kinds(j, said, setup, o);
    else choice_items(j, setup, st, v, c);
    out_close(j, '}');
}

static void pots(Out *j, const TapView *v)
{
    if (!v->pots) return;
    out_open(j, "pots", '[');
    for (int i = 0; i < v->pots; i++) {
        out_open(j, NULL, '{');
        out_string(j, "name", v->pot[i].name);
        out_number(j, "coins", v->pot[i].coins);
        out_seats(j, "claims", v->pot[i].claims);
        if (v->pot[i].to) out_seats(j, "to", v->pot[i].to);
        out_close(j, '}');
    }
    out_close(j, ']');
}

static void results(Out *j, const TapView *v)
{
    if (!v->results) return;
    out_string(j, "chapter", v->chapter);
    out_string(j, "unit", v->unit);
    out_open(j, "results", '[');
    for (int i = 0; i < v->results; i++) {
        const TapViewResult *r = &v->result[i];
        out_open(j, NULL, '{');
        out_seat(j, "seat", r->seat);
        if (r->place) out_number(j, "place", r->place);
        if (r->told) out_number(j, "points", r->points);
        if (r->won) out_number(j, "won", r->won);
        out_number(j, "net", r->net);
        if (r->parts) out_open(j, "parts", '[');
        for (const TapViewPart *p = &v->part[r->first]; p < &v->part[r->first + r->parts]; p++) {
            out_open(j, NULL, '{');
            out_string(j, "text", p->text);
            out_number(j, "points", p->points);
            if (p->n) out_open(j, "items", '[');
            for (int k = 0; k < p->n; k++) out_number(j, NULL, v->earning[p->first + k]);
            if (p->n) out_close(j, ']');
            out_close(j, '}');
        }
        if (r->parts) out_close(j, ']');
        out_close(j, '}');
    }
    out_close(j, ']');
}

static void standings(Out *j, const TapView *v)
{
    if (!v->standings) return;
    out_open(j, "standings", '{');
    out_number(j, "played", v->played);
    if (v->games) out_number(j, "of", v->games);
    out_open(j, "games", '['); /* after which the trails of the seats were written */
    for (int i = 0; i < v->trails; i++) out_string(j, NULL, v->trail_of[i] ? v->trail_of[i] : "");
    out_close(j, ']');
    out_open(j, "seats", '[');
    for (int i = 0; i < v->standings; i++) {
        const TapViewStanding *s = &v->standing[i];
        out_open(j, NULL, '{');
        out_seat(j, "seat", s->seat);
        out_number(j, "has", s->has);
        out_number(j, "net", s->net);
        if (s->took_part) out_number(j, "last", s->last);
        out_number(j, "won", s->won);
        if (s->lent) out_number(j, "lent", s->lent);
        if (s->owes) out_number(j, "owes", s->owes);
        out_open(j, "trail", '[');
        for (int k = 0; k < v->trails; k++) out_number(j, NULL, v->trail[k][s->seat]);
        out_close(j, ']');
        out_close(j, '}');
    }
    out_close(j, ']');
    out_close(j, '}');
}

int tap_view_json(const TapSetup *setup, const TapState *s, const TapView *v, char *ret, size_t size)
{
    Out  j = out_in(ret, size);
    Said said;
    said.faces = 0;
    out_open(&j, NULL, '{');
    out_string(&j, "id", setup->game->id);
    out_open(&j, "games", '[');
    for (int i = 0; i < v->levels; i++) {
        out_open(&j, NULL, '{');
        out_string(&j, "title", v->game[i]);
        out_string(&j, "phase", v->phase[i]);
        out_close(&j, '}');
    }
    out_close(&j, ']');
    out_seat(&j, "viewer", v->viewer);
    out_number(&j, "seats", v->seats);
    out_seat(&j, "start", v->start);
    out_seats(&j, "asked", v->asked);
    out_seats(&j, "sealed", v->sealed);
    out_bool(&j, "clock", v->asked >> TAP_CLOCK & 1);
    out_bool(&j, "over", v->over);
    if (v->has_window) {
        out_open(&j, "window", '{');
        out_string(&j, "kind", v->window.kind);
        out_seats(&j, "touches", v->window.touches);
        out_seat(&j, "turn", v->window.turn);
        out_number(&j, "depth", v->window.depth);
        out_number(&j, "seconds", v->window.seconds);
        out_close(&j, '}');
    }
    if (v->talks) out_bool(&j, "talks", true);
    if (v->has_glass) {
        out_open(&j, "glass", '{');
        out_number(&j, "seconds", v->glass.seconds);
        out_number(&j, "grains", v->glass.grains);
        out_number(&j, "turn", v->glass.turn);
        out_close(&j, '}');
    }
    out_open(&j, "scores", '[');
    for (Seat p = 0; p < v->seats; p++) out_number(&j, NULL, v->score[p]);
    out_close(&j, ']');
    out_open(&j, "zones", '[');
    for (int i = 0; i < v->zones; i++) zone(&j, &said, v, &v->zone[i]);
    out_close(&j, ']');
    out_open(&j, "counters", '[');
    for (int i = 0; i < v->counters; i++) {
        out_open(&j, NULL, '{');
        out_string(&j, "name", v->counter[i].name);
        out_seat(&j, "owner", v->counter[i].owner);
        if (v->counter[i].word) out_string(&j, "word", v->counter[i].word);
        else out_number(&j, "value", v->counter[i].value);
        if (v->counter[i].running) out_bool(&j, "running", true);
        if (v->counter[i].at) out_number(&j, "at", v->counter[i].at - 1);
        out_close(&j, '}');
    }
    out_close(&j, ']');
    pots(&j, v);
    results(&j, v);
    standings(&j, v);
    out_string(&j, "prompt", v->prompt);
    out_string(&j, "help", v->help);
    TapMove idle;
    char    words[240];
    if (v->choices && tap_idle_move(setup, s, v->viewer, &idle) &&
        tap_move_write(setup, s, v->viewer, idle, words, sizeof words))
        out_string(&j, "idle", words);
    out_open(&j, "choices", '[');
    for (int i = 0; i < v->choices; i++) choice(&j, &said, setup, s, v, &v->choice[i]);
    out_close(&j, ']');
    out_close(&j, '}');
    return out_fits(&j) ? (int)j.n : -1;
}
