#include "table/table.h"

void tell_(Env *e, const Told *told)
{
    TapLog *log = e->log;
    if (log->n == TAP_LOG) {
        log->lost++;
        return;
    }
    const State *st = e->state;
    int level = e->level;
    log->event[log->n++] = (TapEvent){
        .kind = (uint8_t)told->kind,
        .level = (uint8_t)level,
        .who = seat_outward(st, level, told->who),
        .other = seat_outward(st, level, told->other),
        .card = told->card,
        .from = told->from,
        .to = told->to,
        .from_owner = seat_outward(st, level, told->from_owner),
        .to_owner = seat_outward(st, level, told->to_owner),
        .seen_by = told->seen_by ? seats_outward(st, level, told->seen_by) : (SeatSet)PUBLIC,
        .n = told->n,
        .text = told->text,
        .unseen = told->unseen,
        .what = told->what,
        .deck = told->card == NO_CARD ? NULL : e->setup->content->deck[told->deck],
    };
}
