/*
 * Answers to hushed questions on their way to the disk. They are written at once, in a store of their own: nobody else
 * waits for that, no commit of the house takes place, and so nobody can tell that somebody answered. All calls are for
 * the loop's thread.
 */
#ifndef SERVER_ASIDE_H
#define SERVER_ASIDE_H

#include "server/store/store.h"

typedef struct Aside Aside;

/* One answer. Whoever asks for it fills all but `outcome`; the texts are copied. */
typedef struct AsideAnswer {
    const char *table;
    int         base, seat; /* the entries of the log before the question, and who answers */
    const char *id;         /* makes it unique at its table */
    const char *entry;      /* as it will stand in the log */
    StoreOutcome outcome;
} AsideAnswer;

/* Called on the loop when an answer is on the disk, or cannot be, or nobody knows. */
typedef void AsideDone(void *of, const AsideAnswer *);

/* In a store of their own, which is closed with it; NULL if that is NULL. */
Aside *aside_open(Store *, uv_loop_t *, AsideDone *, void *of);
void   aside_put(Aside *, const AsideAnswer *);
void   aside_drop(Aside *, const char *table); /* all of a table's: its question has closed */
/* What is kept for a question: key is the id, number the seat. What is on its way is waited for. */
StoreResult aside_read(Aside *, const char *table, int base, StoreEach *, void *of, TapError *);
/* Waits until nothing is on its way any more, and tells of all of it. */
void   aside_settle(Aside *);
void   aside_free(Aside *); /* settles */

#endif
