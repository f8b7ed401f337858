/* What every store must do, run against each of them (for now SQLite); and that SQLite's tables survive a power failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include <taproom/rng.h>

#include "server/store/store.h"

static TapError why;

/* ------------------------------------------------------------ conformance */

typedef struct Kind {
    const char *name;
    Store *(*open)(const char *folder);
} Kind;

static Store *open_sqlite(const char *folder)
{
    char path[256];
    snprintf(path, sizeof path, "%s/t.db", folder);
    return store_sqlite_open(path, &why);
}

static const Kind kinds[] = {{"sqlite", open_sqlite}};

static char folder[64];

static void new_folder(void)
{
    strcpy(folder, "/tmp/taproom-store-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

typedef struct Seen {
    int  n, last;
    char text[4096];
} Seen;

static bool see(void *of, const char *key, int number, const char *text)
{
    Seen *s = of;
    s->n++;
    s->last = number;
    size_t n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, "%s=%.40s;", key, text);
    return true;
}

static bool see_two(void *of, const char *key, int number, const char *text)
{
    return see(of, key, number, text) && ((Seen *)of)->n < 2;
}

static void conforms(const Kind *kind)
{
    new_folder();
    Store *s = kind->open(folder);
    assert_non_null(s);
    const StoreKind *k = s->kind;
    char *text = NULL;
    int   seq = -1;

    /* What is not there is missing, not an error. */
    assert_int_equal(k->get_table(s, "a", &text, &why), STORE_MISSING);
    assert_int_equal(k->get_guest(s, "g", &text, &why), STORE_MISSING);
    assert_int_equal(k->get_file(s, "00ff", &text, &why), STORE_MISSING);
    assert_int_equal(k->find(s, "a", "x", &seq, &why), STORE_MISSING);
    assert_true(k->commit(s, &why)); /* nothing to do */

    /* Documents are kept, replaced, and seen before they are committed. */
    assert_int_equal(k->put_table(s, "a", true, "one", &why), STORE_OK);
    assert_int_equal(k->put_table(s, "a", true, "two \"\xC3\xA4\"", &why), STORE_OK);
    assert_int_equal(k->get_table(s, "a", &text, &why), STORE_OK);
    assert_string_equal(text, "two \"\xC3\xA4\"");
    free(text);
    assert_int_equal(k->put_guest(s, "g", "Anna", &why), STORE_OK);
    assert_int_equal(k->get_guest(s, "g", &text, &why), STORE_OK);
    assert_string_equal(text, "Anna");
    free(text);

    /* A file is kept under its hash and never changes. */
    assert_int_equal(k->put_file(s, "00ff", "content x y\n\xC3\xA4\n", &why), STORE_OK);
    assert_int_equal(k->put_file(s, "00ff", "another", &why), STORE_OK);
    assert_int_equal(k->get_file(s, "00ff", &text, &why), STORE_OK);
    assert_string_equal(text, "content x y\n\xC3\xA4\n");
    free(text);
    assert_int_equal(k->get_file(s, "00fe", &text, &why), STORE_MISSING);

    /* The log counts from 1 and takes an entry only where it is expected. */
    assert_int_equal(k->append(s, "a", 1, "x", "early", &seq, &why), STORE_STALE);
    assert_int_equal(k->append(s, "a", 0, "x", "first", &seq, &why), STORE_OK);
    assert_int_equal(seq, 1);
    assert_int_equal(k->append(s, "a", 0, "y", "late", &seq, &why), STORE_STALE);
    assert_int_equal(k->append(s, "a", 1, NULL, "second", &seq, &why), STORE_OK);
    assert_int_equal(k->append(s, "a", 2, NULL, "third", &seq, &why), STORE_OK); /* no id is no repetition */
    assert_int_equal(seq, 3);

    /* The same id again is the same entry, whatever else is said; at another table it is another. */
    assert_int_equal(k->append(s, "a", 3, "x", "again", &seq, &why), STORE_REPEATED);
    assert_int_equal(seq, 1);
    assert_int_equal(k->append(s, "a", 0, "x", "again", &seq, &why), STORE_REPEATED);
    assert_int_equal(k->append(s, "b", 0, "x", "other", &seq, &why), STORE_OK);
    assert_int_equal(k->find(s, "a", "x", &seq, &why), STORE_OK);
    assert_int_equal(seq, 1);
    assert_true(k->commit(s, &why));

    /* Ranges, in order; the reader may stop. */
    Seen all = {0}, rest = {0}, two = {0}, none = {0};
    assert_int_equal(k->read(s, "a", 0, see, &all, &why), STORE_OK);
    assert_string_equal(all.text, "x=first;=second;=third;");
    assert_int_equal(k->read(s, "a", 2, see, &rest, &why), STORE_OK);
    assert_string_equal(rest.text, "=third;");
    assert_int_equal(rest.last, 3);
    assert_int_equal(k->read(s, "a", 0, see_two, &two, &why), STORE_OK);
    assert_int_equal(two.n, 2);
    assert_int_equal(k->read(s, "a", 3, see, &none, &why), STORE_OK);
    assert_int_equal(none.n, 0);

    /* Answers beside the log: one a seat and question, in the order of seats; the log does not know them. */
    Seen aside = {0}, later = {0}, gone = {0}, other = {0};
    assert_int_equal(k->put_aside(s, "a", 3, 2, "p", "3 pass", &why), STORE_OK);
    assert_int_equal(k->put_aside(s, "a", 3, 0, "q", "1 raise", &why), STORE_OK);
    assert_int_equal(k->put_aside(s, "a", 3, 2, "r", "3 call", &why), STORE_OK);
    assert_int_equal(k->put_aside(s, "a", 4, 1, "t", "2 pass", &why), STORE_OK);
    assert_int_equal(k->put_aside(s, "b", 3, 1, NULL, "2 fold", &why), STORE_OK);
    assert_true(k->commit(s, &why));
    assert_int_equal(k->read_aside(s, "a", 3, see, &aside, &why), STORE_OK);
    assert_string_equal(aside.text, "q=1 raise;r=3 call;");
    assert_int_equal(aside.last, 2);
    assert_int_equal(k->read_aside(s, "a", 4, see, &later, &why), STORE_OK);
    assert_string_equal(later.text, "t=2 pass;");
    assert_int_equal(k->find(s, "a", "q", &seq, &why), STORE_MISSING);
    assert_int_equal(k->drop_aside(s, "a", &why), STORE_OK);
    assert_true(k->commit(s, &why));
    assert_int_equal(k->read_aside(s, "a", 3, see, &gone, &why), STORE_OK);
    assert_int_equal(gone.n, 0);
    assert_int_equal(k->read_aside(s, "b", 3, see, &other, &why), STORE_OK);
    assert_string_equal(other.text, "=2 fold;");

    /* What is rolled back never was; its place and its id are free. */
    assert_int_equal(k->append(s, "a", 3, "z", "lost", &seq, &why), STORE_OK);
    assert_int_equal(k->put_table(s, "c", true, "lost", &why), STORE_OK);
    k->rollback(s);
    assert_int_equal(k->get_table(s, "c", &text, &why), STORE_MISSING);
    assert_int_equal(k->find(s, "a", "z", &seq, &why), STORE_MISSING);
    assert_int_equal(k->append(s, "a", 3, "z", "fourth", &seq, &why), STORE_OK);
    assert_true(k->commit(s, &why));

    /* Active tables, newest first, as many as asked for. */
    assert_int_equal(k->put_table(s, "b", true, "bee", &why), STORE_OK);
    assert_int_equal(k->put_table(s, "d", false, "dee", &why), STORE_OK);
    Seen active = {0}, one = {0}, left = {0};
    assert_int_equal(k->active(s, 10, see, &active, &why), STORE_OK);
    assert_string_equal(active.text, "b=bee;a=two \"\xC3\xA4\";");
    assert_int_equal(k->active(s, 1, see, &one, &why), STORE_OK);
    assert_int_equal(one.n, 1);
    assert_int_equal(k->put_table(s, "b", false, "bee", &why), STORE_OK);
    assert_int_equal(k->active(s, 10, see, &left, &why), STORE_OK);
    assert_int_equal(left.n, 1);
    assert_true(k->commit(s, &why));

    /* Closing keeps what was committed and nothing else. */
    assert_int_equal(k->append(s, "a", 4, "w", "not committed", &seq, &why), STORE_OK);
    k->close(s);
    s = kind->open(folder);
    assert_non_null(s);
    Seen again = {0};
    assert_int_equal(k->read(s, "a", 0, see, &again, &why), STORE_OK);
    assert_string_equal(again.text, "x=first;=second;=third;z=fourth;");
    assert_int_equal(k->append(s, "a", 4, "x", "again", &seq, &why), STORE_REPEATED);
    k->close(s);
    remove_folder();
}

static void test_conformance(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) conforms(&kinds[i]);
}

/* A database from before content files were kept: it goes on, and can keep them now. */
static void test_older_layout(void **unused)
{
    (void)unused;
    char     path[128], *text = NULL;
    sqlite3 *db;
    new_folder();
    snprintf(path, sizeof path, "%s/t.db", folder);
    Store *s = store_sqlite_open(path, &why);
    assert_int_equal(s->kind->put_table(s, "a", true, "one", &why), STORE_OK);
    assert_true(s->kind->commit(s, &why));
    s->kind->close(s);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DROP TABLE files; PRAGMA user_version=1", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    s = store_sqlite_open(path, &why);
    assert_non_null(s);
    assert_int_equal(s->kind->get_table(s, "a", &text, &why), STORE_OK);
    assert_string_equal(text, "one");
    free(text);
    assert_int_equal(s->kind->put_file(s, "00ff", "text", &why), STORE_OK);
    assert_true(s->kind->commit(s, &why));
    s->kind->close(s);
    remove_folder();
}

static void test_backup(void **unused)
{
    (void)unused;
    char from[128], to[128];
    int  seq;
    new_folder();
    snprintf(from, sizeof from, "%s/t.db", folder);
    snprintf(to, sizeof to, "%s/copy.db", folder);
    Store *s = store_sqlite_open(from, &why);
    assert_int_equal(s->kind->append(s, "a", 0, "x", "first", &seq, &why), STORE_OK);
    assert_true(s->kind->commit(s, &why));
    assert_int_equal(s->kind->append(s, "a", 1, "y", "under way", &seq, &why), STORE_OK);
    assert_true(store_sqlite_backup(from, to, &why)); /* in the middle of a transaction of somebody else */
    assert_true(s->kind->commit(s, &why));
    s->kind->close(s);
    s = store_sqlite_open(to, &why);
    assert_non_null(s);
    Seen seen = {0};
    assert_int_equal(s->kind->read(s, "a", 0, see, &seen, &why), STORE_OK);
    assert_string_equal(seen.text, "x=first;");
    s->kind->close(s);
    assert_false(store_sqlite_backup("/nonexistent/taproom.db", to, &why));
    remove_folder();
}

/* ------------------------------------------------------------------ power */

/*
 * A VFS between SQLite and the disk that remembers, for every write and truncation since the last sync of that file, what was
 * there before. Cutting the power fails every call from then on and takes the unsynced writes back: all of them, or a
 * random part of them, for a disk may write in any order.
 */
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
static struct {
    sqlite3_vfs  vfs, *real;
    Disk         disk[DISKS];
    long         calls, cut_at; /* writes, truncations and syncs; 0: never */
    bool         off;
    TapRng       luck;
} power;

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
    if (counts()) return SQLITE_IOERR_WRITE;
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
    if (counts()) return SQLITE_IOERR_FSYNC;
    if (file_of(f)->disk) forget(file_of(f)->disk);
    return SQLITE_OK;
}
static int p_size(sqlite3_file *f, sqlite3_int64 *ret) { return file_of(f)->real->pMethods->xFileSize(file_of(f)->real, ret); }
static int p_lock(sqlite3_file *f, int how) { return file_of(f)->real->pMethods->xLock(file_of(f)->real, how); }
static int p_unlock(sqlite3_file *f, int how) { return file_of(f)->real->pMethods->xUnlock(file_of(f)->real, how); }
static int p_reserved(sqlite3_file *f, int *ret) { return file_of(f)->real->pMethods->xCheckReservedLock(file_of(f)->real, ret); }
static int p_control(sqlite3_file *f, int what, void *arg)
{
    if (what == SQLITE_FCNTL_MMAP_SIZE || what == SQLITE_FCNTL_CHUNK_SIZE || what == SQLITE_FCNTL_SIZE_HINT) return SQLITE_NOTFOUND;
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
static int p_shm_unmap(sqlite3_file *f, int remove_it) { return file_of(f)->real->pMethods->xShmUnmap(file_of(f)->real, remove_it); }

static const sqlite3_io_methods power_methods = {
    .iVersion = 2, .xClose = p_close, .xRead = p_read, .xWrite = p_write, .xTruncate = p_truncate, .xSync = p_sync, .xFileSize = p_size,
    .xLock = p_lock, .xUnlock = p_unlock, .xCheckReservedLock = p_reserved, .xFileControl = p_control, .xSectorSize = p_sector,
    .xDeviceCharacteristics = p_device, .xShmMap = p_shm_map, .xShmLock = p_shm_lock, .xShmBarrier = p_shm_barrier,
    .xShmUnmap = p_shm_unmap,
};

static Disk *disk_of(const char *path)
{
    for (int i = 0; i < DISKS; i++)
        if (power.disk[i].used && !strcmp(power.disk[i].path, path)) return &power.disk[i];
    for (int i = 0; i < DISKS; i++)
        if (!power.disk[i].used) {
            power.disk[i].used = true;
            snprintf(power.disk[i].path, sizeof power.disk[i].path, "%s", path);
            return &power.disk[i];
        }
    fail();
    return NULL;
}

static int p_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *ret_flags)
{
    (void)vfs;
    PowerFile *p = file_of(f);
    p->base.pMethods = NULL;
    if (power.off) return SQLITE_CANTOPEN;
    p->real = calloc(1, (size_t)power.real->szOsFile);
    assert_non_null(p->real);
    int result = power.real->xOpen(power.real, path, p->real, flags, ret_flags);
    if (result) {
        free(p->real);
        return result;
    }
    p->disk = path && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL) ? disk_of(path) : NULL;
    p->base.pMethods = &power_methods;
    return SQLITE_OK;
}
static int p_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    if (counts()) return SQLITE_IOERR_DELETE;
    for (int i = 0; i < DISKS; i++)
        if (power.disk[i].used && !strcmp(power.disk[i].path, path)) forget(&power.disk[i]);
    return power.real->xDelete(power.real, path, sync);
}
static int p_access(sqlite3_vfs *vfs, const char *path, int flags, int *ret)
{
    (void)vfs;
    return power.real->xAccess(power.real, path, flags, ret);
}
static int p_full(sqlite3_vfs *vfs, const char *path, int n, char *ret)
{
    (void)vfs;
    return power.real->xFullPathname(power.real, path, n, ret);
}

static void power_install(void)
{
    power.real = sqlite3_vfs_find(NULL);
    power.vfs = *power.real;
    power.vfs.zName = "power";
    power.vfs.szOsFile = sizeof(PowerFile);
    power.vfs.pNext = NULL;
    power.vfs.xOpen = p_open;
    power.vfs.xDelete = p_delete;
    power.vfs.xAccess = p_access;
    power.vfs.xFullPathname = p_full;
    sqlite3_vfs_register(&power.vfs, 0);
}

/* What the disk holds when the power comes back. keep_some: a random part of what was not synced got there after all. */
static void power_returns(bool keep_some)
{
    for (int i = 0; i < DISKS; i++) {
        Disk *d = &power.disk[i];
        if (!d->used) continue;
        FILE *f = fopen(d->path, "r+b");
        /* Newest first, so that what was there before is there again in the end; a kept write keeps its bytes, whatever lies around. */
        for (Past *p = d->unsynced; f && p; p = p->older) {
            if (keep_some && tap_rng_below(&power.luck, 2)) continue;
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

enum { GROUPS = 330, ENTRY_BYTES = 9000 }; /* enough to make the log move into the file twice */

/* Plays: groups of one to three entries, each group one commit. Returns how many entries were acknowledged. */
static int play(const char *path, const char *synchronous, int *ret_tried)
{
    static char entry[ENTRY_BYTES + 1];
    int acked = 0, tried = 0;
    Store *s = store_sqlite_open_with(path, "power", synchronous, &why);
    memset(entry, 'x', ENTRY_BYTES);
    for (int g = 0; s && g < GROUPS; g++) {
        bool good = true;
        tried = acked;
        for (int i = 0; good && i <= g % 3; i++) {
            char id[24];
            int  seq;
            snprintf(id, sizeof id, "id-%d", tried + 1);
            entry[snprintf(entry, 24, "%d", tried + 1)] = ' ';
            good = s->kind->append(s, "a", tried, id, entry, &seq, &why) == STORE_OK;
            tried++;
        }
        char document[24];
        snprintf(document, sizeof document, "%d", tried);
        good = good && s->kind->put_table(s, "a", true, document, &why) == STORE_OK;
        if (!good || !s->kind->commit(s, &why)) break;
        acked = tried;
    }
    if (s) s->kind->close(s);
    *ret_tried = tried;
    return acked;
}

static bool in_order(void *of, const char *key, int number, const char *text)
{
    int *n = of;
    char id[24];
    snprintf(id, sizeof id, "id-%d", *n + 1);
    if (number != *n + 1 || strcmp(key, id) || atoi(text) != number || strlen(text) != ENTRY_BYTES) return false;
    (*n)++;
    return true;
}

/* True if all that was acknowledged is there, and nothing half. */
static bool survived(const char *path, int acked, int tried)
{
    int   n = 0, seq;
    char *document = NULL;
    Store *s = store_sqlite_open_with(path, "power", NULL, &why);
    if (!s) return false;
    bool good = s->kind->read(s, "a", 0, in_order, &n, &why) == STORE_OK && (n == acked || n == tried);
    StoreResult found = s->kind->get_table(s, "a", &document, &why);
    good = good && (n ? found == STORE_OK && atoi(document) == n : found == STORE_MISSING);
    /* It goes on, and no id counts twice. */
    good = good && (!n || s->kind->append(s, "a", n, "id-1", "again", &seq, &why) == STORE_REPEATED);
    good = good && s->kind->append(s, "a", n, "new", "more", &seq, &why) == STORE_OK && s->kind->commit(s, &why);
    free(document);
    s->kind->close(s);
    return good;
}

static int points_lost(const char *synchronous, int points)
{
    char path[128];
    int  tried, lost = 0;
    new_folder();
    snprintf(path, sizeof path, "%s/t.db", folder);
    power.calls = power.cut_at = 0;
    int all = play(path, synchronous, &tried);
    assert_int_equal(all, tried);
    long calls = power.calls;
    power_returns(true);
    remove_folder();
    assert_true(calls > 10 * points);
    for (int i = 0; i < points; i++) {
        new_folder();
        snprintf(path, sizeof path, "%s/t.db", folder);
        power.calls = 0;
        power.cut_at = 1 + calls * i / points + (long)tap_rng_below(&power.luck, (uint32_t)(calls / points));
        int acked = play(path, synchronous, &tried);
        power_returns(i % 2);
        if (!survived(path, acked, tried)) lost++;
        power_returns(true);
        remove_folder();
    }
    return lost;
}

static void test_power(void **unused)
{
    (void)unused;
    uint8_t seed[64];
    tap_seed_from_number(7, seed);
    tap_rng_key(&power.luck, seed);
    power_install();
    enum { POINTS = 50 };
    assert_int_equal(points_lost(NULL, POINTS), 0);
    /* Without syncing the same test must see losses, or it would see nothing. */
    int lost = points_lost("OFF", POINTS);
    printf("%d of %d power failures lost acknowledged answers without syncing, 0 with it\n", lost, POINTS);
    assert_true(lost > POINTS / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conformance),
        cmocka_unit_test(test_older_layout), cmocka_unit_test(test_backup),
        cmocka_unit_test(test_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
