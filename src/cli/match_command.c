/* taproom match: bots against bots on equal deals. */
#include "cli/arena.h"
#include "cli/shard.h"

static const char help[] =
    "Usage: taproom match GAME --bot A --bot B [--bot ...] [options]\n\n"
    "Lets bots play each other. Every deal is played once for each way of turning\n"
    "the bots round the table, with the same cards for the same seats, so that luck\n"
    "weighs on all alike.\n\n"
    "  --bot NAME    two or more: random, search:1, search:2, search:3, or a program\n"
    "                of yours: \"cmd:python3 mybot.py\" (docs/bot-protocol.md).\n"
    "                search:2,no-beliefs is a search without one of its parts:\n"
    "                no-beliefs, no-classes, no-policy, no-halving,\n"
    "                no-blueprint.\n"
    "                With more seats than bots they alternate: A and B at 4 seats\n"
    "                sit A B A B, and in the second game of a deal B A B A;\n"
    "                where seats play together, a bot sits at all of a side\n"
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
    "  --equity K    once nobody in a hand can bet any more its rest is played K\n"
    "                times, with fresh luck for what is not dealt or rolled yet, and\n"
    "                the mean counts: the same on average, with less luck (1)\n"
    "  --deadline MS what a cmd: bot has for a decision (1000)\n"
    "  --json        for programs\n"
    SHARD_HELP "\n"
    "Results are chips a game and seat. Intervals are 95 % and taken over deals: the\n"
    "mean of a deal's games is one sample. With two bots the difference is given\n"
    "too; it is real if its interval does not reach 0. So is how many deals it takes\n"
    "until the interval of a difference of that size, spread as it was here, just\n"
    "does not reach 0; twice as many show such a difference four times in five.\n\n"
    "Examples:\n"
    "  taproom match threes --bot search:1 --bot random\n"
    "  taproom match kings-council --bot search:2 --bot search:1 --deals 999 --jobs 2\n"
    "  taproom match threes --bot search:1 --bot search:1,no-beliefs --deals 1000\n"
    "  taproom match delve --bot \"cmd:python3 examples/bots/cautious.py\" --bot random\n"
    "  taproom match threes --bot search:1 --bot random --seats 2 --json\n"
    "  taproom match delve --bot search:1 --bot random --option stack=20 --seats 2\n"
    "  taproom match delve --bot search:2 --bot search:1 --equity 4 --deals 999\n"
    "  taproom match threes --bot search:2 --bot search:1 --shard 1/3 > 1.shard\n";

typedef struct Job {
    Lineup   lineup; /* as at the first game of a deal */
    uint64_t series;
    int      bots;
    const char *bot[TAP_SEATS];
} Job;

/* Bot b sits at seats b + turn, b + turn + bots ...; where seats play together, at all seats of such sides. */
static int bot_at(const Job *job, int seat, int turn)
{
    return (job->lineup.setup->side[seat] + job->bots - turn) % job->bots;
}

static int sides_of(const TapSetup *setup)
{
    int most = 0;
    for (int s = 0; s < setup->seats; s++)
        if (setup->side[s] > most) most = setup->side[s];
    return most + 1;
}

static void play_deal(const void *context, uint64_t i, Tally *t)
{
    const Job *job = context;
    int        seats = job->lineup.setup->seats;
    int64_t    sum[TAP_SEATS] = {0};
    for (int turn = 0; turn < job->bots; turn++) {
        Lineup  l = job->lineup;
        Outcome o;
        for (int s = 0; s < seats; s++) l.bot[s] = job->bot[bot_at(job, s, turn)];
        lineup_play(&l, &t->externals, job->series, i, turn, NULL, &o);
        for (int s = 0; s < seats; s++) {
            sum[bot_at(job, s, turn)] += o.equity[s];
            t->iterations[bot_at(job, s, turn)] += o.iterations[s];
        }
        t->decisions += o.decisions;
        t->real_decisions += o.real_decisions;
    }
    for (int b = 0; b < job->bots; b++) sums_add(&t->score[b], sum[b]);
    sums_add(&t->lead, sum[0] - sum[1]);
}

/* A deal's sum runs over one game for each bot, seats / bots chairs in each, and each way of playing on. */
static double per_chair(const Run *run, double of_sums) { return of_sums / run->seats / run->equity; }

static void say_needed(const Tally *t)
{
    double needed = sums_needed(&t->lead);
    if (needed > 0) printf("About %.0f deals would tell a difference of this size from none.\n", needed);
    else if (t->lead.n < 2) puts("One deal does not say how many would tell a difference.");
    else puts("No number of deals tells a difference of 0 from none.");
}

static void print_text(const Run *run, const Tally *t)
{
    printf("%s, %d seats, %llu deals, %llu games\n", tap_game_title(run->game), run->seats,
           (unsigned long long)run->many, (unsigned long long)run->many * (unsigned)run->bots);
    print_sources(stdout, "with ", run->content, "\n");
    if (run->equity > 1) printf("once nobody can bet any more the rest is played %d times\n", run->equity);
    puts("");
    printf("  bot         chips a game   +/- 95 %%\n");
    for (int b = 0; b < run->bots; b++)
        printf("  %-10s  %12.3f  %9.3f\n", run->bot[b], per_chair(run, sums_mean(&t->score[b])),
               per_chair(run, sums_ci95(&t->score[b])));
    if (run->bots == 2) {
        printf("\n%s less %s: %.3f +/- %.3f chips a game\n", run->bot[0], run->bot[1],
               per_chair(run, sums_mean(&t->lead)), per_chair(run, sums_ci95(&t->lead)));
        say_needed(t);
    }
    lineup_say_externals(stdout, run->bot, run->bots, t->count);
    printf("%.1f s\n", (double)t->wall_ns * 1e-9);
}

static void print_json(const Run *run, const Tally *t)
{
    printf("{\"game\":");
    print_json_string(stdout, tap_game_id(run->game));
    print_sources_json(stdout, run->content);
    if (run->equity > 1) printf(",\"equity\":%d", run->equity);
    printf(",\"seats\":%d,\"deals\":%llu,\"games\":%llu,\"decisions\":%llu,\"real_decisions\":%llu,\"seconds\":%.3f,"
           "\"bots\":[",
           run->seats, (unsigned long long)run->many, (unsigned long long)run->many * (unsigned)run->bots,
           (unsigned long long)t->decisions, (unsigned long long)t->real_decisions, (double)t->wall_ns * 1e-9);
    for (int b = 0; b < run->bots; b++) {
        printf("%s{\"bot\":", b ? "," : "");
        print_json_string(stdout, run->bot[b]);
        printf(",\"mean\":%.6f,\"ci95\":%.6f,\"simulations\":%llu", per_chair(run, sums_mean(&t->score[b])),
               per_chair(run, sums_ci95(&t->score[b])), (unsigned long long)t->iterations[b]);
        external_print_json(stdout, run->bot[b], &t->count[b]);
        printf("}");
    }
    printf("]");
    if (run->bots == 2) {
        double needed = sums_needed(&t->lead);
        printf(",\"difference\":{\"mean\":%.6f,\"ci95\":%.6f},\"deals_needed\":", per_chair(run, sums_mean(&t->lead)),
               per_chair(run, sums_ci95(&t->lead)));
        if (needed > 0) printf("%.0f", needed);
        else printf("null");
    }
    printf("}\n");
}

void match_print(const Run *run, const Tally *t, bool json) { (json ? print_json : print_text)(run, t); }

static int play_match(Wanted *w, const char *command)
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
    if (sides_of(&setup) % w->bots.n)
        return usage_error(command, "%d bots cannot share %d sides evenly.", w->bots.n, sides_of(&setup));
    Job job = {.lineup = {.setup = &setup, .deadline_ms = (int)w->deadline_ms, .equity = (int)w->equity},
               .series = w->series, .bots = w->bots.n};
    Run run = {.game = w->game, .content = setup.content, .seats = setup.seats, .bots = job.bots, .many = w->many,
               .equity = (int)w->equity};
    for (int b = 0; b < job.bots; b++) job.bot[b] = run.bot[b] = w->bots.text[b];
    for (int s = 0; s < setup.seats; s++) job.lineup.bot[s] = run.bot[bot_at(&job, s, 0)];
    if (!lineup_check(&job.lineup, command)) return EXIT_USAGE;
    Tally *tally = arena_play(w, &run, play_deal, &job, command, "deals");
    if (!tally) return EXIT_FAILED;
    if (w->sharded) shard_write(stdout, command, w, &setup, &run, tally);
    else match_print(&run, tally, w->json);
    tally_free(tally, (int)w->jobs);
    return EXIT_OK;
}

int cmd_match(int argc, char **argv)
{
    Wanted w = {.many = 200, .takes_equity = true};
    int    status;
    if (!wanted_read(&w, argc, argv, help, "--deals", 1000000000, &status)) return status;
    status = play_match(&w, argv[0]);
    tap_shelf_free(w.shelf);
    return status;
}
