/*
 * Which tables this node holds, where the store is shared by several (store.h); elsewhere all of this does nothing.
 *
 * The lease is renewed on another thread. While it has run out by this machine's own clock (holding_lapsed) nothing may
 * be shown: whatever this node knows may be old. A table is taken before it is read, on another thread too, for that
 * may wait for commits of a node that has died: what is said to it waits meanwhile.
 */
#ifndef SERVER_HOLDING_H
#define SERVER_HOLDING_H

#include "server/rooms/hall.h"

/* What the house does about it, on the loop's thread. */
typedef struct HoldingNews {
    void (*heard)(House *);                 /* a table was taken, or could not be; the lease is renewed */
    void (*lost)(House *, const char *why); /* this node was declared dead */
} HoldingNews;

void holding_open(House *, int lease_ms, const HoldingNews *);
void holding_close(House *); /* the loop must come to rest before holding_free */
void holding_free(House *);

bool holding_lapsed(const House *);
/* True if a table that is not in memory must be taken first; that begins, unless it is under way. */
bool holding_waits(House *, const char *table);
/* The table is this node's; else why not. Waits, if nobody has let it be taken before. */
StoreResult holding_take(House *, const char *table);
void holding_is_lost(House *, const char *why);

#endif
