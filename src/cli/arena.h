/* Games between bots, spread over threads: what `sim` and `match` share. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

#include "cli/exact_sums.h"
#include "cli/external.h"
#include "cli/sentences.h"
#include "cli/shelves.h"

/* Who sits where. */
typedef struct Lineup {
    const TapSetup *setup;
    const char     *bot[TAP_SEATS]; /* by seat: a name of the library's, or "cmd:..." (external.h) */
    int             deadline_ms;    /* for a decision of a "cmd:" bot */
    bool            all_random;     /* computed by lineup_check */
} Lineup;

typedef struct Outcome {
    int32_t  score[TAP_SEATS];
    uint64_t decisions, real_decisions; /* answers; those with two or more possible moves */
    uint64_t iterations[TAP_SEATS];     /* simulations of the seat's bot */
} Outcome;

/* False after saying which bot there is not. Programs are started and greeted once. */
bool lineup_check(Lineup *, const char *command);

/* Plays game number `game` of a series. Deal and bots depend on series, game and `turn` alone; the deal not on turn.
 * (A "cmd:" bot is as repeatable as its program.) Programs are kept in the thread's Externals for the next game. Counts
 * what is told, unless that is NULL. */
void lineup_play(const Lineup *, Externals *, uint64_t series, uint64_t game, int turn, Sentences *, Outcome *ret);

/* Ends the programs of all threads (`first` is the first thread's, the others follow `stride` bytes apart) and adds up
 * how each of the n bots did. */
void arena_count_externals(const char *const *bots, int n, Externals *first, size_t stride, int jobs,
                           ExternalCount *ret);

/* The same in a sentence for each that is a program. */
void lineup_say_externals(FILE *out, const char *const *bots, int n, const ExternalCount *);

/* Calls work(context, i, tally) for each i < n, on `jobs` threads, each with a tally of its own out of
 * `tallies` (jobs of them, `tally_bytes` apart). Shows progress on a terminal if it takes long. */
void arena_run(uint64_t n, int jobs, void (*work)(const void *context, uint64_t i, void *tally), const void *context,
               void *tallies, size_t tally_bytes, const char *what);

enum { MAX_JOBS = 64 };

/* What was typed behind `sim` or `match`. */
typedef struct Wanted {
    uint64_t       many, seats, jobs, deadline_ms, series;
    Given          bots, options;
    const char    *cast; /* roles by commas, or NULL */
    bool           json, events, cards;
    bool           takes_events; /* set by the command that knows --events, --cards and --start */
    uint64_t       start;        /* the seat that begins, from 1; 0: as the game says */
    const TapGame *game;
    TapShelf      *shelf; /* the caller frees it */
} Wanted;
/* Reads it into *w, where `many` and `seats` stay what they are if they are not given. many_flag says how many, `most`
 * at most: "--games". False if there is nothing to play, because help was asked for or something is wrong (which is
 * said by now); *ret_exit is then the exit code. */
bool wanted_read(Wanted *w, int argc, char **argv, const char *help, const char *many_flag, uint64_t most,
                 int *ret_exit);

double seconds_now(void);     /* of the clock on the wall */
double seconds_of_work(void); /* of all threads of this process */

#endif
