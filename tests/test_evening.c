/* The evening as a host: whom it can seat, whose money it is, one record for many games. Its rules are staged in
 * tests/staged/adventurers-choice; here is what needs a guest of another kind (ADV-06, CONC-A9) or a whole evening. */
#include "support.h"

#include <string.h>

#include "evening/evening.h"
#include "wager/wager.h"
#include <taproom/record.h>

/* The same evening with the well among its games. */
static const Game *evening_with_well(void)
{
    static Game        game;
    static const Game *guests[TAP_CHOICES];
    int n = 0;
    for (; gambling_games[n]; n++) guests[n] = gambling_games[n];
    guests[n] = &wishing_well;
    game = adventurers_choice;
    game.guests = guests;
    return &game;
}

static void say(const TapSetup *setup, TapState *st, TapSeat seat, const char *words)
{
    TapMove  m;
    TapError error = {""};
    CHECK(tap_move_read(setup, st, seat, words, &m, &error), "'%s': %s", words, error.text);
    CHECK(tap_answer(setup, st, seat, m, NULL), "'%s' is refused", words);
}

static bool can_say(const TapSetup *setup, const TapState *st, TapSeat seat, const char *words)
{
    TapMove m;
    return tap_move_read(setup, st, seat, words, &m, NULL);
}

static void expect_money(const TapSetup *setup, const TapState *st, const int32_t *wanted)
{
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++)
        CHECK(tap_money(setup, st, s) == wanted[s], "seat %d has %d, not %d", s + 1, tap_money(setup, st, s),
              wanted[s]);
}
#define EXPECT_MONEY(...) expect_money(&setup, &st, (const int32_t[]){__VA_ARGS__})

/* Every game finds room, also with ten seats, and brings what the evening needs to know of it. */
static void test_every_guest_fits(void **state)
{
    (void)state;
    for (int i = 0; gambling_games[i]; i++) {
        const Game *game = gambling_games[i];
        CHECK(game->size <= EVENING_ROOM, "%s wants %zu bytes", game->id, game->size);
        CHECK((game->stack ? game->stack : 128) <= EVENING_GUEST_STACK, "%s wants %d bytes of stack", game->id,
              game->stack);
        CHECK(game->money_brought && game->bound && game->money_held, "%s has no money", game->id);
        CHECK(game->option_n > OPT_SPLIT && !strcmp(game->options[OPT_WAGER].name, "wager") &&
                  !strcmp(game->options[OPT_SHARE].name, "share"),
              "%s has other options", game->id);
    }
    TapSetup setup = setup_for(&adventurers_choice, MAX_SEATS, "");
    assert_in_range(tap_state_size(&setup), 1, TAP_STATE_BYTES);
}

/* A game for three is not offered to four who can pay, but it is when one of them cannot. */
static void test_seats_must_fit(void **state)
{
    (void)state;
    TapSetup setup = setup_for(evening_with_well(), 4, "");
    TapState st;
    setup.start = 0;
    start_seeded(&setup, &st, 1, NULL);
    assert_true(can_say(&setup, &st, 0, "play threes"));
    assert_false(can_say(&setup, &st, 0, "play wishing-well"));
    setup.stack[2] = 0;
    start_seeded(&setup, &st, 1, NULL);
    assert_true(can_say(&setup, &st, 0, "play wishing-well"));
}

/* CONC-A9: what waits for a pot goes on waiting through a game that has none. */
static void test_pot_waits(void **state)
{
    (void)state;
    TapSetup setup = setup_for(evening_with_well(), 2, "rounds=2");
    TapState st;
    setup.start = 0;
    setup.pot = 7;
    for (int i = 0; i < 10; i++) tap_rig(&setup.rig, TAP_STREAM_DECK + SIX_SIDED, i < 5 ? 1 : 2);
    start_seeded(&setup, &st, 1, NULL);
    say(&setup, &st, 0, "play wishing-well");
    say(&setup, &st, 0, "deal");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tap_pot(&setup, &st), 7);
        say(&setup, &st, (TapSeat)(i % 2), i ? "give 0" : "give 40");
    }
    EXPECT_MONEY(60, 140);
    assert_int_equal(tap_pot(&setup, &st), 7);
    say(&setup, &st, 1, "play threes");
    say(&setup, &st, 1, "deal");
    assert_true(tap_over(&st));
    EXPECT_MONEY(60 + 8, 140 - 1);
    assert_int_equal(tap_pot(&setup, &st), 0);
}

/* ADV-06: the game says that somebody has run out, and the evening asks him there and then. A loan is no gain. */
static void test_loan_in_game(void **state)
{
    (void)state;
    TapSetup setup = setup_for(evening_with_well(), 3, "rounds=1");
    TapState st;
    setup.start = 0;
    start_seeded(&setup, &st, 1, NULL);
    say(&setup, &st, 0, "play wishing-well");
    say(&setup, &st, 0, "deal");
    say(&setup, &st, 0, "give 99");
    assert_int_equal(tap_asked(&setup, &st), tap_only(1)); /* one coin left is not none */
    say(&setup, &st, 1, "give 199");
    assert_int_equal(tap_asked(&setup, &st), tap_only(1));
    assert_false(can_say(&setup, &st, 1, "give 0"));
    say(&setup, &st, 1, "borrow");
    EXPECT_MONEY(1, 50, 249); /* the richest lent */
    say(&setup, &st, 2, "give 249");
    assert_int_equal(tap_asked(&setup, &st), tap_only(2));
    say(&setup, &st, 2, "decline");
    EXPECT_MONEY(250, 50, 0);
    for (TapSeat s = 0; s < 3; s++) say(&setup, &st, s, "give 0");
    assert_int_equal(tap_asked(&setup, &st), tap_only(2)); /* still nothing */
    say(&setup, &st, 2, "borrow");
    assert_true(tap_over(&st));
    EXPECT_MONEY(200, 50, 50);
    assert_int_equal(tap_score(&setup, &st, 0), 250);
    assert_int_equal(tap_score(&setup, &st, 1), 0);
    assert_int_equal(tap_score(&setup, &st, 2), 50); /* a loan given, a loan taken */
}

/* Random evenings: no coin is made or lost, markers are given in pairs, the count of all is the money of all. */
static void test_nothing_is_lost(void **state)
{
    (void)state;
    int loans = 0, games = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        TapSetup setup =
            setup_for(evening_with_well(), 2 + (int)(seed % 4), seed % 3 ? "rounds=6 stack=60" : "length=time");
        TapState st;
        TapRng   r;
        uint64_t decisions = 0;
        int32_t  all = setup.seats * setup.option[OPT_STACK] + (int32_t)(seed % 5);
        setup.pot = (int32_t)(seed % 5);
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        for (; !tap_over(&st); decisions++) {
            TapSeat s;
            TapMove m = random_answer(&setup, &st, &r, &s);
            char    words[200] = "";
            assert_true(tap_move_write(&setup, &st, s, m, words, sizeof words));
            loans += !strcmp(words, "borrow");
            games += !strcmp(words, "deal");
            assert_true(tap_answer(&setup, &st, s, m, NULL));
            int32_t sum = tap_pot(&setup, &st);
            for (s = 0; s < (TapSeat)setup.seats; s++) sum += tap_money(&setup, &st, s);
            CHECK(sum == all, "seed %llu: %d coins of %d after '%s'", (unsigned long long)seed, sum, all, words);
        }
        int32_t count = tap_pot(&setup, &st);
        for (TapSeat s = 0; s < (TapSeat)setup.seats; s++) count += tap_score(&setup, &st, s);
        CHECK(count == all, "seed %llu: the count is %d of %d", (unsigned long long)seed, count, all);
        assert_true(decisions <= tap_bound(&setup));
    }
    CHECK(loans > 100 && games > 1000, "%d loans in %d games", loans, games);
}

/* ---------------------------------------------------------------- one record */

static int levels_after(const TapRecord *r, int answers)
{
    TapState st;
    assert_true(tap_record_state_at(r, answers, &st, NULL));
    return state_at(&st)->levels;
}

/* The number of answers before the n-th game that asks anything begins; -1 if there are fewer. */
static int answers_before_game(const TapRecord *r, int n)
{
    for (int i = 0; i < tap_record_answers(r); i++)
        if (levels_after(r, i) < levels_after(r, i + 1) && --n == 0) return i;
    return -1;
}

/* A whole evening is one text; undo goes back over the end of a game, and the same answers lead to the same end; a
 * record that breaks off in the second game is taken up there. */
static void test_one_record(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&adventurers_choice, 3, "rounds=4");
    uint8_t  seed[64];
    TapRng   rng;
    int      line = 0;
    TapError error = {""};
    tap_seed_from_number(6, seed);
    tap_rng_fast(&rng, 6);
    TapRecord *r = tap_record_new(&setup, seed, NULL);
    while (!tap_over(tap_record_state(r))) {
        TapSeat s;
        TapMove m = random_answer(&setup, tap_record_state(r), &rng, &s);
        assert_true(tap_record_answer(r, s, m, false, NULL));
    }
    TapState end = *tap_record_state(r);
    int      second = answers_before_game(r, 2), third = answers_before_game(r, 3), all = tap_record_answers(r);
    CHECK(0 < second && second < third && third < all, "games begin after %d and %d of %d answers", second, third, all);

    char      *text = tap_record_write(r);
    TapRecord *again = tap_record_read(text, &line, &error);
    CHECK(again, "line %d: %s", line, error.text);
    char *text_again = tap_record_write(again);
    assert_string_equal(text, text_again);
    assert_memory_equal(tap_record_state(again), &end, tap_state_size(&setup));

    TapSeat seat[2048];
    TapMove move[2048];
    assert_in_range(all, 1, 2048);
    for (int i = 0; i < all; i++) assert_true(tap_record_answer_at(r, i, &seat[i], &move[i]));
    assert_true(tap_record_undo(again, third + 2)); /* into the third game */
    assert_true(tap_record_undo(again, second - 2)); /* and back into the first */
    TapState there;
    assert_true(tap_record_state_at(r, second - 2, &there, NULL));
    assert_memory_equal(tap_record_state(again), &there, tap_state_size(&setup));
    for (int i = second - 2; i < third + 1; i++) assert_true(tap_record_answer(again, seat[i], move[i], false, NULL));
    char      *broken_off = tap_record_write(again);
    TapRecord *resumed = tap_record_read(broken_off, &line, &error);
    CHECK(resumed, "line %d: %s", line, error.text);
    for (int i = third + 1; i < all; i++) assert_true(tap_record_answer(resumed, seat[i], move[i], false, NULL));
    assert_memory_equal(tap_record_state(resumed), &end, tap_state_size(&setup));
    tap_record_free(r), tap_record_free(again), tap_record_free(resumed);
    free(text), free(text_again), free(broken_off);
}

/* Search values an evening by the game under way: it never waits for the end of a hundred. */
static void test_search_copes(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&adventurers_choice, 3, "rounds=100");
    TapState st;
    TapRng   r;
    TapError error;
    TapBot  *bot = tap_bot_new("search:1", 1, &error);
    assert_non_null(bot);
    tap_rng_fast(&r, 5);
    start_seeded(&setup, &st, 5, NULL);
    for (int i = 0; i < 12; i++) {
        TapSeat    s = tap_first_of(tap_asked(&setup, &st));
        TapChoices c;
        tap_choices(&setup, &st, s, &c);
        TapMove m = tap_bot_decide(bot, &setup, &st, s);
        assert_non_null(tap_choices_find(&c, &m));
        TapHint hint[4];
        int     n = c.n > 1 ? tap_bot_hints(bot, hint, 4) : 0;
        for (int k = 0; k < n; k++) /* gains of one game, not a fortune */
            CHECK(hint[k].value > -300 && hint[k].value < 300, "a move is said to bring %f", (double)hint[k].value);
        assert_true(tap_answer(&setup, &st, s, m, NULL));
    }
    tap_bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_guest_fits), cmocka_unit_test(test_seats_must_fit),
        cmocka_unit_test(test_pot_waits),        cmocka_unit_test(test_loan_in_game),
        cmocka_unit_test(test_nothing_is_lost),  cmocka_unit_test(test_one_record),
        cmocka_unit_test(test_search_copes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
