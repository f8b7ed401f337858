/*
 * Evenings at the Red Dragon Inn, played at random with any cast, seats, sides and options: each comes to an end, no
 * assertion fails, neither Gold (cards that are Gold among it) nor a card of any part nor a token is made or lost, the
 * bounds of INN-H1 are never met, and that of INN-H2 in fewer than one evening in 10,000; how often, and how near the
 * games came, is printed. While cards of hands are shown to some nobody sees more than he was shown (INN-H43, INN-H45).
 *
 * 5,000 evenings, a tenth of it under the sanitizers; TAPROOM_LONG=1 plays forty times as many.
 */
#include "inn_evenings.h"

typedef struct Bounds {
    int opens, hand, pile, turns; /* the most there were of each, */
    int late, full_hand, full_pile, closed; /* and in how many evenings the bound was met */
    int shown; /* how often cards of hands were shown to some */
    int played[VARIANTS]; /* evenings of each way to play */
} Bounds;

static void note(Bounds *b, const Inn *g, Bounds *most)
{
    if (g->opens > most->opens) most->opens = g->opens;
    b->late |= g->opens >= OPENS_LATE;
    for (Seat s = 0; s < g->table.seats; s++) {
        if (g->seat[s].cards > most->hand) most->hand = g->seat[s].cards;
        if (g->seat[s].drinks > most->pile) most->pile = g->seat[s].drinks;
        b->full_hand |= g->seat[s].cards == HAND_MOST;
        b->full_pile |= g->seat[s].drinks == DRINKS_MOST;
    }
}

/* Some evenings are livelier than others: who is eager takes a pass back three times, who is shy a card. */
typedef enum Temper { ANY, ANY_TOO, EAGER, SHY, TEMPERS } Temper;

static TapMove some_answer(const TapSetup *setup, const TapState *st, Temper temper, TapRng *dice, TapSeat *ret_seat)
{
    TapMove m = random_answer(setup, st, dice, ret_seat);
    for (int i = 0; i < 3; i++) {
        if (temper == EAGER ? m.verb != PASS : temper == SHY ? m.verb != PLAY && m.verb != PLAY_AS : true) break;
        m = random_answer(setup, st, dice, ret_seat);
    }
    return m;
}

/* Cards of hands have been shown to some, or lie there to be divided: nobody sees more than he was shown, and who is
 * asked has an answer whatever the others hold. */
static bool hands_are_shown(const TapState *st)
{
    const Inn *g = inn_in(st);
    int question = state_at(st)->asking ? -1 : state_at(st)->question;
    return g->divideds || question == Q_PLUCK || question == Q_THEIRS;
}

static void expect_no_leak(const TapSetup *setup, const TapState *st, uint64_t seed, TapRng *dice)
{
    static TapView real, resealed;
    static TapState copy;
    TapSeat viewer = (TapSeat)tap_rng_below(dice, (uint32_t)setup->seats);
    tap_state_copy(setup, &copy, st);
    tap_reseal(setup, &copy, viewer, dice, true);
    tap_view(setup, st, viewer, &real);
    tap_view(setup, &copy, viewer, &resealed);
    const char *wrong = inn_misplaced(setup, inn_in(&copy));
    CHECK(!wrong, "dealt anew, %s", wrong);
    const char *leak = view_difference(&real, &resealed);
    CHECK(!leak, "evening %llu: seat %d sees %s", (unsigned long long)seed, viewer, leak);
    TapChoices c;
    tap_choices(setup, &copy, tap_first_of(tap_asked(setup, &copy)), &c);
    CHECK(c.n, "evening %llu: there is no answer", (unsigned long long)seed);
}

static void play_evening(uint64_t seed, Bounds *sum)
{
    TapRng dice;
    tap_rng_fast(&dice, seed);
    TapSetup setup = some_evening(&dice);
    static TapState st;
    start_seeded(&setup, &st, seed, NULL);
    const Inn *g = inn_in(&st);
    Bounds met = {0};
    int cards = -1, turns = -1;
    uint64_t answers = 0;
    while (!tap_over(&st)) {
        TapSeat s;
        TapMove m = some_answer(&setup, &st, (Temper)(seed % TEMPERS), &dice, &s);
        tap_answer_trusted(&setup, &st, s, m, NULL);
        note(&met, g, sum);
        if (!tap_over(&st) && hands_are_shown(&st)) {
            expect_no_leak(&setup, &st, seed, &dice);
            sum->shown++;
        }
        const char *wrong = inn_unsound(g);
        CHECK(!wrong, "evening %llu, answer %llu: %s", (unsigned long long)seed, (unsigned long long)answers, wrong);
        if (answers % 4 == 0) {
            wrong = inn_wrong_tokens(&setup, g);
            CHECK(!wrong, "evening %llu, answer %llu: %s", (unsigned long long)seed, (unsigned long long)answers,
                  wrong);
        }
        CHECK(++answers < 400000, "evening %llu has no end", (unsigned long long)seed);
        bool alone = state_at(&st)->levels == 1; /* a guest's cards are on the table too */
        if (alone && g->turns != turns && g->table.phase != P_GUESTS) {
            int now = inn_cards_on(&setup, &st);
            CHECK(cards < 0 || now == cards, "evening %llu, turn %d: %d cards were %d", (unsigned long long)seed,
                  g->turns, now, cards);
            cards = now;
            turns = g->turns;
        }
    }
    sum->played[setup.option[OPT_VARIANT]]++;
    met.closed = g->turns == TURNS_MOST;
    if (g->turns > sum->turns) sum->turns = g->turns;
    int winners = 0;
    for (Seat s = 0; s < g->table.seats; s++) winners += g->table.score[s];
    CHECK(winners >= 1, "evening %llu: nobody has won", (unsigned long long)seed);
    sum->late += met.late;
    sum->full_hand += met.full_hand;
    sum->full_pile += met.full_pile;
    sum->closed += met.closed;
}

/* Four seats are a number for every way to play; but some want more Bosses than there are. */
static bool is_playable(int variant)
{
    char word[64];
    const char *list[] = {word};
    int n;
    TapSetup setup;
    tap_option_write(&tap_game_options(&red_dragon_inn, &n)[OPT_VARIANT], (int16_t)variant, word, sizeof word);
    return tap_setup_with(&setup, &red_dragon_inn, &inn_content, 4, list, 1, NULL);
}

static void test_random_evenings(void **state)
{
    int evenings = (getenv("TAPROOM_LONG") ? 200000 : 5000) / (SANITIZED ? 10 : 1);
    Bounds sum = {0};
    for (int i = 0; i < evenings; i++) play_evening((uint64_t)i, &sum);
    printf("%d evenings: at most %d things open, %d cards in a hand, %d Drinks on a pile, %d turns\n", evenings,
           sum.opens, sum.hand, sum.pile, sum.turns);
    printf("bounds met: %d, %d, %d, %d times\n", sum.late, sum.full_hand, sum.full_pile, sum.closed);
    printf("%d times hands were shown\n", sum.shown);
    assert_true(sum.shown * 20 > evenings);
    for (int v = 0; v < VARIANTS; v++) printf(v ? ", %d" : "%d", sum.played[v]);
    printf(" of each way to play\n");
    for (int v = 0; v < VARIANTS; v++) assert_true(sum.played[v] * 50 > evenings || !is_playable(v));
    assert_true(sum.closed * 10000 < evenings); /* INN-H2 */
    assert_int_equal(sum.late, 0);
    assert_int_equal(sum.full_hand, 0);
    assert_int_equal(sum.full_pile, 0);
}

/* 11 KiB at four seats and 16 KiB at eight, in every way to play that has so many; a game inside has room besides. */
static void test_sizes(void **state)
{
    (void)state;
    int n;
    TapSetup setup;
    TapError error;
    const TapOption *option = tap_game_options(&red_dragon_inn, &n);
    for (int seats = 4; seats <= 8; seats += 4)
        for (int v = 0; v < VARIANTS; v++) {
            char word[64];
            const char *list[] = {word, "drinks=all"};
            tap_option_write(&option[OPT_VARIANT], (int16_t)v, word, sizeof word);
            if (!tap_setup_with(&setup, &red_dragon_inn, &inn_content, seats, list, 2, &error)) continue;
            assert_in_range(tap_state_size(&setup), 1, seats == 4 ? 11 * 1024 : 16 * 1024);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes), cmocka_unit_test(test_random_evenings)};
    return cmocka_run_group_tests_name("evenings at the inn", tests, NULL, NULL);
}
