#include "server/rooms/hall.h"

#include <string.h>

const TapGame *house_game(const House *h, const char *id)
{
    for (const TapGame *const *g = h->games; *g; g++)
        if (!strcmp(tap_game_id(*g), id)) return *g;
    return NULL;
}

static void on_idle(uv_idle_t *idle) { (void)idle; }

void house_touch(House *h)
{
    if (h->idling || h->closing) return;
    h->idling = true;
    uv_idle_start(&h->idle, on_idle);
}

void house_rest(House *h)
{
    if (h->idling && !h->closing) uv_idle_stop(&h->idle);
    h->idling = false;
}
