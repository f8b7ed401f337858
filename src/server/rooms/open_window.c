#include "server/rooms/open_window.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/ground/logs.h"
#include "server/rooms/hushed.h"
#include "server/rooms/playing.h"
#include "server/rooms/seats.h"
#include "text/fail.h"

/* --------------------------------------------------------- standing orders */

struct Orders {
    int  n;
    char text[LIMIT_ORDERS][ORDER_BYTES];
};

bool orders_set(Room *r, TapSeat seat, const char *const *orders, int n, TapError *error)
{
    if (n > LIMIT_ORDERS) return fail_with(error, "There are at most %d orders.", LIMIT_ORDERS);
    for (int i = 0; i < n; i++) {
        if (strlen(orders[i]) >= ORDER_BYTES) return fail_with(error, "'%.40s...' is no order.", orders[i]);
        if (!tap_order_check(&r->setup, orders[i], error)) return false;
    }
    orders_clear(&r->chair[seat]);
    if (!n) return true;
    struct Orders *mine = calloc(1, sizeof *mine);
    assert(mine);
    mine->n = n;
    for (int i = 0; i < n; i++) strcpy(mine->text[i], orders[i]);
    r->chair[seat].orders = mine;
    return true;
}

void orders_clear(Chair *c)
{
    free(c->orders);
    c->orders = NULL;
}

void orders_copy(Chair *to, const Chair *from)
{
    to->orders = NULL;
    if (!from->orders) return;
    to->orders = malloc(sizeof *to->orders);
    assert(to->orders);
    *to->orders = *from->orders;
}

int orders_of(const Chair *c, const char *ret[LIMIT_ORDERS])
{
    int n = c->orders ? c->orders->n : 0;
    for (int i = 0; i < n; i++) ret[i] = c->orders->text[i];
    return n;
}

/* ------------------------------------------------------------------ windows */

static bool is_person(const Chair *c) { return c->kind == CHAIR_PERSON && !c->deserted; }

static int people_playing(const Room *r)
{
    int n = 0;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) n += is_person(&r->chair[s]);
    return n;
}

/* Nobody but the house's own bots could learn anything from how long he takes. */
static bool is_alone(const Room *r, TapSeat seat)
{
    if (people_playing(r) != 1 || !is_person(&r->chair[seat])) return false;
    for (const Member *m = r->members; m; m = m->next)
        if (m->seat != seat) return false;
    return true;
}

static bool has_no_choice(const Room *r, TapSeat seat, TapMove *ret)
{
    TapChoices c;
    tap_choices(&r->setup, tap_record_state(r->record), seat, &c);
    if (c.n != 1 || tap_choice_count(&c.choice[0]) != 1) return false;
    *ret = tap_choice_nth(&c.choice[0], 0);
    return true;
}

static bool passes_unasked(const Room *r, TapSeat seat, TapMove *ret)
{
    const char *orders[LIMIT_ORDERS];
    bool        alone = is_alone(r, seat);
    int         n = orders_of(&r->chair[seat], orders);
    if (!n) n = tap_usual_orders(r->setup.game, alone, orders);
    if (tap_order_passes(&r->setup, tap_record_state(r->record), seat, orders, n, ret)) return true;
    return alone && has_no_choice(r, seat, ret);
}

void window_set(Room *r, int64_t now)
{
    TapWindow w;
    if (!hushed_is_open(r)) {
        r->window.base = -1;
        return;
    }
    tap_window(&r->setup, tap_record_state(r->record), &w);
    bool    is_new = r->window.base != r->seq, was_timed = !is_new && r->window.timed;
    int64_t lasts = 1000 * (int64_t)(r->window_s >= 0 ? r->window_s : w.seconds);
    if (is_new) {
        r->window.base = r->seq;
        r->window.opened = now;
        r->window.held = 0;
    }
    r->window.timed = lasts && people_playing(r) >= 2;
    if (r->window.timed && !was_timed) r->window.ends = now + lasts;
    TapSeatSet waiting = room_asked(r);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        TapMove pass;
        if (!tap_has(waiting, s) || !is_person(&r->chair[s]) || !passes_unasked(r, s, &pass)) continue;
        hushed_keep(r, s, pass, NULL);
        room_seat_told(r, s);
    }
}

/* It has been shown to everybody, and nothing else of the table waits. */
static bool is_shown(const Room *r) { return r->window.base == r->seq && r->flushed_seq == r->seq; }

/* Bots think as long as they have something to think about: a window that closed when they are done would tell. */
static bool would_tell_of_bots(const Room *r, int64_t now)
{
    if (!r->window.timed || now >= r->window.opened + WINDOW_FLOOR_MS) return false;
    TapSeatSet asked = room_asked_at_first(r);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (tap_has(asked, s) && !is_person(&r->chair[s])) return true;
    return false;
}

void window_tick(Room *r, int64_t now)
{
    TapError error = {{0}};
    if (!hushed_is_open(r) || !is_shown(r) || room_asked(r) || would_tell_of_bots(r, now)) return;
    if (!play_close(r, &error))
        log_say("the answers at table %s could not be written: %s", r->id, error.text);
}

static bool runs(const Room *r) { return hushed_is_open(r) && is_shown(r) && r->window.timed; }

bool window_is_up(const Room *r, int64_t now) { return runs(r) && now >= r->window.ends; }

int64_t window_left(const Room *r, int64_t now)
{
    if (!hushed_is_open(r) || r->window.base != r->seq || !r->window.timed) return -1;
    return r->window.ends > now ? r->window.ends - now : 0;
}

bool window_may_hold(const Room *r, TapSeat seat)
{
    return seat != TAP_NOBODY && hushed_is_open(r) && r->window.base == r->seq && r->window.timed &&
           tap_has(room_asked_at_first(r), seat) && !tap_has(r->window.held, seat);
}

bool window_hold(Room *r, TapSeat seat, int64_t now, TapError *error)
{
    if (!runs(r)) return fail_with(error, "There is no window to hold open.");
    if (!tap_has(room_asked_at_first(r), seat)) return fail_with(error, "You are not asked now.");
    if (tap_has(r->window.held, seat)) return fail_with(error, "You have held this window already.");
    r->window.held |= tap_only(seat);
    if (r->window.ends < now + WINDOW_HOLD_MS) r->window.ends = now + WINDOW_HOLD_MS;
    for (Member *m = r->members; m; m = m->next) m->wants_update = true;
    room_moved(r);
    return true;
}
