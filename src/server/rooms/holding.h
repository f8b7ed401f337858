/*
 * Which tables this node holds, where the store is shared by several (store.h); elsewhere all of this does nothing.
 *
 * The lease is renewed on another thread, from holding_open on: over a slow road a house takes longer to open than a
 * lease lasts, and the loop does not run yet. While it has run out by this machine's own clock (holding_lapsed) nothing
 * may be shown: whatever this node knows may be old. A table is taken before it is read, on another thread too, for
 * that may wait for commits of a node that has died: what is said to it waits meanwhile, until it is ours or can be
 * passed on to its holder.
 */
#ifndef SERVER_HOLDING_H
#define SERVER_HOLDING_H

#include "server/rooms/hall.h"

/* What the house does about it, on the loop's thread. */
typedef struct HoldingNews {
    void (*heard)(House *);                 /* a table was taken, or could not be; the lease is renewed */
    void (*lost)(House *, const char *why); /* this node was declared dead */
    bool (*can_reach)(House *, const char *address); /* what is said to a table held there can be passed on */
    /* A table that nobody holds had better be taken there, and what is said to it can be passed on. */
    bool (*rather)(House *, char ret_address[LINE_ADDRESS_BYTES]);
    void (*given)(House *, const char *table, void *to); /* it was released to somebody */
} HoldingNews;

void holding_open(House *, int lease_ms, const HoldingNews *);
void holding_close(House *); /* the loop must come to rest before holding_free */
void holding_free(House *);

bool holding_lapsed(const House *);
/* For a table that is not in memory. True if it must be taken first, or is just being released; the first begins,
 * unless it is under way. host: who will make it if there is none; NULL: nobody. may_be_elsewhere: one that nobody
 * holds, and that had better be at another node, is as if that held it. */
bool holding_waits(House *, const char *table, const char *host, bool may_be_elsewhere);
/* What became of it, as long as whoever waits is heard: STORE_ELSEWHERE with the address of the holder. STORE_FAILED
 * also if nobody has asked for it. */
StoreResult holding_found(const House *, const char *table, char ret_address[LINE_ADDRESS_BYTES]);
/* If there was none: how many tables elsewhere that host has. -1: it is not known. */
int  holding_hosted(const House *, const char *table);
void holding_hurry(House *); /* another node can be reached: what was tried in vain is tried again now */
/* The table is this node's; else why not. Waits, if nobody has let it be taken before. */
StoreResult holding_take(House *, const char *table);
/* The table has left memory, and others may have it: with the next commit. to: who is told when that is done, if it is
 * somebody. Until then nobody takes it here again. */
void holding_release(House *, const char *table, void *to);
/* A commit begins, with what was released until now; it is told of. commit: any number that no other under way has. */
void holding_submitted(House *, int commit);
void holding_landed(House *, int commit, bool durable);
/* It was released to another node a moment ago: who asks for it from there is not to bring it back. */
bool holding_is_given(const House *, const char *table);
void holding_is_lost(House *, const char *why);

#endif
