#include "server/transport/game_page.h"

#include <string.h>

#include "server/transport/face.h"

static void write_kind(Out *o, const TapFace *f)
{
    out_open(o, NULL, '{');
    write_face(o, f);
    out_number(o, "copies", f->copies);
    if (f->extra) out_bool(o, "extra", true);
    out_close(o, '}');
}

/* Its first deck, if it is played with cards. */
static void write_faces(Out *o, const TapGame *game)
{
    const TapContent *content = tap_game_content(game);
    const char       *with = tap_game_facts(game)->with;
    if (!content->decks || !with || !strstr(with, "cards")) return;
    const TapDeck *deck = content->deck[0];
    out_open(o, "faces", '[');
    for (int i = 0; i < deck->faces; i++)
        if (deck->face[i].copies) write_kind(o, &deck->face[i]);
    out_close(o, ']');
}

char *game_page(const char *id)
{
    const TapGame *game = tap_game_find(id);
    int            n;
    Out            o = {0};
    if (!game) return NULL;
    const char *const *phase = tap_game_phases(game, &n);
    out_open(&o, NULL, '{');
    out_open(&o, "phases", '[');
    for (int i = 0; i < n; i++) out_string(&o, NULL, phase[i]);
    out_close(&o, ']');
    write_faces(&o, game);
    out_close(&o, '}');
    return o.text;
}
