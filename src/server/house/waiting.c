#include "server/house/waiting.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Waiting {
    Client         *client; /* NULL if it went away */
    struct Waiting *next;
    size_t          n;
    char            text[];
};

void waiting_add(Client *c, const char *text, size_t n)
{
    struct Waiting **at = &c->house->waiting, *w = malloc(sizeof *w + n);
    assert(w);
    *w = (struct Waiting){.client = c, .n = n};
    memcpy(w->text, text, n);
    if (c->house->last_waiting) at = &c->house->last_waiting->next;
    *at = c->house->last_waiting = w;
    c->waiting++;
}

void waiting_hear(House *h, void (*hear)(Client *, const char *text, size_t n))
{
    struct Waiting *w = h->waiting;
    h->last_waiting = NULL;
    h->waiting = NULL;
    while (w) {
        struct Waiting *next = w->next;
        Client *c = w->client;
        if (c) {
            const struct Waiting *last = h->last_waiting;
            c->waiting--;
            if (c->held_up) waiting_add(c, w->text, w->n);
            else hear(c, w->text, w->n);
            if (h->last_waiting != last && h->last_waiting->client == c) c->held_up = true;
        }
        free(w);
        w = next;
    }
    for (w = h->waiting; w; w = w->next)
        if (w->client) w->client->held_up = false;
}

void waiting_forget_client(Client *c)
{
    for (struct Waiting *w = c->waiting ? c->house->waiting : NULL; w; w = w->next)
        if (w->client == c) w->client = NULL;
}

void waiting_free(House *h)
{
    while (h->waiting) {
        struct Waiting *w = h->waiting;
        h->waiting = w->next;
        free(w);
    }
    h->last_waiting = NULL;
}
