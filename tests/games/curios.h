/* Content for test games: three hundred text cards, ten kinds of tokens, dice with pictures on them. */
#ifndef TEST_CURIOS_H
#define TEST_CURIOS_H

#include "table/table.h"

enum { TRICKS, TOKENS, WEATHER, COIN };
enum { TRICK_FACES = 300, TOKEN_KINDS = 6, ALL_TOKENS = 40 };
enum { SUN, RAIN, STORM };

extern const Content curios;

#endif
