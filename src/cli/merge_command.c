/* taproom merge: the shards of a run, put together. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shard.h"

static const char help[] =
    "Usage: taproom merge [--json] FILE...\n\n"
    "Puts the shards of a `taproom sim` or `taproom match` together, in any order,\n"
    "and prints what one process would have printed for the whole run, byte for byte\n"
    "but for times: these are the sums of the shards', as if they had been played one\n"
    "after another.\n\n"
    "All shards of the run must be there, each once, and be of one run: the same\n"
    "command, game, rules, content, options, seats, bots, seed, number of games or\n"
    "deals, and version of the program. Else nothing is printed but what differs, and\n"
    "where. A version does not know of changes you make yourself: play all shards of\n"
    "a run with one build.\n\n"
    "  --json        for programs\n\n"
    "Exit code: 0 merged, 1 a file is refused or a shard is missing, 2 usage.\n\n"
    "Examples, on three machines and then on any of them:\n"
    "  taproom match delve --bot search:2 --bot search:1 --shard 1/3 > 1.shard\n"
    "  taproom match delve --bot search:2 --bot search:1 --shard 2/3 > 2.shard\n"
    "  taproom match delve --bot search:2 --bot search:1 --shard 3/3 > 3.shard\n"
    "  taproom merge 1.shard 2.shard 3.shard\n"
    "  taproom merge --json *.shard\n";

static int refuse(const char *path, const char *why)
{
    fprintf(stderr, "taproom merge: %s: %s\n", path, why);
    return EXIT_FAILED;
}

/* False after naming those that are missing, as many as fit into a line. */
static bool is_whole(const Shard *const *by_number, uint64_t of)
{
    enum { NAMED = 10 };
    uint64_t missing = 0;
    for (uint64_t i = 0; i < of; i++) {
        if (by_number[i] || missing++ >= NAMED) continue;
        if (missing == 1) fprintf(stderr, "taproom merge: missing of %llu shards: ", (unsigned long long)of);
        fprintf(stderr, "%s%llu", missing > 1 ? ", " : "", (unsigned long long)i + 1);
    }
    if (missing > NAMED) fprintf(stderr, " and %llu more", (unsigned long long)(missing - NAMED));
    if (missing) fputs(".\n", stderr);
    return !missing;
}

/* Opens all of them and puts each into its place. */
static int gather(Shard *shard, char *const *path, int n, const Shard **by_number)
{
    for (int i = 0; i < n; i++) {
        Shard   *s = &shard[i];
        TapError error;
        if (!shard_open(path[i], s, &error) || !shard_same_run(s, &shard[0], &error))
            return refuse(path[i], error.text);
        const Shard **place = &by_number[s->number - 1];
        if (*place) {
            fprintf(stderr, "taproom merge: %s: is shard %llu of %llu, and so is %s.\n", path[i],
                    (unsigned long long)s->number, (unsigned long long)s->of, (*place)->path);
            return EXIT_FAILED;
        }
        *place = s;
    }
    return is_whole(by_number, shard[0].of) ? EXIT_OK : EXIT_FAILED;
}

/* In the order of their numbers: of programs that ended the first is told. */
static int add_up(const Shard *const *by_number, bool json)
{
    const Shard *first = by_number[0];
    Tally       *sum = tally_new(1, first->events, false);
    TapError     error;
    int          status = EXIT_OK;
    if (!sum) return refuse(first->path, "there is not enough memory.");
    for (uint64_t i = 0; i < first->of && !status; i++)
        if (!shard_add(by_number[i], sum, &error)) status = refuse(by_number[i]->path, error.text);
    if (!status) (first->match ? match_print : sim_print)(&first->about, sum, json);
    tally_free(sum, 1);
    return status;
}

int cmd_merge(int argc, char **argv)
{
    static const struct option flags[] = {
        {"json", no_argument, NULL, 'J'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    bool json = false;
    optind = 1;
    opterr = 0;
    for (int flag; (flag = getopt_long(argc, argv, "", flags, NULL)) != -1;) switch (flag) {
        case 'J': json = true; break;
        case 'h': fputs(help, stdout); return EXIT_OK;
        default: return flag_error(argv[0], argv);
        }
    int n = argc - optind;
    if (n < 1) return usage_error(argv[0], "which shards?");
    Shard        *shard = calloc((size_t)n, sizeof *shard);
    const Shard **by_number = calloc(MAX_SHARDS, sizeof *by_number);
    int status = shard && by_number ? gather(shard, argv + optind, n, by_number) : refuse(argv[optind], "no memory.");
    if (!status) status = add_up(by_number, json);
    for (int i = 0; shard && i < n; i++) shard_close(&shard[i]);
    free(by_number);
    free(shard);
    return status;
}
