/* The one ASCII form of every answer, and reading it. No game has a parser. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "table/table.h"

/* ------------------------------------------------------------------ names */

bool names_of(const Setup *setup, const Game *game, const Table *t, const Choice *o, Seat viewer, Names *ret)
{
    *ret = (Names){.viewer = viewer, .items = o->kind == TAP_SPLIT || o->kind == TAP_COUNTS ? ~0ull : o->items};
    if (o->deck) ret->deck = setup->content->deck[o->deck - 1];
    return o->deck || piece_find(setup, game, t, o, &ret->piece);
}

/* The face of item i, from 0; -1 if the viewer does not know it. */
static int face_of(const Names *of, int i)
{
    const Piece *p = &of->piece;
    if (of->deck) return i;
    if (p->slot) return knows(p->slot[i].known, of->viewer) ? p->slot[i].card : -1;
    return knows(p->die[i].known, of->viewer) ? p->die[i].face - 1 : -1;
}

void item_word(const Names *of, int i, char *ret, size_t size)
{
    int face = face_of(of, i), nth = 1;
    if (face < 0) {
        snprintf(ret, size, "#%d", i + 1);
        return;
    }
    for (int k = 0; k < i && !of->deck; k++) nth += (of->items >> k & 1) && face_of(of, k) == face;
    const char *code = (of->deck ? of->deck : of->piece.deck)->face[face].code;
    if (nth > 1) snprintf(ret, size, "%s.%d", code, nth);
    else snprintf(ret, size, "%s", code);
}

/* Both groups of counts may be of the same faces: then the second begins with the first face again. */
const TapFace *kind_face(const Setup *setup, const Choice *o, int k)
{
    const Deck *deck = setup->content->deck[o->deck - 1];
    return &deck->face[k < deck->faces ? k : k - o->second];
}

/* ---------------------------------------------------------------- writing */

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

/* "gold", "2*silver" */
static void put_copies(Out *out, int n, const char *code, const char *end)
{
    char word[48];
    if (n > 1) snprintf(word, sizeof word, "%d*%s%s", n, code, end);
    else snprintf(word, sizeof word, "%s%s", code, end);
    put(out, word);
}

static void put_items(Out *out, const Names *of, uint64_t chosen)
{
    char word[40];
    if (!chosen) put(out, "nothing");
    for (; chosen; chosen &= chosen - 1) {
        item_word(of, __builtin_ctzll(chosen), word, sizeof word);
        put(out, word);
    }
}

/* How many things of kind k a split gives to a place. */
static int given(const Choice *o, const Move *m, int kind, int place)
{
    int thing = 0, n = 0;
    for (int k = 0; k < kind; k++) thing += o->stock[k];
    for (int i = 0; i < o->stock[kind]; i++) n += tap_assigned(m, thing + i) == place;
    return n;
}

/* "1: 2*silver gold; 3: blue" */
static void put_split(Out *out, const Setup *setup, const Choice *o, const Move *m)
{
    bool any = false;
    for (int place = 0; place < 16; place++) {
        int kinds = 0;
        for (int k = 0; k < o->kinds; k++) kinds += given(o, m, k, place) > 0;
        if (!kinds) continue;
        if (any && out->n + 1 < out->size) out->text[out->n++] = ';', out->text[out->n] = 0;
        char word[8];
        snprintf(word, sizeof word, "%d:", place + 1);
        put(out, word);
        for (int k = 0; k < o->kinds; k++)
            if (given(o, m, k, place)) put_copies(out, given(o, m, k, place), kind_face(setup, o, k)->code, "");
        any = true;
    }
    if (!any) put(out, "nothing");
}

/* Groups of other faces need no word between them: "2*iron-ore dirk". */
static bool is_one_list(const Setup *setup, const Choice *o)
{
    return setup->content->deck[o->deck - 1]->faces >= o->kinds;
}

static void put_kinds(Out *out, const Setup *setup, const Choice *o, const Move *m, int from, int to)
{
    int any = 0;
    for (int k = from; k < to; k++)
        if (tap_assigned(m, k)) put_copies(out, tap_assigned(m, k), kind_face(setup, o, k)->code, ""), any++;
    if (!any) put(out, "nothing");
}

/* "2*silver gold for blue" */
static void put_counts(Out *out, const Setup *setup, const Choice *o, const Move *m)
{
    if (is_one_list(setup, o)) {
        put_kinds(out, setup, o, m, 0, o->kinds);
        return;
    }
    for (int which = 0; which < 2; which++) {
        if (which) put(out, "for");
        put_kinds(out, setup, o, m, which ? o->second : 0, which ? o->kinds : o->second);
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

/* A move that this entry admits. */
static bool write_move(const Setup *setup, const State *st, Seat seat, const Choice *o, Move m, char *ret, size_t size)
{
    const Game *game = game_of(setup, st, st->asking);
    const Table *t = table_of(st, st->asking);
    const Verb *verb = &game->verbs[o->verb];
    Out out = {ret, size, 0};
    put_verb(&out, setup, game, t, o);
    Names of;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: break;
    case TAP_AMOUNT:
        if (verb->to) put(&out, "to");
        put_number(&out, m.value);
        break;
    case TAP_SUBSET:
        if (!names_of(setup, game, t, o, seat_inward(st, st->asking, seat), &of)) return false;
        put_items(&out, &of, tap_chosen(&m));
        break;
    case TAP_ASSIGN:
        for (int i = 0, n = __builtin_popcountll(o->items); i < n; i++)
            put_number(&out, 1u + (uint32_t)tap_assigned(&m, i));
        break;
    case TAP_SPLIT: put_split(&out, setup, o, &m); break;
    case TAP_COUNTS: put_counts(&out, setup, o, &m); break;
    }
    return out.n < out.size;
}

bool tap_move_write(const TapSetup *setup, const TapState *s, TapSeat seat, TapMove m, char *ret, size_t size)
{
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    const Choice *o = tap_choices_find(&c, &m);
    return o && write_move(setup, state_at(s), seat, o, m, ret, size);
}

/* ---------------------------------------------------------------- reading */

static bool same_code(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return !*a && !*b;
}

int tap_deck_find(const TapDeck *deck, const char *code)
{
    for (int i = 0; i < deck->faces; i++)
        if (same_code(deck->face[i].code, code)) return i;
    return -1;
}

enum { MAX_WORDS = 160, WORD_BYTES = 32 };

typedef struct Words {
    int  n;
    char word[MAX_WORDS][WORD_BYTES];
} Words;

/* A colon ends a word and stays with it, a semicolon is a word of its own. */
static bool split(const char *text, Words *ret)
{
    ret->n = 0;
    while (*text) {
        while (*text && (isspace((unsigned char)*text) || *text == ',')) text++;
        size_t n = 0;
        while (text[n] && !isspace((unsigned char)text[n]) && !strchr(",;:", text[n])) n++;
        if (text[n] == ':' || (!n && text[n] == ';')) n++;
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
    static const char *const filler[] = {"to", "the", "a",   "an",      "and",  "with",
                                         "by", "on",  "all", "nothing", "none", "no"};
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

/* "gold", "2*silver": a code and how often. */
static bool read_copies(const char *word, const char **ret_code, int *ret_n)
{
    const char *star = strchr(word, '*');
    char        count_word[8] = "";
    uint32_t    n = 1;
    if (star && (size_t)(star - word) < sizeof count_word) memcpy(count_word, word, (size_t)(star - word));
    if (star && (!number(count_word, &n) || n < 1 || n > TAP_ITEMS)) return false;
    *ret_code = star ? star + 1 : word;
    *ret_n = (int)n;
    return true;
}

static bool read_items(const Names *of, const Words *w, int from, uint64_t *ret)
{
    uint64_t chosen = 0;
    for (int k = from; k < w->n; k++) {
        int found = -1;
        for (int pass = 0; pass < 2 && found < 0; pass++)
            for (int i = 0; i < TAP_ITEMS && found < 0; i++) {
                if (!(of->items >> i & 1) || chosen >> i & 1) continue;
                char word[40], place[8];
                item_word(of, i, word, sizeof word);
                snprintf(place, sizeof place, "#%d", i + 1);
                char *dot = strchr(word, '.');
                if (pass && dot) *dot = 0; /* a code typed twice means two of that kind */
                /* a die that shows a picture has no number of its own: "reroll 1 3" are places */
                bool numbered = of->piece.die && tap_deck_find(of->piece.deck, w->word[k]) < 0;
                bool here = !strcmp(place, w->word[k]) || (numbered && !strcmp(place + 1, w->word[k]));
                if (same_code(word, w->word[k]) || (!pass && here)) found = i;
            }
        if (found < 0) return false;
        chosen |= 1ull << found;
    }
    *ret = chosen;
    return true;
}

static int find_kind(const Setup *setup, const Choice *o, int from, int to, const char *code)
{
    for (int k = from; k < to; k++)
        if (same_code(kind_face(setup, o, k)->code, code)) return k;
    return -1;
}

/* The place a word names: "3", "3:", "me". */
static bool read_place(const char *word, Seat me, int *ret)
{
    char     plain[WORD_BYTES];
    uint32_t n;
    snprintf(plain, sizeof plain, "%s", word);
    if (plain[0] && plain[strlen(plain) - 1] == ':') plain[strlen(plain) - 1] = 0;
    if (!strcmp(plain, "me")) n = (uint32_t)me + 1;
    else if (!number(plain, &n) || n < 1 || n > 16) return false;
    *ret = (int)n - 1;
    return true;
}

/* "1: 2*silver gold; 2: blue", and "rest to 3" for whatever was not named. */
static bool read_split(const Setup *setup, const Choice *o, Seat me, const Words *w, int from, Move *m)
{
    uint8_t to[TAP_STOCK][16] = {{0}}; /* of each kind, how many to each place */
    int     left[TAP_STOCK], place = -1;
    for (int k = 0; k < o->kinds; k++) left[k] = o->stock[k];
    for (int i = from; i < w->n; i++) {
        const char *word = w->word[i], *code;
        int         n;
        if (!strcmp(word, ";")) continue;
        if (!strcmp(word, "rest")) {
            if (++i >= w->n || !read_place(w->word[i], me, &place)) return false;
            for (int k = 0; k < o->kinds; k++) to[k][place] = (uint8_t)(to[k][place] + left[k]), left[k] = 0;
        } else if (word[strlen(word) - 1] == ':') {
            if (!read_place(word, me, &place)) return false;
        } else {
            int kind = read_copies(word, &code, &n) ? find_kind(setup, o, 0, o->kinds, code) : -1;
            if (kind < 0 || place < 0 || n > left[kind]) return false;
            to[kind][place] = (uint8_t)(to[kind][place] + n);
            left[kind] -= n;
        }
    }
    for (int k = 0, thing = 0; k < o->kinds; k++) {
        if (left[k]) return false;
        for (int p = 0; p < 16; p++)
            for (int n = 0; n < to[k][p]; n++, thing++) m->place[thing / 2] |= (uint8_t)(p << (thing % 2 * 4));
    }
    return true;
}

static bool read_counts(const Setup *setup, const Choice *o, const Words *w, int from, Move *m)
{
    int n[TAP_STOCK] = {0}, group = 0;
    for (int i = from; i < w->n; i++) {
        const char *code;
        int         more;
        if (!strcmp(w->word[i], "for")) {
            if (group++) return false;
            continue;
        }
        int first = group ? o->second : 0, end = group || is_one_list(setup, o) ? o->kinds : o->second;
        int kind = read_copies(w->word[i], &code, &more) ? find_kind(setup, o, first, end, code) : -1;
        if (kind < 0 || n[kind] + more > TAP_COUNTED) return false;
        n[kind] += more;
    }
    for (int k = 0; k < o->kinds; k++) m->place[k / 2] |= (uint8_t)(n[k] << (k % 2 * 4));
    return true;
}

/* The argument of a verb; a colon behind it only leads on to what follows: "offer 3: 2*silver for blue". */
static bool is_argument(const char *typed, const char *word, uint32_t number_of)
{
    char     plain[WORD_BYTES];
    uint32_t n;
    snprintf(plain, sizeof plain, "%s", typed);
    if (plain[0] && plain[strlen(plain) - 1] == ':') plain[strlen(plain) - 1] = 0;
    if (!word) return number(plain, &n) && n == number_of;
    size_t len = strlen(word) - (word[0] && word[strlen(word) - 1] == ':');
    return strlen(plain) == len && !strncmp(plain, word, len);
}

/* What the words behind the verb mean for this entry; false if they mean nothing. */
static bool read_entry(const Setup *setup, const Game *game, const Table *t, Seat seat, const Choice *o,
                       const Verb *verb, const Words *w, Move *ret)
{
    Move m = {.verb = o->verb, .a = o->a, .b = o->b};
    uint32_t n;
    uint64_t chosen;
    int at = 1;
    Wording said = {.word = {NULL, NULL}};
    if (verb->args) said = wording_of(setup, game, t, o);
    for (int k = 0; k < verb->args; k++, at++) {
        if (at >= w->n) return false;
        bool also = !k && said.also && is_argument(w->word[at], said.also, 0);
        if (!also && !is_argument(w->word[at], said.word[k], k ? o->b : o->a)) return false;
    }
    if (at < w->n && said.also && is_argument(w->word[at], said.also, 0)) at++;
    Names of;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: /* a number behind it may repeat what the label says: "call 4" */
        if (at + 1 == w->n && number(w->word[at], &n) && n == o->lo) at++;
        break;
    case TAP_AMOUNT:
        if (at >= w->n || !number(w->word[at++], &m.value)) return false;
        break;
    case TAP_SUBSET:
        if (!names_of(setup, game, t, o, seat, &of) || !read_items(&of, w, at, &chosen)) return false;
        m = tap_move(o->verb, o->a, o->b, chosen);
        at = w->n;
        break;
    case TAP_ASSIGN:
        for (int i = 0, items = __builtin_popcountll(o->items); i < items; i++, at++) {
            if (at >= w->n || !number(w->word[at], &n) || n < 1 || n > 16) return false;
            m.place[i / 2] |= (uint8_t)((n - 1) << (i % 2 * 4));
        }
        break;
    case TAP_SPLIT:
        if (!read_split(setup, o, seat, w, at, &m)) return false;
        at = w->n;
        break;
    case TAP_COUNTS:
        if (!read_counts(setup, o, w, at, &m)) return false;
        at = w->n;
        break;
    }
    if (at != w->n || !tap_choice_admits(o, &m)) return false;
    *ret = m;
    return true;
}

bool tap_move_read(const TapSetup *setup, const TapState *s, TapSeat seat, const char *text, TapMove *ret,
                   TapError *error)
{
    return tap_move_take(setup, s, seat, text, ret, NULL, 0, error);
}

/* The first entry for which these words mean a move; *ret_known: the verb at least is one that is offered. */
static bool take_words(const Setup *setup, const State *st, Seat seat, const Choices *c, const Words *w, Move *ret,
                       char *ret_words, size_t size, bool *ret_known)
{
    const Game  *game = game_of(setup, st, st->asking);
    const Table *t = table_of(st, st->asking);
    for (int i = 0; i < c->n; i++) {
        const Verb *verb = &game->verbs[c->choice[i].verb];
        if (!means(w->word[0], verb->word) && !(verb->also && means(w->word[0], verb->also))) continue;
        *ret_known = true;
        Move m;
        if (!read_entry(setup, game, t, seat_inward(st, st->asking, seat), &c->choice[i], verb, w, &m)) continue;
        if (ret_words && !write_move(setup, st, seat, &c->choice[i], m, ret_words, size)) continue;
        *ret = m;
        return true;
    }
    return false;
}

/* Words that only fill are left out if they mean nothing: "rank A" is an Ace. */
bool tap_move_take(const TapSetup *setup, const TapState *s, TapSeat seat, const char *text, TapMove *ret,
                   char *ret_words, size_t size, TapError *error)
{
    const State *st = state_at(s);
    TapChoices c;
    tap_choices(setup, s, seat, &c);
    Words w;
    const Game *game = game_of(setup, st, st->asking);
    bool verb_known = false;
    if (split(text, &w)) {
        if (take_words(setup, st, seat, &c, &w, ret, ret_words, size, &verb_known)) return true;
        int kept = 1; /* the verb stays even if it looks like a filler */
        for (int i = 1; i < w.n; i++)
            if (!fills(w.word[i])) memmove(w.word[kept++], w.word[i], WORD_BYTES);
        bool fewer = kept < w.n;
        w.n = kept;
        if (fewer && take_words(setup, st, seat, &c, &w, ret, ret_words, size, &verb_known)) return true;
    }
    if (!error) return false;
    char list[160] = "";
    for (int i = 0; i < c.n; i++) {
        const char *word = game->verbs[c.choice[i].verb].word;
        if (i && c.choice[i].verb == c.choice[i - 1].verb) continue;
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", word);
    }
    const char *why = NULL;
    if (game->refusal && c.n && w.n && !verb_known)
        why = game->refusal(setup, table_of(st, st->asking), seat_inward(st, st->asking, seat), w.word[0]);
    if (!c.n) snprintf(error->text, sizeof error->text, "Seat %d is not asked anything now.", seat + 1);
    else if (why) snprintf(error->text, sizeof error->text, "%s", why);
    else if (verb_known) snprintf(error->text, sizeof error->text, "'%.60s' is not possible now.", text);
    else snprintf(error->text, sizeof error->text, "'%.60s' is no answer here. Possible: %s.", text, list);
    return false;
}
