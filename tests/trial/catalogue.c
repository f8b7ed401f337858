/* The trial tavern: the program with the test games in its catalogue, for what only they ask of terminal and browser
 * (windows, standing orders, splits, counts, hourglasses). It stands in for src/catalogue/catalogue.c. */
#include "catalogue/catalogue.h"
#include "games.h"

const Game *const gambling_games[] = {&kings_council, &threes, NULL};

const TapGame *const *tap_games(void)
{
    return test_games;
}

const TapGame *tap_game_find(const char *id)
{
    for (const TapGame *const *g = tap_games(); *g; g++)
        if (!strcmp((*g)->id, id)) return *g;
    return NULL;
}
