/* `expect` lines: facts about a position, as a spectator, a seat or the table can tell them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <taproom/view.h>

#include "record/inside.h"
#include "table/table.h"

typedef struct Look {
    const TapRecord *record;
    const TapLog    *since;
    TapError        *error;
    bool             holds;
} Look;

/* Says what is the case, and whether that is what was expected. */
static bool found(Look *k, bool holds, const char *form, ...) __attribute__((format(printf, 3, 4)));
static bool found(Look *k, bool holds, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    vsnprintf(k->error->text, sizeof k->error->text, form, args);
    va_end(args);
    k->holds = holds;
    return true;
}

static bool expect_over(Look *k, char *rest)
{
    if (take_word(&rest)) return fail_with(k->error, "'expect over' stands alone");
    return found(k, tap_over(&k->record->state), "the game is not over");
}

static bool expect_asked(Look *k, char *rest)
{
    TapSeatSet wanted = 0;
    int words = 0;
    for (char *word; (word = take_word(&rest)); words++) {
        TapSeat s;
        if (!strcmp(word, "nobody")) continue;
        if (!read_seat(&k->record->setup, word, &s)) return fail_with(k->error, "'%.40s' is no seat", word);
        wanted |= tap_only(s);
    }
    if (!words) return fail_with(k->error, "write 'expect asked' and the seats, or nobody");
    TapSeatSet asked = tap_asked(&k->record->setup, &k->record->state);
    char list[80];
    write_seats(asked, list, sizeof list);
    return found(k, asked == wanted, "asked: %s", list);
}

/* A row of numbers, one for each seat; _ is any. */
static bool expect_row(Look *k, char *rest, const char *what, int32_t (*of)(const TapSetup *, const TapState *, TapSeat))
{
    const TapSetup *setup = &k->record->setup;
    char   list[120] = "";
    size_t at = 0;
    bool   same = true;
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++) {
        const char *word = take_word(&rest);
        long wanted;
        int32_t is = of(setup, &k->record->state, s);
        bool any = word && !strcmp(word, "_");
        if (!any && !read_number(word, -999999999, 999999999, &wanted))
            return fail_with(k->error, "'expect %s' needs %d numbers (or _)", what, setup->seats);
        same = same && (any || is == wanted);
        if (at < sizeof list) at += (size_t)snprintf(list + at, sizeof list - at, " %d", (int)is);
    }
    if (take_word(&rest)) return fail_with(k->error, "'expect %s' needs %d numbers (or _)", what, setup->seats);
    return found(k, same, "%s is%s", what, list);
}

static bool expect_score(Look *k, char *rest) { return expect_row(k, rest, "score", tap_score); }
static bool expect_money(Look *k, char *rest) { return expect_row(k, rest, "money", tap_money); }

static bool expect_number(Look *k, char *rest, const char *what, long is)
{
    long wanted;
    if (!read_number(take_word(&rest), -999999999, 999999999, &wanted) || take_word(&rest))
        return fail_with(k->error, "'expect %s' needs one number", what);
    return found(k, is == wanted, "%s is %ld", what, is);
}

static bool expect_pot(Look *k, char *rest)
{
    return expect_number(k, rest, "pot", tap_pot(&k->record->setup, &k->record->state));
}

static bool expect_answers(Look *k, char *rest) { return expect_number(k, rest, "answers", k->record->in_force); }

/* A View is too large for a small thread's stack. */
static TapView *look_as(const Look *k, TapSeat viewer)
{
    TapView *v = malloc(sizeof *v);
    assert(v);
    tap_view(&k->record->setup, &k->record->state, viewer, v);
    return v;
}

static bool expect_start(Look *k, char *rest)
{
    TapView *v = look_as(k, TAP_NOBODY);
    int start = v->start + 1;
    free(v);
    return expect_number(k, rest, "start", start);
}

static bool expect_phase(Look *k, char *rest)
{
    TapView    *v = look_as(k, TAP_NOBODY);
    const char *phase = v->phase[v->levels - 1];
    free(v);
    while (*rest == ' ' || *rest == '\t') rest++;
    const char *wanted = *rest == '"' ? take_word(&rest) : rest;
    return found(k, !strcasecmp(wanted, phase), "the phase is \"%s\"", phase);
}

/* ---------------------------------------------------------------- choices */

/* An entry in words; `bare` leaves away what an answer need not say: "call" for "call 4", "exchange 0..2" for
 * "exchange 0..2 of 5". */
static void entry_words(const Look *k, const TapChoice *o, bool bare, char *ret, size_t size)
{
    const State *st = state_at(&k->record->state);
    const Game  *game = game_of(&k->record->setup, st, st->asking);
    const Verb  *verb = &game->verbs[o->verb];
    char first[80], rest[80] = "";
    choice_words(&k->record->setup, game, table_of(st, st->asking), o, first, sizeof first);
    switch ((TapKind)o->kind) {
    case TAP_PLAIN:
        if (!bare && o->lo) snprintf(rest, sizeof rest, " %u", o->lo);
        break;
    case TAP_AMOUNT: snprintf(rest, sizeof rest, "%s %u..%u", verb->to ? " to" : "", o->lo, o->hi); break;
    case TAP_SUBSET:
        snprintf(rest, sizeof rest, " %u..%u", o->lo, o->hi);
        if (!bare) snprintf(rest, sizeof rest, " %u..%u of %d", o->lo, o->hi, __builtin_popcountll(o->items));
        break;
    case TAP_ASSIGN:
        snprintf(rest, sizeof rest, " %d to %d places", __builtin_popcountll(o->items), tap_count(o->places));
        break;
    case TAP_SPLIT: {
        int things = 0;
        for (int i = 0; i < o->kinds; i++) things += o->stock[i];
        snprintf(rest, sizeof rest, " %d to %d places", things, tap_count(o->places));
        break;
    }
    case TAP_COUNTS:
        snprintf(rest, sizeof rest, " %u..%u", o->lo, o->hi);
        if (o->second < o->kinds) snprintf(rest, sizeof rest, " %u..%u for %u..%u", o->lo, o->hi, o->lo2, o->hi2);
        break;
    }
    snprintf(ret, size, "%s%s", first, rest);
}

static char *trim(char *text)
{
    while (*text == ' ' || *text == '\t') text++;
    size_t n = strlen(text);
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t')) text[--n] = 0;
    return text;
}

/* "fold, check, raise to 1..99" for the one seat asked, or "2: ..." for one of several. In any order. */
static bool expect_choices(Look *k, char *rest)
{
    const TapSetup *setup = &k->record->setup;
    TapSeat seat = tap_first_of(tap_asked(setup, &k->record->state));
    char *colon = strchr(rest, ':');
    if (colon) {
        *colon = 0;
        if (!read_seat(setup, trim(rest), &seat)) return fail_with(k->error, "'%.40s' is no seat", trim(rest));
        rest = colon + 1;
    }
    TapChoices c = {.n = 0};
    if (seat != TAP_NOBODY) tap_choices(setup, &k->record->state, seat, &c);
    bool used[TAP_CHOICES] = {false}, all = true;
    int  wanted = 0;
    while (rest) {
        char *comma = strchr(rest, ',');
        if (comma) *comma = 0;
        char *form = trim(rest);
        bool  here = false;
        for (int i = 0; i < c.n && !here; i++) {
            char whole[100], bare[100];
            entry_words(k, &c.choice[i], false, whole, sizeof whole);
            entry_words(k, &c.choice[i], true, bare, sizeof bare);
            here = !used[i] && (!strcasecmp(form, whole) || !strcasecmp(form, bare));
            if (here) used[i] = true;
        }
        all = all && here;
        wanted++;
        rest = comma ? comma + 1 : NULL;
    }
    char   list[200] = "";
    size_t at = 0;
    for (int i = 0; i < c.n && at < sizeof list; i++) {
        char whole[100];
        entry_words(k, &c.choice[i], false, whole, sizeof whole);
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", whole);
    }
    return found(k, all && wanted == c.n, "the choices are %s", c.n ? list : "none");
}

/* ------------------------------------------------------------- what is seen */

static bool read_viewer(Look *k, const char *word, TapSeat *ret)
{
    *ret = TAP_NOBODY;
    if (word && !strcmp(word, "watcher")) return true;
    if (read_seat(&k->record->setup, word, ret) && *ret != TAP_CLOCK) return true;
    return fail_with(k->error, "'%.40s' is no viewer: write a seat or watcher", word ? word : "");
}

static bool read_owner(Look *k, const char *word, TapSeat *ret)
{
    *ret = TAP_NOBODY;
    if (word && !strcmp(word, "table")) return true;
    if (read_seat(&k->record->setup, word, ret) && *ret != TAP_CLOCK) return true;
    return fail_with(k->error, "'%.40s' owns nothing: write a seat or table", word ? word : "");
}

static const TapViewZone *zone_of(const TapView *v, const char *name, TapSeat owner)
{
    for (int i = 0; i < v->zones; i++)
        if (!strcasecmp(v->zone[i].name, name) && v->zone[i].owner == owner) return &v->zone[i];
    return NULL;
}

enum { SEEN_BYTES = 1024 };

static void add_seen(char *list, const char *word)
{
    size_t n = strlen(list);
    snprintf(list + n, SEEN_BYTES - n, "%s%s", n ? " " : "", word);
}

static void zone_words(const TapView *v, const TapViewZone *z, char *list)
{
    for (int i = 0; z && i < z->n; i++) {
        const TapViewItem *item = &v->item[z->first + i];
        char words[200];
        switch ((TapItemKind)item->kind) {
        case TAP_CARD_ITEM:
            for (int n = item->n > 1 ? item->n : 1; n; n--)
                add_seen(list, item->face == TAP_NO_CARD ? "??" : z->deck->face[item->face].code);
            break;
        case TAP_DIE_ITEM: add_seen(list, item->face ? z->deck->face[item->face - 1].code : "?"); break;
        case TAP_TOKEN_ITEM:
        case TAP_TEXT_ITEM:
            tap_item_text(z, item, NULL, words, sizeof words);
            add_seen(list, words);
            if (z->layout == TAP_TRACK) snprintf(words, sizeof words, "%d", item->n), add_seen(list, words);
            break;
        case TAP_EMPTY_ITEM: add_seen(list, "-"); break;
        }
    }
}

/* VIEWER ZONE OWNER and what lies there in order: codes, ?? for a back, digits of dice, nothing. */
static bool expect_sees(Look *k, char *rest)
{
    TapSeat viewer, owner;
    if (!read_viewer(k, take_word(&rest), &viewer)) return false;
    const char *name = take_word(&rest);
    if (!name) return fail_with(k->error, "write 'expect sees VIEWER ZONE OWNER' and what lies there");
    if (!read_owner(k, take_word(&rest), &owner)) return false;
    char wanted[SEEN_BYTES] = "", seen[SEEN_BYTES] = "";
    int  words = 0;
    for (char *word; (word = take_word(&rest)); words++) {
        int   times;
        char *what;
        if (!strcmp(word, "nothing")) continue;
        if (!read_repeat(word, TAP_RIGGED, &times, &what)) return fail_with(k->error, "write repeats as 3*R-owl");
        while (times--) add_seen(wanted, what);
    }
    if (!words) return fail_with(k->error, "say what is seen, or 'nothing'");
    TapView *v = look_as(k, viewer);
    const TapViewZone *z = zone_of(v, name, owner);
    zone_words(v, z, seen);
    bool none = !z;
    free(v);
    return found(k, !strcasecmp(wanted, seen), none ? "there is no such place, so nothing is seen%s" : "what is seen there is %.200s",
                 none ? "" : seen[0] ? seen : "nothing");
}

/* ZONE OWNER N: how many lie there, seen or not. */
static bool expect_size(Look *k, char *rest)
{
    TapSeat owner;
    const char *name = take_word(&rest);
    if (!name) return fail_with(k->error, "write 'expect size ZONE OWNER NUMBER'");
    if (!read_owner(k, take_word(&rest), &owner)) return false;
    TapView *v = look_as(k, TAP_NOBODY);
    const TapViewZone *z = zone_of(v, name, owner);
    int size = z ? z->size : 0;
    free(v);
    return expect_number(k, rest, "size", size);
}

/* NAME OWNER VALUE: a number, a word, or none. */
static bool expect_counter(Look *k, char *rest)
{
    TapSeat owner;
    const char *name = take_word(&rest);
    if (!name) return fail_with(k->error, "write 'expect counter NAME OWNER VALUE'");
    if (!read_owner(k, take_word(&rest), &owner)) return false;
    rest = trim(rest);
    if (!*rest) return fail_with(k->error, "'expect counter' needs a value: a number, a word or none");
    const char *wanted = *rest == '"' ? take_word(&rest) : rest;
    char is[48] = "none";
    TapView *v = look_as(k, TAP_NOBODY);
    for (int i = 0; i < v->counters; i++) {
        const TapViewCounter *c = &v->counter[i];
        if (strcasecmp(c->name, name) || c->owner != owner) continue;
        if (c->word) snprintf(is, sizeof is, "%s", c->word);
        else snprintf(is, sizeof is, "%d", (int)c->value);
    }
    free(v);
    return found(k, !strcasecmp(wanted, is), "%.40s is %s", name, is);
}

/* What a part of a result is earned by, as codes. */
static void earned_words(const TapView *v, const TapViewPart *p, char *list)
{
    for (int k = 0; k < p->n; k++) {
        uint32_t           id = v->earning[p->first + k];
        const TapViewZone *z = &v->zone[id >> 16];
        const TapViewItem *i = &v->item[z->first + (id & 0xffff)];
        add_seen(list, z->deck->face[i->kind == TAP_DIE_ITEM ? i->face - 1 : i->face].code);
    }
}

/* The part that has these words, with what earns it: "part "a 5" 5 5". */
static bool part_is(const TapView *v, const TapViewResult *r, const char *text, long points, const char *earned, char *ret_is, size_t size)
{
    for (int i = 0; i < r->parts; i++) {
        const TapViewPart *p = &v->part[r->first + i];
        char list[SEEN_BYTES] = "";
        if (strcasecmp(p->text, text) != 0) continue;
        earned_words(v, p, list);
        snprintf(ret_is, size, "%d, earned by %.140s", p->points, *list ? list : "nothing");
        if (p->points == points && (!*earned || !strcasecmp(earned, list))) return true;
    }
    return false;
}

static void name_parts(const TapView *v, const TapViewResult *r, char *ret, size_t size)
{
    snprintf(ret, size, "its parts are:%s", r && r->parts ? "" : " none");
    for (int i = 0; r && i < r->parts && strlen(ret) + 1 < size; i++)
        snprintf(ret + strlen(ret), size - strlen(ret), "%s %s", i ? ";" : "", v->part[r->first + i].text);
}

/* SEAT none, or any of: points N, place N, won N, net N, shows nothing, part "TEXT" N and what earns it (to the end). */
static bool expect_result(Look *k, char *rest)
{
    static const char how[] = "write 'expect result SEAT' and none, or points, place, won, net with a number, shows nothing, part \"TEXT\" N";
    TapSeat seat;
    char   *word = take_word(&rest);
    if (!read_seat(&k->record->setup, word, &seat) || seat == TAP_CLOCK) return fail_with(k->error, "%s", how);
    TapView *v = look_as(k, TAP_NOBODY);
    const TapViewResult *r = NULL;
    for (int i = 0; i < v->results; i++)
        if (v->result[i].seat == seat) r = &v->result[i];
    bool good = true, holds = true;
    int  words = 0;
    char is[240] = "none";
    if (r) {
        char points[24] = "";
        if (r->told) snprintf(points, sizeof points, "points %d ", r->points);
        snprintf(is, sizeof is, "%splace %d won %d net %d", points, r->place, r->won, r->net);
    }
    for (; good && (word = take_word(&rest)); words++) {
        long wanted;
        if (!strcmp(word, "none")) {
            holds = holds && !r;
            continue;
        }
        if (!strcmp(word, "shows")) {
            word = take_word(&rest);
            good = word && !strcmp(word, "nothing");
            holds = holds && r && !r->told && !r->parts;
            continue;
        }
        const char *text = !strcmp(word, "part") ? take_word(&rest) : NULL;
        if (!strcmp(word, "part")) {
            char earned[SEEN_BYTES] = "", has[200] = "";
            good = text && read_number(take_word(&rest), -999999999, 999999999, &wanted);
            for (char *w; good && (w = take_word(&rest));) {
                int   times;
                char *what;
                good = read_repeat(w, TAP_RIGGED, &times, &what);
                while (good && times--) add_seen(earned, what);
            }
            if (!good) break;
            bool same = r && part_is(v, r, text, wanted, earned, has, sizeof has);
            if (!same && *has) snprintf(is, sizeof is, "that part is %s", has);
            else if (!same) name_parts(v, r, is, sizeof is);
            holds = holds && same;
            continue;
        }
        int32_t now = !r ? 0 : !strcmp(word, "points") ? r->points : !strcmp(word, "place") ? r->place : !strcmp(word, "won") ? r->won : r->net;
        bool    known = !strcmp(word, "points") || !strcmp(word, "place") || !strcmp(word, "won") || !strcmp(word, "net");
        good = known && read_number(take_word(&rest), -999999999, 999999999, &wanted);
        holds = holds && good && r && now == wanted && (r->told || strcmp(word, "points") != 0);
    }
    free(v);
    if (!good || !words) return fail_with(k->error, "%s", how);
    return found(k, holds, "the result of seat %d: %s", seat + 1, is);
}

/* "sentence" as those who know all of it hear it, or VIEWER "sentence" as he does. */
static bool expect_says(Look *k, char *rest)
{
    TapSeat viewer = TAP_NOBODY;
    bool    full = true;
    rest = trim(rest);
    if (*rest && *rest != '"') {
        if (!read_viewer(k, take_word(&rest), &viewer)) return false;
        full = false;
        rest = trim(rest);
    }
    const char *wanted = *rest == '"' ? take_word(&rest) : NULL;
    if (!wanted) return fail_with(k->error, "write the sentence in quotes: expect says \"Seat 2 folds.\"");
    char last[200] = "nothing";
    for (int i = 0; i < k->since->n; i++) {
        const TapEvent *ev = &k->since->event[i];
        TapSeat hears = viewer;
        if (full) hears = tap_has(ev->seen_by, TAP_WATCHER) ? (TapSeat)TAP_NOBODY : tap_first_of(ev->seen_by);
        tap_event_text(ev, hears, NULL, last, sizeof last);
        if (!strcmp(last, wanted)) return found(k, true, "it is said");
    }
    return found(k, false, "that is not said since the last answer; the last words are: %s", last);
}

bool expect_holds(const TapRecord *record, const TapLog *since, char *words, bool *ret_holds, TapError *error)
{
    static const struct Kind {
        const char *word;
        bool (*look)(Look *, char *rest);
    } kinds[] = {
        {"over", expect_over}, {"asked", expect_asked}, {"score", expect_score}, {"money", expect_money},
        {"pot", expect_pot}, {"answers", expect_answers}, {"start", expect_start}, {"phase", expect_phase},
        {"choices", expect_choices}, {"sees", expect_sees}, {"size", expect_size}, {"counter", expect_counter},
        {"says", expect_says}, {"result", expect_result},
    };
    Look k = {record, since, error, false};
    char *rest = words, *word = take_word(&rest);
    for (size_t i = 0; word && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(word, kinds[i].word)) {
            if (!kinds[i].look(&k, rest)) return false;
            *ret_holds = k.holds;
            return true;
        }
    return fail_with(error, "'%.40s' cannot be expected; docs/records.md lists what can", word ? word : "");
}
