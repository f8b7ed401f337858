/*
 * Tables in PostgreSQL, or in what speaks its protocol; several nodes may share them (pg_node.h). Writes gather in
 * memory, and a commit takes all of them there in one round trip (pg_batch.h), here or on another thread, behind the
 * fence of this node. The holder of a table is its only writer, so it knows the end of its log and which ids are in it:
 * who appends asks nobody.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "server/store/flight.h"
#include "server/store/heads.h"
#include "server/store/log_reading.h"
#include "server/store/pg_batch.h"
#include "server/store/pg_layout.h"
#include "server/store/pg_look.h"
#include "server/store/pg_news.h"
#include "server/store/pg_node.h"
#include "server/store/store.h"
#include "text/fail.h"

/* DECIDED_S: so long what became of a commit is looked for after a connection was lost. */
enum { HEADS_MOST = 40000, SERIAL_TRIES = 20, DECIDED_S = 10, PAUSE_US = 100000, NAMES_AT_ONCE = 1000,
       KNOWN_GUESTS = 4096, FETCHED_MOST = 64, MET_MOST = 256 };
#define ABSENT_NS (2 * UINT64_C(1000000000)) /* so long a table that was not there is not asked for again */

/* What was read or written of a guest last. */
typedef struct KnownGuest {
    char *id, *document; /* id NULL: nobody; document NULL: nothing is kept about him */
} KnownGuest;

/* What was read of a table when it was taken, on whatever thread that was: the loop need not ask for it. As long as it
 * is held nobody else writes to it. */
typedef struct Fetched {
    struct Fetched *next;
    char           *table;
    PGresult       *document, *log; /* each until it was asked for */
    uint64_t        absent_until;   /* of one that is not there; 0: it is */
} Fetched;

/* What was read of a guest on whatever thread, until it is asked for. */
typedef struct Met {
    struct Met *next;
    char       *guest, *document;
    bool        damaged;
} Met;

typedef struct Pg {
    Store    store;
    PgNode  *node;
    bool     looks; /* it only looks: all is read in one transaction, which sees one moment */
    PgLink   reading, writing[STORE_COMMITS]; /* of the loop; of each commit under way */
    Heads    heads;
    Gathered gathered;
    int      batch;   /* counts commits */
    int      doubted; /* while store.doubtful: commits from this one on were begun when that was known */
    Flight  *flight[STORE_COMMITS]; /* under way, or done and not told yet; NULL: none. No two are about one key */
    Gathered left_out; /* of the commit that was told of last: tables it could not write to */
    KnownGuest known[KNOWN_GUESTS]; /* each has one place, which another may take */
    uv_mutex_t fetching; /* for these lists, the newest first */
    Fetched   *fetched;
    Met       *met;
} Pg;

#define CHANGED_THERE "What was kept there has changed."

static Pg *of(Store *store) { return (Pg *)(void *)store; }

static StoreResult damaged(TapError *error, const char *what)
{
    fail_with(error, "%s", what);
    return STORE_DAMAGED;
}

static bool value_is(const PGresult *r, int row, int column, const Sum *sum)
{
    uint8_t bytes[SUM_BYTES];
    size_t  n = 0;
    return !sodium_hex2bin(bytes, sizeof bytes, PQgetvalue(r, row, column), (size_t)PQgetlength(r, row, column), "-",
                           &n, NULL) &&
           n == SUM_BYTES && !memcmp(bytes, sum, SUM_BYTES);
}

static void read_sum(const PGresult *r, int row, int column, Sum *ret)
{
    memset(ret, 0, sizeof *ret);
    sodium_hex2bin(ret->byte, sizeof ret->byte, PQgetvalue(r, row, column), (size_t)PQgetlength(r, row, column), "-",
                   NULL, NULL);
}

static const char *text_at(const PGresult *r, int row, int column)
{
    return PQgetisnull(r, row, column) ? NULL : PQgetvalue(r, row, column);
}

static int number_at(const PGresult *r, int row, int column) { return atoi(PQgetvalue(r, row, column)); }

static char *copy(const char *text)
{
    char *mine = strdup(text ? text : "");
    assert(mine);
    return mine;
}

/* ---------------------------------------------------------------- commits */

typedef enum Tried {
    TRIED_DURABLE, TRIED_REFUSED, TRIED_DOUBTFUL, TRIED_LOST, TRIED_FENCED,
    TRIED_AGAIN, /* it came in another's way: the same once more */
    TRIED_TABLE, /* one of the tables is at fault, not the rest */
    TRIED_GUEST, /* somebody else has written what is known about one of the guests */
} Tried;

static Tried try_once(Pg *s, PgLink *l, const Gathered *g, int64_t *ret_epoch, TapError *error)
{
    char epoch[EPOCH_BYTES];
    *ret_epoch = pg_node_write_epoch(s->node, epoch);
    if (!pg_all_begin(l, error)) return TRIED_LOST;
    l->noticed = false;
    pg_all_add(l, "begin", 0, NULL);
    pg_batch_send(l, g, s->node->name, epoch, true);
    pg_all_add(l, "commit", 0, NULL);
    PgEnd end = pg_all_end(l, -1, NULL, error);
    if (end.end == PG_LOST) return TRIED_LOST;
    if (end.end == PG_DONE && !l->noticed) return TRIED_DURABLE;
    if (end.end == PG_DONE) {
        fail_with(error, "The database committed with a warning: a standby may not have it.");
        return TRIED_DOUBTFUL;
    }
    pg_undo(l);
    if (!strcmp(end.state, "40001") || !strcmp(end.state, "40P01")) return TRIED_AGAIN;
    PgRefusal refusal = pg_batch_refusal(g, true, end.at - 1);
    bool      zero = !strcmp(end.state, "22012");
    /* Another commit of this node may have lost its connection, and begun a new epoch. */
    if (zero && refusal == PG_REFUSES_NODE) return pg_node_is_in(s->node, *ret_epoch) ? TRIED_FENCED : TRIED_AGAIN;
    if ((zero || !strcmp(end.state, "23505")) && (refusal == PG_REFUSES_TABLE || refusal == PG_REFUSES_LOG)) {
        fail_with(error, refusal == PG_REFUSES_LOG ? "A log has another length than it had." :
                                                     "Another node holds a table that was written to.");
        return TRIED_TABLE;
    }
    return zero && refusal == PG_REFUSES_GUEST ? TRIED_GUEST : TRIED_REFUSED;
}

/* The entry by which a commit can be known again: its checksum covers all that stands before it. */
static bool is_in_log(PgLink *l, const Gathered *g)
{
    WriteValue value[WRITE_VALUES];
    int        what, n;
    for (size_t at = 0; gathered_next(g, &at, &what, value, &n);) {
        if (what != PG_APPEND) continue;
        char seq[16];
        Sum  sum;
        snprintf(seq, sizeof seq, "%d", value[1].number);
        memcpy(sum.byte, value[4].sum, SUM_BYTES);
        const char *const key[] = {value[0].text, seq};
        PGresult   *r = pg_ask(l, "SELECT sum FROM log WHERE tbl = $1 AND seq = $2::int", 2, key, NULL);
        bool        there = r && PQntuples(r) && value_is(r, 0, 0, &sum);
        PQclear(r);
        return there;
    }
    return false;
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The connection was lost with the commit on it. In a new epoch that transaction is over, one way or the other, and the
 * log tells which; one that writes no entry can be done twice. With it all others of the old epoch are over: whoever of
 * them has lost his connection too need not begin another. */
static Tried decide(Pg *s, PgLink *l, const Gathered *g, int64_t epoch, TapError *error)
{
    int64_t until = now_ms() + DECIDED_S * 1000;
    Tried   tried = TRIED_LOST;
    while (tried == TRIED_LOST && now_ms() < until) {
        StoreResult begun = pg_link_open(l, error) ? pg_node_begin_anew(s->node, l, epoch, error) : STORE_FAILED;
        if (begun == STORE_NOT_ALIVE) return TRIED_FENCED;
        if (begun == STORE_OK && is_in_log(l, g)) return TRIED_DURABLE;
        if (begun == STORE_OK) tried = try_once(s, l, g, &epoch, error);
        if (tried == TRIED_LOST) usleep(PAUSE_US);
    }
    return tried;
}

static Tried try_through(Pg *s, PgLink *l, const Gathered *g, TapError *error)
{
    Tried tried = TRIED_AGAIN;
    for (int i = 0; i < SERIAL_TRIES && tried == TRIED_AGAIN; i++) {
        int64_t epoch;
        if (i) usleep((useconds_t)i * 1000);
        tried = try_once(s, l, g, &epoch, error);
        if (tried == TRIED_LOST) tried = decide(s, l, g, epoch, error);
        /* The epoch may have ended by our own doing, which was not heard of. */
        if (tried == TRIED_FENCED && pg_node_begin_anew(s->node, l, epoch, error) == STORE_OK) tried = TRIED_AGAIN;
    }
    return tried == TRIED_AGAIN ? TRIED_REFUSED : tried;
}

/* A write of PG_PUT_GUEST, made anew of what is there now if that is another thing than it was made of. */
static void join_guest(Pg *s, PgLink *l, WriteValue value[WRITE_VALUES], int n, Gathered *ret)
{
    const char *const key[] = {value[0].text};
    PGresult         *r = pg_ask(l, "SELECT document, sum FROM guests WHERE id = $1", 1, key, NULL);
    bool              there = r && PQntuples(r), known = there && !PQgetisnull(r, 0, 1);
    Sum               lies, mine;
    if (known) read_sum(r, 0, 1, &lies);
    bool same = !r || (known ? value[3].kind == WRITE_SUM && !memcmp(value[3].sum, &lies, sizeof lies) :
                               value[3].kind == WRITE_NOTHING);
    char *joined = NULL;
    if (!same) {
        Sum         sum = text_sum(key[0], there ? PQgetvalue(r, 0, 0) : NULL);
        const char *theirs = there && value_is(r, 0, 1, &sum) ? PQgetvalue(r, 0, 0) : NULL;
        joined = s->store.join ? s->store.join(value[5].text, value[1].text, theirs) : copy(value[1].text);
        mine = text_sum(key[0], joined);
        value[1] = write_text(joined);
        value[2] = write_sum(mine.byte);
        value[3] = known ? write_sum(lies.byte) : write_text(NULL);
        value[5] = write_text(theirs);
    }
    gathered_add(ret, PG_PUT_GUEST, value, n);
    free(joined);
    PQclear(r);
}

static Gathered join_guests(Pg *s, PgLink *l, const Gathered *g)
{
    WriteValue value[WRITE_VALUES];
    int        what, n;
    Gathered   joined = {0};
    for (size_t at = 0; gathered_next(g, &at, &what, value, &n);) {
        if (what == PG_PUT_GUEST && value[4].number) join_guest(s, l, value, n, &joined);
        else gathered_add(&joined, what, value, n);
    }
    return joined;
}

static Tried try_with_guests(Pg *s, PgLink *l, const Gathered *g, bool *ret_joined, TapError *error)
{
    Gathered joined = {0};
    Tried    tried = try_through(s, l, g, error);
    for (int i = 0; tried == TRIED_GUEST && i < SERIAL_TRIES; i++) {
        Gathered next = join_guests(s, l, i ? &joined : g);
        gathered_free(&joined);
        joined = next;
        *ret_joined = true;
        tried = try_through(s, l, &joined, error);
    }
    gathered_free(&joined);
    if (tried != TRIED_GUEST) return tried;
    fail_with(error, "Others write all the time what is known about a guest.");
    return TRIED_REFUSED;
}

/* Tables that are not ours, or whose logs are not as long as they were when g was gathered; as removals of them. */
static bool find_faults(Pg *s, PgLink *l, const Gathered *g, Gathered *ret)
{
    WriteValue value[WRITE_VALUES];
    char       epoch[EPOCH_BYTES], before[16];
    int        what, n;
    Gathered   seen = {0};
    bool       good = true;
    pg_node_write_epoch(s->node, epoch);
    for (size_t at = 0; good && gathered_next(g, &at, &what, value, &n);) {
        bool put = what == PG_PUT_TABLE || what == PG_REMOVE_TABLE, log = what == PG_APPEND;
        if (!put && !log) continue;
        bool first = log && !gathered_has(&seen, value[0].text);
        if (first) gathered_add(&seen, 0, value, 1);
        snprintf(before, sizeof before, "%d", log ? value[1].number - 1 : 0);
        const char *const v[] = {value[0].text, log ? before : s->node->name, epoch};
        if (gathered_has(ret, v[0]) || (log && !first)) continue;
        PGresult *r = pg_ask(l, log ? "SELECT coalesce(max(seq), 0) <> $2::int FROM heads WHERE tbl = $1" :
                             "SELECT (holder = $2 AND epoch = $3::bigint) IS NOT TRUE FROM tables WHERE id = $1",
                             log ? 2 : 3, v, NULL);
        good = r;
        if (r && PQntuples(r) && PQgetvalue(r, 0, 0)[0] == 't') gathered_add(ret, PG_REMOVE_TABLE, value, 1);
        PQclear(r);
    }
    gathered_free(&seen);
    return good && ret->n;
}

/* Without those about tables that are at fault. */
static Gathered rest_of(const Gathered *g, const Gathered *faults)
{
    WriteValue value[WRITE_VALUES];
    int        what, n;
    Gathered   rest = {0};
    for (size_t at = 0; gathered_next(g, &at, &what, value, &n);)
        if (!gathered_has(faults, value[0].text)) gathered_add(&rest, what, value, n);
    return rest;
}

/* All of it; or, if tables are at fault, all but those, which are left out. */
static StoreOutcome write_all(Pg *s, PgLink *l, const Gathered *g, Gathered *ret_left_out, bool *ret_joined,
                              TapError *error)
{
    Tried tried = try_with_guests(s, l, g, ret_joined, error);
    if (tried == TRIED_TABLE && find_faults(s, l, g, ret_left_out)) {
        Gathered rest = rest_of(g, ret_left_out);
        if (rest.n) tried = try_with_guests(s, l, &rest, ret_joined, error);
        gathered_free(&rest);
    }
    switch (tried) {
    case TRIED_DURABLE: return STORE_DURABLE;
    case TRIED_FENCED:
        pg_node_fence(s->node);
        fail_with(error, "This node, %s, was taken for dead: others have its tables.", s->node->name);
        return STORE_FENCED;
    case TRIED_DOUBTFUL:
    case TRIED_LOST: return STORE_UNKNOWN;
    default: return STORE_NOT_WRITTEN;
    }
}

static void forget_heads(Pg *s, const Gathered *lost)
{
    WriteValue value[WRITE_VALUES];
    int        what, n;
    for (size_t at = 0; gathered_next(lost, &at, &what, value, &n);)
        if (what == PG_APPEND || what == PG_PUT_TABLE || what == PG_REMOVE_TABLE) heads_drop(&s->heads, value[0].text);
}

static KnownGuest *known_guest(Pg *s, const char *guest)
{
    uint8_t  none[crypto_shorthash_KEYBYTES] = {0};
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)guest, strlen(guest), none);
    return &s->known[hash % KNOWN_GUESTS];
}

static void forget_guest(Pg *s, const char *guest)
{
    KnownGuest *k = known_guest(s, guest);
    free(k->id);
    free(k->document);
    *k = (KnownGuest){0};
}

/* document may be NULL, and what is known already. */
static void know_guest(Pg *s, const char *guest, const char *document)
{
    KnownGuest known = {copy(guest), document ? copy(document) : NULL};
    forget_guest(s, guest);
    *known_guest(s, guest) = known;
}

static void forget_guests(Pg *s, const Gathered *written)
{
    WriteValue value[WRITE_VALUES];
    int        what, n;
    for (size_t at = 0; gathered_next(written, &at, &what, value, &n);)
        if (what == PG_PUT_GUEST || what == PG_REMOVE_GUEST) forget_guest(s, value[0].text);
}

/* A commit of unknown outcome is outdone by one that was begun when that was known. */
static void note_outcome(Pg *s, StoreOutcome outcome, int batch, const Gathered *writes, const Gathered *left_out,
                         bool joined)
{
    if (outcome != STORE_DURABLE || joined) forget_guests(s, writes);
    if (outcome == STORE_DURABLE && batch >= s->doubted) s->store.doubtful = false;
    forget_heads(s, outcome == STORE_DURABLE ? left_out : writes);
    if (outcome == STORE_UNKNOWN) {
        s->store.doubtful = true;
        s->doubted = s->batch;
    }
}

static void write_flight(Flight *f)
{
    Pg *s = f->store;
    f->outcome = write_all(s, &s->writing[f->place], &f->writes, &f->left_out, &f->joined, &f->why);
}

static void land(Flight *f)
{
    Pg *s = f->store;
    s->flight[f->place] = NULL;
    s->store.committing--;
    note_outcome(s, f->outcome, f->batch, &f->writes, &f->left_out, f->joined);
    gathered_free(&s->left_out);
    s->left_out = f->left_out;
}

static void begin_batch(Pg *s)
{
    s->gathered = (Gathered){0};
    s->batch++;
    s->store.writing = false;
}

/* A text of content is the same whoever writes it first. */
static bool are_about_one(const Gathered *g, const Gathered *other)
{
    WriteValue value[WRITE_VALUES];
    int        what, n;
    for (size_t at = 0; gathered_next(g, &at, &what, value, &n);)
        if (what != PG_PUT_FILE && gathered_has(other, value[0].text)) return true;
    return false;
}

static bool may_submit(const Store *store)
{
    const Pg *s = (const Pg *)(const void *)store;
    if (store->committing == STORE_COMMITS) return false;
    for (int i = 0; i < STORE_COMMITS; i++)
        if (s->flight[i] && are_about_one(&s->gathered, &s->flight[i]->writes)) return false;
    return true;
}

static void submit(Store *store, uv_loop_t *loop, StoreDone *done, void *whose)
{
    Pg *s = of(store);
    int place = 0;
    while (place < STORE_COMMITS && s->flight[place]) place++;
    assert(place < STORE_COMMITS);
    Flight flight = {.store = s, .writes = s->gathered, .write = write_flight, .landing = land, .done = done,
                     .whose = whose, .batch = s->batch, .place = place};
    begin_batch(s);
    store->committing++;
    s->flight[place] = flight_begin(&flight, loop);
}

static void settle(Store *store)
{
    for (int i = 0; i < STORE_COMMITS; i++)
        if (of(store)->flight[i]) flight_land(of(store)->flight[i]);
}

static void rollback(Store *store)
{
    Pg *s = of(store);
    if (!store->writing) return;
    forget_heads(s, &s->gathered);
    forget_guests(s, &s->gathered);
    gathered_free(&s->gathered);
    begin_batch(s);
}

static StoreOutcome commit(Store *store, TapError *error)
{
    Pg *s = of(store);
    if (!store->writing) return STORE_DURABLE;
    if (s->looks) {
        rollback(store);
        fail_with(error, "This house is only looked at.");
        return STORE_NOT_WRITTEN;
    }
    for (int i = 0; i < STORE_COMMITS; i++)
        if (s->flight[i]) flight_finish(s->flight[i]);
    Gathered     left_out = {0};
    bool         joined = false;
    StoreOutcome outcome = write_all(s, &s->writing[0], &s->gathered, &left_out, &joined, error);
    note_outcome(s, outcome, s->batch, &s->gathered, &left_out, joined);
    if (outcome == STORE_DURABLE && left_out.n) outcome = STORE_NOT_WRITTEN; /* not all of it */
    gathered_free(&left_out);
    gathered_free(&s->gathered);
    begin_batch(s);
    return outcome;
}

static bool was_left_out(Store *store, const char *table) { return gathered_has(&of(store)->left_out, table); }

/* ---------------------------------------------------------------- fetched */

static void drop_fetched(Fetched **at)
{
    Fetched *f = *at;
    *at = f->next;
    PQclear(f->document);
    PQclear(f->log);
    free(f->table);
    free(f);
}

static Fetched **find_fetched(Pg *s, const char *table)
{
    Fetched **at = &s->fetched;
    while (*at && strcmp((*at)->table, table) != 0) at = &(*at)->next;
    return at;
}

static void forget_fetched(Pg *s, const char *table)
{
    uv_mutex_lock(&s->fetching);
    Fetched **at = find_fetched(s, table);
    if (*at) drop_fetched(at);
    uv_mutex_unlock(&s->fetching);
}

static void fetch(Pg *s, const char *table, bool there)
{
    PGresult *document, *log = NULL;
    forget_fetched(s, table);
    if (!pg_node_fetch(s->node, table, &document, there ? &log : NULL)) return;
    Fetched *f = malloc(sizeof *f);
    assert(f);
    *f = (Fetched){.table = copy(table), .document = document, .log = log,
                   .absent_until = there ? 0 : uv_hrtime() + ABSENT_NS};
    uv_mutex_lock(&s->fetching);
    f->next = s->fetched;
    s->fetched = f;
    Fetched **at = &s->fetched;
    for (int n = 0; *at && n < FETCHED_MOST; n++) at = &(*at)->next;
    while (*at) drop_fetched(at);
    uv_mutex_unlock(&s->fetching);
}

/* NULL if there is none: it must be asked for. The caller clears what it returns. */
static PGresult *use_fetched(Pg *s, const char *table, bool log)
{
    PGresult *found = NULL;
    bool      written = gathered_has(&s->gathered, table);
    for (int i = 0; i < STORE_COMMITS; i++)
        written = written || (s->flight[i] && gathered_has(&s->flight[i]->writes, table));
    if (written) return NULL;
    uv_mutex_lock(&s->fetching);
    Fetched **at = find_fetched(s, table);
    if (*at && (*at)->absent_until && uv_hrtime() > (*at)->absent_until) drop_fetched(at);
    else if (*at) {
        PGresult **which = log ? &(*at)->log : &(*at)->document;
        found = *which;
        *which = NULL;
        if (!(*at)->document && !(*at)->log) drop_fetched(at);
    }
    uv_mutex_unlock(&s->fetching);
    return found;
}

/* -------------------------------------------------------------------- met */

static void met_free(Met *m)
{
    if (!m) return;
    free(m->guest);
    free(m->document);
    free(m);
}

/* The caller frees it. NULL: he must be asked for. */
static Met *use_met(Pg *s, const char *guest)
{
    uv_mutex_lock(&s->fetching);
    Met **at = &s->met;
    while (*at && strcmp((*at)->guest, guest) != 0) at = &(*at)->next;
    Met *found = *at;
    if (found) *at = found->next;
    uv_mutex_unlock(&s->fetching);
    return found;
}

static void add_met(Pg *s, Met *m)
{
    met_free(use_met(s, m->guest));
    uv_mutex_lock(&s->fetching);
    m->next = s->met;
    s->met = m;
    Met **at = &s->met;
    for (int n = 0; *at && n < MET_MOST; n++) at = &(*at)->next;
    while (*at) {
        Met *old = *at;
        *at = old->next;
        met_free(old);
    }
    uv_mutex_unlock(&s->fetching);
}

/* Of an answer that has id, document and sum of many. */
static Met *met_in(const PGresult *r, const char *guest)
{
    Met *m = calloc(1, sizeof *m);
    assert(m);
    m->guest = copy(guest);
    for (int i = 0; i < PQntuples(r) && !m->document; i++) {
        if (strcmp(PQgetvalue(r, i, 0), guest) != 0) continue;
        Sum sum = text_sum(guest, PQgetvalue(r, i, 1));
        m->document = copy(PQgetvalue(r, i, 1));
        m->damaged = !value_is(r, i, 2, &sum);
    }
    return m;
}

static StoreResult meet(Store *store, const char *const *guest, int n, TapError *error)
{
    size_t room = 3;
    for (int i = 0; i < n; i++) room += strlen(guest[i]) + 3;
    char *ids = malloc(room), *end = ids;
    assert(ids);
    *end++ = '{';
    for (int i = 0; i < n; i++) end += sprintf(end, "%s\"%s\"", i ? "," : "", guest[i]); /* none has a quote in it */
    strcpy(end, "}");
    PGresult *r = pg_look_guests(of(store)->node, ids, error);
    free(ids);
    for (int i = 0; r && i < n; i++) add_met(of(store), met_in(r, guest[i]));
    PQclear(r);
    return r ? STORE_OK : STORE_FAILED;
}

static void gather(Pg *s, enum PgWrite what, const WriteValue *value, int n)
{
    forget_fetched(s, value[0].text);
    if (what == PG_PUT_GUEST || what == PG_REMOVE_GUEST) met_free(use_met(s, value[0].text));
    gathered_add(&s->gathered, (int)what, value, n);
    s->store.writing = true;
}
#define GATHER(s, what, ...) \
    gather(s, what, (const WriteValue[]){__VA_ARGS__}, sizeof(const WriteValue[]){__VA_ARGS__} / sizeof(WriteValue))

/* ---------------------------------------------------------------- reading */

/* The last that is known of a guest or a file without asking: a put with *ret, its removal, or nothing (-1). */
static int last_write(const Pg *s, enum PgWrite put, int gone, const char *key, const char **ret)
{
    int last = -1;
    for (int i = 0; i <= STORE_COMMITS; i++) {
        const Gathered *list = i == STORE_COMMITS ? &s->gathered : s->flight[i] ? &s->flight[i]->writes : NULL;
        WriteValue      value[WRITE_VALUES];
        int             what, n;
        if (!list || !gathered_has(list, key)) continue;
        for (size_t at = 0; gathered_next(list, &at, &what, value, &n);) {
            if ((what != (int)put && what != gone) || strcmp(value[0].text, key) != 0) continue;
            bool stays = (put == PG_PUT_FILE || put == PG_SET_DAMAGED) && last == (int)put; /* the first one counts */
            if (!stays) *ret = what == (int)put ? value[1].text : NULL;
            last = what;
        }
    }
    return last;
}

static bool is_about(const Gathered *g, const char *key) { return key ? gathered_has(g, key) : g->n; }

/* To read what was written of a key, also what is not committed (NULL: of anything): what waits is written in a
 * transaction, which end_reading undoes. If it cannot be, the commit will say so. */
static PgLink *begin_reading(Pg *s, const char *key)
{
    PgLink *l = &s->reading;
    if (s->looks) {
        if (pg_link_open(l, NULL) && PQtransactionStatus(l->db) == PQTRANS_IDLE)
            pg_do(l, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", NULL, NULL);
        return l;
    }
    bool waits = is_about(&s->gathered, key);
    for (int i = 0; i < STORE_COMMITS; i++)
        if (s->flight[i] && (waits || is_about(&s->flight[i]->writes, key))) flight_finish(s->flight[i]);
    if (!waits || !pg_all_begin(l, NULL)) return l;
    char epoch[EPOCH_BYTES];
    pg_node_write_epoch(s->node, epoch);
    pg_all_add(l, "begin", 0, NULL);
    pg_batch_send(l, &s->gathered, s->node->name, epoch, false);
    if (pg_all_end(l, -1, NULL, NULL).end != PG_DONE) pg_undo(l);
    return l;
}

static void end_reading(Pg *s)
{
    bool stays = s->looks && s->reading.db && PQtransactionStatus(s->reading.db) == PQTRANS_INTRANS;
    if (!stays) pg_undo(&s->reading);
}

/* A question that is asked again once if the connection was lost since the last. */
static PGresult *ask(Pg *s, const char *key, const char *text, int n, const char *const *value, TapError *error)
{
    PGresult *r = pg_ask(begin_reading(s, key), text, n, value, error);
    if (!r && !s->reading.db) r = pg_ask(begin_reading(s, key), text, n, value, error);
    end_reading(s);
    return r;
}

/* One text under one key, with its checksum behind it. */
static StoreResult one_text(Pg *s, enum PgWrite put, int gone, const char *query, const char *key, char **ret,
                            TapError *error)
{
    const char *text = NULL;
    if (last_write(s, put, gone, key, &text) >= 0) {
        if (text) *ret = copy(text);
        return text ? STORE_OK : STORE_MISSING;
    }
    PGresult *r = pg_ask(&s->reading, query, 1, &key, error);
    if (!r && !s->reading.db) r = pg_ask(&s->reading, query, 1, &key, error);
    StoreResult result = !r ? STORE_FAILED : PQntuples(r) ? STORE_OK : STORE_MISSING;
    if (result == STORE_OK) {
        Sum sum = text_sum(key, PQgetvalue(r, 0, 0));
        if (value_is(r, 0, 1, &sum)) *ret = copy(PQgetvalue(r, 0, 0));
        else result = damaged(error, CHANGED_THERE);
    }
    PQclear(r);
    return result;
}

/* What commits under way have written to is not forgotten. */
static void forget_old_heads(Pg *s)
{
    int oldest = s->batch;
    if (s->heads.n < HEADS_MOST) return;
    for (int i = 0; i < STORE_COMMITS; i++)
        if (s->flight[i] && s->flight[i]->batch < oldest) oldest = s->flight[i]->batch;
    heads_drop_before(&s->heads, oldest);
}

static StoreResult put_table(Store *store, const char *table, bool active, const char *document, TapError *error)
{
    Sum   sum = table_sum(table, active, document);
    Head *head = heads_find(&of(store)->heads, table);
    (void)error;
    if (head) head->absent = false;
    GATHER(of(store), PG_PUT_TABLE, write_text(table), write_number(active), write_text(document), write_sum(sum.byte));
    return STORE_OK;
}

static StoreResult get_table(Store *store, const char *table, char **ret, TapError *error)
{
    Pg       *s = of(store);
    PGresult *r = use_fetched(s, table, false);
    if (!r) r = ask(s, table, "get_table", 1, &table, error);
    *ret = NULL;
    if (!r) return STORE_FAILED;
    Head *head = heads_find(&s->heads, table);
    if (head && head->absent) heads_drop(&s->heads, table);
    if (PQgetisnull(r, 0, 2) && PQgetisnull(r, 0, 4) && (!head || head->absent)) {
        forget_old_heads(s);
        head = heads_add(&s->heads, table);
        head->absent = true;
        head->batch = s->batch;
    }
    const char *why = text_at(r, 0, 0), *document = text_at(r, 0, 2);
    if (!why && s->looks) last_write(s, PG_SET_DAMAGED, -1, table, &why); /* nobody else is told */
    StoreResult result = document ? STORE_OK : STORE_MISSING;
    if (document) {
        Sum sum = table_sum(table, number_at(r, 0, 1), document);
        if (!value_is(r, 0, 3, &sum)) result = damaged(error, "Its settings have changed on the disk.");
        *ret = copy(document);
    }
    if (why) result = damaged(error, why);
    PQclear(r);
    return result;
}

static StoreResult set_damaged(Store *store, const char *table, const char *why, TapError *error)
{
    (void)error;
    GATHER(of(store), PG_SET_DAMAGED, write_text(table), write_text(why));
    return STORE_OK;
}

static StoreResult hand_active(PGresult *r, StoreEach *each, void *whose)
{
    for (int i = 0; r && i < PQntuples(r); i++) {
        const char *key = PQgetvalue(r, i, 0), *document = PQgetvalue(r, i, 1);
        Sum         sum = table_sum(key, true, document);
        if (value_is(r, i, 2, &sum) && !each(whose, key, 0, document)) break;
    }
    PQclear(r);
    return r ? STORE_OK : STORE_FAILED;
}

/* Whoever holds them. */
static StoreResult all_active(Pg *s, const char *most, StoreEach *each, void *whose, TapError *error)
{
    return hand_active(ask(s, NULL, "SELECT id, document, sum FROM tables WHERE active AND NOT EXISTS(SELECT 1 FROM"
                           " damaged WHERE tbl = id) ORDER BY born DESC LIMIT $1::int", 1, &most, error), each, whose);
}

static StoreResult active(Store *store, int most, StoreEach *each, void *whose, TapError *error)
{
    char n[16], epoch[EPOCH_BYTES];
    snprintf(n, sizeof n, "%d", most);
    if (of(store)->looks) return all_active(of(store), n, each, whose, error);
    if (pg_node_take_free(of(store)->node, n, error)) return STORE_FAILED;
    pg_node_write_epoch(of(store)->node, epoch);
    const char *const v[] = {n, of(store)->node->name, epoch};
    PGresult *r = ask(of(store), NULL, "SELECT id, document, sum FROM tables WHERE active AND holder = $2 AND epoch ="
                      " $3::bigint AND NOT EXISTS(SELECT 1 FROM damaged WHERE tbl = id) ORDER BY born DESC"
                      " LIMIT $1::int", 3, v, error);
    return hand_active(r, each, whose);
}

static StoreResult in_order(Pg *s, const char *query, bool of_tables, const char *after, int most, StoreEach *each,
                            void *whose, TapError *error)
{
    char n[16];
    snprintf(n, sizeof n, "%d", most);
    const char *const v[] = {after, n};
    PGresult         *r = ask(s, NULL, query, 2, v, error);
    for (int i = 0; r && i < PQntuples(r); i++) {
        const char *key = PQgetvalue(r, i, 0), *text = PQgetvalue(r, i, 2);
        int         number = number_at(r, i, 1);
        Sum         sum = of_tables ? table_sum(key, number, text) : text_sum(key, text);
        bool        whole = value_is(r, i, 3, &sum) && !number_at(r, i, 4);
        if (!each(whose, key, number, whole ? text : NULL)) break;
    }
    PQclear(r);
    return r ? STORE_OK : STORE_FAILED;
}

static StoreResult tables(Store *store, const char *after, int most, StoreEach *each, void *whose, TapError *error)
{
    return in_order(of(store), "SELECT id, active::int, document, sum,"
                    " EXISTS(SELECT 1 FROM damaged WHERE tbl = id)::int FROM tables WHERE id > $1 ORDER BY id"
                    " LIMIT $2::int", true, after, most, each, whose, error);
}

static StoreResult guests(Store *store, const char *after, int most, StoreEach *each, void *whose, TapError *error)
{
    return in_order(of(store), "SELECT id, 0, document, sum, 0 FROM guests WHERE id > $1 ORDER BY id LIMIT $2::int",
                    false, after, most, each, whose, error);
}

static StoreResult remove_table(Store *store, const char *table, TapError *error)
{
    Pg *s = of(store);
    (void)error;
    GATHER(s, PG_REMOVE_TABLE, write_text(table));
    heads_drop(&s->heads, table);
    return STORE_OK;
}

static StoreResult remove_guest(Store *store, const char *guest, TapError *error)
{
    (void)error;
    GATHER(of(store), PG_REMOVE_GUEST, write_text(guest));
    forget_guest(of(store), guest);
    return STORE_OK;
}

/* ------------------------------------------------------------------- logs */

/* The end of a log and its entries from one on, as they were at one moment; there is always a row. */
static PGresult *ask_log(Pg *s, const char *table, int from, TapError *error)
{
    char seq[16];
    snprintf(seq, sizeof seq, "%d", from);
    const char *const v[] = {table, seq};
    return ask(s, table, "get_log", 2, v, error);
}

/* What a log brought, read from its first entry on. */
static StoreResult know_head(Pg *s, const char *table, const PGresult *r, Head **ret, TapError *error)
{
    int   end = number_at(r, 0, 4);
    Sum   last;
    forget_old_heads(s);
    Head *head = heads_add(&s->heads, table);
    read_sum(r, 0, 5, &last);
    for (int i = 0; i < PQntuples(r) && head->seq < end; i++)
        if (!PQgetisnull(r, i, 1)) head_grow(&s->heads, head, text_at(r, i, 0), &last);
    StoreResult result = head->seq < end ? damaged(error, "Its log ends early.") : STORE_OK;
    if (result) heads_drop(&s->heads, table);
    else *ret = head;
    return result;
}

static StoreResult head_for(Pg *s, const char *table, Head **ret, TapError *error)
{
    *ret = heads_find(&s->heads, table);
    if (*ret && !(*ret)->absent) return STORE_OK;
    if (*ret) heads_drop(&s->heads, table); /* it was not made here after all */
    PGresult *r = ask_log(s, table, 1, error);
    if (!r) return STORE_FAILED;
    StoreResult result = know_head(s, table, r, ret, error);
    PQclear(r);
    return result;
}

static StoreResult find(Store *store, const char *table, const char *id, int *ret_seq, TapError *error)
{
    Head       *head;
    StoreResult result = head_for(of(store), table, &head, error);
    int         seq = result ? 0 : head_seq_of(&of(store)->heads, head, id);
    if (!result && seq) *ret_seq = seq;
    return result ? result : seq ? STORE_OK : STORE_MISSING;
}

static StoreResult append(Store *store, const char *table, int expected, const char *id, const char *entry,
                          int *ret_seq, TapError *error)
{
    Pg         *s = of(store);
    Head       *head;
    Sum         sum;
    StoreResult result = head_for(s, table, &head, error);
    if (!result) result = heads_append(&s->heads, head, s->batch, expected, id, entry, ret_seq, &sum);
    if (result) return result;
    GATHER(s, PG_APPEND, write_text(table), write_number(head->seq), write_text(id), write_text(entry),
           write_sum(sum.byte));
    return STORE_OK;
}

static StoreResult read_log(Store *store, const char *table, int after, StoreEach *each, void *whose, TapError *error)
{
    Pg       *s = of(store);
    PGresult *fetched = after ? NULL : use_fetched(s, table, true), *r = fetched;
    Head     *head = heads_find(&s->heads, table);
    if (!r) r = ask_log(s, table, after, error);
    if (!r) return STORE_FAILED;
    if (head && head->absent) heads_drop(&s->heads, table), head = NULL;
    if (fetched && !head) know_head(s, table, r, &head, NULL); /* it is held: what is appended goes behind it */
    LogReading reading = {.table = table, .after = after, .end = number_at(r, 0, 4), .each = each, .whose = whose};
    read_sum(r, 0, 5, &reading.last);
    for (int i = 0; i < PQntuples(r) && !PQgetisnull(r, i, 1); i++) {
        Sum lies;
        read_sum(r, i, 3, &lies);
        if (!log_reading_take(&reading, number_at(r, i, 1), text_at(r, i, 0), PQgetvalue(r, i, 2), &lies)) break;
    }
    PQclear(r);
    return log_reading_end(&reading, error);
}

/* ----------------------------------------------------------- other things */

static StoreResult put_aside(Store *store, const char *table, int base, int seat, const char *id, const char *entry,
                             TapError *error)
{
    Sum sum = aside_sum(table, base, seat, id, entry);
    (void)error;
    GATHER(of(store), PG_PUT_ASIDE, write_text(table), write_number(base), write_number(seat), write_text(id),
           write_text(entry), write_sum(sum.byte));
    return STORE_OK;
}

static StoreResult read_aside(Store *store, const char *table, int base, StoreEach *each, void *whose, TapError *error)
{
    char at[16];
    snprintf(at, sizeof at, "%d", base);
    const char *const v[] = {table, at};
    PGresult *r = ask(of(store), table, "SELECT id, seat, entry, sum FROM aside WHERE tbl = $1 AND base = $2::int"
                      " ORDER BY seat", 2, v, error);
    bool whole = true;
    for (int i = 0; r && whole && i < PQntuples(r); i++) {
        const char *id = text_at(r, i, 0), *entry = PQgetvalue(r, i, 2);
        Sum         sum = aside_sum(table, base, number_at(r, i, 1), id, entry);
        whole = value_is(r, i, 3, &sum);
        if (whole && !each(whose, id ? id : "", number_at(r, i, 1), entry)) break;
    }
    PQclear(r);
    if (!r) return STORE_FAILED;
    return whole ? STORE_OK : damaged(error, "An answer to an open question has changed on the disk.");
}

static StoreResult drop_aside(Store *store, const char *table, TapError *error)
{
    (void)error;
    GATHER(of(store), PG_DROP_ASIDE, write_text(table));
    return STORE_OK;
}

static StoreResult put_text(Pg *s, enum PgWrite what, const char *key, const char *text)
{
    Sum sum = text_sum(key, text);
    GATHER(s, what, write_text(key), write_text(text), write_sum(sum.byte));
    return STORE_OK;
}

static void gather_guest(Pg *s, const char *guest, const char *base, bool counts, const char *document)
{
    Sum sum = text_sum(guest, document), was = text_sum(guest, base);
    GATHER(s, PG_PUT_GUEST, write_text(guest), write_text(document), write_sum(sum.byte),
           base ? write_sum(was.byte) : write_text(NULL), write_number(counts), write_text(base));
}

static StoreResult put_guest(Store *store, const char *guest, const char *document, TapError *error)
{
    (void)error;
    gather_guest(of(store), guest, NULL, false, document);
    know_guest(of(store), guest, document);
    return STORE_OK;
}

/* Several changes of one commit are one: of what the first was made. False: there is none before. */
static bool first_change(const Gathered *g, const char *guest, char **ret_base, bool *ret_counts)
{
    WriteValue value[WRITE_VALUES];
    int        what, n;
    bool       found = false;
    for (size_t at = 0; gathered_next(g, &at, &what, value, &n);) {
        if ((what != PG_PUT_GUEST && what != PG_REMOVE_GUEST) || strcmp(value[0].text, guest) != 0) continue;
        free(*ret_base);
        *ret_base = what == PG_PUT_GUEST && value[5].text ? copy(value[5].text) : NULL;
        *ret_counts = what == PG_PUT_GUEST && value[4].number;
        found = true;
    }
    return found;
}

static StoreResult change_guest(Store *store, const char *guest, const char *base, const char *document,
                                TapError *error)
{
    Pg         *s = of(store);
    const char *now = NULL;
    char       *joined = NULL, *first = NULL;
    bool        counts = true;
    (void)error;
    if (last_write(s, PG_PUT_GUEST, PG_REMOVE_GUEST, guest, &now) >= 0 && now && store->join &&
        (!base || strcmp(now, base) != 0)) {
        joined = store->join(base, document, now); /* he has not seen what was written here since */
        base = now;
    }
    if (first_change(&s->gathered, guest, &first, &counts)) base = first;
    char *mine = base ? copy(base) : NULL; /* it may lie among what is added to */
    gather_guest(s, guest, mine, counts, joined ? joined : document);
    know_guest(s, guest, joined ? joined : document);
    free(mine);
    free(first);
    free(joined);
    return STORE_OK;
}

static StoreResult get_guest(Store *store, const char *guest, char **ret, TapError *error)
{
    const char *written = NULL;
    Met        *met = use_met(of(store), guest);
    bool        counts = met && last_write(of(store), PG_PUT_GUEST, PG_REMOVE_GUEST, guest, &written) < 0;
    StoreResult result;
    if (!counts) result = one_text(of(store), PG_PUT_GUEST, PG_REMOVE_GUEST, "get_guest", guest, ret, error);
    else if (met->damaged) result = damaged(error, CHANGED_THERE);
    else {
        result = met->document ? STORE_OK : STORE_MISSING;
        if (met->document) *ret = copy(met->document);
    }
    met_free(met);
    if (result == STORE_OK || result == STORE_MISSING) know_guest(of(store), guest, result ? NULL : *ret);
    return result;
}

static StoreResult recall_guest(Store *store, const char *guest, char **ret, TapError *error)
{
    const KnownGuest *k = known_guest(of(store), guest);
    if (!k->id || strcmp(k->id, guest) != 0) return get_guest(store, guest, ret, error);
    if (!k->document) return STORE_MISSING;
    *ret = copy(k->document);
    return STORE_OK;
}

static StoreResult put_file(Store *store, const char *hash, const char *text, TapError *error)
{
    (void)error;
    return put_text(of(store), PG_PUT_FILE, hash, text);
}

static StoreResult get_file(Store *store, const char *hash, char **ret, TapError *error)
{
    return one_text(of(store), PG_PUT_FILE, -1, "SELECT text, sum FROM files WHERE hash = $1", hash, ret, error);
}

static StoreResult files(Store *store, const char *after, int most, StoreEach *each, void *whose, TapError *error)
{
    return in_order(of(store), "SELECT hash, 0, text, sum, 0 FROM files WHERE hash > $1 ORDER BY hash LIMIT $2::int",
                    false, after, most, each, whose, error);
}

/* --------------------------------------------------------------- checking */

static void check_table(Store *store, const char *table, StoreEach *each, void *whose, bool *more)
{
    char       *document = NULL;
    int         entries = 0;
    TapError    why = {{0}};
    PGresult   *before = ask(of(store), table, "SELECT 1 FROM damaged WHERE tbl = $1", 1, &table, NULL);
    StoreResult result = get_table(store, table, &document, &why), read;
    free(document);
    if (result == STORE_MISSING) result = damaged(&why, "Its settings are gone.");
    read = read_log(store, table, 0, log_count_entry, &entries, result ? NULL : &why);
    if (!result) result = read;
    if (before && PQntuples(before)) entries = -1;
    else if (result == STORE_DAMAGED) set_damaged(store, table, why.text, NULL);
    PQclear(before);
    *more = *more && each(whose, table, entries, result ? why.text : NULL);
}

/* Tables as every list of them knows them. The pages of its files are the database's own business. */
static StoreResult check(Store *store, StoreEach *each, void *whose, TapError *error)
{
    char after[256] = "", most[16];
    bool more = true;
    snprintf(most, sizeof most, "%d", NAMES_AT_ONCE);
    for (int n = NAMES_AT_ONCE; n == NAMES_AT_ONCE;) {
        const char *const v[] = {after, most};
        PGresult *r = ask(of(store), NULL, "SELECT id FROM tables WHERE id > $1 UNION SELECT tbl FROM heads WHERE tbl >"
                          " $1 UNION SELECT tbl FROM damaged WHERE tbl > $1 ORDER BY 1 LIMIT $2::int", 2, v, error);
        if (!r) return STORE_FAILED;
        n = PQntuples(r);
        for (int i = 0; i < n; i++) check_table(store, PQgetvalue(r, i, 0), each, whose, &more);
        if (n) snprintf(after, sizeof after, "%s", PQgetvalue(r, n - 1, 0));
        PQclear(r);
    }
    return STORE_OK;
}

/* ----------------------------------------------------------------- leases */

static StoreResult take(Store *store, const char *table, char *ret_address, size_t size, TapError *error)
{
    StoreResult result = pg_node_take(of(store)->node, table, ret_address, size, error);
    if (result == STORE_OK || result == STORE_MISSING) fetch(of(store), table, result == STORE_OK);
    else forget_fetched(of(store), table);
    return result;
}

static bool is_free(Store *store, const char *table) { return pg_node_is_free(of(store)->node, table); }

static StoreResult release(Store *store, const char *table, TapError *error)
{
    Pg *s = of(store);
    (void)error;
    GATHER(s, PG_RELEASE, write_text(table));
    heads_drop(&s->heads, table);
    return STORE_OK;
}

static StoreResult renew(Store *store, TapError *error) { return pg_node_renew(of(store)->node, error); }
static int64_t lease_left(Store *store) { return pg_node_lease_left(of(store)->node); }

static void tell_queue(Store *store, int waiting) { pg_node_tell_queue(of(store)->node, waiting); }
static bool queues(Store *store, StoreQueues *ret) { return pg_node_queues(of(store)->node, ret); }

static int64_t epoch(Store *store) { return pg_node_epoch(of(store)->node); }

static StoreResult listed(Store *store, int most, StoreEach *each, void *whose, TapError *error)
{
    return pg_look_listed(of(store)->node, most, each, whose, error);
}

static StoreResult hosted(Store *store, const char *guest, int *ret, TapError *error)
{
    return pg_look_hosted(of(store)->node, guest, ret, error);
}

static StoreResult adopt(Store *store, int most, StoreEach *each, void *whose, TapError *error)
{
    return pg_look_adopt(of(store)->node, most, each, whose, error);
}

/* --------------------------------------------------------- the whole house */

static StoreResult put_bar(Store *store, const char *address, int64_t until, TapError *error)
{
    return pg_news_bar(&of(store)->reading, of(store)->node->name, address, until, error);
}

static StoreResult remove_bar(Store *store, const char *address, TapError *error)
{
    return pg_news_unbar(&of(store)->reading, of(store)->node->name, address, error);
}

static StoreResult bars(Store *store, Bars *ret, TapError *error)
{
    bool read = pg_news_bars(begin_reading(of(store), ""), ret, error);
    end_reading(of(store));
    return read ? STORE_OK : STORE_FAILED;
}

static StoreResult announce(Store *store, const char *text, TapError *error)
{
    return pg_news_announce(&of(store)->reading, of(store)->node->name, text, error);
}

static char *words(Store *store) { return pg_news_words(of(store)->node->news); }
static bool  barred(Store *store, Bars *ret) { return pg_news_barred(of(store)->node->news, ret); }

/* ---------------------------------------------------------------- opening */

static void close_store(Store *store)
{
    Pg *s = of(store);
    assert(!store->committing);
    rollback(store);
    heads_drop_before(&s->heads, s->batch + 1);
    gathered_free(&s->left_out);
    while (s->fetched) drop_fetched(&s->fetched);
    while (s->met) met_free(use_met(s, s->met->guest));
    uv_mutex_destroy(&s->fetching);
    for (int i = 0; i < KNOWN_GUESTS; i++) free(s->known[i].id), free(s->known[i].document);
    pg_link_close(&s->reading);
    for (int i = 0; i < STORE_COMMITS; i++) pg_link_close(&s->writing[i]);
    pg_node_leave(s->node);
    free(s);
}

static void leave(Store *store) { pg_node_end(of(store)->node); }

static const StoreKind pg_kind = {
    .close = close_store, .leave = leave, .put_table = put_table, .get_table = get_table, .active = active,
    .tables = tables, .remove_table = remove_table, .guests = guests, .remove_guest = remove_guest,
    .set_damaged = set_damaged,
    .check = check, .append = append, .read = read_log, .find = find, .put_aside = put_aside,
    .read_aside = read_aside, .drop_aside = drop_aside, .put_guest = put_guest, .change_guest = change_guest,
    .get_guest = get_guest, .meet = meet, .recall_guest = recall_guest, .put_file = put_file, .get_file = get_file,
    .files = files, .commit = commit, .may_submit = may_submit, .submit = submit, .settle = settle,
    .rollback = rollback, .was_left_out = was_left_out, .shared = true, .take = take, .is_free = is_free,
    .release = release, .renew = renew, .lease_left = lease_left, .listed = listed, .adopt = adopt, .hosted = hosted,
    .tell_queue = tell_queue, .queues = queues, .epoch = epoch, .put_bar = put_bar, .remove_bar = remove_bar,
    .bars = bars, .announce = announce, .words = words, .barred = barred,
};

static Store *open_with(PgNode *node, TapError *error)
{
    Pg *s = calloc(1, sizeof *s);
    assert(s);
    s->store.kind = &pg_kind;
    s->node = node;
    s->looks = !node->name[0];
    s->reading = (PgLink){.where = node->where, .name = node->listed, .prepared = pg_batch_prepared,
                          .patience_ms = pg_node_patience(node)};
    for (int i = 0; i < STORE_COMMITS; i++) s->writing[i] = s->reading; /* those after the first when they are needed */
    heads_begin(&s->heads);
    uv_mutex_init(&s->fetching);
    if (pg_link_open(&s->reading, error) && (s->looks || pg_link_open(&s->writing[0], error))) return &s->store;
    close_store(&s->store);
    return NULL;
}

Store *store_pg_open(const char *where, const StoreNode *me, TapError *error)
{
    PgLink first = {.where = where, .name = "taproom"};
    if (strlen(me->name) >= NODE_BYTES - 1 || strlen(me->address) >= REACHED_BYTES || strlen(where) >= 1000) {
        fail_with(error, "The name or the address of this node, or where the database is, is too long.");
        return NULL;
    }
    bool good = pg_link_open(&first, error) && pg_layout_set(&first, me->key, me->copies, error);
    pg_link_close(&first);
    Store *s = good ? open_with(pg_node_new(where, me), error) : NULL;
    if (!s || pg_node_join(of(s)->node, error)) return s; /* its lease runs from then on, so the last of all */
    close_store(s);
    return NULL;
}

bool store_pg_create(const char *where, const char *key, TapError *error)
{
    PgLink link = {.where = where, .name = "taproom"};
    bool   good = pg_link_open(&link, error) && pg_layout_set(&link, key, false, error);
    pg_link_close(&link);
    return good;
}

Store *store_pg_open_to_look(const char *where, const char *key, bool copies, TapError *error)
{
    PgLink link = {.where = where, .name = "taproom"};
    bool   good = strlen(where) < 1000 || fail_with(error, "Where the database is, is too long.");
    good = good && pg_link_open(&link, error) && pg_layout_look(&link, key, copies, error);
    pg_link_close(&link);
    return good ? open_with(pg_node_outside(where), error) : NULL;
}

bool store_pg_begin_copy(const char *where, const char *key, bool resumes, TapError *error)
{
    PgLink link = {.where = where, .name = "taproom"};
    bool   good = pg_link_open(&link, error) && pg_layout_begin_copy(&link, key, resumes, error);
    pg_link_close(&link);
    return good;
}

bool store_pg_end_copy(const char *where, TapError *error)
{
    PgLink link = {.where = where, .name = "taproom"};
    bool   good = pg_link_open(&link, error) && pg_layout_end_copy(&link, error);
    pg_link_close(&link);
    return good;
}

bool store_pg_nodes(const char *where, void (*each)(void *of, const StoreNodeRow *), void *whose, TapError *error)
{
    PgLink    link = {.where = where, .name = "taproom"};
    bool      open = pg_link_open(&link, error);
    PGresult *r = NULL, *there = NULL;
    if (open) there = pg_ask(&link, "SELECT to_regclass('nodes') IS NOT NULL", 0, NULL, error);
    bool      house = there && PQgetvalue(there, 0, 0)[0] == 't';
    if (there && !house) fail_with(error, "There is no house in this database. Make one: taproom store create.");
    if (house)
        r = pg_ask(&link, "SELECT id, address, epoch, (SELECT count(*) FROM tables t WHERE t.holder = n.id AND"
                   " t.epoch = n.epoch), floor(extract(epoch FROM greatest(until, clock_timestamp() -"
                   " interval '1 day') - clock_timestamp()) * 1000)::bigint, mark = '',"
                   " coalesce((to_jsonb(n)->>'queue')::int, 0) FROM nodes n ORDER BY id", /* not in layout 2 */
                   0, NULL, error);
    for (int i = 0; r && i < PQntuples(r); i++) {
        const StoreNodeRow row = {.name = PQgetvalue(r, i, 0), .address = PQgetvalue(r, i, 1),
                                  .epoch = strtoll(PQgetvalue(r, i, 2), NULL, 10),
                                  .tables = strtoll(PQgetvalue(r, i, 3), NULL, 10),
                                  .left_ms = strtoll(PQgetvalue(r, i, 4), NULL, 10),
                                  .gone = PQgetvalue(r, i, 5)[0] == 't', .queue = number_at(r, i, 6)};
        each(whose, &row);
    }
    PQclear(there);
    PQclear(r);
    pg_link_close(&link);
    return r;
}

void store_pg_worries(Store *store, void (*say)(const char *text))
{
    static const struct {
        const char *query, *worry;
    } worries[] = {
        {"SELECT current_setting('fsync') = 'off'",
         "the database has fsync off: after a power failure answers that were acknowledged may be gone"},
        {"SELECT current_setting('synchronous_commit') = 'off'",
         "the database has synchronous_commit off: after a crash answers that were acknowledged may be gone"},
        {"SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = 'async' AND state <> 'backup'",
         "the database has a standby that is not synchronous: if it takes over, answers may be gone"},
    };
    for (size_t i = 0; i < sizeof worries / sizeof *worries; i++) {
        PGresult *r = pg_ask(&of(store)->reading, worries[i].query, 0, NULL, NULL);
        if (r && PQntuples(r) && PQgetvalue(r, 0, 0)[0] == 't') say(worries[i].worry);
        PQclear(r);
    }
}

Store *store_pg_open_beside(Store *store, TapError *error)
{
    return open_with(pg_node_share(of(store)->node), error);
}
