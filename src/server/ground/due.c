#include "server/ground/due.h"

#include <assert.h>
#include <stdlib.h>

static void put(DueList *l, int place, Due *d)
{
    l->due[place] = d;
    d->place = place + 1;
}

static void rise(DueList *l, int place, Due *d)
{
    for (int above; place && l->due[above = (place - 1) / 2]->at > d->at; place = above) put(l, place, l->due[above]);
    put(l, place, d);
}

static void sink(DueList *l, int place, Due *d)
{
    for (int below; (below = 2 * place + 1) < l->n; place = below) {
        if (below + 1 < l->n && l->due[below + 1]->at < l->due[below]->at) below++;
        if (l->due[below]->at >= d->at) break;
        put(l, place, l->due[below]);
    }
    put(l, place, d);
}

void due_set(DueList *l, Due *d, int64_t when)
{
    if (!d->place) {
        if (l->n == l->room) {
            l->room = l->room ? 2 * l->room : 64;
            l->due = realloc(l->due, (size_t)l->room * sizeof *l->due);
            assert(l->due);
        }
        d->at = INT64_MAX;
        put(l, l->n++, d);
    }
    int64_t was = d->at;
    d->at = when;
    if (when < was) rise(l, d->place - 1, d);
    else sink(l, d->place - 1, d);
}

void due_drop(DueList *l, Due *d)
{
    if (!d->place) return;
    due_set(l, d, INT64_MIN);
    Due *last = l->due[--l->n];
    if (l->n) sink(l, 0, last);
    d->place = 0;
}

Due *due_first(const DueList *l) { return l->n ? l->due[0] : NULL; }

void due_free(DueList *l)
{
    free(l->due);
    *l = (DueList){0};
}
