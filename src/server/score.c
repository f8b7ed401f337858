#include "server/score.h"

#include <taproom/score.h>

#include "server/out.h"

static void write_shape(Out *o, const TapScoreShape *shape, const TapDeck *deck)
{
    out_bool(o, "dice", shape->dice);
    out_number(o, "min", shape->min);
    out_number(o, "max", shape->max);
    if (shape->common_key) out_string(o, "common", shape->common_key);
    if (shape->card_key) out_string(o, "card", shape->card_key);
    out_open(o, "faces", '[');
    for (int i = 0; i < deck->faces; i++) {
        const TapFace *f = &deck->face[i];
        out_open(o, NULL, '{');
        out_string(o, "code", f->code);
        out_string(o, "name", f->name);
        out_string(o, "letter", f->letter);
        out_string(o, "suit", f->suit);
        out_string(o, "hue", f->hue);
        out_string(o, "pattern", f->pattern);
        if (f->number) out_number(o, "number", f->number);
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

char *score_answer(const char *id, const ScoreQuestion *q)
{
    const TapGame *game = tap_game_find(id);
    const TapDeck *deck = game ? tap_game_deck(game) : NULL;
    TapScoreShape  shape;
    if (!deck || !tap_score_shape(game, &shape)) return NULL;
    int      least, most, best;
    TapSetup setup;
    TapError error;
    TapScore score[TAP_SEATS];
    static TapParts parts[TAP_SEATS]; /* large; the house has one thread for requests */
    Out      o = {0};
    tap_game_seats(game, &least, &most, &best);
    out_open(&o, NULL, '{');
    if (!q->hands) write_shape(&o, &shape, deck);
    else if (!tap_setup_init(&setup, game, least, q->option, q->options, &error) ||
             !tap_score_hands(&setup, q->hand, q->hands, q->key, q->keys, score, parts, &error))
        out_string(&o, "error", error.text);
    else write_hands(&o, score, parts, q->hands);
    out_close(&o, '}');
    return o.text;
}
