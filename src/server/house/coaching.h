/* The coach over the house: a finished game is reviewed decision by decision, each in its turn among the bots. */
#ifndef SERVER_COACHING_H
#define SERVER_COACHING_H

#include "server/rooms/client.h"
#include "server/rooms/room.h"

/* Of a game that is over; how far it is and then the review are sent. What the same client asked for before is given
 * up. False if too many wait already. */
bool review_ask(Client *, const Room *, TapSeat, const char *re);
/* Nobody looks at it any more. */
void review_give_up(Client *);

void reviews_open(House *);
void reviews_free(House *);
void reviews_forget_client(Client *);
void reviews_forget_all(House *);

#endif
