/* taproom check-store: is everything that the server keeps as it was written? */
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/keeping.h"
#include "server/ground/folder.h"
#include "server/store/store.h"

typedef struct Listed {
    bool json, any;
} Listed;

/* By which a machine knows what it is. */
static const char *const words[] = {[DAMAGED_FILE] = "file", [DAMAGED_TABLE] = "table", [DAMAGED_GUEST] = "guest",
                                    [DAMAGED_TEXT] = "content"};

static void list(void *of, const Damage *damage)
{
    Listed *l = of;
    if (!l->json) {
        if (damage->what == DAMAGED_FILE) printf("The file is not well built: %s\n", damage->why);
        else
            printf("%c%s %s is damaged%s: %s\n", words[damage->what][0] - 'a' + 'A', words[damage->what] + 1,
                   damage->name, damage->known ? " and set aside" : "", damage->why);
        return;
    }
    /* The file is the table without a name. */
    printf("%s{\"%s\":", l->any ? "," : "", words[damage->what == DAMAGED_FILE ? DAMAGED_TABLE : damage->what]);
    print_json_string(stdout, damage->name);
    fputs(",\"why\":", stdout);
    print_json_string(stdout, damage->why);
    printf(",\"known\":%s}", damage->known ? "true" : "false");
    l->any = true;
}

static void help(void)
{
    puts("Usage: taproom check-store [--data DIR | --store CONNINFO] [--json]\n\n"
         "Looks whether everything the server keeps is as it was written, also while it\n"
         "runs: the file itself, every checksum, and every game played again from its\n"
         "first answer. It works on a copy in DIR, so there must be room for one; of a\n"
         "database it sees one moment, and changes nothing there.\n\n"
         "  --data DIR        where the server keeps its tables (as for taproom serve)\n"
         "  --store CONNINFO  a house in PostgreSQL instead\n"
         "  --json            the result for programs\n\n"
         "Exit code: 0 all is whole, 1 something is damaged or cannot be read, 2 usage.\n\n"
         "Examples:  taproom check-store --data /srv/tavern\n"
         "           taproom check-store --store postgresql://db.example/tavern");
}

/* The house to be looked at; *ret_part is the copy that it lies in, or "". */
static Store *open_house(const char *data, const char *where, char ret_part[PATH_BYTES], TapError *error)
{
    char beside[PATH_BYTES];
    ret_part[0] = 0;
    if (where) return store_pg_open_to_look(where, NULL, false, error);
    snprintf(beside, sizeof beside, "%.4000s/check-store", data);
    return keeping_copy(data, beside, ret_part, PATH_BYTES, error) ? store_sqlite_open(ret_part, error) : NULL;
}

int cmd_check_store(int argc, char **argv)
{
    char        part[PATH_BYTES], folder[4096];
    const char *data = NULL, *where = NULL;
    TapError    error = {{0}};
    Listed      listed = {0};
    HouseCheck  found;
    static Bars bars; /* one thread */
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            help();
            return EXIT_OK;
        }
        if (!strcmp(argv[i], "--json")) listed.json = true;
        else if (!strcmp(argv[i], "--data")) {
            if (++i == argc) return usage_error(argv[0], "--data lacks its folder.");
            data = argv[i];
        } else if (!strcmp(argv[i], "--store")) {
            if (++i == argc) return usage_error(argv[0], "--store lacks where it is.");
            where = argv[i];
        } else return usage_error(argv[0], "'%s' is one too many.", argv[i]);
    }
    if (data && where) return usage_error(argv[0], "--data and --store exclude each other.");
    const CheckTold told = {.damage = list, .of = &listed};
    if (!where) data = data_folder(data, folder, sizeof folder);
    Store          *store = open_house(data, where, part, &error);
    if (store && listed.json) fputs("{\"damaged\":[", stdout);
    bool counted = store && keeping_bars(data, store, &bars, &error);
    bool good = store && house_check(store, &told, &found, &error) && counted;
    if (store) house_check_free(&found);
    if (part[0]) remove(part);
    if (!good) {
        fprintf(stderr, "taproom check-store: %s\n", error.text);
        return EXIT_FAILED;
    }
    bool whole = house_check_is_whole(&found);
    if (listed.json)
        printf("],\"tables\":%d,\"entries\":%d,\"replayed\":%d,\"older\":%d,\"guests\":%d,\"texts\":%d,"
               "\"bars\":%d,\"well_built\":%s,\"whole\":%s}\n",
               found.tables, found.entries, found.replayed, found.older, found.guests.n, found.texts.n,
               bars.n, found.well_built ? "true" : "false", whole ? "true" : "false");
    else
        printf("%s: %d tables, %d entries, %d games played again, %d of older rules left alone, "
               "%d addresses barred, %d damaged.\n",
               whole ? "All is whole" : "Not all is whole", found.tables, found.entries, found.replayed, found.older,
               bars.n, found.damaged + found.known + found.guests.damaged + found.texts.damaged);
    return whole ? EXIT_OK : EXIT_FAILED;
}
