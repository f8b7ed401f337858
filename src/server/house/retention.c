#include "server/house/retention.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "server/ground/limits.h"
#include "server/ground/logs.h"
#include "server/rooms/client.h"
#include "server/rooms/room.h"

enum { FEW = 50, STEP_MS = 500, ROUND_MS = 3600 * 1000, DAY = 24 * 3600 };

typedef struct One {
    char  key[GUEST_BYTES];
    bool  active;
    char *document; /* NULL: it cannot be read, and is left alone */
} One;

typedef struct Batch {
    int n;
    One one[FEW];
} Batch;

static bool take(void *of, const char *key, int number, const char *text)
{
    Batch *b = of;
    One   *one = &b->one[b->n++];
    snprintf(one->key, sizeof one->key, "%s", key);
    one->active = number;
    one->document = text ? strdup(text) : NULL;
    return b->n < FEW;
}

static bool is_connected(const House *h, const char *guest)
{
    for (const Client *c = h->clients; c; c = c->next)
        if (!strcmp(c->guest, guest)) return true;
    return false;
}

/* What has no date gets today's: it was written by an earlier version, or before its house forgot anything. */
static StoreResult put_date(House *h, const One *one, bool guest, json_t *root, const char *field, int64_t today,
                            TapError *error)
{
    json_object_set_new(root, field, json_integer(today));
    char *document = json_dumps(root, JSON_COMPACT);
    assert(document);
    StoreResult result = guest ? h->store->kind->put_guest(h->store, one->key, document, error)
                               : h->store->kind->put_table(h->store, one->key, false, document, error);
    free(document);
    return result;
}

/* *ret_gone: it was old, and is forgotten. */
static StoreResult look_at(House *h, const One *one, bool guest, bool *ret_gone, TapError *error)
{
    const char *field = guest ? "seen" : "finished";
    int64_t     today = (int64_t)time(NULL);
    bool        in_use = guest ? is_connected(h, one->key) : room_in_memory(h, one->key) != NULL;
    StoreResult result = STORE_OK;
    *ret_gone = false;
    if (!one->document || one->active || in_use) return STORE_OK;
    json_t       *root = json_loads(one->document, 0, NULL);
    const json_t *date = json_object_get(root, field);
    if (root && !json_is_integer(date)) result = put_date(h, one, guest, root, field, today, error);
    else if (root && today - json_integer_value(date) >= (int64_t)h->keep_days * DAY) {
        result = guest ? h->store->kind->remove_guest(h->store, one->key, error)
                       : h->store->kind->remove_table(h->store, one->key, error);
        *ret_gone = result == STORE_OK;
    }
    json_decref(root);
    return result;
}

/* All of them in one commit. */
static bool look_at_all(House *h, const Batch *b, bool guests, int *ret_gone, TapError *error)
{
    StoreResult result = STORE_OK;
    *ret_gone = 0;
    for (int i = 0; i < b->n && result == STORE_OK; i++) {
        bool gone;
        result = look_at(h, &b->one[i], guests, &gone, error);
        *ret_gone += gone;
    }
    if (result == STORE_OK) return h->store->kind->commit(h->store, error) == STORE_DURABLE;
    h->store->kind->rollback(h->store);
    return false;
}

static void end_round(House *h, Retention *r, int64_t now)
{
    if (r->tables || r->guests)
        log_each(LEVEL_INFO, "%d finished tables and %d guests, older than %d days, were forgotten", r->tables,
                 r->guests, h->keep_days);
    *r = (Retention){.next = now + ROUND_MS};
}

void retention_tick(House *h, Retention *r, int64_t now)
{
    Batch    b = {0};
    TapError error = {{0}};
    int      gone = 0;
    if (!h->keep_days || now < r->next || h->dirty || h->store->writing || h->store->committing)
        return;
    StoreResult read = r->at_guests ? h->store->kind->guests(h->store, r->after, FEW, take, &b, &error)
                                    : h->store->kind->tables(h->store, r->after, FEW, take, &b, &error);
    bool        good = read == STORE_OK && look_at_all(h, &b, r->at_guests, &gone, &error);
    for (int i = 0; i < b.n; i++) free(b.one[i].document);
    if (!good) { /* a full disk, say: nothing has changed, and later it may go on */
        log_say("what is old could not be forgotten: %s", error.text);
        *r = (Retention){.next = now + ROUND_MS};
        return;
    }
    *(r->at_guests ? &r->guests : &r->tables) += gone;
    *(r->at_guests ? &h->metrics.guests_forgotten : &h->metrics.tables_forgotten) += gone;
    r->next = now + STEP_MS;
    if (b.n) memcpy(r->after, b.one[b.n - 1].key, sizeof r->after);
    if (b.n == FEW) return;
    if (r->at_guests) end_round(h, r, now);
    else r->at_guests = true, r->after[0] = 0;
}
