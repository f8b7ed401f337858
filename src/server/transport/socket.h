/* WebSockets: frames in, a bounded queue out, one message each time the socket can take one. */
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include "server/transport/server.h"

/* For libwebsockets. */
int socket_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t n);
size_t socket_session_bytes(void);
/* Whether one more from that address is let in now. */
bool socket_has_room(struct lws *);

/* For the house. */
extern const Transport socket_transport;

#endif
