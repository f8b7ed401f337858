/* How often each sentence of the tale is told: an event's untranslated text is its id, so that no game need be known. */
#ifndef CLI_SENTENCES_H
#define CLI_SENTENCES_H

#include <stdio.h>

#include <taproom/taproom.h>

enum { SENTENCE_PLACES = 1024 }; /* a power of two; more than any game tells */

typedef struct Sentence {
    const char *text; /* NULL: a free place */
    uint64_t    times, games, last_game; /* last_game: 1 + the number of the last game it was told in */
} Sentence;

/* Begins as zeros. Where a sentence lies depends on the order they came in; what is printed does not. */
typedef struct Sentences {
    TapLog   log; /* for the game under way */
    uint64_t lost;
    int      n;
    Sentence place[SENTENCE_PLACES];
} Sentences;

/* Counts what the log holds of that game, and clears it. */
void sentences_hear(Sentences *, uint64_t game);
/* Adds what was counted in other games. */
void sentences_join(Sentences *, const Sentences *more);

/* The most frequent first. The JSON is the list and, as "events_lost", how many did not fit. */
void sentences_print(const Sentences *, FILE *out, uint64_t games);
void sentences_print_json(const Sentences *, FILE *out, uint64_t games);

#endif
