#include "cli/arena.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* CLOCK_MONOTONIC is the clock on the wall, CLOCK_PROCESS_CPUTIME_ID the work of all threads. */
static uint64_t nanoseconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t read_series(const char *text)
{
    uint8_t seed[64];
    tap_seed_from_text(text, seed);
    uint64_t series = 0;
    for (int i = 0; i < 8; i++) series = series << 8 | seed[i];
    return series;
}

/* "2/3"; each must have something to play. */
static bool read_shard(Wanted *w, const char *command, const char *text, const char *what)
{
    char        number[24];
    size_t      n = strcspn(text, "/");
    const char *of = text + n;
    if (!*of || n >= sizeof number) {
        usage_error(command, "--shard takes I/N, as 1/3, not '%s'.", text);
        return false;
    }
    snprintf(number, sizeof number, "%.*s", (int)n, text);
    if (!read_flag_number(command, "--shard I/N: N", of + 1, 1, MAX_SHARDS, &w->shards) ||
        !read_flag_number(command, "--shard I/N: I", number, 1, w->shards, &w->shard))
        return false;
    if (w->shards > w->many) {
        usage_error(command, "--shard: %llu %s cannot be shared out to %llu.", (unsigned long long)w->many, what,
                    (unsigned long long)w->shards);
        return false;
    }
    w->sharded = true;
    return true;
}

bool wanted_read(Wanted *w, int argc, char **argv, const char *help, const char *many_flag, uint64_t most,
                 int *ret_exit)
{
    const struct option flags[] = {
        {many_flag + 2, required_argument, NULL, 'n'},
        {"seats", required_argument, NULL, 'k'},
        {"bot", required_argument, NULL, 'b'},
        {"option", required_argument, NULL, 'o'},
        {"seed", required_argument, NULL, 's'},
        {"jobs", required_argument, NULL, 'j'},
        {"deadline", required_argument, NULL, 'D'},
        {"cast", required_argument, NULL, 'r'},
        {"content", required_argument, NULL, 'c'},
        {"json", no_argument, NULL, 'J'},
        {"shard", required_argument, NULL, 'P'},
        {"help", no_argument, NULL, 'h'},
        w->takes_equity ? (struct option){"equity", required_argument, NULL, 'Q'}
                        : (struct option){w->takes_events ? "events" : NULL, no_argument, NULL, 'E'},
        {w->takes_events ? "cards" : NULL, no_argument, NULL, 'C'},
        {"start", required_argument, NULL, 'S'},
        {NULL, 0, NULL, 0},
    };
    const char *command = argv[0], *content = NULL, *shard = NULL;
    bool        good = true;
    w->seed = "1";
    w->jobs = w->shard = w->shards = 1;
    if (!w->equity) w->equity = 1;
    w->deadline_ms = EXTERNAL_DEADLINE_MS;
    *ret_exit = EXIT_USAGE;
    optind = 1;
    opterr = 0;
    for (int flag; good && (flag = getopt_long(argc, argv, "", flags, NULL)) != -1;) switch (flag) {
        case 'n': good = read_flag_number(command, many_flag, optarg, 1, most, &w->many); break;
        case 'k': good = read_flag_number(command, "--seats", optarg, 1, TAP_SEATS, &w->seats); break;
        case 'j': good = read_flag_number(command, "--jobs", optarg, 1, MAX_JOBS, &w->jobs); break;
        case 'D': good = read_flag_number(command, "--deadline", optarg, 1, 600000, &w->deadline_ms); break;
        case 'b': good = give(&w->bots, command, optarg); break;
        case 'o': good = give(&w->options, command, optarg); break;
        case 's': w->seed = optarg; break;
        case 'c': content = optarg; break;
        case 'r': w->cast = optarg; break;
        case 'J': w->json = true; break;
        case 'P': shard = optarg; break;
        case 'E': w->events = true; break;
        case 'C': w->events = w->cards = true; break;
        case 'S': good = read_flag_number(command, "--start", optarg, 1, TAP_SEATS, &w->start); break;
        case 'Q': good = read_flag_number(command, "--equity", optarg, 1, MAX_EQUITY, &w->equity); break;
        case 'h': fputs(help, stdout); *ret_exit = EXIT_OK; return false;
        default: flag_error(command, argv); return false;
        }
    if (!good) return false;
    if (optind + 1 != argc) {
        usage_error(command, optind == argc ? "which game?" : "one game at a time.");
        return false;
    }
    if (shard && !read_shard(w, command, shard, many_flag + 2)) return false;
    w->series = read_series(w->seed);
    w->game = find_game(command, argv[optind]);
    if (!w->game) return false;
    *ret_exit = EXIT_FAILED;
    return shelf_open(command, content, &w->shelf);
}

bool lineup_check(Lineup *l, const char *command)
{
    l->all_random = true;
    for (int s = 0; s < l->setup->seats; s++) {
        TapError error;
        bool     checked = false;
        for (int k = 0; k < s && !checked; k++) checked = !strcmp(l->bot[k], l->bot[s]);
        l->all_random = l->all_random && !strcmp(l->bot[s], "random");
        if (checked) continue;
        TapBot *bot = NULL;
        if (!(external_is(l->bot[s]) ? external_check(l->bot[s], l->setup, &error)
                                     : (bot = tap_bot_new(l->bot[s], 0, &error)) != NULL)) {
            usage_error(command, "%s", error.text);
            return false;
        }
        tap_bot_free(bot);
    }
    return true;
}

void lineup_say_externals(FILE *out, const char *const *bots, int n, const ExternalCount *count)
{
    for (int i = 0; i < n; i++) {
        char sentence[300];
        bool said = false;
        for (int k = 0; k < i && !said; k++) said = !strcmp(bots[k], bots[i]);
        if (said || !external_is(bots[i])) continue;
        external_describe(&count[i], sentence, sizeof sentence);
        fprintf(out, "%s: %s.\n", bots[i], sentence);
    }
}

/* ---------------------------------------------------------------- threads */

typedef struct Arena {
    uint64_t             n, first, step; /* n games: first, first + step ... */
    atomic_uint_fast64_t next, done;
    void (*play)(const void *, uint64_t, Tally *);
    const void     *context;
    pthread_mutex_t lock;
    pthread_cond_t  ended;
    int             running;
} Arena;

typedef struct Worker {
    Arena *arena;
    Tally *tally;
} Worker;

static void *labour(void *argument)
{
    Worker *w = argument;
    Arena  *a = w->arena;
    /* Small bites keep threads level; large ones keep them apart. */
    uint64_t bite = a->n / 1024 + 1;
    for (uint64_t from; (from = atomic_fetch_add(&a->next, bite)) < a->n;) {
        uint64_t to = from + bite < a->n ? from + bite : a->n;
        for (uint64_t i = from; i < to; i++) a->play(a->context, a->first + i * a->step, w->tally);
        atomic_fetch_add(&a->done, to - from);
    }
    pthread_mutex_lock(&a->lock);
    a->running--;
    pthread_cond_signal(&a->ended);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

static void watch(Arena *a, const char *what)
{
    bool     show = isatty(STDERR_FILENO), shown = false;
    uint64_t begun = nanoseconds(CLOCK_MONOTONIC);
    pthread_mutex_lock(&a->lock);
    while (a->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        if (pthread_cond_timedwait(&a->ended, &a->lock, &until) != ETIMEDOUT || !show) continue;
        uint64_t done = atomic_load(&a->done);
        double   spent = (double)(nanoseconds(CLOCK_MONOTONIC) - begun) * 1e-9;
        fprintf(stderr, "\r%llu of %llu %s", (unsigned long long)done, (unsigned long long)a->n, what);
        if (done) fprintf(stderr, ", about %.0f s to go   ", spent * (double)(a->n - done) / (double)done);
        fflush(stderr);
        shown = true;
    }
    pthread_mutex_unlock(&a->lock);
    if (shown) fprintf(stderr, "\r%60s\r", "");
}

static void run_threads(Arena *a, int jobs, Tally *tally, const char *what)
{
    Worker    worker[MAX_JOBS];
    pthread_t thread[MAX_JOBS];
    assert(jobs >= 1 && jobs <= MAX_JOBS);
    a->running = jobs;
    int started = 0;
    for (int i = 0; i < jobs; i++) {
        worker[i] = (Worker){a, &tally[i]};
        if (pthread_create(&thread[started], NULL, labour, &worker[i])) {
            pthread_mutex_lock(&a->lock);
            a->running -= jobs - i;
            pthread_mutex_unlock(&a->lock);
            break;
        }
        started++;
    }
    if (!started) { /* no thread to be had: do it here */
        a->running = 1;
        labour(&worker[0]);
    }
    watch(a, what);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

uint64_t shard_size(uint64_t many, uint64_t shard, uint64_t shards) { return (many - shard) / shards + 1; }

Tally *arena_play(const Wanted *w, const Run *run, void (*play)(const void *, uint64_t, Tally *), const void *context,
                  const char *command, const char *what)
{
    int    jobs = (int)w->jobs;
    Tally *all = tally_new(jobs, w->events, w->cards);
    if (!all) {
        fprintf(stderr, "taproom %s: there is not enough memory.\n", command);
        return NULL;
    }
    Arena a = {.n = shard_size(w->many, w->shard, w->shards), .first = w->shard - 1, .step = w->shards, .play = play,
               .context = context, .lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
    uint64_t wall = nanoseconds(CLOCK_MONOTONIC), work = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
    run_threads(&a, jobs, all, what);
    all[0].wall_ns = nanoseconds(CLOCK_MONOTONIC) - wall;
    all[0].work_ns = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - work;
    for (int j = 0; j < jobs; j++) {
        for (int i = 0; i < run->bots; i++)
            if (external_is(run->bot[i])) external_add_count(&all[j].externals, run->bot[i], &all[j].count[i]);
        externals_close(&all[j].externals);
        if (j) tally_join(&all[0], &all[j]);
    }
    return all;
}
