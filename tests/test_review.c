/* The coach: what a decision cost, which are the dearest, and whom a seat played like. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bots/review.h"
#include "support.h"

static TapHint hint(int verb, uint32_t amount, float value, float noise)
{
    return (TapHint){.move = {.verb = (uint8_t)verb, .value = amount}, .visits = 10, .value = value, .noise = noise};
}

static void test_cost_of_a_move(void **unused)
{
    (void)unused;
    TapHint    h[] = {hint(4, 20, 9.f, .3f), hint(3, 0, 5.f, .4f), hint(1, 0, 0.f, 0.f)};
    TapMove    raise = h[0].move, call = h[1].move, fold = h[2].move, other = {.verb = 7};
    ReviewCost c = review_cost(h, 3, &call);
    assert_true(c.known);
    assert_true(c.cost > 3.999f && c.cost < 4.001f);
    assert_true(c.noise > .499f && c.noise < .501f);
    c = review_cost(h, 3, &fold);
    assert_true(c.cost > 8.999f && c.noise > .299f && c.noise < .301f);
    c = review_cost(h, 3, &raise);
    assert_true(c.known && c.cost <= 0 && c.noise <= 0);
    c = review_cost(h, 3, &other);
    assert_false(c.known);
    c = review_cost(h, 0, &call);
    assert_false(c.known);
}

static void test_what_counts(void **unused)
{
    (void)unused;
    assert_true(review_counted(&(ReviewCost){.known = true, .cost = 2, .noise = 1.1f}) <= 0);
    assert_true(review_counted(&(ReviewCost){.known = true, .cost = 2, .noise = .9f}) > 1.99);
    assert_true(review_counted(&(ReviewCost){.known = false, .cost = 2}) <= 0);
    assert_true(review_counted(&(ReviewCost){.known = true, .cost = 0, .noise = 0}) <= 0);
}

static void test_whom_it_is_like(void **unused)
{
    (void)unused;
    const double means[REVIEW_LEVELS] = {3, 1, .5}, alike[REVIEW_LEVELS] = {1, 1, 1};
    assert_int_equal(review_like(10, 5, means), 0);
    assert_int_equal(review_like(2.1, 5, means), 0);
    assert_int_equal(review_like(1.2, 5, means), 1);
    assert_int_equal(review_like(0, 5, means), 2);
    assert_int_equal(review_like(1, 5, alike), REVIEW_LEVELS - 1); /* in doubt, for the player */
    assert_int_equal(review_like(0, 4, means), -1);
}

static void test_the_dearest_come_first(void **unused)
{
    (void)unused;
    static const float cost[] = {1, 0, 4, 2, 8, 4, .5f};
    ReviewedMove       move[7] = {0};
    Review             r = {.n = 7, .move = move};
    int                worst[7];
    for (int i = 0; i < 7; i++) move[i].cost = (ReviewCost){.known = i != 4, .cost = cost[i], .noise = i == 3 ? 5 : 0};
    assert_int_equal(review_dearest(&r, 3, worst), 3); /* 8 is not known, 2 is noise */
    assert_int_equal(worst[0], 2);
    assert_int_equal(worst[1], 5); /* as dear, and later */
    assert_int_equal(worst[2], 0);
    assert_int_equal(review_dearest(&r, 7, worst), 4);
    assert_int_equal(worst[3], 6);
    assert_int_equal(review_dearest(&r, 0, worst), 0);
}

/* ---------------------------------------------------------------- a record */

/* The best pair there is, folded to a small bet after everything before was played well. */
static const char blunder[] = "taproom 1\ngame rogues-and-warriors 2\nseats 2\nstart 2\n"
                              "rig deck W-wolf W-hawk R-wolf L-owl\n"
                              "2 raise to 2\n1 call\n2 reveal L-owl\n1 reveal W-wolf\n2 raise to 3\n1 fold\n";

static TapRecord *record_of(const char *text)
{
    TapError   error = {""};
    TapRecord *r = tap_record_read(text, NULL, &error);
    CHECK(r, "%s", error.text);
    return r;
}

static void note_progress(void *last, int done, int of)
{
    assert_int_equal(of, 6);
    assert_int_equal(done, *(int *)last + 1);
    *(int *)last = done;
}

static void test_a_blunder_is_the_dearest(void **unused)
{
    (void)unused;
    static const char *const judges[] = {"search:1", "search:2"};
    for (int k = 0; k < 2; k++) {
        TapRecord *record = record_of(blunder);
        Review     r, again;
        TapError   error;
        int        worst[3], last = -1;
        assert_true(review_record(record, 0, judges[k], note_progress, &last, &r, &error));
        assert_int_equal(last, 5);
        assert_int_equal(r.n, 3);
        assert_true(r.weighed >= 1 && r.weighed <= 3); /* a small search may leave one of two equal cards untried */
        assert_true(review_dearest(&r, 3, worst) > 0);
        const ReviewedMove *m = &r.move[worst[0]];
        assert_int_equal(m->answer, 5);
        assert_string_equal(m->played, "fold");
        assert_string_not_equal(m->better, "fold");
        assert_true(m->cost.cost > 3 && m->cost.cost < 110); /* the pot, and no more than there is */
        assert_true(m->cost.noise > 0 && m->cost.noise < 5);
        assert_true(r.total >= (double)m->cost.cost);
        assert_int_equal(r.like, -1);
        assert_true(r.level_mean[0] > r.level_mean[2]); /* a random player folds it now and then */
        assert_true(review_record(record, 0, judges[k], NULL, NULL, &again, &error));
        for (int i = 0; i < r.n; i++)
            assert_memory_equal(&r.move[i].cost, &again.move[i].cost, sizeof r.move[i].cost);
        review_free(&r);
        review_free(&again);
        tap_record_free(record);
    }
}

/* Which of two alike cards is shown costs nothing, whatever a single search makes of it. */
static void test_alike_moves_cost_nothing(void **unused)
{
    (void)unused;
    static const char *const shown[] = {"B-wolf", "B-horse"};
    for (int k = 0; k < 2; k++) {
        char       text[400];
        Review     r;
        TapError   error;
        snprintf(text, sizeof text, "taproom 1\ngame rogues-and-warriors 2\nseats 2\nstart 2\n"
                                    "rig deck B-wolf B-horse R-wolf L-owl\n"
                                    "2 raise to 2\n1 call\n2 reveal L-owl\n1 reveal %s\n", shown[k]);
        TapRecord *record = record_of(text);
        assert_true(review_record(record, 0, "search:2", NULL, NULL, &r, &error));
        assert_int_equal(r.n, 2);
        assert_true(review_counted(&r.move[1].cost) <= 0);
        review_free(&r);
        tap_record_free(record);
    }
}

/* Random players are told from those who think. */
static void test_levels_are_told_apart(void **unused)
{
    (void)unused;
    double mean[2] = {0, 0};
    for (int k = 0; k < 2; k++)
        for (uint64_t seed = 0; seed < 8; seed++) {
            TapSetup   setup = setup_for(tap_game_find("kings-council"), 2, "");
            uint8_t    start[64];
            TapBot    *bot[2] = {tap_bot_new(k ? "search:2" : "random", seed, NULL),
                                 tap_bot_new("search:1", seed, NULL)};
            TapError   error;
            Review     r;
            tap_seed_from_number(seed, start);
            TapRecord *record = tap_record_new(&setup, start, NULL);
            while (!tap_over(tap_record_state(record))) {
                TapSeat s = tap_first_of(tap_asked(&setup, tap_record_state(record)));
                TapSeen seen;
                tap_seen_of(&seen, record);
                tap_bot_catch_up(bot[s], &seen);
                assert_true(tap_record_answer(record, s, tap_bot_decide(bot[s], &setup, tap_record_state(record), s),
                                              false, NULL));
            }
            assert_true(review_record(record, 0, "search:2", NULL, NULL, &r, &error));
            assert_true(r.n >= r.weighed);
            if (r.weighed) mean[k] += r.total / r.weighed;
            review_free(&r);
            tap_record_free(record);
            tap_bot_free(bot[0]);
            tap_bot_free(bot[1]);
        }
    CHECK(mean[0] > 2 * mean[1], "random costs %.2f, search:2 %.2f", mean[0], mean[1]);
}

static void test_who_cannot_judge(void **unused)
{
    (void)unused;
    TapRecord *record = record_of(blunder);
    Review     r;
    TapError   error = {""};
    assert_false(review_record(record, 0, "random", NULL, NULL, &r, &error));
    assert_non_null(strstr(error.text, "weighs nothing"));
    assert_false(review_record(record, 0, "search:9", NULL, NULL, &r, &error));
    assert_non_null(strstr(error.text, "search:1"));
    tap_record_free(record);
    record = record_of("taproom 1\ngame rogues-and-warriors 2\nseats 2\n");
    assert_true(review_record(record, 1, "search:1", NULL, NULL, &r, &error));
    assert_int_equal(r.n, 0);
    assert_int_equal(r.like, -1);
    review_free(&r);
    tap_record_free(record);
}

/* Step by step, after the record is gone: the same as in one go. */
static void test_in_steps(void **unused)
{
    (void)unused;
    TapRecord *record = record_of(blunder);
    TapError   error = {""};
    Review     whole;
    Coach     *c = coach_new(record, 0, "search:1", &error);
    assert_true(review_record(record, 0, "search:1", NULL, NULL, &whole, &error));
    tap_record_free(record);
    assert_int_equal(coach_answers(c), 6);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(coach_done(c), i);
        assert_int_equal(coach_step(c), i % 2 ? COACH_JUDGED : COACH_PASSED);
        assert_int_equal(coach_review(c)->n, (i + 1) / 2);
    }
    assert_int_equal(coach_step(c), COACH_OVER);
    const Review *r = coach_review(c);
    const TapGame *game = tap_game_find("rogues-and-warriors");
    Out            told[2] = {{0}, {0}};
    for (int k = 0; k < 2; k++) {
        out_open(&told[k], NULL, '{');
        review_out(k ? &whole : r, game, true, "search:1", &told[k]);
        out_close(&told[k], '}');
    }
    assert_string_equal(told[0].text, told[1].text);
    assert_non_null(strstr(told[0].text, "\"played\":\"fold\""));
    assert_string_equal(review_unit(game), "coins");
    assert_string_equal(review_unit(tap_game_find("dwarven-miner")), "points");
    assert_non_null(strstr(told[0].text, "\"played_label\":\"Fold\""));
    for (int k = 0; k < 2; k++) out_free(&told[k]);
    coach_free(c);
    review_free(&whole);
    assert_null(coach_new((record = record_of(blunder)), 0, "random", &error));
    tap_record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost_of_a_move),         cmocka_unit_test(test_what_counts),
        cmocka_unit_test(test_whom_it_is_like),        cmocka_unit_test(test_the_dearest_come_first),
        cmocka_unit_test(test_a_blunder_is_the_dearest), cmocka_unit_test(test_levels_are_told_apart),
        cmocka_unit_test(test_who_cannot_judge),       cmocka_unit_test(test_in_steps),
        cmocka_unit_test(test_alike_moves_cost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
