/* Decks and dice as tables of data files: one row a face. Knows nothing of the kernel, for the build reads files with
 * it. */
#ifndef DECKS_DECK_TABLE_H
#define DECKS_DECK_TABLE_H

#include <taproom/deck.h>

#include "data/blocks.h"
#include "data/tables.h"

enum {
    FACE_CODE,
    FACE_NAME,
    FACE_TITLE,
    FACE_LETTER,
    FACE_FIGURE,
    FACE_SUIT,
    FACE_GLYPH,
    FACE_HUE,
    FACE_PATTERN,
    FACE_KIND,
    FACE_TEXT,
    FACE_NUMBER,
    FACE_COPIES,
    FACE_EXTRA,
    FACE_SOURCE,
    FACE_COLUMNS
};

/* The columns every table of faces has; a kind of file declares the others, FACE_CODE, _NUMBER, _COPIES and _EXTRA. */
#define FACE_LOOKS                                                                                                     \
    [FACE_NAME] = {.name = "name", .type = DATA_TEXT, .hi = 60},                                                       \
    [FACE_TITLE] = {.name = "title", .type = DATA_TEXT, .hi = 40, .usual = "-"},                                       \
    [FACE_LETTER] = {.name = "letter", .type = DATA_TEXT, .hi = 3, .usual = "-"},                                      \
    [FACE_FIGURE] = {.name = "figure", .type = DATA_WORD, .usual = "-"},                                               \
    [FACE_SUIT] = {.name = "suit", .type = DATA_TEXT, .hi = 24, .usual = "-"},                                         \
    [FACE_GLYPH] = {.name = "glyph", .type = DATA_TEXT, .hi = 4, .usual = "-"},                                        \
    [FACE_HUE] = {.name = "hue", .type = DATA_WORD, .usual = "-"},                                                     \
    [FACE_PATTERN] = {.name = "pattern", .type = DATA_WORD, .usual = "-"},                                             \
    [FACE_KIND] = {.name = "kind", .type = DATA_TEXT, .hi = 40, .usual = "-"},                                         \
    [FACE_TEXT] = {.name = "text", .type = DATA_TEXT, .usual = "-"}, [FACE_SOURCE] = DATA_SOURCE

/* The deck that a table of such columns describes; its memory is taken from the blocks. name and noun as in TapDeck,
 * and not copied. */
const TapDeck *deck_from_table(const DataFile *, int table, const char *name, const char *noun, bool dice, Blocks *);

#endif
