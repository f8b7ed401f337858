#include "server/house/keeper.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "server/ground/logs.h"
#include "server/house/house.h"
#include "server/house/thinking.h"
#include "server/rooms/kept.h"
#include "server/rooms/seats.h"
#include "server/rooms/unplayed.h"
#include "text/fail.h"

/* ------------------------------------------------------------------ seeing */

typedef const char *Address;

static int by_address(const void *a, const void *b) { return strcmp(*(const Address *)a, *(const Address *)b); }

static bool is_person_here(const Member *m) { return m->seat != TAP_NOBODY && !client_is_program(m->client); }

/* How many different ones the members of a room come from. */
static int addresses_of(const Room *r, Address *room)
{
    size_t n = 0;
    int    different = 0;
    for (const Member *m = r->members; m; m = m->next) room[n++] = m->client->address;
    if (n) qsort(room, n, sizeof *room, by_address);
    for (size_t i = 0; i < n; i++) different += !i || strcmp(room[i], room[i - 1]) != 0;
    return different;
}

static void list_table(Out *o, const Room *r, Address *room)
{
    int here = 0, watchers = 0;
    for (const Member *m = r->members; m; m = m->next) {
        here += is_person_here(m);
        watchers += m->seat == TAP_NOBODY;
    }
    out_open(o, NULL, '{');
    out_string(o, "table", r->id);
    out_string(o, "game", tap_game_id(r->setup.game));
    if (r->name[0]) out_string(o, "name", r->name);
    out_string(o, "phase", phase_word[r->phase]);
    out_bool(o, "public", r->is_public);
    out_number(o, "people", people_seated(r));
    out_number(o, "here", here);
    out_number(o, "watchers", watchers);
    out_number(o, "addresses", addresses_of(r, room));
    out_close(o, '}');
}

void keeper_list(House *h, Out *o)
{
    /* A client is in a room once, so that nothing here has more members than there are clients. */
    Address *room = calloc((size_t)h->metrics.clients + 1, sizeof *room);
    size_t   n = 0;
    assert(room);
    out_open(o, "tables", '[');
    for (const Room *r = h->rooms; r; r = r->next)
        if (!r->dead) list_table(o, r, room);
    out_close(o, ']');
    for (const Client *c = h->clients; c; c = c->next) room[n++] = c->address;
    if (n) qsort(room, n, sizeof *room, by_address);
    out_open(o, "addresses", '[');
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n && !strcmp(room[next], room[i]);) next++;
        out_open(o, NULL, '{');
        out_string(o, "address", room[i]);
        out_number(o, "connections", (int64_t)(next - i));
        out_close(o, '}');
    }
    out_close(o, ']');
    free(room);
}

/* ----------------------------------------------------------------- closing */

/* The document of a room that says it is closed; the caller frees it. */
static char *closed_document(House *h, const Room *r, const char *text)
{
    out_clear(&h->out);
    room_write_document(r, &h->out);
    json_t *root = json_loads(h->out.text, 0, NULL);
    assert(root);
    json_object_set_new(root, "closed", json_string(text));
    json_object_set_new(root, "finished", json_integer((json_int_t)time(NULL)));
    char *document = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    assert(document);
    return document;
}

/* By itself: what others wait for is committed before, so that nothing but this is lost if it fails. */
static bool write_closed(House *h, const Room *r, const char *text, TapError *error)
{
    house_drain(h);
    if (h->store->writing || r->dead) return fail_with(error, "The house is too busy just now. Try again.");
    char *document = closed_document(h, r, text);
    bool  put = h->store->kind->put_table(h->store, r->id, false, document, error) == STORE_OK;
    free(document);
    if (!put) h->store->kind->rollback(h->store);
    return put && h->store->kind->commit(h->store, error) == STORE_DURABLE;
}

bool keeper_close_table(House *h, const char *table, const char *text, TapError *error)
{
    char  why[4 * LIMIT_CHAT + 1] = "", said[sizeof why + 100];
    Room *r = room_find(h, table);
    if (!r) return fail_with(error, "There is no such table, or nobody plays on there.");
    if (r->phase == PHASE_OVER) return fail_with(error, "The game at that table is over.");
    text_clean(text, LIMIT_CHAT, why, sizeof why);
    if (!write_closed(h, r, why, error)) return false;
    jobs_forget_room(r);
    aside_drop(h->aside, r->id);
    snprintf(said, sizeof said, CLOSED_WORDS "%s%.300s", why[0] ? " " : "", why);
    while (r->members) {
        client_error(r->members->client, NULL, r->id, "ended", said);
        member_drop(r->members);
    }
    r->dead = true;
    room_look_at(r, 0);
    if (r->is_public) h->lobby_changed = true;
    log_each(LEVEL_INFO, "table %s was closed by the keeper", r->id);
    return true;
}

/* ----------------------------------------------------------------- leaving */

void keeper_leave(House *h, bool leaving) { h->leaving = leaving; }

int keeper_people_playing(const House *h)
{
    int n = 0;
    for (const Room *r = h->rooms; r; r = r->next)
        for (const Member *m = r->members; m && r->phase == PHASE_PLAYING; m = m->next) n += is_person_here(m);
    return n;
}

bool keeper_is_playing(const House *h, const char *guest)
{
    for (const Room *r = h->rooms; r; r = r->next)
        if (r->phase == PHASE_PLAYING && !r->dead && seat_of_guest(r, guest) != TAP_NOBODY) return true;
    return false;
}
