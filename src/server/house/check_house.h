/* A thorough look at everything a house keeps, in a copy of it (store/snapshot.h): every checksum, and every game
 * played again from its first entry. */
#ifndef SERVER_CHECK_HOUSE_H
#define SERVER_CHECK_HOUSE_H

#include <taproom/base.h>

typedef struct HouseCheck {
    int  tables, entries;
    int  replayed;    /* games that were begun, played again to the end of their log */
    int  older;       /* begun under other rules than this program plays: not replayed */
    int  known;       /* damaged, and set aside before */
    int  damaged;     /* found damaged now */
    bool well_built;  /* the file itself, beyond its tables */
} HouseCheck;

/* Called for each table that is damaged; table "" is the file itself. */
typedef void DamageTold(void *of, const char *table, const char *why, bool known);

/* The file is brought to the layout of today, and what is damaged in it is set aside. False, with a reason, if it
 * cannot be read at all. */
bool house_check(const char *file, DamageTold *, void *of, HouseCheck *ret, TapError *);

#endif
