/*
 * Where tables live. One interface; SQLite stands behind it (store_sqlite.c), or PostgreSQL (store_pg.c), and another
 * store is another file with another `const StoreKind`. tests/test_store.c says what every store must do.
 *
 * Writes gather until commit: then all of them are durable, or none is. Reads see what was written before, committed or
 * not. A store belongs to one thread; a commit that is submitted takes place on another, and meanwhile the next writes
 * gather, and may be submitted themselves (may_submit). What such a commit writes to is better left alone until it is
 * told of: who reads it waits for the disk, and who writes to it writes in vain if the commit fails.
 *
 * Everything is kept with a checksum, and the entries of a log chain: each one's covers the table, its number, the
 * entry and the checksum before it, and the last is kept beside the log. So a store knows when what it reads is not
 * what was written: a changed bit, an entry that is gone, moved or doubled, a log that ends early. It says so
 * (STORE_DAMAGED) instead of handing over another game. The checksums have no key: they find damage, not forgery, for
 * who can write the file can read the key beside it.
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stddef.h>
#include <stdint.h>

#include <uv.h>

#include <taproom/base.h>

#include "server/ground/bars.h"

typedef enum StoreResult {
    STORE_OK,
    STORE_STALE,    /* the log has another length than expected; nothing was written */
    STORE_REPEATED, /* this id was appended before; nothing was written */
    STORE_MISSING,  /* there is no such thing */
    STORE_DAMAGED,  /* what is there is not what was written; the reason is in the TapError */
    STORE_FAILED,   /* the disk or its like; the reason is in the TapError */
    STORE_ELSEWHERE, /* another node holds this table */
    STORE_NOT_ALIVE, /* this node was declared dead: it holds nothing any more */
} StoreResult;

/* What became of all writes since the last commit. */
typedef enum StoreOutcome {
    STORE_DURABLE,
    STORE_NOT_WRITTEN,
    STORE_UNKNOWN, /* what can be read now may be otherwise after a crash: an id tells */
    STORE_FENCED,  /* this node was declared dead: it writes nothing any more, and what it knows is worth nothing. Only
                    * what was under way on a connection that was lost may have been written before */
} StoreOutcome;

typedef struct Store Store;

enum { STORE_COMMITS = 3 }; /* so many may be under way at once, where a store can have several */

/* What became of a commit that was submitted; the reason if it is not durable. */
typedef void StoreDone(void *of, StoreOutcome, const TapError *);

/* What a reader is handed; the texts live until it returns. False stops the reading. */
typedef bool StoreEach(void *of, const char *key, int number, const char *text);

/* One document that has what two made of `base` each; base and theirs may be NULL. Called on any thread; whoever calls
 * frees what it returns. */
typedef char *StoreJoin(const char *base, const char *mine, const char *theirs);

/* How busy the other nodes are that live. */
typedef struct StoreQueues {
    int  least, most;
    char address[128]; /* of the one where fewest wait */
} StoreQueues;

typedef struct StoreKind {
    void (*close)(Store *);
    /* Where the store is shared: what this node holds others can take from now on, and it writes nothing more. NULL
     * where it is not. */
    void (*leave)(Store *);

    /* A table's document: everything about it but its log. `active` tables are those store_active lists. */
    StoreResult (*put_table)(Store *, const char *table, bool active, const char *document, TapError *);
    /* The caller frees it. For STORE_DAMAGED it is what is left of it, or NULL. */
    StoreResult (*get_table)(Store *, const char *table, char **ret_document, TapError *);
    /* key: table, newest first; without those that are damaged. Where the store is shared: those that nobody else
     * holds, and from now on this node does */
    StoreResult (*active)(Store *, int most, StoreEach *, void *of, TapError *);
    /* All tables, in the order of their names, after that one (""): from the first. number: whether it is active. text
     * is NULL for one that is damaged. */
    StoreResult (*tables)(Store *, const char *after, int most, StoreEach *, void *of, TapError *);
    /* Forgets a table and its log. */
    StoreResult (*remove_table)(Store *, const char *table, TapError *);
    /* Sets a table aside, for good: get_table says STORE_DAMAGED and this reason from now on. The first one stays. */
    StoreResult (*set_damaged)(Store *, const char *table, const char *why, TapError *);
    /* Reads all there is and compares it with its checksums; sets aside what is not as it was written. Every table is
     * handed over: number is the length of its log, or -1 if it was set aside before; text why it is damaged, or NULL.
     * STORE_DAMAGED: the file itself is not well built, beyond its tables. */
    StoreResult (*check)(Store *, StoreEach *, void *of, TapError *);

    /* The log of a table: entries 1, 2, 3 ... `expected` is its length now; id makes the entry unique at its table and
     * may be NULL. *ret_seq is the number of the entry, for STORE_REPEATED that of the earlier one. */
    StoreResult (*append)(Store *, const char *table, int expected, const char *id, const char *entry, int *ret_seq,
                          TapError *);
    /* key: id or "". STORE_DAMAGED: after those that were handed over comes one that is not as it was written. */
    StoreResult (*read)(Store *, const char *table, int after, StoreEach *, void *of, TapError *);
    StoreResult (*find)(Store *, const char *table, const char *id, int *ret_seq, TapError *);

    /* Answers to a hushed question, beside the log until the question closes: one for each seat, of the question that
     * stands at `base` entries. A later one of the same seat takes the place of the earlier. drop_aside takes away all
     * of a table's. */
    StoreResult (*put_aside)(Store *, const char *table, int base, int seat, const char *id, const char *entry,
                             TapError *);
    /* key: id, number: seat */
    StoreResult (*read_aside)(Store *, const char *table, int base, StoreEach *, void *of, TapError *);
    StoreResult (*drop_aside)(Store *, const char *table, TapError *);

    /* What is kept about a guest. */
    StoreResult (*put_guest)(Store *, const char *guest, const char *document, TapError *);
    /* The same for who has read it, and made `document` of it: `base` is what he read (NULL: there was nothing). Where
     * that is not what is there when it is committed, because another node has written it since, what both have changed
     * is joined (Store.join). */
    StoreResult (*change_guest)(Store *, const char *guest, const char *base, const char *document, TapError *);
    StoreResult (*get_guest)(Store *, const char *guest, char **ret_document, TapError *);
    /* Where the store is shared, as take: what is kept about these is read, and get_guest, if it comes next for one of
     * them, waits for nobody. NULL where it is not. */
    StoreResult (*meet)(Store *, const char *const *guest, int n, TapError *);
    /* The same for who will change it: what this node read or wrote of him last will do, and nobody waits for it. */
    StoreResult (*recall_guest)(Store *, const char *guest, char **ret_document, TapError *);
    StoreResult (*guests)(Store *, const char *after, int most, StoreEach *, void *of, TapError *); /* as tables */
    StoreResult (*remove_guest)(Store *, const char *guest, TapError *);

    /* The text of a content file under its hash. It never changes: a second put of one hash does nothing. */
    StoreResult (*put_file)(Store *, const char *hash, const char *text, TapError *);
    StoreResult (*get_file)(Store *, const char *hash, char **ret_text, TapError *);
    StoreResult (*files)(Store *, const char *after, int most, StoreEach *, void *of, TapError *); /* as tables */

    StoreOutcome (*commit)(Store *, TapError *); /* here and now; those under way are waited for, but not told of */
    /* Whether what has gathered may be submitted now: none or few enough commits are under way, and none of them is
     * about a key that was written to since; what is written of one keeps its order. */
    bool (*may_submit)(const Store *);
    /* A commit on another thread of the loop's pool. It is told of once, on this thread, by the loop or by settle; of
     * several under way any may be the first. The loop must have come to rest before the store is closed. */
    void (*submit)(Store *, uv_loop_t *, StoreDone *, void *of);
    void (*settle)(Store *); /* waits for all under way, and tells of them */
    /* While a durable one is told of: whether nothing of what it should have written about this table was, because
     * the table itself was at fault. The others need not suffer for it. commit says STORE_NOT_WRITTEN then. */
    bool (*was_left_out)(Store *, const char *table);
    void (*rollback)(Store *);

    /* Several nodes may share a store. Each table has one holder, the only one who may write to it; who puts a table
     * that is not there holds it. take: this node holds it from now on, until it releases it or is declared dead.
     * STORE_ELSEWHERE: another does, who can be reached at ret_address. STORE_MISSING: there is no such table.
     * Document and log, or that there are none, are read along: get_table and read, if they come next, wait for nobody.
     * Where the store is shared it may be called on any thread, for it may wait for commits of a node that died. */
    bool shared;
    StoreResult (*take)(Store *, const char *table, char *ret_address, size_t size, TapError *);
    bool (*is_free)(Store *, const char *table); /* as take: it is there, and nobody holds it; NULL where none does */
    StoreResult (*release)(Store *, const char *table, TapError *); /* with the next commit; written to no more */
    /* This node lives on for a lease. To be called every third of one, as take. STORE_NOT_ALIVE: too late. */
    StoreResult (*renew)(Store *, TapError *);
    /* What else there is where a store is shared, as take; NULL where it is not. The newest tables of living nodes that
     * are public and not dealt yet. key: table, text: its document */
    StoreResult (*listed)(Store *, int most, StoreEach *, void *of, TapError *);
    /* Nodes that are late are declared dead; up to so many tables whose clocks run for people, and which nobody holds,
     * are this node's from now on. key and text as above */
    StoreResult (*adopt)(Store *, int most, StoreEach *, void *of, TapError *);
    /* As take: how many active tables a guest is the host of, without those that this node holds; 0 if it fails. NULL
     * where none are. */
    StoreResult (*hosted)(Store *, const char *guest, int *ret, TapError *);
    /* How many wait for each thread that thinks here; the others learn it with the next renewal, as this node learns
     * theirs. False: there is no other. */
    void (*tell_queue)(Store *, int waiting);
    bool (*queues)(Store *, StoreQueues *ret);
    int64_t (*epoch)(Store *);
    /* What belongs to the whole house, where a store is shared; NULL where it is not. Each is durable when it returns;
     * one that failed may have been done if the connection was lost. `until` as Bars have it. */
    StoreResult (*put_bar)(Store *, const char *address, int64_t until, TapError *);
    StoreResult (*remove_bar)(Store *, const char *address, TapError *); /* STORE_MISSING: it was not barred */
    StoreResult (*bars)(Store *, Bars *ret, TapError *); /* all that are not over; not the path */
    StoreResult (*announce)(Store *, const char *text, TapError *);
    /* What was learnt with the last renewals. The next thing that was said at another node; the caller frees it. */
    char *(*words)(Store *);
    /* True if who is barred may have changed since the last time, and the first time. */
    bool (*barred)(Store *, Bars *ret);
    /* For so many ms what is held may be shown, by this machine's own clock; 0 or less: nothing may. */
    int64_t (*lease_left)(Store *);
} StoreKind;

/* What every store begins with. */
struct Store {
    const StoreKind *kind;
    bool             writing;    /* there is something to commit */
    int              committing; /* so many commits are under way, or were not told of yet */
    bool             doubtful;   /* one of unknown outcome may be there after a crash: no other has taken its place */
    StoreJoin       *join;       /* of guests; NULL: what is written last counts */
};

/* The file `path` is made if it is not there. NULL with a reason. */
Store *store_sqlite_open(const char *path, TapError *);

/* The same through another VFS and with another PRAGMA synchronous, for tests of power failure; either may be NULL. */
Store *store_sqlite_open_with(const char *path, const char *vfs, const char *synchronous, TapError *);

/* One of several processes that share a store. */
typedef struct StoreNode {
    const char *name;     /* no two that live may have the same */
    const char *address;  /* where other nodes reach it */
    int         lease_ms; /* it is declared dead so long after it was heard of last */
    const char *key;      /* mark of the house's key, the same for all; NULL: it is not looked at */
    bool        copies;   /* it brings another house into this one, and may open what is not whole yet */
} StoreNode;

/* A house in PostgreSQL; `where` is a conninfo of libpq. What is missing of its tables is made. NULL with a reason: a
 * node of that name lives, the key is another, it was written by a newer version. */
Store *store_pg_open(const char *where, const StoreNode *, TapError *);
/* Makes the tables, as the first node that opens it would; key as there. */
bool store_pg_create(const char *where, const char *key, TapError *);
/* What is there at one moment, whoever writes meanwhile; nothing is changed, made or taken, and a commit writes
 * nothing. What is set_damaged is known to this store only. key as above; copies: also a house that is not whole yet.
 * NULL with a reason: there is none, or its layout is another. */
Store *store_pg_open_to_look(const char *where, const char *key, bool copies, TapError *);
/* From now on, until store_pg_end_copy, nobody opens this house but whoever copies another into it. It is made if it is
 * not there. False with a reason: somebody has it open, the key is another, or it is not empty; resumes: it may be what
 * an earlier copy has left. */
bool store_pg_begin_copy(const char *where, const char *key, bool resumes, TapError *);
bool store_pg_end_copy(const char *where, TapError *);
/* By this name whoever copies is a node. */
#define STORE_COPIER "store-copy"
/* A node as the database has it. */
typedef struct StoreNodeRow {
    const char *name, *address;
    int64_t     epoch, tables; /* tables: that it holds */
    int         queue;         /* so many wait for each of its threads that think */
    int64_t     left_ms;       /* it counts as alive for so long; less than 0: it is late */
    bool        gone;          /* it has left, or was declared dead */
} StoreNodeRow;

/* Hands over all nodes that ever had the house open, by their names. */
bool store_pg_nodes(const char *where, void (*each)(void *of, const StoreNodeRow *), void *of, TapError *);
/* Says what is so set in the database that it may lose what was acknowledged. */
void store_pg_worries(Store *, void (*say)(const char *text));
/* A second store of the same node, with commits of its own. */
Store *store_pg_open_beside(Store *, TapError *);

/* If the file has an older layout, which opening it would bring up to date: copies it to *ret_copy first, a name beside
 * its own. *ret_copy is "" if there is nothing to do. */
bool store_sqlite_keep_older(const char *path, char *ret_copy, size_t size, TapError *);

#endif
