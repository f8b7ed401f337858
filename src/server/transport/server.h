/* The server while it runs. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <libwebsockets.h>

#include "server/house/house.h"
#include "server/transport/access.h"
#include "server/transport/serve_options.h"

typedef struct Server {
    const ServeOptions *options;
    House              *house;
    uv_loop_t           loop;
    struct lws_context *context;
    struct lws_vhost   *vhost, *lan_vhost, *metrics_vhost; /* metrics_vhost: NULL without --metrics */
    AccessLog           access;
    char                machine[64]; /* this machine's own name */
    int64_t             began;
    bool                draining;
    int64_t             leave_at; /* it closes then, or when nobody plays any more; 0: it stays */
    struct KeeperDoor  *door;
    struct Connection  *connections;
    struct Lines       *lines; /* to other nodes; NULL: this is the only one */
    unsigned char       outgoing[LWS_PRE + 65536]; /* a message on its way out */
} Server;

static inline Server *server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

#endif
