/* taproom nodes: which processes have a house in PostgreSQL open. */
#include <string.h>

#include "cli/cli.h"
#include "server/store/store.h"

static void help(void)
{
    puts("Usage: taproom nodes --store CONNINFO [--json]\n\n"
         "Lists the nodes of a house in PostgreSQL: where others reach each, how many tables\n"
         "it holds, how many bots and hints wait for each of its threads, and for how long it\n"
         "counts as alive if nothing more is heard of it.\n\n"
         "  --store CONNINFO  as for taproom serve\n"
         "  --json            an array of {node, address, state, epoch, tables, queue,\n"
         "                    left_ms}\n\n"
         "A node is alive, late (the next who wants one of its tables declares it dead) or\n"
         "gone: it has left, or was declared dead.\n\n"
         "Exit code 0: at least one is alive; 1: none is, or the database cannot be asked.\n\n"
         "Example:  taproom nodes --store postgresql://db.example/tavern");
}

typedef struct Listing {
    bool json;
    int  n, alive;
} Listing;

static void list(void *of, const StoreNodeRow *row)
{
    Listing    *l = of;
    const char *state = row->gone ? "gone" : row->left_ms > 0 ? "alive" : "late";
    l->alive += !row->gone && row->left_ms > 0;
    if (!l->json) {
        if (!l->n++)
            printf("%-20s %-24s %-6s %8s %8s %6s %9s\n", "node", "address", "state", "epoch", "tables", "queue",
                   "left");
        printf("%-20s %-24s %-6s %8lld %8lld %6d", row->name, row->address, state, (long long)row->epoch,
               (long long)row->tables, row->queue);
        if (row->gone) puts("         -");
        else printf(" %7.1f s\n", (double)row->left_ms / 1000);
        return;
    }
    fputs(l->n++ ? ",{\"node\":" : "{\"node\":", stdout);
    print_json_string(stdout, row->name);
    fputs(",\"address\":", stdout);
    print_json_string(stdout, row->address);
    printf(",\"state\":\"%s\",\"epoch\":%lld,\"tables\":%lld,\"queue\":%d", state, (long long)row->epoch,
           (long long)row->tables, row->queue);
    if (row->gone) fputs(",\"left_ms\":null}", stdout);
    else printf(",\"left_ms\":%lld}", (long long)row->left_ms);
}

int cmd_nodes(int argc, char **argv)
{
    const char *where = NULL;
    Listing     listing = {0};
    TapError    error = {{0}};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            help();
            return EXIT_OK;
        }
        if (!strcmp(argv[i], "--json")) listing.json = true;
        else if (!strcmp(argv[i], "--store")) {
            if (++i == argc) return usage_error(argv[0], "--store lacks where it is.");
            where = argv[i];
        } else return usage_error(argv[0], "'%s' is one too many.", argv[i]);
    }
    if (!where) return usage_error(argv[0], "say where: --store postgresql://HOST/NAME.");
    if (listing.json) fputs("[", stdout);
    bool good = store_pg_nodes(where, list, &listing, &error);
    if (listing.json) puts("]");
    if (!good) fprintf(stderr, "taproom %s: %s\n", argv[0], error.text);
    else if (!listing.n && !listing.json) puts("No node has ever opened this house.");
    return good && listing.alive ? EXIT_OK : EXIT_FAILED;
}
