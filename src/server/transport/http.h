/* HTTP: the page and its files, records, health, counters; and whose request it is. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "server/ground/secrets.h"
#include "server/transport/server.h"

/* For libwebsockets. */
int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t n);
size_t http_session_bytes(void);

/* The guest of a request's cookie; false if there is none that we have signed. */
bool http_guest(struct lws *, char ret_guest[GUEST_BYTES]);
/* The value of Set-Cookie for a guest. */
int  http_set_cookie(struct lws *, const char *guest, char *ret, size_t size);
/* False if the request came under a name that is not ours (a foreign page that points its own name at us), or from a
 * page of another origin. Requests of programs have no Origin. */
bool http_is_ours(struct lws *);

#endif
