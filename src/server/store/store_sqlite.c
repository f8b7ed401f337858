/* Tables in SQLite: write-ahead log, synced at every commit. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>
#include <sqlite3.h>

#include "server/store/sqlite_copy.h"
#include "server/store/store.h"
#include "text/fail.h"

enum Query {
    PUT_TABLE, GET_TABLE, ACTIVE, DAMAGED, SET_DAMAGED, HEAD, APPEND, PUT_HEAD, READ, FIND, PUT_ASIDE, READ_ASIDE,
    DROP_ASIDE, PUT_GUEST, GET_GUEST, PUT_FILE, GET_FILE, TABLES, REMOVE_TABLE, REMOVE_LOG, REMOVE_HEAD, GUESTS,
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
                 " ON CONFLICT(tbl) DO UPDATE SET seq = ?2, sum = ?3",
    [READ] = "SELECT id, seq, entry, sum FROM log WHERE tbl = ?1 AND seq >= ?2 ORDER BY seq",
    [FIND] = "SELECT seq FROM log WHERE tbl = ?1 AND id = ?2",
    [PUT_ASIDE] = "INSERT OR REPLACE INTO aside(tbl, base, seat, id, entry, sum) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [READ_ASIDE] = "SELECT id, seat, entry, sum FROM aside WHERE tbl = ?1 AND base = ?2 ORDER BY seat",
    [DROP_ASIDE] = "DELETE FROM aside WHERE tbl = ?1",
    [PUT_GUEST] = "INSERT INTO guests(id, document, sum) VALUES(?1, ?2, ?3)"
                  " ON CONFLICT(id) DO UPDATE SET document = ?2, sum = ?3",
    [GET_GUEST] = "SELECT document, sum FROM guests WHERE id = ?1",
    [PUT_FILE] = "INSERT INTO files(hash, text, sum) VALUES(?1, ?2, ?3) ON CONFLICT(hash) DO NOTHING",
    [GET_FILE] = "SELECT text, sum FROM files WHERE hash = ?1",
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

/* user_version counts the layouts of the file; a newer file is refused, never guessed at. */
enum { LAYOUT = 4 }; /* 2: files, 3: aside, 4: checksums, heads of logs, damaged tables */
static const char layout_text[] =
    "CREATE TABLE tables(id TEXT NOT NULL UNIQUE, active INTEGER NOT NULL, document TEXT NOT NULL, sum BLOB);"
    "CREATE INDEX tables_active ON tables(active) WHERE active = 1;"
    "CREATE TABLE log(tbl TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT, entry TEXT NOT NULL, sum BLOB,"
    "  PRIMARY KEY(tbl, seq)) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX log_id ON log(tbl, id) WHERE id IS NOT NULL;"
    "CREATE TABLE aside(tbl TEXT NOT NULL, base INTEGER NOT NULL, seat INTEGER NOT NULL, id TEXT,"
    "  entry TEXT NOT NULL, sum BLOB, PRIMARY KEY(tbl, base, seat)) WITHOUT ROWID;"
    "CREATE TABLE guests(id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL, sum BLOB) WITHOUT ROWID;"
    "CREATE TABLE files(hash TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, sum BLOB) WITHOUT ROWID;";
static const char layout_4_text[] =
    "CREATE TABLE heads(tbl TEXT PRIMARY KEY NOT NULL, seq INTEGER NOT NULL, sum BLOB) WITHOUT ROWID;"
    "CREATE TABLE damaged(tbl TEXT PRIMARY KEY NOT NULL, why TEXT NOT NULL) WITHOUT ROWID;";

typedef struct Sqlite {
    Store         store;
    sqlite3      *db;
    sqlite3_stmt *query[QUERIES];
} Sqlite;

static Sqlite *of(Store *store) { return (Sqlite *)(void *)store; }

static StoreResult failed(Sqlite *s, TapError *error)
{
    int code = sqlite3_errcode(s->db);
    fail_with(error, "The database says: %.200s.", sqlite3_errmsg(s->db));
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? STORE_DAMAGED : STORE_FAILED;
}

/* -------------------------------------------------------------- checksums */

enum { SUM_BYTES = crypto_generichash_BYTES_MIN };
typedef struct Sum {
    uint8_t byte[SUM_BYTES];
} Sum;

/* Of a row: numbers and texts, each so written that no two rows are the same bytes. A text may be NULL. */
static Sum sum_of(const Sum *before, int a, int b, const char *x, const char *y, const char *z)
{
    Sum                      sum;
    crypto_generichash_state h;
    const int32_t            number[] = {a, b};
    const char *const        text[] = {x, y, z};
    crypto_generichash_init(&h, NULL, 0, SUM_BYTES);
    if (before) crypto_generichash_update(&h, before->byte, SUM_BYTES);
    for (int i = 0; i < 2; i++) {
        uint32_t      n = (uint32_t)number[i];
        const uint8_t bytes[] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)(n >> 24)};
        crypto_generichash_update(&h, bytes, sizeof bytes);
    }
    for (int i = 0; i < 3; i++) {
        crypto_generichash_update(&h, (const uint8_t *)(text[i] ? "\1" : "\0"), 1);
        if (text[i]) crypto_generichash_update(&h, (const uint8_t *)text[i], strlen(text[i]) + 1);
    }
    crypto_generichash_final(&h, sum.byte, SUM_BYTES);
    return sum;
}

static Sum table_sum(const char *table, bool active, const char *document)
{
    return sum_of(NULL, active, 0, table, document, NULL);
}
static Sum entry_sum(const Sum *before, const char *table, int seq, const char *id, const char *entry)
{
    return sum_of(before, seq, 0, table, id, entry);
}
static Sum aside_sum(const char *table, int base, int seat, const char *id, const char *entry)
{
    return sum_of(NULL, base, seat, table, id, entry);
}
static Sum text_sum(const char *key, const char *text) { return sum_of(NULL, 0, 0, key, text, NULL); }

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

static sqlite3_stmt *ready(Sqlite *s, enum Query which)
{
    sqlite3_stmt *q = s->query[which];
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return q;
}

static void bind_text(sqlite3_stmt *q, int at, const char *text)
{
    if (text) sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
}

static void bind_sum(sqlite3_stmt *q, int at, const Sum *sum)
{
    sqlite3_bind_blob(q, at, sum->byte, SUM_BYTES, SQLITE_STATIC);
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
static StoreResult run(Sqlite *s, sqlite3_stmt *q, TapError *error)
{
    StoreResult result = sqlite3_step(q) == SQLITE_DONE ? STORE_OK : failed(s, error);
    sqlite3_reset(q);
    return result;
}

static StoreResult begin(Sqlite *s, TapError *error)
{
    if (s->store.writing) return STORE_OK;
    StoreResult result = run(s, ready(s, BEGIN), error);
    s->store.writing = result == STORE_OK;
    return result;
}

/* One text under one key, with its checksum behind it. */
static StoreResult one_text(Sqlite *s, enum Query which, const char *key, char **ret, TapError *error)
{
    sqlite3_stmt *q = ready(s, which);
    bind_text(q, 1, key);
    int step = sqlite3_step(q);
    StoreResult result = step == SQLITE_ROW ? STORE_OK : step == SQLITE_DONE ? STORE_MISSING : failed(s, error);
    if (result == STORE_OK) {
        Sum sum = text_sum(key, text_at(q, 0));
        if (column_is(q, 1, &sum)) *ret = copy_at(q, 0);
        else result = damaged(error, "What was kept there has changed.");
    }
    sqlite3_reset(q);
    return result;
}

static StoreResult one_number(Sqlite *s, sqlite3_stmt *q, int *ret, TapError *error)
{
    int step = sqlite3_step(q);
    StoreResult result = step == SQLITE_ROW ? STORE_OK : step == SQLITE_DONE ? STORE_MISSING : failed(s, error);
    if (result == STORE_OK) *ret = sqlite3_column_int(q, 0);
    sqlite3_reset(q);
    return result;
}

static StoreResult put_table(Store *store, const char *table, bool active, const char *document, TapError *error)
{
    Sqlite *s = of(store);
    Sum     sum = table_sum(table, active, document);
    if (begin(s, error)) return STORE_FAILED;
    sqlite3_stmt *q = ready(s, PUT_TABLE);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, active);
    bind_text(q, 3, document);
    bind_sum(q, 4, &sum);
    return run(s, q, error);
}

/* Whether a table was set aside before. */
static StoreResult was_set_aside(Sqlite *s, const char *table, TapError *error)
{
    sqlite3_stmt *q = ready(s, DAMAGED);
    bind_text(q, 1, table);
    int step = sqlite3_step(q);
    StoreResult result = step == SQLITE_DONE ? STORE_OK : step == SQLITE_ROW ? damaged(error, text_at(q, 0)) :
                                                                                failed(s, error);
    sqlite3_reset(q);
    return result;
}

static StoreResult get_table(Store *store, const char *table, char **ret, TapError *error)
{
    Sqlite     *s = of(store);
    StoreResult before = was_set_aside(s, table, error);
    *ret = NULL;
    if (before == STORE_FAILED) return before;
    sqlite3_stmt *q = ready(s, GET_TABLE);
    bind_text(q, 1, table);
    int step = sqlite3_step(q);
    TapError *why = before == STORE_OK ? error : NULL;
    StoreResult result = step == SQLITE_ROW ? STORE_OK : step == SQLITE_DONE ? STORE_MISSING : failed(s, why);
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
    Sqlite *s = of(store);
    if (begin(s, error)) return STORE_FAILED;
    sqlite3_stmt *q = ready(s, SET_DAMAGED);
    bind_text(q, 1, table);
    bind_text(q, 2, why);
    return run(s, q, error);
}

static StoreResult active(Store *store, int most, StoreEach *each, void *whose, TapError *error)
{
    Sqlite       *s = of(store);
    sqlite3_stmt *q = ready(s, ACTIVE);
    int           step;
    sqlite3_bind_int(q, 1, most);
    while ((step = sqlite3_step(q)) == SQLITE_ROW) {
        Sum sum = table_sum(text_at(q, 0), sqlite3_column_int(q, 1), text_at(q, 2));
        if (column_is(q, 3, &sum) && !each(whose, text_at(q, 0), 0, text_at(q, 2))) break;
    }
    StoreResult result = step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(s, error);
    sqlite3_reset(q);
    return result;
}

/* Rows of TABLES or GUESTS. */
static StoreResult in_order(Sqlite *s, enum Query which, const char *after, int most, StoreEach *each, void *whose,
                            TapError *error)
{
    sqlite3_stmt *q = ready(s, which);
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
    StoreResult result = step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(s, error);
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

static StoreResult remove_rows(Sqlite *s, enum Query which, const char *key, TapError *error)
{
    sqlite3_stmt *q = ready(s, which);
    bind_text(q, 1, key);
    return run(s, q, error);
}

static StoreResult remove_table(Store *store, const char *table, TapError *error)
{
    static const enum Query parts[] = {REMOVE_LOG, REMOVE_HEAD, REMOVE_TABLE};
    StoreResult             result = begin(of(store), error);
    for (int i = 0; i < 3 && result == STORE_OK; i++) result = remove_rows(of(store), parts[i], table, error);
    return result;
}

static StoreResult remove_guest(Store *store, const char *guest, TapError *error)
{
    StoreResult result = begin(of(store), error);
    return result ? result : remove_rows(of(store), REMOVE_GUEST, guest, error);
}

static StoreResult find(Store *store, const char *table, const char *id, int *ret_seq, TapError *error)
{
    sqlite3_stmt *q = ready(of(store), FIND);
    bind_text(q, 1, table);
    bind_text(q, 2, id);
    return one_number(of(store), q, ret_seq, error);
}

/* Where a log ends; 0 and no sum before its first entry. */
static StoreResult head_of(Sqlite *s, const char *table, int *ret_seq, Sum *ret_sum, TapError *error)
{
    sqlite3_stmt *q = ready(s, HEAD);
    bind_text(q, 1, table);
    int         step = sqlite3_step(q);
    StoreResult result = step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(s, error);
    *ret_seq = 0;
    memset(ret_sum, 0, sizeof *ret_sum);
    if (step == SQLITE_ROW && sqlite3_column_bytes(q, 1) == SUM_BYTES) {
        *ret_seq = sqlite3_column_int(q, 0);
        memcpy(ret_sum, sqlite3_column_blob(q, 1), SUM_BYTES);
    }
    sqlite3_reset(q);
    return result;
}

static StoreResult append(Store *store, const char *table, int expected, const char *id, const char *entry,
                          int *ret_seq, TapError *error)
{
    Sqlite *s = of(store);
    int     seq;
    Sum     before;
    if (begin(s, error)) return STORE_FAILED;
    StoreResult result = head_of(s, table, &seq, &before, error);
    if (result) return result;
    int step = SQLITE_CONSTRAINT;
    if (seq == expected) {
        Sum           sum = entry_sum(&before, table, seq + 1, id, entry);
        sqlite3_stmt *q = ready(s, APPEND);
        bind_text(q, 1, table);
        sqlite3_bind_int(q, 2, seq + 1);
        bind_text(q, 3, id);
        bind_text(q, 4, entry);
        bind_sum(q, 5, &sum);
        step = sqlite3_step(q);
        if (step != SQLITE_DONE && step != SQLITE_CONSTRAINT) result = failed(s, error);
        sqlite3_reset(q);
        if (step == SQLITE_DONE) {
            q = ready(s, PUT_HEAD);
            bind_text(q, 1, table);
            sqlite3_bind_int(q, 2, seq + 1);
            bind_sum(q, 3, &sum);
            result = run(s, q, error);
            if (result == STORE_OK) *ret_seq = seq + 1;
        }
    }
    if (step != SQLITE_CONSTRAINT) return result;
    /* It did not fit: because of its number, or because its id was there before. */
    StoreResult found = id ? find(store, table, id, ret_seq, error) : STORE_MISSING;
    return found == STORE_MISSING ? STORE_STALE : found == STORE_OK ? STORE_REPEATED : found;
}

static StoreResult read_log(Store *store, const char *table, int after, StoreEach *each, void *whose, TapError *error)
{
    Sqlite *s = of(store);
    Sum     sum = {{0}}, last;
    int     seq = 0, end, step = SQLITE_DONE;
    StoreResult result = head_of(s, table, &end, &last, error);
    if (result) return result;
    sqlite3_stmt *q = ready(s, READ);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, after);
    bool whole = true, enough = false;
    while (whole && !enough && (step = sqlite3_step(q)) == SQLITE_ROW) {
        const char *id = text_at(q, 0), *entry = text_at(q, 2);
        int         number = sqlite3_column_int(q, 1);
        if (number > after) {
            sum = entry_sum(&sum, table, number, id, entry);
            whole = number == (seq ? seq : after) + 1 && column_is(q, 3, &sum);
            enough = whole && !each(whose, id ? id : "", number, entry);
        } else if (sqlite3_column_bytes(q, 3) == SUM_BYTES) memcpy(&sum, sqlite3_column_blob(q, 3), SUM_BYTES);
        if (whole) seq = number;
    }
    if (whole && !enough && step != SQLITE_DONE) result = failed(s, error);
    sqlite3_reset(q);
    if (result || enough) return result;
    if (whole && !seq) whole = end <= after;
    else if (whole) whole = seq == end && !memcmp(&sum, &last, SUM_BYTES);
    if (whole) return STORE_OK;
    fail_with(error, "Its log is damaged after entry %d of %d.", seq > after ? seq : after, end);
    return STORE_DAMAGED;
}

static StoreResult put_aside(Store *store, const char *table, int base, int seat, const char *id, const char *entry,
                             TapError *error)
{
    Sqlite *s = of(store);
    if (begin(s, error)) return STORE_FAILED;
    Sum           sum = aside_sum(table, base, seat, id, entry);
    sqlite3_stmt *q = ready(s, PUT_ASIDE);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, base);
    sqlite3_bind_int(q, 3, seat);
    bind_text(q, 4, id);
    bind_text(q, 5, entry);
    bind_sum(q, 6, &sum);
    return run(s, q, error);
}

static StoreResult read_aside(Store *store, const char *table, int base, StoreEach *each, void *whose, TapError *error)
{
    Sqlite       *s = of(store);
    sqlite3_stmt *q = ready(s, READ_ASIDE);
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
                         step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(s, error);
    sqlite3_reset(q);
    return result;
}

static StoreResult drop_aside(Store *store, const char *table, TapError *error)
{
    Sqlite *s = of(store);
    if (begin(s, error)) return STORE_FAILED;
    sqlite3_stmt *q = ready(s, DROP_ASIDE);
    bind_text(q, 1, table);
    return run(s, q, error);
}

/* One text under one key. */
static StoreResult put_text(Sqlite *s, enum Query which, const char *key, const char *text, TapError *error)
{
    Sum sum = text_sum(key, text);
    if (begin(s, error)) return STORE_FAILED;
    sqlite3_stmt *q = ready(s, which);
    bind_text(q, 1, key);
    bind_text(q, 2, text);
    bind_sum(q, 3, &sum);
    return run(s, q, error);
}

static StoreResult put_guest(Store *store, const char *guest, const char *document, TapError *error)
{
    return put_text(of(store), PUT_GUEST, guest, document, error);
}

static StoreResult get_guest(Store *store, const char *guest, char **ret, TapError *error)
{
    return one_text(of(store), GET_GUEST, guest, ret, error);
}

static StoreResult put_file(Store *store, const char *hash, const char *text, TapError *error)
{
    return put_text(of(store), PUT_FILE, hash, text, error);
}

static StoreResult get_file(Store *store, const char *hash, char **ret, TapError *error)
{
    return one_text(of(store), GET_FILE, hash, ret, error);
}

static void rollback(Store *store)
{
    Sqlite *s = of(store);
    if (!store->writing) return;
    store->writing = false;
    if (!sqlite3_get_autocommit(s->db)) run(s, ready(s, ROLLBACK), NULL);
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

static StoreOutcome commit(Store *store, TapError *error)
{
    Sqlite *s = of(store);
    if (!store->writing) return STORE_DURABLE;
    sqlite3_stmt *q = ready(s, COMMIT);
    int           step = sqlite3_step(q);
    StoreOutcome  outcome = step == SQLITE_DONE ? STORE_DURABLE : outcome_of(sqlite3_extended_errcode(s->db));
    if (outcome != STORE_DURABLE) failed(s, error);
    sqlite3_reset(q);
    if (outcome == STORE_DURABLE) store->writing = false;
    else rollback(store);
    return outcome;
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
static Names all_tables(Sqlite *s)
{
    static const char *const lists[] = {"SELECT id FROM tables NOT INDEXED",
                                        "SELECT id FROM tables INDEXED BY sqlite_autoindex_tables_1",
                                        "SELECT tbl FROM heads", "SELECT tbl FROM damaged"};
    Names  names = {0};
    size_t kept = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        sqlite3_stmt *q = NULL;
        if (sqlite3_prepare_v2(s->db, lists[i], -1, &q, NULL)) continue;
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

static bool count_entry(void *whose, const char *id, int number, const char *entry)
{
    (void)id, (void)entry;
    *(int *)whose = number;
    return true;
}

static StoreResult check_table(Store *store, const char *table, int *ret_entries, TapError *error)
{
    char       *document;
    StoreResult result = get_table(store, table, &document, error), read;
    free(document);
    if (result == STORE_MISSING) result = damaged(error, "Its settings are gone.");
    read = read_log(store, table, 0, count_entry, ret_entries, result ? NULL : error);
    return result ? result : read;
}

static StoreResult check_pages(Sqlite *s, TapError *error)
{
    sqlite3_stmt *q = NULL;
    StoreResult   result = STORE_OK;
    if (sqlite3_prepare_v2(s->db, "PRAGMA integrity_check(1)", -1, &q, NULL)) return failed(s, error);
    int step = sqlite3_step(q);
    if (step != SQLITE_ROW) result = failed(s, error);
    else if (strcmp(text_at(q, 0), "ok") != 0) result = damaged(error, text_at(q, 0));
    sqlite3_finalize(q);
    return result;
}

static StoreResult check(Store *store, StoreEach *each, void *whose, TapError *error)
{
    Sqlite     *s = of(store);
    StoreResult result = check_pages(s, error);
    Names       names = all_tables(s);
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

static void close_store(Store *store)
{
    Sqlite *s = of(store);
    rollback(store);
    for (int i = 0; i < QUERIES; i++) sqlite3_finalize(s->query[i]);
    sqlite3_close(s->db);
    free(s);
}

static const StoreKind sqlite_kind = {
    .close = close_store, .put_table = put_table, .get_table = get_table, .active = active, .tables = tables,
    .remove_table = remove_table, .guests = guests, .remove_guest = remove_guest, .set_damaged = set_damaged,
    .check = check, .append = append, .read = read_log, .find = find, .put_aside = put_aside, .read_aside = read_aside,
    .drop_aside = drop_aside, .put_guest = put_guest, .get_guest = get_guest, .put_file = put_file,
    .get_file = get_file, .commit = commit, .rollback = rollback,
};

/* ---------------------------------------------------------------- layouts */

static int number_of(sqlite3 *db, const char *query)
{
    sqlite3_stmt *q = NULL;
    int           n = -1;
    if (!sqlite3_prepare_v2(db, query, -1, &q, NULL) && sqlite3_step(q) == SQLITE_ROW) n = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return n;
}

/* Moves all rows of one list into another, with their checksums: columns as sum_of takes them, the sum is ?6. */
static bool sum_rows(sqlite3 *db, const char *rows, const char *put, bool chain)
{
    sqlite3_stmt *q = NULL, *to = NULL;
    char          table[64] = "";
    Sum           sum = {{0}};
    int           step = SQLITE_ERROR;
    bool good = !sqlite3_prepare_v2(db, rows, -1, &q, NULL) && !sqlite3_prepare_v2(db, put, -1, &to, NULL);
    while (good && (step = sqlite3_step(q)) == SQLITE_ROW) {
        const char *x = text_at(q, 2);
        if (chain && strcmp(table, x ? x : "") != 0) memset(&sum, 0, sizeof sum);
        snprintf(table, sizeof table, "%s", x ? x : "");
        sum = sum_of(chain ? &sum : NULL, sqlite3_column_int(q, 0), sqlite3_column_int(q, 1), x, text_at(q, 3),
                     text_at(q, 4));
        for (int i = 0; i < 5; i++) sqlite3_bind_value(to, i + 1, sqlite3_column_value(q, i));
        bind_sum(to, 6, &sum);
        good = sqlite3_step(to) == SQLITE_DONE;
        sqlite3_reset(to);
    }
    sqlite3_finalize(q);
    sqlite3_finalize(to);
    return good && step == SQLITE_DONE;
}

/* Into new lists: what a list would hand over while it is changed is not certain. */
static bool add_sums(sqlite3 *db)
{
    return sum_rows(db, "SELECT active, 0, id, document, NULL FROM tables_3 ORDER BY rowid",
                    "INSERT INTO tables(active, id, document, sum) VALUES(?1, ?3, ?4, ?6)", false) &&
           sum_rows(db, "SELECT seq, 0, tbl, id, entry FROM log_3 ORDER BY tbl, seq",
                    "INSERT INTO log(seq, tbl, id, entry, sum) VALUES(?1, ?3, ?4, ?5, ?6)", true) &&
           sum_rows(db, "SELECT base, seat, tbl, id, entry FROM aside_3",
                    "INSERT INTO aside(base, seat, tbl, id, entry, sum) VALUES(?1, ?2, ?3, ?4, ?5, ?6)", false) &&
           sum_rows(db, "SELECT 0, 0, id, document, NULL FROM guests_3",
                    "INSERT INTO guests(id, document, sum) VALUES(?3, ?4, ?6)", false) &&
           sum_rows(db, "SELECT 0, 0, hash, text, NULL FROM files_3",
                    "INSERT INTO files(hash, text, sum) VALUES(?3, ?4, ?6)", false);
}

static bool do_all(sqlite3 *db, const char *text) { return !sqlite3_exec(db, text, NULL, NULL, NULL); }

/* All of it or nothing: whoever is interrupted here finds the older layout again. */
static bool bring_up_to_date(sqlite3 *db, int layout)
{
    char version[40];
    if (layout == LAYOUT) return true;
    snprintf(version, sizeof version, "PRAGMA user_version=%d; COMMIT", LAYOUT);
    bool good = do_all(db, "BEGIN IMMEDIATE");
    if (layout) {
        good = good && do_all(db, "CREATE TABLE IF NOT EXISTS aside(tbl, base, seat, id, entry);"
                                  "CREATE TABLE IF NOT EXISTS files(hash, text);"
                                  "DROP INDEX tables_active; DROP INDEX log_id;"
                                  "ALTER TABLE tables RENAME TO tables_3; ALTER TABLE log RENAME TO log_3;"
                                  "ALTER TABLE aside RENAME TO aside_3; ALTER TABLE guests RENAME TO guests_3;"
                                  "ALTER TABLE files RENAME TO files_3;");
    }
    good = good && do_all(db, layout_text) && do_all(db, layout_4_text);
    if (layout) {
        good = good && add_sums(db) &&
               do_all(db, "INSERT INTO heads(tbl, seq, sum) SELECT tbl, max(seq), sum FROM log GROUP BY tbl;"
                          "DROP TABLE tables_3; DROP TABLE log_3; DROP TABLE aside_3; DROP TABLE guests_3;"
                          "DROP TABLE files_3;");
    }
    good = good && do_all(db, version);
    if (!good) do_all(db, "ROLLBACK");
    return good;
}

static bool set_up(Sqlite *s, const char *synchronous, TapError *error)
{
    char pragma[120];
    sqlite3_busy_timeout(s->db, 5000);
    snprintf(pragma, sizeof pragma, "PRAGMA journal_mode=WAL; PRAGMA synchronous=%s;"
             " PRAGMA wal_autocheckpoint=2000; PRAGMA cache_size=-65536;", synchronous ? synchronous : "FULL");
    if (!do_all(s->db, pragma)) return false;
    int layout = number_of(s->db, "PRAGMA user_version");
    if (layout > LAYOUT) return fail_with(error, "it was written by a newer version of this program");
    if (layout < 0 || !bring_up_to_date(s->db, layout)) return false;
    for (int i = 0; i < QUERIES; i++)
        if (sqlite3_prepare_v3(s->db, query_text[i], -1, SQLITE_PREPARE_PERSISTENT, &s->query[i], NULL)) return false;
    return true;
}

Store *store_sqlite_open_with(const char *path, const char *vfs, const char *synchronous, TapError *error)
{
    Sqlite  *s = calloc(1, sizeof *s);
    TapError why = {{0}};
    assert(s);
    s->store.kind = &sqlite_kind;
    sqlite_make_private(path);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (!sqlite3_open_v2(path, &s->db, flags, vfs) && set_up(s, synchronous, &why)) return &s->store;
    fail_with(error, "Cannot open %.120s: %.80s.", path, why.text[0] ? why.text : sqlite3_errmsg(s->db));
    close_store(&s->store);
    return NULL;
}

Store *store_sqlite_open(const char *path, TapError *error) { return store_sqlite_open_with(path, NULL, NULL, error); }

bool store_sqlite_keep_older(const char *path, char *ret_copy, size_t size, TapError *error)
{
    sqlite3 *db = NULL;
    int      layout = 0;
    ret_copy[0] = 0;
    if (access(path, F_OK)) return true;
    if (!sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL)) layout = number_of(db, "PRAGMA user_version");
    bool good = layout <= 0 || layout >= LAYOUT; /* whoever opens it will say what is wrong with it */
    if (!good) {
        snprintf(ret_copy, size, "%.4000s.layout-%d", path, layout);
        good = sqlite_copy(db, ret_copy, error);
    }
    sqlite3_close(db);
    return good;
}
