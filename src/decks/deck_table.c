#include "decks/deck_table.h"

#include <string.h>

static const char *copy_of(const DataFile *f, int table, int row, int column, Blocks *blocks)
{
    const char *text = data_text(f, table, row, column);
    return text ? blocks_copy(blocks, text, strlen(text)) : NULL;
}

/* The whole deck face by face, first those that always play. */
static int lay_out(const TapDeck *deck, bool extra, TapCard *ret)
{
    int n = 0;
    for (int i = 0; i < deck->faces; i++)
        for (int copy = 0; deck->face[i].extra == extra && copy < deck->face[i].copies; copy++) ret[n++] = (TapCard)i;
    return n;
}

const TapDeck *deck_from_table(const DataFile *f, int table, const char *name, const char *noun, bool dice,
                               Blocks *blocks)
{
    int n = data_rows(f, table), cards = 0;
    TapFace *face = blocks_take(blocks, sizeof *face * (size_t)n);
    for (int i = 0; i < n; i++) {
        face[i] = (TapFace){
            .code = copy_of(f, table, i, FACE_CODE, blocks),
            .name = copy_of(f, table, i, FACE_NAME, blocks),
            .letter = copy_of(f, table, i, FACE_LETTER, blocks),
            .suit = copy_of(f, table, i, FACE_SUIT, blocks),
            .glyph = copy_of(f, table, i, FACE_GLYPH, blocks),
            .hue = copy_of(f, table, i, FACE_HUE, blocks),
            .pattern = copy_of(f, table, i, FACE_PATTERN, blocks),
            .title = copy_of(f, table, i, FACE_TITLE, blocks),
            .kind = copy_of(f, table, i, FACE_KIND, blocks),
            .text = copy_of(f, table, i, FACE_TEXT, blocks),
            .figure = copy_of(f, table, i, FACE_FIGURE, blocks),
            .number = (int8_t)data_number(f, table, i, FACE_NUMBER, 0),
            .copies = (uint8_t)data_number(f, table, i, FACE_COPIES, 1),
            .extra = data_number(f, table, i, FACE_EXTRA, 0),
        };
        cards += face[i].copies;
    }
    TapCard *card = blocks_take(blocks, sizeof *card * (size_t)(cards + 1));
    TapDeck *deck = blocks_take(blocks, sizeof *deck);
    *deck = (TapDeck){.name = name, .noun = noun, .dice = dice, .faces = n, .face = face, .cards = cards, .card = card};
    deck->plain = lay_out(deck, false, card);
    lay_out(deck, true, card + deck->plain);
    return deck;
}
