#include "cli/tally.h"

#include <stdlib.h>

Tally *tally_new(int n, bool told, bool by_card)
{
    Tally *t = calloc((size_t)n, sizeof *t);
    for (int i = 0; t && told && i < n; i++) {
        t[i].told = calloc(1, sizeof *t[i].told);
        if (!t[i].told) {
            tally_free(t, i);
            return NULL;
        }
        t[i].told->by_card = by_card;
    }
    return t;
}

void tally_free(Tally *t, int n)
{
    for (int i = 0; t && i < n; i++) sentences_free(t[i].told);
    free(t);
}

void tally_join(Tally *t, const Tally *more)
{
    for (int i = 0; i < TAP_SEATS; i++) {
        sums_join(&t->score[i], &more->score[i]);
        t->wins[i] += more->wins[i];
        t->iterations[i] += more->iterations[i];
        external_join_count(&t->count[i], &more->count[i]);
    }
    sums_join(&t->lead, &more->lead);
    t->decisions += more->decisions;
    t->real_decisions += more->real_decisions;
    t->wall_ns += more->wall_ns;
    t->work_ns += more->work_ns;
    if (t->told && more->told) sentences_join(t->told, more->told);
}
