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
        h->of[h->n++] = (Happening){seq, log->event[i]};
    }
}

void happenings_free(Happenings *h)
{
    free(h->of);
    *h = (Happenings){0};
}
