/* taproom sim: many games, counted. */
#include "cli/arena.h"
#include "cli/shard.h"

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
    "  --json        for programs\n"
    SHARD_HELP "\n"
    "Intervals are 95 %. A win is a game in which nobody did better.\n\n"
    "Examples:\n"
    "  taproom sim threes\n"
    "  taproom sim kings-council --games 1000000 --jobs 2 --option foreign-council\n"
    "  taproom sim threes --seats 2 --games 500 --bot search:1 --bot random --json\n"
    "  taproom sim dragon-hordes --events\n"
    "  taproom sim threes --games 1000000 --shard 1/3 > 1.shard\n";

typedef struct Job {
    Lineup   lineup;
    uint64_t series;
} Job;

static void play_one(const void *context, uint64_t i, Tally *t)
{
    const Job *job = context;
    Outcome    o;
    lineup_play(&job->lineup, &t->externals, job->series, i, 0, t->told, &o);
    int     seats = job->lineup.setup->seats;
    int32_t best = o.score[0];
    for (int s = 1; s < seats; s++)
        if (o.score[s] > best) best = o.score[s];
    for (int s = 0; s < seats; s++) {
        sums_add(&t->score[s], o.score[s]);
        t->wins[s] += o.score[s] == best;
        t->iterations[s] += o.iterations[s];
    }
    t->decisions += o.decisions;
    t->real_decisions += o.real_decisions;
}

static double seconds(uint64_t ns) { return (double)ns * 1e-9; }

static uint64_t simulations(const Run *run, const Tally *t)
{
    uint64_t sum = 0;
    for (int s = 0; s < run->seats; s++) sum += t->iterations[s];
    return sum;
}

static void print_text(const Run *run, const Tally *t)
{
    double games = (double)run->many, wall = seconds(t->wall_ns), work = seconds(t->work_ns);
    printf("%s, %d seats, %llu games\n", tap_game_title(run->game), run->seats, (unsigned long long)run->many);
    print_sources(stdout, "with ", run->content, "\n");
    puts("");
    printf("  seat  bot         mean result   +/- 95 %%        wins\n");
    for (int s = 0; s < run->seats; s++)
        printf("  %4d  %-10s  %11.3f  %9.3f  %9.2f %%\n", s + 1, run->bot[s], sums_mean(&t->score[s]),
               sums_ci95(&t->score[s]), 100.0 * (double)t->wins[s] / games);
    printf("\n%.1f decisions a game, %.1f of them with a choice; %.0f ns a decision; %.0f games a second\n",
           (double)t->decisions / games, (double)t->real_decisions / games,
           t->decisions ? work * 1e9 / (double)t->decisions : 0, wall > 0 ? games / wall : 0);
    if (simulations(run, t))
        printf("%.0f simulations a second\n", work > 0 ? (double)simulations(run, t) / work : 0);
    lineup_say_externals(stdout, run->bot, run->bots, t->count);
    if (t->told) sentences_print(t->told, stdout, run->many);
}

static void print_json(const Run *run, const Tally *t)
{
    double wall = seconds(t->wall_ns), work = seconds(t->work_ns);
    printf("{\"game\":");
    print_json_string(stdout, tap_game_id(run->game));
    print_sources_json(stdout, run->content);
    printf(",\"games\":%llu,\"decisions\":%llu,\"real_decisions\":%llu,\"simulations\":%llu,\"ns_per_decision\":%.1f,"
           "\"games_per_s\":%.1f,\"seats\":[",
           (unsigned long long)run->many, (unsigned long long)t->decisions, (unsigned long long)t->real_decisions,
           (unsigned long long)simulations(run, t), t->decisions ? work * 1e9 / (double)t->decisions : 0,
           wall > 0 ? (double)run->many / wall : 0);
    for (int s = 0; s < run->seats; s++) {
        printf("%s{\"bot\":", s ? "," : "");
        print_json_string(stdout, run->bot[s]);
        printf(",\"mean\":%.6f,\"ci95\":%.6f,\"wins\":%llu", sums_mean(&t->score[s]), sums_ci95(&t->score[s]),
               (unsigned long long)t->wins[s]);
        external_print_json(stdout, run->bot[s], &t->count[s]);
        printf("}");
    }
    printf("]");
    if (t->told) {
        printf(",\"events\":");
        sentences_print_json(t->told, stdout, run->many);
    }
    printf("}\n");
}

void sim_print(const Run *run, const Tally *t, bool json) { (json ? print_json : print_text)(run, t); }

static int simulate(Wanted *w, const char *command)
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
    Run run = {.game = w->game, .content = setup.content, .seats = setup.seats, .bots = setup.seats, .many = w->many};
    for (int s = 0; s < setup.seats; s++)
        run.bot[s] = job.lineup.bot[s] = w->bots.n ? w->bots.text[w->bots.n > 1 ? s : 0] : "random";
    if (!lineup_check(&job.lineup, command)) return EXIT_USAGE;
    Tally *tally = arena_play(w, &run, play_one, &job, command, "games");
    if (!tally) return EXIT_FAILED;
    if (w->sharded) shard_write(stdout, command, w, &setup, &run, tally);
    else sim_print(&run, tally, w->json);
    tally_free(tally, (int)w->jobs);
    return EXIT_OK;
}

int cmd_sim(int argc, char **argv)
{
    Wanted w = {.many = 10000, .seats = 4, .takes_events = true};
    int    status;
    if (!wanted_read(&w, argc, argv, help, "--games", 1000000000000, &status)) return status;
    status = simulate(&w, argv[0]);
    tap_shelf_free(w.shelf);
    return status;
}
