/* Options are data: what is read, what is refused and with which reason, and that the battery reaches every value. */
#include "support.h"

#include <string.h>

/* A way to play that wants decks which are not built in is in no setting. */
static bool is_playable(const TapGame *game, int option, int value)
{
    return option != variant_option(game) || plays_variant(game, value);
}

/* Each value of each option is in some pairwise setting, each setting is accepted, and the list is a covering one:
 * every pair of values that no clash forbids meets. */
static void test_settings_reach_every_pair(void **state)
{
    (void)state;
    static Setting setting[MAX_SETTINGS];
    for (const TapGame *const *g = tap_games(); *g; g++) {
        int n, options, clashes;
        const TapOption *option = tap_game_options(*g, &options);
        const TapClash  *clash = tap_game_clashes(*g, &clashes);
        n = pairwise_settings(*g, setting);
        for (int a = 0; a < options; a++)
            for (int b = 0; b < options; b++) {
                int16_t va[8], vb[8];
                int     na = values_of(&option[a], va), nb = values_of(&option[b], vb);
                for (int i = 0; i < na; i++)
                    for (int k = 0; k < nb; k++) {
                        bool met = (a == b && va[i] != vb[k]) || !is_playable(*g, a, va[i]) ||
                                   !is_playable(*g, b, vb[k]);
                        for (int c = 0; c < clashes; c++) {
                            int16_t x = clash[c].a == a ? va[i] : clash[c].a == b ? vb[k] : INT16_MIN;
                            int16_t y = clash[c].b == a ? va[i] : clash[c].b == b ? vb[k] : INT16_MIN;
                            met |= x >= clash[c].a_lo && x <= clash[c].a_hi && y >= clash[c].b_lo &&
                                   y <= clash[c].b_hi && x > INT16_MIN && y > INT16_MIN;
                        }
                        for (int s = 0; s < n && !met; s++)
                            met = setting[s].option[a] == va[i] && setting[s].option[b] == vb[k];
                        CHECK(met, "%s: %s=%d never meets %s=%d", tap_game_id(*g), option[a].name, va[i],
                              option[b].name, vb[k]);
                    }
            }
        for (int s = 0; s < n; s++) {
            TapSetup setup;
            TapError error = {""};
            CHECK(setting_read(*g, &setting[s], &setup, &error), "%s", error.text);
            assert_memory_equal(setup.option, setting[s].option, sizeof setup.option);
        }
    }
}

/* What people read is in words: every option has a title, values that are words are said, and no text speaks of an
 * option by what one types for it. */
static void test_options_are_told_in_words(void **state)
{
    (void)state;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        int n, clashes;
        const TapOption *option = tap_game_options(*g, &n);
        const TapClash  *clash = tap_game_clashes(*g, &clashes);
        for (int i = 0; i < n; i++) {
            CHECK(option[i].title, "%s: %s has no title", tap_game_id(*g), option[i].name);
            CHECK(option[i].type != TAP_WORD || option[i].said, "%s: %s", tap_game_id(*g), option[i].name);
            for (int k = 0; k < n && strchr(option[i].name, '-'); k++)
                CHECK(!strstr(option[k].about, option[i].name), "%s: %s", tap_game_id(*g), option[k].about);
            for (int k = 0; k < clashes && strchr(option[i].name, '-'); k++)
                CHECK(!strstr(clash[k].reason, option[i].name), "%s: %s", tap_game_id(*g), clash[k].reason);
        }
    }
}

/* Both sides of a clash alone are welcome; together they are refused with the reason, and nothing is written. */
static void test_clashes_are_refused_with_their_reason(void **state)
{
    (void)state;
    int tried = 0;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        int n, clashes;
        const TapOption *option = tap_game_options(*g, &n);
        const TapClash  *clash = tap_game_clashes(*g, &clashes);
        for (int i = 0; i < clashes; i++) {
            char        a[64], b[64];
            const char *both[2] = {a, b};
            TapSetup    setup, before;
            TapError    error = {""};
            memset(&setup, 0x5A, sizeof setup);
            before = setup;
            tap_option_write(&option[clash[i].a], clash[i].a_lo, a, sizeof a);
            tap_option_write(&option[clash[i].b], clash[i].b_hi, b, sizeof b);
            assert_false(tap_setup_init(&setup, *g, 2, both, 2, &error));
            CHECK(strstr(error.text, clash[i].reason), "'%s' lacks '%s'", error.text, clash[i].reason);
            CHECK(strstr(error.text, a) && strstr(error.text, b), "'%s' names neither side", error.text);
            assert_memory_equal(&setup, &before, sizeof setup);
            tried++;
        }
    }
    assert_true(tried >= 6);
}

/* What is written is read back as the same value, for every option and value. */
static void test_options_survive_text(void **state)
{
    (void)state;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        int n, least, most, best;
        const TapOption *option = tap_game_options(*g, &n);
        tap_game_seats(*g, &least, &most, &best);
        for (int i = 0; i < n; i++) {
            int16_t value[8];
            int     values = values_of(&option[i], value);
            assert_true(values >= 2);
            assert_true(option[i].lo <= option[i].usual && option[i].usual <= option[i].hi);
            for (int k = 0; k < values; k++) {
                char        text[64];
                const char *list[1] = {text};
                TapSetup    setup;
                TapError    error = {""};
                tap_option_write(&option[i], value[k], text, sizeof text);
                if (!is_playable(*g, i, value[k])) assert_false(tap_setup_init(&setup, *g, best, list, 1, &error));
                else if (!tap_setup_init(&setup, *g, best, list, 1, &error))
                    assert_true(strstr(error.text, "does not go with") || strstr(error.text, "is not for"));
                else assert_int_equal(setup.option[i], value[k]);
            }
        }
    }
}

static void refused(const char *option, int seats, const char *because)
{
    TapSetup setup;
    TapError error = {""};
    assert_false(tap_setup_init(&setup, tap_game_find("threes"), seats, &option, option ? 1 : 0, &error));
    CHECK(strstr(error.text, because), "'%s' is refused with '%s'", option ? option : "", error.text);
    assert_false(tap_setup_init(&setup, tap_game_find("threes"), seats, &option, option ? 1 : 0, NULL));
}

/* SHARE-06: which games are played for shares only, and which never. */
static void test_shares_where_they_belong(void **state)
{
    (void)state;
    static const struct {
        const char *game, *variant, *wager;
        bool        goes;
    } row[] = {
        {"heroes-plunder", NULL, "wager=betting", false},
        {"heroes-plunder", NULL, "wager=shares", true},
        {"streets-of-greyport", NULL, "wager=betting", false},
        {"streets-of-greyport", NULL, "wager=shares", true},
        {"the-wheel", "the-unwound-clock", "wager=betting", false},
        {"the-wheel", "the-unwound-clock", "wager=shares", true},
        {"the-wheel", NULL, "wager=betting", true},
        {"doublerogue", NULL, "wager=shares", false},
        {"doublerogue", NULL, "wager=betting", true},
        {"dragon-hordes", NULL, "wager=shares", false},
        {"dragon-hordes", NULL, "wager=betting", true},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *list[2] = {row[i].wager, row[i].variant};
        TapSetup    setup;
        TapError    error = {""};
        bool        goes = tap_setup_init(&setup, tap_game_find(row[i].game), 4, list, row[i].variant ? 2 : 1, &error);
        CHECK(goes == row[i].goes, "%s with %s: %s", row[i].game, row[i].wager, error.text);
    }
}

static void test_nonsense_is_refused(void **state)
{
    (void)state;
    refused("fool", 3, "has no option");
    refused("fools-lucky", 3, "has no option");
    refused("", 3, "has no option");
    refused("fools-luck=maybe", 3, "switch");
    refused("ante=-1", 3, "0 to 1000");
    refused("ante=1001", 3, "0 to 1000");
    refused("ante=3x", 3, "whole number");
    refused("ante=", 3, "whole number");
    refused("ante", 3, "whole number");
    refused("ante=99999999999999999999", 3, "whole number");
    refused("split=nobody", 3, "merchant, king, commoner");
    refused("split", 3, "merchant, king, commoner");
    refused(NULL, 1, "2 to 10 seats");
    refused(NULL, 11, "2 to 10 seats");
    refused(NULL, -1, "2 to 10 seats");
    refused(NULL, 258, "2 to 10 seats");
}

/* Whoever chooses a game is told how long it takes and how much of it is luck; a word of the command line has one that
 * people say. */
static void test_said_for_people(void **state)
{
    (void)state;
    int firsts = 0;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        const char     *id = tap_game_id(*g);
        const TapFacts *facts = tap_game_facts(*g);
        CHECK(facts->minutes && facts->skill >= 1 && facts->skill <= 5, "%s: %d minutes, skill %d", id, facts->minutes,
              facts->skill);
        CHECK(facts->with && facts->figure, "%s has nothing on its sign", id);
        firsts += facts->first;
        int              n;
        const TapOption *option = tap_game_options(*g, &n);
        for (int i = 0; i < n; i++) {
            const TapOption *o = &option[i];
            CHECK(o->type == TAP_FLAG || o->title, "%s %s has no title", id, o->name);
            CHECK((o->type == TAP_WORD) == (o->said != NULL), "%s %s: words people say", id, o->name);
            for (int v = o->lo; o->said && v <= o->hi; v++)
                CHECK(strcmp(o->said[v - o->lo], o->words[v - o->lo]), "%s %s=%s", id, o->name, o->words[v - o->lo]);
        }
    }
    CHECK(firsts == 1, "%d games to begin with", firsts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings_reach_every_pair),
        cmocka_unit_test(test_options_are_told_in_words),
        cmocka_unit_test(test_clashes_are_refused_with_their_reason),
        cmocka_unit_test(test_options_survive_text),
        cmocka_unit_test(test_shares_where_they_belong),
        cmocka_unit_test(test_nonsense_is_refused),
        cmocka_unit_test(test_said_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
