#include "server/rooms/guests.h"

#include <stdlib.h>
#include <time.h>

#include <jansson.h>

#include "server/ground/limits.h"
#include "server/ground/logs.h"

enum { DAY = 24 * 3600 };

void guest_keep_name(House *h, const char *guest, const char *name)
{
    Out      o = {0};
    TapError error = {{0}};
    out_open(&o, NULL, '{');
    out_string(&o, "name", name);
    if (h->keep_days) out_number(&o, "seen", (int64_t)time(NULL));
    out_close(&o, '}');
    if (h->store->kind->put_guest(h->store, guest, o.text, &error)) log_say("a name could not be kept: %s", error.text);
    out_free(&o);
    house_touch(h);
}

bool guest_comes(House *h, const char *guest, char ret_name[NAME_BYTES])
{
    char *document = NULL;
    if (h->store->kind->get_guest(h->store, guest, &document, NULL)) return false;
    json_t     *root = json_loads(document, 0, NULL);
    const char *name = json_string_value(json_object_get(root, "name"));
    int64_t     seen = json_integer_value(json_object_get(root, "seen"));
    bool        known = name && text_clean(name, LIMIT_NAME, ret_name, NAME_BYTES);
    if (known && h->keep_days && (int64_t)time(NULL) - seen >= DAY) guest_keep_name(h, guest, ret_name);
    json_decref(root);
    free(document);
    return known;
}
