#include "server/transport/deck_page.h"

#include <string.h>

#include <taproom/content.h>

#include "server/transport/face.h"

static const TapSource *built_in(const char *id)
{
    const TapSource *s;
    for (int i = 0; (s = tap_built_in(i)); i++)
        if (!strcmp(s->id, id)) return s;
    return NULL;
}

static void write_deck(Out *o, const TapDeck *deck)
{
    out_open(o, NULL, '{');
    out_string(o, "name", deck->name);
    out_open(o, "faces", '[');
    for (int i = 0; i < deck->faces; i++) {
        const TapFace *f = &deck->face[i];
        out_open(o, NULL, '{');
        write_face(o, f);
        out_string(o, "sort", f->kind);
        out_string(o, "text", f->text);
        out_number(o, "copies", f->copies);
        out_close(o, '}');
    }
    out_close(o, ']');
    out_close(o, '}');
}

char *deck_page(const char *id)
{
    const TapSource *s = built_in(id);
    char             hash[TAP_HASH_DIGITS + 1] = "";
    TapFaults        faults;
    Out              o = {0};
    if (!s) return NULL;
    TapShelf *shelf = tap_shelf_new();
    memset(hash, '0', TAP_HASH_DIGITS); /* nobody is told */
    if (tap_shelf_add(shelf, s->text, strlen(s->text), hash, &faults)) {
        const TapContent *content = tap_shelf_file(shelf, 0);
        out_open(&o, NULL, '{');
        out_string(&o, "id", s->id);
        out_string(&o, "kind", s->kind);
        out_open(&o, "decks", '[');
        for (int i = 0; i < content->decks; i++) write_deck(&o, content->deck[i]);
        out_close(&o, ']');
        out_close(&o, '}');
    }
    tap_shelf_free(shelf);
    return o.text;
}
