/*
 * Who comes in, where the store is shared by several nodes (holding.h); elsewhere all of this does nothing. What is
 * kept about him is read on another thread: the loop does not wait for the database, however slow it is. Until then
 * what he says waits.
 */
#ifndef SERVER_COMING_H
#define SERVER_COMING_H

#include "server/rooms/client.h"

void coming_open(House *, void (*heard)(House *)); /* heard: somebody need not wait any more */
void coming_free(House *);

/* False if he need not wait. Else client.comes until he need not. */
bool coming_add(Client *);
void coming_tick(House *); /* what could not be read is tried again */
void coming_forget_client(Client *);

#endif
