#include "server/ground/view_field.h"

#include <assert.h>

void out_view(Out *o, const TapSetup *setup, const TapState *state, TapSeat viewer, ViewScratch *scratch)
{
    tap_view(setup, state, viewer, &scratch->view);
    int n = tap_view_json(setup, state, &scratch->view, scratch->json, sizeof scratch->json);
    assert(n > 0);
    out_json(o, "view", scratch->json, (size_t)n);
}
