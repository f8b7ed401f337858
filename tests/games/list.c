#include "games.h"

const Game *const test_games[] = {
    &counterspells, &pass_left, &whispers, &haggling, &ambush, &allotment, &crooked_inn, &long_night, &wishing_well,
    &nullgame, &parlour, &bargain, &stakes, &common_room, &market_day, &tug_of_war, &stalls, &toll, &long_road,
    &partners,
    NULL,
};
