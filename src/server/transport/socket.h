/* WebSockets: frames in, a bounded queue out, one message each time the socket can take one. */
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include "server/transport/server.h"

/* For libwebsockets. */
int socket_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t n);
size_t socket_session_bytes(void);
/* The status with which one more from there is refused now, and what is said; 0 if it is let in. */
int socket_refusal(struct lws *, const char **ret_text);

/* For the house. */
extern const Transport socket_transport;

#endif
