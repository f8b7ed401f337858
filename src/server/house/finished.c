#include "server/house/finished.h"

#include "server/house/publish.h"
#include "server/rooms/kept.h"
#include "server/rooms/unplayed.h"

/* Also of a table that another node holds, if its game is over; then *ret_borrowed is it too. */
static Room *find(House *h, const char *table, Room **ret_borrowed)
{
    Room *r = room_find(h, table);
    *ret_borrowed = !r && h->elsewhere ? room_borrow(h, table) : NULL;
    return r ? r : *ret_borrowed;
}

static char *write_record(const Room *r)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) tap_record_set_player(r->record, s, r->chair[s].name);
    tap_record_set_fair(r->record, &r->fair);
    if (r->before[0]) tap_record_set_before(r->record, r->before);
    return tap_record_write(r->record);
}

char *house_record(House *h, const char *table, int *ret_status)
{
    Room *borrowed, *r = find(h, table, &borrowed);
    *ret_status = h->elsewhere && !r ? 403 : 404;
    if (!r) return h->elsewhere ? NULL : unplayed_record(h, table);
    *ret_status = 403;
    char *text = room_is_finished(r) ? write_record(r) : NULL;
    if (borrowed) room_forget(borrowed);
    return text;
}

static char *write_step(House *h, const Room *r, TapSeat viewer, int step)
{
    int steps = tap_record_answers(r->record);
    if (step < 0 || step > steps || (viewer != TAP_NOBODY && viewer >= r->setup.seats)) return NULL;
    TapState state;
    TapLog  *log = &h->log;
    tap_log_clear(log);
    if (!tap_record_state_at(r->record, step, &state, log)) return NULL;
    Out o = {0};
    out_open(&o, NULL, '{');
    out_string(&o, "title", tap_game_title(r->setup.game));
    out_string(&o, "game", tap_game_id(r->setup.game));
    out_number(&o, "steps", steps);
    out_number(&o, "step", step);
    out_open(&o, "players", '[');
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        out_open(&o, NULL, '{');
        out_string(&o, "name", r->chair[s].name);
        out_bool(&o, "bot", r->chair[s].kind == CHAIR_BOT);
        out_close(&o, '}');
    }
    out_close(&o, ']');
    out_open(&o, "events", '[');
    for (int i = 0; i < log->n; i++) {
        Happening happened = {.seq = step, .event = log->event[i]};
        publish_event(&o, r, &happened, viewer);
    }
    out_close(&o, ']');
    out_view(&o, &r->setup, &state, viewer, &h->scratch);
    out_close(&o, '}');
    return o.text;
}

char *house_replay(House *h, const char *table, TapSeat viewer, int step, int *ret_status)
{
    Room *borrowed, *r = find(h, table, &borrowed);
    bool  finished = r && room_is_finished(r);
    *ret_status = finished || (!r && !h->elsewhere) ? 404 : 403;
    char *text = finished ? write_step(h, r, viewer, step) : NULL;
    if (borrowed) room_forget(borrowed);
    return text;
}
