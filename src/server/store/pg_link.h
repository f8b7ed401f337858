/*
 * A connection to PostgreSQL, of one thread at a time. It is made when it is first needed, and made again after it was
 * lost. Several statements go out together and cost one round trip (libpq's pipeline).
 *
 * A network may fail in one direction only, and what stands between may acknowledge what the other side never sees:
 * then nothing that TCP knows ends the wait for an answer. So an own clock does (patience_ms). Nothing is cancelled by
 * it on the other side, where a commit that is under way goes on: only we do not hear of it on this connection.
 */
#ifndef SERVER_PG_LINK_H
#define SERVER_PG_LINK_H

#include <libpq-fe.h>

#include <taproom/base.h>

/* A statement that is prepared on every connection. */
typedef struct PgStatement {
    const char *name, *text;
} PgStatement;

typedef struct PgLink {
    const char        *where;    /* conninfo */
    const char        *name;     /* by which the database lists it */
    const PgStatement *prepared; /* a nameless one ends them; NULL: none */
    int                patience_ms; /* a connection that was silent for so long counts as lost; 0: none does */
    int                lock_ms;  /* so long a statement waits for a lock; 0: as long as it takes */
    PGconn            *db;       /* NULL: not connected */
    bool               noticed;  /* the database had something to say since this was set to false */
} PgLink;

/* What became of statements that went out together. */
typedef struct PgEnd {
    enum {
        PG_DONE,
        PG_REFUSED, /* one of them failed; what follows it was not done */
        PG_LOST,    /* the connection; what was done, nobody knows */
    } end;
    int  at;        /* which one failed */
    char state[6];  /* SQLSTATE, or "" */
} PgEnd;

/* Connects if it is not connected. False with a reason. */
bool pg_link_open(PgLink *, TapError *);
void pg_link_close(PgLink *);

/* One statement, by its text or, if that is one word, by the name of one that is prepared; NULL with a reason. The
 * caller clears what it returns. */
PGresult *pg_ask(PgLink *, const char *text, int n, const char *const *value, TapError *);
/* The same for one that brings nothing; ret_state (6 bytes, may be NULL) is its SQLSTATE, "" if it has none. */
bool pg_do(PgLink *, const char *text, char *ret_state, TapError *);

/* Prepared statements, to be sent together. The first failure is remembered; pg_all_end says it. */
bool  pg_all_begin(PgLink *, TapError *);
bool  pg_all_add(PgLink *, const char *name, int n, const char *const *value);
/* result: what statement `wanted` brought, if all were done and it is not NULL; the caller clears it. */
PgEnd pg_all_end(PgLink *, int wanted, PGresult **result, TapError *);
/* Ends a transaction that failed. */
void  pg_undo(PgLink *);

#endif
