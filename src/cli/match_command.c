/* taproom match: bots against bots on equal deals. */
#include <stdlib.h>
#include <string.h>

#include "cli/arena.h"

static const char help[] =
    "Usage: taproom match GAME --bot A --bot B [--bot ...] [options]\n\n"
    "Lets bots play each other. Every deal is played once for each way of turning\n"
    "the bots round the table, with the same cards for the same seats, so that luck\n"
    "weighs on all alike.\n\n"
    "  --bot NAME    two or more: random, search:1, search:2, search:3, or a program\n"
    "                of yours: \"cmd:python3 mybot.py\" (docs/bot-protocol.md).\n"
    "                search:2,no-beliefs is a search without one of its parts:\n"
    "                no-beliefs, no-classes, no-policy. With more seats than bots\n"
    "                they alternate: A and B at 4 seats sit A B A B, and in the\n"
    "                second game of a deal B A B A\n"
    "  --deals N     how many deals (200)\n"
    "  --seats K     seats at the table; a multiple of the number of bots\n"
    "                (4 for two bots, else the number of bots)\n"
    "  --option O    a rule of the game, as `taproom games GAME` lists them; may be\n"
    "                repeated\n"
    "  --seed S      a number or a word: the same seed gives the same result (1)\n"
    "  --jobs J      threads; the result does not depend on it (1)\n"
    "  --cast ROLES  who plays which role, by commas, in a game that has roles\n"
    "  --content DIR decks of your own (docs/content.md; usually\n"
    "                $XDG_DATA_HOME/taproom/content)\n"
    "  --deadline MS what a cmd: bot has for a decision (1000)\n"
    "  --json        for programs\n\n"
    "Results are chips a game and seat. Intervals are 95 % and taken over deals: the\n"
    "mean of a deal's games is one sample. With two bots the difference is given\n"
    "too; it is real if its interval does not reach 0.\n\n"
    "Examples:\n"
    "  taproom match threes --bot search:1 --bot random\n"
    "  taproom match kings-council --bot search:2 --bot search:1 --deals 999 --jobs 2\n"
    "  taproom match threes --bot search:1 --bot search:1,no-beliefs --deals 1000\n"
    "  taproom match delve --bot \"cmd:python3 examples/bots/cautious.py\" --bot random\n"
    "  taproom match threes --bot search:1 --bot random --seats 2 --json\n";

typedef struct Tally {
    Sums     score[TAP_SEATS]; /* by bot: sum over the games of a deal */
    Sums     lead;             /* two bots: the first's sum less the second's */
    uint64_t decisions, real_decisions, iterations[TAP_SEATS];
    Externals externals;
    char     apart[64];
} Tally;

typedef struct Job {
    Lineup   lineup; /* as at the first game of a deal */
    uint64_t series;
    int      bots;
} Job;

/* Bot b sits at seats b + turn, b + turn + bots ... */
static int bot_at(const Job *job, int seat, int turn) { return (seat + job->bots - turn) % job->bots; }

static void play_deal(const void *context, uint64_t i, void *tally)
{
    const Job *job = context;
    Tally     *t = tally;
    int        seats = job->lineup.setup->seats;
    int64_t    sum[TAP_SEATS] = {0};
    for (int turn = 0; turn < job->bots; turn++) {
        Lineup  l = job->lineup;
        Outcome o;
        for (int s = 0; s < seats; s++) l.bot[s] = job->lineup.bot[bot_at(job, s, turn)];
        lineup_play(&l, &t->externals, job->series, i, turn, NULL, &o);
        for (int s = 0; s < seats; s++) {
            sum[bot_at(job, s, turn)] += o.score[s];
            t->iterations[bot_at(job, s, turn)] += o.iterations[s];
        }
        t->decisions += o.decisions;
        t->real_decisions += o.real_decisions;
    }
    for (int b = 0; b < job->bots; b++) sums_add(&t->score[b], sum[b]);
    sums_add(&t->lead, sum[0] - sum[1]);
}

static void print_text(const Job *job, const Tally *t, const ExternalCount *count, uint64_t deals, double per_sample,
                       double wall)
{
    const TapSetup *setup = job->lineup.setup;
    printf("%s, %d seats, %llu deals, %llu games\n", tap_game_title(setup->game), setup->seats,
           (unsigned long long)deals, (unsigned long long)deals * (unsigned)job->bots);
    print_sources(stdout, "with ", setup->content, "\n");
    puts("");
    printf("  bot         chips a game   +/- 95 %%\n");
    for (int b = 0; b < job->bots; b++)
        printf("  %-10s  %12.3f  %9.3f\n", job->lineup.bot[b], sums_mean(&t->score[b]) / per_sample,
               sums_ci95(&t->score[b]) / per_sample);
    if (job->bots == 2)
        printf("\n%s less %s: %.3f +/- %.3f chips a game\n", job->lineup.bot[0], job->lineup.bot[1],
               sums_mean(&t->lead) / per_sample, sums_ci95(&t->lead) / per_sample);
    lineup_say_externals(stdout, job->lineup.bot, job->bots, count);
    printf("%.1f s\n", wall);
}

static void print_json(const Job *job, const Tally *t, const ExternalCount *count, uint64_t deals, double per_sample,
                       double wall)
{
    const TapSetup *setup = job->lineup.setup;
    printf("{\"game\":");
    print_json_string(stdout, tap_game_id(setup->game));
    print_sources_json(stdout, setup->content);
    printf(",\"seats\":%d,\"deals\":%llu,\"games\":%llu,\"decisions\":%llu,\"real_decisions\":%llu,\"seconds\":%.3f,"
           "\"bots\":[",
           setup->seats, (unsigned long long)deals, (unsigned long long)deals * (unsigned)job->bots,
           (unsigned long long)t->decisions, (unsigned long long)t->real_decisions, wall);
    for (int b = 0; b < job->bots; b++) {
        printf("%s{\"bot\":", b ? "," : "");
        print_json_string(stdout, job->lineup.bot[b]);
        printf(",\"mean\":%.6f,\"ci95\":%.6f,\"simulations\":%llu", sums_mean(&t->score[b]) / per_sample,
               sums_ci95(&t->score[b]) / per_sample, (unsigned long long)t->iterations[b]);
        external_print_json(stdout, job->lineup.bot[b], &count[b]);
        printf("}");
    }
    printf("]");
    if (job->bots == 2)
        printf(",\"difference\":{\"mean\":%.6f,\"ci95\":%.6f}", sums_mean(&t->lead) / per_sample,
               sums_ci95(&t->lead) / per_sample);
    printf("}\n");
}

static int run(Wanted *w, const char *command)
{
    if (w->bots.n < 2 || w->bots.n > TAP_SEATS)
        return usage_error(command, "a match needs two to %d bots: --bot A --bot B.", TAP_SEATS);
    if (!w->seats) w->seats = w->bots.n == 2 ? 4 : (uint64_t)w->bots.n;
    if (w->seats % (uint64_t)w->bots.n)
        return usage_error(command, "%d bots cannot share %d seats evenly.", w->bots.n, (int)w->seats);
    TapSetup setup;
    TapError error;
    if (!tap_setup_with(&setup, w->game, tap_shelf_content(w->shelf, w->game), (int)w->seats, w->options.text,
                        w->options.n, &error) ||
        (w->cast && !tap_setup_cast_all(&setup, w->cast, &error)))
        return usage_error(command, "%s", error.text);
    Job job = {.lineup = {.setup = &setup, .deadline_ms = (int)w->deadline_ms}, .series = w->series, .bots = w->bots.n};
    for (int s = 0; s < (int)w->seats; s++) job.lineup.bot[s] = w->bots.text[s % w->bots.n];
    if (!lineup_check(&job.lineup, command)) return EXIT_USAGE;

    Tally *tally = calloc(w->jobs, sizeof *tally);
    if (!tally) {
        fprintf(stderr, "taproom %s: there is not enough memory.\n", command);
        return EXIT_FAILED;
    }
    double wall = seconds_now();
    arena_run(w->many, (int)w->jobs, play_deal, &job, tally, sizeof *tally, "deals");
    wall = seconds_now() - wall;
    for (uint64_t j = 1; j < w->jobs; j++) {
        for (int b = 0; b < w->bots.n; b++) {
            sums_join(&tally[0].score[b], &tally[j].score[b]);
            tally[0].iterations[b] += tally[j].iterations[b];
        }
        sums_join(&tally[0].lead, &tally[j].lead);
        tally[0].decisions += tally[j].decisions;
        tally[0].real_decisions += tally[j].real_decisions;
    }
    ExternalCount count[TAP_SEATS] = {0};
    arena_count_externals(job.lineup.bot, w->bots.n, &tally[0].externals, sizeof *tally, (int)w->jobs, count);
    /* A deal's sum runs over one game for each bot, and seats / bots chairs in each. */
    (w->json ? print_json : print_text)(&job, &tally[0], count, w->many, (double)w->seats, wall);
    free(tally);
    return EXIT_OK;
}

int cmd_match(int argc, char **argv)
{
    Wanted w = {.many = 200};
    int    status;
    if (!wanted_read(&w, argc, argv, help, "--deals", 1000000000, &status)) return status;
    status = run(&w, argv[0]);
    tap_shelf_free(w.shelf);
    return status;
}
