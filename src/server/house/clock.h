/* Clocks: of a table (a time for each decision) and of a game (its own hourglass). */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include "server/rooms/room.h"

void    clock_set(Room *, int64_t now);  /* starts, keeps or stops the clock of the question that is open */
void    clock_tick(Room *, int64_t now); /* the same, and answers for those whose time is up */
int64_t clock_left(const Room *, int64_t now); /* -1: none runs */

#endif
