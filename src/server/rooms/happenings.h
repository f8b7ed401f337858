/* Events of a game with the entries of the log they belong to, in a list that grows. */
#ifndef SERVER_HAPPENINGS_H
#define SERVER_HAPPENINGS_H

#include <taproom/game.h>

typedef struct Happening {
    int      seq;
    TapEvent event;
    uint8_t  ends;  /* with it the chapter of this number (from 1) of its answer ended, at a table of */
    uint8_t  level; /* this level; 0: none did */
} Happening;

typedef struct Happenings {
    Happening *of;
    int        n, room;
} Happenings;

void happenings_add(Happenings *, const TapLog *, int seq);
void happenings_free(Happenings *);

#endif
