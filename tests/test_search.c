/* What a search makes of sides, proposals, silence, windows and horizons, in small games where one answer is right. */
#include "support.h"

#include <string.h>

#include "games.h"

enum { SEEDS = 8 };

static TapBot *bot_of(const char *name, uint64_t seed)
{
    TapError error = {""};
    TapBot  *bot = tap_bot_new(name, seed, &error);
    if (!bot) fail_msg("%s", error.text);
    return bot;
}

static void begin(TapSetup *setup, TapState *state, const Game *game, int seats, const char *option)
{
    static const uint8_t seed[64] = {7};
    TapError error = {""};
    if (!tap_setup_init(setup, game, seats, &option, option != NULL, &error)) fail_msg("%s", error.text);
    tap_start(setup, state, seed, NULL);
}

static void answer(const TapSetup *setup, TapState *state, Seat s, int verb)
{
    assert_true(tap_answer(setup, state, s, tap_move(verb, 0, 0, 0), NULL));
}

/* Nearly every seed finds the right verb: a search is luck too, but without what is tested here hardly any does. */
static void expect_verb(const TapSetup *setup, const TapState *state, Seat s, const char *name, int verb)
{
    int right = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        TapBot *bot = bot_of(name, seed);
        right += tap_bot_decide(bot, setup, state, s).verb == verb;
        tap_bot_free(bot);
    }
    if (right < SEEDS * 3 / 4)
        fail_msg("seat %d says %s %d times of %d", s, setup->game->verbs[verb].word, right, SEEDS);
}

/* Who pulls with others pulls for them; who is alone would rather be praised. */
static void test_a_side_is_played_for(void **unused)
{
    (void)unused;
    for (int seats = 4; seats <= 6; seats++) {
        TapSetup setup;
        TapState state;
        begin(&setup, &state, &tug_of_war, seats, NULL);
        for (Seat s = 0; s < seats; s++) {
            bool alone = s == 0 || s == seats - 1;
            assert_int_equal(count(mates_of(&setup, s)), alone ? 1 : seats - 2);
            expect_verb(&setup, &state, s, "search:1", alone ? TUG_BOAST : TUG_PULL);
            answer(&setup, &state, s, TUG_PULL);
        }
    }
}

/* The many have one purse: what goes there is one gain, not one for each of them. */
static void test_a_side_counts_once(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    begin(&setup, &state, &tug_of_war, 5, NULL);
    for (Seat s = 0; s < 5; s++) answer(&setup, &state, s, TUG_PULL);
    assert_int_equal(tap_purse(&setup, 3), 1);
    assert_int_equal(tap_money(&setup, &state, 3), tap_money(&setup, &state, 1));
    expect_verb(&setup, &state, 0, "search:1", TUG_GIVE_MANY);
}

/* Coins that are not the aim change nothing: with them and without a search weighs the same. */
static void test_money_is_the_result_where_the_game_says_so(void **unused)
{
    (void)unused;
    TapHint hint[2][8];
    int     n[2];
    for (int k = 0; k < 2; k++) {
        TapSetup setup;
        TapState state;
        TapBot  *bot = bot_of("search:1", 3);
        begin(&setup, &state, k ? &tug_without_money : &tug_of_war, 5, NULL);
        tap_bot_decide(bot, &setup, &state, 0);
        n[k] = tap_bot_hints(bot, hint[k], 8);
        tap_bot_free(bot);
    }
    assert_int_equal(n[0], 2);
    assert_int_equal(n[1], 2);
    for (int i = 0; i < 2; i++) {
        assert_true(tap_same_move(hint[0][i].move, hint[1][i].move));
        assert_int_equal(hint[0][i].visits, hint[1][i].visits);
        assert_memory_equal(&hint[0][i].value, &hint[1][i].value, sizeof hint[0][i].value);
    }
    /* Who brings a stack plays for it; the Gold of the inn only keeps one in the game. */
    for (const TapGame *const *game = tap_games(); *game; game++) {
        int options;
        bool stack = false;
        const TapOption *option = tap_game_options(*game, &options);
        for (int i = 0; i < options; i++) stack |= !strcmp(option[i].name, "stack");
        assert_true((*game)->score_is_money == stack);
        assert_true((*game)->money_held || !stack);
    }
}

/* Of millions of splits and counts the one the game proposes is found, and without a proposal what is even, or most. */
static void test_wide_answers_are_found(void **unused)
{
    (void)unused;
    for (int right = 0; right < 2; right++)
        for (uint64_t seed = 0; seed < SEEDS / 4; seed++) {
            TapSetup setup;
            TapState state;
            TapBot  *bot = bot_of("search:2", seed);
            TapHint  hint[64];
            int      asked[STALLS_ORDER + 1] = {0};
            begin(&setup, &state, &stalls, 2, right ? "right" : NULL);
            answer(&setup, &state, 0, STALLS_GO);
            while (tap_asked(&setup, &state) == only(0)) {
                Move         m = tap_bot_decide(bot, &setup, &state, 0);
                const Table *t = table_of(state_at(&state), 0);
                if (!stalls_worth(t, &m))
                    fail_msg("option %d, seed %d: a %s worth nothing", right, (int)seed,
                             setup.game->verbs[m.verb].word);
                for (int n = tap_bot_hints(bot, hint, 64), i = 0; i < n; i++) {
                    TapState copy;
                    tap_state_copy(&setup, &copy, &state);
                    assert_true(tap_answer(&setup, &copy, 0, hint[i].move, NULL));
                }
                asked[m.verb]++;
                assert_true(tap_answer(&setup, &state, 0, m, NULL));
            }
            assert_true(asked[STALLS_LAY] == 8 && asked[STALLS_ORDER] == 1);
            tap_bot_free(bot);
        }
}

/* Nine wide answers lie beyond the tree: only who simulates them well sees that going pays. */
static void test_proposals_reach_beyond_the_tree(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    begin(&setup, &state, &stalls, 2, "right");
    expect_verb(&setup, &state, 0, "search:1", STALLS_GO);
}

/* There is time to save up and to fetch: the clock answers when nobody else would. */
static void test_the_clock_waits_for_those_who_speak(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    begin(&setup, &state, &toll, 3, "place=gate");
    expect_verb(&setup, &state, 0, "search:2", TOLL_SAVE);
    expect_verb(&setup, &state, 2, "search:2", TOLL_SAVE);
    answer(&setup, &state, 0, TOLL_SAVE);
    answer(&setup, &state, 1, TOLL_WAIT);
    answer(&setup, &state, 2, TOLL_WAIT);
    assert_int_equal(tap_asked(&setup, &state), only(0) | only(CLOCK));
    expect_verb(&setup, &state, 0, "search:2", TOLL_FETCH);
}

/* What all have grows as long as nobody takes: with the others' gain held against oneself nobody would wait. */
static void test_a_bargain_of_all_closes(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    begin(&setup, &state, &toll, 4, "place=bridge");
    for (Seat s = 0; s < 4; s++) expect_verb(&setup, &state, s, "search:2", TOLL_WAIT);
}

/* The call that counts is heard, by the question's own rank, and can be repeated. */
static void test_the_answer_that_counts_is_seen(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    begin(&setup, &state, &toll, 4, "place=door");
    expect_verb(&setup, &state, 0, "search:2", TOLL_DARE);
}

/* In a window a bot does the same whether others have answered or not. */
static void test_nobody_else_is_heard_in_a_window(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    TapHint  before[8], after[8];
    begin(&setup, &state, &toll, 5, "place=door");
    answer(&setup, &state, 0, TOLL_DARE);
    for (int calls = 0; calls < 3; calls++) {
        int n[2];
        for (int k = 0; k < 2; k++) {
            TapBot  *bot = bot_of("search:1", 4);
            TapState copy;
            tap_state_copy(&setup, &copy, &state);
            if (k)
                assert_true(tap_answer(&setup, &copy, 1,
                                       calls ? tap_move(TOLL_CALL_OUT, calls - 1, 0, 0) : tap_move(TOLL_WAIT, 0, 0, 0),
                                       NULL));
            tap_bot_decide(bot, &setup, &copy, 3);
            n[k] = tap_bot_hints(bot, k ? after : before, 8);
            tap_bot_free(bot);
        }
        assert_int_equal(n[0], n[1]);
        assert_true(n[0] == 3);
        for (int i = 0; i < n[0]; i++) {
            assert_true(tap_same_move(before[i].move, after[i].move));
            assert_int_equal(before[i].visits, after[i].visits);
        }
    }
}

/* A simulation ends at the horizon with what the game estimates; answers without alternative cost no step of it. */
static void test_a_long_game_is_estimated(void **unused)
{
    (void)unused;
    enum { STEPS = 2000, DEAL = 1 }; /* of search:1 */
    for (int k = 0; k < 2; k++) {
        TapSetup setup;
        TapState state;
        TapBot  *bot = bot_of("search:1", 1);
        uint64_t one = DEAL + (k ? ROAD_ROUNDS : ROAD_HORIZON);
        begin(&setup, &state, k ? &whole_road : &long_road, 4, NULL);
        tap_bot_decide(bot, &setup, &state, 0);
        assert_int_equal(tap_bot_iterations(bot), (STEPS + one - 1) / one);
        tap_bot_free(bot);
        expect_verb(&setup, &state, 0, "search:1", ROAD_WALK);
    }
}

/* Whatever a game is made of, a search finds a legal move in it: hands that are scored only together, windows, splits,
 * clocks. */
static void test_every_test_game_can_be_searched(void **unused)
{
    (void)unused;
    for (const Game *const *g = test_games; *g; g++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            TapSetup setup = setup_for(*g, seed == 3 ? (*g)->max_seats : (*g)->min_seats, "");
            TapState state;
            TapRng   r;
            TapBot  *bot = bot_of("search:1", seed);
            tap_rng_fast(&r, seed);
            start_seeded(&setup, &state, seed, NULL);
            for (int decisions = 0; decisions < 12 && !tap_over(&state);) {
                Seat s;
                Move m = random_answer(&setup, &state, &r, &s);
                if (s != CLOCK) {
                    m = tap_bot_decide(bot, &setup, &state, s);
                    decisions++;
                }
                CHECK(tap_answer(&setup, &state, s, m, NULL), "%s: the search says what is not listed", (*g)->id);
            }
            tap_bot_free(bot);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_test_game_can_be_searched),
        cmocka_unit_test(test_a_side_is_played_for),
        cmocka_unit_test(test_a_side_counts_once),
        cmocka_unit_test(test_money_is_the_result_where_the_game_says_so),
        cmocka_unit_test(test_wide_answers_are_found),
        cmocka_unit_test(test_proposals_reach_beyond_the_tree),
        cmocka_unit_test(test_the_clock_waits_for_those_who_speak),
        cmocka_unit_test(test_a_bargain_of_all_closes),
        cmocka_unit_test(test_the_answer_that_counts_is_seen),
        cmocka_unit_test(test_nobody_else_is_heard_in_a_window),
        cmocka_unit_test(test_a_long_game_is_estimated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
