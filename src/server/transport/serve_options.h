/* What a server is told when it begins. */
#ifndef SERVER_SERVE_OPTIONS_H
#define SERVER_SERVE_OPTIONS_H

#include <taproom/content.h>

#include "server/house/house.h"

typedef struct ServeOptions {
    const char *data;        /* folder for everything that is kept; NULL: none, for a node that has its key elsewhere */
    const HouseNode *node;   /* one of several (house.h); NULL: the only one */
    const TapShelf *shelf;   /* content of new tables; NULL: what is built in */
    const char *bind;        /* address to listen at; NULL: all */
    const char *host; /* a name, beside addresses and this machine's own, by which browsers may call us; NULL: none */
    const char *behind;      /* the proxy whose word about addresses is believed; NULL: nobody's */
    int         port;        /* 0: any that is free */
    const char *metrics;     /* address of a port of its own for /metrics; NULL: on the same one, for this machine */
    int         metrics_port; /* 0: any that is free */
    const char *access_log;  /* file, or "-" for stdout; NULL: none */
    bool        short_addresses; /* in that log */
    bool        log_json;
    int         keep_days;   /* finished tables, and guests not seen, are forgotten after so many; 0: never */
    int         per_address; /* connections; 0: no limit */
    bool        lan;
    const char *(*rules_page)(const char *game); /* Markdown, or NULL */
    /* Called when it listens, and again when the local network is let in; lan is then its address, else NULL. metrics
     * is where those are, if on a port of their own. */
    void (*listening)(const char *url, const char *lan, const char *metrics);
} ServeOptions;

#endif
