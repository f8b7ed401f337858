/*
 * Answers to a hushed question. Until it closes they lie here and not in the game: whatever is made from the game
 * (views, clocks, bots) cannot depend on them, and who has answered is nobody's business. play_close gives them to the
 * game.
 */
#ifndef SERVER_HUSHED_H
#define SERVER_HUSHED_H

#include "server/rooms/room.h"

enum { ANSWER_ID_BYTES = GUEST_BYTES + ID_BYTES };

/* True while the game waits with a hushed question. */
bool hushed_is_open(const Room *);

/* Who must still answer, hushed or not: asked by the game, and nothing of his lies here. */
TapSeatSet room_asked(const Room *);
/* Whom the open question was put to, also those who have answered: what all may know. */
TapSeatSet room_asked_at_first(const Room *);

/* id may be NULL or "": of a bot, or of a standing order. */
void hushed_keep(Room *, TapSeat, TapMove, const char *id);
void hushed_forget(Room *, TapSeat); /* it could not be written down */
/* False if the seat has given none. */
bool hushed_given(const Room *, TapSeat, TapMove *ret, const char **ret_id);
void hushed_is_durable(Room *, TapSeat);
bool hushed_was_durable(const Room *, TapSeat);
void hushed_clear(Room *);

/* The game as the viewer knows it: with his own answer given. It is the game itself, or made in *room. */
const TapState *hushed_state_for(const Room *, TapSeat viewer, TapState *room);

#endif
