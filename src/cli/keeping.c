#include "cli/keeping.h"

#include <stdio.h>
#include <unistd.h>

#include "server/ground/folder.h"
#include "server/store/snapshot.h"
#include "server/store/write_ahead.h"
#include "text/fail.h"

/* Where no server runs, a damaged log is mended before anybody opens it, as the server would. */
static bool mend(const char *data, TapError *error)
{
    static const char *const files[] = {TABLES_FILE, ASIDE_FILE};
    char path[PATH_BYTES], copy[PATH_BYTES];
    int  lock;
    bool taken, good = true;
    snprintf(path, sizeof path, "%.4000s/" TABLES_FILE, data);
    if (access(path, F_OK)) return fail_with(error, "Cannot read %.150s: there are no tables.", path);
    if (!folder_borrow(data, &lock, &taken, error)) return taken;
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
    folder_close(lock);
    return good;
}

bool keeping_copy(const char *data, const char *beside, char *ret_path, size_t size, TapError *error)
{
    bool good = mend(data, error) && snapshot_take(data, beside, ret_path, size, error);
    folder_give_back(data);
    return good;
}

static void tell(void *of, const char *table, const char *why, bool known)
{
    const char *command = of;
    if (!table[0]) fprintf(stderr, "taproom %s: the file is not well built: %s\n", command, why);
    else fprintf(stderr, "taproom %s: table %s is damaged%s: %s\n", command, table, known ? " and set aside" : "", why);
}

bool keeping_check(const char *command, const char *path, HouseCheck *ret, TapError *error)
{
    return house_check(path, tell, (void *)(uintptr_t)command, ret, error);
}
