/* Windows and hourglasses: what is public about the open question, and standing orders that answer for a seat. */
#include <strings.h>

#include "table/table.h"

enum { USUAL_SECONDS = 5, USUAL_GLASS = 30 };

bool tap_window(const TapSetup *setup, const TapState *s, TapWindow *ret)
{
    const State *st = state_at(s);
    if (!st->asked || !open_question(setup, st)->hushed) return false;
    const Question *q = open_question(setup, st);
    TapWindow       w = {.kind = "window", .turn = NOBODY, .seconds = USUAL_SECONDS};
    if (q->window) q->window(setup, table_of(st, st->asking), &w);
    if (!w.chooses) w.calls = w.turn == NOBODY ? w.touches : w.touches | only(w.turn);
    w.touches = seats_outward(st, st->asking, w.touches);
    w.calls = seats_outward(st, st->asking, w.calls);
    w.turn = w.turn == NOBODY ? NOBODY : seat_outward(st, st->asking, w.turn);
    *ret = w;
    return true;
}

bool tap_glass(const TapSetup *setup, const TapState *s, TapGlass *ret)
{
    const State *st = state_at(s);
    if (!has(st->asked, CLOCK)) return false;
    const Question *q = open_question(setup, st);
    *ret = (TapGlass){.seconds = USUAL_GLASS, .grains = 1};
    if (q->glass) q->glass(setup, table_of(st, st->asking), ret);
    assert(ret->seconds && ret->grains);
    return true;
}

/* ---------------------------------------------------------- standing orders */

const TapOrder *tap_game_orders(const TapGame *game, int *ret_n)
{
    *ret_n = 0;
    while (game->orders && game->orders[*ret_n].word) ++*ret_n;
    return game->orders;
}

int tap_usual_orders(const TapGame *game, bool alone, const char *ret[TAP_USUAL_ORDERS])
{
    int n = 0;
    ret[n++] = "touch";
    for (const TapOrder *o = game->orders; alone && o && o->word; o++)
        if (o->alone && n < TAP_USUAL_ORDERS) ret[n++] = o->word;
    return n;
}

static int order_of_game(const Game *game, const char *word)
{
    for (int i = 0; game->orders && game->orders[i].word; i++)
        if (!strcmp(game->orders[i].word, word)) return i;
    return -1;
}

static const char *card_of_order(const char *order) { return strncmp(order, "card ", 5) ? NULL : order + 5; }

bool tap_order_check(const TapSetup *setup, const char *order, TapError *error)
{
    const char *card = card_of_order(order);
    if (!strcmp(order, "always") || !strcmp(order, "touch") || !strcmp(order, "until-turn")) return true;
    if (card) {
        for (int i = 0; i < setup->content->decks; i++)
            if (tap_deck_find(setup->content->deck[i], card) >= 0) return true;
        return fail_with(error, "'%.40s' is no card of this game.", card);
    }
    if (order_of_game(setup->game, order) >= 0) return true;
    return fail_with(error, "'%.40s' is no order: write always, touch, until-turn or card and its code.", order);
}

/* Something other than the pass can be done with a card of that code, as far as the seat knows its cards. */
static bool could_be_played(const Setup *setup, const State *st, Seat inner, const char *code)
{
    const Question *q = open_question(setup, st);
    Choices         c;
    choices_of(setup, st, inner, &c);
    for (int i = 0; i < c.n; i++) {
        const Choice *o = &c.choice[i];
        Names         of;
        if (o->verb == q->pass || (o->kind != TAP_PLAIN && o->kind != TAP_SUBSET && o->kind != TAP_ASSIGN)) continue;
        if (!names_of(setup, game_of(setup, st, st->asking), table_of(st, st->asking), o, inner, &of)) continue;
        of.items = o->items;
        for (uint64_t left = o->items; left; left &= left - 1) {
            char word[40];
            item_word(&of, __builtin_ctzll(left), word, sizeof word);
            char *dot = strchr(word, '.');
            if (dot) *dot = 0;
            if (!strcasecmp(word, code)) return true;
        }
    }
    return false;
}

static bool order_asks(const Setup *setup, const State *st, const TapWindow *w, Seat seat, const char *order)
{
    Seat        inner = seat_inward(st, st->asking, seat);
    const Game *game = game_of(setup, st, st->asking);
    const char *card = card_of_order(order);
    if (!strcmp(order, "always")) return true;
    if (!strcmp(order, "touch")) return has(w->calls, seat);
    if (card) return could_be_played(setup, st, inner, card);
    int own = order_of_game(game, order);
    return own >= 0 && game->order_asks && game->order_asks(setup, table_of(st, st->asking), inner, own);
}

bool tap_order_passes(const TapSetup *setup, const TapState *s, TapSeat seat, const char *const *orders, int n,
                      TapMove *ret)
{
    const State *st = state_at(s);
    TapWindow    w;
    if (!tap_window(setup, s, &w) || !has(tap_asked(setup, s), seat)) return false;
    bool asks = n == 0 && order_asks(setup, st, &w, seat, "touch");
    for (int i = 0; i < n; i++) asks = asks || order_asks(setup, st, &w, seat, orders[i]);
    for (int i = 0; i < n; i++)
        if (!strcmp(orders[i], "until-turn")) asks = w.turn != NOBODY && has(mates_of(setup, w.turn), seat);
    if (asks) return false;
    Choices c;
    choices_of(setup, st, seat_inward(st, st->asking, seat), &c);
    for (int i = 0; i < c.n; i++)
        if (c.choice[i].verb == open_question(setup, st)->pass) {
            *ret = tap_choice_nth(&c.choice[i], 0);
            return true;
        }
    return false;
}
