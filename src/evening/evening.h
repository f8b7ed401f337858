/* An evening of several games (Appendix A). */
#ifndef EVENING_H
#define EVENING_H

#include "table/table.h"

/* Bytes it keeps for the game that is played, and for that game's frames. */
enum { EVENING_ROOM = 3584, EVENING_GUEST_STACK = 320 };

/* What it may host; the catalogue defines the list, and NULL ends it. Each begins its state with a Wagering. */
extern const Game *const gambling_games[];

extern const Game adventurers_choice;

#endif
