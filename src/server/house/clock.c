#include "server/house/clock.h"

#include "server/house/thinking.h"
#include "server/rooms/hushed.h"
#include "server/rooms/playing.h"
#include "server/rooms/seats.h"
#include "server/rooms/open_window.h"

/* Seats that keep people waiting. */
static TapSeatSet slow_seats(const Room *r)
{
    TapSeatSet slow = 0, asked = room_asked(r);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (tap_has(asked, s) && r->chair[s].kind == CHAIR_PERSON && !r->chair[s].deserted) slow |= tap_only(s);
    return slow;
}

/* Grains fall evenly, whatever is answered meanwhile; another turn of the glass begins anew. */
static void set_glass(Room *r, int64_t now)
{
    TapGlass glass;
    if (!tap_glass(&r->setup, tap_record_state(r->record), &glass)) {
        r->hourglass = 0;
        r->glass.turn = -1;
        return;
    }
    int64_t all = 1000 * (int64_t)glass.seconds;
    if (r->glass.turn != glass.turn) {
        r->glass.turn = glass.turn;
        r->glass.fallen = 0;
        r->glass.began = 0;
    }
    if (!r->glass.began) r->glass.began = now - all * r->glass.fallen / glass.grains;
    r->hourglass = r->glass.began + all * (r->glass.fallen + 1) / glass.grains;
}

static void rest(Room *r, int64_t now)
{
    if (r->deadline) r->rested = r->deadline > now ? r->deadline - now : 0;
    r->deadline = 0;
}

void clock_set(Room *r, int64_t now)
{
    if (!r->record || r->phase != PHASE_PLAYING) {
        r->deadline = r->hourglass = 0;
        return;
    }
    set_glass(r, now);
    TapSeatSet slow = slow_seats(r);
    /* Where a window or the game's own glass runs, the table's clock rests. */
    if (!r->clock || !slow || people_seated(r) < 2 || r->hourglass || hushed_is_open(r)) {
        rest(r, now);
        return;
    }
    int question = r->chair[tap_first_of(slow)].asked_since;
    if (r->deadline && r->deadline_for == question) return;
    /* Who comes back to the question he went away from has what was left, not all of it again. */
    bool again = !r->deadline && r->deadline_for == question && r->rested >= 0;
    r->deadline = now + (again ? r->rested : (int64_t)r->clock * 1000);
    r->deadline_for = question;
    r->rested = -1;
}

int64_t clock_left(const Room *r, int64_t now)
{
    int64_t window = window_left(r, now);
    if (window >= 0 || !r->deadline) return window;
    return r->deadline > now ? r->deadline - now : 0;
}

int64_t clock_glass_left(const Room *r, int64_t now, int64_t *ret_all)
{
    TapGlass glass;
    if (!r->hourglass || !tap_glass(&r->setup, tap_record_state(r->record), &glass)) return -1;
    *ret_all = 1000 * (int64_t)glass.seconds;
    int64_t ends = r->glass.began + *ret_all;
    return ends > now ? ends - now : 0;
}

/* The window's time is up: whoever has not answered passes, as one who does nothing would. */
static void end_window(Room *r)
{
    TapSeatSet waiting = room_asked(r);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        TapMove  move;
        TapError error;
        int      seq;
        if (!tap_has(waiting, s)) continue;
        if (tap_idle_move(&r->setup, tap_record_state(r->record), s, &move))
            play_answer(r, s, move, false, NULL, &seq, &error);
        else bots_answer_late(r, s);
    }
}

static void ring_hourglass(Room *r)
{
    TapChoices c;
    TapError   error;
    int        seq;
    tap_choices(&r->setup, tap_record_state(r->record), TAP_CLOCK, &c);
    if (c.n) play_answer(r, TAP_CLOCK, tap_choice_nth(&c.choice[0], 0), false, NULL, &seq, &error);
}

void clock_tick(Room *r, int64_t now)
{
    clock_set(r, now);
    window_set(r, now);
    if (window_is_up(r, now)) end_window(r);
    window_tick(r, now);
    if (r->hourglass && now >= r->hourglass) {
        ring_hourglass(r);
        return;
    }
    if (!r->deadline || now < r->deadline || r->job) return;
    TapSeat  seat = tap_first_of(slow_seats(r));
    TapMove  move;
    TapError error;
    int      seq;
    if (tap_idle_move(&r->setup, tap_record_state(r->record), seat, &move))
        play_answer(r, seat, move, true, NULL, &seq, &error);
    else bots_answer_late(r, seat);
}
