/* Money that goes on from one game at a table to the next: each keeps what he has, who is out may buy in again, and the
 * slate says how often he did. What a seat brings stands in the setup; it belongs to who sits there, so that somebody
 * new brings what the table's option says. */
#ifndef SERVER_PURSE_H
#define SERVER_PURSE_H

#include "server/rooms/room.h"

/* The next table goes on where this one, which is over, ended: stacks, what is left of a pot, and the start moves on by
 * a seat. Where no money is played for none is kept. Bots who are out buy in at once. */
void purse_carry(const Room *over, Room *next);

/* Whether stacks of the game before are kept here. */
bool purse_is_kept(const Room *);
/* The seat cannot pay for a game; before the deal. */
bool purse_is_out(const Room *, TapSeat);
/* As much as somebody new would bring, and a stroke on the slate. False if there is too much money at the table. */
bool purse_buy(Room *, TapSeat);
/* Everybody brings what the option says, and the slate is wiped. */
void purse_afresh(Room *);
/* Of somebody who leaves his seat before the deal. */
void purse_forget(Room *, TapSeat);
/* False if fewer than two could pay for the game. */
bool purse_suffices(const Room *);

#endif
