/* How often each sentence of the tale is told: an event's untranslated text is its id, so that no game need be known.
 * What {what} stands for tells sentences apart; what {card} does, if that is wanted. */
#ifndef CLI_SENTENCES_H
#define CLI_SENTENCES_H

#include <stdio.h>

#include <taproom/taproom.h>

#include "cli/exact_sums.h"

/* How often one game can name somebody. */
enum { MENTIONS = 8192 };

typedef struct Sentence {
    const char *text;
    const char *of; /* what {what} or {card} stands for, or NULL */
    uint64_t    times, games, last_game; /* last_game: 1 + the number of the last game it was told in */
    Sums        number, fared;           /* of {n}; of the results of {who} */
} Sentence;

typedef struct Mention {
    uint32_t row;
    TapSeat  who;
} Mention;

/* Begins as zeros, but for by_card. Where a sentence lies depends on the order they came in; what is printed does not:
 * there is room for all of them, and what is lost (one game told or named too much) depends on that game alone. */
typedef struct Sentences {
    TapLog    log; /* for the game under way */
    TapView   seen;
    bool      by_card;
    uint64_t  lost;
    int       mentions; /* of the game under way */
    Mention   mention[MENTIONS];
    uint32_t  n, places; /* a power of two, at least twice as many as there are sentences */
    Sentence *row;
    uint32_t *place; /* by hash: 1 + the number of a row; 0: free */
} Sentences;

/* With cards apart: what each seat alone sees of its hand when the game begins is in the log, as if it were told. No
 * game tells it, for a deal is one sentence. */
void sentences_deal(Sentences *, const TapSetup *, const TapState *);
/* Counts what the log holds of that game, and clears it. */
void sentences_hear(Sentences *, uint64_t game);
/* The game is over, with these results. */
void sentences_end(Sentences *, const int32_t *score);
/* Adds what was counted in other games: of one sentence, whose words must outlive these; of all. */
void sentences_add(Sentences *, const Sentence *);
void sentences_join(Sentences *, const Sentences *more);
void sentences_free(Sentences *); /* of calloc, like all it holds */

/* The most frequent first. The JSON is the list and, as "events_lost", how many did not fit. */
void sentences_print(const Sentences *, FILE *out, uint64_t games);
void sentences_print_json(const Sentences *, FILE *out, uint64_t games);

#endif
