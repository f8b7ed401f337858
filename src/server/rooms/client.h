/* A connection: a person's browser, or a program that plays. What it may do how often, and what is said to it. */
#ifndef SERVER_CLIENT_H
#define SERVER_CLIENT_H

#include "server/ground/accounts.h"
#include "server/ground/clean_text.h"
#include "server/rooms/hall.h"

struct Client {
    House  *house;
    void   *connection;
    const Transport *transport;
    bool    visitor; /* he came in at another node (house/visitors.h), and what he may is counted there */
    char    guest[GUEST_BYTES], name[NAME_BYTES], address[ADDRESS_BYTES];
    Account *by_guest, *by_address;
    bool    greeted, lobby, closing, joined; /* joined: an update may carry the ack of the answer it shows */
    int64_t since;
    int     waiting; /* messages of it that wait for a commit */
    bool    comes;   /* coming.c: it is not known yet who he is; all he says waits */
    Client *next_coming;
    bool    held_up; /* while those are heard: one of them waits on, and so do all after it */
    Bucket  messages, bad;
    int     muted;
    char    mute[LIMIT_MUTED][GUEST_BYTES];
    struct Member *in[LIMIT_ROOMS_PER_CLIENT];
    struct Remote *remote; /* programs/remote.c: how a program does; NULL for a person */
    struct Channel *channels; /* house/passing.c: lines to other nodes that he speaks through */
    struct Passage *passages; /* and tables there */
    Client *next, *prev;
};

static inline bool visitor_is(const Client *c) { return c->visitor; }

static inline bool client_is_program(const Client *c) { return c->remote; }

/* Takes one such use off what its guest and its address have left; false if one of them has nothing. */
bool client_may(Client *, Use);
/* The same for words at a table: all of an address share what may be said there. */
bool client_may_talk(Client *, const char *table);

void client_is_greeted(Client *); /* it has said hello */
void client_send(Client *, const char *text, size_t n);
void client_close(Client *); /* when what was sent is out */
/* Says why not. re and table may be NULL or "". */
void client_error(Client *, const char *re, const char *table, const char *code, const char *text);
/* Says why not, and closes. */
void client_refuse(Client *, const char *code, const char *text);
/* Says goodbye, and closes; a visitor is only closed: his tables are looked for where he came in. */
void client_bye(Client *, const char *code, const char *text);
/* Counts a message that makes no sense, and says so; closes when there were too many. */
void client_misbehaved(Client *, const char *re, const char *code, const char *text);

#endif
