/*
 * What a node sees of the rest of a shared house: open tables at other nodes, for the lobby's list, while somebody
 * looks at it; and tables whose clocks run though nobody holds them any more, which it takes. Both are read on another
 * thread, now and then. How busy the others are it learns with its lease.
 */
#ifndef SERVER_ABROAD_H
#define SERVER_ABROAD_H

#include "server/rooms/hall.h"

void abroad_open(House *); /* of several nodes; else there is nothing abroad */
void abroad_free(House *); /* when the loop has come to rest */
void abroad_tick(House *, int64_t now);

/* Adds tables of other nodes to a list that is open, up to so many. */
void abroad_write_listed(House *, Out *, int most);

/* Too many wait here for their turn to think, and at another node at most half as many: whatever can be there is better
 * there. Where it is reached. */
bool abroad_is_quieter(House *, char ret_address[LINE_ADDRESS_BYTES]);
/* The same seen from there: of some other node. */
bool abroad_is_busier(House *);

#endif
