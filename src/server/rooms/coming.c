#include "server/rooms/coming.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/rooms/guests.h"
#include "server/rooms/holding.h"

enum { COMING_MOST = 100 }; /* that are read together */

struct Coming {
    House      *house;
    void      (*heard)(House *);
    uv_work_t   work;
    bool        at_work;
    Client     *first, **last;           /* who waits and is not being read */
    Client     *read[COMING_MOST];       /* who is; NULL: he went away */
    char        guest[COMING_MOST][GUEST_BYTES];
    int         n;
    StoreResult result;
};

void coming_open(House *h, void (*heard)(House *))
{
    if (!h->holding) return;
    h->coming = calloc(1, sizeof *h->coming);
    assert(h->coming);
    h->coming->house = h;
    h->coming->heard = heard;
    h->coming->last = &h->coming->first;
    h->coming->work.data = h->coming;
}

void coming_free(House *h)
{
    free(h->coming);
    h->coming = NULL;
}

static void join(struct Coming *g, Client *c)
{
    c->next_coming = NULL;
    *g->last = c;
    g->last = &c->next_coming;
}

static void read_them(uv_work_t *work)
{
    struct Coming *g = work->data;
    const char    *guest[COMING_MOST];
    for (int i = 0; i < g->n; i++) guest[i] = g->guest[i];
    g->result = g->house->store->kind->meet(g->house->store, guest, g->n, NULL);
}

static void begin(struct Coming *g);

static void after(uv_work_t *work, int status)
{
    struct Coming *g = work->data;
    House         *h = g->house;
    char           name[NAME_BYTES];
    bool           read = !status && !g->result;
    g->at_work = false;
    for (int i = 0; i < g->n; i++) {
        Client *c = g->read[i];
        if (!c) continue;
        if (!read) {
            join(g, c);
            continue;
        }
        c->comes = false;
        if (guest_comes(h, c->guest, name) && !c->visitor) memcpy(c->name, name, sizeof name);
    }
    g->n = 0;
    if (!read || h->closing) return;
    if (!holding_lapsed(h)) g->heard(h);
    begin(g);
}

static void begin(struct Coming *g)
{
    if (g->at_work || !g->first) return;
    while (g->first && g->n < COMING_MOST) {
        Client *c = g->first;
        g->first = c->next_coming;
        memcpy(g->guest[g->n], c->guest, GUEST_BYTES);
        g->read[g->n++] = c;
    }
    if (!g->first) g->last = &g->first;
    g->at_work = true;
    uv_queue_work(g->house->loop, &g->work, read_them, after);
}

bool coming_add(Client *c)
{
    struct Coming *g = c->house->coming;
    if (!g) return false;
    c->comes = true;
    join(g, c);
    begin(g);
    return true;
}

void coming_tick(House *h)
{
    if (h->coming && !h->closing) begin(h->coming);
}

void coming_forget_client(Client *c)
{
    struct Coming *g = c->house->coming;
    if (!c->comes) return;
    for (int i = 0; i < g->n; i++)
        if (g->read[i] == c) g->read[i] = NULL;
    for (Client **at = &g->first; *at; at = &(*at)->next_coming) {
        if (*at != c) continue;
        *at = c->next_coming;
        break;
    }
    g->last = &g->first;
    while (*g->last) g->last = &(*g->last)->next_coming;
}
