/* The View as JSON. Indices count from 0; sets of seats are lists. */
#include "text/out.h"
#include "view/view.h"

typedef Out Json;
static void open_with(Json *j, const char *name, const char *bracket) { out_open(j, name, *bracket); }
static void close_with(Json *j, const char *bracket) { out_close(j, *bracket); }
static void number(Json *j, const char *name, long n) { out_number(j, name, n); }
static void string(Json *j, const char *name, const char *text) { out_string(j, name, text); }
static void boolean(Json *j, const char *name, bool on) { out_bool(j, name, on); }
static void seat(Json *j, const char *name, Seat s) { out_seat(j, name, s); }
static void seats(Json *j, const char *name, SeatSet set) { out_seats(j, name, set); }

static const char *const layout_name[] = {"row", "fan", "stack", "grid", "ring", "track", "groups", "effects"};
static const char *const kind_name[] = {"card", "die", "token", "text", "empty"};
static const char *const choice_name[] = {"plain", "amount", "subset", "assign", "split", "counts"};

static void item(Json *j, const TapView *v, const TapViewZone *z, const TapViewItem *i)
{
    open_with(j, NULL, "{");
    number(j, "id", i->id);
    string(j, "kind", kind_name[i->kind]);
    bool hidden = (i->kind == TAP_CARD_ITEM && i->face == NO_CARD) || (i->kind == TAP_DIE_ITEM && !i->face);
    if (hidden) boolean(j, "hidden", true);
    else if (i->kind == TAP_DIE_ITEM) number(j, "face", i->face);
    else if (i->kind == TAP_CARD_ITEM) {
        const TapFace *f = &z->deck->face[i->face];
        string(j, "code", f->code);
        string(j, "name", f->name);
        string(j, "letter", f->letter);
        string(j, "suit", f->suit);
        string(j, "hue", f->hue);
        string(j, "pattern", f->pattern);
        if (f->number) number(j, "number", f->number);
    }
    SeatSet others = v->viewer == NOBODY ? i->known_by : less(i->known_by, v->viewer);
    if (i->kind <= TAP_DIE_ITEM && i->known_by != PUBLIC) {
        if (hidden && z->owner == v->viewer && v->viewer != NOBODY && others) boolean(j, "others_know", true);
        if (!hidden && !others) boolean(j, "only_you", true);
    }
    string(j, "text", i->text);
    if (i->depth) number(j, "depth", i->depth);
    close_with(j, "}");
}

static void zone(Json *j, const TapView *v, const TapViewZone *z)
{
    open_with(j, NULL, "{");
    string(j, "name", z->name);
    number(j, "zone", z->zone); /* as events name it */
    seat(j, "owner", z->owner);
    string(j, "layout", layout_name[z->layout]);
    if (z->w) number(j, "w", z->w);
    if (z->h) number(j, "h", z->h);
    if (z->level) number(j, "level", z->level);
    number(j, "size", z->size);
    open_with(j, "items", "[");
    for (int i = 0; i < z->n; i++) item(j, v, z, &v->item[z->first + i]);
    close_with(j, "]");
    close_with(j, "}");
}

/* What a split deals out or a bargain counts, kind by kind. */
static void kinds(Json *j, const Setup *setup, const TapChoice *o)
{
    open_with(j, "kinds", "[");
    for (int k = 0; k < o->kinds; k++) {
        const TapFace *f = kind_face(setup, o, k);
        open_with(j, NULL, "{");
        string(j, "word", f->code);
        string(j, "name", f->name);
        string(j, "glyph", f->glyph);
        string(j, "hue", f->hue);
        number(j, "n", o->stock[k]);
        close_with(j, "}");
    }
    close_with(j, "]");
}

/* The items a choice is made from or points at: they lie in a zone, or are faces of a deck and lie nowhere. */
static void choice_items(Json *j, const Setup *setup, const State *st, const TapView *v, const TapViewChoice *c)
{
    Names of;
    char  text[40];
    if (c->zone < 0 && !c->choice.deck) return;
    if (!names_of(setup, game_of(setup, st, st->asking), table_of(st, st->asking), &c->choice, seat_inward(st, st->asking, v->viewer), &of)) return;
    open_with(j, "items", "[");
    for (uint64_t left = c->choice.items; left; left &= left - 1) {
        int i = __builtin_ctzll(left);
        open_with(j, NULL, "{");
        if (of.deck) {
            number(j, "id", -1 - i);
            string(j, "name", of.deck->face[i].name);
            string(j, "glyph", of.deck->face[i].glyph);
        } else number(j, "id", v->item[v->zone[c->zone].first + i].id);
        item_word(&of, i, text, sizeof text);
        string(j, "word", text);
        close_with(j, "}");
    }
    close_with(j, "]");
}

static void choice(Json *j, const Setup *setup, const TapState *s, const TapView *v, const TapViewChoice *c)
{
    const State *st = state_at(s);
    const Game  *game = game_of(setup, st, st->asking);
    char text[240];
    open_with(j, NULL, "{");
    string(j, "kind", choice_name[c->choice.kind]);
    tap_label(c, NULL, text, sizeof text);
    string(j, "label", text);
    if (c->choice.kind == TAP_PLAIN) {
        TapMove m = tap_choice_nth(&c->choice, 0);
        if (tap_move_write(setup, s, v->viewer, m, text, sizeof text)) string(j, "word", text);
    } else {
        choice_words(setup, game, table_of(st, st->asking), &c->choice, text, sizeof text);
        string(j, "word", text); /* what stands before amount or items */
    }
    const TapChoice *o = &c->choice;
    if (o->kind == TAP_AMOUNT || o->kind == TAP_SUBSET || o->kind == TAP_COUNTS) {
        number(j, "lo", (long)o->lo);
        number(j, "hi", (long)o->hi);
    }
    if (o->kind == TAP_ASSIGN || o->kind == TAP_SPLIT) seats(j, "places", o->places);
    if (o->kind == TAP_ASSIGN) boolean(j, "apart", o->hi);
    if (o->kind == TAP_COUNTS) {
        number(j, "second", o->second);
        number(j, "lo2", o->lo2);
        number(j, "hi2", o->hi2);
    }
    if (o->kind == TAP_SPLIT || o->kind == TAP_COUNTS) kinds(j, setup, o);
    else choice_items(j, setup, st, v, c);
    close_with(j, "}");
}

int tap_view_json(const TapSetup *setup, const TapState *s, const TapView *v, char *ret, size_t size)
{
    Json j = out_in(ret, size);
    open_with(&j, NULL, "{");
    string(&j, "id", setup->game->id);
    open_with(&j, "games", "[");
    for (int i = 0; i < v->levels; i++) {
        open_with(&j, NULL, "{");
        string(&j, "title", v->game[i]);
        string(&j, "phase", v->phase[i]);
        close_with(&j, "}");
    }
    close_with(&j, "]");
    seat(&j, "viewer", v->viewer);
    number(&j, "seats", v->seats);
    seat(&j, "start", v->start);
    seats(&j, "asked", v->asked);
    seats(&j, "sealed", v->sealed);
    boolean(&j, "clock", v->asked >> TAP_CLOCK & 1);
    boolean(&j, "over", v->over);
    open_with(&j, "scores", "[");
    for (Seat p = 0; p < v->seats; p++) number(&j, NULL, v->score[p]);
    close_with(&j, "]");
    open_with(&j, "zones", "[");
    for (int i = 0; i < v->zones; i++) zone(&j, v, &v->zone[i]);
    close_with(&j, "]");
    open_with(&j, "counters", "[");
    for (int i = 0; i < v->counters; i++) {
        open_with(&j, NULL, "{");
        string(&j, "name", v->counter[i].name);
        seat(&j, "owner", v->counter[i].owner);
        if (v->counter[i].word) string(&j, "word", v->counter[i].word);
        else number(&j, "value", v->counter[i].value);
        close_with(&j, "}");
    }
    close_with(&j, "]");
    string(&j, "prompt", v->prompt);
    string(&j, "help", v->help);
    open_with(&j, "choices", "[");
    for (int i = 0; i < v->choices; i++) choice(&j, setup, s, v, &v->choice[i]);
    close_with(&j, "]");
    close_with(&j, "}");
    return out_fits(&j) ? (int)j.n : -1;
}
