/* What anybody may have of a game that is over. */
#ifndef SERVER_FINISHED_H
#define SERVER_FINISHED_H

#include <taproom/base.h>

typedef struct House House;

/* The record of a game that is finished, or was begun under other rules and cannot go on; NULL with an HTTP status
 * (404, 403) if there is none to have. The caller frees it. */
char *house_record(House *, const char *table, int *ret_status);

/* One position of a finished game and what led to it, as a seat saw it (TAP_NOBODY: as anybody did), for stepping
 * through it; JSON. step counts answers in force, 0 is the deal. NULL as above. The caller frees it. */
char *house_replay(House *, const char *table, TapSeat viewer, int step, int *ret_status);

#endif
