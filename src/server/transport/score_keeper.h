/* The score-keeper for real tables: how a game's hands look, and what hands are worth. */
#ifndef SERVER_SCORE_KEEPER_H
#define SERVER_SCORE_KEEPER_H

#include <taproom/game.h>

enum { SCORE_WORDS = 32 };

typedef struct ScoreQuestion {
    const char *hand[TAP_SEATS], *key[SCORE_WORDS], *option[SCORE_WORDS];
    int         hands, keys, options;
} ScoreQuestion;

/* JSON that the caller frees: what is asked about hands if none is given, else points, places and reasons; {"error":
 * ...} for options or hands that will not do. NULL if there is no such game or it scores no hands. */
char *score_answer(const char *game, const ScoreQuestion *);

#endif
