/* A person of the terminal at a table of a house, beside people in browsers. */
#ifndef CLI_VISIT_H
#define CLI_VISIT_H

#include "cli/line.h"
#include "cli/screen.h"
#include "server/ground/secrets.h"

typedef struct VisitPlan {
    const char  *url; /* as it was typed, to say how to come back */
    HouseAddress house;
    char         table[TABLE_BYTES];
    const char  *name; /* the person's; NULL: as the house calls him */
    int          seat; /* the one he wants; -1: any */
    bool         watch;
    bool         guide; /* somebody sits at his elbow (guide.h) */
} VisitPlan;

/* Stays until the game is over or the person has had enough. Returns an exit code. */
int visit_run(const Screen *, const VisitPlan *);

#endif
