/* What a client may ask for: one function for each message of docs/protocol.md. */
#ifndef SERVER_REQUESTS_H
#define SERVER_REQUESTS_H

#include "server/house/message.h"
#include "server/rooms/client.h"

/* True if it is about a room whose commit is under way, or a table that must be taken first (holding.h), or the lease
 * has run out: it is handled when that is told of. */
bool request_waits(const Client *, const Message *);
void request_handle(Client *, const Message *);
void client_is_called(Client *, const char *name); /* from now on, also at his tables */

#endif
