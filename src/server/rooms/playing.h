/* The game at a table: dealing, answers, taking back. */
#ifndef SERVER_PLAYING_H
#define SERVER_PLAYING_H

#include "server/rooms/room.h"

bool play_deal(Room *, TapError *);

typedef enum PlayResult {
    PLAY_OK,
    PLAY_HUSHED, /* kept beside the log until the question closes; *ret_seq is not set. With an id it is durable when
                    the house's Aside says so. */
    PLAY_REPEATED,
    PLAY_ILLEGAL,
    PLAY_FAILED
} PlayResult;
/* Checks, appends and plays an answer; shown with the next flush. */
PlayResult play_answer(Room *, TapSeat, TapMove, bool timeout, const char *id, int *ret_seq, TapError *);

/* All have answered the hushed question: the answers get their numbers, in the order of seats, and the game goes on. */
bool play_close(Room *, TapError *);

/* Takes answers back; false with a reason if that may not be. Asks the others where it must. */
bool play_undo(Room *, TapSeat, TapError *);
bool play_consent(Room *, TapSeat, bool yes, TapError *);

/* What follows from an entry read or written: position of answers, who is asked since when. */
void play_note_answer(Room *, TapSeat, const TapLog *fresh);
bool play_note_undo(Room *, int to);

#endif
