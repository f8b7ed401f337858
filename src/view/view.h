/* How a game adds to a View what its list of pieces does not say. */
#ifndef VIEW_H
#define VIEW_H

#include <taproom/view.h>

#include "table/table.h"

struct ViewMaker {
    TapView     *view;
    const State *state;
    Seat         viewer; /* of this level */
    uint8_t      level;
};

/* A number beside a seat (or, for NOBODY, the table). */
void view_counter(ViewMaker *, const char *name, Seat owner, int32_t value);
/* A word beside a seat: "folded". */
void view_word(ViewMaker *, const char *name, Seat owner, const char *word);
/* A zone that holds no pieces (a track, a list of effects), and its items. */
void view_zone(ViewMaker *, const char *name, int zone, Seat owner, Layout, int w, int h);
void view_text(ViewMaker *, const char *text, int depth);
void view_token(ViewMaker *, const char *name, int depth);

#endif
