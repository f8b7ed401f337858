/*
 * Who thinks next. Bots, hints and reviews wait here for a thread: tables at which somebody sits and waits come first,
 * then of all addresses the one that has had the least thinking, of its guests the same, and of his tables the one
 * that has waited longest. No address has more than half of the threads, nor have those for whom nobody sits and
 * waits: one is soon free for somebody else.
 */
#ifndef SERVER_QUEUE_H
#define SERVER_QUEUE_H

#include "server/ground/accounts.h"

typedef struct Turn {
    Account     *address, *guest; /* on whose account it thinks */
    Standing     standing;
    bool         thinks;          /* it has its thread; else it waits */
    void       (*begin)(struct Turn *); /* of whoever lets it think: its turn has come */
    struct Turn *next, *prev;     /* of its address and standing: who came after and before it */
} Turn;

typedef struct Queue {
    DueList line[STANDINGS]; /* addresses with somebody who may have a thread; who has had least first */
    int     threads, waiting, at_work, others_at_work;
    int     addresses[STANDINGS]; /* for whom somebody waits */
    int     lowered[STANDINGS];
    int     picked;          /* turns so far */
    int64_t floor;           /* an address that comes now has had so much */
    bool    shared;          /* no address has less than all the threads */
} Queue;

void  queue_add(Queue *, Turn *);
/* Whose turn it is; it thinks from now on. NULL: nobody's, or no thread is free. */
Turn *queue_next(Queue *);
/* It has its answer after so many us, or nobody waits for it any more. */
void  queue_leave(Queue *, Turn *, int64_t thought_us);

/* So many levels below their own the bots of this address play now, because too many wait: its own, or too many other
 * addresses who come before it. However many one of those has lowers nobody else's. */
int   queue_lowers(const Queue *, const Account *address, Standing);
/* The bot itself, or the one so many levels below it, if it has levels. */
const char *queue_level(const char *bot, int lowered);
void  queue_free(Queue *);

#endif
