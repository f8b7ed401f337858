#include "server/rooms/room_content.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/fail.h"

void content_write(const TapContent *content, Out *o)
{
    if (!content->sources) return;
    out_open(o, "content", '[');
    for (int i = 0; i < content->sources; i++) {
        out_open(o, NULL, '{');
        out_string(o, "kind", content->source[i].kind);
        out_string(o, "id", content->source[i].id);
        out_string(o, "hash", content->source[i].hash);
        out_close(o, '}');
    }
    out_close(o, ']');
}

bool content_keep(House *h, const TapContent *content, TapError *error)
{
    for (int i = 0; i < content->sources; i++)
        if (h->store->kind->put_file(h->store, content->source[i].hash, content->source[i].text, error)) return false;
    return true;
}

/* A shelf of the texts that were kept of these files; NULL with a reason. */
static TapShelf *shelf_of_kept(House *h, const TapSource *file, int n, TapError *error)
{
    TapShelf *shelf = tap_shelf_new();
    for (int i = 0; i < n; i++) {
        char *text = NULL;
        TapFaults faults = {0};
        if (h->store->kind->get_file(h->store, file[i].hash, &text, error)) {
            fail_with(error, "its content '%.32s %.32s' was not kept", file[i].kind, file[i].id);
            tap_shelf_free(shelf);
            return NULL;
        }
        bool good = tap_shelf_add(shelf, text, strlen(text), file[i].hash, &faults);
        free(text);
        if (good) continue;
        fail_with(error, "its content '%.32s %.32s' has other rules now: line %d: %.100s", file[i].kind, file[i].id,
                  faults.fault[0].line, faults.fault[0].text);
        tap_shelf_free(shelf);
        return NULL;
    }
    return shelf;
}

static bool is_hash(const char *text)
{
    return text && strlen(text) == TAP_HASH_DIGITS && strspn(text, "0123456789abcdef") == TAP_HASH_DIGITS;
}

bool content_find(House *h, const TapGame *game, const json_t *list, const TapContent **ret, TapError *error)
{
    TapSource file[TAP_SOURCES];
    int n = (int)json_array_size(list);
    if (n > TAP_SOURCES) return fail_with(error, "it names too many content files");
    for (int i = 0; i < n; i++) {
        const json_t *one = json_array_get(list, (size_t)i);
        file[i] = (TapSource){.kind = json_string_value(json_object_get(one, "kind")),
                              .id = json_string_value(json_object_get(one, "id")),
                              .hash = json_string_value(json_object_get(one, "hash"))};
        if (!file[i].kind || !file[i].id || !is_hash(file[i].hash))
            return fail_with(error, "its content is not named well");
    }
    if (tap_shelf_content_of(h->shelf, game, file, n, ret, error)) return true;
    for (int i = 0; i < h->kept_shelves; i++)
        if (tap_shelf_content_of(h->kept_shelf[i], game, file, n, ret, error)) return true;
    TapShelf *shelf = shelf_of_kept(h, file, n, error);
    if (!shelf) return false;
    h->kept_shelf = realloc(h->kept_shelf, sizeof *h->kept_shelf * (size_t)(h->kept_shelves + 1));
    assert(h->kept_shelf);
    h->kept_shelf[h->kept_shelves++] = shelf;
    return tap_shelf_content_of(shelf, game, file, n, ret, error);
}

void content_free_kept(House *h)
{
    for (int i = 0; i < h->kept_shelves; i++) tap_shelf_free(h->kept_shelf[i]);
    free(h->kept_shelf);
}
