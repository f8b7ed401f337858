/* taproom backup: everything the server keeps, in one file, while it runs. */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/keeping.h"
#include "server/ground/folder.h"
#include "server/store/snapshot.h"

static int failed(const TapError *error)
{
    fprintf(stderr, "taproom backup: %s\n", error->text);
    return EXIT_FAILED;
}

int cmd_backup(int argc, char **argv)
{
    char        folder[4096], part[PATH_BYTES];
    const char *data = NULL, *to = NULL;
    bool        force = false;
    TapError    error = {{0}};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            puts("Usage: taproom backup FILE [--data DIR] [--force]\n\n"
                 "Copies everything the server keeps into one FILE, also while it runs: tables,\n"
                 "answers, names, decks, and the key that makes guests themselves. The copy is\n"
                 "checked (every game is played again) before it gets its name.\n"
                 "taproom restore puts it back.\n\n"
                 "  --data DIR   where the server keeps its tables (as for taproom serve)\n"
                 "  --force      replace FILE if it is there, and keep the copy even if tables\n"
                 "               in it are damaged\n\n"
                 "Keep FILE to yourself: it holds the seeds of games under way.\n\n"
                 "Example:  taproom backup tavern.backup");
            return EXIT_OK;
        }
        if (!strcmp(argv[i], "--force")) force = true;
        else if (!strcmp(argv[i], "--data")) {
            if (++i == argc) return usage_error(argv[0], "--data lacks its folder.");
            data = argv[i];
        } else if (argv[i][0] == '-' || to) return usage_error(argv[0], "'%s' is one too many.", argv[i]);
        else to = argv[i];
    }
    if (!to) return usage_error(argv[0], "say into which file.");
    data = data_folder(data, folder, sizeof folder);
    if (folder_owns(data, to)) {
        fprintf(stderr, "taproom backup: %s is one of the server's own files. Take another name.\n", to);
        return EXIT_FAILED;
    }
    if (!force && !access(to, F_OK)) {
        fprintf(stderr, "taproom backup: %s is there already. Take another name, or say --force.\n", to);
        return EXIT_FAILED;
    }
    HouseCheck found;
    if (!keeping_copy(data, to, part, sizeof part, &error)) return failed(&error);
    bool checked = keeping_check(argv[0], part, &found, &error);
    if (checked && !force && (found.damaged || !found.well_built)) {
        fprintf(stderr, "taproom backup: the copy is damaged and was not kept; --force keeps it.\n");
        remove(part);
        return EXIT_FAILED;
    }
    if (!checked || !snapshot_name(part, to, force, &error)) {
        remove(part);
        return failed(&error);
    }
    printf("Everything is in %s: %d tables, %d games played again and found whole.\n", to, found.tables,
           found.replayed);
    return EXIT_OK;
}
