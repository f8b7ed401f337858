/* Comparing scores, and scoring hands that people type. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "data/faults.h"
#include "table/table.h"

int tap_score_compare(const TapScore *x, const TapScore *y)
{
    if (x->rank != y->rank) return x->rank > y->rank ? 1 : -1;
    for (int i = 0; i < x->ties && i < y->ties; i++)
        if (x->tie[i] != y->tie[i]) return x->tie[i] > y->tie[i] ? 1 : -1;
    return 0;
}

void tap_places(const TapScore *score, int n, int *ret_place, char *ret_order, size_t size)
{
    for (int i = 0; i < n; i++) {
        ret_place[i] = 1;
        for (int k = 0; k < n; k++) ret_place[i] += tap_score_compare(&score[k], &score[i]) > 0;
    }
    size_t at = 0;
    ret_order[0] = 0;
    for (int place = 1, said = 0; place <= n; place++)
        for (int i = 0, tied = 0; i < n; i++)
            if (ret_place[i] == place && at < size) {
                at += (size_t)snprintf(ret_order + at, size - at, "%s%d", !said++ ? "" : tied ? "=" : ">", i);
                tied = 1;
            }
}

int dice_read(const char *text, uint8_t *ret, int room, TapError *error)
{
    int n = 0;
    for (; *text; text++) {
        if (strchr(" ,\t", *text)) continue;
        if (*text < '1' || *text > '6') return fail_with(error, "'%.20s' is no die: use digits 1 to 6.", text), -1;
        if (n == room) return fail_with(error, "There are at most %d dice here.", room), -1;
        ret[n++] = (uint8_t)(*text - '0');
    }
    return n;
}

/* One word: "W-wolf", or "2*R-owl" for copies. */
static bool read_card(const Deck *deck, const char *word, size_t len, int *ret_face, int *ret_copies, TapError *error)
{
    char text[32], *code = text;
    if (len >= sizeof text) return fail_with(error, "'%.20s...' is too long for a card.", word);
    memcpy(text, word, len);
    text[len] = 0;
    *ret_copies = 1;
    char *star = strchr(text, '*');
    if (star) {
        char *end;
        long  copies = strtol(text, &end, 10);
        if (end != star || copies < 1 || copies > TAP_HOLDING)
            return fail_with(error, "'%s': write copies as 2*R-owl.", text);
        *ret_copies = (int)copies;
        code = star + 1;
    }
    *ret_face = tap_deck_find(deck, code);
    if (*ret_face >= 0) return true;
    const char *known[TAP_HOLDING], *meant;
    int         n = 0;
    for (; n < deck->faces && n < TAP_HOLDING; n++) known[n] = deck->face[n].code;
    if ((meant = nearest_word(code, known, n)))
        return fail_with(error, "'%s' is no %s; did you mean %s?", code, deck->noun, meant);
    return fail_with(error, "'%s' is no %s: write %s, %s and the like.", code, deck->noun, deck->face[0].code,
                     deck->face[deck->faces / 2].code);
}

int cards_read(const TapDeck *deck, const char *text, TapCard *ret, int room, TapError *error)
{
    int n = 0;
    while (*text) {
        size_t gap = strspn(text, " ,\t"), len = strcspn(text + gap, " ,\t");
        int    face = 0, copies = 0;
        if (len && !read_card(deck, text + gap, len, &face, &copies, error)) return -1;
        for (; len && copies; copies--) {
            if (n == room) return fail_with(error, "There are at most %d cards here.", room), -1;
            ret[n++] = (Card)face;
        }
        text += gap + len;
    }
    return n;
}

/* ---------------------------------------------------------------- what is asked */

const char *tap_score_kind(TapScoreKind kind)
{
    static const char *const names[TAP_SCORE_KINDS] = {"cards", "dice", "rows", "piles", "words", "pairs", "from"};
    return names[kind];
}

const char *tap_score_unit(const TapGame *game)
{
    return game->scoring && game->scoring->unit ? game->scoring->unit : "point";
}

const char *tap_score_none(const TapGame *game)
{
    return game->scoring ? NULL : game->no_hands ? game->no_hands : "its result is not a hand";
}

static bool is_asked(const TapScoreField *f, const int16_t *option)
{
    return (!f->with || option[f->with - 1]) && (!f->without || !option[f->without - 1]);
}

int tap_score_fields(const TapSetup *setup, TapScoreField ret[TAP_SCORE_FIELDS])
{
    int n = 0;
    const Scoring *how = setup->game->scoring;
    for (const TapScoreField *f = how ? how->fields : NULL; f && f->label; f++)
        if (is_asked(f, setup->option)) {
            assert(n < TAP_SCORE_FIELDS && (n == 0) == !f->key);
            ret[n++] = *f;
        }
    return n;
}

int tap_score_least(const TapSetup *setup)
{
    const Scoring *how = setup->game->scoring;
    return how && how->least > 1 ? how->least : 1;
}

int tap_score_faces(const TapSetup *setup)
{
    const Scoring *how = setup->game->scoring;
    return how && how->faces ? how->faces(setup->option) : how ? setup->content->deck[how->deck]->faces : 0;
}

/* ---------------------------------------------------------------- what was typed */

typedef struct Typed {
    const Setup        *setup;
    const Scoring      *how;
    TapHolding          h[MAX_SEATS];
    int                 hands, fields;
    TapScoreField       field[TAP_SCORE_FIELDS];
    SeatSet             given[TAP_SCORE_FIELDS]; /* which hands have it */
    TapScoreFault      *fault;
} Typed;

static const Deck *deck_of(const Typed *t) { return t->setup->content->deck[t->how->deck]; }

static bool refuse(const Typed *t, int hand, const char *key, const char *form, ...)
    __attribute__((format(printf, 4, 5)));
static bool refuse(const Typed *t, int hand, const char *key, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    vsnprintf(t->fault->error.text, sizeof t->fault->error.text, form, args);
    va_end(args);
    t->fault->hand = hand;
    t->fault->key = key;
    return false;
}

/* The option that lets this face play, or NULL if none alone does. */
static const char *brought_by(const Setup *setup, TapCard card)
{
    TapSetup other = *setup;
    for (int i = 0; i < setup->game->option_n; i++) {
        other.option[i] = 1;
        if (setup->game->options[i].type == TAP_FLAG && card < tap_score_faces(&other))
            return setup->game->options[i].name;
        other.option[i] = setup->option[i];
    }
    return NULL;
}

static bool all_play(const Typed *t, const TapCard *card, int n, TapError *error)
{
    for (int i = 0; i < n; i++)
        if (card[i] >= tap_score_faces(t->setup)) {
            const char *name = deck_of(t)->face[card[i]].name, *option = brought_by(t->setup, card[i]);
            if (option) return fail_with(error, "The %s plays only with the option %s.", name, option);
            return fail_with(error, "The %s does not play here.", name);
        }
    return true;
}

static bool right_number(const TapScoreField *f, int n, TapError *error)
{
    const char *what = f->kind == TAP_SCORE_DICE ? "dice" : f->max == 1 ? "card" : "cards";
    if (n >= f->min && n <= f->max) return true;
    if (f->min == f->max) return fail_with(error, "%s: it takes %d %s, not %d.", f->label, f->max, what, n);
    return fail_with(error, "%s: it takes %d to %d %s, not %d.", f->label, f->min, f->max, what, n);
}

/* A list of cards or dice, to its end. */
static bool read_list(const Typed *t, const TapScoreField *f, const char *text, TapHolding *h, TapError *error)
{
    bool     common = f->key && !f->own, dice = f->kind == TAP_SCORE_DICE;
    uint8_t *n = common ? &h->commons : dice ? &h->dice : &h->cards;
    TapCard *card = (common ? h->common : h->card) + *n;
    uint8_t  rolled[TAP_HOLDING];
    int      room = TAP_HOLDING - *n;
    int      got = dice ? dice_read(text, rolled, room, error) : cards_read(deck_of(t), text, card, room, error);
    if (got < 0 || !right_number(f, got, error) || (!dice && !all_play(t, card, got, error))) return false;
    for (int i = 0; dice && i < got; i++) { /* what is common is one list, of cards or of dice */
        if (common) card[i] = rolled[i];
        else h->die[*n + i] = rolled[i];
    }
    *n = (uint8_t)(*n + got);
    return true;
}

static bool is_list(const TapScoreField *f) { return f->kind == TAP_SCORE_CARDS || f->kind == TAP_SCORE_DICE; }

static bool read_hand(Typed *t, int i, const char *text)
{
    TapError error = {""};
    bool good = t->how->read ? t->how->read(t->setup->option, text, &t->h[i], &error) &&
                                   all_play(t, t->h[i].card, t->h[i].cards, &error)
                             : read_list(t, &t->field[0], text, &t->h[i], &error);
    return good || refuse(t, i, NULL, "%s", error.text);
}

static bool no_such_key(const Typed *t, const char *name)
{
    const Game *game = t->setup->game;
    char        known[160] = "";
    for (const TapScoreField *f = t->how->fields; f->label; f++) {
        if (!f->key) continue;
        if (!strcmp(f->key, name) && f->with && !t->setup->option[f->with - 1])
            return refuse(t, -1, NULL, "'%s' is asked only with the option %s.", name, game->options[f->with - 1].name);
        if (!strcmp(f->key, name))
            return refuse(t, -1, NULL, "'%s' is not asked with the option %s.", name,
                          game->options[f->without - 1].name);
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s%s", known[0] ? ", " : "", f->key,
                 f->own ? ".N" : "");
    }
    if (!known[0]) return refuse(t, -1, NULL, "%s takes no keys.", game->title);
    return refuse(t, -1, NULL, "%s knows no key '%s'; it takes %s.", game->title, name, known);
}

/* "name=value" for all hands, "name.2=value" for hand 2. */
static bool read_key(Typed *t, const char *key)
{
    char        name[32], *dot;
    const char *equals = strchr(key, '=');
    if (!equals || (size_t)(equals - key) >= sizeof name)
        return refuse(t, -1, NULL, "'%.40s': write a key as name=value.", key);
    memcpy(name, key, (size_t)(equals - key));
    name[equals - key] = 0;
    int from = 0, to = t->hands, at = 1;
    if ((dot = strchr(name, '.'))) {
        char *end;
        long  n = strtol(dot + 1, &end, 10);
        if (end == dot + 1 || *end || n < 0 || n >= t->hands)
            return refuse(t, -1, NULL, "'%.40s': hands count from 0 to %d.", key, t->hands - 1);
        *dot = 0;
        from = (int)n;
        to = from + 1;
    }
    while (at < t->fields && strcmp(t->field[at].key, name)) at++;
    if (at == t->fields) return no_such_key(t, name);
    const TapScoreField *f = &t->field[at];
    if (f->own && !dot) return refuse(t, -1, f->key, "Say whose: %s.0=%.30s.", name, equals + 1);
    if (!f->own && dot) return refuse(t, -1, f->key, "'%s' is the same for all hands.", name);
    for (int i = from; i < to; i++) {
        TapError error = {""};
        if (has(t->given[at], (Seat)i)) return refuse(t, f->own ? i : -1, f->key, "'%s' is given twice.", name);
        t->given[at] |= tap_only((Seat)i);
        if (!(is_list(f) ? read_list(t, f, equals + 1, &t->h[i], &error)
                         : t->how->key(t->setup->option, name, equals + 1, &t->h[i], &error)))
            return refuse(t, f->own ? i : -1, f->key, "%s", error.text);
    }
    return true;
}

static bool nothing_missing(const Typed *t)
{
    for (int at = 1; at < t->fields; at++)
        for (int i = 0; t->field[at].min && i < t->hands; i++)
            if (!has(t->given[at], (Seat)i)) {
                const TapScoreField *f = &t->field[at];
                if (!f->own) return refuse(t, -1, f->key, "%s: %s=%s.", f->about, f->key, f->example);
                return refuse(t, i, f->key, "%s: %s.%d=%s.", f->about, f->key, i, f->example);
            }
    return true;
}

bool tap_score_hands_at(const TapSetup *setup, const char *const *hand, int hands, const char *const *key, int keys,
                        TapScore *ret, TapParts *parts, TapScoreFault *fault)
{
    Typed t = {.setup = setup, .how = setup->game->scoring, .hands = hands, .fault = fault};
    if (!t.how)
        return refuse(&t, -1, NULL, "%s has no hands to score: %s.", setup->game->title, tap_score_none(setup->game));
    if (hands < 1 || hands > MAX_SEATS) return refuse(&t, -1, NULL, "Give 1 to %d hands.", MAX_SEATS);
    if (hands < tap_score_least(setup))
        return refuse(&t, -1, NULL, "%s is scored for all players together: type at least %d hands.",
                      setup->game->title, tap_score_least(setup));
    t.fields = tap_score_fields(setup, t.field);
    for (int i = 0; i < hands; i++) t.h[i].hand = (uint8_t)i, t.h[i].deck = deck_of(&t);
    for (int i = 0; i < hands; i++)
        if (!read_hand(&t, i, hand[i])) return false;
    for (int i = 0; i < keys; i++)
        if (!read_key(&t, key[i])) return false;
    if (!nothing_missing(&t)) return false;
    for (int i = 0; i < hands; i++) {
        TapError error = {""};
        if (t.how->check && !t.how->check(setup->option, &t.h[i], &error)) return refuse(&t, i, NULL, "%s", error.text);
    }
    TapError together = {""};
    if (t.how->check_all && !t.how->check_all(setup->option, t.h, hands, &together))
        return refuse(&t, -1, NULL, "%s", together.text);
    for (int i = 0; i < hands; i++) {
        ret[i] = (TapScore){.points = 0};
        if (parts) parts[i].n = 0;
        if (!t.how->score_all) t.how->score(setup->option, &t.h[i], &ret[i], parts ? &parts[i] : NULL);
    }
    if (t.how->score_all) t.how->score_all(setup->option, t.h, (SeatSet)((1u << hands) - 1), ret, parts);
    return true;
}

bool tap_score_hands(const TapSetup *setup, const char *const *hand, int hands, const char *const *key, int keys,
                     TapScore *ret, TapParts *parts, TapError *error)
{
    TapScoreFault fault;
    bool          good = tap_score_hands_at(setup, hand, hands, key, keys, ret, parts, &fault);
    if (!good && error) *error = fault.error;
    return good;
}

void explain_(TapParts *parts, int32_t points, const char *form, ...)
{
    assert(parts->n < TAP_PARTS);
    TapPart *p = &parts->part[parts->n++];
    *p = (TapPart){.points = points};
    va_list args;
    va_start(args, form);
    vsnprintf(p->text, sizeof p->text, form, args);
    va_end(args);
}
