#include "server/rooms/guests.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "server/ground/limits.h"
#include "server/ground/logs.h"

enum { DAY = 24 * 3600 };

/* Never NULL; empty if nothing is kept about him. The caller drops it. */
static json_t *read_guest(House *h, const char *guest)
{
    char   *document = NULL;
    json_t *root = NULL;
    if (!h->store->kind->get_guest(h->store, guest, &document, NULL)) root = json_loads(document, 0, NULL);
    free(document);
    if (json_is_object(root)) return root;
    json_decref(root);
    return json_object();
}

static void write_guest(House *h, const char *guest, json_t *root)
{
    TapError error = {{0}};
    if (h->keep_days) json_object_set_new(root, "seen", json_integer((json_int_t)time(NULL)));
    char *document = json_dumps(root, JSON_COMPACT);
    assert(document);
    if (h->store->kind->put_guest(h->store, guest, document, &error))
        log_say("what is kept about a guest could not be written: %s", error.text);
    free(document);
    house_touch(h);
}

void guest_keep_name(House *h, const char *guest, const char *name)
{
    json_t *root = read_guest(h, guest);
    json_object_set_new(root, "name", json_string(name));
    write_guest(h, guest, root);
    json_decref(root);
}

bool guest_comes(House *h, const char *guest, char ret_name[NAME_BYTES])
{
    json_t     *root = read_guest(h, guest);
    const char *name = json_string_value(json_object_get(root, "name"));
    int64_t     seen = json_integer_value(json_object_get(root, "seen"));
    bool        known = name && text_clean(name, LIMIT_NAME, ret_name, NAME_BYTES);
    if (json_object_size(root) && h->keep_days && (int64_t)time(NULL) - seen >= DAY) write_guest(h, guest, root);
    json_decref(root);
    return known;
}

void guest_note_table(House *h, const char *guest, const char *table)
{
    json_t *root = read_guest(h, guest), *list = json_object_get(root, "tables");
    if (!json_is_array(list)) {
        list = json_array();
        json_object_set_new(root, "tables", list);
    }
    bool listed = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *one = json_string_value(json_array_get(list, i));
        listed = listed || (one && !strcmp(one, table));
    }
    if (!listed) {
        json_array_insert_new(list, 0, json_string(table));
        while (json_array_size(list) > GUEST_TABLES) json_array_remove(list, json_array_size(list) - 1);
        write_guest(h, guest, root);
    }
    json_decref(root);
}

int guest_tables(House *h, const char *guest, char ret[GUEST_TABLES][TABLE_BYTES])
{
    json_t *root = read_guest(h, guest), *list = json_object_get(root, "tables");
    int     n = 0;
    for (size_t i = 0; i < json_array_size(list) && n < GUEST_TABLES; i++) {
        const char *one = json_string_value(json_array_get(list, i));
        if (one && secrets_is_table(one)) memcpy(ret[n++], one, TABLE_BYTES);
    }
    json_decref(root);
    return n;
}
