#include "cli/keeping.h"

#include <glob.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "server/ground/folder.h"
#include "server/store/snapshot.h"
#include "server/store/write_ahead.h"
#include "text/fail.h"

static bool has_tables(const char *data, TapError *error)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.4000s/" TABLES_FILE, data);
    return !access(path, F_OK) || fail_with(error, "Cannot read %.150s: there are no tables.", path);
}

static bool mend_files(const char *data, TapError *error)
{
    static const char *const files[] = {TABLES_FILE, ASIDE_FILE};
    char path[PATH_BYTES], copy[PATH_BYTES];
    bool good = true;
    for (int i = 0; good && i < 2; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", data, files[i]);
        WriteAhead log = write_ahead_mend(path, copy, sizeof copy, error);
        good = log != WRITE_AHEAD_FAILED;
        if (log == WRITE_AHEAD_MENDED)
            fprintf(stderr, "The log of %s was damaged and is mended. As it was: %s\n", path, copy);
        if (log == WRITE_AHEAD_PATCHED || log == WRITE_AHEAD_CUT)
            fprintf(stderr, "The log of %s is damaged. As it was: %s\n", path, copy);
    }
    folder_give_back(data);
    return good;
}

/* Where no server runs, a damaged log is mended before anybody opens it, as the server would. */
static bool mend(const char *data, TapError *error)
{
    int  lock;
    bool taken;
    if (!has_tables(data, error)) return false;
    if (!folder_borrow(data, &lock, &taken, error)) return taken;
    bool good = mend_files(data, error);
    folder_close(lock);
    return good;
}

bool keeping_copy(const char *data, const char *beside, char *ret_path, size_t size, TapError *error)
{
    bool good = mend(data, error) && snapshot_take(data, beside, ret_path, size, error);
    folder_give_back(data);
    return good;
}

static void remove_left(const char *beside)
{
    char   pattern[PATH_BYTES + 16];
    glob_t left;
    snprintf(pattern, sizeof pattern, "%s.??????*", beside);
    if (!glob(pattern, 0, NULL, &left))
        for (size_t i = 0; i < left.gl_pathc; i++) remove(left.gl_pathv[i]);
    globfree(&left);
}

bool keeping_copy_alone(const char *data, const char *beside, char *ret_path, size_t size, int *ret_lock,
                        TapError *error)
{
    bool taken;
    if (!has_tables(data, error)) return false;
    if (!folder_borrow(data, ret_lock, &taken, error))
        return taken ? fail_with(error, "A server has the tables in %.150s. Stop it first.", data) : false;
    remove_left(beside);
    bool good = mend_files(data, error) && snapshot_take(data, beside, ret_path, size, error);
    folder_give_back(data);
    if (!good) folder_close(*ret_lock);
    return good;
}

void keeping_tell(void *of, const Damage *damage)
{
    const char *command = of, *aside = damage->known ? " and set aside" : "";
    switch (damage->what) {
    case DAMAGED_FILE: fprintf(stderr, "taproom %s: the file is not well built: %s\n", command, damage->why); break;
    case DAMAGED_TABLE:
        fprintf(stderr, "taproom %s: table %s is damaged%s: %s\n", command, damage->name, aside, damage->why);
        break;
    case DAMAGED_GUEST:
    case DAMAGED_TEXT:
        fprintf(stderr, "taproom %s: %s %s is damaged: %s\n", command,
                damage->what == DAMAGED_GUEST ? "what is known about guest" : "the text of content", damage->name,
                damage->why);
        break;
    }
}

bool keeping_check(const char *command, const char *path, HouseCheck *ret, TapError *error)
{
    const CheckTold told = {.damage = keeping_tell, .of = (void *)(uintptr_t)command};
    Store          *store = store_sqlite_open(path, error);
    *ret = (HouseCheck){0};
    bool good = store && house_check(store, &told, ret, error);
    house_check_free(ret);
    return good;
}

bool keeping_bars(const char *data, Store *store, Bars *ret, TapError *error)
{
    if (!data) return store->kind->bars(store, ret, error) == STORE_OK;
    bars_open(ret, data);
    bars_forget(ret, "", (int64_t)time(NULL));
    return true;
}
