#include "server/house/clock.h"

#include "server/house/thinking.h"
#include "server/rooms/playing.h"
#include "server/rooms/seats.h"

/* Seats that keep people waiting. */
static TapSeatSet slow_seats(const Room *r)
{
    TapSeatSet slow = 0, asked = tap_asked(&r->setup, tap_record_state(r->record));
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (tap_has(asked, s) && r->chair[s].kind == CHAIR_PERSON && !r->chair[s].deserted) slow |= tap_only(s);
    return slow;
}

void clock_set(Room *r, int64_t now)
{
    if (!r->record || r->phase != PHASE_PLAYING) {
        r->deadline = r->hourglass = 0;
        return;
    }
    bool glass = tap_asked(&r->setup, tap_record_state(r->record)) >> TAP_CLOCK & 1;
    if (!glass) r->hourglass = 0;
    else if (!r->hourglass) r->hourglass = now + HOURGLASS_MS;
    TapSeatSet slow = slow_seats(r);
    if (!r->clock || !slow || people_seated(r) < 2) {
        r->deadline = 0;
        return;
    }
    int question = r->chair[tap_first_of(slow)].asked_since;
    if (r->deadline && r->deadline_for == question) return;
    r->deadline = now + (int64_t)r->clock * 1000;
    r->deadline_for = question;
}

int64_t clock_left(const Room *r, int64_t now)
{
    if (!r->deadline) return -1;
    return r->deadline > now ? r->deadline - now : 0;
}

static void ring_hourglass(Room *r)
{
    TapChoices c;
    TapError   error;
    int        seq;
    tap_choices(&r->setup, tap_record_state(r->record), TAP_CLOCK, &c);
    r->hourglass = 0;
    if (c.n) play_answer(r, TAP_CLOCK, tap_choice_nth(&c.choice[0], 0), false, NULL, &seq, &error);
}

void clock_tick(Room *r, int64_t now)
{
    clock_set(r, now);
    if (r->hourglass && now >= r->hourglass) {
        ring_hourglass(r);
        return;
    }
    if (!r->deadline || now < r->deadline || r->job) return;
    TapSeat  seat = tap_first_of(slow_seats(r));
    TapMove  move;
    TapError error;
    int      seq;
    if (tap_idle_move(&r->setup, tap_record_state(r->record), seat, &move)) play_answer(r, seat, move, true, NULL, &seq, &error);
    else bots_answer_late(r, seat);
}
