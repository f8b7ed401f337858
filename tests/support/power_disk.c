#include "power_disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "support.h"

typedef struct Past {
    struct Past  *older;
    sqlite3_int64 at, size_before; /* at < 0: a change of size only */
    int           n;
    char          was[];
} Past;

typedef struct Disk {
    char  path[256];
    Past *unsynced; /* newest first */
    bool  used;
} Disk;

enum { DISKS = 16 };
static sqlite3_vfs  vfs, *real;
static Disk         disk[DISKS];
struct PowerDisk    power;

typedef struct PowerFile {
    sqlite3_file  base;
    Disk         *disk; /* NULL: a file nobody needs after a failure */
    sqlite3_file *real;
} PowerFile;

static PowerFile *file_of(sqlite3_file *f) { return (PowerFile *)(void *)f; }

/* True if the power is gone, now or earlier. */
static bool counts(void)
{
    if (!power.off && power.cut_at && ++power.calls >= power.cut_at) power.off = true;
    else if (!power.cut_at) power.calls++;
    return power.off;
}

static void remember(PowerFile *f, sqlite3_int64 at, int n)
{
    if (!f->disk) return;
    Past *p = calloc(1, sizeof *p + (size_t)n);
    assert_non_null(p);
    f->real->pMethods->xFileSize(f->real, &p->size_before);
    p->at = at;
    p->n = n;
    if (at >= 0 && n) f->real->pMethods->xRead(f->real, p->was, n, at); /* a short read leaves zeros */
    p->older = f->disk->unsynced;
    f->disk->unsynced = p;
}

static int p_close(sqlite3_file *f)
{
    int result = file_of(f)->real->pMethods->xClose(file_of(f)->real);
    free(file_of(f)->real);
    return result;
}
static int p_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
    if (power.off) return SQLITE_IOERR_READ;
    return file_of(f)->real->pMethods->xRead(file_of(f)->real, to, n, at);
}
static int p_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
    if (counts() || power.fails_writes) return SQLITE_IOERR_WRITE;
    remember(file_of(f), at, n);
    return file_of(f)->real->pMethods->xWrite(file_of(f)->real, from, n, at);
}
static int p_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    PowerFile    *p = file_of(f);
    sqlite3_int64 now = 0;
    if (counts()) return SQLITE_IOERR_TRUNCATE;
    p->real->pMethods->xFileSize(p->real, &now);
    remember(p, size < now ? size : -1, size < now ? (int)(now - size) : 0);
    return p->real->pMethods->xTruncate(p->real, size);
}
static void forget(Disk *d)
{
    for (Past *p = d->unsynced, *older; p; p = older) {
        older = p->older;
        free(p);
    }
    d->unsynced = NULL;
}
static int p_sync(sqlite3_file *f, int flags)
{
    (void)flags;
    if (counts() || power.fails_syncs) return SQLITE_IOERR_FSYNC;
    if (file_of(f)->disk) forget(file_of(f)->disk);
    return SQLITE_OK;
}
static int p_size(sqlite3_file *f, sqlite3_int64 *ret)
{
    return file_of(f)->real->pMethods->xFileSize(file_of(f)->real, ret);
}
static int p_lock(sqlite3_file *f, int how) { return file_of(f)->real->pMethods->xLock(file_of(f)->real, how); }
static int p_unlock(sqlite3_file *f, int how) { return file_of(f)->real->pMethods->xUnlock(file_of(f)->real, how); }
static int p_reserved(sqlite3_file *f, int *ret)
{
    return file_of(f)->real->pMethods->xCheckReservedLock(file_of(f)->real, ret);
}
static int p_control(sqlite3_file *f, int what, void *arg)
{
    if (what == SQLITE_FCNTL_MMAP_SIZE || what == SQLITE_FCNTL_CHUNK_SIZE || what == SQLITE_FCNTL_SIZE_HINT)
        return SQLITE_NOTFOUND;
    return file_of(f)->real->pMethods->xFileControl(file_of(f)->real, what, arg);
}
static int p_sector(sqlite3_file *f) { (void)f; return 512; }
static int p_device(sqlite3_file *f) { (void)f; return 0; } /* no promise of whole writes */
static int p_shm_map(sqlite3_file *f, int i, int n, int grow, void volatile **ret)
{
    return file_of(f)->real->pMethods->xShmMap(file_of(f)->real, i, n, grow, ret);
}
static int p_shm_lock(sqlite3_file *f, int at, int n, int flags)
{
    return file_of(f)->real->pMethods->xShmLock(file_of(f)->real, at, n, flags);
}
static void p_shm_barrier(sqlite3_file *f) { file_of(f)->real->pMethods->xShmBarrier(file_of(f)->real); }
static int p_shm_unmap(sqlite3_file *f, int remove_it)
{
    return file_of(f)->real->pMethods->xShmUnmap(file_of(f)->real, remove_it);
}

static const sqlite3_io_methods power_methods = {
    .iVersion = 2,
    .xClose = p_close,
    .xRead = p_read,
    .xWrite = p_write,
    .xTruncate = p_truncate,
    .xSync = p_sync,
    .xFileSize = p_size,
    .xLock = p_lock,
    .xUnlock = p_unlock,
    .xCheckReservedLock = p_reserved,
    .xFileControl = p_control,
    .xSectorSize = p_sector,
    .xDeviceCharacteristics = p_device,
    .xShmMap = p_shm_map,
    .xShmLock = p_shm_lock,
    .xShmBarrier = p_shm_barrier,
    .xShmUnmap = p_shm_unmap,
};

static Disk *disk_of(const char *path)
{
    for (int i = 0; i < DISKS; i++)
        if (disk[i].used && !strcmp(disk[i].path, path)) return &disk[i];
    for (int i = 0; i < DISKS; i++)
        if (!disk[i].used) {
            disk[i].used = true;
            snprintf(disk[i].path, sizeof disk[i].path, "%s", path);
            return &disk[i];
        }
    fail();
    return NULL;
}

static int p_open(sqlite3_vfs *by, const char *path, sqlite3_file *f, int flags, int *ret_flags)
{
    (void)by;
    PowerFile *p = file_of(f);
    p->base.pMethods = NULL;
    if (power.off) return SQLITE_CANTOPEN;
    p->real = calloc(1, (size_t)real->szOsFile);
    assert_non_null(p->real);
    int result = real->xOpen(real, path, p->real, flags, ret_flags);
    if (result) {
        free(p->real);
        return result;
    }
    p->disk = path && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL) ? disk_of(path) : NULL;
    p->base.pMethods = &power_methods;
    return SQLITE_OK;
}
static int p_delete(sqlite3_vfs *by, const char *path, int sync)
{
    (void)by;
    if (counts()) return SQLITE_IOERR_DELETE;
    for (int i = 0; i < DISKS; i++)
        if (disk[i].used && !strcmp(disk[i].path, path)) forget(&disk[i]);
    return real->xDelete(real, path, sync);
}
static int p_access(sqlite3_vfs *by, const char *path, int flags, int *ret)
{
    (void)by;
    return real->xAccess(real, path, flags, ret);
}
static int p_full(sqlite3_vfs *by, const char *path, int n, char *ret)
{
    (void)by;
    return real->xFullPathname(real, path, n, ret);
}

void power_install(bool for_all)
{
    if (real) return;
    real = sqlite3_vfs_find(NULL);
    vfs = *real;
    vfs.zName = "power";
    vfs.szOsFile = sizeof(PowerFile);
    vfs.pNext = NULL;
    vfs.xOpen = p_open;
    vfs.xDelete = p_delete;
    vfs.xAccess = p_access;
    vfs.xFullPathname = p_full;
    sqlite3_vfs_register(&vfs, for_all);
}

void power_returns(PowerLoss loss)
{
    bool keep_some = loss != POWER_LOSES_ALL;
    for (int i = 0; i < DISKS; i++) {
        Disk *d = &disk[i];
        if (!d->used) continue;
        FILE *f = fopen(d->path, "r+b");
        /* Newest first, so that what was there before is there again in the end; a kept write keeps its bytes, whatever
         * lies around. */
        for (Past *p = d->unsynced; f && p; p = p->older) {
            if (loss == POWER_LOSES_NOTHING || (keep_some && tap_rng_below(&power.luck, 2))) continue;
            if (p->at >= 0 && p->n) {
                fseek(f, (long)p->at, SEEK_SET);
                fwrite(p->was, 1, (size_t)p->n, f);
                fflush(f);
            }
            if (!keep_some) assert_int_equal(ftruncate(fileno(f), (off_t)p->size_before), 0);
        }
        if (f) fclose(f);
        forget(d);
        d->used = false;
        char shm[300];
        snprintf(shm, sizeof shm, "%s-shm", d->path);
        remove(shm);
    }
    power.off = false;
    power.cut_at = power.calls = 0;
}
