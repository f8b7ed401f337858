#include "decks/gold_table.h"

#include <stdio.h>
#include <string.h>

/* What the game goes by: a token's place in the list is its colour, an adventurer's what it can do (GOLD-R1). */
static const char *const colour_codes[] = {"silver", "gold", "red", "blue", "green", "purple", "yellow", "white",
                                           "black", NULL};
static const char *const adventurer_codes[] = {"knight", "dame", "thief", "wizard", NULL};

static const char *const window_words[] = {"start", "place", "between", "kill",   "split", "fail",
                                           "theft", "sand",  "answer",  "any",    NULL};
static const char *const effect_words[] = {
    "swap-shares", "swap-dragons",  "send-home",    "call-home",   "sharpen",    "weaken", "strengthen",
    "send-another", "swap-tokens",  "stop-theft",   "look",        "snatch",     "more-sand", "divide",
    "salvage",     "steal-two",     "act-as-wizard", "act-as-thief", "cancel",   NULL};
static const char *const dragon_figures[] = {"dragon", "coil", "wing", "sleep", NULL};
static const char *const figure_words[] = {"knight", "queen", "rogue", "wizard", NULL};

GoldWindow window_of_effect(GoldEffect e)
{
    static const uint8_t window[GOLD_EFFECTS] = {
        [SWAP_SHARES] = W_SPLIT,   [SWAP_DRAGONS] = W_BETWEEN, [SEND_HOME] = W_BETWEEN,  [CALL_HOME] = W_START,
        [SHARPEN] = W_PLACE,       [WEAKEN] = W_BETWEEN,       [STRENGTHEN] = W_BETWEEN, [SEND_ANOTHER] = W_PLACE,
        [SWAP_TOKENS] = W_SPLIT,   [STOP_THEFT] = W_THEFT,     [LOOK] = W_ANY,           [SNATCH] = W_KILL,
        [MORE_SAND] = W_SAND,      [DIVIDE_INSTEAD] = W_KILL,  [SALVAGE] = W_FAIL,       [STEAL_TWO] = W_THEFT,
        [ACT_AS_WIZARD] = W_KILL,  [ACT_AS_THIEF] = W_KILL,    [CANCEL] = W_ANSWER};
    return (GoldWindow)window[e];
}

enum { TOKENS, HEROES, DRAGONS, OBJECTS, TABLES };
enum { CODE, NAME, GLYPH, HUE, COUNT, TOKEN_SOURCE, TOKEN_COLUMNS };
enum { ATTACK = 2, FIGURE, HERO_SOURCE, HERO_COLUMNS };
enum { STRENGTH = 2, VISIBLE, HIDDEN, DRAGON_FIGURE, DRAGON_SOURCE, DRAGON_COLUMNS };
enum { COPIES = 2, WINDOW, EFFECT, TEXT, OBJECT_SOURCE, OBJECT_COLUMNS };
enum { NAME_LETTERS = 24, TEXT_LETTERS = 160 };

static const DataColumn tokens[TOKEN_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = colour_codes},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [GLYPH] = {.name = "glyph", .type = DATA_TEXT, .hi = 4, .usual = "-"},
    [HUE] = {.name = "hue", .type = DATA_WORD, .usual = "-"},
    [COUNT] = {.name = "count", .type = DATA_NUMBER, .lo = 1, .hi = 100},
    [TOKEN_SOURCE] = DATA_SOURCE,
};
static const DataColumn heroes[HERO_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = adventurer_codes},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [ATTACK] = {.name = "attack", .type = DATA_NUMBER, .lo = 1, .hi = 9},
    [FIGURE] = {.name = "figure", .type = DATA_CHOICE, .words = figure_words, .usual = "-"},
    [HERO_SOURCE] = DATA_SOURCE,
};
static const DataColumn dragons[DRAGON_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [STRENGTH] = {.name = "strength", .type = DATA_NUMBER, .lo = 5, .hi = 12},
    [VISIBLE] = {.name = "visible", .type = DATA_NUMBER, .lo = 0, .hi = HOARD_MOST},
    [HIDDEN] = {.name = "hidden", .type = DATA_NUMBER, .lo = 0, .hi = HOARD_MOST},
    [DRAGON_FIGURE] = {.name = "figure", .type = DATA_CHOICE, .words = dragon_figures, .usual = "dragon"},
    [DRAGON_SOURCE] = DATA_SOURCE,
};
static const DataColumn objects[OBJECT_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [COPIES] = {.name = "copies", .type = DATA_NUMBER, .lo = 0, .hi = GOLD_OBJECT_N},
    [WINDOW] = {.name = "window", .type = DATA_CHOICE, .words = window_words},
    [EFFECT] = {.name = "effect", .type = DATA_CHOICE, .words = effect_words},
    [TEXT] = {.name = "text", .type = DATA_TEXT, .hi = TEXT_LETTERS},
    [OBJECT_SOURCE] = DATA_SOURCE,
};
static const DataTable tables[TABLES] = {
    [TOKENS] = {.name = "tokens", .least = 1, .most = COLOURS, .columns = TOKEN_COLUMNS, .column = tokens},
    [HEROES] = {.name = "adventurers", .least = 1, .most = ADVENTURERS, .columns = HERO_COLUMNS, .column = heroes},
    [DRAGONS] = {.name = "dragons",
                 .least = GOLD_DRAGON_N,
                 .most = GOLD_DRAGON_N,
                 .columns = DRAGON_COLUMNS,
                 .column = dragons},
    [OBJECTS] = {.name = "objects", .least = 1, .most = GOLD_OBJECT_N, .columns = OBJECT_COLUMNS, .column = objects},
};
static const DataSum sums[] = {
    {.table = "tokens", .column = "count", .lo = GOLD_TOKEN_N, .hi = GOLD_TOKEN_N},
    {.table = "tokens", .column = "count", .where = "code", .is = "black", .lo = 1, .hi = 1}, /* GOLD-R44 has one */
    {.table = "objects", .column = "copies", .lo = GOLD_OBJECT_N, .hi = GOLD_OBJECT_N},
};

/* A hoard is split token by token, and no answer holds more than 24; an effect has something to act on in its own
 * window only. */
static void judge(const DataFile *f, TapFaults *faults)
{
    for (int i = 0; i < data_rows(f, DRAGONS); i++) {
        int all = data_number(f, DRAGONS, i, VISIBLE, 0) + data_number(f, DRAGONS, i, HIDDEN, 0);
        const DataCell *c = data_cell(f, DRAGONS, i, HIDDEN);
        if (all > HOARD_MOST)
            faults_add(faults, c->line, c->column, "'visible' and 'hidden' are %d together; at most %d", all,
                       HOARD_MOST);
    }
    for (int i = 0; i < data_rows(f, OBJECTS); i++) {
        const DataCell *c = data_cell(f, OBJECTS, i, WINDOW);
        int effect = data_number(f, OBJECTS, i, EFFECT, 0);
        GoldWindow window = window_of_effect((GoldEffect)effect);
        if (c->item[0].number != (int)window)
            faults_add(faults, c->line, c->column, "%s is played in the window '%s', not in %s",
                       quoted(effect_words[effect]).text, window_words[window], quoted(c->item[0].text).text);
    }
}

const DataRules gold_rules = {.kind = "gold-box",
                              .tables = TABLES,
                              .table = tables,
                              .sums = sizeof sums / sizeof *sums,
                              .sum = sums,
                              .judge = judge};

/* All copies of the faces; with cards no, a list of words. */
static const TapDeck *deck_of(const char *name, const char *noun, const TapFace *face, int faces, bool cards,
                              Blocks *blocks)
{
    int n = 0;
    for (int i = 0; i < faces && cards; i++) n += face[i].copies;
    TapCard *card = blocks_take(blocks, sizeof *card * (size_t)(n + 1));
    TapDeck *deck = blocks_take(blocks, sizeof *deck);
    for (int i = 0, at = 0; i < faces && cards; i++)
        for (int k = 0; k < face[i].copies; k++) card[at++] = (TapCard)i;
    *deck = (TapDeck){
        .name = name, .noun = noun, .faces = faces, .face = face, .cards = n, .plain = n, .card = card};
    return deck;
}

static TapFace token_face(const DataFile *f, int i, Blocks *blocks)
{
    return (TapFace){.code = colour_codes[i],
                     .name = blocks_text(data_text(f, TOKENS, i, NAME), blocks),
                     .title = colour_codes[i],
                     .glyph = blocks_text(data_text(f, TOKENS, i, GLYPH), blocks),
                     .hue = blocks_text(data_text(f, TOKENS, i, HUE), blocks),
                     .copies = (uint8_t)data_number(f, TOKENS, i, COUNT, 0)};
}

static TapFace hero_face(const DataFile *f, int i, Blocks *blocks)
{
    return (TapFace){.code = adventurer_codes[i],
                     .name = blocks_text(data_text(f, HEROES, i, NAME), blocks),
                     .figure = blocks_text(data_text(f, HEROES, i, FIGURE), blocks),
                     .number = (int8_t)data_number(f, HEROES, i, ATTACK, 0)};
}

static TapFace dragon_face(const DataFile *f, int i, Blocks *blocks)
{
    char text[80];
    int strength = data_number(f, DRAGONS, i, STRENGTH, 0);
    snprintf(text, sizeof text, "Strength %d. Treasure: %d in sight, %d hidden.", strength,
             data_number(f, DRAGONS, i, VISIBLE, 0), data_number(f, DRAGONS, i, HIDDEN, 0));
    return (TapFace){.code = blocks_text(data_text(f, DRAGONS, i, CODE), blocks),
                     .name = blocks_text(data_text(f, DRAGONS, i, NAME), blocks),
                     .kind = "Dragon",
                     .figure = blocks_text(data_text(f, DRAGONS, i, DRAGON_FIGURE), blocks),
                     .text = blocks_text(text, blocks),
                     .number = (int8_t)strength,
                     .copies = 1};
}

static TapFace object_face(const DataFile *f, int i, Blocks *blocks)
{
    return (TapFace){.code = blocks_text(data_text(f, OBJECTS, i, CODE), blocks),
                     .name = blocks_text(data_text(f, OBJECTS, i, NAME), blocks),
                     .kind = "Magic Object",
                     .text = blocks_text(data_text(f, OBJECTS, i, TEXT), blocks),
                     .number = (int8_t)data_number(f, OBJECTS, i, EFFECT, 0),
                     .copies = (uint8_t)data_number(f, OBJECTS, i, COPIES, 0)};
}

/* A number of each dragon, under the dragon's own code. */
static TapFace number_face(const DataFile *f, int i, int column, const TapFace *dragon)
{
    return (TapFace){.code = dragon->code, .name = dragon->name,
                     .number = (int8_t)data_number(f, DRAGONS, i, column, 0)};
}

const TapContent *gold_compile(const DataFile *f, Blocks *blocks)
{
    int designs = data_rows(f, OBJECTS);
    const TapDeck **deck = blocks_take(blocks, sizeof *deck * GOLD_DECKS);
    TapContent *content = blocks_take(blocks, sizeof *content);
    TapFace *token = blocks_take(blocks, sizeof *token * COLOURS);
    TapFace *hero = blocks_take(blocks, sizeof *hero * ADVENTURERS);
    TapFace *dragon = blocks_take(blocks, sizeof *dragon * 3 * GOLD_DRAGON_N);
    TapFace *visible = dragon + GOLD_DRAGON_N, *hidden = visible + GOLD_DRAGON_N;
    TapFace *object = blocks_take(blocks, sizeof *object * (size_t)designs);
    for (int i = 0; i < COLOURS; i++) token[i] = token_face(f, i, blocks);
    for (int i = 0; i < ADVENTURERS; i++) hero[i] = hero_face(f, i, blocks);
    for (int i = 0; i < GOLD_DRAGON_N; i++) {
        dragon[i] = dragon_face(f, i, blocks);
        visible[i] = number_face(f, i, VISIBLE, &dragon[i]);
        hidden[i] = number_face(f, i, HIDDEN, &dragon[i]);
    }
    for (int i = 0; i < designs; i++) object[i] = object_face(f, i, blocks);
    deck[GOLD_TOKENS] = deck_of("tokens", "token", token, COLOURS, true, blocks);
    deck[GOLD_DRAGONS] = deck_of("dragons", "dragon", dragon, GOLD_DRAGON_N, true, blocks);
    deck[GOLD_OBJECTS] = deck_of("objects", "Object", object, designs, true, blocks);
    deck[ADVENTURER_WORDS] = deck_of("adventurers", "adventurer", hero, ADVENTURERS, false, blocks);
    deck[VISIBLE_WORDS] = deck_of("visible", "dragon", visible, GOLD_DRAGON_N, false, blocks);
    deck[HIDDEN_WORDS] = deck_of("hidden", "dragon", hidden, GOLD_DRAGON_N, false, blocks);
    *content = (TapContent){.decks = GOLD_DECKS, .deck = deck};
    return content;
}
