/* What a guest finds at the door: the tables he sits at, and how those ended that he played lately. */
#ifndef SERVER_YOURS_H
#define SERVER_YOURS_H

#include "server/rooms/client.h"

/* Sends him both, as an answer to `re` (NULL: to none). It looks into the store: so often only as USE_YOURS allows. */
void yours_send(Client *, const char *re);

#endif
