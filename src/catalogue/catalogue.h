/* The games there are. A new gambling game is one line here and one in catalogue.c. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "evening/evening.h"
#include "table/table.h"

extern const Game rogues_and_warriors;
extern const Game threes;
extern const Game kings_council;
extern const Game jack_of_all_trades;
extern const Game doublerogue;
extern const Game three_kingdoms;
extern const Game dragon_hordes;
extern const Game delve;
extern const Game spy_network;
extern const Game dragon_hunt;
extern const Game den_of_thieves;
extern const Game city_square;
extern const Game the_wheel;
extern const Game heroes_plunder;
extern const Game streets_of_greyport;
/* The evening does not offer these. */
extern const Game swords_and_dragons;
extern const Game dragons_gold;
extern const Game dwarven_miner;
extern const Game red_dragon_inn;

#endif
