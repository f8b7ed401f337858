#include "server/ground/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/fail.h"

static const char *const own_names[] = {TABLES_FILE, ASIDE_FILE, KEY_FILE, BARS_FILE, DOOR_FILE, "lock"};
enum { OWN_NAMES = sizeof own_names / sizeof *own_names };

static bool is_own_name(const char *name)
{
    for (int i = 0; i < OWN_NAMES; i++) {
        size_t n = strlen(own_names[i]);
        if (!strncmp(name, own_names[i], n) && (!name[n] || name[n] == '-' || name[n] == '.')) return true;
    }
    return false;
}

/* With the folders above it. */
static bool make_folder(const char *path)
{
    char part[PATH_BYTES];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part) return false;
    for (char *slash = part + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(part, 0755);
        *slash = '/';
    }
    return !mkdir(part, 0700) || errno == EEXIST;
}

/* Ours, and then nobody else's to read. What is no file of the house is left as it is. */
static bool close_to_others(const char *path, bool folder, TapError *error)
{
    struct stat s;
    mode_t      mode = folder ? 0700 : 0600;
    if (stat(path, &s)) return fail_with(error, "Cannot look at %.150s: %.60s.", path, strerror(errno));
    if (s.st_uid != geteuid())
        return fail_with(error, "%.150s belongs to another user (%u). Start as that user, or take another folder: "
                         "--data DIR.", path, (unsigned)s.st_uid);
    if ((s.st_mode & 07777) == mode || !chmod(path, mode)) return true;
    return fail_with(error, "Cannot close %.150s to others: %.60s.", path, strerror(errno));
}

static bool close_files_to_others(const char *folder, TapError *error)
{
    DIR *names = opendir(folder);
    bool good = names || fail_with(error, "Cannot read the folder %.150s: %.60s.", folder, strerror(errno));
    for (const struct dirent *one; good && (one = readdir(names));) {
        char        path[PATH_BYTES];
        struct stat s;
        snprintf(path, sizeof path, "%.3900s/%.255s", folder, one->d_name);
        if (is_own_name(one->d_name) && !stat(path, &s) && S_ISREG(s.st_mode))
            good = close_to_others(path, false, error);
    }
    if (names) closedir(names);
    return good;
}

/* borrowed: it is another's to close. */
static bool take_folder(const char *path, bool borrowed, int *ret_lock, bool *ret_taken, TapError *error)
{
    char file[PATH_BYTES];
    *ret_taken = false;
    if (!make_folder(path)) return fail_with(error, "Cannot make the folder %.150s: %.60s.", path, strerror(errno));
    if (!borrowed && (!close_to_others(path, true, error) || !close_files_to_others(path, error))) return false;
    snprintf(file, sizeof file, "%.4000s/lock", path);
    int lock = open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (lock >= 0 && !flock(lock, LOCK_EX | LOCK_NB)) {
        *ret_lock = lock;
        return true;
    }
    *ret_taken = lock >= 0 && errno == EWOULDBLOCK;
    if (*ret_taken)
        fail_with(error, "Another server has the tables in %.130s. Stop it, or take another folder: --data DIR.", path);
    else fail_with(error, "Cannot write in the folder %.150s: %.60s.", path, strerror(errno));
    if (lock >= 0) close(lock);
    return false;
}

bool folder_open(const char *path, int *ret_lock, bool *ret_taken, TapError *error)
{
    return take_folder(path, false, ret_lock, ret_taken, error);
}

bool folder_borrow(const char *path, int *ret_lock, bool *ret_taken, TapError *error)
{
    struct stat s;
    bool        borrowed = !geteuid() && !stat(path, &s) && s.st_uid;
    return take_folder(path, borrowed, ret_lock, ret_taken, error);
}

void folder_give_back(const char *path)
{
    struct stat folder;
    if (geteuid() || stat(path, &folder) || !folder.st_uid) return;
    DIR *names = opendir(path);
    for (const struct dirent *one; names && (one = readdir(names));) {
        struct stat s;
        bool made = is_own_name(one->d_name) && !fstatat(dirfd(names), one->d_name, &s, AT_SYMLINK_NOFOLLOW) &&
                    S_ISREG(s.st_mode) && !s.st_uid && s.st_nlink == 1; /* by us, and by no other name another's */
        if (made && fchownat(dirfd(names), one->d_name, folder.st_uid, folder.st_gid, AT_SYMLINK_NOFOLLOW))
            fprintf(stderr, "taproom: %s/%s cannot be given to its user: %s\n", path, one->d_name, strerror(errno));
    }
    if (names) closedir(names);
}

void folder_close(int lock) { close(lock); }

bool folder_has_house(const char *path)
{
    static const char *const of_house[] = {TABLES_FILE, ASIDE_FILE, KEY_FILE}; /* a lock alone is none */
    for (int i = 0; i < 3; i++) {
        char file[PATH_BYTES];
        snprintf(file, sizeof file, "%.4000s/%s", path, of_house[i]);
        if (!access(file, F_OK)) return true;
    }
    return false;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool folder_owns(const char *path, const char *file)
{
    char        room[PATH_BYTES], name[PATH_BYTES];
    struct stat folder, above, given, own;
    if (stat(path, &folder)) return false;
    snprintf(room, sizeof room, "%s", file);
    snprintf(name, sizeof name, "%s", file);
    if (!stat(dirname(room), &above) && same_file(&above, &folder) && is_own_name(basename(name))) return true;
    if (stat(file, &given)) return false;
    DIR *names = opendir(path);
    bool found = false;
    for (const struct dirent *one; names && !found && (one = readdir(names));) {
        snprintf(room, sizeof room, "%.3900s/%.255s", path, one->d_name);
        found = is_own_name(one->d_name) && !stat(room, &own) && same_file(&own, &given);
    }
    if (names) closedir(names);
    return found;
}

bool file_sync(const char *path)
{
    int  file = open(path, O_RDONLY | O_CLOEXEC);
    bool synced = file >= 0 && !fsync(file);
    if (file >= 0) close(file);
    return synced;
}

bool file_sync_name(const char *path)
{
    char room[PATH_BYTES];
    return snprintf(room, sizeof room, "%s", path) < (int)sizeof room && file_sync(dirname(room));
}
