/* Messages that wait until a WebSocket can take them. */
#ifndef SERVER_OUTBOX_H
#define SERVER_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>

#include <libwebsockets.h>

typedef struct Parcel {
    struct Parcel *next;
    size_t         n;
    unsigned char  bytes[]; /* LWS_PRE bytes of room first */
} Parcel;

/* All zero: nothing waits. */
typedef struct Outbox {
    Parcel *first, *last;
    size_t  bytes;
} Outbox;

/* A copy of both parts as one message, behind all others. The first asks for the writeable callback: once, for each
 * call tells the kernel anew. */
void outbox_add(Outbox *, struct lws *, const char *head, size_t n_head, const char *text, size_t n);
/* Writes the first that waits; *ret_n is its length, 0 if none did. False: it could not be written. */
bool outbox_write_one(Outbox *, struct lws *, enum lws_write_protocol, size_t *ret_n);
void outbox_empty(Outbox *);

#endif
