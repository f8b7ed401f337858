/* What bots have seen of a hand: the bets as they were laid, of this hand and no other, and nothing that a seat could
 * not have seen itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <taproom/taproom.h>

#include "support.h"
#include "wager/wager.h"

static const uint8_t any_seed[64] = {1};

static void say(const TapSetup *setup, TapState *state, TapSeen *seen, TapSeat seat, const char *words)
{
    TapMove  m;
    TapError error = {""};
    CHECK(tap_move_read(setup, state, seat, words, &m, &error), "%s: %s", words, error.text);
    tap_seen_add(seen, setup, state, seat, m);
    assert_true(tap_answer(setup, state, seat, m, NULL));
}

static void expect_bet(const TapSeen *seen, int i, TapSeenBet right)
{
    const TapSeenBet *b = &seen->bet[i];
    CHECK(i < seen->bets, "there are only %d bets", seen->bets);
    CHECK(!memcmp(b, &right, sizeof right), "bet %d: seat %d act %d round %d to %u part %d paid %d all in %d", i,
          b->who, b->act, b->round, b->to, b->part, b->paid, b->all_in);
}

static void test_bets_are_seen_as_laid(void **unused)
{
    (void)unused;
    TapSetup setup = setup_for(tap_game_find("rogues-and-warriors"), 4, "stack=21");
    TapState state;
    TapSeen  seen = {.answers = 0};
    setup.start = 0;
    tap_start(&setup, &state, any_seed, NULL);
    assert_int_equal(tap_seen_bets(&seen, &setup, &state), 0);
    say(&setup, &state, &seen, 0, "check");
    say(&setup, &state, &seen, 1, "raise to 6"); /* a pot of 4 */
    say(&setup, &state, &seen, 2, "fold");
    say(&setup, &state, &seen, 3, "raise to 14"); /* 10 lie there, a call makes 16 */
    say(&setup, &state, &seen, 0, "raise to 20"); /* 24, and 38 with a call */
    assert_int_equal(tap_seen_bets(&seen, &setup, &state), 5);
    say(&setup, &state, &seen, 1, "call");
    assert_int_equal(seen.answers, 6);
    assert_int_equal(seen.bets, 6);
    assert_true(seen.whole);
    expect_bet(&seen, 0, (TapSeenBet){.who = 0, .act = TAP_SEEN_MATCH, .round = 1});
    expect_bet(&seen, 1, (TapSeenBet){.who = 1, .act = TAP_SEEN_RAISE, .round = 1, .to = 6, .part = 96, .paid = true});
    expect_bet(&seen, 2, (TapSeenBet){.who = 2, .act = TAP_SEEN_FOLD, .round = 1});
    expect_bet(&seen, 3, (TapSeenBet){.who = 3, .act = TAP_SEEN_RAISE, .round = 1, .to = 14, .part = 32, .paid = true});
    expect_bet(&seen, 4,
               (TapSeenBet){
                   .who = 0, .act = TAP_SEEN_RAISE, .round = 1, .to = 20, .part = 10, .paid = true, .all_in = true});
    expect_bet(&seen, 5,
               (TapSeenBet){.who = 1, .act = TAP_SEEN_MATCH, .round = 1, .to = 20, .paid = true, .all_in = true});
}

static void test_who_comes_late_has_not_seen_all(void **unused)
{
    (void)unused;
    TapSetup setup = setup_for(tap_game_find("rogues-and-warriors"), 3, "");
    TapState state;
    TapSeen  seen = {.answers = 0}, late = {.answers = 0};
    setup.start = 0;
    tap_start(&setup, &state, any_seed, NULL);
    say(&setup, &state, &seen, 0, "fold"); /* the next sees a round in which nobody has laid anything, either */
    say(&setup, &state, &late, 1, "raise to 3");
    assert_int_equal(late.bets, 1);
    assert_false(late.whole);
    assert_int_equal(tap_seen_bets(&late, &setup, &state), 1);
}

/* The oldest fall out, and what is left is no longer the whole hand. */
static void test_many_bets(void **unused)
{
    (void)unused;
    TapSetup setup = setup_for(tap_game_find("rogues-and-warriors"), 2, "stack=300");
    TapState state;
    TapSeen  seen = {.answers = 0};
    setup.start = 0;
    tap_start(&setup, &state, any_seed, NULL);
    for (int i = 1; i <= 70; i++) {
        char words[32];
        snprintf(words, sizeof words, "raise to %d", i);
        say(&setup, &state, &seen, (TapSeat)((i + 1) % 2), words);
        assert_int_equal(seen.whole, i <= TAP_SEEN_BETS);
    }
    assert_int_equal(seen.answers, 70);
    assert_int_equal(seen.bets, TAP_SEEN_BETS);
    assert_int_equal(seen.bet[0].to, 7);
    assert_int_equal(seen.bet[TAP_SEEN_BETS - 1].to, 70);
}

/* ------------------------------------------------------------- whole games */

static bool is_question_with_amount(const TapChoices *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].kind == TAP_AMOUNT) return true;
    return false;
}

/* Whether a bet is asked for, told by what is asked and may be answered. */
static bool asks_for_bet(const TapSetup *setup, const TapState *s, const TapChoices *c)
{
    const State *st = state_at(s);
    const Game  *game = game_of(setup, st, st->asking);
    return game->money_held == wager_held && !game->guests && /* a host lets amounts be set that are no coins laid */
           (!strcmp(game->questions[st->question].prompt, "Your bet?") || is_question_with_amount(c));
}

/* Answers that let hands be short and long, and ties and throwing in happen: folds are rare, raises small. */
static TapMove lively(const TapChoices *c, TapRng *r)
{
    TapMove m = tap_choices_pick(c, r);
    for (int i = 0; i < 4 && m.verb == FOLD; i++) m = tap_choices_pick(c, r);
    for (int i = 0; i < c->n; i++)
        if (c->choice[i].kind == TAP_AMOUNT && m.verb == c->choice[i].verb) m.value = c->choice[i].lo;
    return m;
}

typedef struct Tally {
    int bets, hands, opened, evenings;
} Tally;

/* Plays a game and counts the bets of its hands by another way than seen.c: a chapter is the end of a hand,
 * unless it is thrown in. */
static void follow(const TapSetup *setup, TapRng *r, Tally *tally)
{
    static TapLog log;
    TapState      state;
    TapSeen       seen = {.answers = 0};
    uint8_t       seed[64];
    uint32_t      answers = 0;
    int           laid = 0;
    tap_seed_from_number(tap_rng_long(r), seed);
    tap_start(setup, &state, seed, NULL);
    for (int steps = 0; !tap_over(&state) && steps < 3000; steps++) {
        TapSeat    seat = some_seat(tap_asked(setup, &state), r);
        TapWindow  window;
        TapChoices c;
        tap_choices(setup, &state, seat, &c);
        TapMove m = lively(&c, r);
        bool    bet = asks_for_bet(setup, &state, &c);
        answers += !tap_window(setup, &state, &window);
        if (bet) {
            int known = tap_seen_bets(&seen, setup, &state);
            CHECK(known == (laid < TAP_SEEN_BETS ? laid : TAP_SEEN_BETS), "%s: %d bets of this hand, not %d",
                  tap_game_id(setup->game), known, laid);
            tally->hands += !laid++;
            tally->bets++;
            tally->evenings += state_at(&state)->asking > 0;
        }
        int32_t money = seat == TAP_CLOCK ? 0 : tap_money(setup, &state, seat), level = state_at(&state)->asking;
        tap_seen_add(&seen, setup, &state, seat, m);
        if (bet) {
            const TapSeenBet *last = &seen.bet[seen.bets - 1];
            CHECK(seen.bets == (laid < TAP_SEEN_BETS ? laid : TAP_SEEN_BETS), "%s: %d bets are seen, not %d",
                  tap_game_id(setup->game), seen.bets, laid);
            CHECK(seen.whole == (laid <= TAP_SEEN_BETS), "%s: bet %d of %d, round %d", tap_game_id(setup->game), laid,
                  seen.bets, seen.round);
            assert_int_equal(last->who, seat);
            assert_int_equal(seen.level, level);
            if (is_question_with_amount(&c) && tap_choices_find(&c, &m)->kind == TAP_AMOUNT) {
                assert_int_equal(last->act, TAP_SEEN_RAISE);
                assert_int_equal(last->to, m.value);
                tally->opened += m.verb >= WAGER_VERBS_END;
            }
        }
        tap_log_clear(&log);
        tap_answer_trusted(setup, &state, seat, m, &log);
        bool ended = log.chapters;
        for (int i = 0; i < log.n; i++) ended = ended || strstr(log.event[i].text, "The hand is thrown in");
        if (ended) laid = 0;
        /* An amount is coins: they have left the seat, unless the same answer ended the hand or brought some back. */
        if (bet && seen.bet[seen.bets - 1].act == TAP_SEEN_RAISE && !ended) {
            bool back = false;
            for (int i = 0; i < log.n; i++) back = back || strstr(log.event[i].text, "takes back");
            assert_true(back || tap_money(setup, &state, seat) < money);
        }
        assert_int_equal(seen.answers, answers);
    }
}

static void test_a_hand_is_told_from_the_next(void **unused)
{
    (void)unused;
    TapRng r;
    Tally  all = {0};
    tap_rng_fast(&r, 13);
    for (const TapGame *const *game = tap_games(); *game; game++) {
        Tally    t = {0};
        Setting  setting[MAX_SETTINGS];
        int      n = pairwise_settings(*game, setting), games = SANITIZED ? 40 : 300;
        bool     hosts = tap_game_hosts(*game);
        TapError error;
        for (int i = 0; i < (tap_game_scores_money(*game) ? games / (hosts ? 5 : 1) : 1); i++) {
            TapSetup setup;
            if (setting_read(*game, &setting[i % n], &setup, &error)) follow(&setup, &r, &t);
        }
        int least = games / 7; /* hands that were told from the one before */
        CHECK((*game)->betting_rounds == 0 || (t.bets > 4 * least && t.hands > least), "%s: %d bets in %d hands",
              tap_game_id(*game), t.bets, t.hands);
        all.bets += t.bets;
        all.opened += t.opened;
        all.evenings += t.evenings;
    }
    assert_true(all.opened > (SANITIZED ? 2 : 20));   /* a question of the game's own */
    assert_true(all.evenings > (SANITIZED ? 2 : 20)); /* a guest's */
}

/* ----------------------------------------------------------------- honesty */

/* For every seat: what is seen in the games dealt anew for it, of answers in so far as they are public, is the same. */
static void test_nothing_hidden_is_seen(void **unused)
{
    (void)unused;
    TapRng r;
    tap_rng_fast(&r, 17);
    for (const TapGame *const *game = tap_games(); *game; game++)
        for (int i = 0; i < (SANITIZED ? 2 : 6); i++) {
            int min, max, best;
            tap_game_seats(*game, &min, &max, &best);
            TapSetup setup = setup_for(*game, min > 3 ? min : 3, "");
            TapState state, anew;
            TapSeen  seen = {.answers = 0}, by[TAP_SEATS];
            memset(by, 0, sizeof by);
            start_seeded(&setup, &state, tap_rng_long(&r), NULL);
            for (int steps = 0; !tap_over(&state) && steps < 150; steps++) {
                TapSeat seat;
                TapMove m = random_answer(&setup, &state, &r, &seat);
                for (TapSeat s = 0; s < (TapSeat)setup.seats; s++) {
                    tap_state_copy(&setup, &anew, &state);
                    tap_reseal(&setup, &anew, s, &r, true);
                    tap_seen_add(&by[s], &setup, &anew, seat,
                                 s == seat ? m : tap_public_part(&setup, &state, seat, m));
                }
                tap_seen_add(&seen, &setup, &state, seat, m);
                tap_answer_trusted(&setup, &state, seat, m, NULL);
                for (TapSeat s = 0; s < (TapSeat)setup.seats; s++)
                    CHECK(!memcmp(&seen, &by[s], sizeof seen), "%s: seat %d has seen something else",
                          tap_game_id(*game), s + 1);
            }
        }
}

/* ------------------------------------------------- late, and from the record */

static const char *const names[] = {"random", "search:1"};

static TapBot *bot_of(const char *name, uint64_t seed)
{
    TapBot *bot = tap_bot_new(name, seed, NULL);
    assert_non_null(bot);
    return bot;
}

typedef struct Agreement {
    int decisions, windows, differs;
} Agreement;

/* Plays a game, a bot that watches all along for every seat; at each of its decisions another is made and shown the
 * record, and one that has seen nothing. */
static void compare(const TapSetup *setup, const char *name, uint64_t seed, int most, Agreement *a)
{
    TapRng     r;
    uint8_t    start[64];
    TapBot    *along = bot_of(name, 9);
    tap_rng_fast(&r, seed);
    tap_seed_from_number(seed, start);
    TapRecord *record = tap_record_new(setup, start, NULL);
    for (int steps = 0; !tap_over(tap_record_state(record)) && a->decisions < most && steps < 400; steps++) {
        const TapState *state = tap_record_state(record);
        TapSeat         seat = some_seat(tap_asked(setup, state), &r);
        TapChoices      c;
        TapWindow       window;
        tap_choices(setup, state, seat, &c);
        TapMove m = lively(&c, &r);
        if (seat < TAP_SEATS && (c.n > 1 || tap_choice_count(&c.choice[0]) > 1)) {
            TapSeen seen;
            TapBot *late = bot_of(name, 9), *blind = bot_of(name, 9);
            tap_seen_of(&seen, record);
            tap_bot_catch_up(late, &seen);
            TapMove found = tap_bot_decide(along, setup, state, seat);
            CHECK(tap_same_move(found, tap_bot_decide(late, setup, state, seat)), "%s, %s: after %d answers",
                  tap_game_id(setup->game), name, tap_record_answers(record));
            a->differs += !tap_same_move(found, tap_bot_decide(blind, setup, state, seat));
            a->windows += tap_window(setup, state, &window);
            a->decisions++;
            if (a->decisions % 2) m = found;
            tap_bot_free(late);
            tap_bot_free(blind);
        }
        tap_bot_watch(along, setup, state, seat, m);
        assert_true(tap_record_answer(record, seat, m, false, NULL));
    }
    tap_bot_free(along);
    tap_record_free(record);
}

static void test_late_bots_play_the_same(void **unused)
{
    (void)unused;
    int windows = 0, differs = 0;
    for (const TapGame *const *game = tap_games(); *game; game++)
        for (int k = 0; k < 2; k++) {
            int       min, max, best, most = !k ? 120 : SANITIZED ? 8 : 25;
            Agreement a = {0};
            tap_game_seats(*game, &min, &max, &best);
            TapSetup setup = setup_for(*game, min > 3 ? min : 3, "");
            for (uint64_t seed = 0; seed < 20 && a.decisions < most; seed++) compare(&setup, names[k], seed, most, &a);
            CHECK(a.decisions >= (most < 50 ? most : 50), "%s: only %d decisions", tap_game_id(*game), a.decisions);
            windows += a.windows;
            differs += a.differs;
        }
    assert_true(windows > 20);
    assert_true(differs > 100); /* what was seen counts */
}

/* Taking back: what is seen then is what the answers in force have shown. */
static void test_what_is_taken_back_was_not_seen(void **unused)
{
    (void)unused;
    TapSetup   setup = setup_for(tap_game_find("kings-council"), 3, "");
    TapRecord *record = tap_record_new(&setup, any_seed, NULL);
    TapSeen    then[12], now;
    TapRng     r;
    tap_rng_fast(&r, 1);
    for (int i = 0; i < 12; i++) {
        TapSeat seat = tap_first_of(tap_asked(&setup, tap_record_state(record)));
        TapMove m;
        tap_seen_of(&then[i], record);
        assert_int_equal(then[i].answers, i);
        if (!tap_idle_move(&setup, tap_record_state(record), seat, &m))
            m = random_answer(&setup, tap_record_state(record), &r, &seat);
        assert_true(tap_record_answer(record, seat, m, false, NULL));
        if (tap_over(tap_record_state(record))) break;
    }
    assert_int_equal(tap_record_answers(record), 12);
    for (int to = 11; to >= 0; to -= 3) {
        assert_true(tap_record_undo(record, to));
        tap_seen_of(&now, record);
        assert_memory_equal(&now, &then[to], sizeof now);
    }
    tap_record_free(record);
}

/* Asked again, it does not repeat itself; shown something, it begins anew. */
static void test_luck_of_a_decision(void **unused)
{
    (void)unused;
    TapSetup setup = setup_for(tap_game_find("rogues-and-warriors"), 2, "");
    TapState state;
    TapSeen  seen = {.answers = 0}, more = {.answers = 1};
    TapBot  *bot = bot_of("random", 4);
    uint32_t first[20], again[20], later[20];
    setup.start = 0;
    tap_start(&setup, &state, any_seed, NULL);
    for (int i = 0; i < 20; i++) first[i] = tap_bot_decide(bot, &setup, &state, 0).value;
    tap_bot_catch_up(bot, &seen);
    for (int i = 0; i < 20; i++) again[i] = tap_bot_decide(bot, &setup, &state, 0).value;
    tap_bot_catch_up(bot, &more);
    for (int i = 0; i < 20; i++) later[i] = tap_bot_decide(bot, &setup, &state, 0).value;
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, later, sizeof first);
    assert_memory_not_equal(first, first + 10, 10 * sizeof *first);
    tap_bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bets_are_seen_as_laid),
        cmocka_unit_test(test_who_comes_late_has_not_seen_all),
        cmocka_unit_test(test_many_bets),
        cmocka_unit_test(test_a_hand_is_told_from_the_next),
        cmocka_unit_test(test_nothing_hidden_is_seen),
        cmocka_unit_test(test_late_bots_play_the_same),
        cmocka_unit_test(test_what_is_taken_back_was_not_seen),
        cmocka_unit_test(test_luck_of_a_decision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
