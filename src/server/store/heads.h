/*
 * What a store knows in memory of the ends of logs, so that an entry is judged without a look at the disk: how long a
 * log is, its last checksum, and which ids are in it. Ids are kept as keyed hashes.
 */
#ifndef SERVER_HEADS_H
#define SERVER_HEADS_H

#include "server/store/store.h"
#include "server/store/sums.h"

enum { HEAD_BUCKETS = 4096, HEAD_KEY_BYTES = 16 };

typedef struct Head {
    char        *table;
    int          seq, room;
    Sum          sum;
    uint64_t    *id;    /* of entry i + 1; 0: it has none */
    int          batch; /* of writes: it was last written to by that one */
    bool         absent; /* there was no such table when it was looked for: if it is made here, its log is empty */
    struct Head *next;
} Head;

typedef struct Heads {
    uint8_t key[HEAD_KEY_BYTES];
    Head   *bucket[HEAD_BUCKETS];
    int     n;
} Heads;

void  heads_begin(Heads *); /* draws its key */
Head *heads_find(Heads *, const char *table); /* NULL if it is not known */
Head *heads_add(Heads *, const char *table);  /* with an empty log */
void  heads_drop(Heads *, const char *table);
void  heads_drop_before(Heads *, int batch);  /* all that were last written to before it */
/* The next entry; id may be NULL. */
void  head_grow(const Heads *, Head *, const char *id, const Sum *);
int   head_seq_of(const Heads *, const Head *, const char *id); /* 0: no entry has it */
/* An entry that is to stand behind `expected`, in this batch of writes: STORE_REPEATED with the number of the one that
 * has its id, STORE_STALE if the log does not end there, else STORE_OK with its number and checksum. */
StoreResult heads_append(const Heads *, Head *, int batch, int expected, const char *id, const char *entry,
                         int *ret_seq, Sum *ret_sum);

#endif
