/*
 * Gathered writes as statements of PostgreSQL: all of one kind are one statement, whose values are arrays. Writes keep
 * their order as far as it matters: of two about the same key the later one counts, and what is removed is removed when
 * what was written before it is there.
 */
#ifndef SERVER_PG_BATCH_H
#define SERVER_PG_BATCH_H

#include "server/store/gathered.h"
#include "server/store/pg_link.h"

/* What is asked for all the time. The first: why it is damaged, active, document, sum, the end of its log. The second,
 * from an entry on: id, seq, entry, sum, and seq and sum of the last; there is always a row. */
#define PG_GET_TABLE "SELECT d.why, t.active::int, t.document, t.sum, h.seq FROM (SELECT 1) k LEFT JOIN damaged d ON" \
                     " d.tbl = $1 LEFT JOIN tables t ON t.id = $1 LEFT JOIN heads h ON h.tbl = $1"
#define PG_GET_LOG "SELECT l.id, l.seq, l.entry, l.sum, h.seq, h.sum FROM (SELECT 1) k LEFT JOIN heads h ON h.tbl =" \
                   " $1 LEFT JOIN log l ON l.tbl = $1 AND l.seq >= $2::int ORDER BY l.seq"

/* The kinds of writes, and the values they take. */
enum PgWrite {
    PG_PUT_TABLE,    /* id, active, document, sum */
    PG_APPEND,       /* table, seq, id, entry, sum */
    PG_SET_DAMAGED,  /* table, why */
    PG_PUT_ASIDE,    /* table, base, seat, id, entry, sum */
    PG_PUT_GUEST,    /* id, document, sum, the sum of what it was made of, whether that counts, and what it was */
    PG_PUT_FILE,     /* hash, text, sum */
    PG_REMOVE_TABLE, /* table */
    PG_DROP_ASIDE,   /* table */
    PG_REMOVE_GUEST, /* id */
    PG_RELEASE,      /* table */
    PG_WRITES
};

/* With "begin", "fence" (node, epoch) and "commit"; "get_table" (id), "get_log" (table, entry) and "get_guest" (id:
 * document, sum). */
extern const PgStatement pg_batch_prepared[];

/* What a statement that is refused with a division by zero says by it. */
typedef enum PgRefusal {
    PG_REFUSES_NOTHING,
    PG_REFUSES_NODE,  /* it is not in that epoch any more */
    PG_REFUSES_TABLE, /* this node does not hold one of the tables */
    PG_REFUSES_LOG,   /* a log has another length than it had when its new entries were made */
    PG_REFUSES_GUEST, /* what is known about a guest is another thing than it was when it was changed */
} PgRefusal;

/* Between pg_all_begin and pg_all_end: sends all of them. fenced: only if the node is in that epoch; first of all. */
void pg_batch_send(PgLink *, const Gathered *, const char *node, const char *epoch, bool fenced);
/* What statement `at` of those that were sent means when it is refused; counted from the first of pg_batch_send. */
PgRefusal pg_batch_refusal(const Gathered *, bool fenced, int at);

#endif
