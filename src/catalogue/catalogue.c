#include "catalogue/catalogue.h"

const TapGame *const *tap_games(void)
{
    static const TapGame *const games[] = {
        &rogues_and_warriors,
        &threes,
        &kings_council,
        &the_wheel,
        &heroes_plunder,
        &streets_of_greyport,
        NULL,
    };
    return games;
}

const TapGame *tap_game_find(const char *id)
{
    for (const TapGame *const *g = tap_games(); *g; g++)
        if (!strcmp((*g)->id, id)) return *g;
    return NULL;
}
