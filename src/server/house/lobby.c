#include "server/house/lobby.h"

#include <assert.h>
#include <stdlib.h>

#include "server/rooms/seats.h"

enum { FIRST_FEW = 4 }; /* of an address */

typedef struct Listed {
    const Room *room;
    Account    *of;
    int         rank;  /* so many of the same address come before it */
    int         place; /* among all */
    bool        empty; /* nobody who sits there is here now */
} Listed;

static bool is_listed(const Room *r)
{
    return r->is_public && !r->dead && r->phase != PHASE_OVER && (r->members || r->phase != PHASE_PLAYING) &&
           people_seated(r);
}

static bool is_empty(const Room *r)
{
    for (const Member *m = r->members; m; m = m->next)
        if (m->seat != TAP_NOBODY && r->chair[m->seat].kind == CHAIR_PERSON) return false;
    return true;
}

static int as_shown(const void *a, const void *b)
{
    const Listed *one = a, *other = b;
    if (one->empty != other->empty) return one->empty - other->empty;
    return one->rank != other->rank ? one->rank - other->rank : one->place - other->place;
}

static int as_chosen(const void *a, const void *b)
{
    int one = ((const Listed *)a)->rank / FIRST_FEW, other = ((const Listed *)b)->rank / FIRST_FEW;
    return one != other ? one - other : as_shown(a, b);
}

int lobby_choose(House *h, const Room *ret[LIMIT_LISTED])
{
    int     n = 0, i = 0;
    int64_t now = house_now(h);
    for (const Room *r = h->rooms; r; r = r->next) n += is_listed(r);
    Listed *all = calloc((size_t)n + 1, sizeof *all);
    assert(all);
    for (int empty = 0; empty < 2; empty++)
        for (const Room *r = h->rooms; r; r = r->next)
            if (is_listed(r) && is_empty(r) == empty) {
                Listed *one = &all[i];
                one->room = r;
                one->empty = empty;
                one->of = account_hold(&h->accounts, h->one_address || !r->payer ? r->host : r->payer->name, now);
                one->rank = one->of->listed++;
                one->place = n > LIMIT_LISTED ? (int)((i + now / LOBBY_TURN_MS * LIMIT_LISTED) % n) : i;
                i++;
            }
    for (i = 0; i < n; i++) {
        all[i].of->listed = 0;
        account_drop(all[i].of);
    }
    qsort(all, (size_t)n, sizeof *all, as_chosen);
    if (n > LIMIT_LISTED) n = LIMIT_LISTED;
    qsort(all, (size_t)n, sizeof *all, as_shown);
    for (i = 0; i < n; i++) ret[i] = all[i].room;
    free(all);
    return n;
}
