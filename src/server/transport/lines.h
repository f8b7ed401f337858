/* Lines between the nodes of a house: one WebSocket to each node whose tables our clients ask for (subprotocol
 * taproom.node.1, at its --address, path /node), and those that others have called. docs/scale.md. */
#ifndef SERVER_LINES_H
#define SERVER_LINES_H

#include "server/transport/server.h"

/* For a node of several, when it listens. */
void lines_open(Server *);
void lines_close(Server *); /* no beat any more; what is up goes with libwebsockets */
void lines_free(Server *);

/* That connection is no more. One that was called and never answered may end without any other word. */
void lines_forget(Server *, const struct lws *);

/* For libwebsockets. */
int lines_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t n);

#define LINES_PROTOCOL "taproom.node.1"
#define LINES_PATH "/node"

#endif
