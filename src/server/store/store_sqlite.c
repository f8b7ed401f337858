/* Tables in SQLite: write-ahead log, synced at every commit. Writes gather in memory; a commit takes all of them to the
 * disk, here or on another thread. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "server/store/flight.h"
#include "server/store/gathered.h"
#include "server/store/heads.h"
#include "server/store/log_reading.h"
#include "server/store/sqlite_copy.h"
#include "server/store/sqlite_layout.h"
#include "server/store/store.h"
#include "text/fail.h"

enum Query {
    PUT_TABLE, GET_TABLE, ACTIVE, DAMAGED, SET_DAMAGED, HEAD, APPEND, PUT_HEAD, READ, PUT_ASIDE, READ_ASIDE,
    DROP_ASIDE, PUT_GUEST, GET_GUEST, PUT_FILE, GET_FILE, FILES, TABLES, REMOVE_TABLE, REMOVE_LOG, REMOVE_HEAD, GUESTS,
    REMOVE_GUEST, BEGIN, COMMIT, ROLLBACK, QUERIES
};

static const char *const query_text[QUERIES] = {
    [PUT_TABLE] = "INSERT INTO tables(id, active, document, sum) VALUES(?1, ?2, ?3, ?4)"
                  " ON CONFLICT(id) DO UPDATE SET active = ?2, document = ?3, sum = ?4",
    [GET_TABLE] = "SELECT active, document, sum FROM tables WHERE id = ?1",
    [ACTIVE] = "SELECT id, active, document, sum FROM tables WHERE active = 1 AND id NOT IN (SELECT tbl FROM damaged)"
               " ORDER BY rowid DESC LIMIT ?1",
    [DAMAGED] = "SELECT why FROM damaged WHERE tbl = ?1",
    [SET_DAMAGED] = "INSERT INTO damaged(tbl, why) VALUES(?1, ?2) ON CONFLICT(tbl) DO NOTHING",
    [HEAD] = "SELECT seq, sum FROM heads WHERE tbl = ?1",
    [APPEND] = "INSERT INTO log(tbl, seq, id, entry, sum) VALUES(?1, ?2, ?3, ?4, ?5)",
    [PUT_HEAD] = "INSERT INTO heads(tbl, seq, sum) VALUES(?1, ?2, ?3)"
                 " ON CONFLICT(tbl) DO UPDATE SET seq = ?2, sum = ?3 WHERE seq = ?2 - 1",
    [READ] = "SELECT id, seq, entry, sum FROM log WHERE tbl = ?1 AND seq >= ?2 ORDER BY seq",
    [PUT_ASIDE] = "INSERT OR REPLACE INTO aside(tbl, base, seat, id, entry, sum) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [READ_ASIDE] = "SELECT id, seat, entry, sum FROM aside WHERE tbl = ?1 AND base = ?2 ORDER BY seat",
    [DROP_ASIDE] = "DELETE FROM aside WHERE tbl = ?1",
    [PUT_GUEST] = "INSERT INTO guests(id, document, sum) VALUES(?1, ?2, ?3)"
                  " ON CONFLICT(id) DO UPDATE SET document = ?2, sum = ?3",
    [GET_GUEST] = "SELECT document, sum FROM guests WHERE id = ?1",
    [PUT_FILE] = "INSERT INTO files(hash, text, sum) VALUES(?1, ?2, ?3) ON CONFLICT(hash) DO NOTHING",
    [GET_FILE] = "SELECT text, sum FROM files WHERE hash = ?1",
    [FILES] = "SELECT hash, 0, text, sum, 0 FROM files WHERE hash > ?1 ORDER BY hash LIMIT ?2",
    [TABLES] = "SELECT id, active, document, sum, id IN (SELECT tbl FROM damaged) FROM tables WHERE id > ?1"
               " ORDER BY id LIMIT ?2",
    [REMOVE_TABLE] = "DELETE FROM tables WHERE id = ?1",
    [REMOVE_LOG] = "DELETE FROM log WHERE tbl = ?1",
    [REMOVE_HEAD] = "DELETE FROM heads WHERE tbl = ?1",
    [GUESTS] = "SELECT id, 0, document, sum, 0 FROM guests WHERE id > ?1 ORDER BY id LIMIT ?2",
    [REMOVE_GUEST] = "DELETE FROM guests WHERE id = ?1",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
};

/* A connection to the file, of one thread at a time. */
typedef struct Door {
    sqlite3      *db;
    sqlite3_stmt *query[QUERIES];
} Door;

/* The loop reads through a door of its own, so that it need not wait for a commit under way: nothing that commit writes
 * is read meanwhile. Nobody but the commit uses the other door then. */
typedef struct Sqlite {
    Store    store;
    Door     reading, writing;
    Heads    heads;
    Gathered gathered; /* since the last commit began */
    size_t   applied;  /* so much of it is in the open transaction, because somebody reads it */
    int      batch;    /* counts commits */
    Flight  *flight;   /* the commit under way, or done and not told yet; NULL: none */
} Sqlite;

enum { HEADS_MOST = 40000 }; /* twice the tables a house has in memory */

static Sqlite *of(Store *store) { return (Sqlite *)(void *)store; }

static StoreResult failed(const Door *d, TapError *error)
{
    int code = sqlite3_errcode(d->db);
    fail_with(error, "The database says: %.200s.", sqlite3_errmsg(d->db));
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? STORE_DAMAGED : STORE_FAILED;
}

static bool column_is(sqlite3_stmt *q, int column, const Sum *sum)
{
    return sqlite3_column_bytes(q, column) == SUM_BYTES && !memcmp(sqlite3_column_blob(q, column), sum, SUM_BYTES);
}

static StoreResult damaged(TapError *error, const char *what)
{
    fail_with(error, "%s", what);
    return STORE_DAMAGED;
}

/* ---------------------------------------------------------------- queries */

static sqlite3_stmt *ready(const Door *d, enum Query which)
{
    sqlite3_stmt *q = d->query[which];
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return q;
}

static void bind_text(sqlite3_stmt *q, int at, const char *text)
{
    if (text) sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
}

static const char *text_at(sqlite3_stmt *q, int column) { return (const char *)sqlite3_column_text(q, column); }

static char *copy_at(sqlite3_stmt *q, int column)
{
    const char *text = text_at(q, column);
    char       *mine = strdup(text ? text : "");
    assert(mine);
    return mine;
}

/* Runs a query that brings no rows. Leaves it reset, so that nothing stays locked. */
static StoreResult run(const Door *d, sqlite3_stmt *q, TapError *error)
{
    StoreResult result = sqlite3_step(q) == SQLITE_DONE ? STORE_OK : failed(d, error);
    sqlite3_reset(q);
    return result;
}

/* ---------------------------------------------------------------- commits */

/* A log has the length that was expected, or another program writes our file. */
static StoreResult apply(const Door *d, const Gathered *g, size_t *at, TapError *error)
{
    WriteValue  value[WRITE_VALUES];
    int         which, n;
    StoreResult result = STORE_OK;
    while (result == STORE_OK && gathered_next(g, at, &which, value, &n)) {
        sqlite3_stmt *q = ready(d, (enum Query)which);
        for (int i = 0; i < n; i++) {
            if (value[i].kind == WRITE_NUMBER) sqlite3_bind_int(q, i + 1, value[i].number);
            if (value[i].kind == WRITE_TEXT) sqlite3_bind_text(q, i + 1, value[i].text, -1, SQLITE_STATIC);
            if (value[i].kind == WRITE_SUM) sqlite3_bind_blob(q, i + 1, value[i].sum, SUM_BYTES, SQLITE_STATIC);
        }
        result = run(d, q, error);
        if (result == STORE_OK && which == PUT_HEAD && sqlite3_changes(d->db) != 1) {
            fail_with(error, "The log of table %.40s has another length than it had.", value[0].text);
            result = STORE_STALE;
        }
    }
    return result;
}

static void undo_transaction(const Door *d)
{
    if (!sqlite3_get_autocommit(d->db)) run(d, ready(d, ROLLBACK), NULL);
}

/* A commit that could not be written was not. One that was written but not synced is forgotten by SQLite, which writes
 * the next over it; a crash before that finds it in the log and takes it for good. */
static StoreOutcome outcome_of(int code)
{
    switch (code) {
    case SQLITE_FULL:
    case SQLITE_BUSY:
    case SQLITE_IOERR_WRITE: return STORE_NOT_WRITTEN;
    default: return STORE_UNKNOWN;
    }
}

/* All of it, but for what is in the open transaction already. */
static StoreOutcome write_all(const Door *d, const Gathered *g, size_t applied, TapError *error)
{
    StoreOutcome outcome = STORE_NOT_WRITTEN;
    StoreResult  result = applied ? STORE_OK : run(d, ready(d, BEGIN), error);
    if (result == STORE_OK) result = apply(d, g, &applied, error);
    if (result == STORE_OK) {
        sqlite3_stmt *q = ready(d, COMMIT);
        int           step = sqlite3_step(q);
        outcome = step == SQLITE_DONE ? STORE_DURABLE : outcome_of(sqlite3_extended_errcode(d->db));
        if (outcome != STORE_DURABLE) failed(d, error);
        sqlite3_reset(q);
    }
    if (outcome != STORE_DURABLE) undo_transaction(d);
    return outcome;
}

/* What was known of logs that did not grow after all. */
static void forget_heads(Sqlite *s, const Gathered *lost)
{
    WriteValue value[WRITE_VALUES];
    int        which, n;
    for (size_t at = 0; gathered_next(lost, &at, &which, value, &n);)
        if (which == APPEND || which == REMOVE_LOG) heads_drop(&s->heads, value[0].text);
}

static void note_outcome(Sqlite *s, StoreOutcome outcome, const Gathered *writes)
{
    if (outcome == STORE_DURABLE) s->store.doubtful = false;
    else forget_heads(s, writes);
    if (outcome == STORE_UNKNOWN) s->store.doubtful = true;
}

static void write_flight(Flight *f)
{
    f->outcome = write_all(&((Sqlite *)f->store)->writing, &f->writes, f->applied, &f->why);
}

static void land(Flight *f)
{
    Sqlite *s = f->store;
    s->flight = NULL;
    s->store.committing = 0;
    note_outcome(s, f->outcome, &f->writes);
}

static void begin_anew(Sqlite *s)
{
    s->gathered = (Gathered){0};
    s->applied = 0;
    s->batch++;
    s->store.writing = false;
}

static bool may_submit(const Store *store) { return !store->committing; }

static void submit(Store *store, uv_loop_t *loop, StoreDone *done, void *whose)
{
    Sqlite *s = of(store);
    assert(!s->flight);
    Flight flight = {.store = s, .writes = s->gathered, .applied = s->applied, .write = write_flight,
                     .landing = land, .done = done, .whose = whose};
    begin_anew(s);
    store->committing = 1;
    s->flight = flight_begin(&flight, loop);
}

static void settle(Store *store)
{
    if (of(store)->flight) flight_land(of(store)->flight);
}

static void rollback(Store *store)
{
    Sqlite *s = of(store);
    if (!store->writing) return;
    if (s->applied) undo_transaction(&s->writing);
    forget_heads(s, &s->gathered);
    gathered_free(&s->gathered);
    begin_anew(s);
}

static StoreOutcome commit(Store *store, TapError *error)
{
    Sqlite *s = of(store);
    if (!store->writing) return STORE_DURABLE;
    if (s->flight) flight_finish(s->flight);
    StoreOutcome outcome = write_all(&s->writing, &s->gathered, s->applied, error);
    note_outcome(s, outcome, &s->gathered);
    gathered_free(&s->gathered);
    begin_anew(s);
    return outcome;
}

static void gather(Sqlite *s, enum Query which, const WriteValue *value, int n)
{
    gathered_add(&s->gathered, (int)which, value, n);
    s->store.writing = true;
}
#define GATHER(s, which, ...) \
    gather(s, which, (const WriteValue[]){__VA_ARGS__}, sizeof(const WriteValue[]){__VA_ARGS__} / sizeof(WriteValue))

static bool is_about(const Gathered *g, const char *key) { return key ? gathered_has(g, key) : g->n; }

/* Where what was written of that key can be read, also what is not committed; NULL: of anything. What waits is written
 * into a transaction for it; if that cannot be, the commit will say so. */
static const Door *door_to(Sqlite *s, const char *key)
{
    bool waits = is_about(&s->gathered, key);
    if (s->flight && (waits || is_about(&s->flight->writes, key))) flight_finish(s->flight);
    if (!waits) return &s->reading;
    bool begun = s->applied || run(&s->writing, ready(&s->writing, BEGIN), NULL) == STORE_OK;
    if (begun && apply(&s->writing, &s->gathered, &s->applied, NULL) == STORE_OK) return &s->writing;
    undo_transaction(&s->writing);
    s->applied = 0;
    return &s->reading;
}

/* ------------------------------------------------------------------ reading */

/* One text under one key, with its checksum behind it. */
static StoreResult one_text(Sqlite *s, enum Query which, const char *key, char **ret, TapError *error)
{
    const Door   *d = door_to(s, key);
    sqlite3_stmt *q = ready(d, which);
    bind_text(q, 1, key);
    int step = sqlite3_step(q);
    StoreResult result = step == SQLITE_ROW ? STORE_OK : step == SQLITE_DONE ? STORE_MISSING : failed(d, error);
    if (result == STORE_OK) {
        Sum sum = text_sum(key, text_at(q, 0));
        if (column_is(q, 1, &sum)) *ret = copy_at(q, 0);
        else result = damaged(error, "What was kept there has changed.");
    }
    sqlite3_reset(q);
    return result;
}

static StoreResult put_table(Store *store, const char *table, bool active, const char *document, TapError *error)
{
    Sum sum = table_sum(table, active, document);
    (void)error;
    GATHER(of(store), PUT_TABLE, write_text(table), write_number(active), write_text(document), write_sum(sum.byte));
    return STORE_OK;
}

/* Whether a table was set aside before. */
static StoreResult was_set_aside(Sqlite *s, const char *table, TapError *error)
{
    const Door   *d = door_to(s, table);
    sqlite3_stmt *q = ready(d, DAMAGED);
    bind_text(q, 1, table);
    int step = sqlite3_step(q);
    StoreResult result = step == SQLITE_DONE ? STORE_OK : step == SQLITE_ROW ? damaged(error, text_at(q, 0)) :
                                                                                failed(d, error);
    sqlite3_reset(q);
    return result;
}

static StoreResult get_table(Store *store, const char *table, char **ret, TapError *error)
{
    Sqlite     *s = of(store);
    StoreResult before = was_set_aside(s, table, error);
    *ret = NULL;
    if (before == STORE_FAILED) return before;
    const Door   *d = door_to(s, table);
    sqlite3_stmt *q = ready(d, GET_TABLE);
    bind_text(q, 1, table);
    int step = sqlite3_step(q);
    TapError *why = before == STORE_OK ? error : NULL;
    StoreResult result = step == SQLITE_ROW ? STORE_OK : step == SQLITE_DONE ? STORE_MISSING : failed(d, why);
    if (result == STORE_OK) {
        Sum sum = table_sum(table, sqlite3_column_int(q, 0), text_at(q, 1));
        if (!column_is(q, 2, &sum)) result = damaged(why, "Its settings have changed on the disk.");
        *ret = copy_at(q, 1);
    }
    sqlite3_reset(q);
    return before == STORE_OK ? result : before;
}

static StoreResult set_damaged(Store *store, const char *table, const char *why, TapError *error)
{
    (void)error;
    GATHER(of(store), SET_DAMAGED, write_text(table), write_text(why));
    return STORE_OK;
}

static StoreResult active(Store *store, int most, StoreEach *each, void *whose, TapError *error)
{
    const Door   *d = door_to(of(store), NULL);
    sqlite3_stmt *q = ready(d, ACTIVE);
    int           step;
    sqlite3_bind_int(q, 1, most);
    while ((step = sqlite3_step(q)) == SQLITE_ROW) {
        Sum sum = table_sum(text_at(q, 0), sqlite3_column_int(q, 1), text_at(q, 2));
        if (column_is(q, 3, &sum) && !each(whose, text_at(q, 0), 0, text_at(q, 2))) break;
    }
    StoreResult result = step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(d, error);
    sqlite3_reset(q);
    return result;
}

/* Rows of TABLES, GUESTS or FILES. */
static StoreResult in_order(Sqlite *s, enum Query which, const char *after, int most, StoreEach *each, void *whose,
                            TapError *error)
{
    const Door   *d = door_to(s, NULL);
    sqlite3_stmt *q = ready(d, which);
    int           step;
    bind_text(q, 1, after);
    sqlite3_bind_int(q, 2, most);
    while ((step = sqlite3_step(q)) == SQLITE_ROW) {
        const char *key = text_at(q, 0), *text = text_at(q, 2);
        int         number = sqlite3_column_int(q, 1);
        Sum         sum = which == TABLES ? table_sum(key, number, text) : text_sum(key, text);
        bool        whole = column_is(q, 3, &sum) && !sqlite3_column_int(q, 4);
        if (!each(whose, key, number, whole ? text : NULL)) break;
    }
    StoreResult result = step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(d, error);
    sqlite3_reset(q);
    return result;
}

static StoreResult tables(Store *store, const char *after, int most, StoreEach *each, void *whose, TapError *error)
{
    return in_order(of(store), TABLES, after, most, each, whose, error);
}

static StoreResult guests(Store *store, const char *after, int most, StoreEach *each, void *whose, TapError *error)
{
    return in_order(of(store), GUESTS, after, most, each, whose, error);
}

static StoreResult remove_table(Store *store, const char *table, TapError *error)
{
    Sqlite *s = of(store);
    (void)error;
    GATHER(s, REMOVE_LOG, write_text(table));
    GATHER(s, REMOVE_HEAD, write_text(table));
    GATHER(s, REMOVE_TABLE, write_text(table));
    heads_drop(&s->heads, table);
    return STORE_OK;
}

static StoreResult remove_guest(Store *store, const char *guest, TapError *error)
{
    (void)error;
    GATHER(of(store), REMOVE_GUEST, write_text(guest));
    return STORE_OK;
}

/* Where a log ends; 0 and no sum before its first entry. */
static StoreResult head_of(const Door *d, const char *table, int *ret_seq, Sum *ret_sum, TapError *error)
{
    sqlite3_stmt *q = ready(d, HEAD);
    bind_text(q, 1, table);
    int         step = sqlite3_step(q);
    StoreResult result = step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(d, error);
    *ret_seq = 0;
    memset(ret_sum, 0, sizeof *ret_sum);
    if (step == SQLITE_ROW && sqlite3_column_bytes(q, 1) == SUM_BYTES) {
        *ret_seq = sqlite3_column_int(q, 0);
        memcpy(ret_sum, sqlite3_column_blob(q, 1), SUM_BYTES);
    }
    sqlite3_reset(q);
    return result;
}

/* The same as it is held in memory, with its ids. */
static StoreResult head_for(Sqlite *s, const char *table, Head **ret, TapError *error)
{
    *ret = heads_find(&s->heads, table);
    if (*ret) return STORE_OK;
    if (s->heads.n >= HEADS_MOST) heads_drop_before(&s->heads, s->flight ? s->batch - 1 : s->batch);
    const Door *d = door_to(s, table);
    int         end, step;
    Sum         last;
    StoreResult result = head_of(d, table, &end, &last, error);
    if (result) return result;
    Head         *head = heads_add(&s->heads, table);
    sqlite3_stmt *q = ready(d, READ);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, 1);
    while ((step = sqlite3_step(q)) == SQLITE_ROW && head->seq < end) head_grow(&s->heads, head, text_at(q, 0), &last);
    if (step != SQLITE_ROW && step != SQLITE_DONE) result = failed(d, error);
    else if (head->seq < end) result = damaged(error, "Its log ends early.");
    sqlite3_reset(q);
    if (result) heads_drop(&s->heads, table);
    else *ret = head;
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
    Sqlite     *s = of(store);
    Head       *head;
    Sum         sum;
    StoreResult result = head_for(s, table, &head, error);
    if (!result) result = heads_append(&s->heads, head, s->batch, expected, id, entry, ret_seq, &sum);
    if (result) return result;
    GATHER(s, APPEND, write_text(table), write_number(head->seq), write_text(id), write_text(entry),
           write_sum(sum.byte));
    GATHER(s, PUT_HEAD, write_text(table), write_number(head->seq), write_sum(sum.byte));
    return STORE_OK;
}

static StoreResult read_log(Store *store, const char *table, int after, StoreEach *each, void *whose, TapError *error)
{
    const Door *d = door_to(of(store), table);
    LogReading  reading = {.table = table, .after = after, .each = each, .whose = whose};
    StoreResult result = head_of(d, table, &reading.end, &reading.last, error);
    int         step;
    if (result) return result;
    sqlite3_stmt *q = ready(d, READ);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, after);
    while ((step = sqlite3_step(q)) == SQLITE_ROW) {
        const Sum *lies = sqlite3_column_bytes(q, 3) == SUM_BYTES ? sqlite3_column_blob(q, 3) : NULL;
        if (!log_reading_take(&reading, sqlite3_column_int(q, 1), text_at(q, 0), text_at(q, 2), lies)) break;
    }
    if (step != SQLITE_ROW && step != SQLITE_DONE) result = failed(d, error);
    sqlite3_reset(q);
    return result ? result : log_reading_end(&reading, error);
}

static StoreResult put_aside(Store *store, const char *table, int base, int seat, const char *id, const char *entry,
                             TapError *error)
{
    Sum sum = aside_sum(table, base, seat, id, entry);
    (void)error;
    GATHER(of(store), PUT_ASIDE, write_text(table), write_number(base), write_number(seat), write_text(id),
           write_text(entry), write_sum(sum.byte));
    return STORE_OK;
}

static StoreResult read_aside(Store *store, const char *table, int base, StoreEach *each, void *whose, TapError *error)
{
    const Door   *d = door_to(of(store), table);
    sqlite3_stmt *q = ready(d, READ_ASIDE);
    int           step = SQLITE_DONE;
    bool          whole = true;
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, base);
    while (whole && (step = sqlite3_step(q)) == SQLITE_ROW) {
        const char *id = text_at(q, 0), *entry = text_at(q, 2);
        Sum         sum = aside_sum(table, base, sqlite3_column_int(q, 1), id, entry);
        whole = column_is(q, 3, &sum);
        if (whole && !each(whose, id ? id : "", sqlite3_column_int(q, 1), entry)) break;
    }
    StoreResult result = !whole ? damaged(error, "An answer to an open question has changed on the disk.") :
                         step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(d, error);
    sqlite3_reset(q);
    return result;
}

static StoreResult drop_aside(Store *store, const char *table, TapError *error)
{
    (void)error;
    GATHER(of(store), DROP_ASIDE, write_text(table));
    return STORE_OK;
}

/* One text under one key. */
static StoreResult put_text(Sqlite *s, enum Query which, const char *key, const char *text, TapError *error)
{
    Sum sum = text_sum(key, text);
    (void)error;
    GATHER(s, which, write_text(key), write_text(text), write_sum(sum.byte));
    return STORE_OK;
}

static StoreResult put_guest(Store *store, const char *guest, const char *document, TapError *error)
{
    return put_text(of(store), PUT_GUEST, guest, document, error);
}

static StoreResult get_guest(Store *store, const char *guest, char **ret, TapError *error)
{
    return one_text(of(store), GET_GUEST, guest, ret, error);
}

/* Nobody else writes here; only what was written here since it was read is joined. */
static StoreResult change_guest(Store *store, const char *guest, const char *base, const char *document,
                                TapError *error)
{
    char       *now = NULL;
    StoreResult there = store->join ? get_guest(store, guest, &now, NULL) : STORE_MISSING;
    bool        other = there == STORE_OK && (!base || strcmp(now, base) != 0);
    char       *joined = other ? store->join(base, document, now) : NULL;
    StoreResult result = put_guest(store, guest, joined ? joined : document, error);
    free(joined);
    free(now);
    return result;
}

static StoreResult put_file(Store *store, const char *hash, const char *text, TapError *error)
{
    return put_text(of(store), PUT_FILE, hash, text, error);
}

static StoreResult get_file(Store *store, const char *hash, char **ret, TapError *error)
{
    return one_text(of(store), GET_FILE, hash, ret, error);
}

static StoreResult files(Store *store, const char *after, int most, StoreEach *each, void *whose, TapError *error)
{
    return in_order(of(store), FILES, after, most, each, whose, error);
}

/* --------------------------------------------------------------- checking */

typedef struct Names {
    char **of;
    size_t n, room;
} Names;

static void add_name(Names *names, const char *name)
{
    if (names->n == names->room) {
        names->room = names->room ? 2 * names->room : 1024;
        names->of = realloc(names->of, names->room * sizeof *names->of);
        assert(names->of);
    }
    names->of[names->n] = strdup(name ? name : "");
    assert(names->of[names->n]);
    names->n++;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Tables as every list of them knows them: a broken page of one is no reason to forget a table that another knows. */
static Names all_tables(const Door *d)
{
    static const char *const lists[] = {"SELECT id FROM tables NOT INDEXED",
                                        "SELECT id FROM tables INDEXED BY sqlite_autoindex_tables_1",
                                        "SELECT tbl FROM heads", "SELECT tbl FROM damaged"};
    Names  names = {0};
    size_t kept = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        sqlite3_stmt *q = NULL;
        if (sqlite3_prepare_v2(d->db, lists[i], -1, &q, NULL)) continue;
        while (sqlite3_step(q) == SQLITE_ROW) add_name(&names, text_at(q, 0));
        sqlite3_finalize(q);
    }
    if (names.n) qsort(names.of, names.n, sizeof *names.of, by_name);
    for (size_t i = 0; i < names.n; i++) {
        if (kept && !strcmp(names.of[kept - 1], names.of[i])) free(names.of[i]);
        else names.of[kept++] = names.of[i];
    }
    names.n = kept;
    return names;
}

static StoreResult check_table(Store *store, const char *table, int *ret_entries, TapError *error)
{
    char       *document;
    StoreResult result = get_table(store, table, &document, error), read;
    free(document);
    if (result == STORE_MISSING) result = damaged(error, "Its settings are gone.");
    read = read_log(store, table, 0, log_count_entry, ret_entries, result ? NULL : error);
    return result ? result : read;
}

static StoreResult check_pages(const Door *d, TapError *error)
{
    sqlite3_stmt *q = NULL;
    StoreResult   result = STORE_OK;
    if (sqlite3_prepare_v2(d->db, "PRAGMA integrity_check(1)", -1, &q, NULL)) return failed(d, error);
    int step = sqlite3_step(q);
    if (step != SQLITE_ROW) result = failed(d, error);
    else if (strcmp(text_at(q, 0), "ok") != 0) result = damaged(error, text_at(q, 0));
    sqlite3_finalize(q);
    return result;
}

static StoreResult check(Store *store, StoreEach *each, void *whose, TapError *error)
{
    Sqlite     *s = of(store);
    const Door *d = door_to(s, NULL);
    StoreResult result = check_pages(d, error);
    Names       names = all_tables(d);
    bool        more = true;
    for (size_t i = 0; i < names.n; i++) {
        TapError    why = {{0}};
        int         entries = 0;
        StoreResult one = check_table(store, names.of[i], &entries, &why);
        if (one && was_set_aside(s, names.of[i], NULL) == STORE_DAMAGED) entries = -1;
        else if (one == STORE_DAMAGED) set_damaged(store, names.of[i], why.text, NULL);
        more = more && each(whose, names.of[i], entries, one ? why.text : NULL);
        free(names.of[i]);
    }
    free(names.of);
    return result;
}

/* ----------------------------------------------------------------- leases */

/* One program has the file (ground/folder.h), so that every table is its own for as long as it likes. */
static StoreResult take(Store *store, const char *table, char *ret_address, size_t size, TapError *error)
{
    Sqlite       *s = of(store);
    const Door   *d = door_to(s, table);
    sqlite3_stmt *q = ready(d, GET_TABLE);
    if (size) ret_address[0] = 0;
    bind_text(q, 1, table);
    int step = sqlite3_step(q);
    StoreResult result = step == SQLITE_ROW ? STORE_OK : step == SQLITE_DONE ? STORE_MISSING : failed(d, error);
    sqlite3_reset(q);
    return result;
}

static StoreResult release(Store *store, const char *table, TapError *error)
{
    (void)store, (void)table, (void)error;
    return STORE_OK;
}

static StoreResult renew(Store *store, TapError *error)
{
    (void)store, (void)error;
    return STORE_OK;
}

static bool was_left_out(Store *store, const char *table)
{
    (void)store, (void)table; /* a commit is all or nothing */
    return false;
}

static int64_t lease_left(Store *store)
{
    (void)store;
    return INT64_MAX;
}

static void close_door(Door *d)
{
    for (int i = 0; i < QUERIES; i++) sqlite3_finalize(d->query[i]);
    sqlite3_close(d->db);
}

static void close_store(Store *store)
{
    Sqlite *s = of(store);
    assert(!s->flight);
    rollback(store);
    heads_drop_before(&s->heads, s->batch + 1);
    close_door(&s->reading);
    close_door(&s->writing);
    free(s);
}

static const StoreKind sqlite_kind = {
    .close = close_store, .put_table = put_table, .get_table = get_table, .active = active, .tables = tables,
    .remove_table = remove_table, .guests = guests, .remove_guest = remove_guest, .set_damaged = set_damaged,
    .check = check, .append = append, .read = read_log, .find = find, .put_aside = put_aside,
    .read_aside = read_aside, .drop_aside = drop_aside, .put_guest = put_guest, .change_guest = change_guest,
    .get_guest = get_guest, .recall_guest = get_guest, .put_file = put_file, .get_file = get_file, .files = files,
    .commit = commit, .may_submit = may_submit, .submit = submit, .settle = settle, .rollback = rollback,
    .was_left_out = was_left_out, .take = take, .release = release, .renew = renew, .lease_left = lease_left,
};

/* ---------------------------------------------------------------- opening */

static bool open_door(Door *d, const char *path, const char *vfs, const char *synchronous)
{
    char pragma[120];
    int  flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &d->db, flags, vfs)) return false;
    sqlite3_busy_timeout(d->db, 5000);
    snprintf(pragma, sizeof pragma, "PRAGMA journal_mode=WAL; PRAGMA synchronous=%s;"
             " PRAGMA wal_autocheckpoint=8000; PRAGMA cache_size=-65536;", synchronous ? synchronous : "FULL");
    return !sqlite3_exec(d->db, pragma, NULL, NULL, NULL);
}

static bool prepare(Door *d)
{
    for (int i = 0; i < QUERIES; i++)
        if (sqlite3_prepare_v3(d->db, query_text[i], -1, SQLITE_PREPARE_PERSISTENT, &d->query[i], NULL)) return false;
    return true;
}

Store *store_sqlite_open_with(const char *path, const char *vfs, const char *synchronous, TapError *error)
{
    Sqlite  *s = calloc(1, sizeof *s);
    TapError why = {{0}};
    assert(s);
    s->store.kind = &sqlite_kind;
    heads_begin(&s->heads);
    sqlite_make_private(path);
    bool good = open_door(&s->writing, path, vfs, synchronous) && sqlite_layout_set(s->writing.db, &why) &&
                prepare(&s->writing);
    const Door *at = good ? &s->reading : &s->writing;
    good = good && open_door(&s->reading, path, vfs, synchronous) && prepare(&s->reading);
    if (good) return &s->store;
    fail_with(error, "Cannot open %.120s: %.80s.", path, why.text[0] ? why.text : sqlite3_errmsg(at->db));
    close_store(&s->store);
    return NULL;
}

Store *store_sqlite_open(const char *path, TapError *error) { return store_sqlite_open_with(path, NULL, NULL, error); }
