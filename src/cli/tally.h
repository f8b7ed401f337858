/* What `sim` and `match` count, on each thread and in each shard, and what they say of it. Whole numbers only, so that
 * it does not matter how games were shared out nor who is added first. */
#ifndef CLI_TALLY_H
#define CLI_TALLY_H

#include "cli/exact_sums.h"
#include "cli/external.h"
#include "cli/sentences.h"

typedef struct Tally {
    Sums          score[TAP_SEATS]; /* sim: by seat, of a game; match: by bot, the sum over the games of a deal */
    Sums          lead;             /* match: the first bot's sum less the second's */
    uint64_t      wins[TAP_SEATS];  /* sim: games in which nobody did better than the seat */
    uint64_t      decisions, real_decisions, iterations[TAP_SEATS];
    uint64_t      wall_ns, work_ns;
    Sentences    *told;             /* NULL: not counted */
    ExternalCount count[TAP_SEATS]; /* of bots that are programs, once all threads are done */
    Externals     externals;        /* the thread's */
    char          apart[64];        /* threads do not share a line of cache */
} Tally;

/* NULL if there is no memory. told: counts sentences, by_card those of cards apart. */
Tally *tally_new(int n, bool told, bool by_card);
void   tally_free(Tally *, int n);
void   tally_join(Tally *, const Tally *more); /* all but externals */

/* What a run is: all that its result says besides what was counted. */
typedef struct Run {
    const TapGame    *game;
    const TapContent *content; /* only its sources are looked at */
    int               seats, bots;
    const char       *bot[TAP_SEATS]; /* sim: one for each seat */
    uint64_t          many;           /* games or deals */
    int               equity;         /* match: scores are sums of so many ways of playing on */
} Run;

void sim_print(const Run *, const Tally *, bool json);
void match_print(const Run *, const Tally *, bool json);

#endif
