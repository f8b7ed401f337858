/* libFuzzer target: the reader of tables. What it takes keeps to the declared rules; what it refuses says where and
 * why. */
#include "data_file.h"

#include <strings.h>

#include "refusal.h"

static const char *const kinds[] = {"ore", "gem", "none", NULL};
static const char *const ends[] = {"top", "bottom", NULL};

enum { STUFF, ITEMS, ENDS, TABLES };
enum { ID, NAME, KIND, CARDS, RARE, SOURCE, STUFF_COLUMNS };
enum { ITEM, RECIPE, NEXT, ITEM_COLUMNS };

static const DataColumn stuff[STUFF_COLUMNS] = {
    {.name = "id", .type = DATA_WORD, .unique = true},
    {.name = "name", .type = DATA_TEXT, .usual = "-", .hi = 20},
    {.name = "kind", .type = DATA_CHOICE, .words = kinds, .usual = "ore"},
    {.name = "cards", .type = DATA_NUMBER, .lo = -9, .hi = 99, .usual = "1"},
    {.name = "rare", .type = DATA_FLAG, .usual = "no"},
    DATA_SOURCE,
};
static const DataColumn items[ITEM_COLUMNS] = {
    {.name = "item", .type = DATA_TEXT, .unique = true},
    {.name = "recipe", .type = DATA_REFERENCE, .table = "stuff", .column = "id", .least = 1, .most = 5},
    {.name = "next", .type = DATA_REFERENCE, .table = "items", .column = "item", .usual = "-"},
};
static const DataColumn both_ends[] = {{.name = "end", .type = DATA_WORD, .fixed = ends}};
static const DataTable tables[TABLES] = {
    [STUFF] = {.name = "stuff", .least = 1, .most = 8, .columns = STUFF_COLUMNS, .column = stuff},
    [ITEMS] = {.name = "items", .most = 40, .columns = ITEM_COLUMNS, .column = items},
    [ENDS] = {.name = "ends", .most = 2, .columns = 1, .column = both_ends},
};
static const DataSum sums[] = {
    {.table = "stuff", .column = "cards", .lo = 0, .hi = 100},
    {.table = "stuff", .column = "cards", .group = "kind", .where = "rare", .is = "yes", .lo = 0, .hi = 9},
};
static const DataRules rules = {.kind = "mine", .tables = TABLES, .table = tables, .sums = 2, .sum = sums};

static void is_stuff(const DataFile *f)
{
    int64_t sum = 0, rare[4] = {0};
    int     rows = data_rows(f, STUFF);
    assert(rows >= 1 && rows <= 8);
    for (int i = 0; i < rows; i++) {
        const char *id = data_text(f, STUFF, i, ID), *name = data_text(f, STUFF, i, NAME);
        int         kind = data_number(f, STUFF, i, KIND, -1), cards = data_number(f, STUFF, i, CARDS, -99);
        assert(data_is_word(id) && (!name || (name[0] && count_characters(name, strlen(name)) <= 20)));
        assert(kind >= 0 && kind < 3 && !strcmp(kinds[kind], data_text(f, STUFF, i, KIND)));
        assert(cards >= -9 && cards <= 99);
        if (name) is_text(name);
        sum += cards;
        if (data_number(f, STUFF, i, RARE, -1)) rare[kind] += cards;
        for (int k = 0; k < i; k++) assert(strcasecmp(id, data_text(f, STUFF, k, ID)));
    }
    assert(sum >= 0 && sum <= 100);
    for (int k = 0; k < 3; k++) assert(rare[k] >= 0 && rare[k] <= 9);
}

static void is_items(const DataFile *f)
{
    for (int i = 0; i < data_rows(f, ITEMS); i++) {
        const DataCell *recipe = data_cell(f, ITEMS, i, RECIPE);
        int             next = data_number(f, ITEMS, i, NEXT, -1);
        assert(recipe->n >= 1 && recipe->n <= 5);
        for (int k = 0; k < recipe->n; k++)
            assert(!strcmp(data_text(f, STUFF, recipe->item[k].number, ID), recipe->item[k].text));
        assert(next < 0 || !strcmp(data_text(f, ITEMS, next, ITEM), data_text(f, ITEMS, i, NEXT)));
    }
    assert(data_rows(f, ENDS) == 0 || data_rows(f, ENDS) == 2);
}

int fuzz_data_file(const uint8_t *data, size_t size)
{
    TapFaults faults = {0};
    DataFile *f = NULL;
    DataHead  head;
    bool      headed = data_read_head((const char *)data, size, &head, &faults);
    assert(headed == !faults.n);
    faults = (TapFaults){0};
    if (data_read(&rules, (const char *)data, size, &f, &faults)) {
        assert(!faults.n && !faults.more && headed && !strcmp(head.id, data_id(f)) && data_is_word(head.id));
        is_stuff(f);
        is_items(f);
        data_free(f);
    } else {
        assert(!f);
        is_told(&faults);
    }
    return 0;
}

#ifdef FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_data_file(data, size); }
#endif
