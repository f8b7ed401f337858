#include "faulty_disk.h"

#include <stddef.h>

#include <sqlite3.h>

bool disk_fails_sync, disk_fails_write;

/* SQLite has a table of methods for files with locks and one for those without. */
enum { TABLES = 4 };
static sqlite3_vfs               vfs, *real;
static const sqlite3_io_methods *true_methods[TABLES];
static sqlite3_io_methods        methods[TABLES];

static const sqlite3_io_methods *truly(const sqlite3_file *f) { return true_methods[f->pMethods - methods]; }

static int sync_file(sqlite3_file *f, int flags)
{
    return disk_fails_sync ? SQLITE_IOERR_FSYNC : truly(f)->xSync(f, flags);
}

static int write_file(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
    return disk_fails_write ? SQLITE_IOERR_WRITE : truly(f)->xWrite(f, from, n, at);
}

static int open_file(sqlite3_vfs *of, const char *path, sqlite3_file *f, int flags, int *ret_flags)
{
    (void)of;
    int result = real->xOpen(real, path, f, flags, ret_flags);
    for (int i = 0; !result && f->pMethods && i < TABLES; i++) {
        if (!true_methods[i]) {
            true_methods[i] = f->pMethods;
            methods[i] = *f->pMethods;
            methods[i].xSync = sync_file;
            methods[i].xWrite = write_file;
        }
        if (f->pMethods == true_methods[i]) {
            f->pMethods = &methods[i];
            break;
        }
    }
    return result;
}

void faulty_disk_install(void)
{
    if (real) return;
    real = sqlite3_vfs_find(NULL);
    vfs = *real;
    vfs.zName = "faulty";
    vfs.pNext = NULL;
    vfs.xOpen = open_file;
    sqlite3_vfs_register(&vfs, 1);
}
