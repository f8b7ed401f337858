#include "server/rooms/hushed.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct Hushed {
    int        base; /* entries of the log when it was asked */
    TapSeatSet given, durable;
    struct {
        TapMove move;
        char    id[ANSWER_ID_BYTES];
    } answer[TAP_CLOCK + 1];
};

bool hushed_is_open(const Room *r)
{
    TapWindow w;
    return r->record && r->phase == PHASE_PLAYING && tap_window(&r->setup, tap_record_state(r->record), &w);
}

/* What lies here belongs to the question that is open now. */
static bool is_of_now(const Room *r) { return r->hushed && r->hushed->base == r->seq; }

TapSeatSet room_asked(const Room *r)
{
    TapSeatSet asked = tap_asked(&r->setup, tap_record_state(r->record));
    return is_of_now(r) ? (TapSeatSet)(asked & ~r->hushed->given) : asked;
}

TapSeatSet room_asked_at_first(const Room *r)
{
    const TapState *state = tap_record_state(r->record);
    return tap_asked(&r->setup, state) | tap_sealed(&r->setup, state);
}

void hushed_keep(Room *r, TapSeat seat, TapMove move, const char *id)
{
    assert(tap_has(room_asked(r), seat));
    if (!is_of_now(r)) {
        hushed_clear(r);
        r->hushed = calloc(1, sizeof *r->hushed);
        assert(r->hushed);
        r->hushed->base = r->seq;
    }
    r->hushed->given |= tap_only(seat);
    r->hushed->answer[seat].move = move;
    snprintf(r->hushed->answer[seat].id, ANSWER_ID_BYTES, "%s", id ? id : "");
}

void hushed_forget(Room *r, TapSeat seat)
{
    if (!is_of_now(r)) return;
    r->hushed->given = tap_less(r->hushed->given, seat);
    r->hushed->durable = tap_less(r->hushed->durable, seat);
}

bool hushed_given(const Room *r, TapSeat seat, TapMove *ret, const char **ret_id)
{
    if (!is_of_now(r) || !tap_has(r->hushed->given, seat)) return false;
    *ret = r->hushed->answer[seat].move;
    *ret_id = r->hushed->answer[seat].id;
    return true;
}

void hushed_is_durable(Room *r, TapSeat seat)
{
    if (is_of_now(r)) r->hushed->durable |= tap_only(seat);
}

bool hushed_was_durable(const Room *r, TapSeat seat) { return is_of_now(r) && tap_has(r->hushed->durable, seat); }

void hushed_clear(Room *r)
{
    free(r->hushed);
    r->hushed = NULL;
}

const TapState *hushed_state_for(const Room *r, TapSeat viewer, TapState *room)
{
    const TapState *state = tap_record_state(r->record);
    TapMove         own;
    const char     *id;
    if (viewer == TAP_NOBODY || !hushed_given(r, viewer, &own, &id)) return state;
    /* The last answer would close the question. One that nobody else has answered stays open after it, unless he alone
       was asked: then it closes with the next tick, and until then he sees it as it was. */
    if (tap_asked(&r->setup, state) == tap_only(viewer)) return state;
    tap_state_copy(&r->setup, room, state);
    tap_answer_trusted(&r->setup, room, viewer, own, NULL);
    return room;
}
