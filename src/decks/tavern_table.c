#include "decks/tavern_table.h"

/* What the games go by: a card's place in the list is its rank and animal (CARDS-01 .. CARDS-06, src/decks/tavern.h).
 */
#define SUIT_CODES(animal) "W-" animal, "L-" animal, "B-" animal, "M-" animal, "R-" animal
#define SUIT_NUMBERS       "1", "2", "3", "4", "5"
#define SUIT_EXTRA         "no", "no", "no", "no", "no"
static const char *const codes[] = {
    SUIT_CODES("wolf"),
    SUIT_CODES("hawk"),
    SUIT_CODES("horse"),
    SUIT_CODES("owl"),
    SUIT_CODES("hare"),
    SUIT_CODES("wren"),
    "D-red",
    "D-green",
    "D-blue",
    SUIT_CODES("grey"),
    NULL,
};
static const char *const numbers[] = {
    SUIT_NUMBERS, SUIT_NUMBERS, SUIT_NUMBERS, SUIT_NUMBERS, SUIT_NUMBERS, SUIT_NUMBERS,
    "0",          "0",          "0",          SUIT_NUMBERS, NULL,
};
static const char *const extras[] = {
    SUIT_EXTRA, SUIT_EXTRA, SUIT_EXTRA, SUIT_EXTRA, SUIT_EXTRA, SUIT_EXTRA, "yes", "yes", "yes", SUIT_EXTRA, NULL,
};
static const char *const pips[] = {"1", "2", "3", "4", "5", "6", NULL};

enum {
    CARDS, /* the table that becomes deck TAVERN of decks/tavern.h */
    DIE,   /* SIX_SIDED */
    TABLES,
    FACES = sizeof codes / sizeof *codes - 1,
    GREY_FACES = 33, /* from here on */
    SIDES = 6,
    PLAIN_CARDS = 90, /* a table of ten needs most of them */
    EXTRA_CARDS = 3,
    MOST_COPIES = 30,
};

static const DataColumn cards[FACE_COLUMNS] = {
    [FACE_CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = codes},
    FACE_LOOKS,
    [FACE_NUMBER] = {.name = "number", .type = DATA_NUMBER, .lo = 0, .hi = 5, .fixed = numbers},
    [FACE_COPIES] = {.name = "copies", .type = DATA_NUMBER, .lo = 0, .hi = MOST_COPIES},
    [FACE_EXTRA] = {.name = "extra", .type = DATA_FLAG, .fixed = extras},
};
static const DataColumn die[FACE_COLUMNS] = {
    [FACE_CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = pips},
    FACE_LOOKS,
    [FACE_NUMBER] = {.name = "number", .type = DATA_NUMBER, .lo = 1, .hi = SIDES, .fixed = pips},
    [FACE_COPIES] = {.name = "copies", .type = DATA_NUMBER, .lo = 0, .hi = SIDES, .usual = "1"},
    [FACE_EXTRA] = {.name = "extra", .type = DATA_FLAG, .usual = "no"},
};
static const DataTable tables[TABLES] = {
    [CARDS] = {.name = "cards", .least = 1, .most = FACES, .columns = FACE_COLUMNS, .column = cards},
    [DIE] = {.name = "die", .least = 1, .most = SIDES, .columns = FACE_COLUMNS, .column = die},
};
static const DataSum sums[] = {
    {.table = "cards", .column = "copies", .where = "extra", .is = "no", .lo = PLAIN_CARDS, .hi = PLAIN_CARDS},
    {.table = "cards", .column = "copies", .where = "extra", .is = "yes", .lo = 0, .hi = EXTRA_CARDS},
    {.table = "die", .column = "copies", .lo = SIDES, .hi = SIDES},
    {.table = "die", .column = "copies", .where = "extra", .is = "yes", .lo = 0, .hi = 0},
};

static void judge(const DataFile *f, TapFaults *faults)
{
    for (int i = GREY_FACES; i < FACES; i++) {
        const DataCell *c = data_cell(f, CARDS, i, FACE_COPIES);
        if (c->item[0].number) faults_add(faults, c->line, c->column, "a grey card is never dealt: its copies are 0");
    }
}

const DataRules tavern_rules = {.kind = "tavern-deck",
                                .tables = TABLES,
                                .table = tables,
                                .sums = sizeof sums / sizeof *sums,
                                .sum = sums,
                                .judge = judge};

const TapContent *tavern_compile(const DataFile *f, Blocks *blocks)
{
    const TapDeck **deck = blocks_take(blocks, sizeof *deck * TABLES);
    TapContent *content = blocks_take(blocks, sizeof *content);
    deck[CARDS] = deck_from_table(f, CARDS, "deck", "card", false, blocks);
    deck[DIE] = deck_from_table(f, DIE, "dice", "die", true, blocks);
    *content = (TapContent){.decks = TABLES, .deck = deck};
    return content;
}
