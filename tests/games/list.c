#include "games.h"

extern const Game dragons_gold; /* not in the catalogue before all its rules are here */

const Game *const test_games[] = {
    &counterspells, &pass_left, &whispers, &haggling, &ambush, &allotment, &crooked_inn, &long_night, &wishing_well,
    &nullgame, &parlour, &bargain, &stakes, &common_room, &market_day, &tug_of_war, &stalls, &toll, &long_road,
    &dragons_gold, NULL,
};
