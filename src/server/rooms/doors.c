#include "server/rooms/doors.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/rooms/seats.h"

typedef struct Outcast {
    char   guest[GUEST_BYTES], name[NAME_BYTES];
    char   mark[MARK_BYTES]; /* of the address, or "" */
    Barred from;
} Outcast;

struct ShutOut {
    int n;
    Outcast of[LIMIT_BARRED];
};

static bool is_host(const Room *r, const Client *c) { return !strcmp(r->host, c->guest); }

static bool belongs_here(const Room *r, const Client *c)
{
    return is_host(r, c) || seat_of_guest(r, c->guest) != TAP_NOBODY;
}

Barred doors_barred(const Room *r, const Client *c)
{
    Barred most = BARRED_NOT;
    if (!r->shut_out || belongs_here(r, c)) return most;
    char mark[MARK_BYTES];
    secrets_mark(r->house->key, c->address, mark);
    for (int i = 0; i < r->shut_out->n; i++) {
        const Outcast *b = &r->shut_out->of[i];
        if ((!strcmp(b->guest, c->guest) || !strcmp(b->mark, mark)) && b->from > most) most = b->from;
    }
    return most;
}

/* Nobody is let in to watch who might tell. */
static bool is_closed_to(const Room *r, const Client *c)
{
    return r->unwatched && r->phase == PHASE_PLAYING && !client_is_program(c) && !belongs_here(r, c);
}

static const char barred_text[] = "The host has barred you from this table.";
static const char closed_text[] = "This table is closed to watchers while it is played.";

bool doors_let_in(const Room *r, Client *c, const char *re, bool to_sit)
{
    Barred barred = doors_barred(r, c);
    if (barred == BARRED_ROOM || (to_sit && barred)) {
        client_error(c, re, r->id, "barred",
                     barred == BARRED_ROOM ? barred_text : "The host has removed you from this table. You may watch.");
        return false;
    }
    if (to_sit || !is_closed_to(r, c)) return true;
    client_error(c, re, r->id, "closed", closed_text);
    return false;
}

/* The mark of the address he is connected from, unless others came from there who belong here. */
static void find_mark(const Room *r, const char *guest, char ret[MARK_BYTES])
{
    const Client *barred = NULL;
    ret[0] = 0;
    for (const Client *c = r->house->clients; c && !barred; c = c->next)
        if (!strcmp(c->guest, guest)) barred = c;
    if (!barred) return;
    for (const Client *c = r->house->clients; c; c = c->next)
        if (strcmp(c->guest, guest) && belongs_here(r, c) && !strcmp(c->address, barred->address)) return;
    secrets_mark(r->house->key, barred->address, ret);
}

static Outcast *outcast_of(const Room *r, const char *guest)
{
    for (int i = 0; r->shut_out && i < r->shut_out->n; i++)
        if (!strcmp(r->shut_out->of[i].guest, guest)) return &r->shut_out->of[i];
    return NULL;
}

static Outcast *new_outcast(Room *r)
{
    if (!r->shut_out) r->shut_out = calloc(1, sizeof *r->shut_out);
    assert(r->shut_out);
    return r->shut_out->n < LIMIT_BARRED ? &r->shut_out->of[r->shut_out->n++] : NULL;
}

bool doors_bar(Room *r, const char *guest, const char *name, Barred from)
{
    Outcast *b = outcast_of(r, guest);
    if (!b) {
        b = new_outcast(r);
        if (!b) return false;
        memset(b, 0, sizeof *b);
        snprintf(b->guest, sizeof b->guest, "%s", guest);
    }
    if (name[0]) snprintf(b->name, sizeof b->name, "%s", name);
    b->from = from;
    char mark[MARK_BYTES];
    find_mark(r, guest, mark);
    if (mark[0]) strcpy(b->mark, mark);
    return true;
}

bool doors_unbar(Room *r, const char *guest)
{
    Outcast *b = outcast_of(r, guest);
    if (!b) return false;
    *b = r->shut_out->of[--r->shut_out->n];
    return true;
}

void doors_copy(Room *to, const Room *from)
{
    to->unwatched = from->unwatched;
    if (!from->shut_out) return;
    to->shut_out = malloc(sizeof *to->shut_out);
    assert(to->shut_out);
    *to->shut_out = *from->shut_out;
}

void doors_put_out(Room *r)
{
    for (Member *m = r->members, *next; m; m = next) {
        next = m->next;
        if (client_is_program(m->client)) continue; /* is told when its seat is another's */
        bool barred = doors_barred(r, m->client) == BARRED_ROOM;
        if (!barred && !is_closed_to(r, m->client)) continue;
        client_error(m->client, NULL, r->id, barred ? "barred" : "closed", barred ? barred_text : closed_text);
        member_drop(m);
    }
}

void doors_write(const Room *r, Out *o, const char *field, bool marks)
{
    if (!r->shut_out || !r->shut_out->n) return;
    out_open(o, field, '[');
    for (int i = 0; i < r->shut_out->n; i++) {
        const Outcast *b = &r->shut_out->of[i];
        out_open(o, NULL, '{');
        out_string(o, "guest", b->guest);
        if (b->name[0]) out_string(o, "name", b->name);
        if (marks && b->mark[0]) out_string(o, "mark", b->mark);
        out_bool(o, "out", b->from == BARRED_ROOM);
        out_close(o, '}');
    }
    out_close(o, ']');
}

void doors_read(Room *r, const char *guest, const char *name, const char *mark, bool out)
{
    Outcast *b = new_outcast(r);
    if (!b) return;
    memset(b, 0, sizeof *b);
    snprintf(b->guest, sizeof b->guest, "%s", guest);
    snprintf(b->name, sizeof b->name, "%s", name);
    snprintf(b->mark, sizeof b->mark, "%s", mark);
    b->from = out ? BARRED_ROOM : BARRED_SEATS;
}
