/*
 * taproom bench: how fast the kernel is. CPU time of one thread, best of several runs; nothing here passes or fails.
 *
 * Random play is checked: each decision builds the list, picks from it and goes through tap_answer, which builds the
 * list again to judge the answer.
 */
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "book_hands.h"
#include "cli/cli.h"
#include "table/table.h"

enum { HANDS = 1024, SCORINGS = 400000, REPEATS = 5, CLONES = 2000000, RESEALS = 200000, DRAWS = 20000000 };

typedef struct Figures {
    const char *game;
    int         seats;
    size_t      state_bytes;
    double      ns_per_decision, decisions_per_game, games_per_s;
    double      with_a_choice; /* of the decisions of a game: the others have one answer only */
    double      list_share, rng_share; /* of the time of a decision */
    double      clone_ns, reseal_ns, start_ns;
    double      score_ns; /* of one hand; 0 where there are none */
    double      search_iterations_per_s, search_ms[3];
} Figures;

static double cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Plays `games` at random; lists more than the usual two are built per decision if extra is set. Returns ns. */
static double play(const TapSetup *setup, int games, int extra, uint64_t *ret_decisions)
{
    TapRng   bot;
    TapState state;
    uint64_t decisions = 0;
    tap_rng_fast(&bot, 1);
    double from = cpu_ns();
    for (int i = 0; i < games; i++) {
        uint8_t seed[64];
        tap_seed_from_number((uint64_t)i, seed);
        for (tap_start(setup, &state, seed, NULL); !tap_over(&state); decisions++) {
            TapSeat    seat = tap_first_of(tap_asked(setup, &state));
            TapChoices choices;
            tap_choices(setup, &state, seat, &choices);
            for (int k = 0; k < extra; k++) tap_choices(setup, &state, seat, &choices);
            if (!tap_answer(setup, &state, seat, tap_choices_pick(&choices, &bot), NULL)) abort();
        }
    }
    *ret_decisions = decisions;
    return cpu_ns() - from;
}

static double best_play(const TapSetup *setup, int games, int extra, uint64_t *ret_decisions)
{
    double best = INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        double ns = play(setup, games, extra, ret_decisions);
        if (ns < best) best = ns;
    }
    return best;
}

/* A few answers into a game, so that there is something to clone. */
static void middle_of_a_game(const TapSetup *setup, TapState *ret)
{
    uint8_t seed[64];
    tap_seed_from_number(42, seed);
    tap_start(setup, ret, seed, NULL);
    for (int i = 0; i < 4 && !tap_over(ret); i++) {
        TapSeat    seat = tap_first_of(tap_asked(setup, ret));
        TapChoices choices;
        tap_choices(setup, ret, seat, &choices);
        tap_answer_trusted(setup, ret, seat, tap_choice_nth(&choices.choice[choices.n > 1], 0),
                           NULL); /* nobody folds */
    }
}

static void measure_copies(const TapSetup *setup, Figures *f)
{
    static TapState ring[16];
    TapState        state;
    TapRng          r;
    tap_rng_fast(&r, 7);
    middle_of_a_game(setup, &state);
    f->clone_ns = f->reseal_ns = f->start_ns = INFINITY;
    for (int k = 0; k < REPEATS; k++) {
        double from = cpu_ns();
        for (int i = 0; i < CLONES; i++) {
            memcpy(&ring[i & 15], &state, tap_state_size(setup));
            __asm__ volatile("" ::: "memory");
        }
        f->clone_ns = fmin(f->clone_ns, (cpu_ns() - from) / CLONES);
        from = cpu_ns();
        for (int i = 0; i < RESEALS; i++) {
            memcpy(&ring[i & 15], &state, tap_state_size(setup));
            tap_reseal(setup, &ring[i & 15], 0, &r, true);
        }
        f->reseal_ns = fmin(f->reseal_ns, (cpu_ns() - from) / RESEALS);
        uint8_t seed[64] = {0};
        from = cpu_ns();
        for (int i = 0; i < RESEALS; i++) {
            memcpy(seed, &i, sizeof i);
            tap_start(setup, &ring[i & 15], seed, NULL);
        }
        f->start_ns = fmin(f->start_ns, (cpu_ns() - from) / RESEALS);
    }
}

/* One bounded draw of the game's generator, blocks included. */
static double ns_per_draw(void)
{
    TapRng   r;
    uint8_t  seed[64];
    uint32_t sum = 0;
    tap_seed_from_number(3, seed);
    tap_rng_key(&r, seed);
    double from = cpu_ns();
    for (int i = 0; i < DRAWS; i++) sum += tap_rng_below(&r, 52);
    double ns = (cpu_ns() - from) / DRAWS;
    return sum ? ns : 0;
}

static bool has_a_choice(const TapChoices *c) { return c->n > 1 || tap_choice_count(&c->choice[0]) > 1; }

/* Chance entries per decision, and decisions with a choice per game, counted by playing some games with a log. */
static double draws_per_decision(const TapSetup *setup, double *ret_with_a_choice)
{
    enum { GAMES = 500 };
    static TapLog log;
    TapRng        bot;
    TapState      state;
    uint64_t      draws = 0, decisions = 0, real = 0;
    tap_rng_fast(&bot, 1);
    for (int i = 0; i < GAMES; i++) {
        uint8_t seed[64];
        tap_seed_from_number((uint64_t)i, seed);
        tap_log_clear(&log);
        for (tap_start(setup, &state, seed, &log); !tap_over(&state); decisions++) {
            TapSeat    seat = tap_first_of(tap_asked(setup, &state));
            TapChoices choices;
            tap_choices(setup, &state, seat, &choices);
            real += has_a_choice(&choices);
            tap_answer_trusted(setup, &state, seat, tap_choices_pick(&choices, &bot), &log);
            log.n = 0;
        }
        draws += (uint64_t)log.draws;
    }
    *ret_with_a_choice = (double)real / GAMES;
    return (double)draws / (double)decisions;
}

/* Hands as random games leave them, each as it is before the last answer. */
static int gather_hands(const TapSetup *setup, TapHolding *ret)
{
    const Scoring *scoring = setup->game->scoring;
    TapRng         bot;
    TapState       state, before;
    int            n = 0;
    tap_rng_fast(&bot, 1);
    for (uint64_t game = 0; scoring && scoring->score && n + TAP_SEATS <= HANDS; game++) {
        uint8_t seed[64];
        tap_seed_from_number(game, seed);
        for (tap_start(setup, &state, seed, NULL); !tap_over(&state);) {
            TapSeat    seat = tap_first_of(tap_asked(setup, &state));
            TapChoices choices;
            memcpy(&before, &state, tap_state_size(setup));
            tap_choices(setup, &state, seat, &choices);
            tap_answer_trusted(setup, &state, seat, tap_choices_pick(&choices, &bot), NULL);
        }
        const Table *t = table_of((const State *)&before, 0);
        for (TapSeat s = 0; s < t->seats; s++) holding_of(setup, scoring, t, s, &ret[n++]);
    }
    return n;
}

/* The worth of a hand, its best arrangement included. */
static void measure_scoring(const TapSetup *setup, Figures *f)
{
    static TapHolding hand[HANDS];
    int     n = gather_hands(setup, hand);
    int32_t sum = 0;
    if (!n) return;
    f->score_ns = INFINITY;
    for (int k = 0; k < REPEATS; k++) {
        double from = cpu_ns();
        for (int i = 0; i < SCORINGS; i++) {
            TapScore score = {0};
            setup->game->scoring->score(setup->option, &hand[i % n], &score, NULL);
            sum += score.points;
        }
        f->score_ns = fmin(f->score_ns, (cpu_ns() - from) / SCORINGS);
    }
    __asm__ volatile("" ::"r"(sum));
}

static void measure_search(const TapSetup *setup, Figures *f)
{
    static const char *const level[] = {"search:1", "search:2", "search:3"};
    enum { ENOUGH = 200 }; /* decisions, however long a game is */
    for (int k = 0; k < 3; k++) {
        TapBot  *bot = tap_bot_new(level[k], 1, NULL);
        TapState state;
        int      decisions = 0;
        double   from = cpu_ns();
        for (int game = 0; game < (k < 2 ? 6 : 2); game++) {
            uint8_t seed[64];
            tap_seed_from_number((uint64_t)game, seed);
            for (tap_start(setup, &state, seed, NULL); !tap_over(&state) && decisions < ENOUGH;) {
                TapSeat    seat = tap_first_of(tap_asked(setup, &state));
                TapChoices choices;
                tap_choices(setup, &state, seat, &choices);
                decisions += has_a_choice(&choices);
                tap_answer_trusted(setup, &state, seat, tap_bot_decide(bot, setup, &state, seat), NULL);
            }
        }
        double ns = cpu_ns() - from;
        f->search_ms[k] = ns / 1e6 / decisions;
        f->search_iterations_per_s = (double)tap_bot_iterations(bot) / (ns / 1e9);
        tap_bot_free(bot);
    }
}

static void print_row(const Figures *f)
{
    printf("%-20s %5zu %9.1f %6.1f %6.1f %10.0f %5.0f%% %5.0f%% %7.1f %8.0f %7.0f %7.1f %9.0f  %.1f/%.1f/%.1f\n",
           f->game, f->state_bytes, f->ns_per_decision, f->decisions_per_game, f->with_a_choice, f->games_per_s,
           100 * f->list_share, 100 * f->rng_share, f->clone_ns, f->reseal_ns, f->start_ns, f->score_ns,
           f->search_iterations_per_s, f->search_ms[0], f->search_ms[1], f->search_ms[2]);
}

static void print_json(const Figures *f, bool first)
{
    printf("%s\n  {\"game\":\"%s\",\"seats\":%d,\"state_bytes\":%zu,\"ns_per_decision\":%.2f,"
           "\"decisions_per_game\":%.3f,\"with_a_choice_per_game\":%.3f,\"games_per_s\":%.0f,"
           "\"choice_list_share\":%.3f,\"rng_share\":%.3f,\"clone_ns\":%.2f,\"clone_and_reseal_ns\":%.1f,"
           "\"start_ns\":%.1f,\"score_ns\":%.1f,\"search_iterations_per_s\":%.0f,"
           "\"search_ms_per_decision\":[%.3f,%.3f,%.3f]}",
           first ? "" : ",", f->game, f->seats, f->state_bytes, f->ns_per_decision, f->decisions_per_game,
           f->with_a_choice, f->games_per_s, f->list_share, f->rng_share, f->clone_ns, f->reseal_ns, f->start_ns,
           f->score_ns, f->search_iterations_per_s, f->search_ms[0], f->search_ms[1], f->search_ms[2]);
}

/* One row: of a game as it is, or with options that cost more. */
static void bench(const TapSetup *setup, const char *name, int seats, int games, double draw, bool json, bool first)
{
    Figures  f = {.game = name, .seats = seats, .state_bytes = tap_state_size(setup)};
    uint64_t decisions;
    double   ns = best_play(setup, games, 0, &decisions), more = best_play(setup, games, 2, &decisions);
    f.ns_per_decision = ns / (double)decisions;
    f.decisions_per_game = (double)decisions / games;
    f.games_per_s = games / (ns / 1e9);
    f.list_share = (more - ns) / ns; /* two lists are built per decision, and two more in the second run */
    f.rng_share = draws_per_decision(setup, &f.with_a_choice) * draw / f.ns_per_decision;
    measure_copies(setup, &f);
    measure_scoring(setup, &f);
    measure_search(setup, &f);
    if (json) print_json(&f, first);
    else print_row(&f);
    fflush(stdout);
}

/* What has bounds of its own, and is measured when all games are. */
enum { MORE_OPTIONS = 3 };
typedef struct WithMore {
    const char *game, *name;
    int         seats, fewer; /* so many times fewer games */
    const char *option[MORE_OPTIONS];
} WithMore;
static const WithMore with_more[] = {
    {"red-dragon-inn", "inn-of-all", 4, 20, {"company=all", "characters=random", "variant=alone"}},
    {"red-dragon-inn", "inn-of-all-in-sides", 8, 50, {"company=all", "characters=random", "variant=two-headed"}},
};

static void help(void)
{
    puts("Usage: taproom bench [GAME...] [--seats N] [--games N] [--option O] [--json]\n"
         "       taproom bench --books N\n\n"
         "Measures random play (checked), copies, the scoring of a hand and search, for\n"
         "every game or those named. With every game also the inn with casts of all its\n"
         "characters, alone at four seats and in sides at eight, and the Books of Swords &\n"
         "Dragons.\n"
         "CPU time of one thread; all games take some minutes.\n\n"
         "  --seats N   how many sit at the table (4)\n"
         "  --games N   random games of each kind that are timed (100000)\n"
         "  --option O  a rule of the games that are named; may be repeated\n"
         "  --books N   only the Books: how often each is best among N hands of a size\n"
         "  --json      for programs\n"
         "  --help      this page\n\n"
         "Examples:\n"
         "  taproom bench\n"
         "  taproom bench threes the-wheel\n"
         "  taproom bench kings-council --seats 2 --games 1000\n"
         "  taproom bench red-dragon-inn --option company=all --option characters=random\n"
         "  taproom bench --books 1000000\n"
         "  taproom bench --json > bench.json");
}

int cmd_bench(int argc, char **argv)
{
    static const struct option flags[] = {{"json", no_argument, NULL, 'j'},
                                          {"seats", required_argument, NULL, 's'},
                                          {"games", required_argument, NULL, 'g'},
                                          {"books", required_argument, NULL, 'b'},
                                          {"option", required_argument, NULL, 'o'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    const char *option[TAP_OPTIONS];
    int      options = 0;
    bool     json = false;
    uint64_t at_table = 4, many = 100000, books = 0;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case 'j': json = true; break;
        case 's':
            if (!read_flag_number("bench", "--seats", optarg, 2, TAP_SEATS, &at_table)) return EXIT_USAGE;
            break;
        case 'g':
            if (!read_flag_number("bench", "--games", optarg, 100, 10000000, &many)) return EXIT_USAGE;
            break;
        case 'b':
            if (!read_flag_number("bench", "--books", optarg, 100, 100000000, &books)) return EXIT_USAGE;
            break;
        case 'o':
            if (options == TAP_OPTIONS) return usage_error("bench", "there are at most %d options", TAP_OPTIONS);
            option[options++] = optarg;
            break;
        case 'h': help(); return EXIT_OK;
        default: return flag_error("bench", argv);
        }
    if (books) {
        count_books((int)books);
        putchar('\n');
        measure_books(false);
        return EXIT_OK;
    }
    int seats = (int)at_table, games = (int)many;
    if (options && optind == argc) return usage_error("bench", "--option is for games that are named");
    for (int i = optind; i < argc; i++) {
        TapSetup       setup;
        TapError       error;
        const TapGame *game = find_game("bench", argv[i]);
        if (!game) return EXIT_USAGE;
        if (!tap_setup_init(&setup, game, seats, option, options, &error))
            return usage_error("bench", "%s", error.text);
    }
    double draw = ns_per_draw();
    if (json) printf("{\"ns_per_draw\":%.2f,\"games\":[", draw);
    else
        printf("Random play, checked, %d seats; one bounded draw of the generator takes %.1f ns.\n\n"
               "%-20s %5s %9s %6s %6s %10s %6s %6s %7s %8s %7s %7s %9s  %s\n",
               seats, draw, "game", "bytes", "ns/dec.", "dec.", "choice", "games/s", "lists", "rng", "clone",
               "+reseal", "start", "ns/hand", "search/s", "ms a decision, levels 1/2/3");
    bool first = true;
    const bool all = optind == argc;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        TapSetup setup;
        TapError error;
        bool     wanted = all;
        for (int i = optind; i < argc; i++) wanted |= tap_game_find(argv[i]) == *g;
        if (!wanted || !tap_setup_init(&setup, *g, seats, option, options, &error)) continue;
        bench(&setup, tap_game_id(*g), seats, games, draw, json, first);
        first = false;
    }
    for (size_t i = 0; all && i < sizeof with_more / sizeof *with_more; i++) {
        const WithMore *w = &with_more[i];
        TapSetup        setup;
        TapError        error;
        if (!tap_setup_init(&setup, tap_game_find(w->game), w->seats, w->option, MORE_OPTIONS, &error)) abort();
        bench(&setup, w->name, w->seats, games / w->fewer, draw, json, false);
    }
    if (json) printf("\n]%s", all ? ",\"books\":" : "");
    else if (all) putchar('\n');
    if (all) measure_books(json);
    if (json) puts("}");
    return EXIT_OK;
}
