#include "server/programs/remote.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <sodium.h>

#include "server/ground/logs.h"
#include "server/programs/bot_message.h"
#include "server/rooms/client.h"
#include "server/rooms/doors.h"
#include "server/rooms/hushed.h"
#include "server/rooms/kept.h"
#include "server/rooms/playing.h"
#include "server/rooms/seats.h"
#include "server/rooms/takeover.h"

/* The question it was sent, and how it did. */
typedef struct Remote {
    bool     pending;
    int      asked_since;
    int64_t  until;
    uint64_t id;
    int      asked, late, illegal, garbled, late_in_a_row;
} Remote;

void remote_begin(Client *c)
{
    c->remote = calloc(1, sizeof *c->remote);
    assert(c->remote);
}

void remote_end(Client *c)
{
    free(c->remote);
    c->remote = NULL;
}

static TapRng new_luck(void)
{
    TapRng   r;
    uint64_t number;
    randombytes_buf(&number, sizeof number);
    tap_rng_fast(&r, number);
    return r;
}

/* ------------------------------------------------------------------- hello */

/* The seat it had, if it comes back: known by its cookie, or by its token. */
static TapSeat old_seat(const Room *r, const Client *c, const BotHello *hello)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        char token[SIGNATURE_BYTES];
        if (!chair_is_remote(&r->chair[s]) || (hello->seat >= 0 && hello->seat != s)) continue;
        secrets_seat_token(c->house->key, r->id, s, r->chair[s].generation, token);
        if (hello->token[0] ? secrets_same(token, hello->token) : !strcmp(r->chair[s].guest, c->guest)) return s;
    }
    return TAP_NOBODY;
}

/* As for people: before the deal a free seat, after it a bot's, if this guest has seen no other cards here. */
static TapSeat free_seat(const Room *r, const Client *c, const BotHello *hello, const char **why)
{
    bool playing = r->phase == PHASE_PLAYING;
    if (playing && seat_has_sat(r, c->guest)) {
        *why = "You have seen other cards of this game.";
        return TAP_NOBODY;
    }
    *why = "No seat is free at this table.";
    if (r->phase == PHASE_OVER || (playing && r->guests >= SAT_MOST)) return TAP_NOBODY;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        const Chair *chair = &r->chair[s];
        bool free = chair->kind == CHAIR_OPEN || (playing && chair->kind == CHAIR_BOT && !chair_is_remote(chair));
        if (free && (hello->seat < 0 || hello->seat == s)) {
            if (!playing || !seat_holds_secrets(r, s)) return s;
            *why = "That seat has cards that you may not see. Come between two hands.";
            continue;
        }
        if (hello->seat == s) *why = chair_is_remote(chair) ? "Another bot has that seat." : "That seat is not free.";
    }
    return TAP_NOBODY;
}

static void greet(Client *c, const char *text, size_t n)
{
    House      *h = c->house;
    BotHello    hello;
    const char *code, *why = bot_read_hello(text, n, &hello, &code);
    if (why) {
        client_refuse(c, code, why);
        return;
    }
    Room *r = room_find(h, hello.table);
    if (!r) {
        client_refuse(c, "no-table", "There is no such table.");
        return;
    }
    TapSeat seat = old_seat(r, c, &hello);
    bool    back = seat != TAP_NOBODY;
    if (back && program_at(r, seat)) {
        client_refuse(c, "no-seat", "A program sits there already.");
        return;
    }
    if (!back && hello.token[0]) {
        client_refuse(c, "bad-token", "That token opens no seat at this table.");
        return;
    }
    if (!back && seat_of_guest(r, c->guest) != TAP_NOBODY) {
        client_refuse(c, "refused", "You have a seat at this table.");
        return;
    }
    if (!back && !doors_let_in(r, c, NULL, true)) {
        client_close(c);
        return;
    }
    if (!back) seat = free_seat(r, c, &hello, &why);
    if (seat == TAP_NOBODY) {
        client_refuse(c, "no-seat", why);
        return;
    }
    client_is_greeted(c);
    snprintf(c->name, sizeof c->name, "%s", hello.name);
    if (back) snprintf(r->chair[seat].guest, GUEST_BYTES, "%s", c->guest); /* a token may come from another guest */
    if (!member_add(c, r, NULL)) {
        client_close(c);
        return;
    }
    seat_give_remote(r, seat, c, back);
    char token[SIGNATURE_BYTES];
    secrets_seat_token(h->key, r->id, seat, r->chair[seat].generation, token);
    out_clear(&h->out);
    bot_write_hello(&h->out, &r->setup, r->id, seat, token);
    client_send(c, h->out.text, h->out.n);
}

/* ---------------------------------------------------------------- deciding */

static void say_over(Client *c, const Room *r, TapSeat seat, const char *reason)
{
    Out *o = &c->house->out;
    const Remote *b = c->remote;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "over");
    out_string(o, "table", r->id);
    out_string(o, "reason", reason);
    out_number(o, "asked", b->asked);
    out_number(o, "late", b->late);
    out_number(o, "illegal", b->illegal);
    out_number(o, "garbled", b->garbled);
    if (r->phase == PHASE_OVER && seat != TAP_NOBODY) {
        out_open(o, "scores", '[');
        for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
            out_number(o, NULL, tap_score(&r->setup, tap_record_state(r->record), s));
        out_close(o, ']');
    }
    out_close(o, '}');
    client_send(c, o->text, o->n);
    client_close(c);
}

/* Plays for it, at the question that is open. */
static void play_for(Room *r, TapSeat seat, TapMove move, bool late)
{
    TapError error;
    int      seq;
    r->house->metrics.bot_answers++;
    if (play_answer(r, seat, move, late, NULL, &seq, &error) == PLAY_FAILED)
        log_say("a bot's answer at table %s could not be written: %s", r->id, error.text);
}

static void play_fallback(Client *c, Room *r, TapSeat seat, bool late)
{
    TapRng luck = new_luck();
    c->remote->pending = false;
    r->chair[seat].missed++;
    room_told(r);
    play_for(r, seat, bot_fallback(&r->setup, tap_record_state(r->record), seat, &luck), late);
}

static int deadline_of(const Room *r)
{
    int64_t clock = (int64_t)r->clock * 1000;
    return clock && clock < REMOTE_MS ? (int)clock : REMOTE_MS;
}

bool remote_tick(Room *r, TapSeat seat, int64_t now)
{
    Client *c = program_at(r, seat);
    Remote *b = c ? c->remote : NULL;
    TapMove only;
    if (!c) return false;
    if (r->seq != r->flushed_seq) return true; /* nobody is shown what may not have happened */
    const TapState *state = tap_record_state(r->record);
    if (b->pending && b->asked_since == r->chair[seat].asked_since) {
        if (now < b->until) return true;
        b->late++;
        play_fallback(c, r, seat, true);
        if (++b->late_in_a_row == BOT_LATE_IN_A_ROW)
            say_over(c, r, TAP_NOBODY, "given up after ten late answers in a row");
        return true;
    }
    if (!bot_has_choice(&r->setup, state, seat, &only)) {
        play_for(r, seat, only, false);
        return true;
    }
    TapRng luck = new_luck();
    b->pending = true;
    b->asked_since = r->chair[seat].asked_since;
    b->until = now + deadline_of(r);
    b->asked++;
    out_clear(&r->house->out);
    bot_write_decide(&r->house->out, &r->setup, state, room_seen(r), seat, ++b->id, deadline_of(r), tap_rng_word(&luck),
                     &r->house->scratch);
    client_send(c, r->house->out.text, r->house->out.n);
    return true;
}

/* What answers no open question: one that came too late was counted then and is passed over; nonsense is told. */
static void pass_over(Client *c, const char *text, size_t n)
{
    json_t *said = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL), *id = json_object_get(said, "id");
    bool old = json_is_integer(id) && json_integer_value(id) >= 0 && (uint64_t)json_integer_value(id) <= c->remote->id;
    json_decref(said);
    if (!bucket_take(&c->messages, house_now(c->house), RATE_MESSAGE_BURST, RATE_MESSAGE_MS))
        client_misbehaved(c, NULL, "too-fast", "Too many messages; slow down.");
    else if (!old) client_misbehaved(c, NULL, "not-asked", "You are not asked that.");
}

static void answer(Client *c, Room *r, TapSeat seat, const char *text, size_t n)
{
    Remote *b = c->remote;
    TapMove move;
    bool asked = b->pending && r->record && r->phase == PHASE_PLAYING && b->asked_since == r->chair[seat].asked_since &&
                 tap_has(room_asked(r), seat);
    if (!asked) {
        pass_over(c, text, n);
        return;
    }
    switch (bot_read_answer(text, n, b->id, &r->setup, tap_record_state(r->record), seat, &move)) {
    case BOT_SAID_MOVE:
        b->pending = false;
        b->late_in_a_row = 0;
        play_for(r, seat, move, false);
        break;
    case BOT_SAID_ILLEGAL:
        b->illegal++;
        b->late_in_a_row = 0;
        play_fallback(c, r, seat, false);
        break;
    case BOT_SAID_GARBLE:
        b->garbled++;
        b->late_in_a_row = 0;
        play_fallback(c, r, seat, false);
        break;
    case BOT_SAID_OTHER: pass_over(c, text, n); break;
    }
}

bool remote_waits(const Client *c)
{
    if (c->comes) return true;
    return c->greeted && c->in[0] ? c->in[0]->room->committing != 0 : !house_is_quiet(c->house);
}

void remote_message(Client *c, const char *text, size_t n)
{
    Member *m = c->in[0];
    if (!c->greeted) greet(c, text, n);
    else if (!m) client_refuse(c, "no-table", "This table cannot be read now.");
    else if (m->seat != TAP_NOBODY) answer(c, m->room, m->seat, text, n);
}

void remote_publish(Member *m)
{
    Room *r = m->room;
    if (m->client->closing) return;
    if (m->seat == TAP_NOBODY) say_over(m->client, r, TAP_NOBODY, "the seat was given to somebody else");
    else if (r->phase == PHASE_OVER) say_over(m->client, r, m->seat, "the game is over");
}
