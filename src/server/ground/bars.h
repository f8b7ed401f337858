/* Addresses that are not let in. Kept in a file of the data folder, a line each: the address and until when, in seconds
 * since 1970 (0: for ever). */
#ifndef SERVER_BARS_H
#define SERVER_BARS_H

#include <taproom/base.h>

#include "server/ground/folder.h"
#include "server/ground/limits.h"

typedef struct Bar {
    char    address[ADDRESS_BYTES];
    int64_t until;
} Bar;

typedef struct Bars {
    char path[PATH_BYTES];
    int  n;
    Bar  bar[LIMIT_BARS];
} Bars;

/* Reads what is kept in that folder. A line that makes no sense is left out, and said. */
void bars_open(Bars *, const char *folder);
bool bars_have(const Bars *, const char *address, int64_t now);
/* Both are on the disk when they return; false with a reason if nothing has changed. What is over goes too. */
bool bars_put(Bars *, const char *address, int64_t until, int64_t now, TapError *);
bool bars_take_away(Bars *, const char *address, int64_t now, TapError *);
/* The same for bars that are kept elsewhere: only here. */
void bars_note(Bars *, const char *address, int64_t until, int64_t now);
void bars_forget(Bars *, const char *address, int64_t now);
/* Those of `more` too that are not there yet, as long as there is room; the same promise. */
bool bars_join(Bars *, const Bars *more, int64_t now, TapError *);

#endif
