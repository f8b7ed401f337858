/* The score-keeper's page of The Wheel: hands with what lies on the Wheel, and what it refuses. */
#include "support.h"

#include <string.h>

static const TapGame *wheel(void) { return tap_game_find("the-wheel"); }

/* Scores one hand; the keys end with NULL. */
static TapScore scored(const char *options, const char *hand, const char *a, const char *b, const char *c)
{
    TapSetup    setup = setup_for(wheel(), 2, options);
    const char *key[3] = {a, b, c};
    TapScore    score;
    TapError    error = {""};
    CHECK(tap_score_hands(&setup, &hand, 1, key, !a ? 0 : !b ? 1 : !c ? 2 : 3, &score, NULL, &error), "%s", error.text);
    return score;
}

static void refused(const char *options, const char *hand, const char *key, const char *because)
{
    TapSetup setup = setup_for(wheel(), 2, options);
    TapScore score;
    TapError error = {""};
    CHECK(!tap_score_hands(&setup, &hand, 1, &key, key ? 1 : 0, &score, NULL, &error), "%s is taken", key ? key : hand);
    CHECK(strstr(error.text, because), "'%s' says nothing of '%s'", error.text, because);
}

static const char *const leaderless = "plays=R@R L@L B@L R@L B@M B@M";

/* WHEEL-X1, WHEEL-X3: Lady and Merchant have 4 each, two of the Merchant's from the Clock. Ladies 2, Rogues and
 * Bards 1. */
static void test_example(void **state)
{
    (void)state;
    const char *clock = "clock=W-wolf W-hawk";
    assert_int_equal(scored("", "L-wolf", leaderless, clock, NULL).points, 2);
    assert_int_equal(scored("", "R-wolf B-owl", leaderless, clock, NULL).points, 2);
    assert_int_equal(scored("", "W-wolf M-owl", leaderless, clock, NULL).points, 0);
    assert_int_equal(scored("", "L-wolf L-owl R-wolf B-owl W-wolf M-owl M-hare", leaderless, clock, NULL).points, 6);
    assert_int_equal(scored("", "L-wolf", "clock=L-wolf", NULL, NULL).points, 1);  /* the Rogue leads: his neighbour */
}

/* WHEEL-V1, WHEEL-V2, WHEEL-A4. */
static void test_variants(void **state)
{
    (void)state;
    assert_int_equal(scored("dragon-cards", "M-wolf D-red", "plays=D@M L@L", NULL, NULL).points, 2);
    assert_int_equal(scored("dragon-cards", "L-wolf", "plays=L@L", "clock=D-red", NULL).points, 2);
    /* Two Rogues of the Clock would go to the marked Warrior and are gone; one Lady is enough to lead. */
    const char *series = "multiple-successive-games";
    assert_int_equal(scored(series, "L-wolf", "plays=R@L", "clock=R-wolf R-wolf", "marked=W").points, 2);
    assert_int_equal(scored(series, "L-wolf", "plays=R@L", "clock=R-wolf R-wolf", NULL).points, 0);
}

/* WHEEL-13: the most frequent colour. */
static void test_tie(void **state)
{
    (void)state;
    TapScore s = scored("", "L-wolf L-hawk R-owl B-hare", leaderless, NULL, NULL);
    assert_int_equal(s.ties, 1);
    assert_int_equal(s.tie[0], 2);
}

static void test_refusals(void **state)
{
    (void)state;
    refused("", "L-wolf", NULL, "what lies on the Wheel");
    refused("", "L-wolf", "plays=W@L", "beside him");
    refused("", "L-wolf", "plays=WW", "Write plays as");
    refused("", "L-wolf", "plays=D@L", "dragon-cards");
    refused("", "D-red", "plays=L@L", "dragon-cards");
    refused("", "L-wolf", "clock=4*R-owl", "0 to 3 cards");
    refused("", "L-wolf", "marked=W", "multiple-successive-games");
    char many[8 + 4 * (TAVERN_CARDS + HUES + 1)] = "plays=";
    for (int i = 0; i < TAVERN_CARDS + HUES + 1; i++) strcat(many, "W@W,");
    refused("", "L-wolf", many, "not so many cards");
    refused("dragon-cards", "L-wolf", "plays=D@L D@L D@L D@L", "three dragons");
    refused("", "L-wolf", "wind=W", "it takes plays, clock, marked");
    refused("the-unwound-clock wager=shares", "L-wolf", "clock=R-owl", "not asked with the option the-unwound-clock");
}

/* WHEEL-V3, ENG-07: the Unwound Clock has no betting. */
static void test_clash(void **state)
{
    (void)state;
    const char *option = "the-unwound-clock";
    TapSetup    setup;
    TapError    error = {""};
    assert_false(tap_setup_init(&setup, wheel(), 3, &option, 1, &error));
    CHECK(strstr(error.text, "no betting rounds"), "%s", error.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example), cmocka_unit_test(test_variants), cmocka_unit_test(test_tie),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_clash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
