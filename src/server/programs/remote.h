/*
 * Bots that come over a WebSocket (docs/bot-protocol.md). One says hello and names a table, is given a free seat, and
 * is then asked as a program behind a pipe would be. The chair is a bot's, so nobody waits for its consent or its
 * clock; while no such program is there the house's own bot plays in it. Answers that are late, illegal or none are
 * given by the fallback and counted; all at the table see how many.
 */
#ifndef SERVER_REMOTE_H
#define SERVER_REMOTE_H

#include "server/rooms/room.h"

/* Makes a new client one that is a program. */
void remote_begin(Client *);
void remote_end(Client *); /* nothing for a person */

/* True if what it says is about a room whose commit is under way, or may be. */
bool remote_waits(const Client *);
void remote_message(Client *, const char *text, size_t n);
/* Asks the program in that chair, or plays for one that is late. False if there is none: the house's bot plays. */
bool remote_tick(Room *, TapSeat, int64_t now);
/* Tells it when its seat is gone or the game is over. */
void remote_publish(Member *);

#endif
