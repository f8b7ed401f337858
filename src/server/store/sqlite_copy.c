#include "server/store/sqlite_copy.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "server/ground/folder.h"
#include "text/fail.h"

void sqlite_make_private(const char *path)
{
    /* Only if it is not there: closing a file that SQLite has open would give its locks away. */
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
}

bool sqlite_copy_pages(sqlite3 *from, sqlite3 *to, TapError *error)
{
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    int             step = SQLITE_ERROR;
    /* All pages in one step: a reader of a WAL file sees one moment, and holds nobody up. */
    if (b) step = sqlite3_backup_step(b, -1);
    if (b) sqlite3_backup_finish(b);
    return step == SQLITE_DONE || fail_with(error, "The copy failed: %.120s.", sqlite3_errmsg(to));
}

bool sqlite_copy(sqlite3 *from, const char *to, TapError *error)
{
    sqlite3 *copy = NULL;
    char     part[PATH_BYTES];
    snprintf(part, sizeof part, "%.4100s.part", to);
    remove(part);
    sqlite_make_private(part);
    bool good = !sqlite3_open_v2(part, &copy, SQLITE_OPEN_READWRITE, NULL) ||
                fail_with(error, "Cannot write %.120s: %.80s.", part, sqlite3_errmsg(copy));
    good = good && sqlite_copy_pages(from, copy, error);
    /* One file, without a log beside it. */
    good = good && (!sqlite3_exec(copy, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) ||
                    fail_with(error, "Cannot write %.120s: %.80s.", part, sqlite3_errmsg(copy)));
    sqlite3_close(copy);
    good = good && ((file_sync(part) && !rename(part, to) && file_sync_name(to)) ||
                    fail_with(error, "Cannot write %.150s.", to));
    if (!good) remove(part);
    return good;
}
