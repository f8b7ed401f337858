/* Dragon Hunt as the score-keeper reads it: the key that names the prey, and points counted another way (HUNT-13,
 * HUNT-14, HUNT-V1, HUNT-V2, HUNT-V3). */
#include "support.h"

#include <string.h>

#include "decks/tavern.h"

enum { TEAM = 5, TEAMS = 4000 };
static const char *const colour[] = {"red", "green", "blue"};

/* From the words of the cards alone. */
static int slow_points(char word[TEAM][16], const char *prey, bool league, bool coat, bool noble)
{
    static const char *const animals[] = {"wolf hawk", "horse owl", "hare wren"};
    int points = 0, pairs = 0, same_hue = 0, ranks = 0, hue[TEAM];
    for (int i = 0; i < TEAM; i++) {
        bool seen = false;
        for (hue[i] = 0; !strstr(animals[hue[i]], word[i] + 2);) hue[i]++;
        points += !strcmp(colour[hue[i]], prey);
        for (int k = 0; k < i; k++) {
            pairs += word[k][0] == word[i][0];
            same_hue += hue[k] == hue[i];
            seen = seen || word[k][0] == word[i][0];
        }
        ranks += !seen;
        if (noble && word[i][0] == 'W') points += 2;
        if (noble && word[i][0] == 'L') points += 1;
    }
    points += ranks * (ranks - 1) / 2; /* 0 1 3 6 10 */
    if (league && pairs == 10) points += 7;
    if (coat && same_hue == 10) points += 6;
    return points;
}

static void test_against_counting_words(void **state)
{
    (void)state;
    const TapGame *game = tap_game_find("dragon-hunt");
    TapRng r;
    tap_rng_fast(&r, 12);
    for (int variant = 0; variant < 8; variant++) {
        char options[80];
        snprintf(options, sizeof options, "%s %s %s", variant & 1 ? "league-of-hunters" : "",
                 variant & 2 ? "coat-of-arms" : "", variant & 4 ? "noble-hunt" : "");
        TapSetup setup = setup_for(game, 2, options);
        for (int i = 0; i < TEAMS / 8; i++) {
            char        word[TEAM][16], hand[TEAM * 16] = "", key[16];
            const char *team = hand, *keys = key, *prey = colour[tap_rng_below(&r, HUES)];
            unsigned ranks = 1 + tap_rng_below(&r, 31),
                     animals = i % 3 ? 63 : 3u << 2 * tap_rng_below(&r, 3); /* one rank or colour now and then */
            for (int k = 0; k < TEAM;) {
                Card c = (Card)tap_rng_below(&r, DRAGON);
                if (!(ranks >> (rank_of(c) - 1) & 1) || !(animals >> c / RANKS & 1)) continue;
                snprintf(word[k], sizeof word[k], "%s", tavern()->face[c].code);
                snprintf(hand + strlen(hand), sizeof hand - strlen(hand), "%s ", word[k++]);
            }
            snprintf(key, sizeof key, "prey=%s", prey);
            TapScore score;
            TapParts parts;
            TapError error = {""};
            CHECK(tap_score_hands(&setup, &team, 1, &keys, 1, &score, &parts, &error), "%s: %s", hand, error.text);
            int expected = slow_points(word, prey, variant & 1, variant & 2, variant & 4), sum = 0;
            CHECK(score.points == expected, "%s, %s: %d, and by words %d", hand, key, score.points, expected);
            for (int k = 0; k < parts.n; k++) sum += parts.part[k].points;
            assert_int_equal(sum, expected);
        }
    }
}

static void test_prey_is_asked_for(void **state)
{
    (void)state;
    static const struct { const char *hand, *key, *reason; } wrong[] = {
        {"5*R-owl", NULL, "prey=green"},
        {"5*R-owl", "prey=pink", "red, green or blue"},
        {"5*R-owl", "king=R-owl", "it takes prey"},
        {"D-red 4*R-owl", "prey=red", "red Dragon does not play"},
        {"4*R-owl", "prey=red", "5 cards"},
    };
    TapSetup setup = setup_for(tap_game_find("dragon-hunt"), 2, "");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        TapScore score;
        TapError error = {""};
        assert_false(
            tap_score_hands(&setup, &wrong[i].hand, 1, &wrong[i].key, wrong[i].key != NULL, &score, NULL, &error));
        CHECK(strstr(error.text, wrong[i].reason), "%s: %s", wrong[i].hand, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_counting_words),
                                       cmocka_unit_test(test_prey_is_asked_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
