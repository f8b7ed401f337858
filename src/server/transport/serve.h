/* The server as a whole: a house behind HTTP and WebSocket, on one loop, until it is told to stop. */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include <taproom/base.h>

#include "server/transport/serve_options.h"

/* Serves until SIGTERM or SIGINT, then lets what is under way finish. False with a reason if it could not begin. */
bool serve(const ServeOptions *, TapError *);

#endif
