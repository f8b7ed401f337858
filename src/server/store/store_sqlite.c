/* Tables in SQLite: write-ahead log, synced at every commit. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "server/store/store.h"
#include "text/fail.h"

enum Query {
    PUT_TABLE, GET_TABLE, ACTIVE, APPEND, READ, FIND, PUT_ASIDE, READ_ASIDE, DROP_ASIDE, PUT_GUEST, GET_GUEST, PUT_FILE,
    GET_FILE, BEGIN, COMMIT, ROLLBACK, QUERIES
};

static const char *const query_text[QUERIES] = {
    [PUT_TABLE] = "INSERT INTO tables(id, active, document) VALUES(?1, ?2, ?3)"
                  " ON CONFLICT(id) DO UPDATE SET active = ?2, document = ?3",
    [GET_TABLE] = "SELECT document FROM tables WHERE id = ?1",
    [ACTIVE] = "SELECT id, 0, document FROM tables WHERE active = 1 ORDER BY rowid DESC LIMIT ?1",
    [APPEND] = "INSERT INTO log(tbl, seq, id, entry) SELECT ?1, ?2 + 1, ?3, ?4"
               " WHERE ?2 = (SELECT coalesce(max(seq), 0) FROM log WHERE tbl = ?1)",
    [READ] = "SELECT id, seq, entry FROM log WHERE tbl = ?1 AND seq > ?2 ORDER BY seq",
    [FIND] = "SELECT seq FROM log WHERE tbl = ?1 AND id = ?2",
    [PUT_ASIDE] = "INSERT OR REPLACE INTO aside(tbl, base, seat, id, entry) VALUES(?1, ?2, ?3, ?4, ?5)",
    [READ_ASIDE] = "SELECT id, seat, entry FROM aside WHERE tbl = ?1 AND base = ?2 ORDER BY seat",
    [DROP_ASIDE] = "DELETE FROM aside WHERE tbl = ?1",
    [PUT_GUEST] = "INSERT INTO guests(id, document) VALUES(?1, ?2) ON CONFLICT(id) DO UPDATE SET document = ?2",
    [GET_GUEST] = "SELECT document FROM guests WHERE id = ?1",
    [PUT_FILE] = "INSERT INTO files(hash, text) VALUES(?1, ?2) ON CONFLICT(hash) DO NOTHING",
    [GET_FILE] = "SELECT text FROM files WHERE hash = ?1",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
};

/* user_version counts the layouts of the file; a newer file is refused, never guessed at. */
enum { LAYOUT = 3 }; /* 2: files, 3: aside; whatever a file lacks is added when it is opened */
static const char layout_text[] =
    "CREATE TABLE IF NOT EXISTS tables(id TEXT NOT NULL UNIQUE, active INTEGER NOT NULL, document TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS tables_active ON tables(active) WHERE active = 1;"
    "CREATE TABLE IF NOT EXISTS log(tbl TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT, entry TEXT NOT NULL,"
    "  PRIMARY KEY(tbl, seq)) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX IF NOT EXISTS log_id ON log(tbl, id) WHERE id IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS aside(tbl TEXT NOT NULL, base INTEGER NOT NULL, seat INTEGER NOT NULL, id TEXT,"
    "  entry TEXT NOT NULL, PRIMARY KEY(tbl, base, seat)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS guests(id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS files(hash TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;";

typedef struct Sqlite {
    Store         store;
    sqlite3      *db;
    sqlite3_stmt *query[QUERIES];
} Sqlite;

static Sqlite *of(Store *store) { return (Sqlite *)(void *)store; }

static StoreResult failed(Sqlite *s, TapError *error)
{
    fail_with(error, "The database says: %.200s.", sqlite3_errmsg(s->db));
    return STORE_FAILED;
}

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

static StoreResult one_text(Sqlite *s, enum Query which, const char *key, char **ret, TapError *error)
{
    sqlite3_stmt *q = ready(s, which);
    bind_text(q, 1, key);
    int step = sqlite3_step(q);
    StoreResult result = step == SQLITE_ROW ? STORE_OK : step == SQLITE_DONE ? STORE_MISSING : failed(s, error);
    if (result == STORE_OK) {
        const unsigned char *text = sqlite3_column_text(q, 0);
        *ret = strdup(text ? (const char *)text : "");
        assert(*ret);
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
    if (begin(s, error)) return STORE_FAILED;
    sqlite3_stmt *q = ready(s, PUT_TABLE);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, active);
    bind_text(q, 3, document);
    return run(s, q, error);
}

static StoreResult get_table(Store *store, const char *table, char **ret, TapError *error)
{
    return one_text(of(store), GET_TABLE, table, ret, error);
}

/* Hands over rows of id, number, text until there are no more or it has enough. */
static StoreResult each_row(Sqlite *s, sqlite3_stmt *q, StoreEach *each, void *whose, TapError *error)
{
    int step;
    while ((step = sqlite3_step(q)) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(q, 0);
        if (!each(whose, id ? id : "", sqlite3_column_int(q, 1), (const char *)sqlite3_column_text(q, 2))) break;
    }
    StoreResult result = step == SQLITE_ROW || step == SQLITE_DONE ? STORE_OK : failed(s, error);
    sqlite3_reset(q);
    return result;
}

static StoreResult active(Store *store, int most, StoreEach *each, void *whose, TapError *error)
{
    Sqlite *s = of(store);
    sqlite3_stmt *q = ready(s, ACTIVE);
    sqlite3_bind_int(q, 1, most);
    return each_row(s, q, each, whose, error);
}

static StoreResult find(Store *store, const char *table, const char *id, int *ret_seq, TapError *error)
{
    sqlite3_stmt *q = ready(of(store), FIND);
    bind_text(q, 1, table);
    bind_text(q, 2, id);
    return one_number(of(store), q, ret_seq, error);
}

static StoreResult append(Store *store, const char *table, int expected, const char *id, const char *entry,
                          int *ret_seq, TapError *error)
{
    Sqlite *s = of(store);
    if (begin(s, error)) return STORE_FAILED;
    sqlite3_stmt *q = ready(s, APPEND);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, expected);
    bind_text(q, 3, id);
    bind_text(q, 4, entry);
    int step = sqlite3_step(q);
    StoreResult result = step == SQLITE_DONE || step == SQLITE_CONSTRAINT ? STORE_STALE : failed(s, error);
    bool written = step == SQLITE_DONE && sqlite3_changes(s->db);
    sqlite3_reset(q);
    if (written) {
        *ret_seq = expected + 1;
        return STORE_OK;
    }
    /* It did not fit: because of its number, or because its id was there before. */
    if (result == STORE_STALE && id) {
        StoreResult before = find(store, table, id, ret_seq, error);
        if (before != STORE_MISSING) return before == STORE_OK ? STORE_REPEATED : before;
    }
    return result;
}

static StoreResult read_log(Store *store, const char *table, int after, StoreEach *each, void *whose, TapError *error)
{
    sqlite3_stmt *q = ready(of(store), READ);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, after);
    return each_row(of(store), q, each, whose, error);
}

static StoreResult put_aside(Store *store, const char *table, int base, int seat, const char *id, const char *entry,
                             TapError *error)
{
    Sqlite *s = of(store);
    if (begin(s, error)) return STORE_FAILED;
    sqlite3_stmt *q = ready(s, PUT_ASIDE);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, base);
    sqlite3_bind_int(q, 3, seat);
    bind_text(q, 4, id);
    bind_text(q, 5, entry);
    return run(s, q, error);
}

static StoreResult read_aside(Store *store, const char *table, int base, StoreEach *each, void *whose, TapError *error)
{
    sqlite3_stmt *q = ready(of(store), READ_ASIDE);
    bind_text(q, 1, table);
    sqlite3_bind_int(q, 2, base);
    return each_row(of(store), q, each, whose, error);
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
    if (begin(s, error)) return STORE_FAILED;
    sqlite3_stmt *q = ready(s, which);
    bind_text(q, 1, key);
    bind_text(q, 2, text);
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

static bool commit(Store *store, TapError *error)
{
    Sqlite *s = of(store);
    if (!store->writing) return true;
    if (run(s, ready(s, COMMIT), error) == STORE_OK) {
        store->writing = false;
        return true;
    }
    rollback(store);
    return false;
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
    .close = close_store, .put_table = put_table, .get_table = get_table, .active = active, .append = append,
    .read = read_log, .find = find, .put_aside = put_aside, .read_aside = read_aside, .drop_aside = drop_aside,
    .put_guest = put_guest, .get_guest = get_guest, .put_file = put_file, .get_file = get_file, .commit = commit,
    .rollback = rollback,
};

static bool set_up(Sqlite *s, const char *synchronous)
{
    char pragma[120];
    int  layout = -1;
    sqlite3_busy_timeout(s->db, 5000);
    snprintf(pragma, sizeof pragma, "PRAGMA journal_mode=WAL; PRAGMA synchronous=%s;"
             " PRAGMA wal_autocheckpoint=2000; PRAGMA cache_size=-65536;", synchronous ? synchronous : "FULL");
    sqlite3_stmt *q;
    if (sqlite3_exec(s->db, pragma, NULL, NULL, NULL)) return false;
    if (sqlite3_prepare_v2(s->db, "PRAGMA user_version", -1, &q, NULL)) return false;
    if (sqlite3_step(q) == SQLITE_ROW) layout = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    if (layout < 0 || layout > LAYOUT) return false;
    snprintf(pragma, sizeof pragma, "PRAGMA user_version=%d", LAYOUT);
    if (layout < LAYOUT &&
        (sqlite3_exec(s->db, layout_text, NULL, NULL, NULL) || sqlite3_exec(s->db, pragma, NULL, NULL, NULL)))
        return false;
    for (int i = 0; i < QUERIES; i++)
        if (sqlite3_prepare_v3(s->db, query_text[i], -1, SQLITE_PREPARE_PERSISTENT, &s->query[i], NULL)) return false;
    return true;
}

Store *store_sqlite_open_with(const char *path, const char *vfs, const char *synchronous, TapError *error)
{
    Sqlite *s = calloc(1, sizeof *s);
    assert(s);
    s->store.kind = &sqlite_kind;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (!sqlite3_open_v2(path, &s->db, flags, vfs) && set_up(s, synchronous)) return &s->store;
    fail_with(error, "Cannot open %.120s: %.80s.", path, sqlite3_errmsg(s->db));
    close_store(&s->store);
    return NULL;
}

Store *store_sqlite_open(const char *path, TapError *error) { return store_sqlite_open_with(path, NULL, NULL, error); }

bool store_sqlite_backup(const char *from, const char *to, TapError *error)
{
    sqlite3 *source = NULL, *copy = NULL;
    char     part[4096];
    bool     done = false;
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return fail_with(error, "That name is too long.");
    remove(part);
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READONLY, NULL))
        fail_with(error, "Cannot read %.120s: %.80s.", from, sqlite3_errmsg(source));
    else if (sqlite3_open_v2(part, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL))
        fail_with(error, "Cannot write %.120s: %.80s.", part, sqlite3_errmsg(copy));
    else {
        sqlite3_busy_timeout(source, 5000);
        sqlite3_backup *b = sqlite3_backup_init(copy, "main", source, "main");
        int step = SQLITE_ERROR;
        /* All pages in one step: a reader of a WAL file sees one moment, and holds nobody up. */
        if (b) step = sqlite3_backup_step(b, -1);
        if (b) sqlite3_backup_finish(b);
        done = step == SQLITE_DONE;
        if (!done) fail_with(error, "The copy failed: %.120s.", sqlite3_errmsg(copy));
    }
    done = sqlite3_close(copy) == SQLITE_OK && done;
    sqlite3_close(source);
    if (done && rename(part, to)) {
        fail_with(error, "Cannot name the copy %.120s.", to);
        done = false;
    }
    if (!done) remove(part);
    return done;
}
