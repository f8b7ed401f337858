/* A connection: a person's browser, or a program that plays. What it may do how often, and what is said to it. */
#ifndef SERVER_CLIENT_H
#define SERVER_CLIENT_H

#include "server/ground/clean_text.h"
#include "server/rooms/hall.h"

/* So many at once, one more after every so many ms. */
typedef struct Bucket {
    int64_t until; /* when it is full again */
} Bucket;
bool bucket_take(Bucket *, int64_t now, int burst, int each_ms);

struct Client {
    House  *house;
    void   *connection;
    char    guest[GUEST_BYTES], name[NAME_BYTES], address[ADDRESS_BYTES];
    bool    greeted, lobby, closing, joined; /* joined: an update may carry the ack of the answer it shows */
    int64_t since;
    Bucket  messages, bad, chats, creates, hints;
    int     muted;
    char    mute[LIMIT_MUTED][GUEST_BYTES];
    struct Member *in[LIMIT_ROOMS_PER_CLIENT];
    struct Remote *remote; /* programs/remote.c: how a program does; NULL for a person */
    Client *next, *prev;
};

static inline bool client_is_program(const Client *c) { return c->remote; }

void client_send(Client *, const char *text, size_t n);
void client_close(Client *); /* when what was sent is out */
/* Says why not. re and table may be NULL or "". */
void client_error(Client *, const char *re, const char *table, const char *code, const char *text);
/* Says why not, and closes. */
void client_refuse(Client *, const char *code, const char *text);
/* Says goodbye, and closes. */
void client_bye(Client *, const char *code, const char *text);
/* Counts a message that makes no sense, and says so; closes when there were too many. */
void client_misbehaved(Client *, const char *re, const char *code, const char *text);

#endif
