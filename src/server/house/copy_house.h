/*
 * A whole house from one store into another, of whatever kinds they are: settings, logs, answers aside, guests, texts
 * of content, and which tables are set aside. What is newest there is newest here. It can be done again over what an
 * earlier try has left: then only what differs is written.
 */
#ifndef SERVER_COPY_HOUSE_H
#define SERVER_COPY_HOUSE_H

#include "server/house/check_house.h"

typedef struct CopyCount {
    int tables, there; /* written; there already, as they should be */
    int asides;
} CopyCount;

typedef struct CopyTold {
    void (*progress)(void *of, int done, int all); /* tables */
    void *of;
} CopyTold;

/* found: what house_check found in `from`. resumes: `to` may have something of an earlier try; else it is empty. What
 * is damaged is copied as far as it can be read, and set aside; damaged guests and texts are left out. Where it stops,
 * with a reason, each table is there whole or not at all. */
bool house_copy(Store *from, Store *to, const HouseCheck *found, bool resumes, const CopyTold *, CopyCount *ret,
                TapError *);

/* Whether two houses are the same, by what was found in them; says where they are not. */
bool house_compare(const HouseCheck *, const HouseCheck *, TapError *);

#endif
