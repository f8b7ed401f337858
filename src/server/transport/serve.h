/* The server as a whole: a house behind HTTP and WebSocket, on one loop, until it is told to stop. */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include <taproom/base.h>

typedef struct ServeOptions {
    const char *data;        /* folder for everything that is kept */
    const char *bind;        /* address to listen at; NULL: all */
    const char *host;        /* a name, beside addresses and this machine's own, by which browsers may call us; NULL: none */
    int         port;        /* 0: any that is free */
    int         per_address; /* connections; 0: no limit */
    bool        lan;
    const char *(*rules_page)(const char *game); /* Markdown, or NULL */
    /* Called when it listens, and again when the local network is let in; lan is then its address, else NULL. */
    void (*listening)(const char *url, const char *lan);
} ServeOptions;

/* Serves until SIGTERM or SIGINT, then lets what is under way finish. False with a reason if it could not begin. */
bool serve(const ServeOptions *, TapError *);

#endif
