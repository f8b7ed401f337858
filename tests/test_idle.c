/* What somebody who does nothing answers: the Enter key of the terminal and a timeout rest on it. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include <taproom/taproom.h>

static TapSetup setup;
static TapState state;

static void begin(const char *game, const char *option)
{
    uint8_t seed[64];
    TapError error;
    tap_seed_from_text("idle", seed);
    assert_true(tap_setup_init(&setup, tap_game_find(game), 3, &option, option != NULL, &error));
    setup.start = 0;
    tap_start(&setup, &state, seed, NULL);
}

static void answer(TapSeat seat, const char *words)
{
    TapMove move;
    TapError error;
    assert_true(tap_move_read(&setup, &state, seat, words, &move, &error));
    assert_true(tap_answer(&setup, &state, seat, move, NULL));
}

static void assert_idle(TapSeat seat, const char *words)
{
    TapMove move;
    char    found[80];
    assert_true(tap_idle_move(&setup, &state, seat, &move));
    assert_true(tap_move_write(&setup, &state, seat, move, found, sizeof found));
    assert_string_equal(found, words);
}

static void checks_for_nothing_and_folds_to_a_bet(void **unused)
{
    (void)unused;
    begin("kings-council", NULL);
    assert_idle(0, "check");
    answer(0, "raise to 3");
    assert_idle(1, "fold");
}

static void takes_nothing_out_of_a_set_that_may_be_empty(void **unused)
{
    (void)unused;
    begin("kings-council", "wager=shares");
    assert_idle(0, "exchange nothing");
}

static void has_no_answer_where_a_decision_is_wanted(void **unused)
{
    (void)unused;
    TapMove move, untouched;
    memset(&move, 7, sizeof move);
    untouched = move;
    begin("rogues-and-warriors", "wager=shares");
    assert_false(tap_idle_move(&setup, &state, 0, &move));
    begin("threes", NULL);
    assert_false(tap_idle_move(&setup, &state, 0, &move));
    assert_true(tap_same_move(move, untouched));
}

static void has_no_answer_for_a_seat_that_is_not_asked(void **unused)
{
    (void)unused;
    TapMove move;
    begin("kings-council", NULL);
    assert_false(tap_idle_move(&setup, &state, 1, &move));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checks_for_nothing_and_folds_to_a_bet),
        cmocka_unit_test(takes_nothing_out_of_a_set_that_may_be_empty),
        cmocka_unit_test(has_no_answer_where_a_decision_is_wanted),
        cmocka_unit_test(has_no_answer_for_a_seat_that_is_not_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
