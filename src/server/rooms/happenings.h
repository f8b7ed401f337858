/* Events of a game with the entries of the log they belong to, in a list that grows. */
#ifndef SERVER_HAPPENINGS_H
#define SERVER_HAPPENINGS_H

#include <taproom/game.h>

typedef struct Happening {
    int      seq;
    TapEvent event;
} Happening;

typedef struct Happenings {
    Happening *of;
    int        n, room;
} Happenings;

void happenings_add(Happenings *, const TapLog *, int seq);
void happenings_free(Happenings *);

#endif
