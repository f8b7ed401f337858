/* The games there are. A new gambling game is one line here and one in catalogue.c. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include "evening/evening.h"
#include "table/table.h"

extern const Game rogues_and_warriors, threes, kings_council;

#endif
