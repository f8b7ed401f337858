/* Games between bots, spread over threads: what `sim` and `match` share. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

#include "cli/shelves.h"
#include "cli/tally.h"

/* Who sits where. */
typedef struct Lineup {
    const TapSetup *setup;
    const char     *bot[TAP_SEATS]; /* by seat: a name of the library's, or "cmd:..." (external.h) */
    int             deadline_ms;    /* for a decision of a "cmd:" bot */
    int             equity;         /* once nobody can bet any more the rest is played so often; 1: once */
    bool            all_random;     /* computed by lineup_check */
} Lineup;

typedef struct Outcome {
    int32_t  score[TAP_SEATS];
    int64_t  equity[TAP_SEATS]; /* the sum of what each of `equity` ways of playing on brings */
    uint64_t decisions, real_decisions; /* answers; those with two or more possible moves */
    uint64_t iterations[TAP_SEATS];     /* simulations of the seat's bot */
} Outcome;

/* False after saying which bot there is not. Programs are started and greeted once. */
bool lineup_check(Lineup *, const char *command);

/* Plays game number `game` of a series. When the last bet is laid, or nobody has coins left to bet, the rest is played
 * `equity` times from there: the first time as without it, then with fresh luck for all that is not dealt or rolled yet
 * and the same bots. That is decided by what has happened, so that the mean is what it would be without it. Deal and
 * bots depend on series, game and `turn` alone; the deal not on turn. (A "cmd:" bot is as repeatable as its program.)
 * Programs are kept in the thread's Externals for the next game. Counts what is told, unless that is NULL. */
void lineup_play(const Lineup *, Externals *, uint64_t series, uint64_t game, int turn, Sentences *, Outcome *ret);

/* How each of the n bots did that is a program, in a sentence. */
void lineup_say_externals(FILE *out, const char *const *bots, int n, const ExternalCount *);

enum { MAX_JOBS = 64, MAX_SHARDS = 10000, MAX_EQUITY = 1000 };

/* What was typed behind `sim` or `match`. */
typedef struct Wanted {
    uint64_t       many, seats, jobs, deadline_ms, series;
    bool           sharded;
    uint64_t       shard, shards; /* 1 of 1: all of it */
    const char    *seed;          /* from which the series comes */
    Given          bots, options;
    const char    *cast; /* roles by commas, or NULL */
    bool           json, events, cards;
    uint64_t       equity;
    bool           takes_events; /* set by the command that knows --events, --cards and --start */
    bool           takes_equity; /* and by the one that knows --equity */
    uint64_t       start;        /* the seat that begins, from 1; 0: as the game says */
    const TapGame *game;
    TapShelf      *shelf; /* the caller frees it */
} Wanted;
/* Reads it into *w, where `many` and `seats` stay what they are if they are not given. many_flag says how many, `most`
 * at most: "--games". False if there is nothing to play, because help was asked for or something is wrong (which is
 * said by now); *ret_exit is then the exit code. */
bool wanted_read(Wanted *w, int argc, char **argv, const char *help, const char *many_flag, uint64_t most,
                 int *ret_exit);

/* A shard plays the games or deals i < many with i % shards == shard - 1: so many. */
uint64_t shard_size(uint64_t many, uint64_t shard, uint64_t shards);

/* Calls play(context, i, tally) for each i of the shard that is wanted, on w->jobs threads with a tally of their own,
 * and ends the programs of the run. Gives as many tallies, of which the first is the sum; the caller frees them. NULL
 * after saying that there is no memory. Shows progress on a terminal if it takes long. */
Tally *arena_play(const Wanted *w, const Run *, void (*play)(const void *context, uint64_t i, Tally *),
                  const void *context, const char *command, const char *what);

#endif
