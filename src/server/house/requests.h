/* What a client may ask for: one function for each message of docs/protocol.md. */
#ifndef SERVER_REQUESTS_H
#define SERVER_REQUESTS_H

#include "server/house/message.h"
#include "server/rooms/client.h"

void request_handle(Client *, const Message *);

#endif
