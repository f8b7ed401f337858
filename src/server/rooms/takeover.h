/* Whether a seat may pass to another guest. */
#ifndef SERVER_TAKEOVER_H
#define SERVER_TAKEOVER_H

#include "server/rooms/room.h"

/* True if whoever sits there now would see something that a watcher does not: an item, a counter, whether it is asked.
 * While a hushed question is open that is never told: then every seat counts as one that does. Needs the game. */
bool seat_holds_secrets(const Room *, TapSeat);

/* As whom the guest of a seat is shown what happened with an entry of the log: as a watcher, if it was another's seat
 * then. `viewer` may be TAP_NOBODY. */
TapSeat seat_as_of(const Room *, TapSeat viewer, int seq);

#endif
