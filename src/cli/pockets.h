/* Money that goes on from one game in the terminal to the next, as it does at a table of a house
 * (server/rooms/purse.h):
 * each keeps what he has, who is out buys in again, and the slate says how often. */
#ifndef CLI_POCKETS_H
#define CLI_POCKETS_H

#include "cli/company.h"
#include "cli/screen.h"

typedef struct Pockets {
    bool    moved;  /* the start goes to the seat below */
    TapSeat start;
    bool    kept;   /* money goes on; false: everybody brings what the option says */
    int32_t stack[TAP_SEATS], pot;
    int     bought[TAP_SEATS];
} Pockets;

/* What a game that is over leaves for the next. Where no money is played for only the start moves on. */
void pockets_take(Pockets *, const TapSetup *, const TapState *);

/* Whether the seat cannot pay for another game with what the last one left it. */
bool pockets_is_out(const Pockets *, const TapSetup *, TapSeat);

/* Into the setup of the next game: who is out buys in. */
void pockets_lay(Pockets *, TapSetup *);

/* Everybody begins anew, and the slate is wiped. */
void pockets_wipe(Pockets *);

/* What each brings, and how often he bought in; nothing if no money goes on. */
void pockets_tell(const Screen *, const Company *, const Pockets *, int seats);

#endif
