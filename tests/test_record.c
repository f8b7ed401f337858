/* Records: round trips, undo, marks, positions on the way, and every way to break one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <taproom/record.h>

#include "record/inside.h"
#include "support.h"

/* ------------------------------------------------------------------ tools */

static TapSetup make_setup(const char *game, int seats, const char *const *options, int n)
{
    TapSetup setup;
    TapError error = {{0}};
    if (!tap_setup_init(&setup, tap_game_find(game), seats, options, n, &error)) fail_msg("%s", error.text);
    return setup;
}

static TapSeat any_asked(const TapRecord *r, TapRng *rng)
{
    TapSeatSet asked = tap_asked(tap_record_setup(r), tap_record_state(r));
    for (uint32_t skip = tap_rng_below(rng, (uint32_t)tap_count(asked)); skip; skip--) asked &= (TapSeatSet)(asked - 1);
    return tap_first_of(asked);
}

static void answer_at_random(TapRecord *r, TapRng *rng, bool timeout)
{
    TapSeat    seat = any_asked(r, rng);
    TapChoices c;
    tap_choices(tap_record_setup(r), tap_record_state(r), seat, &c);
    assert_true(tap_record_answer(r, seat, tap_choices_pick(&c, rng), timeout, NULL));
}

static TapRecord *read_or_fail(const char *text)
{
    int      line = 0;
    TapError error = {{0}};
    TapRecord *r = tap_record_read(text, &line, &error);
    if (!r) fail_msg("line %d: %s\n%s", line, error.text, text);
    return r;
}

/* Written, read and written again it is the same text, and leads to the same state. */
static void assert_survives_text(const TapRecord *r)
{
    char      *text = tap_record_write(r);
    TapRecord *again = read_or_fail(text);
    char      *text_again = tap_record_write(again);
    assert_string_equal(text, text_again);
    assert_memory_equal(tap_record_state(r), tap_record_state(again), tap_state_size(tap_record_setup(r)));
    assert_int_equal(tap_record_answers(r), tap_record_answers(again));
    assert_int_equal(tap_record_was_undone(r), tap_record_was_undone(again));
    tap_record_free(again);
    free(text);
    free(text_again);
}

/* ------------------------------------------------------------- round trips */

/* A whole random game, with some timeouts and some undoing. Undoing ends after a while, so the game does too. */
static void play_and_check(const TapSetup *setup, uint64_t number)
{
    uint8_t seed[64];
    TapRng  rng;
    tap_seed_from_number(number, seed);
    tap_rng_fast(&rng, number);
    TapRecord *r = tap_record_new(setup, seed, NULL);
    for (int undone = 0; !tap_over(tap_record_state(r));) {
        answer_at_random(r, &rng, !tap_rng_below(&rng, 8));
        if (undone < 3 && !tap_rng_below(&rng, 8)) {
            assert_true(tap_record_undo(r, (int)tap_rng_below(&rng, (uint32_t)tap_record_answers(r) + 1)));
            undone++;
        }
    }
    assert_survives_text(r);
    tap_record_free(r);
}

/* ENG-06, CONC-02: every pair of switches of every game that does not clash, for every number of seats. */
static void test_every_pair_of_options_survives_text(void **state)
{
    (void)state;
    uint64_t number = 1;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        int n, min, max, best, played = 0;
        const TapOption *option = tap_game_options(*g, &n);
        tap_game_seats(*g, &min, &max, &best);
        for (int seats = min; seats <= max; seats++) {
            TapSetup usual;
            assert_true(tap_setup_init(&usual, *g, seats, NULL, 0, NULL)); /* not every game has options */
            play_and_check(&usual, number++);
            played++;
            for (int a = 0; a < n; a++)
                for (int b = a; b < n; b++) {
                    char words[2][80];
                    const char *given[2] = {words[0], words[1]};
                    TapSetup setup;
                    tap_option_write(&option[a], option[a].type == TAP_NUMBER ? option[a].usual : option[a].hi,
                                     words[0], sizeof words[0]);
                    tap_option_write(&option[b], option[b].type == TAP_NUMBER ? option[b].usual : option[b].hi,
                                     words[1], sizeof words[1]);
                    if (!tap_setup_init(&setup, *g, seats, given, 2, NULL)) continue;
                    play_and_check(&setup, number++);
                    played++;
                }
        }
        assert_true(n ? played > 2 * (max - min + 1) : played == max - min + 1);
    }
}

/* All that a header may say comes back as it was. */
static void test_header_survives_text(void **state)
{
    (void)state;
    const char *option[] = {"split=king", "min-raise", "dragon-cards"};
    TapSetup setup = make_setup("kings-council", 4, option, 3);
    setup.stack[0] = 7;
    setup.stack[3] = 0;
    setup.pot = 15;
    setup.start = 2;
    for (int i = 0; i < 20; i++) tap_rig(&setup.rig, TAP_STREAM_DECK, i % 5 ? TAP_ANY : 4 + i);
    tap_rig(&setup.rig, TAP_STREAM_SEAT, 0);
    uint8_t seed[64];
    tap_seed_from_text("a word", seed);
    TapRecord *r = tap_record_new(&setup, seed, NULL);
    tap_record_set_player(r, 0, "you");
    tap_record_set_player(r, 1, "  Anna # \"the\\ Red\"\nDragon ");
    tap_record_set_player(r, 3, "\xC3\x84\xC3\x96 # 3");
    tap_record_set_player(r, 9, "nobody sits here");
    assert_string_equal(tap_record_player(r, 1), "Anna # \"the\\ Red\" Dragon");
    assert_null(tap_record_player(r, 2));
    assert_null(tap_record_player(r, 9));
    assert_survives_text(r);
    char      *text = tap_record_write(r);
    TapRecord *again = read_or_fail(text);
    const TapSetup *back = tap_record_setup(again);
    assert_string_equal(tap_record_player(again, 0), "you");
    assert_string_equal(tap_record_player(again, 1), "Anna # \"the\\ Red\" Dragon");
    assert_string_equal(tap_record_player(again, 3), "\xC3\x84\xC3\x96 # 3");
    assert_memory_equal(back->stack, setup.stack, sizeof setup.stack);
    assert_memory_equal(back->option, setup.option, sizeof setup.option);
    assert_memory_equal(&back->rig, &setup.rig, sizeof setup.rig);
    assert_int_equal(back->pot, 15);
    assert_int_equal(back->start, 2);
    assert_memory_equal(tap_record_seed(again), seed, sizeof seed);
    free(text);
    tap_record_free(again);
    tap_record_free(r);
}

/* A long name is cut between two characters. */
static void test_long_name_is_cut_between_characters(void **state)
{
    (void)state;
    TapSetup  setup = make_setup("threes", 2, NULL, 0);
    uint8_t   seed[64] = {0};
    char      name[202] = "x"; /* one byte, then a hundred characters of two */
    for (int i = 1; i < 201; i += 2) memcpy(name + i, "\xC3\xA4", 3);
    TapRecord *r = tap_record_new(&setup, seed, NULL);
    tap_record_set_player(r, 0, name);
    size_t n = strlen(tap_record_player(r, 0));
    assert_true(n > 50 && n % 2 == 1);
    assert_survives_text(r);
    tap_record_free(r);
}

static const char *const short_game =
    "taproom 1\ngame rogues-and-warriors 2\nseats 2\nstart 1\nseed ale\n"
    "rig deck W-wolf R-owl L-hawk M-hare\n";

/* What people write is forgiven; what is written back is the one canonical form. */
static void test_hand_written_text_becomes_canonical(void **state)
{
    (void)state;
    TapRecord *r = read_or_fail(
        "\xEF\xBB\xBF# a comment\n\ntaproom 1 # one\r\n  game rogues-and-warriors 2\nseats 2\nstart 1\nseed 42\n"
        "rig deck 2*_ L-HAWK _\n1 Raises to 6 # big\n2 calls 6 timeout\n2 reveals #2\n"
        "expect asked 1  # waits\n");
    char *text = tap_record_write(r);
    assert_non_null(strstr(text, "rig deck _ _ L-hawk _\n"));
    assert_non_null(strstr(text, "\n1 raise to 6\n2 call timeout\n2 reveal "));
    assert_non_null(strstr(text, "\nexpect asked 1\n"));
    assert_int_equal(tap_record_expects(r), 1);
    free(text);
    assert_survives_text(r);
    tap_record_free(r);
}

/* ------------------------------------------------------------------ answers */

static void test_timeout_mark(void **state)
{
    (void)state;
    char text[400];
    snprintf(text, sizeof text, "%s1 checks\n2 folds timeout\nexpect over\n", short_game);
    TapRecord *r = read_or_fail(text);
    char *written = tap_record_write(r);
    assert_non_null(strstr(written, "\n1 check\n2 fold timeout\n"));
    free(written);
    tap_record_free(r);
}

/* Nobody else may answer, and nothing illegal; the record and its state stay as they were. */
static void test_illegal_answers_change_nothing(void **state)
{
    (void)state;
    TapRecord *r = read_or_fail(short_game);
    TapState   before = *tap_record_state(r);
    char      *text = tap_record_write(r);
    TapChoices c;
    tap_choices(tap_record_setup(r), tap_record_state(r), 0, &c);
    TapMove legal = tap_choice_nth(&c.choice[0], 0), much = tap_choice_nth(&c.choice[2], 0);
    much.value = 100000;
    assert_false(tap_record_answer(r, 1, legal, false, NULL));
    assert_false(tap_record_answer(r, 0, much, false, NULL));
    assert_false(tap_record_answer(r, 0, (TapMove){0}, false, NULL));
    static const TapSeat wrong[] = {-1, 2, 9, TAP_CLOCK, 11, 100, -128};
    for (size_t i = 0; i < sizeof wrong; i++) assert_false(tap_record_answer(r, wrong[i], legal, false, NULL));
    assert_memory_equal(&before, tap_record_state(r), tap_state_size(tap_record_setup(r)));
    char *after = tap_record_write(r);
    assert_string_equal(text, after);
    free(text);
    free(after);
    tap_record_free(r);
}

/* Each position on the way is the one that was there, and its events are those that were told. */
static void test_state_at_gives_positions_and_events(void **state)
{
    (void)state;
    const char *option[] = {"wager=shares"}; /* nobody folds: twenty answers it is */
    TapSetup setup = make_setup("kings-council", 10, option, 1);
    TapRng   rng;
    uint8_t  seed[64] = {3};
    enum { MOST = 400 };
    static TapState seen[MOST];
    static TapLog   log, told;
    static int      events[MOST];
    tap_rng_fast(&rng, 11);
    memset(&log, 0, sizeof log);
    TapRecord *r = tap_record_new(&setup, seed, &log);
    int n = 0;
    for (;; n++) {
        assert_true(n < MOST);
        seen[n] = *tap_record_state(r);
        events[n] = log.n;
        if (tap_over(tap_record_state(r))) break;
        TapChoices c;
        TapSeat seat = any_asked(r, &rng);
        tap_choices(&setup, tap_record_state(r), seat, &c);
        TapMove m = tap_choices_pick(&c, &rng);
        memset(&log, 0, sizeof log);
        assert_true(tap_record_answer(r, seat, m, false, &log));
        TapSeat said;
        TapMove move;
        assert_true(tap_record_answer_at(r, n, &said, &move));
        assert_int_equal(said, seat);
        assert_true(tap_same_move(move, m));
    }
    assert_true(n > 16); /* more than one checkpoint */
    for (int i = n; i >= 0; i--) {
        TapState s;
        memset(&told, 0, sizeof told);
        assert_true(tap_record_state_at(r, i, &s, &told));
        assert_memory_equal(&s, &seen[i], tap_state_size(&setup));
        assert_int_equal(told.n, events[i]);
    }
    TapState untouched;
    memset(&untouched, 0x5A, sizeof untouched);
    TapState copy = untouched;
    assert_false(tap_record_state_at(r, n + 1, &untouched, NULL));
    assert_false(tap_record_state_at(r, -1, &untouched, NULL));
    assert_memory_equal(&copy, &untouched, sizeof copy);
    TapSeat seat = 77;
    TapMove move;
    assert_false(tap_record_answer_at(r, n, &seat, &move));
    assert_false(tap_record_answer_at(r, -1, &seat, &move));
    assert_int_equal(seat, 77);
    tap_record_free(r);
}

/* ---------------------------------------------------------------------- undo */

/* The same answers after an undo meet the same chance; other answers may follow; nothing is deleted from the text. */
static void test_undo_keeps_chance_and_text(void **state)
{
    (void)state;
    TapSetup setup = make_setup("threes", 3, NULL, 0);
    for (uint64_t number = 0; number < 20; number++) {
        uint8_t seed[64];
        TapRng  rng;
        tap_seed_from_number(number, seed);
        tap_rng_fast(&rng, number);
        TapRecord *r = tap_record_new(&setup, seed, NULL);
        while (!tap_over(tap_record_state(r))) answer_at_random(r, &rng, false);
        TapState over = *tap_record_state(r);
        int n = tap_record_answers(r), to = (int)tap_rng_below(&rng, (uint32_t)n + 1);
        TapSeat seat[400];
        TapMove move[400];
        assert_true(n < 400);
        for (int i = 0; i < n; i++) assert_true(tap_record_answer_at(r, i, &seat[i], &move[i]));
        assert_false(tap_record_was_undone(r));
        assert_false(tap_record_undo(r, n + 1));
        assert_false(tap_record_undo(r, -1));
        assert_true(tap_record_undo(r, n)); /* to where it is: nothing happens */
        assert_false(tap_record_was_undone(r));
        assert_true(tap_record_undo(r, to));
        assert_int_equal(tap_record_was_undone(r), to < n);
        assert_int_equal(tap_record_answers(r), to);
        TapState there;
        assert_true(tap_record_state_at(r, to, &there, NULL));
        assert_memory_equal(&there, tap_record_state(r), tap_state_size(&setup));
        for (int i = to; i < n; i++) assert_true(tap_record_answer(r, seat[i], move[i], false, NULL));
        assert_memory_equal(&over, tap_record_state(r), tap_state_size(&setup));
        assert_survives_text(r);
        char *text = tap_record_write(r), line[40];
        snprintf(line, sizeof line, "\nundo to %d\n", to);
        if (to < n) assert_non_null(strstr(text, line));
        int lines = 0;
        for (const char *p = text; (p = strchr(p, '\n')); p++) lines++;
        assert_int_equal(lines, 4 + n + (to < n) + (n - to)); /* header, answers, undo, answers again */
        free(text);
        tap_record_free(r);
    }
}

static void test_undo_in_text(void **state)
{
    (void)state;
    char text[600];
    snprintf(text, sizeof text,
             "%s1 bets 5\n2 folds\nexpect over\nundo to 1\nexpect asked 2\nexpect answers 1\nexpect pot 7\n"
             "2 calls\nundo to 0\nundo to 0\nexpect asked 1\n1 checks\nexpect asked 2\n",
             short_game);
    TapRecord *r = read_or_fail(text);
    assert_int_equal(tap_record_answers(r), 1);
    assert_true(tap_record_was_undone(r));
    assert_survives_text(r);
    tap_record_free(r);
}

/* ------------------------------------------------------------ broken records */

typedef struct Broken {
    const char *text;
    int         line;
    const char *reason; /* a part of it */
} Broken;

#define TOP "taproom 1\ngame rogues-and-warriors 2\n"
#define TWO TOP "seats 2\nstart 1\n"
static const Broken broken[] = {
    /* the first lines */
    {"", 0, "begins with 'taproom 1'"},
    {"\n\n# nothing\n", 3, "begins with 'taproom 1'"},
    {"hello\n", 1, "begins with 'taproom 1'"},
    {"taproom\n", 1, "write 'taproom 1'"},
    {"taproom 2\n", 1, "record format 2; this program reads format 1"},
    {"taproom 1\ntaproom 1\n", 2, "said twice"},
    {"taproom 1\nseats 2\n", 2, "second statement is 'game"},
    {"taproom 1\ngame poker 1\n", 2, "there is no game 'poker'; `taproom games` lists them"},
    {"taproom 1\ngame threes\n", 2, "rules version"},
    {"taproom 1\ngame threes 0\n", 2, "was recorded with rules version 0 of Threes, this program plays version 2"},
    {"taproom 1\ngame threes 99\nseats 2\n", 2, "was recorded with rules version 99 of Threes"},
    {"taproom 1\ngame threes 2\ngame threes 2\n", 3, "said twice"},
    {"taproom 1\ngame threes 2\n", 2, "number of seats is not said"},
    /* the setup */
    {TOP "seats\n", 3, "'seats' needs a number"},
    {TOP "seats two\n", 3, "'seats' needs a number"},
    {TOP "seats 11\n", 3, "'seats' needs a number"},
    {TOP "seats 99999999999999999999\n", 3, "'seats' needs a number"},
    {TOP "seats 1\n", 3, "is for 2 to 10 seats, not 1"},
    {TOP "seats 2\nseats 3\n", 4, "'seats' is said twice; first in line 3"},
    {TOP "option\n", 3, "write 'option NAME'"},
    {TOP "option jokers\nseats 2\n1 checks\n", 3, "has no option 'jokers'"},
    {TOP "seats 2\noption exchange\noption ante=many\n", 5, "takes a whole number"},
    {TOP "seats 2\noption ante=-1\n", 4, "takes a whole number"},
    /* settings that exclude each other: ENG-07, SHARE-A5, THREES-A5, HUNT-A1 */
    {TOP "seats 2\noption wager=shares\noption split=king\n", 5, "does not go with"},
    {"taproom 1\ngame threes 2\noption dragon-cards\nseats 2\n", 3, "does not go with"},
    {"taproom 1\ngame dragon-hunt 2\noption the-meeting-place\noption the-forgetful-leader\nseats 2\n", 4,
     "does not go with"},
    {"taproom 1\ngame dragon-hunt 2\noption the-meeting-place\noption deadly-encounter\nseats 2\n", 4,
     "does not go with"},
    {TOP "player 1 you\nplayer 1 me\n", 4, "said twice"},
    {TOP "player 0 you\n", 3, "'player' needs a seat number"},
    {TOP "seats 2\nplayer 3 me\n", 4, "there is no seat 3"},
    {TOP "seats 2\nstacks 5\n", 4, "2 seats and 1 stacks"},
    {TOP "seats 2\nstacks 5 5 5\n", 4, "2 seats and 3 stacks"},
    {TOP "seats 2\nstacks 5 -5\n", 4, "'-5' is no stack"},
    {TOP "seats 2\nstacks 5 1000001\n", 4, "is no stack"},
    {TOP "seats 2\nstacks 1 1 1 1 1 1 1 1 1 1 1\n", 4, "more than 10 stacks"},
    {TOP "seats 2\npot lots\n", 4, "'pot' needs a number"},
    {TOP "seats 2\npot -1\n", 4, "'pot' needs a number"},
    {TOP "seats 2\nstart 0\n", 4, "'start' needs a seat number"},
    {TOP "seats 2\nstart 3\n", 4, "seat 3 cannot start"},
    {TOP "seats 2\nseed\n", 4, "'seed' needs a word"},
    {TOP "seats 2\nseed 1\nseed 2\n", 5, "'seed' is said twice"},
    /* rigs */
    {TOP "seats 2\nrig\n", 4, "write 'rig deck'"},
    {TOP "seats 2\nrig cards W-wolf\n", 4, "write 'rig deck'"},
    {TOP "seats 2\nrig deck W-cat\n", 4, "'W-cat' is no card"},
    {TOP "seats 2\nrig deck 0*W-wolf\n", 4, "write repeats"},
    {TOP "seats 2\nrig deck x*W-wolf\n", 4, "write repeats"},
    {TOP "seats 2\nrig deck 1025*_\n", 4, "write repeats"},
    {TOP "seats 2\nrig deck 1000*_\nrig dice 25*_\n", 5, "at most 1024"},
    {TOP "seats 2\nrig dice 0\n", 4, "'0' is no die"},
    {TOP "seats 2\nrig seat 0\n", 4, "cannot be rigged"},
    {TOP "seats 2\nrig seat 3\n", 4, "the rig of seat asks for what cannot be had"},
    {TOP "seats 2\nrig deck 2*W-wolf\n", 4, "the rig of deck asks for what cannot be had"},
    {TOP "seats 2\nrig deck D-red\n", 4, "the rig of deck asks for what cannot be had"},
    {"taproom 1\ngame threes 2\nseats 2\nrig dice 7\n", 4, "'7' is no die of this game"},
    {TOP "option exchange\nseats 2\nstart 1\nrig deck W-wolf 3*_ W-wolf\n1 checks\n2 checks\n1 reveals W-wolf\n2 "
         "reveals #1\n"
         "1 checks\n2 checks\n1 exchanges #2\n",
     13, "the rig of deck asks for what cannot be had"},
    /* answers */
    {TWO "2 checks\n", 5, "seat 2 is not asked; seat 1 is"},
    {TWO "1 checks\n2 checks\n1 reveals #1\n1 reveals #2\n", 8, "seat 1 is not asked; seat 2 is"},
    {TOP "seats 3\nstart 1\n1 checks\n2 checks\n3 checks\n1 reveals #1\n1 reveals #2\n", 9,
     "seat 1 is not asked; seats 2 and 3 are"},
    {TWO "1 folds\n2 checks\n", 6, "the game is over"},
    {TWO "3 checks\n", 5, "there is no seat '3'; there are 2"},
    {TWO "0 checks\n", 5, "there is no seat '0'"},
    {TWO "clock rings\n", 5, "the clock is not asked"},
    {TWO "1\n", 5, "is no answer here"},
    {TWO "1 timeout\n", 5, "is no answer here"},
    {TWO "1 dances\n", 5, "Possible: fold, check, raise"},
    {TWO "1 calls\n", 5, "is no answer here"},
    {TWO "1 raises to 100\n", 5, "is not possible now"},
    {TWO "1 raises to 99999999999\n", 5, "is not possible now"},
    {TWO "1 raises\n", 5, "is not possible now"},
    {TWO "sing a song\n", 5, "'sing' begins no statement"},
    {TWO "1 checks\nseats 3\n", 6, "'seats' stands before the first answer"},
    {TWO "1 checks\nrig dice 3\n", 6, "'rig' stands before the first answer"},
    {TWO "1 checks\x01\n", 5, "control character"},
    /* undo */
    {TWO "undo\n", 5, "write 'undo to'"},
    {TWO "undo to\n", 5, "write 'undo to'"},
    {TWO "undo to -1\n", 5, "write 'undo to'"},
    {TWO "1 checks\nundo to 2\n", 6, "cannot go back to 2 answers: there are 1"},
    {TWO "1 checks\nundo to 1 or 0\n", 6, "write 'undo to'"},
    /* refuse */
    {TWO "refuse\n", 5, "needs a seat and an answer"},
    {TWO "refuse 9 folds\n", 5, "needs a seat and an answer"},
    {TWO "refuse 1 foldz\n", 5, "proves nothing"},
    {TWO "refuse 1\n", 5, "proves nothing"},
    {TWO "refuse 1 folds\n", 5, "should be refused and is legal"},
    {TWO "1 checks\nrefuse 2 raises to 99\n", 6, "should be refused and is legal"},
    /* expect */
    {TWO "expect\n", 5, "cannot be expected"},
    {TWO "expect miracles\n", 5, "'miracles' cannot be expected"},
    {TWO "expect over\n", 5, "the game is not over"},
    {TWO "1 folds\nexpect not over\n", 6, "not expected, but so: over"},
    {TWO "expect over now\n", 5, "stands alone"},
    {TWO "expect asked\n", 5, "write 'expect asked'"},
    {TWO "expect asked 2\n", 5, "asked: 1"},
    {TWO "expect asked nobody\n", 5, "asked: 1"},
    {TWO "expect asked 7\n", 5, "'7' is no seat"},
    {TWO "expect score 0\n", 5, "needs 2 numbers"},
    {TWO "expect score 0 0 0\n", 5, "needs 2 numbers"},
    {TWO "expect score 1 _\n", 5, "score is 0 0"},
    {TWO "expect money 100 99\n", 5, "money is 99 99"},
    {TWO "expect pot 3\n", 5, "pot is 2"},
    {TWO "expect pot\n", 5, "needs one number"},
    {TWO "expect start 2\n", 5, "start is 1"},
    {TWO "expect answers 1\n", 5, "answers is 0"},
    {TWO "expect phase Showdown\n", 5, "the phase is \"Betting\""},
    {TWO "expect choices fold, check\n", 5, "the choices are fold, check, raise to 1..99"},
    {TWO "expect choices fold, check, check, raise to 1..99\n", 5, "the choices are"},
    {TWO "expect choices 2: fold\n", 5, "the choices are none"},
    {TWO "expect choices 5: fold\n", 5, "'5' is no seat"},
    {TWO "expect sees\n", 5, "is no viewer"},
    {TWO "expect sees clock hand 1 ??\n", 5, "is no viewer"},
    {TWO "expect sees 1\n", 5, "write 'expect sees VIEWER ZONE OWNER'"},
    {TWO "expect sees 1 hand\n", 5, "owns nothing"},
    {TWO "expect sees 1 hand 2\n", 5, "say what is seen"},
    {TWO "expect sees 1 hand 2 W-wolf ??\n", 5, "what is seen there is ?? ??"},
    {TWO "expect sees 1 horde 2 W-wolf\n", 5, "there is no such place"},
    {TWO "expect sees 1 hand 2 1025*??\n", 5, "write repeats"},
    {TWO "expect size hand 1 3\n", 5, "size is 2"},
    {TWO "expect size\n", 5, "write 'expect size"},
    {TWO "expect counter coins 1 98\n", 5, "coins is 99"},
    {TWO "expect counter luck 1 98\n", 5, "luck is none"},
    {TWO "expect counter coins 1\n", 5, "needs a value"},
    {TWO "1 checks\nexpect says Seat 1 checks.\n", 6, "is no viewer"},
    {TWO "1 checks\nexpect says \"Seat 1 folds.\"\n", 6, "the last words are: Seat 1 checks."},
    {TWO "1 checks\nexpect says 9 \"Seat 1 checks.\"\n", 6, "is no viewer"},
};

static void test_broken_records_name_line_and_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        int      line = -1;
        TapError error = {{0}};
        TapRecord *r = tap_record_read(broken[i].text, &line, &error);
        if (r) fail_msg("should be refused:\n%s", broken[i].text);
        if (line != broken[i].line || !strstr(error.text, broken[i].reason))
            fail_msg("line %d: %s\ninstead of line %d: %s\n%s", line, error.text, broken[i].line, broken[i].reason,
                     broken[i].text);
        assert_null(strchr(error.text, '\n'));
        assert_null(tap_record_read(broken[i].text, NULL, NULL));
    }
    TapError error = {{0}};
    assert_null(tap_record_read(TWO "2 checks\n", NULL, &error));
    assert_string_equal(error.text, "line 5: seat 2 is not asked; seat 1 is");
}

static void test_oversized_lines_are_refused(void **state)
{
    (void)state;
    size_t   big = 100000;
    char    *text = malloc(big + 100);
    int      line;
    TapError error = {{0}};
    static const char *const start[] = {"",          "# ", "seed ",         "option ",  "player 1 ",
                                        "rig deck ", "1 ", "expect phase ", "refuse 1 "};
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
        int n = sprintf(text, "%s%s", TWO, start[i]);
        memset(text + n, 'x', big);
        strcpy(text + n + big, "\n");
        assert_null(tap_record_read(text, &line, &error));
        assert_int_equal(line, 5);
        assert_non_null(strstr(error.text, "at most 4095 characters"));
        /* just short enough to be looked at */
        memset(text + n, 'x', 4000);
        strcpy(text + n + 4000, "\n");
        TapRecord *r = tap_record_read(text, &line, &error);
        assert_int_equal(r != NULL, i == 1 || i == 2);
        tap_record_free(r);
    }
    free(text);
}

/* Noise in a good record is refused or read, never a crash (the sanitizers watch). */
static void test_noise_is_harmless(void **state)
{
    (void)state;
    static const char *const good = "taproom 1\ngame threes 2\noption hidden-fate\noption dragon-cards\noption "
                                    "split=king\nseats 3\nplayer 1 \"you # 1\"\nstacks 9 _ 30\npot 4\nstart 2\n"
                                    "seed 7\nrig deck D-red _ 1*B-owl\nrig dice 4*1 3 3 3 2 4*_\n2 keeps 3\nexpect "
                                    "asked _\n2 bets 3 timeout\nundo to 1\n"
                                    "refuse 2 declares 3\nexpect sees 1 fate 1 D-red\nexpect counter coins 1 8\nexpect "
                                    "choices fold, check, raise to 1..99\n"
                                    "expect says \"Seat 2 keeps every 3.\"\n";
    static const char salt[] = "\n\n  \t#\"\\*_?,.:-0199timeout\x01\x7F\xC3\xFF";
    TapRng rng;
    tap_rng_fast(&rng, 5);
    size_t n = strlen(good);
    char   text[1024];
    int    read = 0;
    for (int round = 0, rounds = getenv("TAPROOM_LONG") ? 200000 : 4000; round < rounds; round++) {
        strcpy(text, good);
        for (uint32_t k = 1 + tap_rng_below(&rng, 3); k; k--) {
            size_t at = tap_rng_below(&rng, (uint32_t)n), len = tap_rng_below(&rng, 30);
            switch (tap_rng_below(&rng, 4)) {
            case 0: text[at] = salt[tap_rng_below(&rng, sizeof salt - 1)]; break;
            case 1:
                memmove(text + at, text + (at + len < n ? at + len : n), n + 1 - (at + len < n ? at + len : n));
                break;
            case 2: text[at] = 0; break;
            default: memcpy(text + at, good + tap_rng_below(&rng, (uint32_t)n - 30), at + 30 < n ? 30 : 1); break;
            }
        }
        int      line;
        TapError error = {{0}};
        TapRecord *r = tap_record_read(text, &line, &error);
        if (r) assert_survives_text(r), read++;
        else assert_true(error.text[0]);
        tap_record_free(r);
    }
    assert_true(read > 10);
}

/* Statements that only some games use, by a game that is registered nowhere: roles, stages, decks and dice by their
 * names, and windows in which everybody passes. */
static void test_cast_stage_pass(void **state)
{
    (void)state;
    static const char text[] =
        "taproom 1\ngame parlour 1\nseats 3\ncast _ seer juggler\nstage 1 courage 4\nstage 3 courage 1\n"
        "rig tricks t101 t104 2*_ t100\nrig weather storm sun rain\nrig coin tails\n"
        "1 play t101\nexpect asked 2 3\npass\nexpect score 4 0 0\n2 rest\n3 play #1\npass on\nexpect asked 1\n"
        "expect score 4 0 13\n";
    const TapGame *const games[] = {&parlour, NULL};
    TapError   error = {""};
    int        line = 0;
    TapRecord *r = record_read_of(games, text, NULL, &line, &error);
    CHECK(r, "line %d: %s", line, error.text);
    char *written = tap_record_write(r);
    assert_non_null(strstr(written, "cast _ seer juggler\nstage 1 courage 4\nstage 3 courage 1\n"));
    assert_non_null(strstr(written, "rig tricks t101 t104 _ _ t100\nrig weather storm sun rain\nrig coin tails\n"));
    assert_non_null(strstr(written, "1 play t101\nexpect asked 2 3\n2 pass\n3 pass\n")); /* as ordinary answers */
    TapRecord *again = record_read_of(games, written, NULL, &line, &error);
    CHECK(again, "line %d: %s", line, error.text);
    char *twice = tap_record_write(again);
    assert_string_equal(written, twice);
    static const struct {
        const char *text;
        int         line;
        const char *why;
    } bad[] = {
        {"seats 3\ncast seer juggler\n", 4, "there are 3 seats and 2 roles"},
        {"seats 2\ncast bear _\n", 4, "There is no role 'bear'"},
        {"seats 2\ncast seer seer\n", 4, "Seat 1 plays seer already"},
        {"seats 2\ncast seer _\ncast _ seer\n", 5, "'cast' is said twice"},
        {"seats 2\nstage 3 courage 1\n", 4, "there is no seat 3"},
        {"seats 2\nstage 1 courage\n", 4, "'stage' needs a seat"},
        {"seats 2\nstage 1 luck 1\n", 4, "'luck' cannot be staged"},
        {"seats 2\nstage 1 courage 6\n", 4, "courage is staged from 0 to 5"},
        {"seats 2\npass\n", 4, "seat 1 cannot pass"},
        {"seats 2\n1 play #1\npass off\n", 5, "write 'pass', or 'pass on'"},
        {"seats 2\nrig deck t101\n", 4,
         "write 'rig tricks', 'rig tokens', 'rig weather', 'rig coin', 'rig seat' or 'rig more'"},
        {"seats 2\nrig weather snow\n", 4, "'snow' is no die of this game"},
        {"seats 2\nrig tokens t101\n", 4, "'t101' is no token of this game"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char whole[300];
        snprintf(whole, sizeof whole, "taproom 1\ngame parlour 1\n%s", bad[i].text);
        assert_null(record_read_of(games, whole, NULL, &line, &error));
        CHECK(line == bad[i].line && strstr(error.text, bad[i].why), "line %d: %s\ninstead of line %d: %s", line,
              error.text, bad[i].line, bad[i].why);
    }
    free(written);
    free(twice);
    tap_record_free(r);
    tap_record_free(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair_of_options_survives_text),
        cmocka_unit_test(test_header_survives_text),
        cmocka_unit_test(test_long_name_is_cut_between_characters),
        cmocka_unit_test(test_hand_written_text_becomes_canonical),
        cmocka_unit_test(test_timeout_mark),
        cmocka_unit_test(test_illegal_answers_change_nothing),
        cmocka_unit_test(test_state_at_gives_positions_and_events),
        cmocka_unit_test(test_cast_stage_pass),
        cmocka_unit_test(test_undo_keeps_chance_and_text),
        cmocka_unit_test(test_undo_in_text),
        cmocka_unit_test(test_broken_records_name_line_and_reason),
        cmocka_unit_test(test_oversized_lines_are_refused),
        cmocka_unit_test(test_noise_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
