/* What is said to rooms whose commit is under way, or which this node does not hold yet, and by whom it is said, in the
 * order in which it came: when that is told of, it is heard. Who has something here waits with all he says after it. */
#ifndef SERVER_WAITING_H
#define SERVER_WAITING_H

#include "server/rooms/client.h"

void waiting_add(Client *, const char *text, size_t n); /* copied */
/* Hears all that waits now. */
void waiting_hear(House *, void (*hear)(Client *, const char *text, size_t n));
void waiting_forget_client(Client *);

/* What was said to rooms that rest to the end is never heard. */
void waiting_free(House *);

#endif
