/* Options as data: reading, writing, limits, clashes. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "table/table.h"

void tap_option_write(const TapOption *o, int16_t value, char *ret, size_t size)
{
    if (o->type == TAP_WORD) snprintf(ret, size, "%s=%s", o->name, o->words[value - o->lo]);
    else if (o->type == TAP_NUMBER) snprintf(ret, size, "%s=%d", o->name, value);
    else snprintf(ret, size, value ? "%s" : "%s=off", o->name);
}

static bool read_value(const TapOption *o, const char *text, int16_t *ret, TapError *error)
{
    if (o->type == TAP_FLAG) {
        bool on = !text || !strcmp(text, "on"), off = text && !strcmp(text, "off");
        if (!on && !off)
            return fail_with(error, "Option %s is a switch: write %s, %s=on or %s=off.", o->name, o->name, o->name,
                             o->name);
        *ret = on;
        return true;
    }
    if (o->type == TAP_WORD) {
        char list[160] = "";
        for (int v = o->lo; v <= o->hi; v++) {
            if (text && !strcmp(text, o->words[v - o->lo])) {
                *ret = (int16_t)v;
                return true;
            }
            size_t n = strlen(list);
            snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", o->words[v - o->lo]);
        }
        return fail_with(error, "Option %s takes one of: %s.", o->name, list);
    }
    char *end = NULL;
    long v = text && *text && (isdigit((unsigned char)*text) || *text == '-') ? strtol(text, &end, 10) : 0;
    if (!end || *end || v < o->lo || v > o->hi)
        return fail_with(error, "Option %s takes a whole number from %d to %d.", o->name, o->lo, o->hi);
    *ret = (int16_t)v;
    return true;
}

static bool read_option(const Game *game, const char *text, int16_t *option, TapError *error)
{
    size_t name = strcspn(text, "=");
    for (int i = 0; i < game->option_n; i++)
        if (strlen(game->options[i].name) == name && !strncmp(game->options[i].name, text, name))
            return read_value(&game->options[i], text[name] ? text + name + 1 : NULL, &option[i], error);
    if (!game->option_n) return fail_with(error, "%s has no option '%.40s', and no others.", game->title, text);
    enum { LISTED = 110 }; /* so that a reason holds the longest name, title and word besides */
    char   list[LISTED + 60] = "";
    size_t n = 0;
    for (int i = 0; i < game->option_n; i++) {
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", game->options[i].name);
        if (n < LISTED || i + 1 == game->option_n) continue;
        snprintf(list + n, sizeof list - n, " and %d more", game->option_n - i - 1);
        break;
    }
    return fail_with(error, "%s has no option '%.40s'. It has: %s.", game->title, text, list);
}

bool options_clash(const Game *game, const int16_t *option, TapError *error)
{
    for (int i = 0; i < game->clash_n; i++) {
        const TapClash *c = &game->clashes[i];
        if (option[c->a] < c->a_lo || option[c->a] > c->a_hi || option[c->b] < c->b_lo || option[c->b] > c->b_hi)
            continue;
        if (!error) return true;
        char a[48], b[48];
        if (c->a == c->b) { /* a value this game does not know */
            tap_option_write(&game->options[c->a], option[c->a], a, sizeof a);
            fail_with(error, "%s is not for %s: %s", a, game->title, c->reason);
            return true;
        }
        tap_option_write(&game->options[c->a], option[c->a], a, sizeof a);
        tap_option_write(&game->options[c->b], option[c->b], b, sizeof b);
        fail_with(error, "%s does not go with %s: %s", a, b, c->reason);
        return true;
    }
    return false;
}

bool tap_setup_init(TapSetup *ret, const TapGame *game, int seats, const char *const *options, int n, TapError *error)
{
    return tap_setup_with(ret, game, tap_game_content(game), seats, options, n, error);
}

bool tap_setup_with(TapSetup *ret, const TapGame *game, const TapContent *content, int seats,
                    const char *const *options, int n, TapError *error)
{
    TapSetup made = {.game = game, .content = content, .seats = (uint8_t)seats, .start = NOBODY};
    assert(content->decks <= TAP_DECKS);
    if (seats < game->min_seats || seats > game->max_seats)
        return fail_with(error, "%s is for %d to %d seats, not %d.", game->title, game->min_seats, game->max_seats,
                         seats);
    for (int i = 0; i < game->option_n; i++) made.option[i] = game->options[i].usual;
    for (int s = 0; s < MAX_SEATS; s++) made.stack[s] = made.cast[s] = -1, made.side[s] = (uint8_t)s;
    for (int i = 0; i < n; i++)
        if (!read_option(game, options[i], made.option, error)) return false;
    if (options_clash(game, made.option, error)) return false;
    const char *misfit = game->misfit ? game->misfit(&made) : NULL;
    if (misfit) return fail_with(error, "%s with %d seats: %s", game->title, seats, misfit);
    if (game->sides) game->sides(&made, made.side);
    if (!setup_lay_out(&made))
        return fail_with(error, "%s with this content does not fit a table of %d.", game->title, seats);
    *ret = made;
    return true;
}

bool tap_setup_cast(TapSetup *setup, TapSeat seat, const char *role, TapError *error)
{
    const Content *content = setup->content;
    char           list[160] = "";
    for (int i = 0; i < content->roles; i++) {
        if (!strcmp(content->role[i], role)) {
            for (Seat s = 0; s < setup->seats; s++)
                if (s != seat && setup->cast[s] == i) return fail_with(error, "Seat %d plays %s already.", s + 1, role);
            const char *why = setup->game->miscast ? setup->game->miscast(setup, seat, i) : NULL;
            if (why) return fail_with(error, "Seat %d cannot play %s: %s", seat + 1, role, why);
            setup->cast[seat] = (int16_t)i;
            return true;
        }
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", content->role[i]);
    }
    if (!content->roles) return fail_with(error, "%s has no roles to give.", setup->game->title);
    return fail_with(error, "There is no role '%.40s'. There are: %.150s.", role, list);
}

bool tap_setup_cast_all(TapSetup *setup, const char *roles, TapError *error)
{
    TapSetup made = *setup;
    Seat     seat = 0;
    for (const char *at = roles;; seat++) {
        char   role[48];
        size_t n = strcspn(at, ",");
        if (seat == setup->seats) return fail_with(error, "There are more roles than the %d seats.", setup->seats);
        snprintf(role, sizeof role, "%.*s", (int)n, at);
        if (n >= sizeof role || !n)
            return fail_with(error, "Write a role for each seat, with commas between: _ leaves one to the game.");
        if (strcmp(role, "_") && !tap_setup_cast(&made, seat, role, error)) return false;
        if (!at[n]) break;
        at += n + 1;
    }
    if (seat + 1 != setup->seats) return fail_with(error, "There are %d seats and %d roles.", setup->seats, seat + 1);
    *setup = made;
    return true;
}

/* A number within its bounds, or the card with that code. */
static bool read_staged(const Setup *setup, const Staging *g, const char *words, int16_t *ret_value, TapError *error)
{
    if (g->card_of) {
        const TapDeck *deck = setup->content->deck[g->card_of - 1];
        *ret_value = (int16_t)tap_deck_find(deck, words);
        return *ret_value >= 0 || fail_with(error, "'%.40s' is no %s that could be staged.", words, deck->noun);
    }
    char *end;
    long  value = strtol(words, &end, 10);
    if (end == words || *end) return fail_with(error, "%s is a number, not '%.40s'.", g->name, words);
    *ret_value = (int16_t)value;
    return (value >= g->lo && value <= g->hi) || fail_with(error, "%s is staged from %d to %d.", g->name, g->lo, g->hi);
}

bool tap_setup_stage(TapSetup *setup, TapSeat seat, const char *what, const char *value, TapError *error)
{
    char list[160] = "";
    for (const Staging *g = setup->game->stages; g && g->name; g++) {
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", g->name);
        if (strcmp(g->name, what)) continue;
        TapStaged staged = {(uint8_t)(g - setup->game->stages), seat, 0};
        if (!read_staged(setup, g, value, &staged.value, error)) return false;
        const char *why = setup->game->misstaged ? setup->game->misstaged(setup, &staged) : NULL;
        if (why) return fail_with(error, "Seat %d cannot begin with %s %.40s: %s", seat + 1, what, value, why);
        if (setup->stages == TAP_STAGED) return fail_with(error, "At most %d values can be staged.", TAP_STAGED);
        setup->stage[setup->stages++] = staged;
        return true;
    }
    if (!list[0]) return fail_with(error, "%s has nothing to stage.", setup->game->title);
    return fail_with(error, "'%.40s' cannot be staged. What can: %.150s.", what, list);
}

void tap_stage_write(const TapSetup *setup, int i, char ret[TAP_STAGED_WORDS])
{
    const TapStaged *s = &setup->stage[i];
    const Staging   *g = &setup->game->stages[s->what];
    if (g->card_of)
        snprintf(ret, TAP_STAGED_WORDS, "%s %s", g->name, setup->content->deck[g->card_of - 1]->face[s->value].code);
    else snprintf(ret, TAP_STAGED_WORDS, "%s %d", g->name, s->value);
}
