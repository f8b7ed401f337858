#define _GNU_SOURCE /* renameat2 */
#include "server/store/snapshot.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/ground/bars.h"
#include "server/ground/folder.h"
#include "server/store/sqlite_copy.h"
#include "server/store/store.h"
#include "text/fail.h"

enum { WAIT_MS = 5000 };

static void in_folder(const char *folder, const char *name, char ret[PATH_BYTES])
{
    snprintf(ret, PATH_BYTES, "%.4000s/%s", folder, name);
}

static sqlite3 *open_database(const char *path, int flags, TapError *error)
{
    sqlite3 *db = NULL;
    if (!sqlite3_open_v2(path, &db, flags, NULL)) {
        sqlite3_busy_timeout(db, WAIT_MS);
        return db;
    }
    fail_with(error, "Cannot read %.120s: %.80s.", path, sqlite3_errmsg(db));
    sqlite3_close(db);
    return NULL;
}

static bool run(sqlite3 *db, const char *text, TapError *error)
{
    return !sqlite3_exec(db, text, NULL, NULL, NULL) ||
           fail_with(error, "The database says: %.200s.", sqlite3_errmsg(db));
}

/* ------------------------------------------------------------------ taking */

/* What both connections see from now on is one moment: while nobody can commit to the tables no open question can
 * close, so every answer to one that is open then lies aside. */
static bool begin_moment(sqlite3 *tables, sqlite3 *aside, const char *path, TapError *error)
{
    static const char look[] = "BEGIN; SELECT count(*) FROM sqlite_master";
    sqlite3 *gate = open_database(path, SQLITE_OPEN_READWRITE, error);
    bool good = gate && run(gate, "BEGIN IMMEDIATE", error) && run(tables, look, error) && run(aside, look, error);
    sqlite3_close(gate); /* takes back what it began */
    return good;
}

static bool copy_aside(sqlite3 *from, sqlite3 *to, TapError *error)
{
    static const char with_sum[] = "INSERT INTO aside VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
                      without[] = "INSERT INTO aside VALUES(?1, ?2, ?3, ?4, ?5)"; /* before layout 4 */
    sqlite3_stmt *q = NULL, *put = NULL;
    int           step = SQLITE_ERROR;
    bool good = run(to, "DELETE FROM aside", error) &&
                !sqlite3_prepare_v2(from, "SELECT * FROM aside", -1, &q, NULL) &&
                !sqlite3_prepare_v2(to, sqlite3_column_count(q) == 6 ? with_sum : without, -1, &put, NULL);
    while (good && (step = sqlite3_step(q)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(q); i++) sqlite3_bind_value(put, i + 1, sqlite3_column_value(q, i));
        good = sqlite3_step(put) == SQLITE_DONE;
        sqlite3_reset(put);
    }
    sqlite3_finalize(q);
    sqlite3_finalize(put);
    return (good && step == SQLITE_DONE) || fail_with(error, "The answers that lie aside cannot be copied.");
}

static bool put_key(sqlite3 *to, const uint8_t *key, TapError *error)
{
    sqlite3_stmt *q = NULL;
    bool good = run(to, "CREATE TABLE IF NOT EXISTS house(name TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL)",
                    error) &&
                !sqlite3_prepare_v2(to, "INSERT OR REPLACE INTO house VALUES('key', ?1)", -1, &q, NULL) &&
                !sqlite3_bind_blob(q, 1, key, KEY_BYTES, SQLITE_STATIC) && sqlite3_step(q) == SQLITE_DONE;
    sqlite3_finalize(q);
    return good || fail_with(error, "The key cannot be copied.");
}

static bool put_bars(sqlite3 *to, const char *folder, TapError *error)
{
    static Bars   bars; /* one thread */
    sqlite3_stmt *q = NULL;
    bars_open(&bars, folder);
    bool good = run(to, "CREATE TABLE bars(address TEXT NOT NULL, until INTEGER NOT NULL)", error) &&
                !sqlite3_prepare_v2(to, "INSERT INTO bars VALUES(?1, ?2)", -1, &q, NULL);
    for (int i = 0; good && i < bars.n; i++, sqlite3_reset(q))
        good = !sqlite3_bind_text(q, 1, bars.bar[i].address, -1, SQLITE_STATIC) &&
               !sqlite3_bind_int64(q, 2, bars.bar[i].until) && sqlite3_step(q) == SQLITE_DONE;
    sqlite3_finalize(q);
    return good || fail_with(error, "The bars cannot be copied.");
}

bool snapshot_take(const char *folder, const char *beside, char *ret_path, size_t size, TapError *error)
{
    char     path[PATH_BYTES], name[PATH_BYTES];
    uint8_t  key[KEY_BYTES];
    sqlite3 *tables = NULL, *aside = NULL, *copy = NULL;
    in_folder(folder, TABLES_FILE, path);
    if (access(path, R_OK)) return fail_with(error, "Cannot read %.150s: %.60s.", path, strerror(errno));
    in_folder(folder, KEY_FILE, name);
    if (!secrets_read(name, key, error)) return false;
    if (snprintf(ret_path, size, "%s.XXXXXX", beside) >= (int)size) return fail_with(error, "That name is too long.");
    int file = mkstemp(ret_path); /* readable by its owner only */
    if (file < 0) return fail_with(error, "Cannot write %.150s: %.60s.", beside, strerror(errno));
    close(file);
    in_folder(folder, ASIDE_FILE, name);
    bool good = (tables = open_database(path, SQLITE_OPEN_READWRITE, error)) &&
                (aside = open_database(name, SQLITE_OPEN_READWRITE, error)) &&
                (copy = open_database(ret_path, SQLITE_OPEN_READWRITE, error)) &&
                begin_moment(tables, aside, path, error) && sqlite_copy_pages(tables, copy, error) &&
                run(copy, "PRAGMA journal_mode=DELETE; BEGIN", error) && copy_aside(aside, copy, error) &&
                put_key(copy, key, error) && put_bars(copy, folder, error) && run(copy, "COMMIT", error);
    sqlite3_close(copy);
    sqlite3_close(aside);
    sqlite3_close(tables);
    if (!good) remove(ret_path);
    return good;
}

bool snapshot_add_key(const char *path, const uint8_t key[KEY_BYTES], TapError *error)
{
    sqlite3 *db = open_database(path, SQLITE_OPEN_READWRITE, error);
    bool     good = db && put_key(db, key, error);
    sqlite3_close(db);
    return good;
}

bool snapshot_name(const char *path, const char *to, bool force, TapError *error)
{
    sqlite3 *db = open_database(path, SQLITE_OPEN_READWRITE, error);
    bool     good = db && run(db, "PRAGMA journal_mode=DELETE", error); /* one file, without a log beside it */
    sqlite3_close(db);
    good = good && (file_sync(path) || fail_with(error, "Cannot write %.150s: %.60s.", path, strerror(errno)));
    /* Where a file system knows no such renaming we have looked before, and there it stays. */
    good = good && (!renameat2(AT_FDCWD, path, AT_FDCWD, to, force ? 0 : RENAME_NOREPLACE) ||
                    (errno == EINVAL && (force || access(to, F_OK)) && !rename(path, to)) ||
                    fail_with(error, "Cannot name the copy %.150s: %.60s.", to, strerror(errno)));
    return good && (file_sync_name(to) || fail_with(error, "Cannot write the folder of %.150s.", to));
}

/* --------------------------------------------------------------- restoring */

static bool read_key(sqlite3 *from, uint8_t ret[KEY_BYTES])
{
    sqlite3_stmt *q = NULL;
    bool good = !sqlite3_prepare_v2(from, "SELECT bytes FROM house WHERE name = 'key'", -1, &q, NULL) &&
                sqlite3_step(q) == SQLITE_ROW && sqlite3_column_bytes(q, 0) == KEY_BYTES;
    if (good) memcpy(ret, sqlite3_column_blob(q, 0), KEY_BYTES);
    sqlite3_finalize(q);
    return good;
}

/* None where the copy was made by a version that left them out. */
static void read_bars(sqlite3 *from, Bars *ret)
{
    sqlite3_stmt *q = NULL;
    ret->n = 0;
    if (sqlite3_prepare_v2(from, "SELECT address, until FROM bars LIMIT ?1", -1, &q, NULL)) return;
    sqlite3_bind_int(q, 1, LIMIT_BARS);
    while (sqlite3_step(q) == SQLITE_ROW) {
        Bar *one = &ret->bar[ret->n++];
        snprintf(one->address, sizeof one->address, "%s", (const char *)sqlite3_column_text(q, 0));
        one->until = sqlite3_column_int64(q, 1);
    }
    sqlite3_finalize(q);
}

bool snapshot_is(const char *file, TapError *error)
{
    uint8_t  key[KEY_BYTES];
    sqlite3 *db = open_database(file, SQLITE_OPEN_READONLY, error);
    bool     good = db && (read_key(db, key) ||
                           fail_with(error, "%.150s is no backup, or one without a key: docs/server.md says what to do "
                                     "with those of older versions.", file));
    sqlite3_close(db);
    return good;
}

bool snapshot_copy(const char *file, const char *to, TapError *error)
{
    sqlite3 *db = open_database(file, SQLITE_OPEN_READONLY, error);
    bool     good = db && sqlite_copy(db, to, error);
    sqlite3_close(db);
    return good;
}

/* Tables without what is only in a copy. */
static bool write_tables(sqlite3 *from, const char *path, TapError *error)
{
    if (!sqlite_copy(from, path, error)) return false;
    sqlite3 *db = open_database(path, SQLITE_OPEN_READWRITE, error);
    bool good = db && run(db, "BEGIN; DROP TABLE house; DROP TABLE IF EXISTS bars; DELETE FROM aside; COMMIT", error);
    sqlite3_close(db);
    return good && (file_sync(path) || fail_with(error, "Cannot write %.150s.", path));
}

static bool write_aside(sqlite3 *from, const char *path, TapError *error)
{
    remove(path);
    Store *empty = store_sqlite_open(path, error);
    if (!empty) return false;
    empty->kind->close(empty);
    sqlite3 *db = open_database(path, SQLITE_OPEN_READWRITE, error);
    bool good = db && run(db, "PRAGMA journal_mode=DELETE; BEGIN", error) && copy_aside(from, db, error) &&
                run(db, "COMMIT", error);
    sqlite3_close(db);
    return good && (file_sync(path) || fail_with(error, "Cannot write %.150s.", path));
}

/* Everything of the house but its lock, and the bars, to which those of the backup come, into a folder of its own. */
static bool move_away(const char *folder, char *ret_moved, size_t size, TapError *error)
{
    time_t    now = time(NULL);
    struct tm t;
    gmtime_r(&now, &t);
    snprintf(ret_moved, size, "%.4000s/replaced-%04d%02d%02d-%02d%02d%02d", folder, t.tm_year + 1900, t.tm_mon + 1,
             t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec);
    if (mkdir(ret_moved, 0700)) return fail_with(error, "Cannot make %.150s: %.60s.", ret_moved, strerror(errno));
    DIR *names = opendir(folder);
    bool good = names;
    for (const struct dirent *one; good && (one = readdir(names));) {
        char from[PATH_BYTES], to[PATH_BYTES];
        snprintf(from, sizeof from, "%.3900s/%.255s", folder, one->d_name);
        snprintf(to, sizeof to, "%.3900s/%.255s", ret_moved, one->d_name);
        struct stat s;
        bool stays = !strcmp(one->d_name, "lock") || !strcmp(one->d_name, BARS_FILE);
        if (!stays && folder_owns(folder, from) && !stat(from, &s) && S_ISREG(s.st_mode)) good = !rename(from, to);
    }
    if (names) closedir(names);
    return (good && file_sync(ret_moved)) || fail_with(error, "Cannot move what is in %.150s.", folder);
}

bool snapshot_restore(const char *file, const char *folder, char *ret_moved, size_t size, TapError *error)
{
    static const char *const final[] = {KEY_FILE, ASIDE_FILE, TABLES_FILE}; /* a house begins with its tables */
    char     part[3][PATH_BYTES], name[PATH_BYTES];
    uint8_t  key[KEY_BYTES];
    static Bars bars, kept; /* one thread */
    sqlite3 *from = open_database(file, SQLITE_OPEN_READWRITE, error);
    ret_moved[0] = 0;
    for (int i = 0; i < 3; i++) {
        snprintf(part[i], PATH_BYTES, "%.4000s/restored-%s", folder, final[i]);
        remove(part[i]);
    }
    bool good = from && (read_key(from, key) || fail_with(error, "%.150s has no key.", file)) &&
                secrets_write(part[0], key, error) && write_aside(from, part[1], error) &&
                write_tables(from, part[2], error);
    if (good) read_bars(from, &bars);
    sqlite3_close(from);
    bars_open(&kept, folder);
    good = good && bars_join(&kept, &bars, time(NULL), error);
    if (good && folder_has_house(folder)) good = move_away(folder, ret_moved, size, error);
    for (int i = 0; good && i < 3; i++) {
        in_folder(folder, final[i], name);
        good = !rename(part[i], name) || fail_with(error, "Cannot write %.150s: %.60s.", name, strerror(errno));
    }
    good = good && (file_sync(folder) || fail_with(error, "Cannot write the folder %.150s.", folder));
    for (int i = 0; i < 3 && !good; i++) remove(part[i]);
    return good;
}
