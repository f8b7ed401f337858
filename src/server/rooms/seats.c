#include "server/rooms/seats.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/rooms/held.h"
#include "server/rooms/purse.h"

static const char remote_bot[] = "remote"; /* Chair.bot of programs that come over a WebSocket */

bool chair_is_remote(const Chair *c) { return c->kind == CHAIR_BOT && !strcmp(c->bot, remote_bot); }

Client *program_at(const Room *r, TapSeat seat)
{
    for (Member *m = r->members; m; m = m->next)
        if (client_is_program(m->client) && m->seat == seat && !m->client->closing) return m->client;
    return NULL;
}

bool remote_is_here(const Room *r, TapSeat seat) { return chair_is_remote(&r->chair[seat]) && program_at(r, seat); }

Member *member_find(const Client *c, const Room *r)
{
    for (int i = 0; i < LIMIT_ROOMS_PER_CLIENT; i++)
        if (c->in[i] && c->in[i]->room == r) return c->in[i];
    return NULL;
}

/* A program sits in a bot's chair, a person never does. */
static TapSeat seat_of_client(const Room *r, const Client *c)
{
    if (!client_is_program(c)) return seat_of_guest(r, c->guest);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (chair_is_remote(&r->chair[s]) && !strcmp(r->chair[s].guest, c->guest)) return s;
    return TAP_NOBODY;
}

bool client_has_place(const Client *c)
{
    for (int i = 0; i < LIMIT_ROOMS_PER_CLIENT; i++)
        if (!c->in[i]) return true;
    return false;
}

static bool has_person(const Room *r)
{
    for (const Member *m = r->members; m; m = m->next)
        if (!client_is_program(m->client)) return true;
    return false;
}

bool room_is_attended(const Room *r, int64_t now) { return now < r->attended_until || has_person(r); }

Member *member_add(Client *c, Room *r, const char *re)
{
    int at = -1, watchers = 0;
    for (int i = LIMIT_ROOMS_PER_CLIENT - 1; i >= 0; i--)
        if (!c->in[i]) at = i;
    for (const Member *m = r->members; m; m = m->next) watchers += m->seat == TAP_NOBODY;
    TapSeat seat = seat_of_client(r, c);
    if (at < 0 || (seat == TAP_NOBODY && watchers >= LIMIT_WATCHERS)) {
        client_error(c, re, r->id, "too-many",
                     at < 0 ? "You are in too many rooms; leave one." : "This room is full of watchers.");
        return NULL;
    }
    Member *m = calloc(1, sizeof *m);
    assert(m);
    m->client = c;
    m->room = r;
    m->seat = seat;
    m->seen = m->given = -1;
    m->next = r->members;
    r->members = m;
    r->idle_since = 0;
    c->in[at] = m;
    return m;
}

void member_drop(Member *m)
{
    Room    *r = m->room;
    Client  *c = m->client;
    Member **at = &r->members;
    held_forget(m);
    while (*at != m) at = &(*at)->next;
    *at = m->next;
    for (int i = 0; i < LIMIT_ROOMS_PER_CLIENT; i++)
        if (c->in[i] == m) c->in[i] = NULL;
    free(m);
    if (!client_is_program(c) && !has_person(r)) r->attended_until = house_now(r->house) + ATTENDED_MS;
    if (!r->members) r->idle_since = house_now(r->house);
    seats_look(r);
    room_told(r);
}

TapSeat seat_of_guest(const Room *r, const char *guest)
{
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        if (r->chair[s].kind == CHAIR_PERSON && !strcmp(r->chair[s].guest, guest)) return s;
    return TAP_NOBODY;
}

bool seat_is_here(const Room *r, TapSeat s)
{
    for (const Member *m = r->members; m; m = m->next)
        if (m->seat == s) return true;
    return false;
}

bool seat_is_played_by_bot(const Room *r, TapSeat s)
{
    const Chair *c = &r->chair[s];
    return c->kind == CHAIR_BOT || (c->kind == CHAIR_PERSON && c->deserted);
}

int people_seated(const Room *r)
{
    int n = 0;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) n += r->chair[s].kind == CHAIR_PERSON;
    return n;
}

static void change_hands(Room *r, TapSeat s, ChairKind kind)
{
    Chair *c = &r->chair[s];
    c->kind = kind;
    c->generation++;
    c->away_since = 0;
    c->deserted = c->noted = false;
    c->missed = c->lowered = c->hints = c->hints_told = 0;
    c->since = r->phase == PHASE_PLAYING ? r->seq : -1;
    c->guest[0] = c->name[0] = c->bot[0] = 0;
    free(c->orders);
    c->orders = NULL;
    purse_forget(r, s);
    if (r->phase == PHASE_OPEN) r->fair.clients = tap_less(r->fair.clients, s); /* a seed belongs to who gave it */
    r->undo_ask.open = false;
}

/* The member whose chair this was watches from now on, and learns nothing more of its cards. */
static void rebind(Room *r)
{
    for (Member *m = r->members; m; m = m->next) {
        TapSeat seat = seat_of_client(r, m->client);
        if (seat == m->seat) continue;
        held_forget(m);
        m->seat = seat;
        m->wants_update = true;
        m->wants_token = seat != TAP_NOBODY;
    }
    seats_look(r);
    room_changed(r);
    room_moved(r);
}

bool host_is_here(const Room *r)
{
    for (const Member *m = r->members; m; m = m->next)
        if (!strcmp(m->client->guest, r->host)) return true;
    return false;
}

bool seat_has_sat(const Room *r, const char *guest)
{
    for (int i = 0; i < r->guests; i++)
        if (!strcmp(r->sat[i], guest)) return true;
    return false;
}

void seat_note_guest(Room *r, const char *guest)
{
    if (seat_has_sat(r, guest)) return;
    if (r->guests < SAT_MOST) snprintf(r->sat[r->guests++], GUEST_BYTES, "%s", guest);
}

void seat_give(Room *r, TapSeat s, const Client *c)
{
    change_hands(r, s, CHAIR_PERSON);
    snprintf(r->chair[s].guest, sizeof r->chair[s].guest, "%s", c->guest);
    snprintf(r->chair[s].name, sizeof r->chair[s].name, "%s", c->name);
    seat_note_guest(r, c->guest);
    if (!host_is_here(r) && seat_of_guest(r, r->host) == TAP_NOBODY) snprintf(r->host, sizeof r->host, "%s", c->guest);
    rebind(r);
}

void seat_give_bot(Room *r, TapSeat s, const char *bot)
{
    static const char *const names[TAP_SEATS] = {"Bram", "Ottla", "Wido",  "Greet", "Hanno",
                                                 "Ilse", "Joris", "Ketil", "Lene",  "Mads"};
    change_hands(r, s, CHAIR_BOT);
    snprintf(r->chair[s].bot, sizeof r->chair[s].bot, "%s", bot);
    snprintf(r->chair[s].name, sizeof r->chair[s].name, "%s", names[s]);
    rebind(r);
}

void seat_give_remote(Room *r, TapSeat s, const Client *c, bool back)
{
    if (!back) change_hands(r, s, CHAIR_BOT);
    snprintf(r->chair[s].bot, sizeof r->chair[s].bot, "%s", remote_bot);
    snprintf(r->chair[s].guest, sizeof r->chair[s].guest, "%s", c->guest);
    snprintf(r->chair[s].name, sizeof r->chair[s].name, "%s", c->name);
    seat_note_guest(r, c->guest);
    rebind(r);
}

void seat_empty(Room *r, TapSeat s)
{
    change_hands(r, s, CHAIR_OPEN);
    rebind(r);
}

void seats_draw(Room *r)
{
    Chair was[TAP_SEATS];
    int   from[TAP_SEATS], seats = r->setup.seats;
    memcpy(was, r->chair, sizeof was);
    for (int s = 0; s < seats; s++) {
        int k = (int)randombytes_uniform((uint32_t)s + 1);
        from[s] = from[k];
        from[k] = s;
    }
    for (TapSeat s = 0; s < (TapSeat)seats; s++) {
        const Chair *c = &was[from[s]];
        if (from[s] == s) continue;
        change_hands(r, s, c->kind);
        snprintf(r->chair[s].guest, GUEST_BYTES, "%s", c->guest);
        snprintf(r->chair[s].name, NAME_BYTES, "%s", c->name);
        snprintf(r->chair[s].bot, BOT_BYTES, "%s", c->bot);
    }
    rebind(r);
}

void seats_look(Room *r)
{
    int64_t now = house_now(r->house);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        Chair *c = &r->chair[s];
        if (c->kind != CHAIR_PERSON) continue;
        if (seat_is_here(r, s)) c->away_since = 0, c->deserted = false;
        else if (!c->away_since) c->away_since = now ? now : 1;
    }
}

/* Nobody's seat is taken while no other player is there to wait for him: a table may sleep over night. */
void seats_tick(Room *r, int64_t now)
{
    bool somebody = false;
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++)
        somebody = somebody || (r->chair[s].kind == CHAIR_PERSON && !r->chair[s].away_since);
    for (TapSeat s = 0; s < (TapSeat)r->setup.seats; s++) {
        Chair *c = &r->chair[s];
        if (c->kind != CHAIR_PERSON || !c->away_since || c->deserted || !r->grace) continue;
        if (!somebody) c->away_since = now; /* the grace begins when it matters */
        else if (now - c->away_since >= (int64_t)r->grace * 1000) {
            c->deserted = true;
            r->undo_ask.open = false; /* he cannot consent any more; it can be asked again */
            room_told(r);
            room_moved(r);
        }
    }
}
