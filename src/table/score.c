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

/* One word of a hand: "W-wolf", "2*R-owl", or for dice a run of digits. */
static bool read_word(const Scoring *how, const Deck *deck, const char *word, size_t len, TapHolding *h, TapError *error)
{
    char text[32];
    if (len >= sizeof text) return fail(error, "'%.20s...' is too long for a card or a die.", word);
    memcpy(text, word, len);
    text[len] = 0;
    if (how->dice) {
        for (size_t i = 0; i < len; i++) {
            if (text[i] < '1' || text[i] > '6') return fail(error, "'%s' is no die: use digits 1 to 6.", text);
            if (h->dice == TAP_HOLDING) return fail(error, "A hand has at most %d dice.", how->max_items);
            h->die[h->dice++] = (uint8_t)(text[i] - '0');
        }
        return true;
    }
    int copies = 1, face;
    char *star = strchr(text, '*'), *code = text;
    if (star) {
        char *end;
        copies = (int)strtol(text, &end, 10);
        if (end != star || copies < 1 || copies > TAP_HOLDING) return fail(error, "'%s': write copies as 2*R-owl.", text);
        code = star + 1;
    }
    if ((face = tap_deck_find(deck, code)) < 0)
        return fail(error, "'%s' is no card: write W-wolf L-hawk B-owl M-horse R-hare R-wren D-red and the like.", code);
    for (; copies; copies--) {
        if (h->cards == TAP_HOLDING) return fail(error, "A hand has at most %d cards.", how->max_items);
        h->card[h->cards++] = (Card)face;
    }
    return true;
}

static bool read_hand(const Scoring *how, const Deck *deck, const char *text, TapHolding *h, TapError *error)
{
    while (*text) {
        size_t gap = strspn(text, " ,\t"), len = strcspn(text + gap, " ,\t");
        if (len && !read_word(how, deck, text + gap, len, h, error)) return false;
        text += gap + len;
    }
    int n = how->dice ? h->dice : h->cards;
    if (n < how->min_items || n > how->max_items) {
        const char *what = how->dice ? "dice" : "cards";
        if (how->min_items == how->max_items) return fail(error, "A hand here has %d %s, not %d.", how->max_items, what, n);
        return fail(error, "A hand here has %d to %d %s, not %d.", how->min_items, how->max_items, what, n);
    }
    return true;
}

static bool read_key(const Game *game, const char *key, TapHolding *h, int hands, TapError *error)
{
    const Scoring *how = game->scoring;
    size_t name = strcspn(key, "=");
    if (!key[name]) return fail(error, "'%s': write a key as name=value.", key);
    const char *value = key + name + 1;
    int face = tap_deck_find(game->deck, value), hand = -1;
    size_t own = how->card_key ? strlen(how->card_key) : 0;
    bool common = how->common_key && strlen(how->common_key) == name && !strncmp(key, how->common_key, name);
    if (own && name > own + 1 && !strncmp(key, how->card_key, own) && key[own] == '.') {
        char *end;
        long n = strtol(key + own + 1, &end, 10);
        if (end == key + name && n >= 0 && n < hands) hand = (int)n;
        else return fail(error, "'%s': hands count from 0 to %d.", key, hands - 1);
    }
    if (!common && hand < 0) {
        if (!how->common_key && !how->card_key) return fail(error, "%s takes no keys.", game->title);
        return fail(error, "%s knows no key '%.*s'; it takes %s%s%s.", game->title, (int)name, key,
                    how->common_key ? how->common_key : "", how->common_key && how->card_key ? " and " : "",
                    how->card_key ? "card.N" : "");
    }
    if (face < 0) return fail(error, "'%s' is no card.", value);
    for (int i = 0; i < hands; i++) {
        if (common) h[i].common[h[i].commons++] = (Card)face;
        else if (i == hand) h[i].card[h[i].cards++] = (Card)face;
    }
    return true;
}

bool tap_score_hands(const TapSetup *setup, const char *const *hand, int hands, const char *const *key, int keys,
                     TapScore *ret, TapParts *parts, TapError *error)
{
    const Game *game = setup->game;
    const Scoring *how = game->scoring;
    if (!how) return fail(error, "%s has no hands to score.", game->title);
    if (hands < 1 || hands > MAX_SEATS) return fail(error, "Give 1 to %d hands.", MAX_SEATS);
    TapHolding h[MAX_SEATS];
    memset(h, 0, sizeof h);
    for (int i = 0; i < hands; i++)
        if (!read_hand(how, game->deck, hand[i], &h[i], error)) return false;
    for (int i = 0; i < keys; i++)
        if (!read_key(game, key[i], h, hands, error)) return false;
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
