#include "server/house/requests.h"

#include <stdio.h>
#include <string.h>

#include <taproom/bot.h>

#include "server/ground/fair.h"
#include "server/house/acks.h"
#include "server/house/coaching.h"
#include "server/house/passing.h"
#include "server/house/publish.h"
#include "server/house/thinking.h"
#include "server/house/yours.h"
#include "server/rooms/holding.h"
#include "server/rooms/purse.h"
#include "server/rooms/doors.h"
#include "server/rooms/guests.h"
#include "server/rooms/held.h"
#include "server/rooms/hushed.h"
#include "server/rooms/kept.h"
#include "server/rooms/playing.h"
#include "server/rooms/seats.h"
#include "server/rooms/takeover.h"
#include "server/rooms/open_window.h"
#include "server/rooms/unplayed.h"
#include "text/fail.h"

/* What a request is about, found before it is looked at. */
typedef struct Request {
    Client        *client;
    const Message *message;
    Room          *room;   /* if it names a table */
    Member        *member; /* if the client is in it */
    TapSeat        seat;   /* the guest's, or nobody */
} Request;

static const char at_another_node[] = "This table is at another node of this house. Come back in a moment.";

static void refuse(const Request *q, const char *code, const char *text)
{
    client_error(q->client, q->message->id, q->message->table, code, text);
}

static void done(const Request *q) { ack_later(q->client, q->message->id, q->room ? q->room->id : NULL, -1); }

/* The table is kept, but nobody plays on at it. */
static bool refuse_unplayed(const Request *q, const char *table)
{
    char        text[500];
    const char *code = unplayed_table(q->client->house, table, text, sizeof text);
    if (code) refuse(q, code, text);
    return code;
}

/* ------------------------------------------------------------ about oneself */

void client_is_called(Client *c, const char *name)
{
    if (!strcmp(name, c->name)) return;
    snprintf(c->name, sizeof c->name, "%s", name);
    for (int i = 0; i < LIMIT_ROOMS_PER_CLIENT; i++) {
        Member *m = c->in[i];
        if (!m || m->seat == TAP_NOBODY) continue;
        snprintf(m->room->chair[m->seat].name, NAME_BYTES, "%s", name);
        room_changed(m->room);
    }
    passing_said_name(c);
}

static void hello(Request *q)
{
    Client *c = q->client;
    if (q->message->version != 1) {
        refuse(q, "bad-version", "This server speaks version 1 of the protocol.");
        return;
    }
    if (q->message->joined >= 0) c->joined = q->message->joined;
    char name[NAME_BYTES];
    if (q->message->name && text_clean(q->message->name, LIMIT_NAME, name, sizeof name) && strcmp(name, c->name)) {
        client_is_called(c, name);
        guest_keep_name(c->house, c->guest, name);
    }
    client_is_greeted(c);
    publish_welcome(c, q->message->id);
}

static void lobby(Request *q)
{
    bool on = q->message->on != 0;
    q->client->house->lookers += on - q->client->lobby;
    q->client->lobby = on;
    if (on) publish_lobby(q->client, q->message->id);
    else done(q);
}

static void yours(Request *q)
{
    if (client_may(q->client, USE_YOURS)) yours_send(q->client, q->message->id);
    else refuse(q, "too-fast", "You have looked for your tables often enough just now.");
}

static void mute(Request *q)
{
    Client *c = q->client;
    int at = -1;
    for (int i = 0; i < c->muted; i++)
        if (!strcmp(c->mute[i], q->message->guest)) at = i;
    if (q->message->on && at < 0) {
        if (c->muted == LIMIT_MUTED) {
            refuse(q, "too-many", "You cannot mute more people.");
            return;
        }
        snprintf(c->mute[c->muted++], GUEST_BYTES, "%s", q->message->guest);
    } else if (!q->message->on && at >= 0) memmove(c->mute[at], c->mute[--c->muted], GUEST_BYTES);
    passing_said_mute(c, q->message->guest, q->message->on);
    done(q);
}

static void ping(Request *q)
{
    Out *o = &q->client->house->out;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "pong");
    if (q->message->id) out_string(o, "re", q->message->id);
    out_close(o, '}');
    client_send(q->client, o->text, o->n);
}

/* ----------------------------------------------------------------- tables */

static bool is_bot(const char *name)
{
    for (const char *const *b = tap_bot_names(); *b; b++)
        if (!strcmp(*b, name)) return true;
    return false;
}

/* The table names the request only if it is the answer to it. to_sit: he is about to take a seat there. */
static bool enter_room(const Request *q, Room *r, int seen, bool answers, bool to_sit)
{
    Client     *c = q->client;
    const char *re = answers ? q->message->id : NULL;
    Member     *m = member_find(c, r);
    if (!m && !doors_let_in(r, c, q->message->id, to_sit)) return false;
    if (!m) m = member_add(c, r, q->message->id);
    if (!m) return false;
    held_forget(m);
    m->seen = m->given = seen;
    m->wants_table = m->wants_update = true;
    m->wants_token = m->seat != TAP_NOBODY;
    snprintf(m->re, sizeof m->re, "%s", re ? re : "");
    seats_look(r);
    room_told(r);
    room_moved(r);
    return true;
}

static const char house_leaves[] = "The house closes in a little while; it begins no new tables.";

/* Those he is the host of, here and, where several nodes share the house, everywhere else. next: the one he makes. */
static int tables_of(const House *h, const char *guest, const char *next)
{
    int n = holding_hosted(h, next);
    if (n < 0 && h->store->kind->hosted) h->store->kind->hosted(h->store, guest, &n, NULL);
    if (n < 0) n = 0;
    for (const Room *r = h->rooms; r; r = r->next) n += r->phase != PHASE_OVER && !strcmp(r->host, guest);
    return n;
}

static void create(Request *q)
{
    const Message *m = q->message;
    Client  *c = q->client;
    House   *h = c->house;
    TapError error = {{0}};
    TapSetup setup;
    char     id[TABLE_BYTES];
    secrets_table(h->key, c->guest, m->id, id);
    Room *old = room_find(h, id);
    if (old) { /* asked again: the same table */
        if (enter_room(q, old, -1, false, false)) ack_later(c, m->id, old->id, -1);
        return;
    }
    if (h->elsewhere) {
        refuse(q, "elsewhere", at_another_node);
        return;
    }
    if (refuse_unplayed(q, id)) return; /* never written over */
    if (h->leaving) {
        refuse(q, "closing", house_leaves);
        return;
    }
    const TapGame *game = house_game(h, m->game);
    if (!game) {
        refuse(q, "no-game", "There is no such game.");
        return;
    }
    if (!tap_setup_with(&setup, game, tap_shelf_content(h->shelf, game), m->seats, m->options.text, m->options.n,
                        &error)) {
        refuse(q, "bad-options", error.text);
        return;
    }
    for (int i = 0; i < m->cast.n; i++) {
        if (i >= m->seats) fail_with(&error, "There are %d seats and %d roles.", m->seats, m->cast.n);
        else if (!m->cast.text[i] || tap_setup_cast(&setup, (TapSeat)i, m->cast.text[i], &error)) continue;
        refuse(q, "bad-options", error.text);
        return;
    }
    if (m->window > 0 && m->window < WINDOW_LEAST_S) {
        refuse(q, "bad-options", "A window lasts 2 to 30 seconds, or 0: until all have answered.");
        return;
    }
    int hints = m->hints ? 2 : -1;
    while (hints >= 0 && strcmp(m->hints, hints_word[hints])) hints--;
    if (m->hints && hints < 0) {
        refuse(q, "bad-options", "Hints are 'all', 'shown' or 'off'.");
        return;
    }
    for (int i = 0; i < m->bots.n; i++)
        if (i >= m->seats || (m->bots.text[i] && !is_bot(m->bots.text[i]))) {
            refuse(q, "bad-options", "There is no such bot, or no seat for it.");
            return;
        }
    if (!client_has_place(c)) {
        refuse(q, "too-many", "You are in too many rooms; leave one.");
        return;
    }
    if (!client_may(c, USE_CREATE)) {
        refuse(q, "too-fast", "Too many new tables; wait a little.");
        return;
    }
    if (tables_of(h, c->guest, id) >= LIMIT_TABLES_PER_GUEST || !rooms_have_space(h, c->by_address)) {
        refuse(q, "too-many", "There are too many tables.");
        return;
    }
    Room *r = room_new(h, id);
    room_charge(r, c->by_address);
    r->setup = setup;
    for (r->options = 0; r->options < m->options.n; r->options++)
        snprintf(r->option[r->options], sizeof r->option[0], "%s", m->options.text[r->options]);
    r->pace = m->pace >= 0 ? m->pace : DEFAULT_PACE_MS;
    r->clock = m->clock >= 0 ? m->clock : 0;
    r->grace = m->grace >= 0 ? m->grace : DEFAULT_GRACE_S;
    r->window_s = m->window;
    r->delay = m->delay >= 0 ? m->delay : 0;
    r->is_public = m->is_public == 1;
    r->unwatched = m->watchers == 0;
    r->hints = hints < 0 ? room_usual_hints(game) : (Hints)hints;
    if (m->name) text_clean(m->name, LIMIT_NAME, r->name, sizeof r->name);
    snprintf(r->host, sizeof r->host, "%s", c->guest);
    fair_begin(&r->fair, id);
    bool seated = false;
    for (TapSeat s = 0; s < (TapSeat)m->seats; s++) {
        if (s < m->bots.n && m->bots.text[s]) seat_give_bot(r, s, m->bots.text[s]);
        else if (!seated) seat_give(r, s, c), seated = true;
    }
    enter_room(q, r, -1, false, true);
    ack_later(c, m->id, id, -1);
    room_changed(r);
}

static void enter(Request *q)
{
    Room   *r = q->room;
    Client *c = q->client;
    if (q->message->token) {
        TapSeat seat = TAP_NOBODY;
        for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
            char token[SIGNATURE_BYTES];
            secrets_seat_token(c->house->key, r->id, s, r->chair[s].generation, token);
            if (r->chair[s].kind == CHAIR_PERSON && secrets_same(token, q->message->token)) seat = s;
        }
        if (seat == TAP_NOBODY) {
            refuse(q, "bad-token", "That token opens no seat at this table.");
            return;
        }
        if (q->seat != TAP_NOBODY && q->seat != seat) {
            refuse(q, "refused", "You have a seat at this table.");
            return;
        }
        if (!doors_let_in(r, c, q->message->id, true)) return;
        if (q->seat == TAP_NOBODY) { /* the same person on another device; the token stays good */
            if (!strcmp(r->host, r->chair[seat].guest)) snprintf(r->host, sizeof r->host, "%s", c->guest);
            snprintf(r->chair[seat].guest, GUEST_BYTES, "%s", c->guest);
            r->chair[seat].noted = false;
            seat_note_guest(r, c->guest);
            for (Member *m = r->members; m; m = m->next) {
                TapSeat now = client_is_program(m->client) ? m->seat : seat_of_guest(r, m->client->guest);
                if (m->seat != now) held_forget(m), m->seat = now, m->wants_update = true;
            }
            doors_put_out(r);
            room_changed(r);
        }
    }
    enter_room(q, r, q->message->seen, true, false);
}

static void leave_room(Request *q)
{
    if (q->member) member_drop(q->member);
    done(q);
}

/* The host's chair goes to somebody who is still there. */
static void pass_on_host(Room *r)
{
    if (seat_of_guest(r, r->host) != TAP_NOBODY) return;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (r->chair[s].kind == CHAIR_PERSON) {
            snprintf(r->host, sizeof r->host, "%s", r->chair[s].guest);
            return;
        }
}

static void vacate(Room *r, TapSeat seat)
{
    if (r->phase == PHASE_OPEN) seat_empty(r, seat);
    else if (r->phase == PHASE_PLAYING) seat_give_bot(r, seat, DEFAULT_BOT);
    else return;
    pass_on_host(r);
}

static void leave(Request *q)
{
    if (q->seat != TAP_NOBODY) vacate(q->room, q->seat);
    leave_room(q);
}

static void sit(Request *q)
{
    Room   *r = q->room;
    Client *c = q->client;
    TapSeat wanted = (TapSeat)q->message->seat;
    if (r->phase == PHASE_OVER) {
        refuse(q, "not-now", "The game is over.");
        return;
    }
    if (!doors_let_in(r, c, q->message->id, true)) return;
    bool playing = r->phase == PHASE_PLAYING;
    if (playing && (seat_has_sat(r, c->guest) || r->guests >= SAT_MOST)) {
        refuse(q, "refused", q->seat != TAP_NOBODY ? "You have a seat." : "You have seen other cards of this game.");
        return;
    }
    TapSeat first = TAP_NOBODY; /* that is free, but for what it knows */
    for (TapSeat s = 0; wanted < 0 && s < (TapSeat)r->setup.seats; s++) {
        if (r->chair[s].kind != (playing ? CHAIR_BOT : CHAIR_OPEN) || remote_is_here(r, s)) continue;
        if (!playing || !seat_holds_secrets(r, s)) wanted = s;
        else if (first < 0) first = s;
    }
    if (wanted < 0) wanted = first;
    if (wanted < 0 || wanted >= (TapSeat)r->setup.seats || r->chair[wanted].kind == CHAIR_PERSON ||
        (!playing && r->chair[wanted].kind == CHAIR_BOT) || remote_is_here(r, wanted)) {
        refuse(q, "no-seat", "That seat is not free.");
        return;
    }
    if (playing && seat_holds_secrets(r, wanted)) {
        refuse(q, "not-now", "That seat has cards that you may not see. Sit down between two hands.");
        return;
    }
    if (!q->member && !enter_room(q, r, -1, false, true)) return;
    if (q->seat != TAP_NOBODY) seat_empty(r, q->seat);
    seat_give(r, wanted, c);
    done(q);
}

static bool is_host(const Request *q)
{
    if (!strcmp(q->room->host, q->client->guest)) return true;
    refuse(q, "not-host", "Only the host of the table may do that.");
    return false;
}

static bool is_seated(const Request *q)
{
    if (q->seat != TAP_NOBODY) return true;
    refuse(q, "not-seated", "You have no seat at this table.");
    return false;
}

static void put_bot(Request *q)
{
    Room *r = q->room;
    TapSeat s = (TapSeat)q->message->seat;
    if (!is_host(q)) return;
    if (r->phase != PHASE_OPEN) refuse(q, "not-now", "The cards are dealt already.");
    else if (s >= (TapSeat)r->setup.seats || r->chair[s].kind == CHAIR_PERSON)
        refuse(q, "no-seat", "That seat is not free.");
    else if (q->message->bot && !is_bot(q->message->bot)) refuse(q, "bad-options", "There is no such bot.");
    else {
        if (q->message->bot) seat_give_bot(r, s, q->message->bot);
        else seat_empty(r, s);
        done(q);
    }
}

/* From whom the seat is taken does not sit down again, unless the host says so. */
static void put_out(Request *q, TapSeat s, const char *guest, const char *name, Barred from)
{
    Room *r = q->room;
    if (guest[0] && !doors_bar(r, guest, name, from)) {
        refuse(q, "too-many", "You have removed or barred too many from this table; let somebody in again first.");
        return;
    }
    if (s != TAP_NOBODY) vacate(r, s);
    doors_put_out(r);
    room_changed(r);
    done(q);
}

static void remove_seat(Request *q)
{
    Room *r = q->room;
    TapSeat s = (TapSeat)q->message->seat;
    if (!is_host(q)) return;
    if (s >= (TapSeat)r->setup.seats || s == q->seat || r->chair[s].kind == CHAIR_OPEN)
        refuse(q, "no-seat", "There is nobody to remove.");
    else if (r->phase == PHASE_OVER ||
             (r->phase == PHASE_PLAYING && r->chair[s].kind == CHAIR_BOT && !chair_is_remote(&r->chair[s])))
        refuse(q, "not-now", "Not now.");
    else {
        char guest[GUEST_BYTES], name[NAME_BYTES];
        strcpy(guest, r->chair[s].guest);
        strcpy(name, r->chair[s].name);
        put_out(q, s, guest, name, BARRED_SEATS);
    }
}

/* What he is called here; "" if nobody knows. */
static void find_name(const Room *r, const char *guest, char ret[NAME_BYTES])
{
    ret[0] = 0;
    for (const Client *c = r->house->clients; c; c = c->next)
        if (!strcmp(c->guest, guest)) strcpy(ret, c->name);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (!strcmp(r->chair[s].guest, guest)) strcpy(ret, r->chair[s].name);
}

static void bar(Request *q)
{
    Room       *r = q->room;
    const char *guest = q->message->guest;
    char        name[NAME_BYTES];
    if (!is_host(q)) return;
    TapSeat s = TAP_NOBODY; /* also a program's */
    for (TapSeat k = 0; k < (TapSeat)r->setup.seats; k++)
        if (!strcmp(r->chair[k].guest, guest)) s = k;
    if (!q->message->on) {
        if (!doors_unbar(r, guest)) {
            refuse(q, "refused", "That guest is not barred from this table.");
            return;
        }
        room_changed(r);
        done(q);
    } else if (strlen(guest) != GUEST_BYTES - 1) refuse(q, "bad-message", "That is nobody.");
    else if (!strcmp(guest, q->client->guest)) refuse(q, "refused", "You cannot bar yourself.");
    else if (s != TAP_NOBODY && r->phase == PHASE_OVER) refuse(q, "not-now", "The game is over.");
    else {
        find_name(r, guest, name);
        put_out(q, s, guest, name, BARRED_ROOM);
    }
}

static void watchers(Request *q)
{
    if (!is_host(q)) return;
    q->room->unwatched = !q->message->on;
    doors_put_out(q->room);
    room_changed(q->room);
    done(q);
}

static void hand_host_on(Request *q)
{
    Room   *r = q->room;
    TapSeat s = (TapSeat)q->message->seat;
    if (!is_host(q)) return;
    if (s >= (TapSeat)r->setup.seats || s == q->seat || r->chair[s].kind != CHAIR_PERSON) {
        refuse(q, "no-seat", "Nobody else sits there who could be the host.");
        return;
    }
    strcpy(r->host, r->chair[s].guest);
    doors_put_out(r); /* as it happens, himself */
    room_changed(r);
    done(q);
}

static void draw_seats(Request *q)
{
    Room *r = q->room;
    if (!is_host(q)) return;
    if (r->phase != PHASE_OPEN) refuse(q, "not-now", "The cards are dealt already.");
    else if (r->before[0]) refuse(q, "not-now", "In a row of games everybody keeps his seat.");
    else {
        seats_draw(r);
        done(q);
    }
}

static void deal(Request *q)
{
    TapError error = {{0}};
    bool alone = q->seat != TAP_NOBODY && !host_is_here(q->room); /* nobody need wait for a host who is gone */
    if (!alone && !is_host(q)) return;
    if (!play_deal(q->room, &error)) {
        refuse(q, "not-now", error.text);
        return;
    }
    doors_put_out(q->room);
    done(q);
}

static void seed(Request *q)
{
    uint8_t bytes[TAP_FAIR_SEED];
    char    low[2 * TAP_FAIR_SEED + 1];
    if (!is_seated(q)) return;
    snprintf(low, sizeof low, "%s", q->message->hex);
    for (char *c = low; *c; c++)
        if (*c >= 'A' && *c <= 'F') *c = (char)(*c - 'A' + 'a');
    if (!fair_read_hex(low, bytes, sizeof bytes)) refuse(q, "bad-message", "A seed is 64 hex digits.");
    else if (q->room->phase != PHASE_OPEN) refuse(q, "not-now", "The cards are dealt already.");
    else {
        fair_take(&q->room->fair, q->seat, bytes);
        room_changed(q->room);
        done(q);
    }
}

/* The table that follows on this one. */
static void name_of_rematch(const Room *r, char ret[TABLE_BYTES])
{
    char request[TABLE_BYTES + 16];
    snprintf(request, sizeof request, "rematch %s", r->id);
    secrets_table(r->house->key, "", request, ret);
}

static void rematch(Request *q)
{
    Room  *r = q->room;
    House *h = r->house;
    char   id[TABLE_BYTES];
    if (!is_seated(q)) return;
    if (r->phase != PHASE_OVER) {
        refuse(q, "not-now", "The game is not over.");
        return;
    }
    if (r->next_table[0]) {
        ack_later(q->client, q->message->id, r->next_table, -1);
        return;
    }
    if (!rooms_have_space(h, q->client->by_address)) {
        refuse(q, "too-many", "There are too many tables.");
        return;
    }
    if (h->leaving) {
        refuse(q, "closing", house_leaves);
        return;
    }
    name_of_rematch(r, id);
    Room *next = room_find(h, id);
    if (!next && refuse_unplayed(q, id)) return;
    if (!next) {
        next = room_new(h, id);
        room_charge(next, q->client->by_address);
        next->setup = r->setup;
        purse_afresh(next);
        next->options = r->options;
        memcpy(next->option, r->option, sizeof next->option);
        next->pace = r->pace;
        next->clock = r->clock;
        next->grace = r->grace;
        next->window_s = r->window_s;
        next->delay = r->delay;
        next->is_public = r->is_public;
        next->hints = r->hints;
        doors_copy(next, r);
        snprintf(next->name, sizeof next->name, "%s", r->name);
        snprintf(next->host, sizeof next->host, "%s", q->client->guest);
        fair_begin(&next->fair, id);
        memcpy(next->chair, r->chair, sizeof next->chair);
        for (TapSeat s = 0; s < (TapSeat)next->setup.seats; s++) {
            Chair *c = &next->chair[s];
            orders_copy(c, &r->chair[s]);
            c->generation = 1;
            c->deserted = false;
            c->missed = c->hints = c->hints_told = 0;
            c->since = -1;
            c->asked_since = 0; /* no answer is older than this game */
            c->lowered = 0;
            c->noted = false;
            c->away_since = house_now(h);
            if (c->kind == CHAIR_PERSON) strcpy(next->sat[next->guests++], c->guest);
        }
        strcpy(next->before, r->id);
        purse_carry(r, next);
        if (purse_is_out(next, q->seat)) purse_buy(next, q->seat); /* who wants to play once more has said so */
        room_changed(next);
    }
    strcpy(r->next_table, id);
    room_changed(r);
    ack_later(q->client, q->message->id, id, -1);
}

static void buy(Request *q)
{
    Room *r = q->room;
    if (!is_seated(q)) return;
    if (!purse_is_out(r, q->seat)) refuse(q, "not-now", "You buy in when you are out, before the cards are dealt.");
    else if (!purse_buy(r, q->seat)) refuse(q, "not-now", "There is too much money at the table; begin afresh.");
    else {
        room_changed(r);
        done(q);
    }
}

static void afresh(Request *q)
{
    Room *r = q->room;
    if (!is_host(q)) return;
    if (r->phase != PHASE_OPEN) {
        refuse(q, "not-now", "The cards are dealt already.");
        return;
    }
    purse_afresh(r);
    room_changed(r);
    done(q);
}

/* ------------------------------------------------------------------- play */

static void answer(Request *q)
{
    const Message *m = q->message;
    Room    *r = q->room;
    House   *h = r->house;
    TapError error = {{0}};
    TapMove  move;
    int      seq;
    char     id[ANSWER_ID_BYTES];
    if (!is_seated(q)) return;
    snprintf(id, sizeof id, "%s:%s", q->client->guest, m->id); /* nobody's id can be taken for another's */
    if (h->store->kind->find(h->store, r->id, id, &seq, &error) == STORE_OK) {
        ack_later(q->client, m->id, r->id, seq);
        return;
    }
    if (r->phase != PHASE_PLAYING) {
        refuse(q, "not-now", r->phase == PHASE_OPEN ? "The cards are not dealt yet." : "The game is over.");
        return;
    }
    TapMove     given;
    const char *given_id;
    if (hushed_given(r, q->seat, &given, &given_id) && !strcmp(given_id, id)) { /* said again */
        if (hushed_was_durable(r, q->seat)) ack_later(q->client, m->id, r->id, -1);
        else ack_when_kept(q->client, m->id, r->id, id);
        return;
    }
    const TapState *state = tap_record_state(r->record);
    bool unseen = hushed_is_open(r) && r->flushed_seq != r->seq; /* nobody was asked that yet */
    if (!tap_has(room_asked(r), q->seat)) refuse(q, "not-asked", "You are not asked now.");
    else if (m->seq < r->chair[q->seat].asked_since || m->seq > r->seq || unseen)
        refuse(q, "stale", "The table has moved on; look again.");
    else if (!tap_move_read(&r->setup, state, q->seat, m->word, &move, &error)) refuse(q, "illegal", error.text);
    else switch (play_answer(r, q->seat, move, false, id, &seq, &error)) {
    case PLAY_OK:
    case PLAY_REPEATED: ack_later(q->client, m->id, r->id, seq); break;
    case PLAY_HUSHED:
        ack_when_kept(q->client, m->id, r->id, id);
        window_tick(r, house_now(h));
        break;
    case PLAY_ILLEGAL: refuse(q, "illegal", error.text); break;
    case PLAY_FAILED: refuse(q, "storage", "This could not be written down. Try again."); break;
    }
}

/* ---------------------------------------------------------------- windows */

static void orders(Request *q)
{
    Room    *r = q->room;
    TapError error = {{0}};
    if (!is_seated(q)) return;
    if (!orders_set(r, q->seat, q->message->orders.text, q->message->orders.n, &error)) {
        refuse(q, "bad-options", error.text);
        return;
    }
    for (Member *m = r->members; m; m = m->next)
        if (m->seat == q->seat) m->wants_table = true;
    room_saved(r);
    if (r->flushed_seq == r->seq) { /* they may answer what is asked now */
        window_set(r, house_now(r->house));
        window_tick(r, house_now(r->house));
    }
    done(q);
}

static void hold(Request *q)
{
    TapError error = {{0}};
    if (!is_seated(q)) return;
    if (window_hold(q->room, q->seat, house_now(q->room->house), &error)) done(q);
    else refuse(q, "not-now", error.text);
}

static void hint(Request *q)
{
    Client *c = q->client;
    if (!is_seated(q)) return;
    Room *r = q->room;
    if (r->phase != PHASE_PLAYING) refuse(q, "not-now", "There is no game.");
    else if (r->hints == HINTS_OFF && r->guests > 1) refuse(q, "refused", "Nobody takes hints at this table.");
    else if (!client_may(c, USE_HINT)) refuse(q, "too-fast", "Too many hints at once.");
    else if (!tap_has(room_asked(r), q->seat)) refuse(q, "not-asked", "You are not asked now.");
    else if (!hint_ask(c, r, q->seat, q->message->id))
        refuse(q, "too-fast", "Too many want something thought out just now; ask again in a moment.");
    else {
        r->chair[q->seat].hints++;
        if (r->hints == HINTS_SHOWN && !hushed_is_open(r)) room_changed(r); /* in a window nobody learns who thinks */
    }
}

/* Whoever may step through a finished game may ask what its decisions cost. */
static void review(Request *q)
{
    const Room *r = q->room;
    if (q->message->on == 0) {
        review_give_up(q->client);
        done(q);
    } else if (!room_is_finished(r)) refuse(q, "not-now", "A game can be reviewed when it is over.");
    else if (q->message->seat >= r->setup.seats) refuse(q, "no-seat", "There is no such seat.");
    else if (!client_may(q->client, USE_REVIEW)) refuse(q, "too-fast", "Too many reviews at once.");
    else if (!review_ask(q->client, r, (TapSeat)q->message->seat, q->message->id))
        refuse(q, "too-fast", "Too many want something thought out just now; ask again in a moment.");
}

static void undo(Request *q)
{
    TapError error = {{0}};
    if (!is_seated(q)) return;
    if (play_undo(q->room, q->seat, &error)) done(q);
    else refuse(q, "not-now", error.text);
}

static void consent(Request *q)
{
    TapError error = {{0}};
    if (!is_seated(q)) return;
    if (play_consent(q->room, q->seat, q->message->yes == 1, &error)) done(q);
    else refuse(q, "not-now", error.text);
}

static bool has_mates(const Room *r, TapSeat seat)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (s != seat && r->setup.side[s] == r->setup.side[seat]) return true;
    return false;
}

static void chat(Request *q)
{
    Client     *c = q->client;
    const char *to = q->message->to;
    char        text[4 * LIMIT_CHAT + 1];
    if (!q->member) refuse(q, "not-now", "Enter the room first.");
    else if (to && strcmp(to, "side") != 0) refuse(q, "bad-message", "'to' is 'side', or is left out.");
    else if (to && !is_seated(q)) return;
    else if (to && !has_mates(q->room, q->seat)) refuse(q, "refused", "Nobody is on your side.");
    else if (!client_may_talk(c, q->room->id))
        refuse(q, "too-fast", "Let the others speak too.");
    else if (text_clean(q->message->text, LIMIT_CHAT, text, sizeof text)) {
        publish_chat(q->room, c, q->seat, to, text);
        done(q);
    } else refuse(q, "bad-message", "That says nothing.");
}

static void (*const handlers[MESSAGE_TYPES])(Request *) = {
    [MESSAGE_HELLO] = hello, [MESSAGE_LOBBY] = lobby, [MESSAGE_CREATE] = create, [MESSAGE_ENTER] = enter,
    [MESSAGE_EXIT] = leave_room, [MESSAGE_SIT] = sit, [MESSAGE_LEAVE] = leave, [MESSAGE_BOT] = put_bot,
    [MESSAGE_DEAL] = deal, [MESSAGE_SEED] = seed, [MESSAGE_ANSWER] = answer, [MESSAGE_HINT] = hint,
    [MESSAGE_UNDO] = undo, [MESSAGE_CONSENT] = consent, [MESSAGE_CHAT] = chat, [MESSAGE_MUTE] = mute,
    [MESSAGE_REMOVE] = remove_seat, [MESSAGE_REMATCH] = rematch,
    [MESSAGE_BUY] = buy, [MESSAGE_AFRESH] = afresh, [MESSAGE_ORDERS] = orders, [MESSAGE_HOLD] = hold,
    [MESSAGE_BAR] = bar, [MESSAGE_WATCHERS] = watchers, [MESSAGE_HOST] = hand_host_on, [MESSAGE_DRAW] = draw_seats,
    [MESSAGE_YOURS] = yours,
    [MESSAGE_REVIEW] = review, [MESSAGE_PING] = ping,
};

static bool is_committing(const House *h, const char *table)
{
    const Room *r = room_in_memory(h, table);
    return r && r->committing;
}

bool request_waits(const Client *c, const Message *m)
{
    House *h = c->house;
    char   room[TABLE_BYTES];
    if (holding_lapsed(h) || c->comes) return true;
    const char *table = message_table(m, h->key, c->guest, room);
    if (c->greeted && table && !room_in_memory(h, table) &&
        holding_waits(h, table, m->type == MESSAGE_CREATE ? c->guest : NULL, !visitor_is(c)))
        return true;
    const Room *over = h->holding && m->type == MESSAGE_REMATCH ? room_in_memory(h, table) : NULL;
    if (over && over->phase == PHASE_OVER && !over->next_table[0] && !over->committing) {
        char next[TABLE_BYTES];
        name_of_rematch(over, next);
        if (!room_in_memory(h, next) && holding_waits(h, next, NULL, false)) return true;
    }
    if (m->type == MESSAGE_YOURS) return !house_is_quiet(h) || h->unread; /* it may be about any of them */
    if (m->type == MESSAGE_HELLO && m->name)
        for (int i = 0; i < LIMIT_ROOMS_PER_CLIENT; i++)
            if (c->in[i] && c->in[i]->room->committing) return true;
    return table && is_committing(h, table);
}

void request_handle(Client *c, const Message *m)
{
    Request q = {.client = c, .message = m, .seat = TAP_NOBODY};
    if (!c->greeted && m->type != MESSAGE_HELLO && m->type != MESSAGE_PING) {
        refuse(&q, "not-greeted", "Say hello first.");
        return;
    }
    if (m->table) {
        bool full;
        q.room = room_find_for(c, m->table, &full);
        if (!q.room) {
            if (full) refuse(&q, "too-many", "The house is full; that table cannot be opened now.");
            else if (c->house->elsewhere) refuse(&q, "elsewhere", at_another_node);
            else if (!refuse_unplayed(&q, m->table)) refuse(&q, "no-table", "There is no such table.");
            return;
        }
        q.member = member_find(c, q.room);
        q.seat = seat_of_guest(q.room, c->guest);
        q.room->in_use = true;
        q.room->stirred = house_now(c->house);
    }
    handlers[m->type](&q);
    if (q.room) q.room->in_use = false;
}
