#include "server/rooms/takeover.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/view.h>

#include "server/rooms/hushed.h"

static bool same_zone(const TapViewZone *a, const TapViewZone *b)
{
    return a->zone == b->zone && a->level == b->level && a->owner == b->owner && a->n == b->n && a->size == b->size &&
           a->deck == b->deck;
}

static bool same_item(const TapViewItem *a, const TapViewItem *b)
{
    return a->kind == b->kind && a->depth == b->depth && a->face == b->face && a->who == b->who &&
           a->other == b->other && a->n == b->n && a->text == b->text && a->deck == b->deck;
}

static bool same_counter(const TapViewCounter *a, const TapViewCounter *b)
{
    return a->owner == b->owner && a->level == b->level && a->value == b->value && a->word == b->word;
}

/* Choices are left out: who can be asked for something has what he needs for it before him. */
static bool same_view(const TapView *a, const TapView *b)
{
    if (a->asked != b->asked || a->sealed != b->sealed) return false;
    if (a->zones != b->zones || a->items != b->items || a->counters != b->counters) return false;
    for (int i = 0; i < a->zones; i++)
        if (!same_zone(&a->zone[i], &b->zone[i])) return false;
    for (int i = 0; i < a->items; i++)
        if (!same_item(&a->item[i], &b->item[i])) return false;
    for (int i = 0; i < a->counters; i++)
        if (!same_counter(&a->counter[i], &b->counter[i])) return false;
    return true;
}

bool seat_holds_secrets(const Room *r, TapSeat seat)
{
    if (hushed_is_open(r)) return true;
    const TapState *state = tap_record_state(r->record);
    TapView        *own = malloc(2 * sizeof *own);
    assert(own);
    tap_view(&r->setup, state, seat, &own[0]);
    tap_view(&r->setup, state, TAP_NOBODY, &own[1]);
    bool same = same_view(&own[0], &own[1]);
    free(own);
    return !same;
}

TapSeat seat_as_of(const Room *r, TapSeat viewer, int seq)
{
    return viewer != TAP_NOBODY && seq <= r->chair[viewer].since ? TAP_NOBODY : viewer;
}
