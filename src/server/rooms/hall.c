#include "server/rooms/hall.h"

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
