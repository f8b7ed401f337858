#include "server/house/acks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/rooms/hushed.h"
#include "server/rooms/room.h"
#include "server/rooms/seats.h"

typedef struct Ack {
    Client *client; /* NULL if it went away */
    char    re[ID_BYTES], table[TABLE_BYTES], id[ANSWER_ID_BYTES];
    int     seq;
} Ack;

typedef struct AckList {
    Ack *of;
    int  n, room;
} AckList;

struct Acks {
    AckList next; /* with the next flush, or the next commit */
    AckList submitted[STORE_COMMITS]; /* with each commit under way */
    AckList kept; /* when the answer of that id is on the disk */
};

void acks_open(House *h)
{
    h->acks = calloc(1, sizeof *h->acks);
    assert(h->acks);
}

void acks_free(House *h)
{
    free(h->acks->next.of);
    for (int i = 0; i < STORE_COMMITS; i++) free(h->acks->submitted[i].of);
    free(h->acks->kept.of);
    free(h->acks);
}

static void add(AckList *list, Client *c, const char *re, const char *table, const char *id, int seq)
{
    if (list->n == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->of = realloc(list->of, (size_t)list->room * sizeof *list->of);
        assert(list->of);
    }
    Ack *a = &list->of[list->n++];
    a->client = c;
    a->seq = seq;
    snprintf(a->re, sizeof a->re, "%s", re);
    snprintf(a->table, sizeof a->table, "%s", table ? table : "");
    snprintf(a->id, sizeof a->id, "%s", id);
}

void ack_later(Client *c, const char *re, const char *table, int seq)
{
    House *h = c->house;
    if (!re) return;
    const Room *r = table ? room_in_memory(h, table) : NULL;
    bool under_way = r && r->committing && r->committing != ROOM_UNREAD;
    add(under_way ? &h->acks->submitted[r->committing - 1] : &h->acks->next, c, re, table, "", seq);
    house_touch(h);
}

void ack_when_kept(Client *c, const char *re, const char *table, const char *id)
{
    add(&c->house->acks->kept, c, re, table, id, -1);
}

bool acks_wait(const House *h) { return h->acks->next.n; }

/* Whether the update that follows at once will say it, to a client that listens for it there: one message less. */
static bool goes_with_update(House *h, const Ack *a)
{
    const Room *r = a->client->joined && a->seq >= 0 ? room_in_memory(h, a->table) : NULL;
    Member *m = r ? member_find(a->client, r) : NULL;
    bool shown = r && (r->dirty || r->committing) && r->tell_game;
    if (!m || m->acked[0] || m->seat == TAP_NOBODY || !shown || m->seen == r->seq) return false;
    snprintf(m->acked, sizeof m->acked, "%s", a->re);
    m->acked_seq = a->seq;
    return true;
}

static void send_ack(House *h, const Ack *a, StoreOutcome outcome)
{
    if (!a->client) return;
    if (outcome == STORE_NOT_WRITTEN || outcome == STORE_FENCED) {
        client_error(a->client, a->re, a->table, "storage",
                     "This could not be written down, so it did not happen. Try again.");
        return;
    }
    if (outcome == STORE_UNKNOWN) {
        client_error(a->client, a->re, a->table, "unknown",
                     "The disk did not say whether this was written down. Ask again with the same id to know.");
        return;
    }
    if (goes_with_update(h, a)) return;
    Out *o = &h->out;
    out_clear(o);
    out_open(o, NULL, '{');
    out_string(o, "type", "ack");
    out_string(o, "re", a->re);
    if (a->table[0]) out_string(o, "table", a->table);
    if (a->seq >= 0) out_number(o, "seq", a->seq);
    out_close(o, '}');
    client_send(a->client, o->text, o->n);
}

void acks_send(House *h)
{
    AckList *list = &h->acks->next;
    int      left = 0;
    for (int i = 0; i < list->n; i++) {
        const Room *r = list->of[i].table[0] ? room_in_memory(h, list->of[i].table) : NULL;
        if (r && room_is_written_to(r)) list->of[left++] = list->of[i];
        else send_ack(h, &list->of[i], STORE_DURABLE);
    }
    list->n = left;
}

void acks_submit(House *h, int commit)
{
    AckList begun = h->acks->next;
    h->acks->next = h->acks->submitted[commit];
    h->acks->submitted[commit] = begun;
}

void acks_land(House *h, int commit, StoreOutcome outcome)
{
    AckList *list = &h->acks->submitted[commit];
    for (int i = 0; i < list->n; i++) {
        const Ack  *a = &list->of[i];
        const Room *r = outcome == STORE_DURABLE && a->table[0] ? room_in_memory(h, a->table) : NULL;
        send_ack(h, a, r && r->left_out ? STORE_NOT_WRITTEN : outcome);
    }
    list->n = 0;
}

static bool is_about(const Ack *a, const char *table, const char *id)
{
    return !strcmp(a->table, table) && !strcmp(a->id, id);
}

void acks_kept(House *h, const char *table, const char *id, StoreOutcome outcome)
{
    AckList *list = &h->acks->kept;
    int      left = 0;
    for (int i = 0; i < list->n; i++) {
        if (is_about(&list->of[i], table, id)) send_ack(h, &list->of[i], outcome);
        else list->of[left++] = list->of[i];
    }
    list->n = left;
}

void acks_logged(House *h, const char *table, const char *id)
{
    AckList *list = &h->acks->kept;
    int      left = 0;
    for (int i = 0; i < list->n; i++) {
        const Ack *a = &list->of[i];
        if (!is_about(a, table, id)) list->of[left++] = *a;
        else if (a->client) ack_later(a->client, a->re, a->table, -1);
    }
    list->n = left;
}

static void forget(AckList *list, const Client *c)
{
    for (int i = 0; i < list->n; i++)
        if (list->of[i].client == c) list->of[i].client = NULL;
}

void acks_forget_client(const Client *c)
{
    forget(&c->house->acks->next, c);
    for (int i = 0; i < STORE_COMMITS; i++) forget(&c->house->acks->submitted[i], c);
    forget(&c->house->acks->kept, c);
}
