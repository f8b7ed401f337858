/* What is told to whom. Each viewer gets his own view; nothing of a table leaves the house but through here. */
#ifndef SERVER_PUBLISH_H
#define SERVER_PUBLISH_H

#include "server/rooms/client.h"
#include "server/rooms/room.h"

/* An event as the viewer may see it. */
void publish_event(Out *, const Room *, const Happening *, TapSeat viewer);

void publish_room(Room *); /* what is new since the last time, to everybody in it */
void publish_lobby(Client *, const char *re);
void publish_lobby_to_all(House *); /* who look at it */
void publish_welcome(Client *, const char *re);
/* to_side: only to those who sit on the side of that seat now. */
void publish_chat(Room *, const Client *from, TapSeat, bool to_side, const char *text);

#endif
