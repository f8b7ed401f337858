/*
 * A commit on its way. Whoever comes first does it: a thread of the loop's pool, or the loop's own if it must wait for
 * it anyway. It is told of once, on the loop's thread.
 */
#ifndef SERVER_FLIGHT_H
#define SERVER_FLIGHT_H

#include "server/store/gathered.h"
#include "server/store/store.h"

typedef struct Flight Flight;

struct Flight {
    void      *store;
    Gathered   writes;
    size_t     applied;               /* so much of them is in an open transaction already */
    void     (*write)(Flight *);      /* sets outcome and why, on any thread */
    void     (*landing)(Flight *);    /* on the loop's thread, before it is told of */
    StoreDone *done;
    void      *whose;
    int        batch, place;          /* the store's own: which of its commits this is, and which of those under way */
    StoreOutcome outcome;
    TapError     why;
    Gathered     left_out;            /* by a durable one; whoever is told of it last frees it */
    bool         joined;              /* what was written of guests is not what was gathered */

    uv_work_t  work; /* what follows is flight.c's */
    bool       told;
    uv_mutex_t lock;
    uv_cond_t  news;
    enum { FLIGHT_WAITS, FLIGHT_AT_WORK, FLIGHT_DONE } state;
};

/* A copy of what is given, up to `place`, on its way. It is free when it was told of and the loop has seen it. */
Flight *flight_begin(const Flight *, uv_loop_t *);
void    flight_finish(Flight *); /* does it, or waits until the other thread has */
void    flight_land(Flight *);   /* and tells of it; frees its writes */

#endif
