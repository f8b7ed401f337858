/*
 * This process among the nodes that share a database: until when it lives, and which tables are whose.
 *
 * A node has one row: its epoch, and until when it lives. A table names the node and the epoch that hold it, and is
 * held while that node is still in that epoch. Every commit locks the row of its own node (FOR KEY SHARE) and compares
 * the epoch: a node that was declared dead (epoch + 1) writes nothing more, at any table. Who declares a node dead
 * takes its row FOR UPDATE, which waits for commits under way, and looks once more until when it lives. To renew
 * changes `until` alone and waits for nobody. Time is the database's; what this node may show is judged by its own
 * clock, from when the renewal was sent.
 *
 * The functions may be called on any thread.
 */
#ifndef SERVER_PG_NODE_H
#define SERVER_PG_NODE_H

#include <stdint.h>

#include <uv.h>

#include "server/store/pg_link.h"
#include "server/store/pg_news.h"
#include "server/store/store.h"

enum { NODE_BYTES = 64, REACHED_BYTES = 128, EPOCH_BYTES = 24 };

typedef struct PgNode {
    char       where[1000], name[NODE_BYTES], address[REACHED_BYTES], listed[NODE_BYTES + 16];
    int        lease_ms;
    uv_mutex_t lock; /* for all below */
    int64_t    epoch, renewed; /* renewed: when that was sent, by CLOCK_BOOTTIME in ms */
    bool       fenced;
    int        queue;  /* of this node */
    int        others; /* nodes that live */
    StoreQueues queues; /* of those */
    int        users;
    uv_mutex_t taking, renewing, looking; /* for a link each */
    /* Of whoever renews: the epoch after which it was tried to begin anew, and the mark under which. It may have been
     * done and not been heard of. */
    int64_t    anew_after;
    char       anew[40];
    PgLink     take, renew, look;
    PgNews    *news; /* looked at by whoever renews */
} PgNode;

PgNode *pg_node_new(const char *where, const StoreNode *);
/* Begins a new epoch. If a node of that name seems to live, waits until its lease has run out; one that renews it is
 * another process, and this one is refused. False with a reason. */
bool    pg_node_join(PgNode *, TapError *);
PgNode *pg_node_outside(const char *where); /* of who only looks: it has no name, and never joins */
PgNode *pg_node_share(PgNode *); /* for a second store of the same process */
/* Ends the epoch, for all who share it: what it held others can take at once, and it writes nothing more. */
void    pg_node_end(PgNode *);
/* The last one does so too. */
void    pg_node_leave(PgNode *);

/* For connections of this node: silent for so long one counts as lost. */
int     pg_node_patience(const PgNode *);
int64_t pg_node_epoch(PgNode *);
/* The epoch, also as a value of a statement. */
int64_t pg_node_write_epoch(PgNode *, char ret[EPOCH_BYTES]);
/* Whether this is still its epoch; one that is being begun is waited for. */
bool    pg_node_is_in(PgNode *, int64_t epoch);

StoreResult pg_node_take(PgNode *, const char *table, char *ret_address, size_t size, TapError *);
bool        pg_node_is_free(PgNode *, const char *table);
/* What is there of a table that was taken: its document and all of its log, as PG_GET_TABLE and PG_GET_LOG bring them
 * (pg_batch.h); the caller clears them. ret_log NULL: not its log. False if it cannot be asked. */
bool        pg_node_fetch(PgNode *, const char *table, PGresult **ret_document, PGresult **ret_log);
/* Up to so many active tables that nobody holds, the newest first. */
StoreResult pg_node_take_free(PgNode *, const char *most, TapError *);
/* Ends the epoch of a node that is late, if it is; waits for its commits. */
void        pg_node_bury(PgNode *, const char *name, const char *epoch, TapError *);
StoreResult pg_node_renew(PgNode *, TapError *);
int64_t     pg_node_lease_left(PgNode *);
void        pg_node_tell_queue(PgNode *, int waiting);
bool        pg_node_queues(PgNode *, StoreQueues *ret);
/* A new epoch, with all that was held in `epoch`: after a connection was lost, so that what was under way on it is
 * decided when this returns. Does nothing if that epoch is over already. STORE_NOT_ALIVE: it was declared dead. */
StoreResult pg_node_begin_anew(PgNode *, PgLink *, int64_t epoch, TapError *);
void        pg_node_fence(PgNode *); /* it writes nothing more, and shows nothing */

#endif
