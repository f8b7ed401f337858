/* Stashes of Dragon's Gold as they are typed: the worked examples, leads and sets in both ways to score, the black
 * diamond, reasons, and refusals; and that a table scores the same, against a judge that shares no code. */
#include "support.h"

#include <string.h>

#include "games/gold.h"

enum { MOST_HANDS = 6 };

static bool score(const char *option, const char *const *hand, int hands, TapScore *ret, TapParts *parts,
                  TapError *error)
{
    TapSetup setup = setup_for(tap_game_find("dragons-gold"), hands < 3 || hands > MOST_HANDS ? 3 : hands, option);
    return tap_score_hands(&setup, hand, hands, NULL, 0, ret, parts, error);
}

typedef struct Example {
    const char *clause, *option, *hand[MOST_HANDS];
    int         points[MOST_HANDS];
} Example;

#define BASIC ""
#define ADVANCED "advanced-scoring"
static const Example examples[] = {
    {"GOLD-R39", BASIC, {"4*silver 2*gold red black", "-", "3*red"}, {4 + 6 + 1 + 7, 0, 3}},
    {"GOLD-R40", BASIC, {"2*white blue", "white", "silver"}, {30, 0, 1}},
    {"GOLD-T11", BASIC, {"4*blue", "4*blue", "blue"}, {15, 15, 0}},
    {"GOLD-R40", BASIC, {"blue", "green", "-", "-"}, {12, 12, 0, 0}},
    {"GOLD-R40", BASIC, {"blue", "green", "-", "-", "-"}, {12, 12, 0, 0, 0}},
    {"GOLD-T16", BASIC, {"2*white", "white", "-", "-", "-", "-"}, {10, 0, 0, 0, 0, 0}},
    {"GOLD-Q9", BASIC, {"silver", "-", "-"}, {1, 0, 0}},
    {"GOLD-R44", BASIC, {"black 2*blue", "blue", "-"}, {7 + 15, 0, 0}}, /* the curse is of the advanced game */
    {"GOLD-R41", ADVANCED, {"4*silver 2*gold red black", "-", "3*red"}, {4 + 6 + 1 + 19, 0, 3}},
    {"GOLD-T12", ADVANCED, {"4*blue", "4*blue", "blue"}, {6, 6, 0}},
    {"GOLD-R43", ADVANCED, {"4*blue", "blue", "-"}, {12, 0, 0}},
    {"GOLD-R43", ADVANCED, {"4*blue", "4*blue", "-", "blue"}, {5, 5, 0, 0}},
    {"GOLD-R43", ADVANCED, {"4*blue", "4*blue", "-", "blue", "-", "-"}, {4, 4, 0, 0, 0, 0}},
    {"GOLD-R43", ADVANCED, {"4*blue", "-", "-", "blue", "-", "-"}, {8, 0, 0, 0, 0, 0}},
    {"GOLD-T13", ADVANCED, {"3*blue", "3*blue", "3*blue", "blue", "-"}, {0, 0, 0, 0, 0}},
    {"GOLD-R42", ADVANCED, {"blue green purple yellow white", "2*blue 2*green 2*purple 2*yellow 2*white", "-"},
     {5, 10 + 60, 0}},
    {"GOLD-T15",
     ADVANCED,
     {"2*green 2*blue 3*purple 2*yellow 2*white", "3*green 3*blue 4*purple 3*yellow 3*white", "-"},
     {10, 15 + 60, 0}},
    {"GOLD-R44", ADVANCED, {"black 3*blue 3*green 3*purple 3*yellow 3*white", "2*blue", "-"}, {19, 0, 0}},
    {"GOLD-Q8", ADVANCED, {"black 3*blue", "3*blue", "-"}, {19, 6, 0}},
    {"GOLD-Q8", ADVANCED, {"black 3*blue", "3*blue", "3*blue"}, {19, 0, 0}},
};

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const Example *x = &examples[i];
        TapScore       got[MOST_HANDS];
        TapError       error = {""};
        int            hands = 0;
        while (hands < MOST_HANDS && x->hand[hands]) hands++;
        CHECK(score(x->option, x->hand, hands, got, NULL, &error), "%s, example %zu: %s", x->clause, i, error.text);
        for (int k = 0; k < hands; k++)
            CHECK(got[k].points == x->points[k], "%s, example %zu: hand %d has %d points, not %d", x->clause, i, k,
                  got[k].points, x->points[k]);
    }
}

/* Each line says what it is for, and the lines add up. */
static void test_reasons(void **state)
{
    (void)state;
    const char *hand[] = {"10*silver 4*gold 2*red black blue", "3*blue 2*green purple yellow white", "3*blue"};
    TapScore    got[3];
    TapParts    parts[3];
    TapError    error = {""};
    memset(parts, 0, sizeof parts);
    assert_true(score(ADVANCED, hand, 3, got, parts, &error));
    for (int k = 0; k < 3; k++) {
        int sum = 0;
        for (int i = 0; i < parts[k].n; i++) sum += parts[k].part[i].points;
        assert_int_equal(sum, got[k].points);
    }
    assert_string_equal(parts[0].part[0].text, "10 silver");
    assert_string_equal(parts[0].part[4].text, "cursed: gems do not count");
    assert_string_equal(parts[1].part[0].text, "1 set of gems");
    assert_string_equal(parts[1].part[1].text, "most blue, tied (3)");
    assert_string_equal(parts[1].part[2].text, "most green (2)");
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *hand[7], *said;
    } bad[] = {
        {{"gold", "gold"}, "Dragon's Gold is scored for all players together: type at least 3 hands."},
        {{"-", "-", "-", "-", "-", "-", "-"}, "There are at most 6 players."},
        {{"black", "black", "-"}, "There are only 1 black."},
        {{"20*gold", "gold", "-"}, "There are only 20 gold."},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        TapScore got[7];
        TapError error = {""};
        int      hands = 0;
        while (hands < 7 && bad[i].hand[hands]) hands++;
        assert_false(score(BASIC, bad[i].hand, hands, got, NULL, &error));
        assert_string_equal(error.text, bad[i].said);
    }
    const char *unknown[] = {"golden", "-", "-"};
    TapScore    got[3];
    TapError    error = {""};
    assert_false(score(BASIC, unknown, 3, got, NULL, &error));
    assert_non_null(strstr(error.text, "golden"));
}

/* The rules again, colour by colour and player by player, as one would count them with tokens on a table. */
static int judged(int players, bool advanced, uint8_t held[MOST_HANDS][COLOURS], int s)
{
    static const int full[2][4] = {{15, 12, 12, 10}, {12, 10, 10, 8}};
    int              points = held[s][C_SILVER] + held[s][C_GOLD] + held[s][C_GOLD] + held[s][C_GOLD] + held[s][C_RED];
    bool             cursed = advanced && held[s][C_BLACK];
    if (held[s][C_BLACK]) points += advanced ? 19 : 7;
    for (int n = 1; advanced && !cursed; n++, points += 5)
        if (held[s][C_BLUE] < n || held[s][C_GREEN] < n || held[s][C_PURPLE] < n || held[s][C_YELLOW] < n ||
            held[s][C_WHITE] < n)
            break;
    static const Colour gem[] = {C_BLUE, C_GREEN, C_PURPLE, C_YELLOW, C_WHITE};
    for (int g = 0; g < 5; g++) {
        int more = 0, equal = 0;
        for (int o = 0; o < players; o++) {
            more += held[o][gem[g]] > held[s][gem[g]];
            equal += o != s && held[o][gem[g]] == held[s][gem[g]];
        }
        if (!held[s][gem[g]] || more || cursed) continue;
        int bonus = full[advanced][players - 3];
        if (!advanced || !equal) points += bonus;
        else if (equal == 1) points += bonus / 2;
    }
    return points;
}

static void test_second_judge(void **state)
{
    (void)state;
    TapRng r;
    tap_rng_fast(&r, 7);
    for (int i = 0; i < 20000; i++) {
        int     players = 3 + (int)tap_rng_below(&r, 4), most = 1 + (int)tap_rng_below(&r, 5);
        uint8_t held[MOST_HANDS][COLOURS] = {{0}};
        int16_t option[OPTIONS_END] = {[OPT_ADVANCED] = (int16_t)tap_rng_below(&r, 2)};
        int32_t points[MAX_SEATS];
        for (int s = 0; s < players; s++)
            for (int c = 0; c < C_BLACK; c++) held[s][c] = (uint8_t)tap_rng_below(&r, (uint32_t)most);
        held[tap_rng_below(&r, (uint32_t)players)][C_BLACK] = (uint8_t)tap_rng_below(&r, 2);
        gold_points(option, held, (SeatSet)((1u << players) - 1), points, NULL);
        for (int s = 0; s < players; s++)
            CHECK(points[s] == judged(players, option[OPT_ADVANCED], held, s), "game %d, seat %d: %d, not %d", i, s,
                  points[s], judged(players, option[OPT_ADVANCED], held, s));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples), cmocka_unit_test(test_reasons),
                                       cmocka_unit_test(test_refusals), cmocka_unit_test(test_second_judge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
