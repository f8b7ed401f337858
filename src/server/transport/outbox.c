#include "server/transport/outbox.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void outbox_add(Outbox *o, struct lws *wsi, const char *head, size_t n_head, const char *text, size_t n)
{
    Parcel *p = malloc(sizeof *p + LWS_PRE + n_head + n);
    assert(p);
    p->next = NULL;
    p->n = n_head + n;
    memcpy(p->bytes + LWS_PRE, head, n_head);
    memcpy(p->bytes + LWS_PRE + n_head, text, n);
    if (o->last) o->last->next = p;
    else {
        o->first = p;
        lws_callback_on_writable(wsi);
    }
    o->last = p;
    o->bytes += p->n;
}

bool outbox_write_one(Outbox *o, struct lws *wsi, enum lws_write_protocol kind, size_t *ret_n)
{
    Parcel *p = o->first;
    *ret_n = p ? p->n : 0;
    if (!p) return true;
    o->first = p->next;
    if (!o->first) o->last = NULL;
    o->bytes -= p->n;
    bool good = lws_write(wsi, p->bytes + LWS_PRE, p->n, kind) >= (int)p->n;
    free(p);
    return good;
}

void outbox_empty(Outbox *o)
{
    for (Parcel *p = o->first, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    *o = (Outbox){0};
}
