/* The lobby's list: which of the open tables are shown, and in which order. */
#ifndef SERVER_LOBBY_H
#define SERVER_LOBBY_H

#include "server/rooms/room.h"

/* Those at which somebody is come first. Where there are more than LIMIT_LISTED, each address (each host, where all
 * come from one) has its first few before any has more, and those who are left out have their turn later. */
int lobby_choose(House *, const Room *ret[LIMIT_LISTED]);

#endif
