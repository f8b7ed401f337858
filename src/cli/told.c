#include "cli/told.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_TEXT = 400, SHORT_TEXT = 60, BLOCK_BYTES = 16 * 1024, MOST_SIDES = 100, MOST_COINS = 100000000 };

/* ---------------------------------------------------------------- shelter */

struct ShelterBlock {
    struct ShelterBlock *next;
    size_t               used, size;
    _Alignas(16) char    bytes[];
};

static void *room_for(Shelter *s, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (!s->block || s->block->used + size > s->block->size) {
        size_t               room = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        struct ShelterBlock *b = calloc(1, sizeof *b + room);
        assert(b);
        *b = (struct ShelterBlock){.next = s->block, .size = room};
        s->block = b;
    }
    void *at = s->block->bytes + s->block->used;
    s->block->used += size;
    return at;
}

void shelter_empty(Shelter *s)
{
    for (struct ShelterBlock *b = s->block, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    s->block = NULL;
}

/* ----------------------------------------------------------------- pieces */

/* Reads an object; `bad` once something in it makes no sense. */
typedef struct Reader {
    Shelter *shelter;
    bool     bad;
    int      seats;
} Reader;

static const char *keep(Reader *r, const char *text, int most)
{
    char   clean[4 * MOST_TEXT + 1];
    text_clean(text, most, clean, sizeof clean);
    size_t n = strlen(clean) + 1;
    return memcpy(room_for(r->shelter, n), clean, n);
}

/* NULL if there is none, or nothing is left of it. */
static const char *text_in(Reader *r, const json_t *object, const char *name, int most)
{
    const json_t *value = json_object_get(object, name);
    if (!value) return NULL;
    if (!json_is_string(value)) {
        r->bad = true;
        return NULL;
    }
    const char *text = keep(r, json_string_value(value), most);
    return *text ? text : NULL;
}

static const char *text_or(Reader *r, const json_t *object, const char *name, const char *otherwise)
{
    const char *text = text_in(r, object, name, MOST_TEXT);
    return text ? text : otherwise;
}

static long whole_of(Reader *r, const json_t *value, long lo, long hi, long otherwise)
{
    if (!value) return otherwise;
    if (!json_is_integer(value) || json_integer_value(value) < lo || json_integer_value(value) > hi) {
        r->bad = true;
        return otherwise;
    }
    return (long)json_integer_value(value);
}

static long whole_at(Reader *r, const json_t *object, const char *name, long lo, long hi, long otherwise)
{
    return whole_of(r, json_object_get(object, name), lo, hi, otherwise);
}

/* 1 + the item that something belongs to; 0 for none. */
static uint32_t id_at(Reader *r, const json_t *object)
{
    return (uint32_t)(1 + whole_at(r, object, "at", -1, UINT32_MAX - 1L, -1));
}

static TapSeat seat_at(Reader *r, const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (json_is_null(value)) return TAP_NOBODY;
    return (TapSeat)whole_of(r, value, 0, r->seats - 1, TAP_NOBODY);
}

/* Bits for the numbers of a list. */
static TapSeatSet set_at(Reader *r, const json_t *object, const char *name, int most)
{
    const json_t *list = json_object_get(object, name), *value;
    TapSeatSet    set = 0;
    size_t        i;
    if (list && !json_is_array(list)) r->bad = true;
    json_array_foreach(list, i, value) set |= tap_only((TapSeat)whole_of(r, value, 0, most - 1, 0));
    return set;
}

/* How many a list has; too many are none. */
static int list_at(Reader *r, const json_t *object, const char *name, int most, const json_t **ret)
{
    *ret = json_object_get(object, name);
    if (!*ret) return 0;
    if (json_is_array(*ret) && json_array_size(*ret) <= (size_t)most) return (int)json_array_size(*ret);
    r->bad = true;
    return 0;
}

void told_text(const json_t *object, const char *name, int most, char *ret, size_t size)
{
    const char *text = json_string_value(json_object_get(object, name));
    *ret = 0;
    if (text) text_clean(text, most, ret, size);
}

int told_number(const json_t *object, const char *name, int lo, int hi, int otherwise)
{
    const json_t *value = json_object_get(object, name);
    json_int_t    n = json_integer_value(value);
    return json_is_integer(value) && n >= lo && n <= hi ? (int)n : otherwise;
}

static int word_of(Reader *r, const json_t *object, const char *name, const char *const *words, int n)
{
    const char *word = json_string_value(json_object_get(object, name));
    for (int i = 0; word && i < n; i++)
        if (!strcmp(word, words[i])) return i;
    r->bad = true;
    return 0;
}

/* ------------------------------------------------------------------ zones */

static TapFace *new_faces(Reader *r, TapDeck **ret_deck, int n)
{
    TapFace *face = room_for(r->shelter, sizeof *face * (size_t)(n ? n : 1));
    TapDeck *deck = room_for(r->shelter, sizeof *deck);
    for (int i = 0; i < n; i++) face[i] = (TapFace){.code = "?", .name = "?"};
    *deck = (TapDeck){.name = "cards", .noun = "card", .faces = n, .face = face};
    *ret_deck = deck;
    return face;
}

static TapFace read_face(Reader *r, const json_t *o)
{
    return (TapFace){.code = text_or(r, o, "code", "?"),
                     .name = text_or(r, o, "name", "?"),
                     .letter = text_in(r, o, "letter", 4),
                     .suit = text_in(r, o, "suit", SHORT_TEXT),
                     .glyph = text_in(r, o, "glyph", 4),
                     .hue = text_in(r, o, "hue", SHORT_TEXT),
                     .pattern = text_in(r, o, "pattern", SHORT_TEXT),
                     .title = text_in(r, o, "title", SHORT_TEXT),
                     .kind = text_in(r, o, "sort", SHORT_TEXT),
                     .text = text_in(r, o, "text", MOST_TEXT),
                     .number = (int8_t)whole_at(r, o, "number", INT8_MIN, INT8_MAX, 0)};
}

/* What is printed on an item or how a kind looks: said here, or by an item before it. */
static TapFace read_looks(Reader *r, const json_t *o, const TapView *v)
{
    if (!json_object_get(o, "like")) return read_face(r, o);
    long like = whole_at(r, o, "like", 0, UINT32_MAX, 0);
    for (const TapViewZone *z = v->zone; z < v->zone + v->zones; z++)
        for (const TapViewItem *i = &v->item[z->first]; i < &v->item[z->first + z->n]; i++) {
            if (i->id != (uint32_t)like) continue;
            if (i->kind == TAP_CARD_ITEM && i->face != TAP_NO_CARD) return z->deck->face[i->face];
            if (i->kind == TAP_DIE_ITEM && i->face) return z->deck->face[i->face - 1];
        }
    r->bad = true;
    return (TapFace){.code = "?", .name = "?"};
}

/* What is wanted for it, how it stands with it. */
static void read_more(Reader *r, const json_t *o, TapView *v, TapViewItem *ret)
{
    const json_t *needs;
    int           n = list_at(r, o, "needs", TAP_VIEW_NEEDS - v->needs, &needs);
    ret->worth = (int16_t)whole_at(r, o, "worth", INT16_MIN, INT16_MAX, 0);
    ret->note = text_in(r, o, "note", MOST_TEXT);
    ret->lacks = (uint8_t)(1 + whole_at(r, o, "lacks", -1, UINT8_MAX - 1, -1));
    ret->need = (uint16_t)v->needs;
    ret->needs = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        const json_t *one = json_array_get(needs, (size_t)i);
        v->need[v->needs++] = (TapViewNeed){
            .item = (uint32_t)whole_of(r, json_array_get(one, 0), 0, UINT32_MAX, 0),
            .n = (uint8_t)whole_of(r, json_array_get(one, 1), 0, UINT8_MAX, 0),
            .lacking = (uint8_t)whole_of(r, json_array_get(one, 2), 0, UINT8_MAX, 0)};
    }
    const json_t *targets;
    n = list_at(r, o, "targets", TAP_VIEW_TARGETS - v->targets, &targets);
    ret->target = (uint16_t)v->targets;
    ret->targets = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        const json_t *one = json_array_get(targets, (size_t)i);
        v->target[v->targets++] = (TapViewTarget){.seat = seat_at(r, one, "seat"),
                                                  .of = text_in(r, one, "of", SHORT_TEXT),
                                                  .n = (int16_t)whole_at(r, one, "n", INT16_MIN, INT16_MAX, 0),
                                                  .word = text_in(r, one, "word", SHORT_TEXT),
                                                  .spared = json_is_true(json_object_get(one, "spared"))};
    }
}

/* Faces of the zone's own deck: face k is what lies at place k; of dice, side k. */
static void read_item(Reader *r, const json_t *o, TapView *v, const TapViewZone *z, TapFace *face, int k,
                      TapViewItem *ret)
{
    static const char *const kinds[] = {"card", "die", "token", "text", "empty"};
    bool                     hidden = json_is_true(json_object_get(o, "hidden"));
    const char              *at = z->layout == TAP_TRACK ? "at" : "n";
    *ret = (TapViewItem){.id = (uint32_t)(v->zones - 1) << 16 | (uint32_t)k,
                         .kind = (uint8_t)(json_object_get(o, "kind") ? word_of(r, o, "kind", kinds, 5) : 0),
                         .depth = (uint8_t)whole_at(r, o, "depth", 0, 100, 0),
                         .face = TAP_NO_CARD,
                         .known_by = TAP_PUBLIC,
                         .who = seat_at(r, o, "who"),
                         .other = seat_at(r, o, "other"),
                         .n = (int32_t)whole_at(r, o, at, -MOST_COINS, MOST_COINS, 0)};
    read_more(r, o, v, ret);
    if (hidden) ret->known_by = json_is_true(json_object_get(o, "others_know")) ? tap_only(TAP_WATCHER) : 0;
    else if ((json_is_true(json_object_get(o, "only_you")) || json_is_true(json_object_get(o, "some_know"))) &&
             v->viewer != TAP_NOBODY)
        ret->known_by = tap_only(v->viewer);
    switch ((TapItemKind)ret->kind) {
    case TAP_CARD_ITEM:
        if (hidden) break;
        face[k] = read_looks(r, o, v);
        ret->face = (TapCard)k;
        break;
    case TAP_DIE_ITEM:
        ret->face = 0;
        if (hidden) break;
        ret->face = (TapCard)whole_at(r, o, "face", 1, MOST_SIDES, 1);
        if (json_object_get(o, "name") || json_object_get(o, "like")) face[ret->face - 1] = read_looks(r, o, v);
        break;
    case TAP_TOKEN_ITEM: ret->text = text_or(r, o, "text", ""); break;
    case TAP_TEXT_ITEM:
        ret->text = text_or(r, o, "text", "");
        if (json_object_get(o, "card")) {
            TapDeck *deck;
            TapFace *said = new_faces(r, &deck, 1);
            *said = read_face(r, o);
            said->code = text_or(r, o, "card", "?");
            said->text = NULL; /* what is read there is the sentence */
            ret->deck = deck;
            ret->face = 0;
        }
        break;
    case TAP_EMPTY_ITEM: break;
    }
}

static void read_zone(Reader *r, const json_t *o, TapView *v)
{
    static const char *const layouts[] = {"row", "fan", "stack", "grid", "ring", "track", "groups", "effects"};
    TapViewZone  *z = &v->zone[v->zones++];
    const json_t *items;
    TapDeck      *deck;
    int           n = list_at(r, o, "items", TAP_VIEW_ITEMS - v->items, &items);
    *z = (TapViewZone){.name = text_or(r, o, "name", "place"),
                       .owner = seat_at(r, o, "owner"),
                       .zone = (uint8_t)whole_at(r, o, "zone", 0, UINT8_MAX, 0),
                       .level = (uint8_t)whole_at(r, o, "level", 0, TAP_VIEW_LEVELS - 1, 0),
                       .layout = (uint8_t)(json_object_get(o, "layout") ? word_of(r, o, "layout", layouts, 8) : 0),
                       .w = (uint8_t)whole_at(r, o, "w", 0, UINT8_MAX, 0),
                       .h = (uint8_t)whole_at(r, o, "h", 0, UINT8_MAX, 0),
                       .lo = (int16_t)whole_at(r, o, "lo", INT16_MIN, INT16_MAX, 0),
                       .hi = (int16_t)whole_at(r, o, "hi", INT16_MIN, INT16_MAX, 0),
                       .size = (uint16_t)whole_at(r, o, "size", 0, UINT16_MAX, n),
                       .at = id_at(r, o),
                       .first = (uint16_t)v->items};
    const json_t *room = json_object_get(o, "room");
    for (size_t i = 0; i < 2; i++) z->room[i] = (uint8_t)whole_of(r, json_array_get(room, i), 0, UINT8_MAX, 0);
    TapFace *face = new_faces(r, &deck, n > MOST_SIDES ? n : MOST_SIDES);
    for (int i = 0; i < deck->faces; i++) { /* a side of a die that shows no picture is called by its number */
        char *side = room_for(r->shelter, 8);
        snprintf(side, 8, "%d", i + 1);
        face[i].code = face[i].name = side;
        face[i].number = (int8_t)(i + 1);
    }
    deck->noun = text_or(r, o, "noun", "card");
    z->deck = deck;
    for (int i = 0; i < n && !r->bad; i++) {
        read_item(r, json_array_get(items, (size_t)i), v, z, face, i, &v->item[v->items++]);
        z->n++;
    }
}

/* ---------------------------------------------------------------- choices */

/* The choice that is one number, "keep 3", has it as its own, so that a person can type it. */
static void find_number(Reader *r, TapViewChoice *c, const char *word)
{
    const char *space = strchr(word, ' '), *digits = space ? space + 1 : "";
    size_t      n = strlen(digits);
    if (!n || n > 2 || strspn(digits, "0123456789") != n) return;
    for (const char *at = c->label; (at = strstr(at, digits)); at += n) {
        if ((at > c->label && isdigit((unsigned char)at[-1])) || isdigit((unsigned char)at[n])) continue;
        size_t size = strlen(c->label) + 4;
        char  *label = room_for(r->shelter, size);
        snprintf(label, size, "%.*s{a}%s", (int)(at - c->label), c->label, at + n);
        c->label = label;
        c->choice.a = (uint8_t)atoi(digits);
        return;
    }
}

/* Of what lies nowhere: without a word it is typed as its name, eagle-lance for "Eagle Lance". */
static const char *typed_word(Reader *r, const json_t *item)
{
    char text[SHORT_TEXT * 4 + 1];
    if (json_object_get(item, "word")) return text_or(r, item, "word", "?");
    snprintf(text, sizeof text, "%s", text_or(r, item, "name", "?"));
    for (char *p = text; *p; p++) *p = *p == ' ' ? '-' : (char)tolower((unsigned char)*p);
    return keep(r, text, SHORT_TEXT);
}

/* "King" and " of Swords". */
static const char *joined(Reader *r, const char *name, const char *tail)
{
    char text[2 * SHORT_TEXT * 4 + 1];
    snprintf(text, sizeof text, "%s%s", name, tail);
    return keep(r, text, 2 * SHORT_TEXT);
}

/* Its items lie in one zone, or are faces that lie nowhere. */
static void read_choice_items(Reader *r, const json_t *o, ToldView *t, int at)
{
    TapView       *v = &t->view;
    TapViewChoice *c = &v->choice[at];
    const json_t  *items;
    TapDeck       *deck = NULL;
    TapFace       *face = NULL;
    int            n = list_at(r, o, "items", TAP_ITEMS, &items);
    const char    *some = text_or(r, o, "some", ""), *hole = strstr(some, "{items}");
    const char    *tail = hole ? hole + strlen("{items}") : "";
    if (n && v->worths + n <= TAP_VIEW_WORTHS && json_object_get(json_array_get(items, 0), "worth"))
        c->worths = (int16_t)v->worths;
    for (int i = 0; i < n && !r->bad; i++) {
        const json_t *item = json_array_get(items, (size_t)i);
        long          id = whole_at(r, item, "id", 0, UINT32_MAX, -1);
        long          place = i;
        const char   *word = NULL;
        if (id < 0) {
            if (!deck) face = new_faces(r, &deck, TAP_ITEMS);
            word = typed_word(r, item);
            face[place] = read_face(r, item);
            face[place].code = word;
            if (!json_object_get(item, "name")) face[place].name = word;
            if (*tail) face[place].name = joined(r, face[place].name, tail);
        } else {
            int k = 0;
            while (k < v->items && v->item[k].id != (uint32_t)id) k++;
            int zone = 0;
            while (zone < v->zones && (k < v->zone[zone].first || k >= v->zone[zone].first + v->zone[zone].n)) zone++;
            place = k - (zone < v->zones ? v->zone[zone].first : 0);
            if (zone == v->zones || place >= TAP_ITEMS || (c->zone >= 0 && c->zone != zone)) {
                r->bad = true;
                return;
            }
            c->zone = (int16_t)zone;
        }
        if ((deck && c->zone >= 0) || c->choice.items >> place & 1 ||
            (c->choice.items && place < 63 - __builtin_clzll(c->choice.items)))
            r->bad = true; /* of both, twice, or out of order */
        if (r->bad) return;
        c->choice.items |= 1ull << place;
        t->words.item[at][place] = word ? word : text_or(r, item, "word", "?");
        if (c->worths >= 0) v->worth[v->worths++] = (int16_t)whole_at(r, item, "worth", INT16_MIN, INT16_MAX, 0);
    }
    if (!deck) return;
    t->words.deck[at] = deck;
    c->choice.deck = (uint8_t)(at + 1);
}

static void read_kinds(Reader *r, const json_t *o, ToldView *t, int at)
{
    TapChoice    *c = &t->view.choice[at].choice;
    const json_t *kinds;
    TapDeck      *deck;
    int           n = list_at(r, o, "kinds", TAP_STOCK, &kinds), all = 0;
    TapFace      *face = new_faces(r, &deck, n);
    for (int k = 0; k < n; k++) {
        const json_t *kind = json_array_get(kinds, (size_t)k);
        face[k] = read_looks(r, kind, &t->view);
        face[k].code = text_or(r, kind, "word", "?");
        if (!json_object_get(kind, "name") && !json_object_get(kind, "like")) face[k].name = face[k].code;
        c->stock[k] = (uint8_t)whole_at(r, kind, "n", 0, c->kind == TAP_COUNTS ? TAP_COUNTED : TAP_STOCK, 0);
        all += c->stock[k];
    }
    c->kinds = (uint8_t)n;
    c->deck = (uint8_t)(at + 1);
    t->words.deck[at] = deck;
    if (!n || (c->kind == TAP_SPLIT && all > TAP_STOCK)) r->bad = true;
}

/* Whether there is anything that a choice admits: what counts and chooses relies on it. */
static bool can_be_answered(const TapChoice *c)
{
    unsigned items = (unsigned)__builtin_popcountll(c->items), sum[2] = {0, 0};
    for (int k = 0; c->kind == TAP_COUNTS && k < c->kinds; k++) sum[k >= c->second] += c->stock[k];
    switch ((TapKind)c->kind) {
    case TAP_PLAIN: return true;
    case TAP_AMOUNT: return c->lo <= c->hi;
    case TAP_SUBSET: return c->lo <= c->hi && c->lo <= items;
    case TAP_ASSIGN:
        return items && items <= TAP_ASSIGNED && c->places && (!c->hi || (unsigned)tap_count(c->places) >= items);
    case TAP_SPLIT: return c->places;
    case TAP_COUNTS:
        return c->second <= c->kinds && c->lo <= c->hi && c->lo <= sum[0] && c->lo2 <= c->hi2 && c->lo2 <= sum[1];
    }
    return false;
}

static void read_choice(Reader *r, const json_t *o, ToldView *t)
{
    static const char *const kinds[] = {"plain", "amount", "subset", "assign", "split", "counts"};
    static const char *const ways[] = {"safe", "on", "final"};
    TapView       *v = &t->view;
    int            at = v->choices++;
    TapViewChoice *c = &v->choice[at];
    const json_t  *worth = json_object_get(o, "worth");
    *c = (TapViewChoice){.label = text_or(r, o, "label", "?"),
                         .none = text_in(r, o, "none", MOST_TEXT),
                         .outside = text_in(r, o, "outside", MOST_TEXT),
                         .group = text_in(r, o, "group", SHORT_TEXT),
                         .about = text_in(r, o, "about", MOST_TEXT),
                         .figure = text_in(r, o, "figure", SHORT_TEXT),
                         .zone = -1,
                         .worths = -1};
    if (json_object_get(o, "way")) c->way = (uint8_t)(TAP_WAY_SAFE + word_of(r, o, "way", ways, 3));
    if (worth) {
        c->worth_of = text_or(r, worth, "of", "points");
        c->worth = (int16_t)whole_at(r, worth, "n", INT16_MIN, INT16_MAX, 0);
    }
    for (int k = 0; c->group && k < at; k++) /* the painter knows a heading by where it lies */
        if (v->choice[k].group && !strcmp(v->choice[k].group, c->group)) c->group = v->choice[k].group;
    const char *word = t->words.word[at] = text_or(r, o, "word", "?");
    int         verb = 0; /* those that begin with the same word have the same verb; `b` tells them apart */
    while (verb < at && (strcspn(t->words.word[verb], " ") != strcspn(word, " ") ||
                         strncmp(t->words.word[verb], word, strcspn(word, " ")) != 0))
        verb++;
    TapChoice *m = &c->choice;
    m->kind = (uint8_t)word_of(r, o, "kind", kinds, 6);
    m->verb = (uint8_t)(verb + 1);
    m->b = (uint8_t)at;
    if (m->kind == TAP_PLAIN) find_number(r, c, word);
    m->lo = (uint32_t)whole_at(r, o, "lo", 0, MOST_COINS, 0);
    m->hi = (uint32_t)whole_at(r, o, "hi", 0, MOST_COINS, 0);
    m->places = set_at(r, o, "places", 16);
    if (m->kind == TAP_ASSIGN) m->hi = json_is_true(json_object_get(o, "apart"));
    m->second = (uint8_t)whole_at(r, o, "second", 0, TAP_STOCK, 0);
    m->lo2 = (uint8_t)whole_at(r, o, "lo2", 0, UINT8_MAX, 0);
    m->hi2 = (uint8_t)whole_at(r, o, "hi2", 0, UINT8_MAX, 0);
    if (m->kind == TAP_SPLIT || m->kind == TAP_COUNTS) read_kinds(r, o, t, at);
    else read_choice_items(r, o, t, at);
    uint32_t there = (uint32_t)__builtin_popcountll(m->items);
    if (m->kind == TAP_SUBSET && m->hi > there) m->hi = there;
    if (!can_be_answered(m)) r->bad = true;
}

/* ---------------------------------------------------------------- results */

static void read_results(Reader *r, const json_t *o, TapView *v)
{
    const json_t *pots, *results, *parts;
    v->pots = list_at(r, o, "pots", TAP_VIEW_POTS, &pots);
    for (int i = 0; i < v->pots; i++) {
        const json_t *pot = json_array_get(pots, (size_t)i);
        v->pot[i] = (TapViewPot){.name = text_or(r, pot, "name", "pot"),
                                 .coins = (int32_t)whole_at(r, pot, "coins", 0, MOST_COINS, 0),
                                 .claims = set_at(r, pot, "claims", r->seats),
                                 .to = set_at(r, pot, "to", r->seats)};
    }
    v->results = list_at(r, o, "results", r->seats, &results);
    v->chapter = text_in(r, o, "chapter", SHORT_TEXT);
    v->unit = text_in(r, o, "unit", SHORT_TEXT);
    for (int i = 0; i < v->results; i++) {
        const json_t  *one = json_array_get(results, (size_t)i);
        TapViewResult *to = &v->result[i];
        int            n = list_at(r, one, "parts", TAP_VIEW_PARTS - v->parts, &parts);
        *to = (TapViewResult){.seat = seat_at(r, one, "seat"),
                              .told = json_object_get(one, "points"),
                              .place = (uint8_t)whole_at(r, one, "place", 0, TAP_SEATS, 0),
                              .points = (int32_t)whole_at(r, one, "points", -MOST_COINS, MOST_COINS, 0),
                              .won = (int32_t)whole_at(r, one, "won", 0, MOST_COINS, 0),
                              .net = (int32_t)whole_at(r, one, "net", -MOST_COINS, MOST_COINS, 0),
                              .first = (uint16_t)v->parts};
        for (int k = 0; k < n; k++, to->parts++) {
            const json_t *part = json_array_get(parts, (size_t)k);
            TapViewPart  *p = &v->part[v->parts++];
            *p = (TapViewPart){.points = (int32_t)whole_at(r, part, "points", -MOST_COINS, MOST_COINS, 0)};
            told_text(part, "text", MOST_TEXT, p->text, sizeof p->text);
        }
    }
}

static void read_counters(Reader *r, const json_t *o, TapView *v)
{
    const json_t *list;
    v->counters = list_at(r, o, "counters", TAP_VIEW_COUNTERS, &list);
    for (int i = 0; i < v->counters; i++) {
        const json_t *c = json_array_get(list, (size_t)i);
        v->counter[i] = (TapViewCounter){.name = text_or(r, c, "name", "?"),
                                         .owner = seat_at(r, c, "owner"),
                                         .value = (int32_t)whole_at(r, c, "value", -MOST_COINS, MOST_COINS, 0),
                                         .word = text_in(r, c, "word", SHORT_TEXT),
                                         .running = json_is_true(json_object_get(c, "running")),
                                         .at = id_at(r, c)};
    }
}

/* ------------------------------------------------------------------- View */

static void read_occasion(Reader *r, const json_t *o, TapView *v)
{
    const json_t *window = json_object_get(o, "window"), *glass = json_object_get(o, "glass");
    v->has_window = window;
    if (window)
        v->window = (TapWindow){.kind = text_or(r, window, "kind", "window"),
                                .touches = set_at(r, window, "touches", r->seats),
                                .turn = seat_at(r, window, "turn"),
                                .depth = (uint8_t)whole_at(r, window, "depth", 0, UINT8_MAX, 0),
                                .seconds = (uint8_t)whole_at(r, window, "seconds", 0, UINT8_MAX, 0)};
    v->has_glass = glass;
    v->talks = json_is_true(json_object_get(o, "talks"));
    if (glass)
        v->glass = (TapGlass){.seconds = (uint16_t)whole_at(r, glass, "seconds", 0, UINT16_MAX, 1),
                              .grains = (uint8_t)whole_at(r, glass, "grains", 0, UINT8_MAX, 1),
                              .turn = (uint16_t)whole_at(r, glass, "turn", 0, UINT16_MAX, 0)};
}

static void read_view(Reader *r, const json_t *o, ToldView *t)
{
    TapView      *v = &t->view;
    const json_t *list;
    v->seats = (uint8_t)whole_at(r, o, "seats", 1, TAP_SEATS, 1);
    r->seats = v->seats;
    v->levels = (uint8_t)list_at(r, o, "games", TAP_VIEW_LEVELS, &list);
    if (!v->levels) r->bad = true;
    for (int i = 0; i < v->levels; i++) {
        v->game[i] = text_or(r, json_array_get(list, (size_t)i), "title", "A game");
        v->phase[i] = text_or(r, json_array_get(list, (size_t)i), "phase", "");
    }
    v->viewer = seat_at(r, o, "viewer");
    v->start = seat_at(r, o, "start");
    v->asked = set_at(r, o, "asked", r->seats);
    v->sealed = set_at(r, o, "sealed", r->seats);
    v->over = json_is_true(json_object_get(o, "over"));
    v->prompt = text_in(r, o, "prompt", MOST_TEXT);
    v->help = text_in(r, o, "help", MOST_TEXT);
    read_occasion(r, o, v);
    int n = list_at(r, o, "scores", TAP_SEATS, &list);
    for (int i = 0; i < n; i++)
        v->score[i] = (int32_t)whole_of(r, json_array_get(list, (size_t)i), -MOST_COINS, MOST_COINS, 0);
    n = list_at(r, o, "zones", TAP_VIEW_ZONES, &list);
    for (int i = 0; i < n && !r->bad; i++) read_zone(r, json_array_get(list, (size_t)i), v);
    read_counters(r, o, v);
    read_results(r, o, v);
    n = list_at(r, o, "choices", TAP_CHOICES, &list);
    for (int i = 0; i < n && !r->bad; i++) read_choice(r, json_array_get(list, (size_t)i), t);
}

/* What Enter answers, by the words the house has for it. */
static void find_idle(Reader *r, const json_t *o, ToldView *t)
{
    Asked       asked = {.view = &t->view, .told = &t->words};
    const char *idle = text_in(r, o, "idle", MOST_TEXT);
    TapError    unused;
    char        words[MOST_TEXT];
    if (!idle) return;
    t->can_idle = asked_read(&asked, idle, &t->idle, &unused);
    for (int i = 0; !t->can_idle && i < t->view.choices; i++) { /* splits and counts: the first of them */
        t->idle = tap_choice_nth(&t->view.choice[i].choice, 0);
        t->can_idle = asked_write(&asked, t->idle, words, sizeof words) && !strcmp(words, idle);
    }
}

bool told_view(const json_t *o, ToldView *ret)
{
    Reader r = {.shelter = &ret->shelter};
    told_free(ret);
    if (!json_is_object(o)) return false;
    read_view(&r, o, ret);
    if (!r.bad) find_idle(&r, o, ret);
    if (r.bad) told_free(ret);
    return !r.bad;
}

void told_free(ToldView *t)
{
    shelter_empty(&t->shelter);
    memset(t, 0, sizeof *t);
}

/* ----------------------------------------------------------------- events */

/* Where `name` stands in a text as a word of its own; NULL if it does not. */
static const char *find_word(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = text; n && (at = strstr(at, name)); at++)
        if ((at == text || at[-1] == ' ') && (!at[n] || strchr(" .,:;'!", at[n]))) return at;
    return NULL;
}

/* The text with the first `name` in it as a placeholder again. */
static const char *with_placeholder(Reader *r, const char *text, const char *name, const char *placeholder)
{
    const char *at = name ? find_word(text, name) : NULL;
    if (!at) return text;
    size_t size = strlen(text) + strlen(placeholder) + 1;
    char  *changed = room_for(r->shelter, size);
    snprintf(changed, size, "%.*s%s%s", (int)(at - text), text, placeholder, at + strlen(name));
    return changed;
}

static const TapFace *face_coded(const TapContent *content, const char *code, TapEvent *ret)
{
    for (int i = 0; code && content && i < content->decks; i++) {
        int face = tap_deck_find(content->deck[i], code);
        if (face < 0) continue;
        ret->deck = content->deck[i];
        ret->card = (TapCard)face;
        return &content->deck[i]->face[face];
    }
    return NULL;
}

static void read_event(Reader *r, const json_t *o, const Company *c, const TapContent *content, TapEvent *ret)
{
    *ret = (TapEvent){.who = seat_at(r, o, "who"),
                      .other = seat_at(r, o, "other"),
                      .card = TAP_NO_CARD,
                      .seen_by = TAP_PUBLIC,
                      .n = (int32_t)whole_at(r, o, "n", -MOST_COINS, MOST_COINS, 0)};
    const char *text = text_or(r, o, "text", NULL);
    if (!text) return;
    char *plain = room_for(r->shelter, strlen(text) + 1); /* what only looks like a placeholder is none */
    strcpy(plain, text);
    for (char *p = plain; *p; p++)
        if (*p == '{' || *p == '}') *p = *p == '{' ? '(' : ')';
    text = plain;
    const TapFace *face = face_coded(content, text_in(r, o, "card", SHORT_TEXT), ret);
    const char    *card = face ? with_placeholder(r, text, face->name, "{card}") : text;
    if (card == text) ret->deck = NULL, ret->card = TAP_NO_CARD;
    text = card;
    if (ret->who != TAP_NOBODY) text = with_placeholder(r, text, c->name[ret->who], "{who}");
    if (ret->other != TAP_NOBODY) text = with_placeholder(r, text, c->name[ret->other], "{other}");
    ret->text = text;
}

int told_events(const json_t *list, size_t from, const Company *c, const TapContent *content, Shelter *shelter,
                TapLog *ret)
{
    Reader r = {.shelter = shelter, .seats = TAP_SEATS};
    tap_log_clear(ret);
    if (!json_is_array(list)) return -1;
    for (size_t i = from; i < json_array_size(list) && ret->n < TAP_LOG && !r.bad; i++)
        read_event(&r, json_array_get(list, i), c, content, &ret->event[ret->n++]);
    return r.bad ? -1 : ret->n;
}
