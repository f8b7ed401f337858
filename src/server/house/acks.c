#include "server/house/acks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Ack {
    Client *client; /* NULL if it went away */
    char    re[ID_BYTES], table[TABLE_BYTES];
    int     seq;
} Ack;

struct Acks {
    Ack *of;
    int  n, room;
};

void acks_open(House *h)
{
    h->acks = calloc(1, sizeof *h->acks);
    assert(h->acks);
}

void acks_free(House *h)
{
    free(h->acks->of);
    free(h->acks);
}

void ack_later(Client *c, const char *re, const char *table, int seq)
{
    struct Acks *acks = c->house->acks;
    if (!re) return;
    if (acks->n == acks->room) {
        acks->room = acks->room ? 2 * acks->room : 64;
        acks->of = realloc(acks->of, (size_t)acks->room * sizeof *acks->of);
        assert(acks->of);
    }
    Ack *a = &acks->of[acks->n++];
    a->client = c;
    a->seq = seq;
    snprintf(a->re, sizeof a->re, "%s", re);
    snprintf(a->table, sizeof a->table, "%s", table ? table : "");
    house_touch(c->house);
}

bool acks_wait(const House *h) { return h->acks->n; }

void acks_send(House *h, bool durable, const char *why_not)
{
    for (int i = 0; i < h->acks->n; i++) {
        Ack *a = &h->acks->of[i];
        if (!a->client) continue;
        if (!durable) {
            client_error(a->client, a->re, a->table, "storage", why_not);
            continue;
        }
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
    h->acks->n = 0;
}

void acks_forget_client(const Client *c)
{
    struct Acks *acks = c->house->acks;
    for (int i = 0; i < acks->n; i++)
        if (acks->of[i].client == c) acks->of[i].client = NULL;
}
