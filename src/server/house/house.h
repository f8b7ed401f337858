/*
 * The house: guests, tables and what they say to each other. It knows nothing of sockets: a transport hands it clients
 * and their messages and takes away what is sent. Everything here runs on the thread of one uv loop; bots think
 * elsewhere.
 *
 * Nothing is acknowledged or shown before it is durable: messages change rooms in memory and append to the store; at
 * the end of a turn of the loop, but not within GATHER_MS of the last time, a commit begins on another thread, and only
 * when it is told of do acks and updates go out. Until then nothing changes the rooms it writes to, and what is said to
 * them waits; all others go on, and what they write gathers for the next. If the commit fails, its rooms are read again
 * from the store and the senders are told.
 */
#ifndef SERVER_HOUSE_H
#define SERVER_HOUSE_H

#include <uv.h>

#include <taproom/game.h>
#include <taproom/content.h>

#include "server/ground/metrics.h"
#include "server/ground/wire.h"

typedef struct House House;
typedef struct Client Client;

/* One of several processes that share a house in PostgreSQL (docs/scale.md). */
typedef struct HouseNode {
    const char *store;    /* conninfo */
    const char *name, *address; /* no two have the same; where others reach it */
    const char *key;      /* file; the same for all. Made if it is not there */
    int         lease_ms;
    int         settle_ms; /* a quiet table goes to the other node where all its people came in after so long */
    void      (*lost)(const char *why); /* it was declared dead, and has nothing worth keeping: does not return */
} HouseNode;

typedef struct HouseOptions {
    const Transport *transport;
    const char      *data;  /* folder; made if it is not there. Not for a node */
    const HouseNode *node;  /* one of several; NULL: SQLite, in the folder */
    const TapGame *const *games; /* that are played here, NULL at their end; NULL: all there are */
    const TapShelf  *shelf; /* content of new tables; outlives the house. NULL: what is built in */
    bool             one_address; /* all come from one: none is held to a share of the house */
    int              most_tables; /* in memory; 0: LIMIT_TABLES_IN_MEMORY */
    int              keep_days; /* finished tables, and guests not seen, are forgotten after so many; 0: never */
    bool             by_hand; /* no timer runs: the caller calls house_tick (tests, which have a time of their own) */
} HouseOptions;

House *house_open(const HouseOptions *, uv_loop_t *, TapError *);
/* Stops bots and timers; the loop must then run until nothing is left before house_free. */
void   house_close(House *);
void   house_free(House *);

const uint8_t *house_key(const House *);
Metrics       *house_metrics(House *);
/* The same for others to see: what is counted with each message stands as it was at the last commit, so that nobody can
 * count answers to a hushed question. */
Metrics        house_metrics_shown(const House *);
/* How other nodes are reached; without it their tables are out of reach. They outlive the house's clients. */
void           house_set_roads(House *, const Roads *, void *roads);
void           house_line_is_up(House *, NodeLine *);
/* What came over a line that is up. False: it makes no sense, and the line is to be cut. */
bool           house_line_hears(House *, NodeLine *, const char *text, size_t n);
void           house_line_lost(House *, NodeLine *);
void           house_set_lan(House *, const char *address); /* what welcome says of it; copied */

/* One of several nodes: how it stands with it. False: it is the only one. */
typedef struct HouseLease {
    int64_t epoch, left_ms;
    int     committing; /* so many commits are under way */
} HouseLease;
bool           house_lease(const House *, HouseLease *ret);
/* One of several nodes whose lease has run out: nothing may be shown until it is renewed. */
bool           house_has_lapsed(const House *);

/* A connection whose guest is known. name of a known guest is looked up. NULL if there are too many. */
Client *client_new(House *, void *connection, const char *guest, const char *address);
/* The same for a program that speaks the bot protocol (docs/bot-protocol.md). */
Client *client_new_bot(House *, void *connection, const char *guest, const char *address);
void    client_gone(Client *);
void    client_message(Client *, const char *text, size_t n);

/* Shows what needs no commit, and begins one for the rest, if none is under way. Runs by itself at the end of a turn of
 * the loop. */
void house_flush(House *);
/* Waits for the commit under way, and until every answer that is kept beside a log is on the disk, and tells of them.
 * The loop does so too. */
void house_settle(House *);
/* Commits all there is, and waits for it. */
void house_drain(House *);
/* The same; then nobody is let in any more and no bot begins to think, of those at it nobody hears, and other nodes can
 * take the tables. */
void house_leave(House *);
/* Grace times, clocks, bots, rooms nobody is in, the lobby's list. Runs by itself every TICK_MS. */
void house_tick(House *);
/* Says goodbye to everybody. */
void house_bye(House *, const char *code, const char *text);

#endif
