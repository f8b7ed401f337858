/* A View on its way into a message. */
#ifndef SERVER_VIEW_FIELD_H
#define SERVER_VIEW_FIELD_H

#include <taproom/view.h>

#include "text/out.h"

typedef struct ViewScratch {
    TapView view;
    char    json[256 * 1024];
} ViewScratch;

/* What the viewer may know, as the field "view". */
void out_view(Out *, const TapSetup *, const TapState *, TapSeat viewer, ViewScratch *);

#endif
