/* Everything of a list that a store hands out in parts. */
#ifndef SERVER_STORE_STORE_LIST_H
#define SERVER_STORE_STORE_LIST_H

#include "server/store/store.h"

/* StoreKind's tables, guests and files. */
typedef StoreResult StoreList(Store *, const char *after, int most, StoreEach *, void *of, TapError *);

/* All of it, in the order of the keys, and `between` after each part (NULL: nothing). False if one of these stopped it,
 * which knows why, or with a reason. */
bool store_list_all(Store *, StoreList *, StoreEach *, bool (*between)(void *of), void *of, TapError *);

#endif
