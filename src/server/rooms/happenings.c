#include "server/rooms/happenings.h"

#include <assert.h>
#include <stdlib.h>

void happenings_add(Happenings *h, const TapLog *log, int seq)
{
    for (int i = 0; i < log->n; i++) {
        if (h->n == h->room) {
            h->room = h->room ? 2 * h->room : 16;
            h->of = realloc(h->of, (size_t)h->room * sizeof *h->of);
            assert(h->of);
        }
        h->of[h->n++] = (Happening){.seq = seq, .event = log->event[i]};
    }
    for (int k = 0; k < log->chapters; k++) { /* each is told by an event at least */
        Happening *last = &h->of[h->n - log->n + log->chapter[k].event - 1];
        last->ends = (uint8_t)(k + 1);
        last->level = log->chapter[k].level;
    }
}

void happenings_free(Happenings *h)
{
    free(h->of);
    *h = (Happenings){0};
}
