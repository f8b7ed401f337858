#include "decks/miner_table.h"

#include <string.h>

static const char *const kind_words[] = {"single", "cumulative", NULL};
static const char *const duration_words[] = {"stays",       "at-once",   "next-turn",
                                             "until-other", "until-all", "when-wished", NULL};
static const char *const effect_words[] = {
    "none",           "orc-to-resource", "ward",       "free-vault", "remove-patron",  "fewer-burglars", "name-wild",
    "orcs-to-artifacts", "roll-again",   "reroll-orc", "swap-item",  "take-resources", NULL};
static const char *const figure_words[] = {"warrior", "lady",   "bard",   "merchant", "rogue", "knight",
                                           "queen",   "king",   "wizard", NULL};
static const char *const vault_codes[] = {"vault", NULL};
static const char *const limit_codes[] = {"rounds", NULL};
/* What a die shows besides resources, from ORC on. */
static const char *const mark_codes[] = {"orc", "burglar", "artifact"};

/* When an effect acts: each has its own time. */
static PatronDuration duration_of_effect(int e)
{
    static const uint8_t duration[PATRON_EFFECTS] = {
        [NO_EFFECT] = STAYS,        [ORC_TO_RESOURCE] = WHEN_WISHED, [WARD] = STAYS,
        [FREE_VAULT] = WHEN_WISHED, [REMOVE_PATRON] = WHEN_WISHED,   [FEWER_BURGLARS] = NEXT_TURN,
        [NAME_WILD] = NEXT_TURN,    [ORCS_TO_ARTIFACTS] = AT_ONCE,   [ROLL_AGAIN] = AT_ONCE,
        [REROLL_ORC] = UNTIL_OTHER, [SWAP_ITEM] = UNTIL_ALL,         [TAKE_RESOURCES] = UNTIL_ALL};
    return (PatronDuration)duration[e];
}

enum { T_RESOURCES, T_DICE, T_ITEMS, T_VAULT, T_PATRONS, T_LIMITS, TABLES };
enum { CODE, NAME, GLYPH, RESOURCE_HUE, RESOURCE_CARDS, RESOURCE_SOURCE, RESOURCE_COLUMNS };
enum { LAYOUT, DICE, FIRST_SIDE, DICE_SOURCE = FIRST_SIDE + SIDES, DICE_COLUMNS };
enum { RECIPE = 3, CARDS, ITEM_SOURCE, ITEM_COLUMNS };
enum { ROOM_ITEMS = 5, ROOM_RESOURCES, VAULT_SOURCE, VAULT_COLUMNS };
enum { FIGURE = 2, COPIES, NEEDS, POINTS, KIND, DURATION, EFFECT, AMOUNT, TEXT, PATRON_SOURCE, PATRON_COLUMNS };
enum { NUMBER = 1, LIMIT_SOURCE, LIMIT_COLUMNS };
enum { NAME_LETTERS = 24, TEXT_LETTERS = 160, NEEDS_MOST = 8, ROUNDS_MOST = 200 };

#define CODE_AND_NAME                                                                                                  \
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true},                                                      \
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},                                  \
    [GLYPH] = {.name = "glyph", .type = DATA_TEXT, .hi = 4, .usual = "-"}
#define RECIPE_COLUMN                                                                                                  \
    {.name = "recipe", .type = DATA_REFERENCE, .table = "resources", .column = "code", .least = 1, .most = RECIPE_MOST}
#define SIDE(n) [FIRST_SIDE + n - 1] = {.name = "f" #n, .type = DATA_WORD}

static const DataColumn resources[RESOURCE_COLUMNS] = {
    CODE_AND_NAME,
    [RESOURCE_HUE] = {.name = "hue", .type = DATA_WORD, .usual = "-"},
    [RESOURCE_CARDS] = {.name = "cards", .type = DATA_NUMBER, .lo = 1, .hi = SAME_CARDS},
    [RESOURCE_SOURCE] = DATA_SOURCE,
};
static const DataColumn dice[DICE_COLUMNS] = {
    [LAYOUT] = {.name = "layout", .type = DATA_WORD, .unique = true},
    [DICE] = {.name = "dice", .type = DATA_NUMBER, .lo = 1, .hi = MINE_DICE_N},
    SIDE(1), SIDE(2), SIDE(3), SIDE(4), SIDE(5), SIDE(6),
    [DICE_SOURCE] = DATA_SOURCE,
};
static const DataColumn items[ITEM_COLUMNS] = {
    CODE_AND_NAME,
    [RECIPE] = RECIPE_COLUMN,
    [CARDS] = {.name = "cards", .type = DATA_NUMBER, .lo = 1, .hi = SAME_CARDS},
    [ITEM_SOURCE] = DATA_SOURCE,
};
static const DataColumn vault[VAULT_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = vault_codes},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [GLYPH] = {.name = "glyph", .type = DATA_TEXT, .hi = 4, .usual = "-"},
    [RECIPE] = RECIPE_COLUMN,
    [CARDS] = {.name = "cards", .type = DATA_NUMBER, .lo = VAULT_N, .hi = VAULT_N},
    [ROOM_ITEMS] = {.name = "items", .type = DATA_NUMBER, .lo = VAULT_ITEMS, .hi = VAULT_ITEMS},
    [ROOM_RESOURCES] = {.name = "resources", .type = DATA_NUMBER, .lo = VAULT_RESOURCES, .hi = VAULT_RESOURCES},
    [VAULT_SOURCE] = DATA_SOURCE,
};
static const DataColumn patrons[PATRON_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true},
    [NAME] = {.name = "name", .type = DATA_TEXT, .unique = true, .hi = NAME_LETTERS},
    [FIGURE] = {.name = "figure", .type = DATA_CHOICE, .words = figure_words, .usual = "-"},
    [COPIES] = {.name = "copies", .type = DATA_NUMBER, .lo = 0, .hi = PATRON_N},
    [NEEDS] = {.name = "needs", .type = DATA_REFERENCE, .table = "items", .column = "code", .least = 1,
               .most = NEEDS_MOST},
    [POINTS] = {.name = "points", .type = DATA_NUMBER, .lo = 1, .hi = GOAL},
    [KIND] = {.name = "kind", .type = DATA_CHOICE, .words = kind_words, .usual = "single"},
    [DURATION] = {.name = "duration", .type = DATA_CHOICE, .words = duration_words},
    [EFFECT] = {.name = "effect", .type = DATA_CHOICE, .words = effect_words, .usual = "none"},
    [AMOUNT] = {.name = "amount", .type = DATA_NUMBER, .lo = 1, .hi = 9, .usual = "1"},
    [TEXT] = {.name = "text", .type = DATA_TEXT, .hi = TEXT_LETTERS},
    [PATRON_SOURCE] = DATA_SOURCE,
};
static const DataColumn limits[LIMIT_COLUMNS] = {
    [CODE] = {.name = "code", .type = DATA_WORD, .unique = true, .fixed = limit_codes},
    [NUMBER] = {.name = "number", .type = DATA_NUMBER, .lo = 1, .hi = ROUNDS_MOST},
    [LIMIT_SOURCE] = DATA_SOURCE,
};
static const DataTable tables[TABLES] = {
    [T_RESOURCES] = {.name = "resources", .least = RESOURCES, .most = RESOURCES, .columns = RESOURCE_COLUMNS,
                     .column = resources},
    [T_DICE] = {.name = "dice", .least = 1, .most = MINE_DICE_N, .columns = DICE_COLUMNS, .column = dice},
    [T_ITEMS] = {.name = "items", .least = 1, .most = ITEM_KINDS, .columns = ITEM_COLUMNS, .column = items},
    [T_VAULT] = {.name = "vault", .least = 1, .most = 1, .columns = VAULT_COLUMNS, .column = vault},
    [T_PATRONS] = {.name = "patrons", .least = 1, .most = PATRON_N, .columns = PATRON_COLUMNS, .column = patrons},
    [T_LIMITS] = {.name = "limits", .least = 1, .most = 1, .columns = LIMIT_COLUMNS, .column = limits},
};
static const DataSum sums[] = {
    {.table = "resources", .column = "cards", .lo = RESOURCE_N, .hi = RESOURCE_N},
    {.table = "dice", .column = "dice", .lo = MINE_DICE_N, .hi = MINE_DICE_N},
    {.table = "items", .column = "cards", .lo = ITEM_N, .hi = ITEM_N},
    {.table = "patrons", .column = "copies", .lo = PATRON_N, .hi = PATRON_N},
};

/* ----------------------------------------------------------------- judging */

/* What a side shows; -1 for nothing that there is. */
static int side_of(const DataFile *f, const char *word)
{
    for (int r = 0; r < RESOURCES; r++)
        if (!strcmp(data_text(f, T_RESOURCES, r, CODE), word)) return r;
    for (int m = ORC; m < DIE_FACES; m++)
        if (!strcmp(mark_codes[m - ORC], word)) return m;
    return -1;
}

static void judge_dice(const DataFile *f, bool shown[DIE_FACES], TapFaults *faults)
{
    const char *known[DIE_FACES];
    for (int i = 0; i < DIE_FACES; i++)
        known[i] = i < RESOURCES ? data_text(f, T_RESOURCES, i, CODE) : mark_codes[i - ORC];
    for (int i = 0; i < data_rows(f, T_DICE); i++) {
        bool orc = false;
        for (int k = 0; k < SIDES; k++) {
            const DataCell *c = data_cell(f, T_DICE, i, FIRST_SIDE + k);
            int side = side_of(f, c->item[0].text);
            if (side < 0)
                faults_guess(faults, c->line, c->column, c->item[0].text, known, DIE_FACES, "a die cannot show %s",
                             quoted(c->item[0].text).text);
            else shown[side] = true;
            orc = orc || side == ORC;
        }
        const DataCell *c = data_cell(f, T_DICE, i, LAYOUT);
        if (!orc) faults_add(faults, c->line, c->column, "every die has an orc, and %s has none",
                             quoted(c->item[0].text).text);
    }
}

static void count_of(const DataFile *f, int table, int row, int column, uint8_t *ret)
{
    const DataCell *c = data_cell(f, table, row, column);
    for (int i = 0; i < c->n; i++) ret[c->item[i].number]++;
}

/* The item, or behind the last the vault. */
static const DataCell *made_cell(const DataFile *f, int i, int column)
{
    int n = data_rows(f, T_ITEMS);
    return i < n ? data_cell(f, T_ITEMS, i, column) : data_cell(f, T_VAULT, 0, column);
}

static void recipe_of(const DataFile *f, int i, uint8_t ret[RESOURCES])
{
    memset(ret, 0, RESOURCES);
    const DataCell *c = made_cell(f, i, RECIPE);
    for (int k = 0; k < c->n; k++) ret[c->item[k].number]++;
}

static void judge_recipes(const DataFile *f, TapFaults *faults)
{
    uint8_t recipe[ITEM_KINDS + 1][RESOURCES];
    for (int i = 0; i <= data_rows(f, T_ITEMS); i++) {
        const DataCell *c = made_cell(f, i, RECIPE);
        recipe_of(f, i, recipe[i]);
        for (int k = 0; k < i; k++)
            if (!memcmp(recipe[i], recipe[k], RESOURCES)) {
                faults_add(faults, c->line, c->column, "this is the recipe of %s, too",
                           quoted(made_cell(f, k, CODE)->item[0].text).text);
                break;
            }
    }
}

/* Answers name goods and sides by their codes alone. */
static void judge_codes(const DataFile *f, TapFaults *faults)
{
    for (int i = 0; i <= data_rows(f, T_ITEMS); i++) {
        const DataCell *c = made_cell(f, i, CODE);
        bool twice = i < data_rows(f, T_ITEMS) && !strcmp(c->item[0].text, vault_codes[0]);
        for (int r = 0; r < RESOURCES; r++)
            twice = twice || !strcmp(c->item[0].text, data_text(f, T_RESOURCES, r, CODE));
        if (twice) faults_add(faults, c->line, c->column, "%s is something else already", quoted(c->item[0].text).text);
    }
    for (int r = 0; r < RESOURCES; r++) {
        const DataCell *c = data_cell(f, T_RESOURCES, r, CODE);
        for (int m = ORC; m < DIE_FACES; m++)
            if (!strcmp(c->item[0].text, mark_codes[m - ORC]))
                faults_add(faults, c->line, c->column, "%s is no resource", quoted(c->item[0].text).text);
    }
}

/* MINE-R32 can happen: enough points are asked for in items that can be made. */
static void judge_points(const DataFile *f, const bool shown[DIE_FACES], TapFaults *faults)
{
    int points = 0;
    for (int p = 0; p < data_rows(f, T_PATRONS); p++) {
        uint8_t needs[ITEM_KINDS] = {0}, recipe[RESOURCES];
        bool can = true;
        count_of(f, T_PATRONS, p, NEEDS, needs);
        for (int i = 0; i < data_rows(f, T_ITEMS); i++) {
            recipe_of(f, i, recipe);
            for (int r = 0; r < RESOURCES; r++)
                can = can && (!needs[i] || !recipe[r] || shown[r] || shown[ARTIFACT]);
            can = can && needs[i] <= data_number(f, T_ITEMS, i, CARDS, 0);
        }
        if (can) points += data_number(f, T_PATRONS, p, POINTS, 0) * data_number(f, T_PATRONS, p, COPIES, 0);
    }
    const DataCell *c = data_cell(f, T_PATRONS, 0, POINTS);
    if (points < GOAL)
        faults_add(faults, c->line, c->column, "patrons that can be fulfilled have %d points together; %d win", points,
                   GOAL);
}

static void judge_patrons(const DataFile *f, TapFaults *faults)
{
    for (int p = 0; p < data_rows(f, T_PATRONS); p++) {
        const DataCell *c = data_cell(f, T_PATRONS, p, DURATION);
        int effect = data_number(f, T_PATRONS, p, EFFECT, NO_EFFECT);
        PatronDuration right = duration_of_effect(effect);
        if (c->item[0].number != (int)right)
            faults_add(faults, c->line, c->column, "the effect %s acts %s, not %s", quoted(effect_words[effect]).text,
                       quoted(duration_words[right]).text, quoted(c->item[0].text).text);
        c = data_cell(f, T_PATRONS, p, KIND);
        if (c->item[0].number && effect != NO_EFFECT)
            faults_add(faults, c->line, c->column, "a cumulative patron has no effect besides");
    }
}

static void judge(const DataFile *f, TapFaults *faults)
{
    bool shown[DIE_FACES] = {false};
    judge_codes(f, faults);
    judge_dice(f, shown, faults);
    judge_recipes(f, faults);
    judge_patrons(f, faults);
    judge_points(f, shown, faults);
}

const DataRules miner_rules = {.kind = "miner-box",
                               .tables = TABLES,
                               .table = tables,
                               .sums = sizeof sums / sizeof *sums,
                               .sum = sums,
                               .judge = judge};

/* --------------------------------------------------------------- compiling */

static const TapDeck *deck_of(const char *name, const char *noun, bool rolled, const TapFace *face, int faces,
                              const TapCard *card, int cards, Blocks *blocks)
{
    TapDeck *deck = blocks_take(blocks, sizeof *deck);
    *deck = (TapDeck){.name = name,   .noun = noun,   .dice = rolled, .faces = faces,
                      .face = face,   .cards = cards, .plain = cards, .card = card};
    return deck;
}

static const TapDeck *goods_deck(const DataFile *f, const Mine *mine, Blocks *blocks)
{
    int n = RESOURCES + mine->items + 1;
    TapFace *face = blocks_take(blocks, sizeof *face * (size_t)n);
    TapCard *none = blocks_take(blocks, sizeof *none);
    for (int r = 0; r < RESOURCES; r++)
        face[r] = (TapFace){.code = blocks_text(data_text(f, T_RESOURCES, r, CODE), blocks),
                            .name = blocks_text(data_text(f, T_RESOURCES, r, NAME), blocks),
                            .glyph = blocks_text(data_text(f, T_RESOURCES, r, GLYPH), blocks),
                            .hue = blocks_text(data_text(f, T_RESOURCES, r, RESOURCE_HUE), blocks),
                            .copies = (uint8_t)data_number(f, T_RESOURCES, r, RESOURCE_CARDS, 0)};
    for (int i = 0; i <= mine->items; i++)
        face[RESOURCES + i] = (TapFace){.code = blocks_text(made_cell(f, i, CODE)->item[0].text, blocks),
                                        .name = blocks_text(made_cell(f, i, NAME)->item[0].text, blocks),
                                        .glyph = made_cell(f, i, GLYPH)->n
                                                     ? blocks_text(made_cell(f, i, GLYPH)->item[0].text, blocks)
                                                     : NULL,
                                        .copies = (uint8_t)made_cell(f, i, CARDS)->item[0].number};
    return deck_of("goods", "card", false, face, n, none, 0, blocks);
}

static const TapDeck *patron_deck(const DataFile *f, const Mine *mine, Blocks *blocks)
{
    TapFace *face = blocks_take(blocks, sizeof *face * mine->patrons);
    TapCard *card = blocks_take(blocks, sizeof *card * PATRON_N);
    int cards = 0;
    for (int p = 0; p < mine->patrons; p++) {
        face[p] = (TapFace){.code = blocks_text(data_text(f, T_PATRONS, p, CODE), blocks),
                            .name = blocks_text(data_text(f, T_PATRONS, p, NAME), blocks),
                            .figure = blocks_text(data_text(f, T_PATRONS, p, FIGURE), blocks),
                            .text = blocks_text(data_text(f, T_PATRONS, p, TEXT), blocks),
                            .copies = (uint8_t)data_number(f, T_PATRONS, p, COPIES, 0)};
        for (int k = 0; k < face[p].copies; k++) card[cards++] = (TapCard)p;
    }
    return deck_of("patrons", "patron", false, face, mine->patrons, card, cards, blocks);
}

/* All dice have the same faces, so that they can lie in one row; which sides a die has is in its list. */
static const TapDeck *die_deck(const DataFile *f, int row, const TapFace *resource, Blocks *blocks)
{
    static const TapFace mark[] = {
        {.code = "orc", .name = "Orc", .glyph = "👹", .hue = "red"},
        {.code = "burglar", .name = "Burglar", .glyph = "🥷", .hue = "black"},
        {.code = "artifact", .name = "Artifact", .glyph = "🏺", .hue = "gold"},
    };
    TapFace *face = blocks_take(blocks, sizeof *face * DIE_FACES);
    TapCard *side = blocks_take(blocks, sizeof *side * SIDES);
    for (int i = 0; i < DIE_FACES; i++) {
        face[i] = i < RESOURCES ? resource[i] : mark[i - ORC];
        face[i].copies = 0;
    }
    int n = 0;
    for (int i = 0; i < DIE_FACES; i++)
        for (int k = 0; k < SIDES; k++)
            if (side_of(f, data_text(f, T_DICE, row, FIRST_SIDE + k)) == i) side[n++] = (TapCard)i, face[i].copies++;
    return deck_of(blocks_text(data_text(f, T_DICE, row, LAYOUT), blocks), "die", true, face, DIE_FACES, side, SIDES,
                   blocks);
}

static Mine *mine_of(const DataFile *f, Blocks *blocks)
{
    Mine *m = blocks_take(blocks, sizeof *m);
    m->items = (uint8_t)data_rows(f, T_ITEMS);
    m->patrons = (uint8_t)data_rows(f, T_PATRONS);
    m->rounds = (uint8_t)data_number(f, T_LIMITS, 0, NUMBER, 0);
    for (int i = 0, n = 0; i < data_rows(f, T_DICE); i++)
        for (int k = data_number(f, T_DICE, i, DICE, 0); k; k--) m->die[n++] = (uint8_t)i;
    for (int i = 0; i <= m->items; i++) {
        recipe_of(f, i, m->recipe[i]);
        for (int r = 0; r < RESOURCES; r++)
            for (int n = m->recipe[i][r]; n <= RECIPE_MOST; n++) m->paid_by[r][n] |= 1u << i;
    }
    for (int p = 0; p < m->patrons; p++) {
        PatronKind *k = &m->patron[p];
        count_of(f, T_PATRONS, p, NEEDS, k->needs);
        k->points = (uint8_t)data_number(f, T_PATRONS, p, POINTS, 0);
        k->cumulative = (uint8_t)data_number(f, T_PATRONS, p, KIND, 0);
        k->duration = (uint8_t)data_number(f, T_PATRONS, p, DURATION, 0);
        k->effect = (uint8_t)data_number(f, T_PATRONS, p, EFFECT, 0);
        k->amount = (uint8_t)data_number(f, T_PATRONS, p, AMOUNT, 1);
    }
    return m;
}

const TapContent *miner_compile(const DataFile *f, Blocks *blocks)
{
    int layouts = data_rows(f, T_DICE);
    const TapDeck **deck = blocks_take(blocks, sizeof *deck * (size_t)(MINE_DICE + layouts));
    TapContent *content = blocks_take(blocks, sizeof *content);
    const Mine *mine = mine_of(f, blocks);
    deck[GOODS] = goods_deck(f, mine, blocks);
    deck[PATRON_CARDS] = patron_deck(f, mine, blocks);
    for (int i = 0; i < layouts; i++) deck[MINE_DICE + i] = die_deck(f, i, deck[GOODS]->face, blocks);
    *content = (TapContent){
        .decks = MINE_DICE + layouts, .deck = deck, .own = mine, .own_bytes = sizeof *mine};
    return content;
}
