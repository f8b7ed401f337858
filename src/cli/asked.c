#include "cli/asked.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/fail.h"

enum { TYPED_WORDS = 160, TYPED_WORD_BYTES = 64 };

bool asked_by_number(const TapView *v, int choice)
{
    const TapViewChoice *c = &v->choice[choice];
    if (c->choice.kind != TAP_SUBSET || c->zone < 0) return false;
    const TapViewZone *z = &v->zone[c->zone];
    return z->n && v->item[z->first].kind != TAP_DIE_ITEM;
}

const TapFace *asked_face(const Asked *a, const TapChoice *o, int i)
{
    const TapDeck *deck = a->told ? a->told->deck[o->deck - 1] : a->setup->content->deck[o->deck - 1];
    return &deck->face[i < deck->faces ? i : i - o->second];
}

bool asked_one_list(const Asked *a, const TapChoice *o)
{
    return o->second == o->kinds || strcmp(asked_face(a, o, 0)->code, asked_face(a, o, o->second)->code);
}

/* ---------------------------------------------------------------- writing */

typedef struct Said {
    char  *text;
    size_t n, size;
} Said;

__attribute__((format(printf, 2, 3))) static void say(Said *s, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    int n = vsnprintf(s->text + s->n, s->size - s->n, form, args);
    va_end(args);
    s->n += (size_t)n < s->size - s->n ? (size_t)n : s->size - s->n - 1;
}

static void say_copies(Said *s, int n, const char *code) { n > 1 ? say(s, " %d*%s", n, code) : say(s, " %s", code); }

static void say_split(Said *s, const Asked *a, const TapChoice *o, const TapMove *m)
{
    bool any = false;
    for (int place = 0; place < 16; place++) {
        int thing = 0, kinds = 0;
        for (int k = 0; k < o->kinds; k++) {
            int n = 0;
            for (int i = 0; i < o->stock[k]; i++) n += tap_assigned(m, thing++) == place;
            if (!n) continue;
            if (!kinds++) say(s, any ? "; %d:" : " %d:", place + 1);
            say_copies(s, n, asked_face(a, o, k)->code);
        }
        any = any || kinds;
    }
    if (!any) say(s, " nothing");
}

static void say_counts(Said *s, const Asked *a, const TapChoice *o, const TapMove *m)
{
    bool one = asked_one_list(a, o);
    for (int group = 0; group < (one ? 1 : 2); group++) {
        int any = 0;
        if (group) say(s, " for");
        for (int k = group ? o->second : 0; k < (group || one ? o->kinds : o->second); k++)
            if (tap_assigned(m, k)) say_copies(s, tap_assigned(m, k), asked_face(a, o, k)->code), any++;
        if (!any) say(s, " nothing");
    }
}

static bool write_told(const Asked *a, TapMove m, char *ret, size_t size)
{
    const TapView *v = a->view;
    int            i = 0;
    while (i < v->choices && !tap_choice_admits(&v->choice[i].choice, &m)) i++;
    if (i == v->choices) return false;
    const TapChoice *o = &v->choice[i].choice;
    Said             s = {ret, 0, size};
    say(&s, "%s", a->told->word[i]);
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: break;
    case TAP_AMOUNT: /* as records write it: "raise to 6" */
        say(&s, strstr(v->choice[i].label, " to ") ? " to %u" : " %u", m.value);
        break;
    case TAP_SUBSET:
        if (!tap_chosen(&m)) say(&s, " nothing");
        for (uint64_t left = tap_chosen(&m); left; left &= left - 1)
            say(&s, " %s", a->told->item[i][__builtin_ctzll(left)]);
        break;
    case TAP_ASSIGN:
        for (int k = 0; k < __builtin_popcountll(o->items); k++) say(&s, " %d", 1 + tap_assigned(&m, k));
        break;
    case TAP_SPLIT: say_split(&s, a, o, &m); break;
    case TAP_COUNTS: say_counts(&s, a, o, &m); break;
    }
    return s.n + 1 < size;
}

bool asked_write(const Asked *a, TapMove m, char *ret, size_t size)
{
    return a->told ? write_told(a, m, ret, size)
                   : tap_move_write(a->setup, a->state, a->view->viewer, m, ret, size);
}

/* ---------------------------------------------------------------- reading */

typedef struct Typing {
    int  n;
    char word[TYPED_WORDS][TYPED_WORD_BYTES];
} Typing;

static bool typing_of(const char *text, Typing *ret)
{
    ret->n = 0;
    while (*(text += strspn(text, " ,"))) {
        size_t n = strcspn(text, " ,");
        if (n >= TYPED_WORD_BYTES || ret->n == TYPED_WORDS) return false;
        memcpy(ret->word[ret->n], text, n);
        ret->word[ret->n++][n] = 0;
        text += n;
    }
    return ret->n > 0;
}

static bool only_fills(const char *word)
{
    static const char *const filler[] = {"to", "the", "a",   "an",      "and",  "with",
                                         "by", "on",  "all", "nothing", "none", "no"};
    for (size_t i = 0; i < sizeof filler / sizeof *filler; i++)
        if (!strcasecmp(word, filler[i])) return true;
    return false;
}

/* "raise", and "raises"; "pass", and "passes". */
static bool means(const char *typed, const char *word, size_t n)
{
    if (!n || strncasecmp(typed, word, n) != 0) return false;
    return !typed[n] || !strcasecmp(typed + n, "s") || !strcasecmp(typed + n, "es");
}

static bool number_in(const char *word, uint32_t lo, uint32_t hi, uint32_t *ret)
{
    if (!*word || strlen(word) > 9 || word[strspn(word, "0123456789")]) return false;
    *ret = (uint32_t)strtoul(word, NULL, 10);
    return *ret >= lo && *ret <= hi;
}

/* How many words say which choice it is; 0: others. */
static int begins_with(const Typing *t, const char *words)
{
    int at = 0;
    for (const char *p = words; *p; at++) {
        size_t n = strcspn(p, " ");
        if (at >= t->n) return 0;
        if (at ? strlen(t->word[at]) != n || strncasecmp(t->word[at], p, n) != 0 : !means(t->word[at], p, n)) return 0;
        p += n + (p[n] == ' ');
    }
    return at;
}

/* A code typed twice means two of that kind: R-owl and R-owl.2. */
static bool read_items(const Asked *a, int choice, const Typing *t, int from, uint64_t *ret)
{
    uint64_t items = a->view->choice[choice].choice.items, chosen = 0;
    for (int k = from; k < t->n; k++) {
        int found = -1;
        for (int pass = 0; pass < 2 && found < 0; pass++)
            for (uint64_t left = items & ~chosen; left && found < 0; left &= left - 1) {
                int         i = __builtin_ctzll(left);
                const char *word = a->told->item[choice][i];
                char        place[8];
                size_t      n = pass ? strcspn(word, ".") : strlen(word);
                snprintf(place, sizeof place, "#%d", i + 1);
                if ((strlen(t->word[k]) == n && !strncasecmp(t->word[k], word, n)) ||
                    (!pass && !strcmp(t->word[k], place)))
                    found = i;
            }
        if (found < 0) return false;
        chosen |= 1ull << found;
    }
    *ret = chosen;
    return true;
}

static bool read_behind(const Asked *a, int choice, const Typing *t, int at, TapMove *ret)
{
    const TapChoice *o = &a->view->choice[choice].choice;
    TapMove          m = tap_move(o->verb, o->a, o->b, 0);
    uint64_t         chosen;
    uint32_t         n;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: /* a number behind it may repeat what the label says: "call 4" */
        if (at + 1 == t->n && number_in(t->word[at], 0, UINT32_MAX, &n) &&
            strstr(a->view->choice[choice].label, t->word[at]))
            at++;
        break;
    case TAP_AMOUNT:
        if (at >= t->n || !number_in(t->word[at++], o->lo, o->hi, &m.value)) return false;
        break;
    case TAP_SUBSET:
        if (!read_items(a, choice, t, at, &chosen)) return false;
        m = tap_move(o->verb, o->a, o->b, chosen);
        at = t->n;
        break;
    case TAP_ASSIGN:
        for (int i = 0; i < __builtin_popcountll(o->items); i++, at++) {
            if (at >= t->n || !number_in(t->word[at], 1, 16, &n)) return false;
            m.place[i / 2] |= (uint8_t)((n - 1) << (i % 2 * 4));
        }
        break;
    case TAP_SPLIT:
    case TAP_COUNTS: return false;
    }
    if (at != t->n || !tap_choice_admits(o, &m)) return false;
    *ret = m;
    return true;
}

static bool read_words(const Asked *a, const Typing *t, TapMove *ret, bool *ret_known)
{
    for (int i = 0; i < a->view->choices; i++) {
        int at = begins_with(t, a->told->word[i]);
        *ret_known = *ret_known || at;
        if (at && read_behind(a, i, t, at, ret)) return true;
    }
    return false;
}

static bool read_told(const Asked *a, const char *text, TapMove *ret, TapError *error)
{
    Typing t;
    bool   known = false;
    if (typing_of(text, &t)) {
        if (read_words(a, &t, ret, &known)) return true;
        int kept = 1; /* the verb stays even if it looks like a filler */
        for (int i = 1; i < t.n; i++)
            if (!only_fills(t.word[i])) memmove(t.word[kept++], t.word[i], TYPED_WORD_BYTES);
        bool fewer = kept < t.n;
        t.n = kept;
        if (fewer && read_words(a, &t, ret, &known)) return true;
    }
    char        list[160] = "";
    const char *last = "";
    for (int i = 0; i < a->view->choices; i++) {
        const char *word = a->told->word[i];
        size_t      n = strlen(list), verb = strcspn(word, " ");
        if (strcspn(last, " ") == verb && !strncmp(last, word, verb)) continue;
        snprintf(list + n, sizeof list - n, "%s%.*s", n ? ", " : "", (int)verb, word);
        last = word;
    }
    if (known) return fail_with(error, "'%.60s' is not possible now.", text);
    return fail_with(error, "'%.60s' is no answer here. Possible: %s.", text, list);
}

bool asked_read(const Asked *a, const char *text, TapMove *ret, TapError *error)
{
    return a->told ? read_told(a, text, ret, error)
                   : tap_move_read(a->setup, a->state, a->view->viewer, text, ret, error);
}
