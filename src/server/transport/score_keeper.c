#include "server/transport/score_keeper.h"

#include <string.h>
#include <taproom/score.h>

#include "server/transport/face.h"

static void write_words(Out *o, const char *name, const TapScoreWord *word)
{
    if (!word) return;
    out_open(o, name, '[');
    for (; word->word; word++) {
        out_open(o, NULL, '{');
        out_string(o, "word", word->word);
        out_string(o, "title", word->title);
        out_close(o, '}');
    }
    out_close(o, ']');
}

static void write_field(Out *o, const TapScoreField *f)
{
    out_open(o, NULL, '{');
    out_string(o, "label", f->label);
    out_string(o, "kind", tap_score_kind(f->kind));
    if (f->key) out_string(o, "key", f->key);
    out_string(o, "about", f->about);
    out_bool(o, "own", f->own);
    out_number(o, "min", f->min);
    out_number(o, "max", f->max);
    if (f->wide) out_number(o, "wide", f->wide);
    write_words(o, "words", f->words);
    write_words(o, "places", f->places);
    if (f->example) out_string(o, "example", f->example);
    out_close(o, '}');
}

/* What is asked, and the faces a card may have. */
static void write_form(Out *o, const TapSetup *setup, const TapDeck *deck)
{
    TapScoreField field[TAP_SCORE_FIELDS];
    int           fields = tap_score_fields(setup, field);
    out_number(o, "least", tap_score_least(setup));
    if (strcmp(tap_score_unit(setup->game), "point") != 0) out_string(o, "unit", tap_score_unit(setup->game));
    out_open(o, "fields", '[');
    for (int i = 0; i < fields; i++) write_field(o, &field[i]);
    out_close(o, ']');
    out_open(o, "faces", '[');
    for (int i = 0; i < tap_score_faces(setup); i++) {
        out_open(o, NULL, '{');
        write_face(o, &deck->face[i]);
        out_close(o, '}');
    }
    out_close(o, ']');
}

static void write_hands(Out *o, const TapScore *score, const TapParts *parts, int hands)
{
    int  place[TAP_SEATS];
    char order[4 * TAP_SEATS];
    tap_places(score, hands, place, order, sizeof order);
    out_open(o, "hands", '[');
    for (int i = 0; i < hands; i++) {
        out_open(o, NULL, '{');
        out_number(o, "points", score[i].points);
        out_number(o, "place", place[i]);
        out_open(o, "parts", '[');
        for (int k = 0; k < parts[i].n; k++) {
            out_open(o, NULL, '{');
            out_string(o, "text", parts[i].part[k].text);
            out_number(o, "points", parts[i].part[k].points);
            out_close(o, '}');
        }
        out_close(o, ']');
        out_close(o, '}');
    }
    out_close(o, ']');
}

static void write_fault(Out *o, const TapScoreFault *fault)
{
    out_string(o, "error", fault->error.text);
    if (fault->hand >= 0) out_number(o, "hand", fault->hand);
    if (fault->key) out_string(o, "key", fault->key);
}

char *score_answer(const char *id, const ScoreQuestion *q)
{
    const TapGame *game = tap_game_find(id);
    const TapContent *content = game ? tap_game_content(game) : NULL;
    const TapDeck    *deck = content ? content->deck[0] : NULL;
    if (!deck || tap_score_none(game)) return NULL;
    int           least, most, best;
    TapSetup      setup;
    TapScoreFault fault = {.hand = -1};
    TapScore      score[TAP_SEATS];
    static TapParts parts[TAP_SEATS]; /* large; the house has one thread for requests */
    Out           o = {0};
    tap_game_seats(game, &least, &most, &best);
    out_open(&o, NULL, '{');
    if (!tap_setup_init(&setup, game, least, q->option, q->options, &fault.error)) write_fault(&o, &fault);
    else if (!q->hands) write_form(&o, &setup, deck);
    else if (!tap_score_hands_at(&setup, q->hand, q->hands, q->key, q->keys, score, parts, &fault))
        write_fault(&o, &fault);
    else write_hands(&o, score, parts, q->hands);
    out_close(&o, '}');
    return o.text;
}
