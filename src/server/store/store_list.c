#include "server/store/store_list.h"

#include <stdio.h>
#include <string.h>

enum { AT_ONCE = 500 };

typedef struct Part {
    StoreEach *each;
    void      *of;
    char       last[256];
    int        read;
    bool       stopped;
} Part;

static bool hand_on(void *of, const char *key, int number, const char *text)
{
    Part *p = of;
    p->read++;
    snprintf(p->last, sizeof p->last, "%s", key);
    p->stopped = !p->each(p->of, key, number, text);
    return !p->stopped;
}

bool store_list_all(Store *s, StoreList *list, StoreEach *each, bool (*between)(void *of), void *of, TapError *error)
{
    Part part = {.each = each, .of = of};
    do {
        char after[sizeof part.last];
        memcpy(after, part.last, sizeof after);
        part.read = 0;
        if (list(s, after, AT_ONCE, hand_on, &part, error) || part.stopped) return false;
        if (between && !between(of)) return false;
    } while (part.read == AT_ONCE);
    return true;
}
