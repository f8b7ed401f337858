/* Tables that were begun under other rules of their game than this program plays. They are never replayed: played by
 * other rules the same answers would be another game. What is left of them is their record. */
#ifndef SERVER_OLDER_H
#define SERVER_OLDER_H

#include "server/rooms/room.h"

/* Whether the store has such a table; says so in a sentence for people. */
bool older_table(House *, const char *id, char *ret_text, size_t size);

/* Its record, with all seeds: nobody can play on. NULL if it is no such table or cannot be read. The caller frees
 * it. */
char *older_record(House *, const char *id);

#endif
