/* The one ASCII form of every answer, and reading it. No game has a parser. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "table/table.h"

typedef struct Out {
    char  *text;
    size_t size, n;
} Out;

static void put(Out *o, const char *word)
{
    size_t len = strlen(word), gap = o->n > 0;
    if (o->n + gap + len + 1 > o->size) {
        o->n = o->size; /* too long: the caller is told */
        return;
    }
    if (gap) o->text[o->n++] = ' ';
    memcpy(o->text + o->n, word, len + 1);
    o->n += len;
}

static void put_number(Out *o, uint32_t n)
{
    char word[16];
    snprintf(word, sizeof word, "%u", n);
    put(o, word);
}

void item_word(const Piece *p, Seat viewer, uint32_t items, int i, char *ret, size_t size)
{
    bool card = p->slot != NULL;
    if (card ? !knows(p->slot[i].known, viewer) : !knows(p->die[i].known, viewer)) {
        snprintf(ret, size, "#%d", i + 1);
        return;
    }
    int face = card ? p->slot[i].card : p->die[i].face, nth = 1;
    for (int k = 0; k < i; k++)
        if (items >> k & 1) {
            bool seen = card ? knows(p->slot[k].known, viewer) : knows(p->die[k].known, viewer);
            nth += seen && (card ? p->slot[k].card : p->die[k].face) == face;
        }
    char code[32];
    snprintf(code, sizeof code, "%s", p->deck->face[card ? face : face - 1].code);
    if (nth > 1) snprintf(ret, size, "%s.%d", code, nth);
    else snprintf(ret, size, "%s", code);
}

static void put_items(Out *out, const Piece *p, Seat viewer, uint32_t items, uint32_t chosen)
{
    char word[40];
    if (!chosen) put(out, "nothing");
    for (; chosen; chosen &= chosen - 1) {
        item_word(p, viewer, items, __builtin_ctz(chosen), word, sizeof word);
        put(out, word);
    }
}

Wording wording_of(const Setup *setup, const Game *game, const Table *t, const Choice *o)
{
    Wording said = {.word = {NULL, NULL}};
    if (game->wording) game->wording(setup, t, o, &said);
    return said;
}

static void put_verb(Out *out, const Setup *setup, const Game *game, const Table *t, const Choice *o)
{
    const Verb *verb = &game->verbs[o->verb];
    put(out, verb->word);
    if (!verb->args) return;
    Wording said = wording_of(setup, game, t, o);
    for (int k = 0; k < verb->args; k++) {
        if (said.word[k]) put(out, said.word[k]);
        else put_number(out, k ? o->b : o->a);
    }
}

void choice_words(const Setup *setup, const Game *game, const Table *t, const Choice *o, char *ret, size_t size)
{
    Out out = {ret, size, 0};
    put_verb(&out, setup, game, t, o);
}

bool tap_move_write(const TapSetup *setup, const TapState *s, TapSeat seat, TapMove m, char *ret, size_t size)
{
    const State *st = state_at(s);
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    const Choice *o = tap_choices_find(&c, &m);
    if (!o) return false;
    const Game *game = game_of(setup, st, st->asking);
    const Verb *verb = &game->verbs[o->verb];
    Seat inner = seat_inward(st, st->asking, seat);
    Out out = {ret, size, 0};
    put_verb(&out, setup, game, table_of(st, st->asking), o);
    Piece p;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: break;
    case TAP_AMOUNT:
        if (verb->to) put(&out, "to");
        put_number(&out, m.value);
        break;
    case TAP_SUBSET:
        if (!piece_find(setup, game, table_of(st, st->asking), o, &p)) return false;
        put_items(&out, &p, inner, o->items, m.value);
        break;
    case TAP_ASSIGN:
        for (int i = 0, n = __builtin_popcount(o->items); i < n; i++) put_number(&out, 1u + (uint32_t)tap_assigned(&m, i));
        break;
    }
    return out.n < out.size;
}

/* ---------------------------------------------------------------- reading */

int tap_deck_find(const TapDeck *deck, const char *code)
{
    for (int i = 0; i < deck->faces; i++) {
        const char *a = deck->face[i].code, *b = code;
        while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
        if (!*a && !*b) return i;
    }
    return -1;
}

enum { MAX_WORDS = 40, WORD_BYTES = 32 };

typedef struct Words {
    int  n;
    char word[MAX_WORDS][WORD_BYTES];
} Words;

static bool split(const char *text, Words *ret)
{
    ret->n = 0;
    while (*text) {
        while (*text && (isspace((unsigned char)*text) || *text == ',')) text++;
        size_t n = 0;
        while (text[n] && !isspace((unsigned char)text[n]) && text[n] != ',') n++;
        if (!n) break;
        if (ret->n == MAX_WORDS || n >= WORD_BYTES) return false;
        for (size_t i = 0; i < n; i++) ret->word[ret->n][i] = (char)tolower((unsigned char)text[i]);
        ret->word[ret->n++][n] = 0;
        text += n;
    }
    return ret->n > 0;
}

static bool fills(const char *word)
{
    static const char *const filler[] = {"to", "the", "a", "an", "and", "with", "by", "on", "all", "nothing", "none", "no"};
    for (size_t i = 0; i < sizeof filler / sizeof *filler; i++)
        if (!strcmp(word, filler[i])) return true;
    return false;
}

/* "raise", "raises", and "pass", "passes". */
static bool means(const char *typed, const char *word)
{
    size_t n = strlen(word);
    if (!word[0] || strncmp(typed, word, n)) return false;
    return !typed[n] || !strcmp(typed + n, "s") || !strcmp(typed + n, "es");
}

static bool number(const char *word, uint32_t *ret)
{
    char *end;
    if (!isdigit((unsigned char)word[0]) || strlen(word) > 9) return false;
    *ret = (uint32_t)strtoul(word, &end, 10);
    return !*end;
}

static bool read_items(const Piece *p, Seat viewer, const Choice *o, Words *w, int from, uint32_t *ret)
{
    uint32_t chosen = 0;
    for (int k = from; k < w->n; k++) {
        int found = -1;
        for (int i = 0; i < TAP_ITEMS && found < 0; i++)
            if (o->items >> i & 1 && !(chosen >> i & 1)) {
                char word[40], plain[40];
                item_word(p, viewer, o->items, i, word, sizeof word);
                for (char *x = word; *x; x++) *x = (char)tolower((unsigned char)*x);
                snprintf(plain, sizeof plain, "#%d", i + 1);
                if (!strcmp(word, w->word[k]) || !strcmp(plain, w->word[k])) found = i;
            }
        /* A code typed twice means two of that kind. */
        for (int i = 0; i < TAP_ITEMS && found < 0; i++)
            if (o->items >> i & 1 && !(chosen >> i & 1)) {
                char word[40];
                item_word(p, viewer, o->items, i, word, sizeof word);
                for (char *x = word; *x; x++) *x = (char)tolower((unsigned char)*x);
                char *dot = strchr(word, '.');
                if (dot) *dot = 0;
                if (!strcmp(word, w->word[k])) found = i;
            }
        if (found < 0) return false;
        chosen |= 1u << found;
    }
    *ret = chosen;
    return true;
}

/* What the words behind the verb mean for this entry; false if they mean nothing. */
static bool read_entry(const Setup *setup, const Game *game, const Table *t, Seat seat, const Choice *o, const Verb *verb,
                       Words *w, Move *ret)
{
    Move m = {.verb = o->verb, .a = o->a, .b = o->b};
    uint32_t n;
    int at = 1;
    Wording said = {.word = {NULL, NULL}};
    if (verb->args) said = wording_of(setup, game, t, o);
    for (int k = 0; k < verb->args; k++, at++) {
        if (at >= w->n) return false;
        if (said.word[k] ? strcmp(w->word[at], said.word[k]) != 0 : !number(w->word[at], &n) || n != (k ? o->b : o->a)) return false;
    }
    Piece p;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: /* a number behind it may repeat what the label says: "call 4" */
        if (at + 1 == w->n && number(w->word[at], &n) && n == o->lo) at++;
        break;
    case TAP_AMOUNT:
        if (at >= w->n || !number(w->word[at++], &m.value)) return false;
        break;
    case TAP_SUBSET:
        if (!piece_find(setup, game, t, o, &p) || !read_items(&p, seat, o, w, at, &m.value)) return false;
        at = w->n;
        break;
    case TAP_ASSIGN:
        for (int i = 0, items = __builtin_popcount(o->items); i < items; i++, at++) {
            if (at >= w->n || !number(w->word[at], &n) || n < 1 || n > 16) return false;
            m.place[i / 2] |= (uint8_t)((n - 1) << (i % 2 * 4));
        }
        break;
    }
    if (at != w->n || !tap_choice_admits(o, &m)) return false;
    *ret = m;
    return true;
}

bool tap_move_read(const TapSetup *setup, const TapState *s, TapSeat seat, const char *text, TapMove *ret, TapError *error)
{
    const State *st = state_at(s);
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    Words w;
    bool whole = split(text, &w);
    int kept = whole ? 1 : 0; /* the verb stays even if it looks like a filler */
    for (int i = 1; whole && i < w.n; i++)
        if (!fills(w.word[i])) memmove(w.word[kept++], w.word[i], WORD_BYTES);
    w.n = kept;
    const Game *game = game_of(setup, st, st->asking);
    const Table *t = table_of(st, st->asking);
    bool verb_known = false;
    for (int i = 0; whole && i < c.n; i++) {
        const Verb *verb = &game->verbs[c.choice[i].verb];
        if (!means(w.word[0], verb->word) && !(verb->also && means(w.word[0], verb->also))) continue;
        verb_known = true;
        if (read_entry(setup, game, t, seat_inward(st, st->asking, seat), &c.choice[i], verb, &w, ret)) return true;
    }
    if (!error) return false;
    char list[160] = "";
    for (int i = 0; i < c.n; i++) {
        const char *word = game->verbs[c.choice[i].verb].word;
        if (i && c.choice[i].verb == c.choice[i - 1].verb) continue;
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", word);
    }
    if (!c.n) snprintf(error->text, sizeof error->text, "Seat %d is not asked anything now.", seat + 1);
    else if (verb_known) snprintf(error->text, sizeof error->text, "'%.60s' is not possible now.", text);
    else snprintf(error->text, sizeof error->text, "'%.60s' is no answer here. Possible: %s.", text, list);
    return false;
}
