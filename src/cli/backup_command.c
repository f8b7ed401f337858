/* taproom backup: a copy of all tables, while the server runs. */
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "server/store/store.h"

int cmd_backup(int argc, char **argv)
{
    char        folder[4096], from[4200];
    const char *data = NULL, *to = NULL;
    TapError    error = {{0}};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            puts("Usage: taproom backup FILE [--data DIR]\n\n"
                 "Copies all tables into FILE, also while the server runs. To go back to it, stop\n"
                 "the server and put FILE in place of DIR/taproom.db (remove taproom.db-wal and\n"
                 "taproom.db-shm beside it).\n"
                 "The key of the house (DIR/key) is not copied: without it guests get new names.\n\n"
                 "Example:  taproom backup tavern.db");
            return EXIT_OK;
        }
        if (!strcmp(argv[i], "--data")) {
            if (++i == argc) return usage_error(argv[0], "--data lacks its folder.");
            data = argv[i];
        } else if (argv[i][0] == '-' || to) return usage_error(argv[0], "'%s' is one too many.", argv[i]);
        else to = argv[i];
    }
    if (!to) return usage_error(argv[0], "say into which file.");
    snprintf(from, sizeof from, "%s/taproom.db", data_folder(data, folder, sizeof folder));
    umask(077); /* the copy holds the seeds of games under way */
    if (store_sqlite_backup(from, to, &error)) {
        printf("All tables are in %s.\n", to);
        return EXIT_OK;
    }
    fprintf(stderr, "taproom backup: %s\n", error.text);
    return EXIT_FAILED;
}
