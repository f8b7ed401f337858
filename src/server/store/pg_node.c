#include "server/store/pg_node.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "server/store/pg_batch.h"
#include "text/fail.h"

/* SILENT_MS: beyond its lease. LOCK_MS: whoever holds a lock for longer may have stopped in the middle. */
enum { MARK_HEX = 33, BURIALS = 5, SPARE_MS = 50, SILENT_MS = 2000, LOCK_MS = 1000 };

/* A row is locked before it is judged: the statement that judges then sees what whoever had it before has written. */
static const PgStatement prepared[] = {
    {"begin", "BEGIN"},
    {"commit", "COMMIT"},
    {"lock_table", "SELECT 1 FROM tables WHERE id = $1 FOR UPDATE"},
    {"take", "UPDATE tables t SET holder = $2, epoch = $3::bigint WHERE id = $1 AND (holder IS NULL OR holder = $2 OR"
             " NOT EXISTS(SELECT 1 FROM nodes n WHERE n.id = t.holder AND n.epoch = t.epoch))"},
    {"free", "SELECT 1 FROM tables t WHERE id = $1 AND"
             " NOT EXISTS(SELECT 1 FROM nodes n WHERE n.id = t.holder AND n.epoch = t.epoch)"},
    {"whose", "SELECT t.holder = $2 AND t.epoch = $3::bigint, n.id, n.epoch, n.address, n.until < clock_timestamp()"
              " FROM tables t LEFT JOIN nodes n ON n.id = t.holder WHERE t.id = $1"},
    {"be_patient", "SET LOCAL lock_timeout = '1s'"},
    {"lock_node", "SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2::bigint FOR UPDATE"},
    {"bury", "UPDATE nodes SET epoch = epoch + 1, mark = '' WHERE id = $1 AND epoch = $2::bigint"
             " AND until < clock_timestamp()"},
    {"get_table", PG_GET_TABLE},
    {"get_log", PG_GET_LOG},
    {0},
};

static int64_t boot_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t); /* also while the machine sleeps */
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t pg_node_epoch(PgNode *n)
{
    uv_mutex_lock(&n->lock);
    int64_t epoch = n->epoch;
    uv_mutex_unlock(&n->lock);
    return epoch;
}

int pg_node_patience(const PgNode *n) { return n->lease_ms ? n->lease_ms + SILENT_MS : 0; }

static void write_epoch(int64_t epoch, char ret[EPOCH_BYTES]) { snprintf(ret, EPOCH_BYTES, "%lld", (long long)epoch); }

int64_t pg_node_write_epoch(PgNode *n, char ret[EPOCH_BYTES])
{
    int64_t epoch = pg_node_epoch(n);
    write_epoch(epoch, ret);
    return epoch;
}

bool pg_node_is_in(PgNode *n, int64_t epoch)
{
    uv_mutex_lock(&n->renewing);
    bool same = pg_node_epoch(n) == epoch;
    uv_mutex_unlock(&n->renewing);
    return same;
}

void pg_node_fence(PgNode *n)
{
    uv_mutex_lock(&n->lock);
    n->fenced = true;
    uv_mutex_unlock(&n->lock);
}

static bool is_fenced(PgNode *n)
{
    uv_mutex_lock(&n->lock);
    bool fenced = n->fenced;
    uv_mutex_unlock(&n->lock);
    return fenced;
}

static StoreResult fenced(PgNode *n, TapError *error)
{
    pg_node_fence(n);
    fail_with(error, "This node, %s, was taken for dead: others have its tables.", n->name);
    return STORE_NOT_ALIVE;
}

static void note_renewal(PgNode *n, int64_t epoch, int64_t sent)
{
    uv_mutex_lock(&n->lock);
    n->epoch = epoch;
    n->renewed = sent;
    uv_mutex_unlock(&n->lock);
}

int64_t pg_node_lease_left(PgNode *n)
{
    uv_mutex_lock(&n->lock);
    int64_t left = n->fenced ? 0 : n->renewed + n->lease_ms - boot_ms();
    uv_mutex_unlock(&n->lock);
    return left;
}

/* ---------------------------------------------------------------- joining */

/* What was begun under a mark can be known again: whether it was done, or somebody else did something. */
static void draw_mark(char ret[MARK_HEX])
{
    uint8_t bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(ret, MARK_HEX, bytes, sizeof bytes);
}

static void write_lease(const PgNode *n, char ret[EPOCH_BYTES]) { snprintf(ret, EPOCH_BYTES, "%d ms", n->lease_ms); }

/* 1: joined, 0: a node of that name lives for *ret_ms more, -1: failed. */
static int try_to_join(PgNode *n, PgLink *l, int64_t *ret_ms, TapError *error)
{
    char mark[MARK_HEX], lease[EPOCH_BYTES];
    draw_mark(mark);
    write_lease(n, lease);
    const char *const row[] = {n->name, n->address}, *const next[] = {n->name, lease, mark, n->address};
    PGresult   *r = pg_ask(l, "INSERT INTO nodes(id, epoch, until, address, mark) VALUES($1, 0, '-infinity', $2, '')"
                              " ON CONFLICT(id) DO NOTHING", 2, row, error), *joined = NULL;
    bool        good = r && pg_do(l, "BEGIN", NULL, error);
    int64_t     left = 0, sent = boot_ms();
    PQclear(r);
    r = good ? pg_ask(l, "SELECT ceil(extract(epoch FROM greatest(until, clock_timestamp() - interval '1 s')"
                         " - clock_timestamp()) * 1000)::bigint FROM nodes WHERE id = $1 FOR UPDATE", 1, row, error)
             : NULL;
    good = r && PQntuples(r) == 1;
    if (good) left = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
    PQclear(r);
    if (good && left <= 0)
        joined = pg_ask(l, "UPDATE nodes SET epoch = epoch + 1, until = clock_timestamp() + $2::interval, mark = $3,"
                           " address = $4, queue = 0 WHERE id = $1 RETURNING epoch", 4, next, error);
    bool done = joined && PQntuples(joined) == 1 && pg_do(l, "COMMIT", NULL, error);
    if (done) note_renewal(n, strtoll(PQgetvalue(joined, 0, 0), NULL, 10), sent);
    PQclear(joined);
    pg_undo(l);
    *ret_ms = left;
    return done ? 1 : good && left > 0 ? 0 : -1;
}

static bool join(PgNode *n, TapError *error)
{
    int64_t left = 0, waited = 0;
    int     joined;
    while (!(joined = try_to_join(n, &n->renew, &left, error))) {
        /* The one before us may have been killed. One that lives has renewed its lease meanwhile. */
        if (waited > 0)
            return fail_with(error, "There is a node called %s already. Give this one another name: --node NAME.",
                             n->name);
        waited = left + SPARE_MS;
        usleep((useconds_t)waited * 1000);
    }
    return joined > 0;
}

static void node_free(PgNode *n)
{
    pg_link_close(&n->take);
    pg_link_close(&n->renew);
    pg_link_close(&n->look);
    uv_mutex_destroy(&n->lock);
    uv_mutex_destroy(&n->taking);
    uv_mutex_destroy(&n->renewing);
    uv_mutex_destroy(&n->looking);
    pg_news_free(n->news);
    sodium_memzero(n->where, sizeof n->where); /* it may hold a password */
    free(n);
}

static PgNode *node_new(const char *where, const char *name, const char *address, int lease_ms)
{
    PgNode *n = calloc(1, sizeof *n);
    assert(n);
    snprintf(n->where, sizeof n->where, "%s", where);
    snprintf(n->name, sizeof n->name, "%s", name);
    snprintf(n->address, sizeof n->address, "%s", address);
    snprintf(n->listed, sizeof n->listed, name[0] ? "taproom %s" : "taproom", name);
    n->lease_ms = lease_ms;
    n->users = 1;
    n->news = pg_news_new();
    n->take = n->renew = n->look = (PgLink){.where = n->where, .name = n->listed, .prepared = prepared,
                                            .patience_ms = pg_node_patience(n), .lock_ms = LOCK_MS};
    uv_mutex_init(&n->lock);
    uv_mutex_init(&n->taking);
    uv_mutex_init(&n->renewing);
    uv_mutex_init(&n->looking);
    return n;
}

PgNode *pg_node_new(const char *where, const StoreNode *me)
{
    return node_new(where, me->name, me->address, me->lease_ms);
}

bool pg_node_join(PgNode *n, TapError *error)
{
    return pg_news_look(n->news, &n->renew, n->name, error) && join(n, error);
}

PgNode *pg_node_outside(const char *where) { return node_new(where, "", "", 0); }

PgNode *pg_node_share(PgNode *n)
{
    uv_mutex_lock(&n->lock);
    n->users++;
    uv_mutex_unlock(&n->lock);
    return n;
}

void pg_node_end(PgNode *n)
{
    char epoch[EPOCH_BYTES];
    uv_mutex_lock(&n->renewing);
    pg_node_write_epoch(n, epoch);
    const char *const me[] = {n->name, epoch};
    if (pg_node_epoch(n) && !is_fenced(n)) /* it has joined */
        PQclear(pg_ask(&n->renew, "UPDATE nodes SET epoch = epoch + 1, until = '-infinity', mark = '' WHERE id = $1"
                                  " AND epoch = $2::bigint", 2, me, NULL));
    pg_node_fence(n);
    uv_mutex_unlock(&n->renewing);
}

void pg_node_leave(PgNode *n)
{
    uv_mutex_lock(&n->lock);
    bool last = !--n->users;
    uv_mutex_unlock(&n->lock);
    if (!last) return;
    pg_node_end(n);
    node_free(n);
}

/* --------------------------------------------------------------- renewing */

static int change_epoch(PgNode *n, PgLink *l, const char *mark, const char *epoch, TapError *error);

/* Another epoch is there than we know of: by our own doing, of which we did not hear? */
static bool was_begun_anew(PgNode *n, int64_t epoch, const char *written, int64_t sent, TapError *error)
{
    bool ours = n->anew[0] && n->anew_after == epoch && change_epoch(n, &n->renew, n->anew, written, error) == 1;
    if (ours) note_renewal(n, epoch + 1, sent);
    return ours;
}

static StoreResult renew(PgNode *n, TapError *error)
{
    for (bool again = true;; again = false) {
        int64_t epoch = pg_node_epoch(n), sent = boot_ms();
        char    written[EPOCH_BYTES], lease[EPOCH_BYTES], queue[EPOCH_BYTES];
        write_epoch(epoch, written);
        write_lease(n, lease);
        uv_mutex_lock(&n->lock);
        snprintf(queue, sizeof queue, "%d", n->queue);
        uv_mutex_unlock(&n->lock);
        const char *const me[] = {n->name, written, lease, queue};
        PGresult   *r = pg_ask(&n->renew, "UPDATE nodes SET until = clock_timestamp() + $3::interval, queue = $4::int"
                                          " WHERE id = $1 AND epoch = $2::bigint", 4, me, error);
        if (!r && !n->renew.db && again) continue; /* the connection was lost since the last time */
        if (!r) return STORE_FAILED;
        bool renewed = atoi(PQcmdTuples(r));
        PQclear(r);
        uv_mutex_lock(&n->lock);
        bool same = n->epoch == epoch; /* else we began anew ourselves meanwhile */
        if (renewed && same) n->renewed = sent;
        uv_mutex_unlock(&n->lock);
        if (renewed) return STORE_OK;
        if (same && !was_begun_anew(n, epoch, written, sent, error)) return fenced(n, error);
    }
}

/* What cannot be asked now is asked with the next renewal. */
static void look_at_queues(PgNode *n)
{
    const char *const me[] = {n->name};
    PGresult *r = pg_ask(&n->renew, "SELECT address, queue, max(queue) OVER () FROM nodes WHERE id <> $1 AND mark <> ''"
                                    " AND until > clock_timestamp() ORDER BY queue, id LIMIT 1", 1, me, NULL);
    uv_mutex_lock(&n->lock);
    n->others = r ? PQntuples(r) : 0;
    if (n->others) {
        snprintf(n->queues.address, sizeof n->queues.address, "%s", PQgetvalue(r, 0, 0));
        n->queues.least = atoi(PQgetvalue(r, 0, 1));
        n->queues.most = atoi(PQgetvalue(r, 0, 2));
    }
    uv_mutex_unlock(&n->lock);
    PQclear(r);
}

void pg_node_tell_queue(PgNode *n, int waiting)
{
    uv_mutex_lock(&n->lock);
    n->queue = waiting;
    uv_mutex_unlock(&n->lock);
}

bool pg_node_queues(PgNode *n, StoreQueues *ret)
{
    uv_mutex_lock(&n->lock);
    bool any = n->others > 0;
    *ret = n->queues;
    uv_mutex_unlock(&n->lock);
    return any;
}

StoreResult pg_node_renew(PgNode *n, TapError *error)
{
    uv_mutex_lock(&n->renewing);
    StoreResult result = is_fenced(n) ? fenced(n, error) : renew(n, error);
    if (result == STORE_OK) look_at_queues(n);
    if (result == STORE_OK) pg_news_look(n->news, &n->renew, n->name, NULL); /* or with the next */
    uv_mutex_unlock(&n->renewing);
    return result;
}

/* Somebody who stopped in the middle of a transaction holds its locks. It sent no COMMIT, so nothing is lost; one that
 * waits for a standby has, and is left alone. */
static void end_idle_backends(PgLink *l, const char *name)
{
    char listed[NODE_BYTES + 16];
    snprintf(listed, sizeof listed, "taproom %s", name);
    const char *const v[] = {listed};
    PQclear(pg_ask(l, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND"
                             " datname = current_database() AND wait_event = 'ClientRead' AND xact_start IS NOT NULL",
                   1, v, NULL));
}

/* The same of all that are late, or were declared dead: where it is not known who holds a lock. Of these nothing that
 * is not committed yet can be. */
static void end_late_backends(PgLink *l)
{
    PQclear(pg_ask(l, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity a JOIN nodes n ON application_name ="
                      " 'taproom ' || n.id WHERE datname = current_database() AND wait_event = 'ClientRead' AND"
                      " xact_start IS NOT NULL AND until < clock_timestamp()", 0, NULL, NULL));
}

/* The epoch of this node is what it was, and then another: 1. It was not: 0. It cannot be asked: -1. */
static int change_epoch(PgNode *n, PgLink *l, const char *mark, const char *epoch, TapError *error)
{
    char lease[EPOCH_BYTES];
    write_lease(n, lease);
    const char *const me[] = {n->name, epoch, lease, mark};
    PGresult   *r = NULL, *ours = NULL;
    if (pg_do(l, "BEGIN; SET LOCAL lock_timeout = '1s'", NULL, error))
        r = pg_ask(l, "SELECT 1 FROM nodes WHERE id = $1 FOR UPDATE", 1, me, error);
    if (!r && l->db) { /* the connection that was lost is not lost on the other side */
        pg_undo(l);
        end_idle_backends(l, n->name);
        return -1;
    }
    if (r) ours = pg_ask(l, "UPDATE nodes SET epoch = $2::bigint + 1, until = clock_timestamp() + $3::interval,"
                            " mark = $4 WHERE id = $1 AND (epoch = $2::bigint OR (epoch = $2::bigint + 1 AND"
                            " mark = $4))", 4, me, error);
    bool known = ours, same = known && atoi(PQcmdTuples(ours));
    PQclear(r);
    PQclear(ours);
    r = same ? pg_ask(l, "UPDATE tables SET epoch = $2::bigint + 1 WHERE holder = $1 AND epoch = $2::bigint", 2, me,
                      error) : NULL;
    bool good = r && pg_do(l, "COMMIT", NULL, error);
    PQclear(r);
    pg_undo(l);
    return good ? 1 : known && !same ? 0 : -1;
}

StoreResult pg_node_begin_anew(PgNode *n, PgLink *l, int64_t epoch, TapError *error)
{
    char    written[EPOCH_BYTES];
    int64_t sent = boot_ms();
    write_epoch(epoch, written);
    uv_mutex_lock(&n->renewing); /* nobody renews, or begins anew, meanwhile */
    bool over = pg_node_epoch(n) != epoch;
    if (!over && (!n->anew[0] || n->anew_after != epoch)) { /* if it was done before and not heard of, it is known */
        draw_mark(n->anew);
        n->anew_after = epoch;
    }
    int changed = over ? 2 : change_epoch(n, l, n->anew, written, error);
    if (changed < 0) changed = change_epoch(n, l, n->anew, written, error);
    if (changed == 1) note_renewal(n, epoch + 1, sent);
    uv_mutex_unlock(&n->renewing);
    return changed > 0 ? STORE_OK : changed < 0 ? STORE_FAILED : fenced(n, error);
}

/* ----------------------------------------------------------------- taking */

typedef struct Holder {
    bool    ours, there, late, blocked; /* blocked: somebody has the table locked, and nothing else is known */
    char    name[NODE_BYTES], epoch[EPOCH_BYTES];
} Holder;

static bool try_to_take(PgNode *n, const char *table, Holder *ret, char *ret_address, size_t size, TapError *error)
{
    char epoch[EPOCH_BYTES];
    pg_node_write_epoch(n, epoch);
    const char *const v[] = {table, n->name, epoch};
    PGresult         *r = NULL;
    PgEnd             end = {.end = PG_LOST};
    if (pg_all_begin(&n->take, error)) {
        pg_all_add(&n->take, "begin", 0, NULL);
        pg_all_add(&n->take, "lock_table", 1, v);
        pg_all_add(&n->take, "take", 3, v);
        pg_all_add(&n->take, "whose", 3, v);
        pg_all_add(&n->take, "commit", 0, NULL);
        end = pg_all_end(&n->take, 3, &r, error);
    }
    pg_undo(&n->take);
    *ret = (Holder){.blocked = end.end == PG_REFUSED && !strcmp(end.state, "55P03")};
    if (ret->blocked) end_late_backends(&n->take);
    if (r && PQntuples(r)) {
        ret->there = true;
        ret->ours = PQgetvalue(r, 0, 0)[0] == 't';
        ret->late = PQgetvalue(r, 0, 4)[0] == 't';
        snprintf(ret->name, sizeof ret->name, "%s", PQgetvalue(r, 0, 1));
        snprintf(ret->epoch, sizeof ret->epoch, "%s", PQgetvalue(r, 0, 2));
        snprintf(ret_address, size, "%s", PQgetvalue(r, 0, 3));
    }
    PQclear(r);
    return end.end == PG_DONE;
}

/* True if it may be tried again. */
static bool bury(PgNode *n, const Holder *dead, TapError *error)
{
    const char *const v[] = {dead->name, dead->epoch};
    if (!pg_all_begin(&n->take, error)) return false;
    pg_all_add(&n->take, "begin", 0, NULL);
    pg_all_add(&n->take, "be_patient", 0, NULL);
    pg_all_add(&n->take, "lock_node", 2, v);
    pg_all_add(&n->take, "bury", 2, v);
    pg_all_add(&n->take, "commit", 0, NULL);
    PgEnd end = pg_all_end(&n->take, -1, NULL, error);
    pg_undo(&n->take);
    if (end.end == PG_REFUSED && !strcmp(end.state, "55P03")) end_idle_backends(&n->take, dead->name);
    else if (end.end == PG_REFUSED && strncmp(end.state, "40", 2) != 0) return false;
    return true;
}

void pg_node_bury(PgNode *n, const char *name, const char *epoch, TapError *error)
{
    Holder dead = {0};
    snprintf(dead.name, sizeof dead.name, "%s", name);
    snprintf(dead.epoch, sizeof dead.epoch, "%s", epoch);
    uv_mutex_lock(&n->taking);
    bury(n, &dead, error);
    uv_mutex_unlock(&n->taking);
}

bool pg_node_is_free(PgNode *n, const char *table)
{
    const char *const v[] = {table};
    PGresult         *r = NULL;
    uv_mutex_lock(&n->taking);
    if (pg_all_begin(&n->take, NULL)) {
        pg_all_add(&n->take, "free", 1, v);
        pg_all_end(&n->take, 0, &r, NULL);
    }
    pg_undo(&n->take);
    uv_mutex_unlock(&n->taking);
    bool is = r && PQntuples(r);
    PQclear(r);
    return is;
}

StoreResult pg_node_take(PgNode *n, const char *table, char *ret_address, size_t size, TapError *error)
{
    Holder      holder;
    StoreResult result = STORE_FAILED;
    if (is_fenced(n)) return fenced(n, error);
    uv_mutex_lock(&n->taking);
    for (int i = 0; i < BURIALS; i++) {
        bool asked = try_to_take(n, table, &holder, ret_address, size, error);
        if (!asked) asked = try_to_take(n, table, &holder, ret_address, size, error); /* a connection that was lost */
        result = !asked ? STORE_FAILED : !holder.there ? STORE_MISSING : holder.ours ? STORE_OK : STORE_ELSEWHERE;
        if (holder.blocked) {
            ret_address[0] = 0;
            result = STORE_ELSEWHERE;
        }
        if (result != STORE_ELSEWHERE || !holder.late || !bury(n, &holder, error)) break;
    }
    uv_mutex_unlock(&n->taking);
    return result;
}

bool pg_node_fetch(PgNode *n, const char *table, PGresult **ret_document, PGresult **ret_log)
{
    const char *const from_first[] = {table, "0"};
    uv_mutex_lock(&n->taking);
    *ret_document = pg_ask(&n->take, "get_table", 1, from_first, NULL);
    bool good = *ret_document;
    if (good && ret_log) good = (*ret_log = pg_ask(&n->take, "get_log", 2, from_first, NULL));
    uv_mutex_unlock(&n->taking);
    if (!good) PQclear(*ret_document);
    return good;
}

#define FREE "(holder IS NULL OR NOT EXISTS(SELECT 1 FROM nodes n WHERE n.id = t.holder AND n.epoch = t.epoch))"

static StoreResult take_free(PgNode *n, const char *most, TapError *error)
{
    char epoch[EPOCH_BYTES];
    pg_node_write_epoch(n, epoch);
    PGresult *r = pg_link_open(&n->take, error) && pg_do(&n->take, "BEGIN", NULL, error) ?
        pg_ask(&n->take, "SELECT coalesce(array_agg(id), '{}') FROM (SELECT id FROM tables t WHERE active AND " FREE
               " ORDER BY born DESC LIMIT $1::int FOR UPDATE SKIP LOCKED) x", 1, &most, error) : NULL, *taken = NULL;
    if (r) {
        const char *const v[] = {PQgetvalue(r, 0, 0), n->name, epoch};
        taken = pg_ask(&n->take, "UPDATE tables t SET holder = $2, epoch = $3::bigint WHERE id = ANY($1::text[]) AND "
                       FREE, 3, v, error);
    }
    bool good = taken && pg_do(&n->take, "COMMIT", NULL, error);
    PQclear(r);
    PQclear(taken);
    pg_undo(&n->take);
    return good ? STORE_OK : STORE_FAILED;
}

/* Those somebody else is just taking are passed by. */
StoreResult pg_node_take_free(PgNode *n, const char *most, TapError *error)
{
    uv_mutex_lock(&n->taking);
    StoreResult result = take_free(n, most, error);
    if (result) result = take_free(n, most, error); /* a connection that was lost */
    uv_mutex_unlock(&n->taking);
    return result;
}
