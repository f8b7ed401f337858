/*
 * A thorough look at everything a house keeps: every checksum, and every game played again from its first entry. What
 * was found of each table is kept as checksums that are the same whatever store it lies in, so that two houses can be
 * compared.
 */
#ifndef SERVER_CHECK_HOUSE_H
#define SERVER_CHECK_HOUSE_H

#include "server/store/store.h"
#include "server/store/sums.h"

typedef struct TableFound {
    char *table;
    char *why; /* it is damaged; NULL: it is whole. Of a damaged one the rest says what can be read */
    bool  active, has_settings;
    int   entries, asides; /* asides: answers to the question that stands at the end of the log */
    Sum   settings, log, aside;
} TableFound;

/* Things under a name each: guests, texts of content. */
typedef struct ThingsFound {
    int n, damaged;
    Sum sum; /* of all that are whole */
} ThingsFound;

typedef struct HouseCheck {
    int         tables, entries;
    int         replayed;   /* games that were begun, played again to the end of their log */
    int         older;      /* begun under other rules than this program plays: not replayed */
    int         known;      /* damaged, and set aside before */
    int         damaged;    /* found damaged now */
    bool        well_built; /* the file itself, beyond its tables */
    ThingsFound guests, texts;
    TableFound *found;      /* in the order of their names, as many as `tables` */
} HouseCheck;

typedef struct Damage {
    enum { DAMAGED_FILE, DAMAGED_TABLE, DAMAGED_GUEST, DAMAGED_TEXT } what;
    const char *name, *why; /* name: "" of the file */
    bool        known;      /* it was set aside before */
} Damage;

typedef struct CheckTold {
    void (*damage)(void *of, const Damage *);
    void (*progress)(void *of, int done, int all); /* tables; may be NULL */
    void *of;
} CheckTold;

/* Looks at all of it and closes it. What is damaged is set aside. False, with a reason, if it cannot be read to its
 * end. */
bool house_check(Store *, const CheckTold *, HouseCheck *ret, TapError *);
void house_check_free(HouseCheck *); /* what was counted stays */

/* NULL: there is none. */
TableFound *house_check_find(const HouseCheck *, const char *table);

/* Everything is as it was written. */
bool house_check_is_whole(const HouseCheck *);

/* What of a table lies in a store, without playing it; `active` is left as it is. */
StoreResult table_look(Store *, const char *table, TableFound *ret, TapError *);

#endif
