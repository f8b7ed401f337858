/* Rooms and the store. The document of a table says everything but its game; the game is setup, seeds and log. */
#ifndef SERVER_KEPT_H
#define SERVER_KEPT_H

#include "server/rooms/room.h"

/* In memory or out of the store; NULL if there is none or it cannot be read. */
Room *room_find(House *, const char *id);
/* The same for somebody who asks for it, on whose account it comes into memory. Where he sits he is let in however full
 * the house is; *ret_full: it is there, but there is no room for it. */
Room *room_find_for(const Client *, const char *id, bool *ret_full);
/* A finished game of a table that another node holds, to be looked at and forgotten (room_forget) before anything else
 * happens. NULL if it is not finished, or not there. */
Room *room_borrow(House *, const char *id);
/* A table that this node has just taken because its clock runs: it is played on, though nobody has come. */
bool  room_adopt(House *, const char *id, const char *document);
/* After a failed commit: as the store has it. No job works for it. STORE_FAILED: that cannot be read now, and its game
 * is not there meanwhile; else it is not to be played on here. */
StoreResult room_reload(Room *);
void  room_write_document(const Room *, Out *);
/* An answer to a hushed question is on the disk: it is held in memory too, as it was before the room was read again.
 * False if its question is no longer open. */
bool  room_keep_aside(Room *, const AsideAnswer *);
void  room_load_active(House *);          /* those whose clocks run, when the house opens */

#endif
