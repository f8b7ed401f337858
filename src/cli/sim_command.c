/* taproom sim: many games, counted. */
#include <stdlib.h>
#include <string.h>

#include "cli/arena.h"

static const char help[] =
    "Usage: taproom sim GAME [options]\n\n"
    "Plays many games between bots and says what each seat won.\n\n"
    "  --games N     how many (10000)\n"
    "  --seats K     how many sit at the table (4)\n"
    "  --bot NAME    once for all seats, or once for each seat in order (random)\n"
    "                NAME is random, search:1, search:2, search:3, or a program of\n"
    "                yours: \"cmd:python3 mybot.py\" (docs/bot-protocol.md)\n"
    "  --option O    a rule of the game, as `taproom games GAME` lists them; may be\n"
    "                repeated\n"
    "  --seed S      a number or a word: the same seed gives the same result (1)\n"
    "  --jobs J      threads; the result does not depend on it (1)\n"
    "  --cast ROLES  who plays which role, by commas, in a game that has roles\n"
    "  --content DIR decks of your own (docs/content.md; usually\n"
    "                $XDG_DATA_HOME/taproom/content)\n"
    "  --deadline MS what a cmd: bot has for a decision (1000)\n"
    "  --start SEAT  who begins in every game (as the game says)\n"
    "  --events      how often each sentence of the tale is told, the mean of its\n"
    "                number, and the result of whom it names\n"
    "  --cards       the same, for each card that is named apart, and with which\n"
    "                cards seats begin\n"
    "  --json        for programs\n\n"
    "Intervals are 95 %. A win is a game in which nobody did better.\n\n"
    "Examples:\n"
    "  taproom sim threes\n"
    "  taproom sim kings-council --games 1000000 --jobs 2 --option foreign-council\n"
    "  taproom sim threes --seats 2 --games 500 --bot search:1 --bot random --json\n"
    "  taproom sim dragon-hordes --events\n";

typedef struct Tally {
    Sums     score[TAP_SEATS];
    int64_t  wins[TAP_SEATS];
    uint64_t decisions, real_decisions, iterations;
    Externals externals;
    Sentences *told; /* NULL: not counted */
    char     apart[64]; /* threads do not share a line of cache */
} Tally;

typedef struct Job {
    Lineup   lineup;
    uint64_t series;
} Job;

static void play_one(const void *context, uint64_t i, void *tally)
{
    const Job *job = context;
    Tally     *t = tally;
    Outcome    o;
    lineup_play(&job->lineup, &t->externals, job->series, i, 0, t->told, &o);
    int     seats = job->lineup.setup->seats;
    int32_t best = o.score[0];
    for (int s = 1; s < seats; s++)
        if (o.score[s] > best) best = o.score[s];
    for (int s = 0; s < seats; s++) {
        sums_add(&t->score[s], o.score[s]);
        t->wins[s] += o.score[s] == best;
        t->iterations += o.iterations[s];
    }
    t->decisions += o.decisions;
    t->real_decisions += o.real_decisions;
}

static void print_text(const Job *job, const Tally *t, const ExternalCount *count, uint64_t games, double wall,
                       double work)
{
    const TapSetup *setup = job->lineup.setup;
    printf("%s, %d seats, %llu games\n", tap_game_title(setup->game), setup->seats, (unsigned long long)games);
    print_sources(stdout, "with ", setup->content, "\n");
    puts("");
    printf("  seat  bot         mean result   +/- 95 %%        wins\n");
    for (int s = 0; s < setup->seats; s++)
        printf("  %4d  %-10s  %11.3f  %9.3f  %9.2f %%\n", s + 1, job->lineup.bot[s], sums_mean(&t->score[s]),
               sums_ci95(&t->score[s]), 100.0 * (double)t->wins[s] / (double)games);
    printf("\n%.1f decisions a game, %.1f of them with a choice; %.0f ns a decision; %.0f games a second\n",
           (double)t->decisions / (double)games, (double)t->real_decisions / (double)games,
           t->decisions ? work * 1e9 / (double)t->decisions : 0, wall > 0 ? (double)games / wall : 0);
    if (t->iterations) printf("%.0f simulations a second\n", work > 0 ? (double)t->iterations / work : 0);
    lineup_say_externals(stdout, job->lineup.bot, setup->seats, count);
    if (t->told) sentences_print(t->told, stdout, games);
}

static void print_json(const Job *job, const Tally *t, const ExternalCount *count, uint64_t games, double wall,
                       double work)
{
    const TapSetup *setup = job->lineup.setup;
    printf("{\"game\":");
    print_json_string(stdout, tap_game_id(setup->game));
    print_sources_json(stdout, setup->content);
    printf(",\"games\":%llu,\"decisions\":%llu,\"real_decisions\":%llu,\"simulations\":%llu,\"ns_per_decision\":%.1f,"
           "\"games_per_s\":%.1f,\"seats\":[",
           (unsigned long long)games, (unsigned long long)t->decisions, (unsigned long long)t->real_decisions,
           (unsigned long long)t->iterations, t->decisions ? work * 1e9 / (double)t->decisions : 0,
           wall > 0 ? (double)games / wall : 0);
    for (int s = 0; s < setup->seats; s++) {
        printf("%s{\"bot\":", s ? "," : "");
        print_json_string(stdout, job->lineup.bot[s]);
        printf(",\"mean\":%.6f,\"ci95\":%.6f,\"wins\":%lld", sums_mean(&t->score[s]), sums_ci95(&t->score[s]),
               (long long)t->wins[s]);
        external_print_json(stdout, job->lineup.bot[s], &count[s]);
        printf("}");
    }
    printf("]");
    if (t->told) {
        printf(",\"events\":");
        sentences_print_json(t->told, stdout, games);
    }
    printf("}\n");
}

static int run(Wanted *w, const char *command)
{
    TapSetup setup;
    TapError error;
    if (!tap_setup_with(&setup, w->game, tap_shelf_content(w->shelf, w->game), (int)w->seats, w->options.text,
                        w->options.n, &error) ||
        (w->cast && !tap_setup_cast_all(&setup, w->cast, &error)))
        return usage_error(command, "%s", error.text);
    if (w->start > w->seats) return usage_error(command, "--start: there is no seat %d.", (int)w->start);
    if (w->start) setup.start = (TapSeat)(w->start - 1);
    if (w->bots.n > 1 && w->bots.n != (int)w->seats)
        return usage_error(command, "--bot is given once, or once for each of the %d seats, not %d times.",
                           (int)w->seats, w->bots.n);
    Job job = {.lineup = {.setup = &setup, .deadline_ms = (int)w->deadline_ms}, .series = w->series};
    for (int s = 0; s < (int)w->seats; s++)
        job.lineup.bot[s] = w->bots.n ? w->bots.text[w->bots.n > 1 ? s : 0] : "random";
    if (!lineup_check(&job.lineup, command)) return EXIT_USAGE;

    Tally     *tally = calloc(w->jobs, sizeof *tally);
    Sentences *told = calloc(w->events ? w->jobs : 1, sizeof *told);
    if (!tally || !told) {
        free(told);
        free(tally);
        fprintf(stderr, "taproom %s: there is not enough memory.\n", command);
        return EXIT_FAILED;
    }
    for (uint64_t j = 0; w->events && j < w->jobs; j++) tally[j].told = &told[j], told[j].by_card = w->cards;
    double wall = seconds_now(), work = seconds_of_work();
    arena_run(w->many, (int)w->jobs, play_one, &job, tally, sizeof *tally, "games");
    wall = seconds_now() - wall;
    work = seconds_of_work() - work;
    for (uint64_t j = 1; j < w->jobs; j++) {
        for (int s = 0; s < setup.seats; s++) {
            sums_join(&tally[0].score[s], &tally[j].score[s]);
            tally[0].wins[s] += tally[j].wins[s];
        }
        tally[0].decisions += tally[j].decisions;
        tally[0].real_decisions += tally[j].real_decisions;
        tally[0].iterations += tally[j].iterations;
        if (w->events) sentences_join(&told[0], &told[j]);
    }
    ExternalCount count[TAP_SEATS] = {0};
    arena_count_externals(job.lineup.bot, setup.seats, &tally[0].externals, sizeof *tally, (int)w->jobs, count);
    (w->json ? print_json : print_text)(&job, &tally[0], count, w->many, wall, work);
    free(told);
    free(tally);
    return EXIT_OK;
}

int cmd_sim(int argc, char **argv)
{
    Wanted w = {.many = 10000, .seats = 4, .takes_events = true};
    int    status;
    if (!wanted_read(&w, argc, argv, help, "--games", 1000000000000, &status)) return status;
    status = run(&w, argv[0]);
    tap_shelf_free(w.shelf);
    return status;
}
