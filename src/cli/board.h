/* The board of an evening: who stands where after each of its games. Knows Views only. */
#ifndef CLI_BOARD_H
#define CLI_BOARD_H

#include "cli/company.h"
#include "cli/screen.h"

enum { BOARD_GAMES = 128 };

/* Begins as zeros. */
typedef struct Board {
    int n;
    struct {
        int     at; /* how many answers had been given */
        int32_t score[TAP_SEATS];
    } point[BOARD_GAMES];
} Board;

/* What all have now; the same moment again is the same point. More than there is room for: the oldest but the first
 * goes. */
void board_note(Board *, const TapView *, int at);
/* Answers were taken back: what came after so many of them is gone. */
void board_forget(Board *, int at);

/* Standings with the way there, what else each seat has or owes, and who chooses next. Nothing before the first game
 * has ended. */
void board_paint(const Screen *, const Company *, const TapView *, const Board *);

#endif
