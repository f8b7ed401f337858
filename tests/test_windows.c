/* Windows, standing orders, open talk, hourglasses, wide answers in words: by the Parlour and the Bargain of
 * tests/games. */
#include "curios.h"
#include "support.h"

#include <string.h>

static TapLog log_;

/* Seat s is dealt the tricks of hand[s], by code. */
static TapSetup parlour_with(int seats, const char *const hand[][4])
{
    TapSetup setup = setup_for(&parlour, seats, "");
    for (int s = 0; s < seats; s++)
        for (int i = 0; i < 4; i++) {
            int face = hand[s][i] ? tap_deck_find(setup.content->deck[TRICKS], hand[s][i]) : TAP_ANY;
            assert_true(tap_rig(&setup.rig, TAP_STREAM_DECK + TRICKS, face));
        }
    return setup;
}

static void say(const TapSetup *setup, TapState *st, TapSeat seat, const char *words)
{
    TapMove  m;
    TapError error = {""};
    CHECK(tap_move_read(setup, st, seat, words, &m, &error), "'%s': %s", words, error.text);
    tap_log_clear(&log_);
    assert_true(tap_answer(setup, st, seat, m, &log_));
}

static bool can_say(const TapSetup *setup, const TapState *st, TapSeat seat, const char *words)
{
    TapMove m;
    return tap_move_read(setup, st, seat, words, &m, NULL);
}

static const char *kind_of(const TapSetup *setup, const char *code)
{
    const TapDeck *deck = setup->content->deck[TRICKS];
    return deck->face[tap_deck_find(deck, code)].kind;
}

/* Anytime cards count before Sometimes cards; of the first kind who sits nearest after whose turn it is, of the second
 * who sits nearest after the one who is answered. */
static void test_the_rank_of_an_answer_decides(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&parlour, 4, "");
    TapState st, copy;
    const char *any = NULL, *some = NULL; /* which of two neighbours is which is the deck's to say */
    for (int i = 0; i < 3; i++) {
        static const char *const code[] = {"t100", "t101", "t102"};
        if (!strcmp(kind_of(&setup, code[i]), "Anytime")) any = code[i];
        if (!strcmp(kind_of(&setup, code[i]), "Sometimes")) some = code[i];
    }
    assert_non_null(any);
    assert_non_null(some);
    /* one Anytime and one Sometimes card each for seats 2 to 4 */
    char              word[6][8];
    const char       *deal[4][4] = {{"t199", "t196", "t193", "t190"}};
    for (int s = 1; s < 4; s++) {
        snprintf(word[s - 1], 8, "t%d", atoi(any + 1) + 3 * s);
        snprintf(word[s + 2], 8, "t%d", atoi(some + 1) + 3 * s);
        deal[s][0] = word[s - 1];
        deal[s][1] = word[s + 2];
        deal[s][2] = deal[s][3] = NULL;
    }
    setup = parlour_with(4, (const char *const(*)[4])deal);
    start_seeded(&setup, &st, 1, NULL);
    assert_null(tap_rig_fault(&setup, &st));
    char answer[6][20];
    for (int i = 0; i < 6; i++) snprintf(answer[i], sizeof answer[i], "answer %s", word[i]);
    say(&setup, &st, 0, "play t199");
    tap_state_copy(&setup, &copy, &st);
    /* Sometimes from seat 2, Anytime from seat 4: the Anytime card counts */
    say(&setup, &st, 1, answer[3]);
    say(&setup, &st, 3, answer[2]);
    say(&setup, &st, 2, "pass");
    assert_string_equal(log_.event[0].text, "{who} plays the {card}.");
    assert_int_equal(log_.event[0].who, 3);
    /* now seat 4's card is answered: two Sometimes cards, and seat 1, next after it, is nearer than seat 2 or 3 */
    say(&setup, &st, 1, answer[3]);
    say(&setup, &st, 2, answer[4]);
    say(&setup, &st, 0, "pass");
    assert_int_equal(log_.event[0].who, 1);
    /* two Anytime cards in the first window: counted from whose turn it is */
    say(&setup, &copy, 2, answer[1]);
    say(&setup, &copy, 1, answer[0]);
    say(&setup, &copy, 3, answer[2]);
    assert_int_equal(log_.event[0].who, 1);
}

/* While a window is open every other viewer's View stays as it was, whoever answers; the one who answered sees that he
 * did. */
static void test_nobody_learns_who_has_answered(void **state)
{
    (void)state;
    static TapView before[5], after;
    TapSetup       setup = setup_for(&parlour, 4, "");
    for (uint64_t seed = 0; seed < 20; seed++) {
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        while (!tap_over(&st)) {
            TapWindow w;
            TapSeat   s;
            bool      open = tap_window(&setup, &st, &w), last = tap_count(tap_asked(&setup, &st)) == 1;
            for (TapSeat v = -1; v < 4; v++) tap_view(&setup, &st, v, &before[v + 1]);
            TapMove m = random_answer(&setup, &st, &r, &s);
            tap_answer(&setup, &st, s, m, NULL);
            if (!open || last) continue;
            for (TapSeat v = -1; v < 4; v++) {
                tap_view(&setup, &st, v, &after);
                if (v == s) assert_true(!tap_has(after.asked, s) && tap_has(after.sealed, s));
                else assert_null(view_difference(&before[v + 1], &after));
            }
        }
    }
}

/* The pass of a window is judged without its list: whoever is asked may give it, once, and nothing that only looks like
 * it; nobody else may. What is refused changes nothing. */
static void test_the_pass_of_a_window(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&parlour, 4, "");
    TapState st, before;
    TapRng   r;
    TapSeat  s;
    TapWindow w;
    int      windows = 0;
    tap_rng_fast(&r, 5);
    start_seeded(&setup, &st, 5, NULL);
    for (; !tap_over(&st); windows += tap_window(&setup, &st, &w)) {
        const Question *q = open_question(&setup, state_at(&st));
        TapMove pass = tap_move(q->pass, 0, 0, 0);
        const TapMove like_it[] = {tap_move(q->pass, 1, 0, 0), tap_move(q->pass, 0, 1, 0), tap_move(q->pass, 0, 0, 1),
                                   tap_move(q->pass, 0, 0, 1ull << 40)};
        tap_state_copy(&setup, &before, &st);
        for (TapSeat v = -1; tap_window(&setup, &st, &w) && v < 5; v++) {
            for (int i = 0; i < 4; i++) assert_false(tap_answer(&setup, &st, v, like_it[i], NULL));
            if (!tap_has(tap_asked(&setup, &st), v)) assert_false(tap_answer(&setup, &st, v, pass, NULL));
            assert_memory_equal(&st, &before, tap_state_size(&setup));
            if (!tap_has(tap_asked(&setup, &st), v)) continue;
            assert_true(tap_answer(&setup, &st, v, pass, NULL));
            assert_true(memcmp(&st, &before, tap_state_size(&setup)));
            tap_state_copy(&setup, &st, &before);
        }
        TapMove m = random_answer(&setup, &st, &r, &s);
        assert_true(tap_answer(&setup, &st, s, m, NULL));
    }
    assert_true(windows > 5);
}

static void test_a_window_states_its_facts(void **state)
{
    (void)state;
    TapSetup  setup = setup_for(&parlour, 3, "");
    TapState  st;
    TapWindow w;
    start_seeded(&setup, &st, 3, NULL);
    assert_false(tap_window(&setup, &st, &w));
    TapChoices c;
    tap_choices(&setup, &st, 0, &c);
    tap_answer(&setup, &st, 0, tap_choice_nth(&c.choice[1], 0), NULL);
    assert_true(tap_window(&setup, &st, &w));
    assert_string_equal(w.kind, "trick");
    assert_int_equal(w.touches, tap_only(1));
    assert_int_equal(w.turn, 0);
    assert_int_equal(w.depth, 0);
    assert_int_equal(w.seconds, 8);
}

/* Plays on until a window is open in which `seat` could answer, at that depth or deeper. */
static bool find_window(const TapSetup *setup, TapState *st, TapSeat seat, int depth)
{
    TapRng r;
    for (uint64_t seed = 0; seed < 300; seed++) {
        tap_rng_fast(&r, seed);
        start_seeded(setup, st, seed, NULL);
        for (int i = 0; i < 60 && !tap_over(st); i++) {
            TapWindow  w;
            TapChoices c;
            TapSeat    s;
            tap_choices(setup, st, seat, &c);
            if (tap_window(setup, st, &w) && w.depth >= depth && c.n > 1 && tap_has(tap_asked(setup, st), seat))
                return true;
            TapMove m = random_answer(setup, st, &r, &s);
            tap_answer(setup, st, s, m, NULL);
        }
    }
    return false;
}

static bool passes(const TapSetup *setup, const TapState *st, TapSeat seat, const char *a, const char *b)
{
    const char *order[] = {a, b};
    TapMove     m;
    bool        does = tap_order_passes(setup, st, seat, order, a ? b ? 2 : 1 : 0, &m);
    if (does) assert_int_equal(m.verb, 3); /* an ordinary pass */
    return does;
}

static void test_standing_orders(void **state)
{
    (void)state;
    TapSetup  setup = setup_for(&parlour, 4, "");
    TapState  st;
    TapWindow w;
    TapError  error;
    assert_true(find_window(&setup, &st, 2, 0));
    for (TapSeat s = 0; s < 4; s++) {
        if (!tap_has(tap_asked(&setup, &st), s)) {
            assert_false(passes(&setup, &st, s, NULL, NULL)); /* not asked */
            continue;
        }
        assert_true(tap_window(&setup, &st, &w));
        bool touched = tap_has(w.touches, s) || w.turn == s;
        assert_int_equal(passes(&setup, &st, s, NULL, NULL), !touched); /* the usual order */
        assert_int_equal(passes(&setup, &st, s, "touch", NULL), !touched);
        assert_false(passes(&setup, &st, s, "always", NULL));
        assert_int_equal(passes(&setup, &st, s, "until-turn", "always"), w.turn != s);
    }
    /* a card named, held and playable; named and not held */
    TapChoices c;
    tap_choices(&setup, &st, 2, &c);
    char words[TAP_WORDS], order[TAP_WORDS + 8];
    assert_true(tap_move_write(&setup, &st, 2, tap_choice_nth(&c.choice[1], 0), words, sizeof words));
    snprintf(order, sizeof order, "card %s", strchr(words, ' ') + 1);
    assert_true(tap_order_check(&setup, order, &error));
    assert_false(passes(&setup, &st, 2, order, NULL));
    assert_true(passes(&setup, &st, 2, strcmp(order, "card t399") ? "card t399" : "card t398", NULL));
    /* a word of the game: only when one's own trick is being answered */
    assert_true(passes(&setup, &st, 2, "defend", NULL));
    for (TapSeat s = 0; s < 4; s++) {
        assert_true(find_window(&setup, &st, s, 1));
        tap_window(&setup, &st, &w);
        assert_int_equal(passes(&setup, &st, s, "defend", NULL), w.turn != s);
    }
    assert_false(tap_order_check(&setup, "sometimes", &error));
    assert_non_null(strstr(error.text, "'sometimes' is no order"));
    assert_false(tap_order_check(&setup, "card t999", &error));
    assert_non_null(strstr(error.text, "no card of this game"));
    assert_true(tap_order_check(&setup, "defend", &error));
}

/* ---------------------------------------------------------------- open talk */

static void test_silence_lasts_until_somebody_speaks(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&bargain, 3, "seconds=90");
    TapState st;
    TapGlass glass;
    start_seeded(&setup, &st, 1, NULL);
    assert_true(tap_glass(&setup, &st, &glass));
    assert_int_equal(glass.seconds, 90);
    assert_int_equal(glass.grains, 3);
    say(&setup, &st, 1, "wait");
    assert_int_equal(tap_asked(&setup, &st), tap_only(0) | tap_only(2) | tap_only(TAP_CLOCK));
    assert_int_equal(tap_sealed(&setup, &st), tap_only(1));
    assert_false(can_say(&setup, &st, 1, "wait"));
    say(&setup, &st, 0, "propose rest to 2");
    assert_int_equal(tap_asked(&setup, &st), 7 | tap_only(TAP_CLOCK)); /* somebody spoke: all may again */
    for (TapSeat s = 0; s < 3; s++) say(&setup, &st, s, "wait");
    assert_int_equal(tap_asked(&setup, &st),
                     tap_only(TAP_CLOCK)); /* only now is it the clock's turn where no wall clock runs */
    say(&setup, &st, TAP_CLOCK, "grain");
    assert_int_equal(tap_asked(&setup, &st), 7 | tap_only(TAP_CLOCK));
    say(&setup, &st, TAP_CLOCK, "grain");
    say(&setup, &st, TAP_CLOCK, "grain");
    assert_false(tap_glass(&setup, &st, &glass)); /* the talk is over */
    assert_int_equal(tap_asked(&setup, &st), tap_only(0));
    TapMove m;
    start_seeded(&setup, &st, 1, NULL);
    assert_true(tap_idle_move(&setup, &st, 0, &m));
    assert_int_equal(m.verb, 3);
}

/* A split has one form, is read in several, and all accept the same one by its seat. */
static void test_words_of_splits_and_counts(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&bargain, 3, "");
    static const char *const lie[] = {"gold", "silver", "silver", "silver", "blue", "blue",
                                      "red",  "green",  "black",  "silver", "red"};
    for (size_t i = 0; i < sizeof lie / sizeof *lie; i++)
        tap_rig(&setup.rig, TAP_STREAM_DECK + TOKENS, tap_deck_find(setup.content->deck[TOKENS], lie[i]));
    TapState   st;
    TapChoices c;
    TapMove    m, again;
    char       words[TAP_WORDS];
    start_seeded(&setup, &st, 1, NULL);
    static const struct {
        const char *typed, *is;
    } form[] = {
        {"propose 1: gold 3*silver; 2: 2*blue silver; 3: 2*red green black",
         "propose 1: gold 3*silver; 2: silver 2*blue; 3: 2*red green black"},
        {"Propose 3: black, 1: gold; rest to 2", "propose 1: gold; 2: 4*silver 2*blue 2*red green; 3: black"},
        {"proposes me: gold gold.2", NULL},
        {"propose me: gold; rest to 3", "propose 2: gold; 3: 4*silver 2*blue 2*red green black"},
        {"propose 1: silver silver; rest to 1", "propose 1: gold 4*silver 2*blue 2*red green black"},
        {"propose 1: 5*silver; rest to 2", NULL},
        {"propose 1: gold", NULL},
        {"propose 4: gold; rest to 1", NULL},
        {"propose gold", NULL},
        {"propose rest to", NULL},
    };
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        bool read = tap_move_read(&setup, &st, 1, form[i].typed, &m, NULL);
        CHECK(read == (form[i].is != NULL), "'%s' is %s", form[i].typed, read ? "read" : "refused");
        if (!read) continue;
        assert_true(tap_move_write(&setup, &st, 1, m, words, sizeof words));
        assert_string_equal(words, form[i].is);
        assert_true(tap_move_read(&setup, &st, 1, words, &again, NULL) && tap_same_move(m, again));
    }
    say(&setup, &st, 1, "propose 1: gold; 3: black; rest to 2");
    say(&setup, &st, 0, "accept 1");
    say(&setup, &st, 2, "accept 1");
    for (TapSeat s = 0; s < 3; s++) say(&setup, &st, s, "keep");
    tap_choices(&setup, &st, 0, &c);
    assert_int_equal(c.n, 2);
    assert_true(can_say(&setup, &st, 0, "trade gold for silver"));
    assert_true(can_say(&setup, &st, 0, "trade gold for 2*silver"));
    assert_true(can_say(&setup, &st, 0, "trade gold for silver, red"));
    assert_false(can_say(&setup, &st, 0, "trade silver for gold")); /* has none */
    assert_false(can_say(&setup, &st, 0, "trade gold"));
    assert_false(can_say(&setup, &st, 0, "trade gold for 3*silver"));
    assert_false(can_say(&setup, &st, 0, "trade gold for silver for red"));
    assert_true(tap_move_read(&setup, &st, 0, "trade gold for red silver", &m, NULL));
    assert_true(tap_move_write(&setup, &st, 0, m, words, sizeof words));
    assert_string_equal(words, "trade gold for silver red");
    int32_t bank = tap_bank(&setup, &st), coins = tap_money(&setup, &st, 0);
    say(&setup, &st, 0, "trade gold for silver red");
    assert_int_equal(tap_bank(&setup, &st), bank + 1);
    assert_int_equal(tap_money(&setup, &st, 0), coins - 1);
    assert_true(can_say(&setup, &st, 0, "guess black")); /* faces of a deck that lie nowhere */
    assert_false(can_say(&setup, &st, 0, "guess black red"));
}

/* Everybody saw what went behind the screen; after a theft only thief and victim know what either holds. */
static void test_what_is_taken_from_behind_a_screen(void **state)
{
    (void)state;
    Slot    hand[3] = {{4, PUBLIC}, {5, PUBLIC}, {6, only(1) | only(2)}};
    uint8_t n = 3;
    Slot    got = hand_take_screened(hand, &n, 1, only(0) | only(2));
    assert_int_equal(n, 2);
    assert_int_equal(got.card, 5);
    assert_int_equal(hand[0].known, only(0) | only(2)); /* nobody else can tell which of the two is still there */
    assert_int_equal(hand[1].card, 6);
    assert_int_equal(hand[1].known, only(2));
}

/* ------------------------------------------------------ piles, dice, staging */

typedef struct Dozen {
    PILE(pile, 12);
} Dozen;

static void test_open_piles_lie_face_up(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&parlour, 2, "");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    Env e = {.setup = &setup, .state = state_of(&st), .game = setup.game};
    Dozen x;
    pile_begin(x.pile, TRICKS);
    pile_open(&x.pile);
    for (Card c = 0; c < 12; c++)
        pile_put(&x.pile, (Slot){(Card)(c + 100), 0}); /* more than a closed pile may have decided */
    assert_int_equal(pile_top(&x.pile), 111);
    Slot top = pile_draw(&e, &x.pile, 0);
    assert_int_equal(top.card, 111);
    assert_int_equal(top.known, PUBLIC);
    chance_shuffle(&e, &x.pile);
    assert_false(x.pile.open);
    unsigned first = 0;
    for (int i = 0; i < 60; i++) {
        Dozen copy = x;
        first |= 1u << (pile_draw(&e, &copy.pile, 0).card - 100);
    }
    assert_true(__builtin_popcount(first) > 6); /* face down and in no order */
    static TapView v;
    say(&setup, &st, 0, "play #1");
    for (TapSeat viewer = TAP_NOBODY; viewer < 2; viewer++) {
        tap_view(&setup, &st, viewer, &v);
        int seen = 0;
        for (int z = 0; z < v.zones; z++)
            if (!strcmp(v.zone[z].name, "used"))
                seen = v.zone[z].n, assert_int_not_equal(v.item[v.zone[z].first].face, TAP_NO_CARD);
        assert_int_equal(seen, 1);
    }
}

/* Three sides show the sun, two rain, one a storm; a rig names what is shown. */
static void test_dice_have_faces(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&parlour, 2, "");
    TapState st;
    int      of[3] = {0};
    start_seeded(&setup, &st, 1, NULL);
    Env e = {.setup = &setup, .state = state_of(&st), .game = setup.game};
    Die die;
    for (int i = 0; i < 6000; i++) {
        chance_roll(&e, WEATHER, &die, PUBLIC);
        of[die.face - 1]++;
    }
    assert_in_range(of[SUN], 2800, 3200);
    assert_in_range(of[RAIN], 1850, 2150);
    assert_in_range(of[STORM], 850, 1150);
    tap_rig(&setup.rig, tap_stream_find(setup.content, "weather"), 1 + STORM);
    tap_rig(&setup.rig, tap_stream_find(setup.content, "coin"), 2);
    chance_roll(&e, COIN, &die, PUBLIC);
    assert_int_equal(die.face, 2);
    chance_roll(&e, WEATHER, &die, PUBLIC);
    assert_int_equal(die.face - 1, STORM);
    tap_rig(&setup.rig, tap_stream_find(setup.content, "coin"), 3);
    chance_roll(&e, COIN, &die, PUBLIC);
    assert_string_equal(tap_rig_fault(&setup, &st), "coin");
    assert_int_equal(tap_stream_find(setup.content, "cards"), -1);
}

static void test_roles_and_stages(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&parlour, 3, "");
    TapError error;
    TapState st;
    assert_true(tap_setup_cast(&setup, 1, "seer", &error));
    assert_false(tap_setup_cast(&setup, 2, "seer", &error));
    assert_string_equal(error.text, "Seat 2 plays seer already.");
    assert_false(tap_setup_cast(&setup, 2, "bear", &error));
    assert_string_equal(error.text, "There is no role 'bear'. There are: juggler, singer, seer.");
    assert_true(tap_setup_cast_all(&setup, "_,seer,_", &error));
    assert_false(tap_setup_cast_all(&setup, "_,singer,singer", &error));
    assert_string_equal(error.text, "Seat 2 plays singer already.");
    assert_int_equal(setup.cast[1], 2); /* as it was */
    assert_false(tap_setup_cast_all(&setup, "_,seer", &error));
    assert_string_equal(error.text, "There are 3 seats and 2 roles.");
    assert_false(tap_setup_cast_all(&setup, "_,_,_,_", &error) || tap_setup_cast_all(&setup, "_,,_", &error));
    assert_true(tap_setup_stage(&setup, 0, "courage", "4", &error));
    assert_false(tap_setup_stage(&setup, 0, "courage", "6", &error));
    assert_string_equal(error.text, "courage is staged from 0 to 5.");
    assert_false(tap_setup_stage(&setup, 0, "courage", "4x", &error));
    assert_string_equal(error.text, "courage is a number, not '4x'.");
    assert_false(tap_setup_stage(&setup, 0, "luck", "1", &error));
    assert_string_equal(error.text, "'luck' cannot be staged. What can: courage.");
    tap_rig(&setup.rig, tap_stream_find(setup.content, "weather"), 1 + STORM);
    tap_rig(&setup.rig, tap_stream_find(setup.content, "weather"), 1 + STORM);
    start_seeded(&setup, &st, 1, NULL);
    for (TapSeat turn = 0; turn < 2; turn++) {
        say(&setup, &st, turn, "play #1");
        for (TapSeat s = 0; s < 3; s++)
            if (s != turn) say(&setup, &st, s, "pass");
    }
    assert_int_equal(tap_score(&setup, &st, 0), 4);
    assert_int_equal(tap_score(&setup, &st, 1), 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_rank_of_an_answer_decides),
        cmocka_unit_test(test_nobody_learns_who_has_answered),
        cmocka_unit_test(test_the_pass_of_a_window),
        cmocka_unit_test(test_a_window_states_its_facts),
        cmocka_unit_test(test_standing_orders),
        cmocka_unit_test(test_silence_lasts_until_somebody_speaks),
        cmocka_unit_test(test_words_of_splits_and_counts),
        cmocka_unit_test(test_what_is_taken_from_behind_a_screen),
        cmocka_unit_test(test_open_piles_lie_face_up),
        cmocka_unit_test(test_dice_have_faces),
        cmocka_unit_test(test_roles_and_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
