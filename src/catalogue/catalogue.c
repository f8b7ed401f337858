#include "catalogue/catalogue.h"

/* One list for the evening and for all; a macro, for an array cannot be initialised with another. */
#define GAMBLING_GAMES \
    &rogues_and_warriors, \
    &threes, \
    &kings_council, \
    &jack_of_all_trades, \
    &doublerogue, \
    &three_kingdoms, \
    &dragon_hordes, \
    &delve, \
    &spy_network, \
    &dragon_hunt, \
    &den_of_thieves, \
    &city_square, \
    &the_wheel, \
    &heroes_plunder, \
    &streets_of_greyport, \

const Game *const gambling_games[] = {GAMBLING_GAMES NULL};

const TapGame *const *tap_games(void)
{
    static const TapGame *const games[] = {GAMBLING_GAMES &adventurers_choice, &swords_and_dragons, &dragons_gold,
                                           &dwarven_miner, &red_dragon_inn, NULL};
    return games;
}

const TapGame *tap_game_find(const char *id)
{
    for (const TapGame *const *g = tap_games(); *g; g++)
        if (!strcmp((*g)->id, id)) return *g;
    return NULL;
}
