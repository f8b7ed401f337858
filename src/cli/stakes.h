/* Money that goes on from one game in the terminal to the next, as it does at a table of a house
 * (server/rooms/purse.h):
 * each keeps what he has, who is out buys in again, and the slate says how often. */
#ifndef CLI_STAKES_H
#define CLI_STAKES_H

#include "cli/company.h"
#include "cli/screen.h"

typedef struct Stakes {
    bool    moved;  /* the start goes to the seat below */
    TapSeat start;
    bool    kept;   /* money goes on; false: everybody brings what the option says */
    int32_t stack[TAP_SEATS], pot;
    int     bought[TAP_SEATS];
} Stakes;

/* What a game that is over leaves for the next. Where no money is played for only the start moves on. */
void stakes_take(Stakes *, const TapSetup *, const TapState *);

/* Whether the seat cannot pay for another game with what the last one left it. */
bool stakes_is_out(const Stakes *, const TapSetup *, TapSeat);

/* Into the setup of the next game: who is out buys in. */
void stakes_lay(Stakes *, TapSetup *);

/* Everybody begins anew, and the slate is wiped. */
void stakes_wipe(Stakes *);

/* What each brings, and how often he bought in; nothing if no money goes on. */
void stakes_tell(const Screen *, const Company *, const Stakes *, int seats);

#endif
