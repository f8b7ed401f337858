#include "server/rooms/playing.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/ground/fair.h"
#include "server/rooms/hushed.h"
#include "server/rooms/purse.h"
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
    if (!purse_suffices(r))
        return fail_with(error, "Too few have the coins to play: buy in again, or let everybody begin afresh.");
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (r->chair[s].kind == CHAIR_OPEN) seat_give_bot(r, s, DEFAULT_BOT);
    fair_mix(&r->fair, seed);
    tap_log_clear(&r->house->log);
    r->record = tap_record_new(&r->setup, seed, &r->house->log);
    r->seen = (TapSeen){.answers = 0};
    r->seen_is_old = false;
    r->phase = PHASE_PLAYING;
    r->seq = r->flushed_seq = 0;
    happenings_add(&r->fresh, &r->house->log, r->seq);
    for (Member *m = r->members; m; m = m->next) m->seen = m->given = -1, m->wants_update = true;
    r->bot_at = house_now(r->house) + r->pace;
    finish(r);
    room_changed(r);
    room_moved(r);
    return true;
}

/* How many grains have fallen follows from the log; when the next one falls, from the house's clock. */
static void note_glass(Room *r, TapSeat seat)
{
    TapGlass glass;
    bool     runs = tap_glass(&r->setup, tap_record_state(r->record), &glass);
    if (runs && glass.turn == r->glass.turn) {
        r->glass.fallen += seat == TAP_CLOCK;
        return;
    }
    r->glass.turn = runs ? glass.turn : -1;
    r->glass.fallen = 0;
    r->glass.began = 0;
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
    note_glass(r, seat);
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
    r->seen_is_old = true;
    r->glass.turn = -1; /* turned anew */
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) r->chair[s].asked_since = r->seq;
    return true;
}

/* As it stands in the log: "2 raise to 6", "1 check timeout", "clock ring". */
typedef struct Entry {
    char words[TAP_WORDS]; /* the answer alone */
    char text[TAP_WORDS + 32];
} Entry;

static bool write_entry(const Room *r, TapSeat seat, TapMove move, bool timeout, Entry *ret)
{
    const TapState *state = tap_record_state(r->record);
    if (!tap_move_write(&r->setup, state, seat, move, ret->words, sizeof ret->words)) return false;
    if (seat == TAP_CLOCK) snprintf(ret->text, sizeof ret->text, "clock %s", ret->words);
    else snprintf(ret->text, sizeof ret->text, "%d %s%s", seat + 1, ret->words, timeout ? " timeout" : "");
    return true;
}

/* While sand runs bots leave people room to speak; who had nothing to say was heard by nobody. */
static void let_bots_pause(Room *r, TapSeat seat)
{
    bool talk = r->glass.turn >= 0, silent = tap_has(tap_sealed(&r->setup, tap_record_state(r->record)), seat);
    if (talk && silent) return;
    r->bot_at = house_now(r->house) + (talk && r->pace < TALK_PACE_MS ? TALK_PACE_MS : r->pace);
}

static PlayResult play_entry(Room *r, TapSeat seat, TapMove move, bool timeout, const char *id, const Entry *entry,
                             int *ret_seq, TapError *error)
{
    House *h = r->house;
    switch (h->store->kind->append(h->store, r->id, r->seq, id, entry->text, ret_seq, error)) {
    case STORE_OK: break;
    case STORE_REPEATED: return PLAY_REPEATED;
    case STORE_STALE: /* only if another program writes our file */
    case STORE_MISSING:
    case STORE_DAMAGED:
    case STORE_ELSEWHERE:
    case STORE_NOT_ALIVE:
    case STORE_FAILED: return PLAY_FAILED;
    }
    if (!r->seen_is_old) tap_seen_add(&r->seen, &r->setup, tap_record_state(r->record), seat, move);
    tap_log_clear(&h->log);
    tap_record_played(r->record, seat, move, entry->words, timeout, &h->log); /* judged when its words were written */
    play_note_answer(r, seat, &h->log);
    assert(r->seq == *ret_seq);
    h->metrics.answers++;
    h->metrics.timeouts += timeout;
    if (timeout) r->late |= tap_only(seat);
    let_bots_pause(r, seat);
    if (r->undo_ask.open) r->undo_ask.open = false, room_told(r);
    finish(r);
    room_moved(r);
    return PLAY_OK;
}

PlayResult play_answer(Room *r, TapSeat seat, TapMove move, bool timeout, const char *id, int *ret_seq, TapError *error)
{
    Entry entry;
    bool  hushed = hushed_is_open(r);
    if (hushed && !tap_has(room_asked(r), seat)) return fail_with(error, "You are not asked now."), PLAY_ILLEGAL;
    if (!write_entry(r, seat, move, timeout && !hushed, &entry))
        return fail_with(error, "That is not possible now."), PLAY_ILLEGAL;
    if (!hushed) return play_entry(r, seat, move, timeout, id, &entry, ret_seq, error);
    if (id && r->house->store->doubtful) {
        /* The log may come back with another answer of his to this question: something durable must take its place. */
        room_saved(r);
        return fail_with(error, "The disk is not sure of this table."), PLAY_FAILED;
    }
    hushed_keep(r, seat, move, id);
    AsideAnswer given = {.table = r->id, .base = r->seq, .seat = seat, .id = id, .entry = entry.text};
    if (id) aside_put(r->house->aside, &given);
    return PLAY_HUSHED;
}

bool play_close(Room *r, TapError *error)
{
    struct {
        TapMove move;
        char    id[ANSWER_ID_BYTES];
    } answer[TAP_CLOCK + 1];
    TapSeatSet given = 0;
    for (TapSeat s = 0; s <= TAP_CLOCK; s++) {
        const char *id;
        if (!hushed_given(r, s, &answer[s].move, &id)) continue;
        snprintf(answer[s].id, sizeof answer[s].id, "%s", id);
        given |= tap_only(s);
    }
    hushed_clear(r);
    r->closed = true;
    for (TapSeat s = 0; s <= TAP_CLOCK; s++) {
        Entry       entry;
        int         seq;
        const char *id = answer[s].id[0] ? answer[s].id : NULL;
        if (!tap_has(given, s)) continue;
        if (!write_entry(r, s, answer[s].move, false, &entry)) assert(false);
        if (play_entry(r, s, answer[s].move, false, id, &entry, &seq, error) == PLAY_OK) continue;
        /* The disk: what is left of them waits for the next time. */
        for (; s <= TAP_CLOCK; s++)
            if (tap_has(given, s)) hushed_keep(r, s, answer[s].move, answer[s].id);
        return false;
    }
    return true;
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
        if (log->event[k].kind == TAP_SHOWN || log->event[k].kind == TAP_ROLLED || log->event[k].card != TAP_NO_CARD)
            return false;
    return true;
}

/* True if answer `i` was given to a hushed question; if so, whether it is the first of it. */
static bool was_hushed(const Room *r, int i)
{
    TapState  before;
    TapWindow w;
    return tap_record_state_at(r->record, i, &before, NULL) && tap_window(&r->setup, &before, &w);
}

static bool was_said_in_talk(const Room *r, int i)
{
    TapState before;
    return i >= 0 && tap_record_state_at(r->record, i, &before, NULL) && tap_asks_anyone(&before);
}

static bool began_window(const Room *r, int i)
{
    TapState before;
    return tap_record_state_at(r->record, i, &before, NULL) && !tap_sealed(&r->setup, &before);
}

bool play_undo(Room *r, TapSeat seat, TapError *error)
{
    if (r->phase == PHASE_OPEN) return fail_with(error, "Nothing is dealt yet.");
    if (hushed_is_open(r)) return fail_with(error, "Nothing is taken back while others may answer.");
    TapSeat who;
    TapMove move;
    int     last = tap_record_answers(r->record) - 1;
    if (r->guests <= 1)
        while (last >= 0 && tap_record_answer_at(r->record, last, &who, &move) && who != seat) last--;
    if (tap_asks_anyone(tap_record_state(r->record)) || was_said_in_talk(r, last))
        return fail_with(error, "What is said in a talk is not taken back.");
    if (r->guests <= 1) { /* nobody else ever sat here */
        if (r->phase == PHASE_OVER) return fail_with(error, "The game is over, and its seeds are shown.");
        while (last > 0 && was_hushed(r, last) && !began_window(r, last)) last--; /* the whole window is asked again */
        return last < 0 ? fail_with(error, "You have not answered anything yet.") : take_back_to(r, last, error);
    }
    if (r->phase == PHASE_OVER) return fail_with(error, "The game is over.");
    if (r->undo_ask.open) return fail_with(error, "Somebody asks for that already.");
    if (last < 0 || !tap_record_answer_at(r->record, last, &who, &move) || who != seat)
        return fail_with(error, "Only the last answer can be taken back, by who gave it.");
    if (r->answer_seq[last] <= r->chair[seat].since)
        return fail_with(error, "Somebody else sat here when that was answered.");
    if (was_hushed(r, last))
        return fail_with(error, "The others have seen how it was answered; that cannot be unseen.");
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
    if (hushed_is_open(r) || !r->undo_ask.open || !tap_has(r->undo_ask.waiting, seat))
        return fail_with(error, "Nobody asks you for that.");
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
