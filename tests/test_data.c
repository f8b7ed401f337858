/* Tables as text: what is read from good files, and what exactly is said about bad ones. */
#include "support.h"

#include <string.h>

#include "data/tables.h"
#include "data/tokens.h"

/* ------------------------------------------------ a kind that has everything */

static const char *const when[] = {"once", "always", "never", NULL};
static const char *const layouts[] = {"north", "south", NULL};

enum { STUFF, ITEMS, FACES, SIDES, TABLES };
enum { STUFF_ID, STUFF_NAME, STUFF_CARDS, STUFF_RARE, STUFF_SOURCE, STUFF_COLUMNS };
enum { ITEM_NAME, ITEM_RECIPE, ITEM_WHEN, ITEM_NEXT, ITEM_STEPS, ITEM_COLUMNS };
enum { FACE_DIE, FACE_STUFF, FACE_COPIES, FACE_COLUMNS };

static const DataColumn stuff[STUFF_COLUMNS] = {
    {.name = "id", .type = DATA_WORD, .unique = true},
    {.name = "name", .type = DATA_TEXT, .unique = true, .hi = 12},
    {.name = "cards", .type = DATA_NUMBER, .lo = -5, .hi = 20},
    {.name = "rare", .type = DATA_FLAG, .usual = "no"},
    DATA_SOURCE,
};
static const DataColumn items[ITEM_COLUMNS] = {
    {.name = "name", .type = DATA_TEXT, .unique = true},
    {.name = "recipe", .type = DATA_REFERENCE, .table = "stuff", .column = "id", .least = 2, .most = 4},
    {.name = "when", .type = DATA_CHOICE, .words = when, .usual = "-"},
    {.name = "next", .type = DATA_REFERENCE, .table = "items", .column = "name", .usual = "-"},
    {.name = "steps", .type = DATA_NUMBER, .lo = 1, .hi = 9, .least = 1, .most = 3, .usual = "3+2*4"},
};
static const DataColumn faces[FACE_COLUMNS] = {
    {.name = "die", .type = DATA_WORD},
    {.name = "stuff", .type = DATA_REFERENCE, .table = "stuff", .column = "id"},
    {.name = "copies", .type = DATA_NUMBER, .lo = 0, .hi = 6, .usual = "1"},
};
static const DataColumn sides[] = {{.name = "side", .type = DATA_WORD, .fixed = layouts}};

static const DataTable tables[TABLES] = {
    [STUFF] = {.name = "stuff", .least = 1, .most = 5, .columns = STUFF_COLUMNS, .column = stuff},
    [ITEMS] = {.name = "items", .least = 2, .most = 3, .columns = ITEM_COLUMNS, .column = items},
    [FACES] = {.name = "faces", .least = 0, .most = 30, .columns = FACE_COLUMNS, .column = faces},
    [SIDES] = {.name = "sides", .least = 0, .most = 4, .columns = 1, .column = sides},
};
static const DataSum sums[] = {
    {.table = "stuff", .column = "cards", .lo = 10, .hi = 30},
    {.table = "stuff", .column = "cards", .where = "rare", .is = "yes", .lo = -5, .hi = 5},
    {.table = "faces", .column = "copies", .group = "die", .lo = 6, .hi = 6},
    {.table = "faces", .column = "copies", .group = "die", .where = "stuff", .is = "orc", .lo = 1, .hi = 2},
};

static void judge(const DataFile *f, TapFaults *faults)
{
    for (int i = 0; i < data_rows(f, STUFF); i++) {
        const DataCell *c = data_cell(f, STUFF, i, STUFF_NAME);
        if (!strcmp(c->item[0].text, "Lead")) faults_add(faults, c->line, c->column, "nobody wants lead");
    }
}

static const DataRules rules = {
    .kind = "mine", .tables = TABLES, .table = tables, .sums = sizeof sums / sizeof *sums, .sum = sums, .judge = judge};

#define HEAD "content mine deep\n"
#define STUFF_TABLE                                                                                                    \
    "table stuff\n"                                                                                                    \
    "id      name         cards\n"                                                                                     \
    "iron    \"Iron Ore\"   12\n"                                                                                      \
    "gold    \"Gold Ore\"   6\n"                                                                                       \
    "orc     Orc          0\n"
#define ITEMS_TABLE                                                                                                    \
    "table items\n"                                                                                                    \
    "name    recipe\n"                                                                                                 \
    "Dirk    2*iron\n"                                                                                                 \
    "Crown   iron+3*gold\n"

/* -------------------------------------------------------------- good files */

static DataFile *read_good(const char *text)
{
    TapFaults faults = {0};
    DataFile *f = NULL;
    if (!data_read(&rules, text, strlen(text), &f, &faults)) {
        char *said = tap_faults_text(&faults, "good");
        CHECK(false, "%s", said);
    }
    CHECK(!faults.n && !faults.more && f, "a good file has faults");
    return f;
}

static void test_values(void **state)
{
    (void)state;
    DataFile *f = read_good("\xEF\xBB\xBF# a mine\r\n"
                            "\n"
                            "  content\tmine deep-mine_2 # its first line\r\n"
                            "table items   # before what it refers to\n"
                            "recipe     when  name              next\n"
                            "gold+gold  -     \"The \\\"\\\\\\\" Ring\"  -\n"
                            "2*iron+orc never Größe             Größe\n"
                            "table stuff\n"
                            "rare id name source cards\n"
                            "yes iron \"- #\" published -5\n"
                            "-   gold \"-\"   -         20\n"
                            "no  orc  \"\U0001F409 x\" rulebook  -0\n");
    assert_string_equal(data_id(f), "deep-mine_2");
    assert_int_equal(data_rows(f, STUFF), 3);
    assert_int_equal(data_rows(f, ITEMS), 2);
    assert_int_equal(data_rows(f, FACES), 0);
    assert_string_equal(data_text(f, STUFF, 0, STUFF_ID), "iron");
    assert_string_equal(data_text(f, STUFF, 0, STUFF_NAME), "- #");
    assert_string_equal(data_text(f, STUFF, 1, STUFF_NAME), "-");
    assert_string_equal(data_text(f, STUFF, 2, STUFF_NAME), "\U0001F409 x");
    assert_int_equal(data_number(f, STUFF, 0, STUFF_CARDS, 99), -5);
    assert_int_equal(data_number(f, STUFF, 1, STUFF_CARDS, 99), 20);
    assert_int_equal(data_number(f, STUFF, 2, STUFF_CARDS, 99), 0);
    assert_int_equal(data_number(f, STUFF, 0, STUFF_RARE, 99), 1);
    assert_int_equal(data_number(f, STUFF, 1, STUFF_RARE, 99), 0);
    assert_string_equal(data_text(f, STUFF, 0, STUFF_SOURCE), "published");
    assert_string_equal(data_text(f, STUFF, 1, STUFF_SOURCE), "house");
    assert_int_equal(data_number(f, STUFF, 2, STUFF_SOURCE, 99), 0);

    assert_string_equal(data_text(f, ITEMS, 0, ITEM_NAME), "The \"\\\" Ring");
    assert_null(data_text(f, ITEMS, 0, ITEM_WHEN));
    assert_int_equal(data_number(f, ITEMS, 0, ITEM_WHEN, 99), 99);
    assert_int_equal(data_number(f, ITEMS, 1, ITEM_WHEN, 99), 2);
    assert_int_equal(data_number(f, ITEMS, 1, ITEM_NEXT, 99), 1);
    const DataCell *c = data_cell(f, ITEMS, 1, ITEM_RECIPE);
    assert_int_equal(c->n, 3);
    assert_int_equal(c->line, 7);
    assert_int_equal(c->column, 1);
    assert_string_equal(c->item[1].text, "iron");
    assert_int_equal(c->item[0].number, 0);
    assert_int_equal(c->item[1].number, 0);
    assert_int_equal(c->item[2].number, 2);
    assert_int_equal(data_cell(f, ITEMS, 1, ITEM_NEXT)->column, 36);
    c = data_cell(f, ITEMS, 0, ITEM_STEPS);
    assert_int_equal(c->n, 3);
    assert_int_equal(c->item[0].number, 3);
    assert_int_equal(c->item[2].number, 4);
    data_free(f);
}

static void test_head(void **state)
{
    (void)state;
    DataHead head = {"untouched", "too"};
    TapFaults faults = {0};
    static const char text[] = "# first\n\n content  tavern-deck   tavern  # so\nrubbish \"";
    assert_true(data_read_head(text, sizeof text - 1, &head, &faults));
    assert_string_equal(head.kind, "tavern-deck");
    assert_string_equal(head.id, "tavern");
    assert_int_equal(faults.n, 0);
    assert_false(data_read_head("contents x y", 12, &head, &faults));
    assert_string_equal(head.kind, "tavern-deck");
    assert_int_equal(faults.n, 1);
}

static void test_limits(void **state)
{
    (void)state;
    TapFaults faults = {0};
    DataFile *f = NULL;
    char *large = malloc(TEXT_BYTES + 1);
    assert_non_null(large);
    memset(large, ' ', TEXT_BYTES + 1);
    static const char good[] = HEAD STUFF_TABLE ITEMS_TABLE;
    memcpy(large, good, sizeof good - 1);
    assert_true(data_read(&rules, large, TEXT_BYTES, &f, &faults));
    data_free(f);
    f = NULL;
    assert_false(data_read(&rules, large, TEXT_BYTES + 1, &f, &faults));
    assert_null(f);
    assert_string_equal(faults.fault[0].text, "this file is longer than 1048576 bytes");
    free(large);
    data_free(NULL);
}

/* --------------------------------------------------------------- bad files */

typedef struct Bad {
    const char *text, *said;
} Bad;

#define LONG      "12345678901234567890123456789012"
#define AND_ITEMS ITEMS_TABLE
static const Bad bad[] = {
    /* the text itself */
    {"", "f:1:1: this file is empty; it begins with 'content', its kind and its id\n"},
    {"# only\n\n", "f:1:1: this file is empty; it begins with 'content', its kind and its id\n"},
    {"\xFF", "f:1:1: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {HEAD STUFF_TABLE "ä \xC0\x80\n" AND_ITEMS,
     "f:7:3: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {HEAD STUFF_TABLE "b \xC1\xA1\n" AND_ITEMS, /* an a in two bytes */
     "f:7:3: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {HEAD STUFF_TABLE "ä \xED\xA0\x80\n" AND_ITEMS,
     "f:7:3: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {HEAD STUFF_TABLE "\xF4\x90\x80\x80\n" AND_ITEMS,
     "f:7:1: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {HEAD STUFF_TABLE "x\xE2\x80\xAEy\n" AND_ITEMS,
     "f:7:2: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {HEAD STUFF_TABLE "x\ry\n" AND_ITEMS,
     "f:7:2: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {HEAD STUFF_TABLE "x \xF0\x9F\x90", /* ends inside a character */
     "f:1:1: the table 'items' is missing\n"
     "f:7:3: here is a byte that is no visible character of UTF-8; save the file as UTF-8 text\n"},
    {HEAD STUFF_TABLE "tin \"Tin 3\n" AND_ITEMS, "f:7:5: this quote is not closed in its line\n"},
    {HEAD STUFF_TABLE "tin \"Tin\\\n" AND_ITEMS,
     "f:7:9: in quotes \\ stands only before \" and \\; write \\\\ for one of it\n"},
    {HEAD STUFF_TABLE "tin \"T\\n\" 3\n" AND_ITEMS,
     "f:7:7: in quotes \\ stands only before \" and \\; write \\\\ for one of it\n"},
    {HEAD STUFF_TABLE "tin \"T\tn\" 3\n" AND_ITEMS, "f:7:7: a tab cannot stand in quotes; write a blank\n"},
    {HEAD STUFF_TABLE "tin \"Tün\"3\n" AND_ITEMS, "f:7:10: a blank must follow the closing quote\n"},
    {HEAD STUFF_TABLE "tin T\"in\" 3\n" AND_ITEMS,
     "f:7:6: a quote must begin a value or be inside one; put the whole value in quotes\n"},
    {HEAD STUFF_TABLE "1 2 3 4 5 6 7 8 9 10 1 2 3 4 5 6 7 8 9 20 1 2 3 4 5 6 7 8 9 30 1 2 3\n" AND_ITEMS,
     "f:7:68: a line has at most 32 values\n"},
    /* the first line */
    {"table stuff\n", "f:1:1: the first line is 'content', a kind and an id\n"},
    {"\n  \"content\" mine deep\n", "f:2:3: the first line is 'content', a kind and an id\n"},
    {"content mine deep mine\n", "f:1:1: the first line is 'content', a kind and an id\n"},
    {"content mi/ne deep\n", "f:1:9: a kind is a word of at most 32 letters, digits, - and _, not 'mi/ne'\n"},
    {"content mine ../deep\n", "f:1:14: an id is a word of at most 32 letters, digits, - and _, not '../deep'\n"},
    {"content mine " LONG "3\n", "f:1:14: an id is a word of at most 32 letters, digits, - and _, not '" LONG "3'\n"},
    {"content tavern-deck x\ntable stuff\n", "f:1:9: this file is of kind 'tavern-deck'; here 'mine' is wanted\n"},
    /* tables and columns */
    {HEAD, "f:1:1: the table 'stuff' is missing\nf:1:1: the table 'items' is missing\n"},
    {HEAD STUFF_TABLE, "f:1:1: the table 'items' is missing\n"},
    {HEAD STUFF_TABLE "table itms\nx\n", "f:7:7: a file of kind 'mine' has no table 'itms'; did you mean 'items'?\n"},
    {HEAD STUFF_TABLE "table\nx\n", "f:7:1: write 'table' and its name; a value that says table is put in quotes\n"},
    {HEAD "id name\n" STUFF_TABLE AND_ITEMS, "f:2:1: write 'table' and its name before its columns\n"},
    {HEAD STUFF_TABLE AND_ITEMS STUFF_TABLE, "f:11:7: table 'stuff' stands here again; it began in line 2\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\n", "f:11:1: table 'faces' has no line of column names\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ntable sides\nside\nnorth\nsouth\n",
     "f:11:1: table 'faces' has no line of column names\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie stuf copies\n",
     "f:12:5: table 'faces' has no column 'stuf'; did you mean 'stuff'?\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie Stuff copies\n",
     "f:12:5: table 'faces' has no column 'Stuff'; did you mean 'stuff'?\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie stuff weight\n", "f:12:11: table 'faces' has no column 'weight'\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie stuff die\n", "f:12:11: column 'die' is named twice\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie copies\n", "f:12:1: table 'faces' lacks its column 'stuff'\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie stuff\na\n",
     "f:13:2: this row has 1 value, the table has 2 columns; write - for none\n"},
    {HEAD STUFF_TABLE "tin Old Tin 4\n" AND_ITEMS,
     "f:7:13: this row has 4 values, the table has 3 columns; put a text of several words in quotes\n"},
    {HEAD STUFF_TABLE "table items\nname recipe\nDirk 2*iron\n", "f:7:1: table 'items' has at least 2 rows, not 1\n"},
    {HEAD STUFF_TABLE ITEMS_TABLE "a 2*iron\nb 2*iron\nc 2*iron\n", "f:12:1: table 'items' has at most 3 rows\n"},
    /* values */
    {HEAD STUFF_TABLE "-tin Tin 3\n" AND_ITEMS,
     "f:7:1: 'id' is a word of at most 32 letters, digits, - and _, not '-tin'\n"},
    {HEAD STUFF_TABLE "- Tin 3\n" AND_ITEMS, "f:7:1: 'id' must be said; it cannot be -\n"},
    {HEAD STUFF_TABLE "\"-\" Tin 3\n" AND_ITEMS,
     "f:7:1: 'id' is a word of at most 32 letters, digits, - and _, not '-'\n"},
    {HEAD STUFF_TABLE "tin \"\" 3\n" AND_ITEMS, "f:7:5: 'name' is a text of 1 to 12 characters; this has 0\n"},
    {HEAD STUFF_TABLE "tin äöüäöüäöüäöü 3\n" AND_ITEMS "a 2*tin", NULL},
    {HEAD STUFF_TABLE "tin äöüäöüäöüäöüä 3\n" AND_ITEMS,
     "f:7:5: 'name' is a text of 1 to 12 characters; this has 13\n"},
    {HEAD STUFF_TABLE "tin Tin 21\n" AND_ITEMS, "f:7:9: 'cards' is a whole number from -5 to 20, not '21'\n"},
    {HEAD STUFF_TABLE "tin Tin -6\n" AND_ITEMS, "f:7:9: 'cards' is a whole number from -5 to 20, not '-6'\n"},
    {HEAD STUFF_TABLE "tin Tin 3.0\n" AND_ITEMS, "f:7:9: 'cards' is a whole number from -5 to 20, not '3.0'\n"},
    {HEAD STUFF_TABLE "tin Tin +3\n" AND_ITEMS, "f:7:9: 'cards' is a whole number from -5 to 20, not '+3'\n"},
    {HEAD STUFF_TABLE "tin Tin 99999999999999999999\n" AND_ITEMS,
     "f:7:9: 'cards' is a whole number from -5 to 20, not '99999999999999999999'\n"},
    {HEAD STUFF_TABLE "tin Tin 4294967299\n" AND_ITEMS,
     "f:7:9: 'cards' is a whole number from -5 to 20, not '4294967299'\n"},
    {HEAD STUFF_TABLE "tin Tin aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n" AND_ITEMS,
     "f:7:9: 'cards' is a whole number from -5 to 20, not 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'\n"},
    {HEAD "table stuff\nid name cards rare\niron Iron 12 maybe\n"
          "gold Gold 3 yes\n" AND_ITEMS,
     "f:4:14: 'rare' is yes or no, not 'maybe'\n"},
    {HEAD "table stuff\nid name cards source\niron Iron 12 publisht\n"
          "gold Gold 3 house\n" AND_ITEMS,
     "f:4:14: 'publisht' is no value of 'source'; did you mean 'published'?\n"},
    {HEAD STUFF_TABLE "table items\nname recipe when\na 2*iron noce\nb 2*iron whenever\n",
     "f:9:10: 'noce' is no value of 'when'; did you mean 'once'?\nf:10:10: 'whenever' is no value of 'when'; did you "
     "mean 'never'?\n"},
    /* lists */
    {HEAD STUFF_TABLE "table items\nname recipe\na iron\nb 5*iron\n",
     "f:9:3: 'recipe' holds at least 2 values, not 1\nf:10:3: 'recipe' holds at most 4 values\n"},
    {HEAD STUFF_TABLE "table items\nname recipe\na iron+gold+iron+gold+iron\nb 0*iron+2*gold\n",
     "f:9:23: 'recipe' holds at most 4 values\nf:10:3: nothing can be there 0 times; leave it out\n"},
    {HEAD STUFF_TABLE "table items\nname recipe\na iron+999*gold\nb 2*iron\n",
     "f:9:8: 'recipe' holds at most 4 values\n"},
    {HEAD STUFF_TABLE "table items\nname recipe steps\na 2*iron 1+2*0\nb 2*iron \"1+x\"\n",
     "f:9:14: 'steps' is a whole number from 1 to 9, not '0'\nf:10:13: 'steps' is a whole number from 1 to 9, not "
     "'x'\n"},
    {HEAD STUFF_TABLE "table items\nname recipe steps\na 2*iron 1+\nb 2*iron 1\n",
     "f:9:12: 'steps' is a whole number from 1 to 9, not ''\n"},
    /* what rows are to each other */
    {HEAD STUFF_TABLE "Iron Tin 3\n" AND_ITEMS, "f:7:1: 'Iron' stands twice in 'id'; first in line 4\n"},
    {HEAD STUFF_TABLE "tin \"gold ore\" 3\nlead \"GOLD ORE\" 1\n" AND_ITEMS,
     "f:7:5: 'gold ore' stands twice in 'name'; first in line 5\nf:8:6: 'GOLD ORE' stands twice in 'name'; first in "
     "line 5\n"},
    {HEAD STUFF_TABLE "table items\nname recipe\na 2*irno\nb gold+iron+orcs\n",
     "f:9:3: 'recipe': there is no 'irno' in 'id' of table 'stuff'; did you mean 'iron'?\n"
     "f:10:3: 'recipe': there is no 'orcs' in 'id' of table 'stuff'; did you mean 'orc'?\n"},
    {HEAD STUFF_TABLE "table items\nname recipe next\na 2*iron c\nb 2*iron a\n",
     "f:9:10: 'next': there is no 'c' in 'name' of table 'items'\n"},
    {HEAD "table stuff\nid name cards\niron Iron x\n"
          "table items\nname recipe\na 2*nothing\nb 2*iron\n", /* no fault from a fault */
     "f:4:11: 'cards' is a whole number from -5 to 20, not 'x'\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table sides\nside\nnorth\nsouht\n",
     "f:14:1: 'side' of this row must be 'south', not 'souht'\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table sides\nside\nsouth\nnorth\n",
     "f:13:1: 'side' of this row must be 'north', not 'south'\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table sides\nside\nnorth\n",
     "f:11:1: table 'sides' ends too soon: 'south' is missing\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table sides\nside\nnorth\nsouth\nwest\n", "f:15:1: 'west' is one row too many\n"},
    /* sums */
    {HEAD "table stuff\nid name cards\niron Iron 9\n"
          "table items\nname recipe\na 2*iron\nb 2*iron\n",
     "f:3:9: the sum of 'cards' is 9; it must be from 10 to 30\n"},
    {HEAD "table stuff\nid name cards rare\niron Iron 20 no\ngold Gold 4 yes\ntin Tin 2 yes\n" AND_ITEMS,
     "f:3:9: the sum of 'cards' where 'rare' is yes is 6; it must be from -5 to 5\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie stuff copies\nA orc 1\nA iron 5\nB orc 1\nB gold 4\n",
     "f:15:1: the sum of 'copies' for 'die' 'B' is 5; it must be 6\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie stuff copies\nA gold 3\nA orc 3\nB iron 5\nB orc -\n",
     "f:14:1: the sum of 'copies' where 'stuff' is orc for 'die' 'A' is 3; it must be from 1 to 2\n"},
    {HEAD STUFF_TABLE AND_ITEMS "table faces\ndie stuff copies\nA gold 3\nA orc 0\nA orc 0\nA iron 3\n",
     "f:14:1: the sum of 'copies' where 'stuff' is orc for 'die' 'A' is 0; it must be from 1 to 2\n"},
    /* a kind's own judgement, only when all else holds */
    {HEAD STUFF_TABLE "lead Lead 1\n" AND_ITEMS, "f:7:6: nobody wants lead\n"},
    {HEAD STUFF_TABLE "lead Lead x\n" AND_ITEMS, "f:7:11: 'cards' is a whole number from -5 to 20, not 'x'\n"},
};

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        DataFile *untouched = (DataFile *)&bad, *f = untouched;
        TapFaults faults = {0};
        /* In memory of its own, so that reading beyond the text is seen. */
        size_t n = strlen(bad[i].text);
        char *text = malloc(n ? n : 1);
        assert_non_null(text);
        memcpy(text, bad[i].text, n);
        bool read = data_read(&rules, text, n, &f, &faults);
        char *said = tap_faults_text(&faults, "f");
        if (bad[i].said) {
            CHECK(!read && f == untouched, "this is read:\n%s", bad[i].text);
            CHECK(!strcmp(said, bad[i].said), "of:\n%s\nis said:\n%s\nnot:\n%s", bad[i].text, said, bad[i].said);
        } else {
            CHECK(read, "of:\n%s\nis said:\n%s", bad[i].text, said);
            data_free(f);
        }
        free(said);
        free(text);
    }
}

/* The first twenty in order of place, whichever check found them, and how many more there are. */
static void test_many_faults(void **state)
{
    (void)state;
    char text[4096] = HEAD STUFF_TABLE "table items\nname recipe\na 2*tin\nb 2*iron\ntable faces\ndie stuff\n";
    for (int i = 0; i < 25; i++) strcat(text, "A\n");
    TapFaults faults = {0};
    DataFile *f = NULL;
    assert_false(data_read(&rules, text, strlen(text), &f, &faults));
    assert_int_equal(faults.n, TAP_FAULTS);
    assert_int_equal(faults.more, 6); /* 1 item and 25 faces */
    assert_int_equal(faults.fault[0].line, 9);
    for (int i = 1; i < TAP_FAULTS; i++) assert_int_equal(faults.fault[i].line, 12 + i);
    char *said = tap_faults_text(&faults, "a/b");
    assert_non_null(strstr(said, "a/b:9:3: 'recipe': there is no 'tin'"));
    assert_non_null(strstr(said, "\nand 6 more\n"));
    assert_string_equal(strstr(said, "and 6"), "and 6 more\n");
    free(said);
    /* A list that is full already still refuses. */
    assert_false(data_read(&rules, "x", 1, &f, &faults));
    assert_null(f);
    assert_int_equal(faults.n, TAP_FAULTS);
    assert_int_equal(faults.more, 7);
    assert_int_equal(faults.fault[0].line, 1);
}

static void test_guesses(void **state)
{
    (void)state;
    static const char *const words[] = {"copies", NULL, "code", "colour", "a", "part"};
    static const struct {
        const char *said, *meant;
    } guess[] = {
        {"copy", NULL},       {"copys", "copies"},
        {"COPIES", "copies"}, {"cpoies", "copies"},
        {"copise", "copies"}, {"cdoe", "code"},
        {"color", "colour"},  {"colur", "colour"},
        {"b", NULL},          {"prat", "part"},
        {"", NULL},           {"ab", "a"},
        {"hue", NULL},        {"codes", "code"},
        {"trap", NULL},       {"1234567890123456789012345678901234567890123456789", NULL},
    };
    for (size_t i = 0; i < sizeof guess / sizeof *guess; i++) {
        const char *near = nearest_word(guess[i].said, words, 6);
        CHECK(near == guess[i].meant || (near && guess[i].meant && !strcmp(near, guess[i].meant)),
              "%s: %s instead of %s", guess[i].said, near ? near : "nothing",
              guess[i].meant ? guess[i].meant : "nothing");
    }
}

/* What is cut stays UTF-8. */
static void test_cut(void **state)
{
    (void)state;
    char word[400] = "", dragons[300] = "";
    for (int i = 0; i < 100; i++) strcat(word, "ä");
    for (int i = 0; i < 60; i++) strcat(dragons, "\U0001F409");
    Quoted a = quoted(word), d = quoted(dragons);
    TapFaults faults = {0};
    assert_int_equal(count_characters(a.text, strlen(a.text)), 32 + 5); /* as many as fit */
    assert_string_equal(a.text + strlen(a.text) - 6, "ä...'");
    assert_string_equal(d.text + strlen(d.text) - 8, "\U0001F409...'");
    for (int i = 0; i < 4; i++) {
        faults_add(&faults, i + 1, 1, "%.*s%s%s", i, "abcd", word, word);
        const char *text = faults.fault[i].text;
        size_t n = strlen(text);
        CHECK(n >= sizeof faults.fault->text - 4, "only %zu bytes are left", n);
        for (size_t k = 0; k < n; k += (size_t)character_length(text + k, n - k))
            assert_true(character_length(text + k, n - k));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values), cmocka_unit_test(test_head),        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_bad),    cmocka_unit_test(test_many_faults), cmocka_unit_test(test_guesses),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
