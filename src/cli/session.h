/* One person and bots at a table: used by `taproom play` and by the menu. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/cli.h"
#include "cli/screen.h"

/* What was asked for before a game. */
typedef struct Plan {
    const TapGame *game;
    const TapShelf *shelf;  /* decks of the person's own; NULL for none */
    int            seats;   /* 0: the usual number */
    TapSeat        seat;    /* where the person sits */
    Given          bots;    /* names; the last is used for all further seats; none: the usual bot */
    Given          options;
    const char    *cast;    /* who plays which role, by commas; NULL: as the game gives them */
    const char    *name;    /* the person's; NULL for none */
    const char    *seed;    /* in words; NULL: by chance */
    bool           guide;   /* somebody sits at the person's elbow (guide.h) */
    bool           practice; /* it is not saved */
} Plan;

typedef enum Resume { RESUME_ASK, RESUME_YES, RESUME_NO } Resume;

/* How many seats are usual for a game. */
int usual_seats(const TapGame *);

extern const char *const usual_bot;

/* NULL, or what is wrong with the plan. */
const char *plan_fault(const Plan *, TapError *);

/* Plays until the person has had enough; *ret_quit, if not NULL, tells whether that means the program too. Returns an
 * exit code. */
int session_run(const Screen *, const Plan *, Resume, bool *ret_quit);

#endif
