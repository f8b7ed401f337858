/* Who is in a room, who sits where, who is away. */
#ifndef SERVER_SEATS_H
#define SERVER_SEATS_H

#include "server/rooms/client.h"
#include "server/rooms/room.h"

Member *member_find(const Client *, const Room *);
Member *member_add(Client *, Room *, const char *re); /* NULL after saying why not, to the request re */
bool    client_has_place(const Client *);  /* for another room */
/* A person is there, or has just gone: bots play only then. */
bool    room_is_attended(const Room *, int64_t now);
void    member_drop(Member *);

TapSeat seat_of_guest(const Room *, const char *guest);
bool    seat_is_here(const Room *, TapSeat);
bool    seat_is_played_by_bot(const Room *, TapSeat);
bool    host_is_here(const Room *);
int     people_seated(const Room *);

/* A chair that belongs to a program that came over a WebSocket, and the program that sits in it now, or NULL. */
bool    chair_is_remote(const Chair *);
Client *program_at(const Room *, TapSeat);
bool    remote_is_here(const Room *, TapSeat); /* both */

void    seat_give(Room *, TapSeat, const Client *); /* to a person */
void    seat_give_bot(Room *, TapSeat, const char *bot);
void    seat_give_remote(Room *, TapSeat, const Client *, bool back); /* back: the chair is its own already */
void    seat_empty(Room *, TapSeat);
void    seats_draw(Room *); /* before the deal: all, and the chairs that are free, sit where chance says */
bool    seat_has_sat(const Room *, const char *guest);  /* he has seen cards of this table */
void    seat_note_guest(Room *, const char *guest);     /* now he has */

void    seats_look(Room *);                /* who is here, who is away; call when members came or went */
void    seats_tick(Room *, int64_t now);   /* grace times */

#endif
