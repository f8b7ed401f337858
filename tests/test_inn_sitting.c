/*
 * A sitting at the Red Dragon Inn between people, in virtual time: a click takes two seconds, as many as the browser
 * wants (a card is touched, then its button pressed; a pass is one press), windows close when all who are asked have
 * clicked, and nobody has ordered anything but the usual. How long a game takes, how much of it one waits in windows
 * that ask others, how often one person alone with bots is asked, and how large a View is, is printed; among four one
 * waits so for at most a quarter of the time.
 *
 * What people choose is chosen at random, with a pass three times out of four where one may. TAPROOM_LONG=1 prints the
 * same of people who play like search:1, who keep windows open for longer (docs/rules say how long an evening takes).
 */
#include <taproom/bot.h>

#include "inn_evenings.h"
#include "view/view.h"

enum { GAMES = 24, CLICK = 2, VIEW_ROOM = 1 << 16 };

static TapBot *thinker; /* who chooses for people; NULL: chance does */

typedef struct Sitting {
    long seconds, in_windows; /* of all games */
    long waited;              /* seconds of all people in windows that ask others only, or have their answer already */
    long windows, clicked;    /* so many were opened, and in so many somebody had to click */
    long clicks, answers, games;
    int  most_json; /* bytes of the largest View */
    long json, views;
} Sitting;

static TapMove some_click(const TapSetup *setup, const TapState *st, TapSeat s, bool window, TapRng *dice)
{
    TapChoices c;
    if (thinker) return tap_bot_decide(thinker, setup, st, s);
    tap_choices(setup, st, s, &c);
    int i = (int)tap_rng_below(dice, (uint32_t)c.n);
    if (window && tap_rng_below(dice, 4)) i = 0; /* the pass stands first */
    return tap_choice_nth(&c.choice[i], tap_rng_below(dice, (uint32_t)tap_choice_count(&c.choice[i])));
}

static int clicks_for(const TapMove *m)
{
    if (m->verb == DISCARD) return 1 + __builtin_popcountll(tap_chosen(m));
    return m->verb == PLAY || m->verb == PLAY_AS ? 2 : 1;
}

static void weigh_view(const TapSetup *setup, const TapState *st, TapSeat s, Sitting *sum)
{
    static TapView view;
    static char    json[VIEW_ROOM];
    tap_view(setup, st, s, &view);
    int n = tap_view_json(setup, st, &view, json, sizeof json);
    CHECK(n > 0, "a View does not fit");
    if (n > sum->most_json) sum->most_json = n;
    sum->json += n;
    sum->views++;
}

/* Of what a side was asked a mate has answered, perhaps. */
static bool is_asked_that(const TapSetup *setup, const TapState *st, TapSeat s, const TapMove *m)
{
    TapChoices c;
    if (!tap_has(tap_asked(setup, st), s)) return false;
    tap_choices(setup, st, s, &c);
    return tap_choices_find(&c, m) != NULL;
}

/* Who may come, besides the usual company, and in what sides. */
typedef struct Guests {
    const char *option[3];
    int         options;
} Guests;
static const Guests usual_guests, all_guests = {{"company=all", "characters=random"}, 2},
                                  in_sides = {{"company=all", "characters=random", "variant=two-headed"}, 3};

/* `people` sit at the first seats; bots take no time. */
static void sit(uint64_t seed, int seats, int people, const Guests *guests, Sitting *sum)
{
    TapRng dice;
    tap_rng_fast(&dice, seed);
    TapSetup setup;
    TapError error;
    CHECK(tap_setup_init(&setup, &red_dragon_inn, seats, guests->option, guests->options, &error), "%s",
          error.text);
    static TapState st;
    start_seeded(&setup, &st, seed, NULL);
    const char *usual[TAP_USUAL_ORDERS];
    int orders = tap_usual_orders(&red_dragon_inn, people == 1, usual);
    for (long answers = 0; !tap_over(&st); answers++) {
        TapWindow  w;
        TapSeatSet asked = tap_asked(&setup, &st);
        bool       window = tap_window(&setup, &st, &w);
        int        longest = 0, took[TAP_SEATS] = {0};
        TapMove    move[TAP_SEATS];
        CHECK(answers < 100000, "the game has no end");
        for (TapSeat s = 0; s < (TapSeat)seats; s++) { /* all at the same time */
            TapChoices c;
            if (!tap_has(asked, s)) continue;
            tap_choices(&setup, &st, s, &c);
            bool forced = c.n == 1 && tap_choice_count(&c.choice[0]) == 1;
            bool person = s < (TapSeat)people;
            if (window && person && tap_order_passes(&setup, &st, s, usual, orders, &move[s])) continue;
            move[s] = some_click(&setup, &st, s, window, &dice);
            if (!person || (people == 1 && forced)) continue;
            took[s] = clicks_for(&move[s]);
            if (took[s] > longest) longest = took[s];
            sum->clicks += took[s];
            if (!(++sum->answers % 5)) weigh_view(&setup, &st, s, sum);
        }
        sum->seconds += CLICK * longest;
        if (window) {
            sum->windows++;
            sum->clicked += longest > 0;
            sum->in_windows += CLICK * longest;
            for (TapSeat s = 0; s < (TapSeat)people; s++) sum->waited += CLICK * (longest - took[s]);
        }
        for (TapSeat s = 0; s < (TapSeat)seats; s++)
            if (tap_has(asked, s) && is_asked_that(&setup, &st, s, &move[s]))
                tap_answer_trusted(&setup, &st, s, move[s], NULL);
    }
    sum->games++;
}

static Sitting sit_often(int seats, int people, const Guests *guests, int games)
{
    Sitting sum = {0};
    for (int i = 0; i < games; i++) sit((uint64_t)(1000 * seats + i), seats, people, guests, &sum);
    double games_n = (double)sum.games, seconds = (double)sum.seconds;
    printf("%d seats, %d people: %.0f minutes a game, %.0f clicks a person; %.0f windows a game, %.0f of them with a "
           "click, open %.0f%% of the time, waited in %.0f%%; View %.0f bytes, at most %d\n",
           seats, people, seconds / 60 / games_n, (double)sum.clicks / people / games_n, (double)sum.windows / games_n,
           (double)sum.clicked / games_n, 100 * (double)sum.in_windows / seconds,
           100 * (double)sum.waited / people / seconds, (double)sum.json / (double)sum.views, sum.most_json);
    return sum;
}

/* Of those who choose at random; docs/testing.md has those who think. */
static void others_windows_take_a_quarter_at_most(void **unused)
{
    (void)unused;
    enum { PEOPLE = 4 };
    Sitting four = sit_often(PEOPLE, PEOPLE, &usual_guests, GAMES);
    assert_true(4 * four.waited <= PEOPLE * four.seconds);
    assert_true(5 * four.in_windows <= 2 * four.seconds); /* all could be asked at once, and nobody would wait */
    assert_true(four.most_json <= 8000);
}

static void who_is_alone_is_not_pestered(void **unused)
{
    (void)unused;
    Sitting alone = sit_often(4, 1, &usual_guests, GAMES);
    assert_true(alone.clicked <= 40 * alone.games);
}

static void views_are_small(void **unused)
{
    (void)unused;
    assert_true(sit_often(4, 4, &usual_guests, GAMES / 4).most_json <= 8000);
    assert_true(sit_often(8, 8, &usual_guests, GAMES / 4).most_json <= 14000);
    assert_true(sit_often(4, 4, &all_guests, GAMES / 2).most_json <= 10500);
    assert_true(sit_often(4, 4, &in_sides, GAMES / 2).most_json <= 10000);
    assert_true(sit_often(8, 8, &all_guests, GAMES / 4).most_json <= 18000);
    assert_true(sit_often(8, 8, &in_sides, GAMES / 4).most_json <= 18000);
}

static void people_who_think(void **unused)
{
    (void)unused;
    if (!getenv("TAPROOM_LONG")) return;
    TapError error;
    thinker = tap_bot_new("search:1", 7, &error);
    assert_non_null(thinker);
    Sitting four = sit_often(4, 4, &usual_guests, GAMES), alone = sit_often(4, 1, &usual_guests, GAMES),
            eight = sit_often(8, 8, &usual_guests, GAMES / 2);
    assert_true(3 * four.waited <= 4 * four.seconds); /* a third */
    assert_true(5 * eight.waited <= 2 * 8 * eight.seconds);
    assert_true(alone.clicked <= 40 * alone.games);
    tap_bot_free(thinker);
    thinker = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(others_windows_take_a_quarter_at_most),
                                       cmocka_unit_test(who_is_alone_is_not_pestered),
                                       cmocka_unit_test(views_are_small), cmocka_unit_test(people_who_think)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
