/* The keeper's door: a Unix socket in the data folder, which is closed to others. One line of JSON in, one out
 * (docs/operating.md). */
#ifndef SERVER_KEEPER_DOOR_H
#define SERVER_KEEPER_DOOR_H

#include "server/transport/server.h"

/* A house whose door cannot be opened is a house nevertheless: that is said in the log. */
void keeper_door_open(Server *);
void keeper_door_close(Server *);

#endif
