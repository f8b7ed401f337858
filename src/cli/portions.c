#include "cli/portions.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/fail.h"

enum { MOST_WORDS = 160, WORD_BYTES = 32, PLACES = 16, LIST_BYTES = 160 };

static void add_words(char *text, size_t size, const char *more)
{
    size_t n = strlen(text);
    snprintf(text + n, size - n, "%s", more);
}

/* ------------------------------------------------------------------- places */

/* Places are seats where each has one; else they have numbers only. */
static bool places_are_seats(const Asked *asked, const TapChoice *o) { return !(o->places >> asked->view->seats); }

static void place_words(const Asked *asked, const TapChoice *o, const Company *c, int place, char *ret, size_t size)
{
    const char *name = place < TAP_SEATS ? c->name[place] : NULL;
    if (!places_are_seats(asked, o)) snprintf(ret, size, "place %d", place + 1);
    else if (place == c->viewer) snprintf(ret, size, "you");
    else if (name) snprintf(ret, size, "%s", name);
    else snprintf(ret, size, "seat %d", place + 1);
}

/* "1 you, 2 Mira and 3 Tobin", or "1, 2 and 3". */
static void place_list(const Asked *asked, const TapChoice *o, const Company *c, char *ret, size_t size)
{
    int left = tap_count(o->places), told = 0;
    *ret = 0;
    for (int p = 0; p < PLACES; p++) {
        char word[NAME_BYTES + 8], name[NAME_BYTES] = "";
        if (!(o->places >> p & 1)) continue;
        if (places_are_seats(asked, o)) place_words(asked, o, c, p, name, sizeof name);
        snprintf(word, sizeof word, "%d%s%s", p + 1, *name ? " " : "", name);
        add_words(ret, size, told++ ? (left == 1 ? " and " : ", ") : "");
        add_words(ret, size, word);
        left--;
    }
}

/* -------------------------------------------------------------------- words */

typedef struct Words {
    int  n, at;
    char word[MOST_WORDS][WORD_BYTES];
} Words;

/* Each of * : ; , is a word of its own. */
static bool words_of(const char *text, Words *ret, TapError *error)
{
    *ret = (Words){0};
    while (*(text += strspn(text, " \t"))) {
        size_t n = strcspn(text, " \t*:;,");
        if (!n) n = 1;
        if (n >= WORD_BYTES || ret->n == MOST_WORDS) return fail_with(error, "'%.40s' is too long.", text);
        memcpy(ret->word[ret->n], text, n);
        ret->word[ret->n++][n] = 0;
        text += n;
    }
    return true;
}

static bool is_word(const Words *w, int at, const char *word) { return at < w->n && !strcasecmp(w->word[at], word); }

static bool take(Words *w, const char *word)
{
    bool there = is_word(w, w->at, word);
    w->at += there;
    return there;
}

static bool take_filler(Words *w)
{
    return take(w, ",") || take(w, ";") || take(w, "and") || take(w, "the") || take(w, "a") || take(w, "an") ||
           take(w, "of");
}

/* How many words from `at` on are this name; the last may be a plural. */
static int matches(const Words *w, int at, const char *name)
{
    int n = 0;
    for (const char *p = name; p && *p; n++) {
        size_t      len = strcspn(p, " ");
        const char *word = at + n < w->n ? w->word[at + n] : "";
        bool        last = !p[len], same = !strncasecmp(word, p, len);
        if (!same || (word[len] && !(last && !strcasecmp(word + len, "s")))) return 0;
        p += len + !last;
    }
    return n;
}

static int number_at(const Words *w, int at)
{
    if (at >= w->n || strspn(w->word[at], "0123456789") != strlen(w->word[at]) || strlen(w->word[at]) > 4) return -1;
    return atoi(w->word[at]);
}

/* The place whose name or number stands there, -1 for none; *ret_words is how long it is. */
static int place_at(const Asked *asked, const TapChoice *o, const Company *c, const Words *w, int at, int *ret_words)
{
    int number = number_at(w, at);
    *ret_words = 1;
    if (number > 0 && number <= PLACES) return o->places >> (number - 1) & 1 ? number - 1 : -1;
    for (int p = 0; p < asked->view->seats && places_are_seats(asked, o); p++) {
        if (!(o->places >> p & 1)) continue;
        if (p == c->viewer && (is_word(w, at, "me") || is_word(w, at, "you") || is_word(w, at, "myself"))) return p;
        if (p != c->viewer && (*ret_words = matches(w, at, c->name[p])) > 0) return p;
        *ret_words = 1;
    }
    return -1;
}

/* A kind from `from` to `to` by its code, name or title; -1 for none. The longest counts: "blue gem", not "blue". */
static int take_kind(const Asked *asked, const TapChoice *o, Words *w, int from, int to)
{
    int found = -1, most = 0;
    for (int k = from; k < to; k++) {
        const TapFace *f = asked_face(asked, o, k);
        const char    *name[] = {f->code, f->name, f->title};
        for (int i = 0; i < 3; i++) {
            int n = name[i] ? matches(w, w->at, name[i]) : 0;
            if (n > most) most = n, found = k;
        }
    }
    w->at += most;
    return found;
}

/* "gold", "2 silver and 3 blue": those of which there is anything. */
static void thing_list(const Asked *asked, const TapChoice *o, int from, int to, const int n[TAP_STOCK], char *ret,
                       size_t size)
{
    int left = 0, told = 0;
    *ret = 0;
    for (int k = from; k < to; k++) left += n[k] > 0;
    for (int k = from; k < to; k++) {
        char word[WORD_BYTES + 8];
        if (n[k] <= 0) continue;
        snprintf(word, sizeof word, "%d %.24s", n[k], asked_face(asked, o, k)->code);
        add_words(ret, size, told++ ? (left == 1 ? " and " : ", ") : "");
        add_words(ret, size, word);
        left--;
    }
    if (!told) add_words(ret, size, "nothing");
}

static void stock_list(const Asked *asked, const TapChoice *o, int from, int to, char *ret, size_t size)
{
    int n[TAP_STOCK] = {0};
    for (int k = from; k < to; k++) n[k] = o->stock[k];
    thing_list(asked, o, from, to, n, ret, size);
}

/* A number behind a kind is its own if nothing follows that it could belong to: "gold 2, red 1". */
static int number_behind(const Words *w)
{
    static const char *const ends[] = {",", ";", "and", "to", "for"};
    int                      n = number_at(w, w->at);
    if (n < 0 || w->at + 1 == w->n) return n;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (is_word(w, w->at + 1, ends[i])) return n;
    return -1;
}

/* "2 silver", "2*silver", "silver", "silver 2": *ret_n and the kind, -1 with a reason. */
static int take_things(const Asked *asked, const TapChoice *o, Words *w, int from, int to, int *ret_n,
                       TapError *error)
{
    char list[LIST_BYTES];
    int  begun = w->at, n = number_at(w, w->at);
    if (n >= 0) w->at++, take(w, "*");
    int kind = take_kind(asked, o, w, from, to), behind = kind >= 0 && n < 0 ? number_behind(w) : -1;
    *ret_n = n >= 0 ? n : behind >= 0 ? behind : 1;
    w->at += behind >= 0;
    if (kind >= 0) return kind;
    stock_list(asked, o, from, to, list, sizeof list);
    const char *word = w->at < w->n ? w->word[w->at] : w->word[begun];
    fail_with(error, "'%s' is none of the things there are: %s.", word, list);
    return -1;
}

/* More were named than there are, or than whoever gives them has. */
static bool too_many(const Asked *asked, const TapChoice *o, int kind, bool own, TapError *error)
{
    int         n = o->stock[kind];
    const char *code = asked_face(asked, o, kind)->code, *has = own ? "You hold" : n < 2 ? "There is" : "There are";
    if (!n) return fail_with(error, "%s no %.24s.", has, code);
    return fail_with(error, "%s only %d %.24s.", has, n, code);
}

/* -------------------------------------------------------------------- splits */

typedef struct Split {
    int left[TAP_STOCK], held[TAP_STOCK]; /* not named yet; named, but not yet to whom */
    int to[TAP_STOCK][PLACES];
} Split;

static bool hold(const Asked *asked, const TapChoice *o, Split *s, int kind, int n, TapError *error)
{
    if (n > s->left[kind]) return too_many(asked, o, kind, false, error);
    s->left[kind] -= n;
    s->held[kind] += n;
    return true;
}

static bool holds_any(const Split *s)
{
    for (int k = 0; k < TAP_STOCK; k++)
        if (s->held[k]) return true;
    return false;
}

static void hand_over(Split *s, int place)
{
    for (int k = 0; k < TAP_STOCK; k++) s->to[k][place] += s->held[k], s->held[k] = 0;
}

/* Why a seat that is no place of a split gets nothing of it: the game's word, if it has one. */
static const char *why_outside(const Asked *asked, const TapChoice *o)
{
    const TapView *v = asked->view;
    for (int i = 0; i < v->choices; i++)
        if (v->choice[i].choice.verb == o->verb && v->choice[i].outside) return v->choice[i].outside;
    return "has no part in this";
}

static bool no_place(const Asked *asked, const TapChoice *o, const Company *c, const Words *w, TapError *error)
{
    char list[LIST_BYTES];
    place_list(asked, o, c, list, sizeof list);
    if (w->at >= w->n) return fail_with(error, "Say to whom: %s.", list);
    int number = number_at(w, w->at);
    for (int p = 0; p < asked->view->seats && places_are_seats(asked, o); p++)
        if (p == number - 1 || (p != c->viewer && matches(w, w->at, c->name[p])))
            return fail_with(error, "%s %s: there are %s.", c->name[p], why_outside(asked, o), list);
    return fail_with(error, "'%s' is no place: there are %s.", w->word[w->at], list);
}

/* Things come before "to Mira" or behind "Mira:". */
static bool read_split(const Asked *asked, const TapChoice *o, const Company *c, Words *w, Split *s, TapError *error)
{
    int  place = -1, words, n;
    bool rest = false;
    char list[LIST_BYTES];
    while (w->at < w->n) {
        if (is_word(w, w->at, ";")) place = -1; /* "me: gold; blue to Mira" */
        if (take_filler(w)) continue;
        int next = place_at(asked, o, c, w, w->at, &words);
        if (is_word(w, w->at + words, ":")) {
            if (next < 0) return no_place(asked, o, c, w, error);
            place = next;
            w->at += words + 1;
        } else if (take(w, "to")) {
            next = place_at(asked, o, c, w, w->at, &words);
            if (next < 0) return no_place(asked, o, c, w, error);
            if (!holds_any(s) && !rest) return fail_with(error, "Say what goes to '%s'.", w->word[w->at]);
            w->at += words;
            hand_over(s, next);
        } else if (take(w, "rest") || take(w, "all") || take(w, "everything")) {
            int kind = take_kind(asked, o, w, 0, o->kinds); /* "all silver" */
            rest = true;
            for (int k = kind < 0 ? 0 : kind; k < (kind < 0 ? o->kinds : kind + 1); k++)
                s->held[k] += s->left[k], s->left[k] = 0;
            next = place_at(asked, o, c, w, w->at, &words);
            if (next >= 0) w->at += words, hand_over(s, next);
            else if (!is_word(w, w->at, "to") && place >= 0) hand_over(s, place);
        } else {
            int kind = take_things(asked, o, w, 0, o->kinds, &n, error);
            if (kind < 0 || !hold(asked, o, s, kind, n, error)) return false;
            if (place >= 0) hand_over(s, place);
        }
    }
    thing_list(asked, o, 0, o->kinds, s->held, list, sizeof list);
    if (holds_any(s)) return fail_with(error, "Say to whom you give %s: behind it, to and a place.", list);
    thing_list(asked, o, 0, o->kinds, s->left, list, sizeof list);
    int left = 0;
    for (int k = 0; k < o->kinds; k++) left += s->left[k];
    return !left || fail_with(error, "%s %s left over: say who gets %s, or rest to %d.", list, left > 1 ? "are" : "is",
                              left > 1 ? "them" : "it", tap_first_of(o->places) + 1);
}

static void set_place(TapMove *m, int i, int place) { m->place[i / 2] |= (uint8_t)(place << (i % 2 * 4)); }

/* -------------------------------------------------------------------- counts */

static bool check_group(const Asked *asked, const TapChoice *o, const int n[TAP_STOCK], bool second, TapError *error)
{
    int      from = second ? o->second : 0, to = second ? o->kinds : o->second;
    unsigned lo = second ? o->lo2 : o->lo, hi = second ? o->hi2 : o->hi, sum = 0, all = 0;
    for (int k = from; k < to; k++) {
        bool own = !second && o->second < o->kinds && !asked_one_list(asked, o); /* what is given for something */
        if (n[k] > o->stock[k]) return too_many(asked, o, k, own, error);
        sum += (unsigned)n[k];
        all += o->stock[k];
    }
    if (hi > all) hi = all;
    if (sum >= lo && sum <= hi) return true;
    bool        one = asked_one_list(asked, o);
    const char *where = o->second == o->kinds ? "" : second ? " behind for" : " before for";
    char        kinds[LIST_BYTES] = "";
    if (one && o->second < o->kinds) {
        stock_list(asked, o, from, to, kinds + 4, sizeof kinds - 4);
        where = memcpy(kinds, " of ", 4);
    }
    if (lo == hi) return fail_with(error, "Name %u in all%s, not %u.", lo, where, sum);
    return fail_with(error, "Name %u to %u in all%s, not %u.", lo, hi, where, sum);
}

static bool read_counts(const Asked *asked, const TapChoice *o, Words *w, int n[TAP_STOCK], TapError *error)
{
    int group = 0, more;
    while (w->at < w->n) {
        if (take_filler(w) || take(w, "nothing") || take(w, "none")) continue;
        if (take(w, "for")) {
            if (asked_one_list(asked, o)) return fail_with(error, "Nothing is given back here: leave out for.");
            if (group++) return fail_with(error, "Say for once only.");
            continue;
        }
        int kind = take_things(asked, o, w, group ? o->second : 0,
                               group || asked_one_list(asked, o) ? o->kinds : o->second, &more, error);
        if (kind < 0) return false;
        n[kind] += more;
    }
    return check_group(asked, o, n, false, error) && check_group(asked, o, n, true, error);
}

/* ------------------------------------------------------------------- answers */

bool portions_read(const Asked *asked, const TapChoice *o, const Company *c, const char *text, TapMove *ret,
                   TapError *error)
{
    static Words words; /* large, and this program has one thread here */
    TapMove      m = tap_move(o->verb, o->a, o->b, 0);
    if (!words_of(text, &words, error)) return false;
    if (o->kind == TAP_SPLIT) {
        Split s = {.left = {0}};
        for (int k = 0; k < o->kinds; k++) s.left[k] = o->stock[k];
        if (!read_split(asked, o, c, &words, &s, error)) return false;
        for (int k = 0, thing = 0; k < o->kinds; k++)
            for (int p = 0; p < PLACES; p++)
                for (int i = 0; i < s.to[k][p]; i++) set_place(&m, thing++, p);
    } else {
        int n[TAP_STOCK] = {0};
        if (!read_counts(asked, o, &words, n, error)) return false;
        for (int k = 0; k < o->kinds; k++) set_place(&m, k, n[k]);
    }
    if (!tap_choice_admits(o, &m)) return fail_with(error, "'%.60s' is not possible now.", text);
    *ret = m;
    return true;
}

size_t portions_begin(const Asked *asked, const TapChoice *o, const char *words)
{
    size_t at = strcspn(words, " ");
    while (words[at]) {
        char        word[WORD_BYTES * 2];
        const char *start = words + at + strspn(words + at, " "), *star;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(start, " "), start);
        if (!strcmp(word, "nothing") || (o->kind == TAP_SPLIT && *word && word[strlen(word) - 1] == ':')) break;
        const char *code = (star = strchr(word, '*')) ? star + 1 : word;
        int         kind = o->kind == TAP_COUNTS ? o->kinds : 0;
        while (kind > 0 && strcmp(asked_face(asked, o, kind - 1)->code, code) != 0) kind--;
        if (kind) break;
        at = (size_t)(start - words) + strcspn(start, " ");
    }
    return at;
}

/* "2 of 1 helm and 3 dirk", "1 to 2 of ...". */
static void some_of(unsigned lo, unsigned hi, const char *things, char *ret, size_t size)
{
    if (lo == hi) snprintf(ret, size, "%u of %s", lo, things);
    else snprintf(ret, size, "%u to %u of %s", lo, hi, things);
}

void portions_explain(const Asked *asked, const TapChoice *o, const Company *c, char *ret, size_t size)
{
    char things[LIST_BYTES], more[LIST_BYTES];
    stock_list(asked, o, 0, o->kind == TAP_SPLIT ? o->kinds : o->second, things, sizeof things);
    if (o->kind == TAP_SPLIT) {
        place_list(asked, o, c, more, sizeof more);
        snprintf(ret, size, "To give: %s. Places: %s.", things, more);
        return;
    }
    stock_list(asked, o, o->second, o->kinds, more, sizeof more);
    if (o->second < o->kinds && asked_one_list(asked, o)) { /* resources and items: what there is none of is not said */
        char first[LIST_BYTES + 32] = "", then[LIST_BYTES + 32] = "";
        if (o->hi) some_of(o->lo, o->hi, things, first, sizeof first);
        if (o->hi2) some_of(o->lo2, o->hi2, more, then, sizeof then);
        snprintf(ret, size, "%s%s%s.", *first || *then ? first : "Nothing", *first && *then ? "; " : "", then);
        return;
    }
    int n = o->lo == o->hi ? snprintf(ret, size, "%u", o->lo) : snprintf(ret, size, "%u to %u", o->lo, o->hi);
    n += snprintf(ret + n, size - (size_t)n, " in all, at most %s", things);
    if (o->second < o->kinds) {
        n += snprintf(ret + n, size - (size_t)n, "; for ");
        n += snprintf(ret + n, size - (size_t)n, o->lo2 == o->hi2 ? "%u" : "%u to %u", o->lo2, o->hi2);
        n += snprintf(ret + n, size - (size_t)n, ", at most %s", more);
    }
    snprintf(ret + n, size - (size_t)n, ".");
}

/* The least of a group that is something: "2 gold", or "gold" where two are too many. */
static void counts_example(const Asked *asked, const TapChoice *o, bool second, char *ret, size_t size)
{
    int      from = second ? o->second : 0, to = second ? o->kinds : o->second, n[TAP_STOCK] = {0};
    unsigned lo = second ? o->lo2 : o->lo, hi = second ? o->hi2 : o->hi, want = hi < 2 ? hi : lo > 2 ? lo : 2;
    for (int k = from; k < to; k++) {
        n[k] = (int)(want < o->stock[k] ? want : o->stock[k]);
        want -= (unsigned)n[k];
    }
    thing_list(asked, o, from, to, n, ret, size);
}

void portions_example(const Asked *asked, const TapChoice *o, char *ret, size_t size)
{
    char first[LIST_BYTES], then[LIST_BYTES];
    if (o->kind == TAP_SPLIT) {
        int kind = 0, last = PLACES - 1;
        while (kind + 1 < o->kinds && !o->stock[kind]) kind++;
        while (last && !(o->places >> last & 1)) last--;
        snprintf(ret, size, "1 %.24s to %d, rest to %d", asked_face(asked, o, kind)->code, tap_first_of(o->places) + 1,
                 last + 1);
        return;
    }
    counts_example(asked, o, false, first, sizeof first);
    if (o->second == o->kinds) {
        snprintf(ret, size, "%s", first);
        return;
    }
    counts_example(asked, o, true, then, sizeof then);
    if (!asked_one_list(asked, o)) snprintf(ret, size, "%.70s for %.70s", first, then);
    else if (!strcmp(first, "nothing")) snprintf(ret, size, "%.70s", then);
    else snprintf(ret, size, "%.70s", first);
}
