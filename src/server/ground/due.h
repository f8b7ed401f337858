/* What is to be looked at next, the soonest first: a tick costs what is due, not what is there. */
#ifndef SERVER_DUE_H
#define SERVER_DUE_H

#include <stdint.h>

typedef struct Due {
    int64_t at;
    int     place; /* 1 + its place in the list; 0: it is not in it */
    void   *of;    /* whose it is */
} Due;

typedef struct DueList {
    Due **due; /* a binary heap */
    int   n, room;
} DueList;

void due_set(DueList *, Due *, int64_t when); /* from now on, or instead of when it was */
void due_drop(DueList *, Due *);              /* nothing if it is not there */
Due *due_first(const DueList *);              /* NULL if there is none */
void due_free(DueList *);

#endif
