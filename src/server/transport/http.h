/* HTTP: the page and its files, records, health, counters. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "server/transport/server.h"

/* For libwebsockets. */
int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t n);
size_t http_session_bytes(void);

#endif
