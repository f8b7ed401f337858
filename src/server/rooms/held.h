/* A table whose watchers see it later (Room.delay): what they would be told waits here, each message for as long as the
 * table says, while it is played. Whoever comes to watch waits as long for his first picture. */
#ifndef SERVER_HELD_H
#define SERVER_HELD_H

#include "server/rooms/room.h"

/* A message that may wait for several. */
typedef struct HeldText HeldText;
HeldText *held_text(const char *text, size_t n);
void      held_text_free(HeldText *); /* by who made it; those it waits for keep it. NULL will do */

bool held_is_late(const Member *); /* what he is told waits */

/* Sends it, or lets it wait. seq: of an update, the entry it shows; -1: another message. */
void held_send(Member *, HeldText *, int seq);
bool held_is_full(const Member *); /* too much waits: it is forgotten, and told as one */
/* Forgets what waits: he comes anew, or has a seat now. Member.seen is then what he has in fact seen. */
void held_forget(Member *);

void    held_release(Room *, int64_t now); /* what is due goes out; all of it, when nothing need wait any more */
int64_t held_next(const Room *);           /* when something is due; 0: nothing waits */

#endif
