/* taproom restore: a backup becomes a server's folder again. */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/keeping.h"
#include "server/ground/folder.h"
#include "server/store/snapshot.h"

static int restore(const char *command, const char *file, const char *data, bool force, TapError *error)
{
    char       part[PATH_BYTES], moved[PATH_BYTES];
    HouseCheck found = {0};
    snprintf(part, sizeof part, "%.4000s/restored-whole.db", data);
    /* It is looked at in a copy: the backup stays as it is, wherever it lies. */
    bool good = snapshot_copy(file, part, error) && keeping_check(command, part, &found, error);
    if (good && !force && (found.damaged || !found.well_built)) {
        fprintf(stderr, "taproom restore: the backup is damaged; --force takes what is left of it.\n");
        remove(part);
        return EXIT_FAILED;
    }
    good = good && snapshot_restore(part, data, moved, sizeof moved, error);
    remove(part);
    if (!good) {
        fprintf(stderr, "taproom restore: %s\n", error->text);
        return EXIT_FAILED;
    }
    if (moved[0]) printf("What was there before is in %s.\n", moved);
    printf("The house is in %s again: %d tables. Open it with: taproom serve --data %s\n", data, found.tables, data);
    return EXIT_OK;
}

int cmd_restore(int argc, char **argv)
{
    char        folder[4096];
    const char *data = NULL, *file = NULL;
    bool        force = false, taken;
    TapError    error = {{0}};
    int         lock;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            puts("Usage: taproom restore FILE --data DIR [--force]\n\n"
                 "Puts a backup back into the folder DIR, for taproom serve --data DIR: every\n"
                 "table is as it was, and every guest is who he was, in his seat.\n"
                 "It refuses a folder whose server runs, and one that has tables already.\n\n"
                 "  --force      take the place of what is there (it is moved into a folder\n"
                 "               beside it), and take a backup that is damaged\n\n"
                 "Example:  taproom restore tavern.backup --data /srv/tavern");
            return EXIT_OK;
        }
        if (!strcmp(argv[i], "--force")) force = true;
        else if (!strcmp(argv[i], "--data")) {
            if (++i == argc) return usage_error(argv[0], "--data lacks its folder.");
            data = argv[i];
        } else if (argv[i][0] == '-' || file) return usage_error(argv[0], "'%s' is one too many.", argv[i]);
        else file = argv[i];
    }
    if (!file) return usage_error(argv[0], "say which backup.");
    data = data_folder(data, folder, sizeof folder);
    if (!snapshot_is(file, &error) || !folder_borrow(data, &lock, &taken, &error)) {
        fprintf(stderr, "taproom restore: %s\n", error.text);
        return EXIT_FAILED;
    }
    int code = EXIT_FAILED;
    if (folder_owns(data, file)) fprintf(stderr, "taproom restore: %s is one of the server's own files.\n", file);
    else if (folder_has_house(data) && !force)
        fprintf(stderr, "taproom restore: %s has tables already. Take another folder, or say --force.\n", data);
    else code = restore(argv[0], file, data, force, &error);
    folder_give_back(data);
    folder_close(lock);
    return code;
}
