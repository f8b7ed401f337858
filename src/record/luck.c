/* The chance log of a record, and whether it follows from a seed. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/inside.h"

bool tap_record_chance(const TapRecord *r, TapChance **ret, int *ret_n)
{
    TapLog    *log = calloc(1, sizeof *log); /* too large for a small thread's stack */
    TapState  *state = calloc(1, sizeof *state);
    TapChance *all = NULL;
    int  n = 0, room = 0;
    bool complete = true;
    assert(log && state);
    for (int i = 0; i <= r->in_force && complete; i++) {
        tap_log_clear(log);
        if (!i) tap_start(&r->setup, state, r->seed, log);
        else tap_answer_trusted(&r->setup, state, r->entry[r->force[i - 1]].seat, r->entry[r->force[i - 1]].move, log);
        complete = !log->draws_lost;
        if (n + log->draws > room || !all) {
            room = 2 * (n + log->draws) + 16;
            TapChance *more = realloc(all, (size_t)room * sizeof *all);
            assert(more);
            all = more;
        }
        memcpy(all + n, log->draw, (size_t)log->draws * sizeof *all);
        n += log->draws;
    }
    free(log);
    free(state);
    if (!complete) {
        free(all);
        return false;
    }
    *ret = all;
    *ret_n = n;
    return true;
}

int tap_chance_follows(const TapChance *draw, int n, const uint8_t seed[64])
{
    TapRng r;
    tap_rng_key(&r, seed);
    for (int i = 0; i < n; i++)
        if (draw[i].n && !draw[i].rigged && tap_rng_below(&r, draw[i].n) != draw[i].value) return i;
    return n;
}
