/* Splits and counts as people type them. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "cli/asked.c"
#include "cli/portions.c"
#include "curios.h"
#include "games.h"

static const Company company = {.viewer = 0, .name = {"Nobody", "Mira", "Old Bes"}};
static TapSetup      setup;
static TapView       view;
static const Asked   asked = {.view = &view, .setup = &setup};

static TapChoice split(void)
{
    return (TapChoice){
        .kind = TAP_SPLIT, .verb = 1, .deck = TOKENS + 1, .kinds = 3, .places = 7, .stock = {2, 3, 1}};
}

/* One or two of gold, silver and blue for one or two of the same. */
static TapChoice trade(void)
{
    return (TapChoice){.kind = TAP_COUNTS,
                       .verb = 1,
                       .deck = TOKENS + 1,
                       .kinds = 2 * TOKEN_KINDS,
                       .second = TOKEN_KINDS,
                       .lo = 1,
                       .hi = 2,
                       .lo2 = 1,
                       .hi2 = 2,
                       .stock = {2, 1, 0, 0, 0, 0, 1, 2}};
}

static void reads(const TapChoice *o, const char *text, const int *places, int n)
{
    TapMove  m;
    TapError error;
    if (!portions_read(&asked, o, &company, text, &m, &error)) fail_msg("'%s': %s", text, error.text);
    assert_true(tap_choice_admits(o, &m));
    for (int i = 0; i < n; i++)
        if (tap_assigned(&m, i) != places[i]) fail_msg("'%s': %d at %d", text, tap_assigned(&m, i), i);
}
#define READS(o, text, ...) reads(o, text, (const int[]){__VA_ARGS__}, (int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)))

static void refuses(const TapChoice *o, const char *text, const char *words)
{
    TapMove  before = tap_move(9, 9, 9, 9), m = before;
    TapError error = {{0}};
    if (portions_read(&asked, o, &company, text, &m, &error)) fail_msg("'%s' is taken", text);
    if (strcmp(error.text, words) != 0) fail_msg("'%s' says: %s", text, error.text);
    assert_true(tap_same_move(m, before));
}

static void a_split_is_read(void **unused)
{
    (void)unused;
    TapChoice o = split();
    READS(&o, "1: 2*gold silver; 2: blue; 3: 2*silver", 0, 0, 0, 2, 2, 1);
    READS(&o, "2 gold and a silver to me, the blue gem to mira, rest to Old Bes", 0, 0, 0, 2, 2, 1);
    READS(&o, "all silvers to MIRA; rest to 3", 2, 2, 1, 1, 1, 2);
    READS(&o, "old bes: everything", 2, 2, 2, 2, 2, 2);
    READS(&o, "all to 2, rest to 3", 1, 1, 1, 1, 1, 1);
    READS(&o, "me: gold 2, silver 1; blue to mira; rest to Old Bes", 0, 0, 0, 2, 2, 1);
    READS(&o, "blue, gold 2 to 3; silver 2 to 2, rest to 3", 2, 2, 1, 1, 2, 2);
    refuses(&o, "3 gold to me", "There are only 2 gold.");
    refuses(&o, "2 gold to me, 1 gold to 2", "There are only 2 gold.");
    refuses(&o, "gold to Nobody", "'Nobody' is no place: there are 1 you, 2 Mira and 3 Old Bes.");
    refuses(&o, "gold to 4, rest to 1", "'4' is no place: there are 1 you, 2 Mira and 3 Old Bes.");
    refuses(&o, "red to 1", "'red' is none of the things there are: 2 gold, 3 silver and 1 blue.");
    refuses(&o, "gold to", "Say to whom: 1 you, 2 Mira and 3 Old Bes.");
    refuses(&o, "gold", "Say to whom you give 1 gold: behind it, to and a place.");
    refuses(&o, "2 gold, 3 silver to me", "1 blue is left over: say who gets it, or rest to 1.");
    refuses(&o, "", "2 gold, 3 silver and 1 blue are left over: say who gets them, or rest to 1.");
    o.places = 5; /* Mira sits at the table, too */
    refuses(&o, "gold to Mira, rest to me", "Mira has no part in this: there are 1 you and 3 Old Bes.");
    refuses(&o, "2: gold; rest to me", "Mira has no part in this: there are 1 you and 3 Old Bes.");
    view.choice[view.choices++] = (TapViewChoice){.choice = o, .outside = "did not fight this dragon"};
    refuses(&o, "gold to 2, rest to me", "Mira did not fight this dragon: there are 1 you and 3 Old Bes.");
    refuses(&o, "gold to Mira, rest to me", "Mira did not fight this dragon: there are 1 you and 3 Old Bes.");
    o.verb++; /* another choice of the same question */
    refuses(&o, "gold to Mira, rest to me", "Mira has no part in this: there are 1 you and 3 Old Bes.");
    view.choices = 0;
    o.verb--;
    o.places = 0xF; /* more places than seats: they have no names */
    refuses(&o, "gold to Mira", "'Mira' is no place: there are 1, 2, 3 and 4.");
}

static void counts_are_read(void **unused)
{
    (void)unused;
    TapChoice o = trade();
    READS(&o, "2*gold for silver", 2, 0, 0, 0, 0, 0, 0, 1);
    READS(&o, "gold 2 for silver 1", 2, 0, 0, 0, 0, 0, 0, 1);
    READS(&o, "1 gold, 1 silver for 2 silvers", 1, 1, 0, 0, 0, 0, 0, 2);
    refuses(&o, "3 gold for silver", "You hold only 2 gold.");
    refuses(&o, "2 gold, silver for silver", "Name 1 to 2 in all before for, not 3.");
    refuses(&o, "gold", "Name 1 to 2 in all behind for, not 0.");
    refuses(&o, "gold for silver for gold", "Say for once only.");
    refuses(&o, "gold for blue", "There is no blue.");
    refuses(&o, "gold for straw", "'straw' is none of the things there are: 1 gold and 2 silver.");
}

static void examples_can_be_typed(void **unused)
{
    (void)unused;
    TapChoice of[] = {split(), trade()};
    for (int i = 0; i < 2; i++) {
        char     text[120];
        TapMove  m;
        TapError error;
        portions_example(&asked, &of[i], text, sizeof text);
        if (!portions_read(&asked, &of[i], &company, text, &m, &error)) fail_msg("'%s': %s", text, error.text);
    }
    char text[300];
    portions_explain(&asked, &of[0], &company, text, sizeof text);
    assert_string_equal(text, "To give: 2 gold, 3 silver and 1 blue. Places: 1 you, 2 Mira and 3 Old Bes.");
    portions_explain(&asked, &of[1], &company, text, sizeof text);
    assert_string_equal(text, "1 to 2 in all, at most 2 gold and 1 silver; for 1 to 2, at most 1 gold and 2 silver.");
    TapChoice two_sorts = {.kind = TAP_COUNTS, .deck = TOKENS + 1, .kinds = 4, .second = 2, .lo = 2, .hi = 2, .lo2 = 1,
                           .hi2 = 2, .stock = {2, 3, 0, 2}};
    portions_explain(&asked, &two_sorts, &company, text, sizeof text);
    assert_string_equal(text, "2 of 2 gold and 3 silver; 1 to 2 of 2 red.");
    two_sorts.lo = two_sorts.hi = 0; /* there is none of the first sort */
    memset(two_sorts.stock, 0, 2);
    portions_explain(&asked, &two_sorts, &company, text, sizeof text);
    assert_string_equal(text, "1 to 2 of 2 red.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_split_is_read),
        cmocka_unit_test(counts_are_read),
        cmocka_unit_test(examples_can_be_typed),
    };
    if (!tap_setup_init(&setup, &bargain, 3, NULL, 0, NULL)) return 1;
    view.seats = 3;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
