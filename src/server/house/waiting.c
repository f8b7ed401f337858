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
        if (w->client) {
            w->client->waiting--;
            hear(w->client, w->text, w->n);
        }
        free(w);
        w = next;
    }
}

void waiting_forget_client(Client *c)
{
    for (struct Waiting *w = c->waiting ? c->house->waiting : NULL; w; w = w->next)
        if (w->client == c) w->client = NULL;
}
