/*
 * What an address, or a guest, has had of the house lately. It outlives connections, so that coming again gives nobody
 * more; what is at rest is forgotten.
 */
#ifndef SERVER_ACCOUNTS_H
#define SERVER_ACCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "server/ground/due.h"
#include "server/ground/limits.h"

/* So many at once, one more after every so many ms. */
typedef struct Bucket {
    int64_t until; /* when it is full again */
} Bucket;
bool bucket_has(const Bucket *, int64_t now, int burst, int each_ms);
bool bucket_take(Bucket *, int64_t now, int burst, int each_ms);

/* Who waits for a bot or a hint: somebody who sits at the table and waits for others; somebody else, or nobody. */
typedef enum Standing { STANDING_SEATED, STANDING_OTHER, STANDINGS } Standing;
typedef enum Use { USE_MESSAGE, USE_CREATE, USE_HINT, USE_REVIEW, USE_CHAT, USE_YOURS, USES } Use;

enum { ACCOUNT_BYTES = 2 * ADDRESS_BYTES, ACCOUNT_SLOTS = 4096 };

typedef struct Account Account;
struct Account {
    char    name[ACCOUNT_BYTES];
    int     held;                /* by clients, rooms, jobs: it is not forgotten meanwhile */
    Bucket  bucket[USES];
    int     rooms;               /* tables in memory that it brought there */
    int     listed;              /* in the lobby's list that is being made; else 0 */
    struct {                     /* house/queue.c: bots and hints on this account */
        int64_t thought;         /* us; compared with others' only */
        int64_t floor;           /* of an address: a guest who comes now has had so much */
        int     waiting, at_work;
        int     lowered;         /* levels that they play below their own */
        struct Turn *first[STANDINGS], *last[STANDINGS];
        Due     due[STANDINGS];
    } bots;
    Account *next;
};

typedef struct Accounts {
    Account *slot[ACCOUNT_SLOTS];
    int      n, look_at; /* there are so many; when there are look_at, those at rest are forgotten */
    int64_t  looked;
    Account  others;     /* of all who come when there are too many */
} Accounts;

/* Never NULL; held until account_drop. */
Account *account_hold(Accounts *, const char *name, int64_t now);
void     account_drop(Account *);
void     accounts_free(Accounts *);

#endif
