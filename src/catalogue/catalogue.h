/* The games there are. A new game is one line here and one in catalogue.c. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "table/table.h"

extern const Game rogues_and_warriors, threes, kings_council;
extern const Game the_wheel;
extern const Game heroes_plunder;
extern const Game streets_of_greyport;

#endif
