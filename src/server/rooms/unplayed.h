/* Tables that nobody plays on: those begun under other rules of their game than this program plays, which would make
 * another game of the same answers, and those that are damaged. They are never replayed. What is left of them is their
 * record. */
#ifndef SERVER_UNPLAYED_H
#define SERVER_UNPLAYED_H

#include "server/rooms/room.h"

/* Whether the store has such a table: the code of the error a client is told, and a sentence for people. NULL if it is
 * none. */
const char *unplayed_table(House *, const char *id, char *ret_text, size_t size);

/* Its record, as far as it goes, with all seeds: nobody can play on. NULL if it is no such table or cannot be read. The
 * caller frees it. */
char *unplayed_record(House *, const char *id);

#define CLOSED_WORDS "The keeper of this house has closed this table. Its record can still be had."

#endif
