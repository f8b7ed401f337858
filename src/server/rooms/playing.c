#include "server/rooms/playing.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/ground/fair.h"
#include "server/rooms/seats.h"
#include "text/fail.h"

static void finish(Room *r)
{
    if (!tap_over(tap_record_state(r->record)) || r->phase == PHASE_OVER) return;
    r->phase = PHASE_OVER;
    r->house->metrics.games++;
    room_changed(r);
}

bool play_deal(Room *r, TapError *error)
{
    uint8_t seed[64];
    if (r->phase != PHASE_OPEN) return fail_with(error, "The cards are dealt already.");
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (r->chair[s].kind == CHAIR_OPEN) seat_give_bot(r, s, DEFAULT_BOT);
    fair_mix(&r->fair, seed);
    tap_log_clear(&r->house->log);
    r->record = tap_record_new(&r->setup, seed, &r->house->log);
    r->phase = PHASE_PLAYING;
    r->seq = r->flushed_seq = 0;
    happenings_add(&r->fresh, &r->house->log, r->seq);
    for (Member *m = r->members; m; m = m->next) m->seen = -1, m->wants_update = true;
    r->bot_at = house_now(r->house) + r->pace;
    finish(r);
    room_changed(r);
    room_moved(r);
    return true;
}

void play_note_answer(Room *r, TapSeat seat, const TapLog *fresh)
{
    int n = tap_record_answers(r->record);
    r->seq++;
    if (n > r->answer_room) {
        r->answer_room = r->answer_room ? 2 * r->answer_room : 32;
        r->answer_seq = realloc(r->answer_seq, (size_t)r->answer_room * sizeof *r->answer_seq);
        assert(r->answer_seq);
    }
    r->answer_seq[n - 1] = r->seq;
    if (fresh) happenings_add(&r->fresh, fresh, r->seq);
    /* An answer that lies under its seal changes nobody else's question. */
    bool sealed = tap_has(tap_sealed(&r->setup, tap_record_state(r->record)), seat);
    if (!sealed)
        for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) r->chair[s].asked_since = r->seq;
}

bool play_note_undo(Room *r, int to)
{
    if (to < 0 || to >= tap_record_answers(r->record)) return false;
    int entry = to ? r->answer_seq[to - 1] : 0;
    if (!tap_record_undo(r->record, to)) return false;
    r->seq++;
    r->undone = realloc(r->undone, (size_t)(r->undones + 1) * sizeof *r->undone);
    assert(r->undone);
    r->undone[r->undones++] = (Undone){r->seq, entry};
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) r->chair[s].asked_since = r->seq;
    return true;
}

PlayResult play_answer(Room *r, TapSeat seat, TapMove move, bool timeout, const char *id, int *ret_seq, TapError *error)
{
    House *h = r->house;
    char   words[512], entry[600];
    if (!tap_move_write(&r->setup, tap_record_state(r->record), seat, move, words, sizeof words)) {
        fail_with(error, "That is not possible now.");
        return PLAY_ILLEGAL;
    }
    if (seat == TAP_CLOCK) snprintf(entry, sizeof entry, "clock %s", words);
    else snprintf(entry, sizeof entry, "%d %s%s", seat + 1, words, timeout ? " timeout" : "");
    switch (h->store->kind->append(h->store, r->id, r->seq, id, entry, ret_seq, error)) {
    case STORE_OK: break;
    case STORE_REPEATED: return PLAY_REPEATED;
    case STORE_STALE: /* only if another program writes our file */
    case STORE_MISSING:
    case STORE_FAILED: return PLAY_FAILED;
    }
    tap_log_clear(&h->log);
    bool played = tap_record_answer(r->record, seat, move, timeout, &h->log);
    assert(played);
    (void)played;
    play_note_answer(r, seat, &h->log);
    assert(r->seq == *ret_seq);
    h->metrics.answers++;
    h->metrics.timeouts += timeout;
    if (timeout) r->late |= tap_only(seat);
    r->bot_at = house_now(h) + r->pace;
    if (r->undo_ask.open) r->undo_ask.open = false, room_told(r);
    finish(r);
    room_moved(r);
    return PLAY_OK;
}

/* ------------------------------------------------------------ taking back */

static bool take_back_to(Room *r, int to, TapError *error)
{
    House *h = r->house;
    char   entry[40];
    int    seq;
    snprintf(entry, sizeof entry, "undo to %d", to);
    if (h->store->kind->append(h->store, r->id, r->seq, NULL, entry, &seq, error)) return false;
    bool undone = play_note_undo(r, to);
    assert(undone);
    (void)undone;
    int kept = 0; /* what was not shown yet and is taken back never happened */
    for (int i = 0; i < r->fresh.n; i++)
        if (r->fresh.of[i].seq <= r->undone[r->undones - 1].to) r->fresh.of[kept++] = r->fresh.of[i];
    r->fresh.n = kept;
    r->undo_ask.open = false;
    r->bot_at = house_now(h) + r->pace;
    h->metrics.undos++;
    if (r->phase == PHASE_OVER) r->phase = PHASE_PLAYING;
    room_changed(r);
    room_moved(r);
    return true;
}

/* True if answer `i`, the last one, brought nothing that cannot be unseen. */
static bool is_harmless(Room *r, int i)
{
    TapLog *log = &r->house->log;
    TapState after;
    tap_log_clear(log);
    if (!tap_record_state_at(r->record, i + 1, &after, log)) return false;
    if (log->draws || log->lost || tap_over(&after)) return false;
    for (int k = 0; k < log->n; k++)
        if (log->event[k].kind == TAP_SHOWN || log->event[k].kind == TAP_ROLLED || log->event[k].card != TAP_NO_CARD) return false;
    return true;
}

bool play_undo(Room *r, TapSeat seat, TapError *error)
{
    if (r->phase == PHASE_OPEN) return fail_with(error, "Nothing is dealt yet.");
    TapSeat who;
    TapMove move;
    int     last = tap_record_answers(r->record) - 1;
    if (r->guests <= 1) { /* nobody else ever sat here */
        if (r->phase == PHASE_OVER) return fail_with(error, "The game is over, and its seeds are shown.");
        while (last >= 0 && tap_record_answer_at(r->record, last, &who, &move) && who != seat) last--;
        return last < 0 ? fail_with(error, "You have not answered anything yet.") : take_back_to(r, last, error);
    }
    if (r->phase == PHASE_OVER) return fail_with(error, "The game is over.");
    if (r->undo_ask.open) return fail_with(error, "Somebody asks for that already.");
    if (last < 0 || !tap_record_answer_at(r->record, last, &who, &move) || who != seat)
        return fail_with(error, "Only the last answer can be taken back, by who gave it.");
    if (!is_harmless(r, last)) return fail_with(error, "Chance or a reveal has followed; that cannot be unseen.");
    r->undo_ask.open = true;
    r->undo_ask.seat = seat;
    r->undo_ask.waiting = 0;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (s != seat && r->chair[s].kind == CHAIR_PERSON && !r->chair[s].deserted) r->undo_ask.waiting |= tap_only(s);
    if (!r->undo_ask.waiting) return take_back_to(r, last, error);
    room_told(r);
    return true;
}

bool play_consent(Room *r, TapSeat seat, bool yes, TapError *error)
{
    if (!r->undo_ask.open || !tap_has(r->undo_ask.waiting, seat)) return fail_with(error, "Nobody asks you for that.");
    if (!yes) {
        r->undo_ask.open = false;
        room_told(r);
        return true;
    }
    r->undo_ask.waiting = tap_less(r->undo_ask.waiting, seat);
    if (!r->undo_ask.waiting) return take_back_to(r, tap_record_answers(r->record) - 1, error);
    room_told(r);
    return true;
}
