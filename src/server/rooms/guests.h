/*
 * What is kept about a guest: the name he goes by, the tables he sat down at last, and, in a house that forgets, the
 * day he was last seen.
 */
#ifndef SERVER_GUESTS_H
#define SERVER_GUESTS_H

#include "server/ground/clean_text.h"
#include "server/rooms/hall.h"

enum { GUEST_TABLES = 40 }; /* of older ones a guest keeps the link, if he likes */

/* For a store: two nodes have changed what is kept about one guest. */
char *guest_join(const char *base, const char *mine, const char *theirs);

/* He comes in. False if no name is kept about him. */
bool guest_comes(House *, const char *guest, char ret_name[NAME_BYTES]);
void guest_keep_name(House *, const char *guest, const char *name);

/* He sits at this table; it is written with the next commit. Once noted, it stays in its place. */
void guest_note_table(House *, const char *guest, const char *table);
/* The tables he sat down at, the newest first; he may have left them since. Returns how many. */
int guest_tables(House *, const char *guest, char ret[GUEST_TABLES][TABLE_BYTES]);

#endif
