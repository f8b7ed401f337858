/* Bots: legal, deterministic, honest, and no fools. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <taproom/taproom.h>

#include "support.h"
#include "table/table.h"
#include "wager/wager.h"

static void setup_of(TapSetup *ret, const char *game, int seats, const char *const *options, int n)
{
    TapError error = {""};
    if (!tap_setup_init(ret, tap_game_find(game), seats, options, n, &error)) fail_msg("%s", error.text);
}

/* As many seats as wanted, or as near to it as the game is played by. */
static int seats_for(const TapGame *game, int wanted)
{
    int min, max, best;
    tap_game_seats(game, &min, &max, &best);
    return wanted < min ? min : wanted > max ? max : wanted;
}

/* Those in which a bot decides hundreds of times, so that a few games tell as much as many of the others. */
static bool long_game(const TapGame *game)
{
    return !strcmp(tap_game_id(game), "dragons-gold") || !strcmp(tap_game_id(game), "dwarven-miner") ||
           !strcmp(tap_game_id(game), "red-dragon-inn");
}

/* A setup with options taken at random, each left as usual half the time. */
static void random_setup(TapSetup *ret, const TapGame *game, int wanted, TapRng *r)
{
    enum { TRIES = 1000 }; /* options may contradict each other */
    int              n, seats = seats_for(game, wanted);
    const TapOption *option = tap_game_options(game, &n);
    for (int t = 0; t < TRIES; t++) {
        char        text[TAP_OPTIONS][64];
        const char *given[TAP_OPTIONS];
        int         used = 0;
        for (int i = 0; i < n; i++) {
            if (tap_rng_below(r, 2)) continue;
            int span = option[i].hi - option[i].lo < 40 ? option[i].hi - option[i].lo : 40;
            tap_option_write(&option[i], (int16_t)(option[i].lo + (int)tap_rng_below(r, (uint32_t)span + 1)),
                             text[used], sizeof text[used]);
            given[used] = text[used];
            used++;
        }
        if (tap_setup_init(ret, game, seats, given, used, NULL)) return;
    }
    fail_msg("%s: no setup for %d", tap_game_id(game), seats);
}

static bool has_a_choice(const TapChoices *c) { return c->n > 1 || tap_choice_count(&c->choice[0]) > 1; }

static TapBot *bot_of(const char *name, uint64_t seed)
{
    TapError error = {""};
    TapBot  *bot = tap_bot_new(name, seed, &error);
    if (!bot) fail_msg("%s", error.text);
    return bot;
}

/* ---------------------------------------------------------------- honesty */

/* Who sits at a seat for a game. */
typedef struct Sitter {
    uint64_t seed;
    TapBot  *bot;
    uint64_t peeked; /* what a cheat has seen which was not for it */
} Sitter;

typedef struct Manner {
    const char *bot;
    void (*watch)(Sitter *, const TapSetup *, const TapState *before, TapSeat who, TapMove);
    TapMove (*decide)(Sitter *, const TapSetup *, const TapState *, TapSeat);
} Manner;

static void honest_watch(Sitter *x, const TapSetup *setup, const TapState *before, TapSeat who, TapMove m)
{
    tap_bot_watch(x->bot, setup, before, who, m);
}

static TapMove honest_decide(Sitter *x, const TapSetup *setup, const TapState *s, TapSeat seat)
{
    return tap_bot_decide(x->bot, setup, s, seat);
}

/* Plays on from the real state instead of a resealed one, and takes the move that came out best. */
static TapMove cheating_decide(Sitter *x, const TapSetup *setup, const TapState *s, TapSeat seat)
{
    TapRng     r;
    TapChoices c;
    TapMove    move[TAP_CHOICES], best = {0};
    int32_t    most = INT32_MIN;
    tap_rng_fast(&r, x->seed++);
    tap_choices(setup, s, seat, &c);
    int n = tap_choices_sample(&c, move, c.n + 6 < TAP_CHOICES ? c.n + 6 : TAP_CHOICES);
    for (int i = 0; i < n; i++) {
        TapState copy;
        memcpy(&copy, s, tap_state_size(setup));
        tap_answer_trusted(setup, &copy, seat, move[i], NULL);
        while (!tap_over(&copy)) {
            TapSeat next = tap_first_of(tap_asked(setup, &copy));
            tap_choices(setup, &copy, next, &c);
            tap_answer_trusted(setup, &copy, next, tap_choices_pick(&c, &r), NULL);
        }
        if (tap_score(setup, &copy, seat) > most) most = tap_score(setup, &copy, seat), best = move[i];
    }
    return best;
}

/* Looks through the eyes of whoever answers, remembers what he holds, and plays otherwise by that. Whatever it decides
 * by then is resealed as it should be. */
static void peeking_watch(Sitter *x, const TapSetup *setup, const TapState *before, TapSeat who, TapMove m)
{
    static TapView view;
    honest_watch(x, setup, before, who, m);
    if (who >= TAP_SEATS) return;
    tap_view(setup, before, who, &view);
    for (int i = 0; i < view.items; i++)
        if (view.item[i].face != TAP_NO_CARD) x->peeked = x->peeked * 31 + (uint64_t)view.item[i].face;
}

static TapMove peeking_decide(Sitter *x, const TapSetup *setup, const TapState *s, TapSeat seat)
{
    TapRng     r;
    TapChoices c;
    tap_rng_fast(&r, x->seed ^ x->peeked);
    tap_choices(setup, s, seat, &c);
    return tap_choices_pick(&c, &r);
}

static const Manner honest = {"search:1", honest_watch, honest_decide},
                    cheating = {"random", honest_watch, cheating_decide},
                    peeking = {"random", peeking_watch, peeking_decide};

typedef struct Verdict {
    int decisions, changed;
} Verdict;

/* The state as the seat may believe it. */
static void deal_anew(const TapSetup *setup, const TapState *s, TapSeat seat, TapRng *r, TapState *ret)
{
    memcpy(ret, s, tap_state_size(setup));
    tap_reseal(setup, ret, seat, r, tap_rng_below(r, 2));
}

/* Seats two at every place of some games: one is shown the real states and answers, the other everything dealt anew
 * that the seat cannot know, and of the others' answers their public part: when it decides, and before, when it
 * watches. Whoever answers differently has looked. */
static Verdict judge(const Manner *manner, int games, uint64_t seed)
{
    Verdict v = {0, 0};
    TapRng  r;
    tap_rng_fast(&r, seed);
    for (int i = 0; i < games; i++)
        for (const TapGame *const *game = tap_games(); *game; game++) {
            TapSetup setup;
            TapState state, anew;
            uint8_t  start[64];
            Sitter   one[TAP_SEATS], two[TAP_SEATS];
            random_setup(&setup, *game, 2 + (int)tap_rng_below(&r, 3), &r);
            tap_seed_from_number(tap_rng_long(&r), start);
            for (int s = 0; s < setup.seats; s++) {
                uint64_t own = tap_rng_long(&r);
                one[s] = (Sitter){.seed = own, .bot = bot_of(manner->bot, own)};
                two[s] = (Sitter){.seed = own, .bot = bot_of(manner->bot, own)};
            }
            tap_start(&setup, &state, start, NULL);
            for (int steps = 0; !tap_over(&state) && steps < 12; steps++) {
                TapSeat    seat = tap_first_of(tap_asked(&setup, &state));
                TapChoices c;
                tap_choices(&setup, &state, seat, &c);
                if (has_a_choice(&c)) {
                    deal_anew(&setup, &state, seat, &r, &anew);
                    v.decisions++;
                    v.changed += !tap_same_move(manner->decide(&one[seat], &setup, &state, seat),
                                                manner->decide(&two[seat], &setup, &anew, seat));
                }
                TapMove m = tap_choices_pick(&c, &r), shown = tap_public_part(&setup, &state, seat, m);
                for (TapSeat s = 0; s < (TapSeat)setup.seats; s++) {
                    deal_anew(&setup, &state, s, &r, &anew);
                    manner->watch(&one[s], &setup, &state, seat, m);
                    manner->watch(&two[s], &setup, &anew, seat, s == seat ? m : shown);
                }
                tap_answer_trusted(&setup, &state, seat, m, NULL);
            }
            for (int s = 0; s < setup.seats; s++) {
                tap_bot_free(one[s].bot);
                tap_bot_free(two[s].bot);
            }
        }
    return v;
}

static void test_search_sees_nothing_hidden(void **unused)
{
    (void)unused;
    Verdict v = judge(&honest, SANITIZED ? 2 : 15, 11);
    assert_true(v.decisions > 200);
    assert_int_equal(v.changed, 0);
}

static void test_a_cheat_is_caught(void **unused)
{
    (void)unused;
    Verdict v = judge(&cheating, 15, 11);
    assert_true(v.decisions > 200);
    assert_true(v.changed > v.decisions / 10);
}

static void test_who_peeks_while_watching_is_caught(void **unused)
{
    (void)unused;
    Verdict v = judge(&peeking, 15, 11);
    assert_true(v.decisions > 200);
    assert_true(v.changed > v.decisions / 10);
}

/* ------------------------------------------------- determinism, legality */

static void test_same_seed_same_moves(void **unused)
{
    (void)unused;
    static const char *const names[] = {"random", "search:1"};
    for (const TapGame *const *game = tap_games(); *game; game++)
        for (int k = 0; k < 2; k++) {
            TapSetup setup;
            TapState state;
            uint8_t  start[64];
            TapBot  *one = bot_of(names[k], 5), *two = bot_of(names[k], 5), *other = bot_of(names[k], 6);
            int      decisions = 0, differs = 0;
            tap_setup_init(&setup, *game, 3, NULL, 0, NULL);
            for (uint64_t n = 0; n < 4; n++) {
                tap_seed_from_number(n, start);
                tap_start(&setup, &state, start, NULL);
                while (!tap_over(&state) && decisions < 40) {
                    TapSeat seat = tap_first_of(tap_asked(&setup, &state));
                    TapMove m = tap_bot_decide(one, &setup, &state, seat);
                    assert_true(tap_same_move(m, tap_bot_decide(two, &setup, &state, seat)));
                    differs += !tap_same_move(m, tap_bot_decide(other, &setup, &state, seat));
                    assert_true(tap_answer(&setup, &state, seat, m, NULL));
                    decisions++;
                }
            }
            assert_true(decisions > 8);
            if (k == 0) assert_true(differs > 0); /* the seed counts */
            tap_bot_free(one);
            tap_bot_free(two);
            tap_bot_free(other);
        }
}

static void test_moves_are_legal_at_any_table(void **unused)
{
    (void)unused;
    static const int seats[] = {2, 3, 6, 10};
    TapRng           r;
    tap_rng_fast(&r, 3);
    int asked = 0;
    for (const TapGame *const *game = tap_games(); *game; game++)
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < (SANITIZED ? 2 : 8); i++) {
                TapSetup setup;
                TapState state;
                uint8_t  start[64];
                TapBot  *bot = bot_of("search:1", tap_rng_long(&r));
                random_setup(&setup, *game, seats[k], &r);
                TapSeat own = (TapSeat)tap_rng_below(&r, setup.seats);
                tap_seed_from_number(tap_rng_long(&r), start);
                tap_start(&setup, &state, start, NULL);
                while (!tap_over(&state)) {
                    TapSeat    seat = tap_first_of(tap_asked(&setup, &state));
                    TapChoices c;
                    tap_choices(&setup, &state, seat, &c);
                    TapMove m = tap_choices_pick(&c, &r);
                    if (seat == own && ++asked % (long_game(*game) ? 8 : 1) == 0)
                        m = tap_bot_decide(bot, &setup, &state, seat);
                    assert_true(tap_answer(&setup, &state, seat, m, NULL));
                }
                tap_bot_free(bot);
            }
    assert_true(asked > 100);
}

static void test_unknown_names_are_refused(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {"",
                                        "search",
                                        "search:0",
                                        "search:4",
                                        "search:11",
                                        "Random",
                                        "random ",
                                        "random,no-beliefs",
                                        "search:1,",
                                        "search:1,no",
                                        "search:1,no-beliefs,",
                                        "search:1no-beliefs",
                                        "search:1,no-beliefsx",
                                        "search:1,no-blueprintx",
                                        "random,no-blueprint",
                                        ",no-beliefs"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        TapError error = {""};
        assert_null(tap_bot_new(wrong[i], 1, &error));
        assert_non_null(strstr(error.text, "search:1"));
    }
    for (const char *const *name = tap_bot_names(); *name; name++) tap_bot_free(bot_of(*name, 1));
}

/* Each part that can be left out changes what is found, and what is found without it is legal. */
static void test_parts_can_be_left_out(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *options, *whole, *bot;
        bool        bet; /* what is asked first is a bet */
    } cases[] = {
        {"kings-council", NULL, "search:1,no-blueprint", "search:1,no-blueprint,no-beliefs", true},
        {"kings-council", NULL, "search:1,no-blueprint", "search:1,no-classes,no-blueprint", true},
        {"kings-council", NULL, "search:1,no-blueprint", "search:1,no-blueprint,no-policy", true},
        {"kings-council", NULL, "search:1,no-blueprint", "search:1,no-policy,no-beliefs,no-classes,no-blueprint", true},
        {"kings-council", NULL, "search:1", "search:1,no-blueprint", true},
        {"kings-council", "wager=shares", "search:1", "search:1,no-halving", false},
        {"kings-council", "wager=shares", "search:1", "search:1,no-halving,no-policy", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TapSetup setup;
        TapState state;
        TapHint  full[64], hint[64];
        setup_of(&setup, cases[i].game, 3, &cases[i].options, cases[i].options != NULL);
        tap_start(&setup, &state, (const uint8_t[64]){1}, NULL);
        TapSeat seat = tap_first_of(tap_asked(&setup, &state));
        assert_int_equal(state_at(&state)->question == Q_BET, cases[i].bet);
        TapBot *bot = bot_of(cases[i].whole, 1), *other = bot_of(cases[i].bot, 1);
        tap_bot_decide(bot, &setup, &state, seat);
        tap_bot_hints(bot, full, 64);
        TapMove m = tap_bot_decide(other, &setup, &state, seat);
        assert_true(tap_bot_hints(other, hint, 64) > 1);
        assert_true(hint[0].visits != full[0].visits || hint[0].value < full[0].value || hint[0].value > full[0].value);
        assert_true(tap_answer(&setup, &state, seat, m, NULL));
        tap_bot_free(bot);
        tap_bot_free(other);
    }
}

/* A level costs the same in every game: who simulates longer games simulates fewer. */
static void test_a_level_is_an_amount_of_work(void **unused)
{
    (void)unused;
    enum { STEPS = 2000, LEAST = 2 }; /* of search:1; of a simulation: a deal and an answer */
    for (const TapGame *const *game = tap_games(); *game; game++) {
        TapSetup setup;
        TapState state;
        uint8_t  start[64];
        TapBot  *bot[2] = {bot_of("search:1", 1), bot_of("search:2", 1)};
        tap_seed_from_number(1, start);
        tap_setup_init(&setup, *game, 4, NULL, 0, NULL);
        tap_start(&setup, &state, start, NULL);
        TapSeat    seat = tap_first_of(tap_asked(&setup, &state));
        TapChoices c;
        for (tap_choices(&setup, &state, seat, &c); !has_a_choice(&c); tap_choices(&setup, &state, seat, &c)) {
            tap_answer_trusted(&setup, &state, seat, tap_choice_nth(&c.choice[0], 0), NULL);
            seat = tap_first_of(tap_asked(&setup, &state));
        }
        for (int k = 0; k < 2; k++) tap_bot_decide(bot[k], &setup, &state, seat);
        uint64_t few = tap_bot_iterations(bot[0]), many = tap_bot_iterations(bot[1]);
        if (few < 10 || few > STEPS / LEAST || many < 5 * few || many > 20 * few)
            fail_msg("%s: %llu and %llu simulations", tap_game_id(*game), (unsigned long long)few,
                     (unsigned long long)many);
        for (int k = 0; k < 2; k++) tap_bot_free(bot[k]);
    }
}

/* ---------------------------------------------------------------- strength */

static void test_search_beats_random(void **unused)
{
    (void)unused;
    for (const TapGame *const *game = tap_games(); *game; game++) {
        TapSetup setup;
        TapState state;
        uint8_t  start[64];
        int      won = 0, games = long_game(*game) ? SANITIZED ? 2 : 12 : SANITIZED ? 12 : 80;
        const int seats = seats_for(*game, 2);
        tap_setup_init(&setup, *game, seats, NULL, 0, NULL);
        for (int n = 0; n < games; n++) { /* each deal from every side */
            const int searcher = n % seats;
            TapBot   *bot[TAP_SEATS];
            for (int i = 0; i < seats; i++)
                bot[i] = bot_of(i == searcher ? "search:1" : "random", (uint64_t)(n + 100 * i));
            tap_seed_from_number((uint64_t)(n / seats), start);
            tap_start(&setup, &state, start, NULL);
            while (!tap_over(&state)) {
                TapSeat seat = tap_first_of(tap_asked(&setup, &state));
                assert_true(tap_answer(&setup, &state, seat, tap_bot_decide(bot[seat], &setup, &state, seat), NULL));
            }
            int all = 0;
            for (int i = 0; i < seats; i++) all += tap_score(&setup, &state, (TapSeat)i), tap_bot_free(bot[i]);
            won += tap_score(&setup, &state, (TapSeat)searcher) - all / seats;
        }
        int least = (*game)->betting_rounds ? 2 * games : games / 2; /* where nobody bets, an ante or two is at stake */
        if (!SANITIZED && won < least) /* too few games there to tell strength from luck: it looks for other faults */
            fail_msg("%s: only %d chips in %d games", tap_game_id(*game), won, games);
    }
}

static void say(const TapSetup *setup, TapState *state, TapSeat seat, const char *words)
{
    TapMove  m;
    TapError error = {""};
    if (!tap_move_read(setup, state, seat, words, &m, &error)) fail_msg("%s: %s", words, error.text);
    assert_true(tap_answer(setup, state, seat, m, NULL));
}

/* What the bot would say here, for several seeds; each must satisfy the wish. */
static void expect(const TapSetup *setup, const TapState *state, TapSeat seat, const char *bot_name, const char *right,
                   const char *wrong)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        TapBot *bot = bot_of(bot_name, seed);
        char    words[160];
        TapMove m = tap_bot_decide(bot, setup, state, seat);
        tap_bot_free(bot);
        assert_true(tap_move_write(setup, state, seat, m, words, sizeof words));
        if (right && strcmp(words, right)) fail_msg("said '%s', not '%s'", words, right);
        if (wrong && !strcmp(words, wrong)) fail_msg("said '%s'", words);
    }
}

static void rig(TapSetup *setup, int deck, const char *const *face, int n)
{
    for (int i = 0; i < n; i++) {
        const TapDeck *of = setup->content->deck[deck];
        int            value = tap_deck_find(of, face[i]) + of->dice;
        tap_rig(&setup->rig, TAP_STREAM_DECK + deck, strcmp(face[i], "_") ? value : TAP_ANY);
    }
}

static const uint8_t any_seed[64] = {1};

static void test_best_pair_never_folds(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    setup_of(&setup, "rogues-and-warriors", 2, NULL, 0);
    setup.start = 1;
    rig(&setup, TAVERN, (const char *const[]){"W-wolf", "W-hawk"}, 2);
    tap_start(&setup, &state, any_seed, NULL);
    assert_null(tap_rig_fault(&setup, &state));
    say(&setup, &state, 1, "raise to 2");
    expect(&setup, &state, 0, "search:1", NULL, "fold");
    tap_start(&setup, &state, any_seed, NULL);
    say(&setup, &state, 1, "raise to 99");
    expect(&setup, &state, 0, "search:1", "call", NULL);
}

static void test_worst_pair_folds_to_everything(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    setup_of(&setup, "rogues-and-warriors", 2, NULL, 0);
    setup.start = 1;
    rig(&setup, TAVERN, (const char *const[]){"R-wolf", "R-horse"}, 2);
    tap_start(&setup, &state, any_seed, NULL);
    say(&setup, &state, 1, "raise to 99");
    expect(&setup, &state, 0, "search:1", "fold", NULL);
}

static void test_threes_are_kept(void **unused)
{
    (void)unused;
    static const struct {
        const char *dice[5], *right;
    } cases[] = {
        {{"3", "3", "3", "6", "6"}, "keep 3"},
        {{"6", "3", "6", "6", "6"}, "keep 3"},
        {{"6", "6", "1", "6", "6"}, "keep 1"},
        {{"5", "6", "4", "3", "3"}, "keep 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        TapSetup setup;
        TapState state;
        setup_of(&setup, "threes", 2, (const char *const[]){"wager=shares"}, 1);
        setup.start = 0;
        rig(&setup, SIX_SIDED, cases[i].dice, 5);
        tap_start(&setup, &state, any_seed, NULL);
        assert_null(tap_rig_fault(&setup, &state));
        expect(&setup, &state, 0, "search:2", cases[i].right, NULL);
    }
}

/* Three of the five have nothing in common with the King; two of them should go at once, and neither of the others. */
static void test_strangers_leave_the_council(void **unused)
{
    (void)unused;
    enum { WORTHY = 1 << 0 | 1 << 2 };
    TapSetup setup;
    TapState state;
    setup_of(&setup, "kings-council", 3, (const char *const[]){"wager=shares"}, 1);
    setup.start = 0;
    rig(&setup, TAVERN,
        (const char *const[]){"B-hare", "W-owl", "M-hare", "W-hawk", "L-owl", "_", "_", "_", "_", "_", "_", "_", "_",
                              "_", "_", "B-hare"},
        16);
    tap_start(&setup, &state, any_seed, NULL);
    assert_null(tap_rig_fault(&setup, &state));
    for (uint64_t seed = 0; seed < 6; seed++) {
        TapBot *bot = bot_of("search:2", seed);
        TapMove m = tap_bot_decide(bot, &setup, &state, 0);
        tap_bot_free(bot);
        assert_int_equal(__builtin_popcount(m.value), 2);
        assert_int_equal(m.value & WORTHY, 0);
    }
}

/* The hints are the decision: its move first, the visits what was simulated, values within what can be won. */
static void test_hints_tell_what_was_found(void **unused)
{
    (void)unused;
    TapSetup setup;
    TapState state;
    TapHint  hint[64];
    setup_of(&setup, "rogues-and-warriors", 4, NULL, 0);
    tap_start(&setup, &state, any_seed, NULL);
    TapSeat seat = tap_first_of(tap_asked(&setup, &state));
    TapBot *bot = bot_of("search:1,no-blueprint", 1);
    assert_int_equal(tap_bot_hints(bot, hint, 64), 0);
    TapMove  m = tap_bot_decide(bot, &setup, &state, seat);
    int      n = tap_bot_hints(bot, hint, 64);
    uint64_t visits = 0;
    assert_true(n >= 3);
    assert_true(tap_same_move(hint[0].move, m));
    for (int i = 0; i < n; i++) {
        TapState copy = state;
        visits += hint[i].visits;
        if (i) assert_true(hint[i].visits <= hint[i - 1].visits);
        assert_true(hint[i].value >= -200.f && hint[i].value <= 400.f);
        assert_true(tap_answer(&setup, &copy, seat, hint[i].move, NULL));
    }
    assert_int_equal(visits, tap_bot_iterations(bot));
    assert_int_equal(tap_bot_hints(bot, hint, 1), 1);
    tap_bot_free(bot);
    bot = bot_of("random", 1);
    tap_bot_decide(bot, &setup, &state, seat);
    assert_int_equal(tap_bot_hints(bot, hint, 64), 0);
    tap_bot_free(bot);
}

/* ------------------------------------------- every way of asking, in one small game */

/* The fair: who first reaches out gets a cake (ASK_FIRST), a high sealed bid gains more than a low one (ASK_ALL),
 * apples are free until the bell of the clock (ASK_ANY), and three coins are best put into the right purse (an
 * assignment). */
typedef struct Fair {
    Table   table;
    uint8_t apples;
    bool    rung;
} Fair;

enum { PASS = 1, GRAB, LOW, HIGH, TAKE, WAIT, BELL, PUT };
enum { Q_CAKE, Q_BID, Q_APPLES, Q_PURSE };
enum { COINS = 3, APPLES = 6, LEFT_PURSE = 0, RIGHT_PURSE = 1 };

static void cake_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    (void)setup, (void)t, (void)s;
    offer(c, PASS, 0, 0);
    offer(c, GRAB, 0, 0);
}
static void bid_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    (void)setup, (void)t, (void)s;
    offer(c, LOW, 0, 0);
    offer(c, HIGH, 0, 0);
}
static void apple_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    (void)setup, (void)t;
    if (s == CLOCK) {
        offer(c, BELL, 0, 0);
        return;
    }
    offer(c, WAIT, 0, 0);
    offer(c, TAKE, 0, 0);
}
static void purse_choices(const Setup *setup, const Table *t, Seat s, Choices *c)
{
    (void)setup, (void)t;
    offer_assignment(c, PUT, 0, s, first_items(COINS), (SeatSet)(1u << LEFT_PURSE | 1u << RIGHT_PURSE));
}
static SeatSet who_and_clock(const Setup *setup, const Table *t) { return who_everyone(setup, t) | only(CLOCK); }

static const Question fair_questions[] = {
    [Q_CAKE] = {.prompt = "Cake?", .who = who_everyone, .choices = cake_choices, .pass = PASS},
    [Q_BID] = {.prompt = "Bid?", .who = who_everyone, .choices = bid_choices},
    [Q_APPLES] = {.prompt = "Apple?", .who = who_and_clock, .choices = apple_choices},
    [Q_PURSE] = {.prompt = "Which purse?", .who = who_turn, .choices = purse_choices},
};

SCRIPT(fair_play, { Seat turn; SeatSet todo; })
{
    Fair *g = (Fair *)t;
    BEGIN;
    ASK_FIRST(everyone(t), 1, Q_CAKE);
    if (ANSWERED != NOBODY) t->score[ANSWERED] += 6;
    ASK_ALL(everyone(t), Q_BID);
    for (Seat s = 0; s < t->seats; s++) t->score[s] += ANSWER(s)->verb == HIGH ? 3 : 0;
    while (g->apples < APPLES && !g->rung) {
        ASK_ANY((SeatSet)(everyone(t) | only(CLOCK)), Q_APPLES);
        if (ANSWERED == CLOCK) g->rung = true;
        else if (ANSWER(ANSWERED)->verb == TAKE) t->score[ANSWERED] += 2;
        g->apples++;
    }
    IN_TURN_ORDER (f->turn, f->todo, everyone(t), 0) {
        ASK(f->turn, Q_PURSE);
        for (int i = 0; i < COINS; i++) t->score[f->turn] += tap_assigned(ANSWER(f->turn), i) == RIGHT_PURSE ? 2 : 0;
    }
    END;
}

static void fair_setup(const Setup *setup, Table *t, Env *e) { (void)setup, (void)t, (void)e; }
static void fair_pieces(const Setup *setup, Table *t, Pieces *p) { (void)setup, (void)t, (void)p; }

static const Act  fair_acts[] = {ACT(fair_play, NO_ROLE)};
static const Verb fair_verbs[] = {{.word = NULL},   {.word = "pass"}, {.word = "grab"},
                                  {.word = "low"},  {.word = "high"}, {.word = "take"},
                                  {.word = "wait"}, {.word = "bell"}, {.word = "put"}};
static const Game fair = {
    .id = "fair",
    .title = "The Fair",
    .min_seats = 2,
    .max_seats = 6,
    .size = sizeof(Fair),
    .acts = fair_acts,
    .act_n = 1,
    .questions = fair_questions,
    .question_n = 4,
    .verbs = fair_verbs,
    .verb_n = 9,
    .setup = fair_setup,
    .pieces = fair_pieces,
};

static void test_every_way_of_asking(void **unused)
{
    (void)unused;
    int asked[PUT + 1] = {0};
    for (int seats = 2; seats <= 6; seats += 2)
        for (uint64_t n = 0; n < 3; n++) {
            TapSetup setup;
            TapState state;
            TapRng   r;
            TapBot  *bot = bot_of("search:1", n);
            tap_rng_fast(&r, n);
            assert_true(tap_setup_init(&setup, &fair, seats, NULL, 0, NULL));
            tap_start(&setup, &state, any_seed, NULL);
            while (!tap_over(&state)) {
                SeatSet among = tap_asked(&setup, &state);
                Seat    seat = tap_first_of(among);
                Choices c;
                if (tap_asks_anyone(&state))
                    for (uint32_t k = tap_rng_below(&r, (uint32_t)count(among)); k > 0; k--)
                        seat = tap_first_of(among = less(among, seat));
                tap_choices(&setup, &state, seat, &c);
                Move m = tap_bot_decide(bot, &setup, &state, seat);
                /* Seat 1 is first in order; whoever comes later may as well pass. */
                if ((m.verb == PASS && seat == 1) || m.verb == LOW || m.verb == WAIT)
                    fail_msg("seat %d of %d says %s", seat, seats, fair_verbs[m.verb].word);
                for (int i = 0; m.verb == PUT && i < COINS; i++) assert_int_equal(tap_assigned(&m, i), RIGHT_PURSE);
                asked[m.verb]++;
                assert_true(tap_answer(&setup, &state, seat, m, NULL));
            }
            tap_bot_free(bot);
        }
    assert_true(asked[GRAB] && asked[HIGH] && asked[TAKE] && asked[BELL] && asked[PUT]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_sees_nothing_hidden),
        cmocka_unit_test(test_a_cheat_is_caught),
        cmocka_unit_test(test_who_peeks_while_watching_is_caught),
        cmocka_unit_test(test_same_seed_same_moves),
        cmocka_unit_test(test_moves_are_legal_at_any_table),
        cmocka_unit_test(test_unknown_names_are_refused),
        cmocka_unit_test(test_parts_can_be_left_out),
        cmocka_unit_test(test_a_level_is_an_amount_of_work),
        cmocka_unit_test(test_search_beats_random),
        cmocka_unit_test(test_best_pair_never_folds),
        cmocka_unit_test(test_worst_pair_folds_to_everything),
        cmocka_unit_test(test_threes_are_kept),
        cmocka_unit_test(test_strangers_leave_the_council),
        cmocka_unit_test(test_every_way_of_asking),
        cmocka_unit_test(test_hints_tell_what_was_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
