/* Clocks: of a table (a time for each decision), of a window, and of a game (its own hourglass). */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include "server/rooms/room.h"

void    clock_set(Room *, int64_t now);  /* starts, keeps or stops the clock of the question that is open */
void    clock_tick(Room *, int64_t now); /* the same, and answers for those whose time is up */
int64_t clock_left(const Room *, int64_t now); /* of the window or the decision; -1: none runs */
/* Until the last grain of the game's own glass, and the whole of it; -1: none runs. */
int64_t clock_glass_left(const Room *, int64_t now, int64_t *ret_all);

#endif
