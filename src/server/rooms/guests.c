#include "server/rooms/guests.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jansson.h>

#include "server/ground/limits.h"
#include "server/ground/logs.h"

enum { DAY = 24 * 3600 };

/* What is kept about a guest, and of which text it was read. */
typedef struct Known {
    json_t *root; /* never NULL; empty if nothing is kept about him */
    char   *text; /* NULL: nothing is */
} Known;

static json_t *object_of(const char *text)
{
    json_t *root = text ? json_loads(text, 0, NULL) : NULL;
    if (json_is_object(root)) return root;
    json_decref(root);
    return json_object();
}

static Known read_guest(House *h, const char *guest)
{
    Known known = {0};
    h->store->kind->get_guest(h->store, guest, &known.text, NULL);
    known.root = object_of(known.text);
    return known;
}

/* To be changed: if another node has written since, that is joined with it. */
static Known recall_guest(House *h, const char *guest)
{
    Known known = {0};
    h->store->kind->recall_guest(h->store, guest, &known.text, NULL);
    known.root = object_of(known.text);
    return known;
}

static void drop(Known *known)
{
    json_decref(known->root);
    free(known->text);
}

static char *text_of(const json_t *root)
{
    char *text = json_dumps(root, JSON_COMPACT);
    assert(text);
    return text;
}

static void write_guest(House *h, const char *guest, const Known *known)
{
    TapError error = {{0}};
    if (h->keep_days) json_object_set_new(known->root, "seen", json_integer((json_int_t)time(NULL)));
    char *document = text_of(known->root);
    if (h->store->kind->change_guest(h->store, guest, known->text, document, &error))
        log_say("what is kept about a guest could not be written: %s", error.text);
    free(document);
    house_touch(h);
}

static bool lists(const json_t *list, const char *table)
{
    for (size_t i = 0; table && i < json_array_size(list); i++) {
        const char *one = json_string_value(json_array_get(list, i));
        if (one && !strcmp(one, table)) return true;
    }
    return false;
}

/* Tables that are new here, before theirs. */
static json_t *join_tables(const json_t *base, const json_t *mine, const json_t *theirs)
{
    json_t *all = json_is_array(theirs) ? json_deep_copy(theirs) : json_array();
    for (size_t i = json_array_size(mine); i > 0; i--) {
        json_t     *one = json_array_get(mine, i - 1);
        const char *table = json_string_value(one);
        if (table && !lists(base, table) && !lists(all, table)) json_array_insert(all, 0, one);
    }
    while (json_array_size(all) > GUEST_TABLES) json_array_remove(all, json_array_size(all) - 1);
    return all;
}

/* What was changed here counts, and else what they have. */
char *guest_join(const char *base_text, const char *mine_text, const char *theirs_text)
{
    json_t     *base = object_of(base_text), *mine = object_of(mine_text), *all = object_of(theirs_text), *value;
    const char *key;
    json_object_foreach(mine, key, value) {
        json_t *was = json_object_get(base, key), *theirs = json_object_get(all, key);
        if (!strcmp(key, "tables")) json_object_set_new(all, key, join_tables(was, value, theirs));
        else if (!strcmp(key, "seen") && json_integer_value(theirs) > json_integer_value(value)) continue;
        else if (!was || !json_equal(was, value)) json_object_set(all, key, value);
    }
    char *text = text_of(all);
    json_decref(base);
    json_decref(mine);
    json_decref(all);
    return text;
}

void guest_keep_name(House *h, const char *guest, const char *name)
{
    Known known = recall_guest(h, guest);
    json_object_set_new(known.root, "name", json_string(name));
    write_guest(h, guest, &known);
    drop(&known);
}

bool guest_comes(House *h, const char *guest, char ret_name[NAME_BYTES])
{
    Known       known = read_guest(h, guest);
    const char *name = json_string_value(json_object_get(known.root, "name"));
    int64_t     seen = json_integer_value(json_object_get(known.root, "seen"));
    bool        named = name && text_clean(name, LIMIT_NAME, ret_name, NAME_BYTES);
    if (json_object_size(known.root) && h->keep_days && (int64_t)time(NULL) - seen >= DAY)
        write_guest(h, guest, &known);
    drop(&known);
    return named;
}

void guest_note_table(House *h, const char *guest, const char *table)
{
    Known   known = recall_guest(h, guest);
    json_t *list = json_object_get(known.root, "tables");
    if (!json_is_array(list)) {
        list = json_array();
        json_object_set_new(known.root, "tables", list);
    }
    if (!lists(list, table)) {
        json_array_insert_new(list, 0, json_string(table));
        while (json_array_size(list) > GUEST_TABLES) json_array_remove(list, json_array_size(list) - 1);
        write_guest(h, guest, &known);
    }
    drop(&known);
}

int guest_tables(House *h, const char *guest, char ret[GUEST_TABLES][TABLE_BYTES])
{
    Known         known = read_guest(h, guest);
    const json_t *list = json_object_get(known.root, "tables");
    int           n = 0;
    for (size_t i = 0; i < json_array_size(list) && n < GUEST_TABLES; i++) {
        const char *one = json_string_value(json_array_get(list, i));
        if (one && secrets_is_table(one)) memcpy(ret[n++], one, TABLE_BYTES);
    }
    drop(&known);
    return n;
}
