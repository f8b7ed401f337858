#include "server/store/pg_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "server/store/sums.h"

#define ALIVE "EXISTS(SELECT 1 FROM nodes n WHERE n.id = t.holder AND n.epoch = t.epoch)"

static bool is_whole(const PGresult *r, int row)
{
    uint8_t bytes[SUM_BYTES];
    size_t  n = 0;
    Sum     sum = table_sum(PQgetvalue(r, row, 0), true, PQgetvalue(r, row, 1));
    return !sodium_hex2bin(bytes, sizeof bytes, PQgetvalue(r, row, 2), (size_t)PQgetlength(r, row, 2), "-", &n, NULL) &&
           n == SUM_BYTES && !memcmp(bytes, &sum, SUM_BYTES);
}

static void hand_over(const PGresult *r, StoreEach *each, void *of)
{
    for (int i = 0; i < PQntuples(r); i++)
        if (is_whole(r, i) && !each(of, PQgetvalue(r, i, 0), 0, PQgetvalue(r, i, 1))) break;
}

/* Asked again once if the connection was lost since the last time. */
static PGresult *ask(PgLink *l, const char *text, int n, const char *const *value, TapError *error)
{
    PGresult *r = pg_ask(l, text, n, value, error);
    return r || l->db ? r : pg_ask(l, text, n, value, error);
}

StoreResult pg_look_listed(PgNode *node, int most, StoreEach *each, void *of, TapError *error)
{
    char n[16];
    snprintf(n, sizeof n, "%d", most);
    const char *const v[] = {n};
    uv_mutex_lock(&node->looking);
    PGresult *r = ask(&node->look, "SELECT id, document, sum FROM tables t WHERE " PG_LISTED " AND " ALIVE " AND"
                      " NOT EXISTS(SELECT 1 FROM damaged WHERE tbl = t.id) ORDER BY born DESC LIMIT $1::int", 1, v,
                      error);
    if (r) hand_over(r, each, of);
    PQclear(r);
    uv_mutex_unlock(&node->looking);
    return r ? STORE_OK : STORE_FAILED;
}

StoreResult pg_look_hosted(PgNode *node, const char *guest, int *ret, TapError *error)
{
    char epoch[EPOCH_BYTES];
    pg_node_write_epoch(node, epoch);
    const char *const v[] = {guest, node->name, epoch};
    uv_mutex_lock(&node->looking);
    PGresult *r = ask(&node->look, "SELECT count(*) FROM tables WHERE active AND " PG_HOST " = $1 AND"
                      " (holder = $2 AND epoch = $3::bigint) IS NOT TRUE", 3, v, error);
    uv_mutex_unlock(&node->looking);
    *ret = r ? atoi(PQgetvalue(r, 0, 0)) : 0;
    PQclear(r);
    return r ? STORE_OK : STORE_FAILED;
}

PGresult *pg_look_guests(PgNode *node, const char *ids, TapError *error)
{
    uv_mutex_lock(&node->looking);
    PGresult *r = ask(&node->look, "SELECT id, document, sum FROM guests WHERE id = ANY($1::text[])", 1, &ids, error);
    uv_mutex_unlock(&node->looking);
    return r;
}

/* Others do the same: what one of them is at is passed by. */
static StoreResult adopt(PgNode *node, const char *most, StoreEach *each, void *of, TapError *error)
{
    PgLink *l = &node->look;
    char    epoch[EPOCH_BYTES];
    pg_node_write_epoch(node, epoch);
    PGresult *free = pg_do(l, "BEGIN", NULL, error) ?
        pg_ask(l, "SELECT coalesce(array_agg(id), '{}') FROM (SELECT id FROM tables t WHERE " PG_CLOCKED " AND NOT "
               ALIVE " AND NOT EXISTS(SELECT 1 FROM damaged WHERE tbl = t.id) LIMIT $1::int FOR UPDATE SKIP LOCKED) x",
               1, &most, error) : NULL, *taken = NULL;
    if (free) {
        const char *const v[] = {PQgetvalue(free, 0, 0), node->name, epoch};
        taken = pg_ask(l, "UPDATE tables t SET holder = $2, epoch = $3::bigint WHERE id = ANY($1::text[]) AND NOT "
                       ALIVE " RETURNING id, document, sum", 3, v, error);
    }
    bool good = taken && pg_do(l, "COMMIT", NULL, error);
    if (good) hand_over(taken, each, of);
    PQclear(free);
    PQclear(taken);
    pg_undo(l);
    return good ? STORE_OK : STORE_FAILED;
}

StoreResult pg_look_adopt(PgNode *node, int most, StoreEach *each, void *of, TapError *error)
{
    char n[16];
    snprintf(n, sizeof n, "%d", most);
    const char *const me[] = {node->name}; /* who is late himself, for he could not be heard, is not to end himself */
    uv_mutex_lock(&node->looking);
    PGresult *late = ask(&node->look, "SELECT id, epoch FROM nodes WHERE until < clock_timestamp() AND mark <> '' AND"
                                      " id <> $1", 1, me, error);
    uv_mutex_unlock(&node->looking);
    for (int i = 0; late && i < PQntuples(late); i++)
        pg_node_bury(node, PQgetvalue(late, i, 0), PQgetvalue(late, i, 1), error);
    bool asked = late;
    PQclear(late);
    if (!asked) return STORE_FAILED;
    uv_mutex_lock(&node->looking);
    StoreResult result = adopt(node, n, each, of, error);
    uv_mutex_unlock(&node->looking);
    return result;
}
