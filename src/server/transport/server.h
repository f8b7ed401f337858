/* What http.c, socket.c and serve.c share. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <libwebsockets.h>

#include "server/house/house.h"
#include "server/transport/serve.h"

typedef struct Server {
    const ServeOptions *options;
    House              *house;
    uv_loop_t           loop;
    struct lws_context *context;
    struct lws_vhost   *vhost, *lan_vhost;
    char                machine[64]; /* this machine's own name */
    int64_t             began;
    bool                draining;
    struct Connection  *connections;
} Server;

static inline Server *server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

/* Callbacks of libwebsockets. */
int http_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t n);
int socket_callback(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t n);
size_t http_session_bytes(void);
size_t socket_session_bytes(void);
extern const Transport socket_transport;

/* The guest of a request's cookie; false if there is none that we have signed. */
bool http_guest(struct lws *, char ret_guest[GUEST_BYTES]);
/* The value of Set-Cookie for a guest. */
int  http_set_cookie(const Server *, const char *guest, char *ret, size_t size);
/* False if the request came under a name that is not ours (a foreign page that points its own name at us), or from a page of another
 * origin. Requests of programs have no Origin. */
bool http_is_ours(struct lws *);

#endif
