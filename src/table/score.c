/* Comparing scores, and scoring hands that people type. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

static bool fail(TapError *error, const char *form, ...) __attribute__((format(printf, 2, 3)));
static bool fail(TapError *error, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    if (error) vsnprintf(error->text, sizeof error->text, form, args);
    va_end(args);
    return false;
}

int dice_read(const char *text, uint8_t *ret, int room, TapError *error)
{
    int n = 0;
    for (; *text; text++) {
        if (strchr(" ,\t", *text)) continue;
        if (*text < '1' || *text > '6') return fail(error, "'%.20s' is no die: use digits 1 to 6.", text), -1;
        if (n == room) return fail(error, "There are at most %d dice here.", room), -1;
        ret[n++] = (uint8_t)(*text - '0');
    }
    return n;
}

/* One word: "W-wolf", or "2*R-owl" for copies. */
static bool read_card(const Deck *deck, const char *word, size_t len, int *ret_face, int *ret_copies, TapError *error)
{
    char text[32], *code = text;
    if (len >= sizeof text) return fail(error, "'%.20s...' is too long for a card.", word);
    memcpy(text, word, len);
    text[len] = 0;
    *ret_copies = 1;
    char *star = strchr(text, '*');
    if (star) {
        char *end;
        long  copies = strtol(text, &end, 10);
        if (end != star || copies < 1 || copies > TAP_HOLDING) return fail(error, "'%s': write copies as 2*R-owl.", text);
        *ret_copies = (int)copies;
        code = star + 1;
    }
    *ret_face = tap_deck_find(deck, code);
    if (*ret_face >= 0) return true;
    return fail(error, "'%s' is no card: write W-wolf L-hawk B-owl M-horse R-hare R-wren D-red and the like.", code);
}

int cards_read(const TapDeck *deck, const char *text, TapCard *ret, int room, TapError *error)
{
    int n = 0;
    while (*text) {
        size_t gap = strspn(text, " ,\t"), len = strcspn(text + gap, " ,\t");
        int    face = 0, copies = 0;
        if (len && !read_card(deck, text + gap, len, &face, &copies, error)) return -1;
        for (; len && copies; copies--) {
            if (n == room) return fail(error, "There are at most %d cards here.", room), -1;
            ret[n++] = (Card)face;
        }
        text += gap + len;
    }
    return n;
}

static bool read_hand(const Game *game, const int16_t *option, const char *text, TapHolding *h, TapError *error)
{
    const Scoring *how = game->scoring;
    if (how->read) return how->read(option, text, h, error);
    int n = how->dice ? dice_read(text, h->die, how->max_items, error) : cards_read(game->deck, text, h->card, how->max_items, error);
    if (n < 0) return false;
    if (n < how->min_items) {
        const char *what = how->dice ? "dice" : "cards";
        if (how->min_items == how->max_items) return fail(error, "A hand here has %d %s, not %d.", how->max_items, what, n);
        return fail(error, "A hand here has %d to %d %s, not %d.", how->min_items, how->max_items, what, n);
    }
    if (how->dice) h->dice = (uint8_t)n;
    else h->cards = (uint8_t)n;
    return true;
}

/* One of the two usual keys: the common card, or a card of one hand. False with an empty error if it is neither. */
static bool usual_key(const Game *game, const char *name, const char *value, TapHolding *h, TapError *error)
{
    const Scoring *how = game->scoring;
    bool common = how->common_key && !strcmp(name, how->common_key), own = how->card_key && !strcmp(name, how->card_key);
    if (!common && !own) return false;
    int face = tap_deck_find(game->deck, value);
    if (face < 0) return fail(error, "'%.40s' is no card.", value);
    uint8_t *n = common ? &h->commons : &h->cards;
    if (*n == TAP_HOLDING) return fail(error, "'%s' is given too often.", name);
    if (common) h->common[(*n)++] = (Card)face;
    else h->card[(*n)++] = (Card)face;
    return true;
}

/* "name=value" for all hands, "name.2=value" for hand 2. */
static bool read_key(const Game *game, const int16_t *option, const char *key, TapHolding *h, int hands, TapError *error)
{
    const Scoring *how = game->scoring;
    char        name[32], *dot;
    const char *equals = strchr(key, '=');
    TapError    reason = {""};
    if (!equals || (size_t)(equals - key) >= sizeof name) return fail(error, "'%.40s': write a key as name=value.", key);
    memcpy(name, key, (size_t)(equals - key));
    name[equals - key] = 0;
    int from = 0, to = hands;
    if ((dot = strchr(name, '.'))) {
        char *end;
        long  n = strtol(dot + 1, &end, 10);
        if (end == dot + 1 || *end || n < 0 || n >= hands) return fail(error, "'%.40s': hands count from 0 to %d.", key, hands - 1);
        *dot = 0;
        from = (int)n;
        to = from + 1;
    } else if (how->card_key && !strcmp(name, how->card_key))
        return fail(error, "Say whose: %s.0=%.30s.", name, equals + 1);
    for (int i = from; i < to; i++)
        if (!usual_key(game, name, equals + 1, &h[i], &reason) &&
            (reason.text[0] || !how->key || !how->key(option, name, equals + 1, &h[i], &reason))) {
            if (reason.text[0]) return fail(error, "%s", reason.text);
            if (!how->common_key && !how->card_key && !how->key) return fail(error, "%s takes no keys.", game->title);
            return fail(error, "%s knows no key '%s'; it takes %s%s%s%s%s.", game->title, name, how->common_key ? how->common_key : "",
                        how->common_key && (how->card_key || how->key_names) ? ", " : "", how->card_key ? how->card_key : "",
                        how->card_key ? ".N" : "", how->key_names ? how->key_names : "");
        }
    return true;
}

bool tap_score_shape(const TapGame *game, TapScoreShape *ret)
{
    const Scoring *how = game->scoring;
    if (!how) return false;
    *ret = (TapScoreShape){.dice = how->dice, .min = how->min_items, .max = how->max_items, .common_key = how->common_key,
                           .card_key = how->card_key, .more_keys = how->key_names, .picked = !how->read && !how->key};
    return true;
}

bool tap_score_hands(const TapSetup *setup, const char *const *hand, int hands, const char *const *key, int keys,
                     TapScore *ret, TapParts *parts, TapError *error)
{
    const Game *game = setup->game;
    const Scoring *how = game->scoring;
    if (!how) return fail(error, "%s has no hands to score%s%s.", game->title, game->no_hands ? ": " : "", game->no_hands ? game->no_hands : "");
    if (hands < 1 || hands > MAX_SEATS) return fail(error, "Give 1 to %d hands.", MAX_SEATS);
    TapHolding h[MAX_SEATS];
    memset(h, 0, sizeof h);
    for (int i = 0; i < hands; i++) h[i].hand = (uint8_t)i;
    for (int i = 0; i < hands; i++)
        if (!read_hand(game, setup->option, hand[i], &h[i], error)) return false;
    for (int i = 0; i < keys; i++)
        if (!read_key(game, setup->option, key[i], h, hands, error)) return false;
    for (int i = 0; i < hands; i++)
        if (how->check && !how->check(setup->option, &h[i], error)) return false;
    for (int i = 0; i < hands; i++) {
        ret[i] = (TapScore){.points = 0};
        if (parts) parts[i].n = 0;
        how->score(setup->option, &h[i], &ret[i], parts ? &parts[i] : NULL);
    }
    return true;
}

void explain_(TapParts *parts, int32_t points, const char *form, ...)
{
    assert(parts->n < TAP_PARTS);
    TapPart *p = &parts->part[parts->n++];
    p->points = points;
    va_list args;
    va_start(args, form);
    vsnprintf(p->text, sizeof p->text, form, args);
    va_end(args);
}
