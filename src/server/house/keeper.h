/* What the keeper of a house may do while it runs: see who is there, close a table, and let games come to their end
 * before the house closes; more is in doorman.h. */
#ifndef SERVER_KEEPER_H
#define SERVER_KEEPER_H

#include <taproom/base.h>

#include "text/out.h"

typedef struct House House;

/* "tables" and "addresses", two lists: rooms in memory, and where connections come from. */
void keeper_list(House *, Out *);

/* Nobody plays on there; its people are told, its record can be had. False with a reason: there is no such table, it is
 * over already, or it could not be written down, and then nothing has changed. text, why, may be "". */
bool keeper_close_table(House *, const char *table, const char *text, TapError *);

/* No tables are begun from now on, or again. */
void keeper_leave(House *, bool leaving);
/* How many people are at games under way. */
int  keeper_people_playing(const House *);
/* Whether that guest has a seat at one of them. */
bool keeper_is_playing(const House *, const char *guest);

#endif
