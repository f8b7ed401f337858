#include "server/store/sqlite_layout.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/store/sqlite_copy.h"
#include "server/store/store.h"
#include "server/store/sums.h"
#include "text/fail.h"

/* user_version counts the layouts of the file. 2: files, 3: aside, 4: checksums, heads of logs, damaged tables, 5: no
 * index of ids. */
enum { SUMS_LAYOUT = 4, LAYOUT = 5 };
static const char layout_text[] =
    "CREATE TABLE tables(id TEXT NOT NULL UNIQUE, active INTEGER NOT NULL, document TEXT NOT NULL, sum BLOB);"
    "CREATE INDEX tables_active ON tables(active) WHERE active = 1;"
    "CREATE TABLE log(tbl TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT, entry TEXT NOT NULL, sum BLOB,"
    "  PRIMARY KEY(tbl, seq)) WITHOUT ROWID;"
    "CREATE TABLE aside(tbl TEXT NOT NULL, base INTEGER NOT NULL, seat INTEGER NOT NULL, id TEXT,"
    "  entry TEXT NOT NULL, sum BLOB, PRIMARY KEY(tbl, base, seat)) WITHOUT ROWID;"
    "CREATE TABLE guests(id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL, sum BLOB) WITHOUT ROWID;"
    "CREATE TABLE files(hash TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, sum BLOB) WITHOUT ROWID;"
    "CREATE TABLE heads(tbl TEXT PRIMARY KEY NOT NULL, seq INTEGER NOT NULL, sum BLOB) WITHOUT ROWID;"
    "CREATE TABLE damaged(tbl TEXT PRIMARY KEY NOT NULL, why TEXT NOT NULL) WITHOUT ROWID;";

static const char *text_at(sqlite3_stmt *q, int column) { return (const char *)sqlite3_column_text(q, column); }

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
        sqlite3_bind_blob(to, 6, sum.byte, SUM_BYTES, SQLITE_STATIC);
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

/* From before there were checksums, or an empty file. */
static bool make_anew(sqlite3 *db, int layout)
{
    bool good = true;
    if (layout) {
        good = do_all(db, "CREATE TABLE IF NOT EXISTS aside(tbl, base, seat, id, entry);"
                                  "CREATE TABLE IF NOT EXISTS files(hash, text);"
                                  "DROP INDEX tables_active; DROP INDEX log_id;"
                                  "ALTER TABLE tables RENAME TO tables_3; ALTER TABLE log RENAME TO log_3;"
                                  "ALTER TABLE aside RENAME TO aside_3; ALTER TABLE guests RENAME TO guests_3;"
                                  "ALTER TABLE files RENAME TO files_3;");
    }
    good = good && do_all(db, layout_text);
    if (layout) {
        good = good && add_sums(db) &&
               do_all(db, "INSERT INTO heads(tbl, seq, sum) SELECT tbl, max(seq), sum FROM log GROUP BY tbl;"
                          "DROP TABLE tables_3; DROP TABLE log_3; DROP TABLE aside_3; DROP TABLE guests_3;"
                          "DROP TABLE files_3;");
    }
    return good;
}

/* All of it or nothing: whoever is interrupted here finds the older layout again. */
static bool bring_up_to_date(sqlite3 *db, int layout)
{
    char version[40];
    if (layout == LAYOUT) return true;
    snprintf(version, sizeof version, "PRAGMA user_version=%d; COMMIT", LAYOUT);
    bool good = do_all(db, "BEGIN IMMEDIATE") &&
                (layout < SUMS_LAYOUT ? make_anew(db, layout) : do_all(db, "DROP INDEX log_id")) && do_all(db, version);
    if (!good) do_all(db, "ROLLBACK");
    return good;
}

bool sqlite_layout_set(sqlite3 *db, TapError *error)
{
    int layout = number_of(db, "PRAGMA user_version");
    if (layout > LAYOUT) return fail_with(error, "it was written by a newer version of this program");
    return layout >= 0 && bring_up_to_date(db, layout);
}

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
