/* Hints as they are told: no number that cannot be true, and a reason in words. */
#include <math.h>

#include "support.h"

enum { STATES = 300 };

static TapView view;

static int32_t counted(const char *name, bool mine, bool others)
{
    int32_t sum = 0;
    for (int i = 0; i < view.counters; i++) {
        const TapViewCounter *c = &view.counter[i];
        if (c->word || strcmp(c->name, name)) continue;
        if (c->owner == view.viewer ? mine : c->owner != TAP_NOBODY && others) sum += c->value;
    }
    return sum;
}

/* A move of each choice, worth what nothing can be worth. */
static int mad_hints(TapHint *hint, float value)
{
    TapRng r;
    tap_rng_fast(&r, 1);
    for (int i = 0; i < view.choices; i++) {
        const TapChoice *c = &view.choice[i].choice;
        TapMove          some = tap_choice_nth(c, tap_rng_long(&r) % tap_choice_count(c));
        hint[i] = (TapHint){.move = some, .visits = 1, .value = value};
    }
    return view.choices;
}

static void each_told(void (*check)(const TapViewChoice *, const TapHint *, float mad))
{
    static TapState state;
    const char *const games[] = {"kings-council", "rogues-and-warriors", "threes", "the-wheel"};
    TapRng r;
    tap_rng_fast(&r, 7);
    for (int g = 0; g < 4; g++) {
        int      seen = 0;
        TapSetup setup = setup_for(tap_game_find(games[g]), 3, "stack=30");
        for (uint64_t seed = 1; seen < STATES; seed++) {
            start_seeded(&setup, &state, seed, NULL);
            while (!tap_over(&state)) {
                TapSeat seat;
                TapMove move = random_answer(&setup, &state, &r, &seat);
                tap_view(&setup, &state, seat, &view);
                for (int k = 0; k < 2; k++) {
                    TapHint hint[TAP_CHOICES];
                    float   mad = k ? 1e6f : -1e6f;
                    int     n = mad_hints(hint, mad);
                    CHECK(tap_hints_told(&setup, &view, hint, n), "%s is played for coins", games[g]);
                    for (int i = 0; i < n; i++) {
                        int c = 0;
                        while (!tap_choice_admits(&view.choice[c].choice, &hint[i].move)) c++;
                        check(&view.choice[c], &hint[i], mad);
                        assert_true(hint[i].value <= hint[0].value); /* the first is the best */
                    }
                }
                seen++;
                assert_true(tap_answer(&setup, &state, seat, move, NULL));
            }
        }
    }
}

static void within(const TapViewChoice *c, const TapHint *h, float mad)
{
    int32_t has = counted("coins", true, false), table = counted("bet", true, true);
    for (int i = 0; i < view.counters; i++)
        if (view.counter[i].owner == TAP_NOBODY && !view.counter[i].word && strstr(view.counter[i].name, "pot"))
            table += view.counter[i].value;
    CHECK(h->value >= (float)-has, "%s loses %f of %d", c->label, (double)-h->value, (int)has);
    CHECK(h->value <= (float)(table + counted("coins", false, true)), "%s wins %f", c->label, (double)h->value);
    if (!strcmp(c->label, "Fold")) CHECK(h->value == 0, "folding: %f", (double)h->value);
    if (!strcmp(c->label, "Check")) CHECK(h->value >= 0, "checking is no worse than folding: %f", (double)h->value);
    if (mad > 0) return;
    float loss = -h->value;
    if (!strncmp(c->label, "Call", 4)) CHECK(loss == (float)c->choice.lo, "a call: %f", (double)loss);
    if (c->choice.kind == TAP_AMOUNT)
        CHECK(loss == (float)((int32_t)h->move.value - counted("bet", true, false)), "a raise: %f", (double)loss);
}

static void told_numbers_can_be_true(void **unused) { each_told(within); }

/* The margin of a true value is turned into the seat's own coins. */
static void own_coins(void **unused)
{
    static TapState state;
    TapSetup setup = setup_for(tap_game_find("kings-council"), 4, "ante=2");
    start_seeded(&setup, &state, 3, NULL);
    TapSeat seat = tap_first_of(tap_asked(&setup, &state));
    tap_view(&setup, &state, seat, &view);
    TapHint hint[TAP_CHOICES];
    int     n = mad_hints(hint, 4.0f);
    assert_true(tap_hints_told(&setup, &view, hint, n)); /* to fold would be 0, and is no longer the first */
    assert_true(hint[0].value == 3.0f + 2.0f); /* a result of 3 more, and the ante is spent */
}

static void reasons(void **unused)
{
    static TapState state;
    char    text[400];
    TapRng  r;
    TapHint hint[TAP_CHOICES];
    tap_rng_fast(&r, 5);
    for (const TapGame *const *game = tap_games(); *game; game++) {
        int min, max, best;
        tap_game_seats(*game, &min, &max, &best);
        TapSetup setup = setup_for(*game, best, "");
        start_seeded(&setup, &state, 11, NULL);
        for (int turn = 0; turn < 60 && !tap_over(&state); turn++) {
            TapSeat seat;
            TapMove move = random_answer(&setup, &state, &r, &seat);
            if (seat != TAP_CLOCK) {
                tap_view(&setup, &state, seat, &view);
                int n = mad_hints(hint, (float)(turn % 7) - 3);
                tap_hints_told(&setup, &view, hint, n);
                tap_hint_reason(&view, hint, n, text, sizeof text);
                CHECK(strlen(text) > 10 && text[strlen(text) - 1] == '.', "%s: %s", tap_game_id(*game), text);
                CHECK(!strchr(text, '{'), "%s: %s", tap_game_id(*game), text);
            }
            assert_true(tap_answer(&setup, &state, seat, move, NULL));
        }
    }
}

static void call_and_fold(void **unused)
{
    static TapState state;
    char     text[400];
    TapHint  hint[TAP_CHOICES];
    TapError error = {""};
    TapSetup setup = setup_for(tap_game_find("kings-council"), 2, "ante=5");
    start_seeded(&setup, &state, 3, NULL);
    TapSeat seat = tap_first_of(tap_asked(&setup, &state));
    TapMove raise;
    CHECK(tap_move_read(&setup, &state, seat, "raise 5", &raise, &error), "%s", error.text);
    assert_true(tap_answer(&setup, &state, seat, raise, NULL));
    tap_view(&setup, &state, tap_first_of(tap_asked(&setup, &state)), &view);
    int n = mad_hints(hint, -8.0f), fold = 0, call = 0;
    while (strcmp(view.choice[fold].label, "Fold")) fold++;
    while (strncmp(view.choice[call].label, "Call", 4)) call++;
    TapHint pair[2] = {hint[call], hint[fold]};
    assert_true(n > 2 && tap_hints_told(&setup, &view, pair, 2));
    tap_hint_reason(&view, pair, 2, text, sizeof text);
    assert_string_equal(text, "It costs 5 and can win the 15 that lie there: it pays if you win once in 4, and "
                              "you should about 3 times in 10.");
    TapOdds odds;
    assert_true(tap_hint_odds(&view, &pair[0], &odds));
    assert_true(odds.cost == 5 && odds.pot == 15 && odds.needs == .25f);
    assert_true(fabsf(odds.wins - .3f) < .001f); /* worth 1: 6 of 20 come back */
    assert_false(tap_hint_odds(&view, &pair[1], &odds));
    TapHint turned[2] = {pair[1], pair[0]};
    turned[1].value = -2.5f;
    tap_hint_reason(&view, turned, 2, text, sizeof text);
    assert_string_equal(text, "Folding loses nothing more; to call 5 should cost you about 2.5 on average. It would "
                              "have to win once in 4, and should once in 8.");
    turned[1].noise = 2; /* nobody can say which is better */
    tap_hint_reason(&view, turned, 2, text, sizeof text);
    assert_non_null(strstr(text, "to call 5 is about as good."));
    TapMove large;
    TapHint raised = {.visits = 5, .value = 2};
    CHECK(tap_move_read(&setup, &state, view.viewer, "raise 30", &large, &error), "%s", error.text);
    raised.move = large;
    tap_hint_reason(&view, &raised, 1, text, sizeof text);
    assert_string_equal(text, "It costs 30; if the others fold you take the 15 that lie there, which pays by itself "
                              "if they do 7 times in 10, and who calls adds to them.");
    assert_true(tap_hint_odds(&view, &raised, &odds) && odds.wins < 0);
}

/* Whoever lays nothing loses nothing: a bet that loses is not advised before that, however seldom it was tried. */
static void nothing_is_better_than_a_loss(void **unused)
{
    (void)unused;
    static TapState state;
    TapSetup setup = setup_for(tap_game_find("kings-council"), 2, "ante=5");
    TapHint  hint[TAP_CHOICES];
    start_seeded(&setup, &state, 3, NULL);
    tap_view(&setup, &state, tap_first_of(tap_asked(&setup, &state)), &view);
    int n = mad_hints(hint, -40.0f), check = 0;
    while (strcmp(view.choice[check].label, "Check")) check++;
    for (int i = 0; i < n; i++) hint[i].visits = i == check ? 1 : 1000;
    TapMove free = hint[check].move;
    assert_true(n > 1 && tap_hints_told(&setup, &view, hint, n));
    assert_true(tap_same_move(hint[0].move, free) && hint[0].value >= 0);
}

/* What was tried as well and is within the noise is as good; what was hardly tried is only unknown. */
static void the_second_choice(void **unused)
{
    (void)unused;
    TapHint first = {.visits = 900, .value = 3, .noise = .3f}, other = {.visits = 600, .value = 2.2f, .noise = .4f};
    assert_true(tap_hint_alike(&first, &other));
    other.value = 1.9f; /* twice the noise is 1 */
    assert_false(tap_hint_alike(&first, &other));
    first.visits = 100; /* nor is what is hardly known itself as good as anything */
    other = (TapHint){.visits = 600, .value = 2.9f, .noise = .4f};
    assert_false(tap_hint_alike(&first, &other));
    first.visits = 900;
    other = (TapHint){.visits = 2, .value = 2.9f, .noise = 10};
    assert_false(tap_hint_alike(&first, &other));
}

/* Within an evening a hint speaks in words: what the bet costs and can win, and no value of all that is to come. */
static void evening_in_words(void **unused)
{
    static TapState state;
    char    text[400];
    TapRng  r;
    TapHint hint[TAP_CHOICES];
    int     bets = 0, others = 0;
    tap_rng_fast(&r, 9);
    TapSetup setup = setup_for(tap_game_find("adventurers-choice"), 3, "");
    start_seeded(&setup, &state, 5, NULL);
    for (int turn = 0; turn < 400 && !tap_over(&state); turn++) {
        TapSeat seat;
        TapMove move = random_answer(&setup, &state, &r, &seat);
        tap_view(&setup, &state, seat, &view);
        if (view.levels > 1) {
            int n = mad_hints(hint, 1234.5f);
            hint[0].value = 2345.5f;
            assert_false(tap_hints_told(&setup, &view, hint, n));
            tap_hint_reason(&view, hint, n, text, sizeof text);
            CHECK(!strstr(text, "1111") && !strstr(text, "1234") && !strstr(text, "2345"), "%s", text);
            bets += !strncmp(text, "It costs", 8) || !strncmp(text, "Folding", 7);
            others += strstr(text, "you stand better") != NULL;
        }
        assert_true(tap_answer(&setup, &state, seat, move, NULL));
    }
    CHECK(bets > 5 && others > 0, "%d bets, %d others", bets, others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(told_numbers_can_be_true),
        cmocka_unit_test(own_coins),
        cmocka_unit_test(reasons),
        cmocka_unit_test(call_and_fold),
        cmocka_unit_test(evening_in_words),
        cmocka_unit_test(the_second_choice),
        cmocka_unit_test(nothing_is_better_than_a_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
