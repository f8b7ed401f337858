/* Finished tables and guests that have grown old are forgotten, if the keeper wants it so (--keep-finished). */
#ifndef SERVER_RETENTION_H
#define SERVER_RETENTION_H

#include "server/rooms/hall.h"

typedef struct Retention {
    int64_t next;      /* when it looks on */
    bool    at_guests; /* it has done with tables in this round */
    char    after[GUEST_BYTES]; /* the last one it looked at, or "" */
    int     tables, guests; /* forgotten in this round */
} Retention;

/* Looks at a few, if it is time and nothing else is to be written; all of them, again and again. */
void retention_tick(House *, Retention *, int64_t now);

#endif
