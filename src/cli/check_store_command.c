/* taproom check-store: is everything that the server keeps as it was written? */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/keeping.h"
#include "server/ground/folder.h"

typedef struct Listed {
    bool json, any;
} Listed;

static void list(void *of, const char *table, const char *why, bool known)
{
    Listed *l = of;
    if (!l->json) {
        if (!table[0]) printf("The file is not well built: %s\n", why);
        else printf("Table %s is damaged%s: %s\n", table, known ? " and set aside" : "", why);
        return;
    }
    printf("%s{\"table\":", l->any ? "," : "");
    print_json_string(stdout, table);
    fputs(",\"why\":", stdout);
    print_json_string(stdout, why);
    printf(",\"known\":%s}", known ? "true" : "false");
    l->any = true;
}

int cmd_check_store(int argc, char **argv)
{
    char        folder[4096], beside[PATH_BYTES], part[PATH_BYTES];
    const char *data = NULL;
    TapError    error = {{0}};
    Listed      listed = {0};
    HouseCheck  found;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            puts("Usage: taproom check-store [--data DIR] [--json]\n\n"
                 "Looks whether everything the server keeps is as it was written, also while it\n"
                 "runs: the file itself, every checksum, and every game played again from its\n"
                 "first answer. It works on a copy in DIR, so there must be room for one.\n\n"
                 "  --data DIR   where the server keeps its tables (as for taproom serve)\n"
                 "  --json       the result for programs\n\n"
                 "Exit code: 0 all is whole, 1 something is damaged or cannot be read, 2 usage.\n\n"
                 "Example:  taproom check-store --data /srv/tavern");
            return EXIT_OK;
        }
        if (!strcmp(argv[i], "--json")) listed.json = true;
        else if (!strcmp(argv[i], "--data")) {
            if (++i == argc) return usage_error(argv[0], "--data lacks its folder.");
            data = argv[i];
        } else return usage_error(argv[0], "'%s' is one too many.", argv[i]);
    }
    data = data_folder(data, folder, sizeof folder);
    snprintf(beside, sizeof beside, "%.4000s/check-store", data);
    if (!keeping_copy(data, beside, part, sizeof part, &error)) {
        fprintf(stderr, "taproom check-store: %s\n", error.text);
        return EXIT_FAILED;
    }
    if (listed.json) fputs("{\"damaged\":[", stdout);
    bool good = house_check(part, list, &listed, &found, &error);
    remove(part);
    if (!good) {
        fprintf(stderr, "taproom check-store: %s\n", error.text);
        return EXIT_FAILED;
    }
    bool whole = !found.damaged && !found.known && found.well_built;
    if (listed.json)
        printf("],\"tables\":%d,\"entries\":%d,\"replayed\":%d,\"older\":%d,\"well_built\":%s,\"whole\":%s}\n",
               found.tables, found.entries, found.replayed, found.older, found.well_built ? "true" : "false",
               whole ? "true" : "false");
    else
        printf("%s: %d tables, %d entries, %d games played again, %d of older rules left alone, %d damaged.\n",
               whole ? "All is whole" : "Not all is whole", found.tables, found.entries, found.replayed, found.older,
               found.damaged + found.known);
    return whole ? EXIT_OK : EXIT_FAILED;
}
