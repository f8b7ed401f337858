/* Scripts, questions and hosting: the contracts that random play does not spell out. */
#include "support.h"

#include <string.h>

#include "wager/wager.h"

static TapMove first_with_verb(const TapSetup *setup, const TapState *st, TapSeat s, const char *word)
{
    TapChoices c;
    tap_choices(setup, st, s, &c);
    for (int i = 0; i < c.n; i++)
        if (!strcmp(game_of(setup, state_at(st), state_at(st)->asking)->verbs[c.choice[i].verb].word, word))
            return tap_choice_nth(&c.choice[i], 0);
    return (TapMove){0};
}

/* ------------------------------------------------------------------ stack */

/* Everybody counters whenever he may. */
static void counter_everything(const TapSetup *setup, TapState *st)
{
    while (!tap_over(st)) {
        TapSeat s = tap_first_of(tap_asked(setup, st));
        TapMove m = first_with_verb(setup, st, s, "counter");
        if (!m.verb) m = first_with_verb(setup, st, s, "cast");
        if (!m.verb) m = first_with_verb(setup, st, s, "pass");
        tap_answer_trusted(setup, st, s, m, NULL);
    }
}

/* A response to a response is an ordinary call: as deep as there are counters. */
static void test_counters_nest_as_calls(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&counterspells, 2, "counters=4");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    counter_everything(&setup, &st);
    assert_int_equal(counterspells_deepest(table_of(state_at(&st), 0)), 9); /* the spell and eight counters */
    /* Eight counters in a row, the last of the other side: it undoes the seventh, and so on down: the spell stands. */
    assert_int_equal(tap_score(&setup, &st, 0), 1);
}

/* With more counters than the stack has room for, the window closes and the game goes on. */
static void test_window_offers_nothing_that_overflows(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&counterspells, 3, "counters=9");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    counter_everything(&setup, &st);
    int deepest = counterspells_deepest(table_of(state_at(&st), 0));
    assert_true(deepest >= 10);
    assert_true(deepest < 28);
    assert_true(tap_over(&st));
}

static void play_recklessly(void *with)
{
    (void)with;
    TapSetup setup = setup_for(&reckless_counterspells, 3, "counters=9");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    counter_everything(&setup, &st);
}

/* The same game without asking for room: the stack is guarded by an assert, not by luck. */
static void test_overflow_asserts(void **state)
{
    (void)state;
    assert_true(aborts(play_recklessly, NULL));
}

static void resume_at_unknown_line(void *with)
{
    (void)with;
    TapSetup setup = setup_for(&counterspells, 2, "");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    State *inside = state_of(&st);
    ((Frame *)(void *)((char *)inside + inside->stack_at + inside->top))->pc = 60000;
    tap_answer_trusted(&setup, &st, 0, first_with_verb(&setup, &st, 0, "cast"), NULL);
}

static void test_unknown_resume_line_asserts(void **state)
{
    (void)state;
    assert_true(aborts(resume_at_unknown_line, NULL));
}

/* A script that is over leaves nothing behind: what it remembered may have been a secret, and a reseal does not look
 * there. */
static void test_finished_scripts_leave_nothing(void **state)
{
    (void)state;
    for (const Game *const *game = test_games; *game; game++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            TapSetup setup = setup_for(*game, (*game)->min_seats > 3 ? (*game)->min_seats : 3, "");
            TapState st;
            TapRng   r;
            tap_rng_fast(&r, seed);
            start_seeded(&setup, &st, seed, NULL);
            do {
                const State *inside = state_at(&st);
                for (unsigned i = inside->stack_at + inside->used; i < inside->stack_end; i++)
                    CHECK(!st.byte[i], "%s: byte %u beyond the stack is in use", (*game)->id, i);
            } while (!tap_over(&st) && play_on(&setup, &st, &r, 1, NULL));
        }
}

static void ask_the_wrong_seats(void *with)
{
    TapSeatSet who = *(TapSeatSet *)with;
    TapSetup   setup = setup_for(&counterspells, 3, "");
    TapState   st;
    start_seeded(&setup, &st, 1, NULL);
    Env e = {.setup = &setup, .state = state_of(&st), .game = &counterspells};
    ask(&e, table_of(state_at(&st), 0), who, 0, ASKS_ALL, 0);
}

/* Who is asked is what the question's `who` says of the public state. */
static void test_wrong_who_asserts(void **state)
{
    (void)state;
    TapSeatSet wrong = 2, right = 1;
    assert_true(aborts(ask_the_wrong_seats, &wrong));
    assert_false(aborts(ask_the_wrong_seats, &right));
}

/* -------------------------------------------------------------- questions */

/* Every answer resumes the talks, also the hourglass's, which is no seat of a player. */
static void test_any_answer_resumes(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&haggling, 3, "");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    assert_true(tap_asks_anyone(&st));
    assert_int_equal(tap_asked(&setup, &st), 7 | 1 << TAP_CLOCK);
    assert_true(tap_answer(&setup, &st, 1, (TapMove){.verb = 1, .value = 6}, NULL));
    assert_int_equal(tap_asked(&setup, &st), 7 | 1 << TAP_CLOCK);
    assert_int_equal(tap_sealed(&setup, &st), 0);
    assert_false(tap_answer(&setup, &st, 1, plain(2, 1), NULL)); /* not his own offer */
    assert_true(tap_answer(&setup, &st, 2, plain(2, 1), NULL));
    assert_int_equal(tap_score(&setup, &st, 2), 6);
    assert_int_equal(tap_score(&setup, &st, 1), -6);
    assert_false(tap_answer(&setup, &st, 0, plain(3, 0), NULL)); /* only the clock says that time is up */
    assert_true(tap_answer(&setup, &st, TAP_CLOCK, plain(3, 0), NULL));
    assert_true(tap_over(&st));
}

/* Answers to an ASK_FIRST that do not count leave no trace: whether another could have attacked too, and whether he
 * wanted to, gives the same bytes. The first in order counts, not the first to answer. */
static void test_dropped_answers_leave_no_trace(void **state)
{
    (void)state;
    int seen = 0, thrice = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        TapSetup setup = setup_for(&ambush, 4, "");
        TapState st;
        TapMove  pass = plain(2, 0);
        start_seeded(&setup, &st, seed, NULL);
        tap_answer_trusted(&setup, &st, 0, plain(1, 0), NULL);
        for (TapSeat s = 1; s < 4; s++) tap_answer_trusted(&setup, &st, s, pass, NULL);
        tap_answer_trusted(&setup, &st, 1, plain(1, 0), NULL);
        assert_int_equal(tap_asked(&setup, &st), 13); /* seat 1 walks: all the others, whoever has a sword */
        TapMove attack0 = first_with_verb(&setup, &st, 0, "attack"),
                attack2 = first_with_verb(&setup, &st, 2, "attack");
        if (!attack0.verb || !attack2.verb) continue;
        TapState both = st, one = st, later = st;
        tap_answer_trusted(&setup, &both, 0, attack0,
                           NULL); /* seat 0 is quicker, but seat 2 comes first after seat 1 */
        tap_answer_trusted(&setup, &both, 3, pass, NULL);
        tap_answer_trusted(&setup, &both, 2, attack2, NULL);
        tap_answer_trusted(&setup, &one, 2, attack2, NULL);
        tap_answer_trusted(&setup, &one, 0, pass, NULL);
        tap_answer_trusted(&setup, &one, 3, pass, NULL);
        assert_memory_equal(&both, &one, tap_state_size(&setup));
        tap_answer_trusted(&setup, &later, 2, pass, NULL);
        tap_answer_trusted(&setup, &later, 0, attack0, NULL);
        tap_answer_trusted(&setup, &later, 3, pass, NULL);
        assert_memory_not_equal(&later, &one, tap_state_size(&setup));
        TapMove attack3 = first_with_verb(&setup, &st, 3, "attack");
        if (attack3.verb) { /* seat 3 comes after seat 2 and so does not count either */
            TapState three = st;
            tap_answer_trusted(&setup, &three, 3, attack3, NULL);
            tap_answer_trusted(&setup, &three, 0, pass, NULL);
            tap_answer_trusted(&setup, &three, 2, attack2, NULL);
            assert_memory_equal(&three, &one, tap_state_size(&setup));
            thrice++;
        }
        seen++;
    }
    assert_true(seen > 20 && thrice > 5);
}

/* Others see of a secret answer its verb and how many items, never which. */
static void test_public_part_of_a_secret(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&allotment, 4, "");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    TapMove m = {.verb = 1, .value = 0x3A4}, shown = tap_public_part(&setup, &st, 0, m);
    assert_int_equal(shown.verb, 1);
    assert_int_equal(shown.value, 5);
    for (TapSeat s = 0; s < 4; s++) assert_true(tap_answer(&setup, &st, s, m, NULL));
    TapChoices c;
    tap_choices(&setup, &st, 0, &c); /* giving tokens is open */
    m = tap_choice_nth(&c.choice[0], 12345);
    assert_true(tap_same_move(m, tap_public_part(&setup, &st, 0, m)));
}

/* A secret amount shows nothing at all: not even how many bits it has. */
static void test_public_part_of_a_secret_amount(void **state)
{
    (void)state;
    Question question = haggling.questions[0];
    Game     game = haggling;
    question.secret = true;
    game.questions = &question;
    TapSetup setup = setup_for(&game, 2, "");
    TapState st;
    start_seeded(&setup, &st, 1, NULL);
    TapMove offer7 = {.verb = 1, .value = 7}, offer8 = {.verb = 1, .value = 8};
    assert_true(tap_same_move(tap_public_part(&setup, &st, 0, offer7), tap_public_part(&setup, &st, 0, offer8)));
}

/* A subset of ten and an assignment of twelve to four: how many there are, and each has words of its own. */
static void test_wide_answers(void **state)
{
    (void)state;
    TapSetup   setup = setup_for(&allotment, 4, "");
    TapState   st;
    TapChoices c;
    char       text[200];
    TapMove    back;
    start_seeded(&setup, &st, 1, NULL);
    tap_choices(&setup, &st, 2, &c);
    assert_int_equal(tap_choice_count(&c.choice[0]), 120 + 210 + 252 + 210 + 120);
    for (uint64_t i = 0; i < 912; i++) {
        TapMove m = tap_choice_nth(&c.choice[0], i);
        assert_true(tap_move_write(&setup, &st, 2, m, text, sizeof text));
        assert_true(tap_move_read(&setup, &st, 2, text, &back, NULL));
        assert_true(tap_same_move(m, back));
    }
    for (TapSeat s = 0; s < 4; s++) tap_answer_trusted(&setup, &st, s, tap_choice_nth(&c.choice[0], (uint64_t)s), NULL);
    tap_choices(&setup, &st, 0, &c);
    assert_int_equal(tap_choice_count(&c.choice[0]), 16777216);
    for (uint64_t i = 0; i < 16777216; i += 99991) {
        TapMove m = tap_choice_nth(&c.choice[0], i);
        assert_true(tap_choice_admits(&c.choice[0], &m));
        assert_true(tap_move_write(&setup, &st, 0, m, text, sizeof text));
        assert_true(tap_move_read(&setup, &st, 0, text, &back, NULL));
        assert_true(tap_same_move(m, back));
        for (int k = 0; k < 12; k++) assert_int_equal(tap_assigned(&m, k), i >> (2 * k) & 3);
    }
    assert_true(tap_move_read(&setup, &st, 0, "give 1 2 3 4 1 2 3 4 1 2 3 4", &back, NULL));
    assert_false(tap_move_read(&setup, &st, 0, "give 1 2 3 4 1 2 3 4 1 2 3 5", &back, NULL));
    assert_false(tap_move_read(&setup, &st, 0, "give 1 2 3 4 1 2 3 4 1 2 3", &back, NULL));
}

/* ---------------------------------------------------------------- hosting */

/* Plays on until `levels` tables are open and the innermost game or its host asks. */
static bool reach(const TapSetup *setup, TapState *st, TapRng *r, int levels)
{
    while (!tap_over(st) && state_at(st)->levels < levels) play_on(setup, st, r, 1, NULL);
    return !tap_over(st);
}

/* Who is asked is computed through the levels: seats 0 (at home) and 2 (who sits out at the inn as its second) are
 * never asked by the guest, and seats of the innermost table answer as seats of the outermost. */
static void test_asked_through_three_levels(void **state)
{
    (void)state;
    TapSeatSet ever = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        TapSetup setup = setup_for(&long_night, 4, seed % 2 ? "sits-out=2 hands-off" : "sits-out=2");
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        assert_true(reach(&setup, &st, &r, 3));
        while (!tap_over(&st) && state_at(&st)->levels == 3 && table_of(state_at(&st), 1)->sits[0] == 1) {
            const Table *guest = table_of(state_at(&st), 2);
            assert_int_equal(guest->seats, 2);
            assert_int_equal(guest->sits[0], 0); /* in the seats of the inn */
            assert_int_equal(guest->sits[1], 2);
            assert_int_equal(seat_outward(state_at(&st), 2, 1), 3);
            assert_int_equal(seat_inward(state_at(&st), 2, 2), NOBODY);
            ever |= tap_asked(&setup, &st);
            TapChoices none;
            tap_choices(&setup, &st, 0, &none);
            assert_int_equal(none.n, 0);
            tap_choices(&setup, &st, 2, &none);
            assert_int_equal(none.n, 0);
            play_on(&setup, &st, &r, 1, NULL);
        }
    }
    assert_int_equal(ever, 1 << 1 | 1 << 3);
}

/* The stand-in asks in place of the guest's betting round: the guest never asks for a bet. */
static void test_host_replaces_betting(void **state)
{
    (void)state;
    int bets[2] = {0}, cheats[2] = {0};
    for (int hands_off = 0; hands_off < 2; hands_off++)
        for (uint64_t seed = 0; seed < 30; seed++) {
            TapSetup setup = setup_for(&crooked_inn, 3, hands_off ? "hands-off guest=threes" : "guest=threes");
            TapState st;
            TapRng   r;
            tap_rng_fast(&r, seed);
            for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st); play_on(&setup, &st, &r, 1, NULL)) {
                bets[hands_off] += state_at(&st)->asking == 1 && state_at(&st)->question == Q_BET;
                cheats[hands_off] += state_at(&st)->asking == 0;
            }
        }
    assert_int_equal(bets[0], 0);
    assert_true(cheats[0] > 0 && bets[1] > 0);
    assert_int_equal(cheats[1], 0);
}

/* The outcome comes back in the host's seats, and nothing of the guest stays in its room. */
static void test_guest_leaves_nothing_but_its_outcome(void **state)
{
    (void)state;
    int gone = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        TapSetup setup = setup_for(&long_night, 5, "sits-out=1 hands-off");
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        size_t room = 0;
        for (; !tap_over(&st); play_on(&setup, &st, &r, 1, NULL)) {
            if (state_at(&st)->levels > 1) room = state_at(&st)->table_at[1];
            if (state_at(&st)->levels > 1 || !room) continue;
            for (int i = 0; i < INN_ROOM; i++) assert_int_equal(st.byte[room + (size_t)i], 0);
            assert_int_equal(tap_score(&setup, &st, 0), 0); /* at home that evening */
            assert_int_equal(tap_score(&setup, &st, 1), 0); /* first at the inn: sat out */
            gone++;
        }
        for (int i = 0; i < INN_ROOM; i++) assert_int_equal(st.byte[room + (size_t)i], 0);
        int32_t sum = 0;
        for (TapSeat s = 0; s < 5; s++) sum += tap_score(&setup, &st, s);
        assert_true(sum <= 0 && sum > -40); /* chips only change hands, but for odd ones left on the table */
    }
    assert_true(gone > 20);
}

/* A host may alter only what its guest marks. */
static void test_only_alterable_pieces_are_altered(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&crooked_inn, 3, "sits-out=1");
    TapState st;
    start_seeded(&setup, &st, 3, NULL);
    State *inside = state_of(&st);
    Env    host = {.setup = &setup, .state = inside, .game = &crooked_inn};
    assert_int_equal(inside->levels, 2);
    Pieces list;
    pieces_list(&setup, guest_game(&host), guest_table(&host), &list);
    int refused = 0, altered = 0;
    for (int i = 0; i < list.n; i++) {
        Piece *p = &list.piece[i];
        Slot   card = {7, only(1)}, mine = card; /* known to the host's seat 1, which is the guest's seat 0 */
        if (!p->n || p->die) continue;
        TapState before = st;
        bool     done = alter_swap(&host, p, 0, &mine);
        assert_int_equal(done, p->flags & ALTERABLE && !p->pile); /* of a pile it may only draw */
        assert_false(alter_reroll(&host, p, 0));
        assert_false(alter_set(p, 0, 1));
        if (!done) {
            assert_memory_equal(&before, &st, tap_state_size(&setup));
            refused++;
            continue;
        }
        assert_int_equal(p->slot[0].card, 7);
        assert_int_equal(p->slot[0].known, only(0));
        assert_int_equal(mine.known, only((Seat)(p->owner + 1)));
        assert_true(alter_swap(&host, p, 0, &mine)); /* and back */
        assert_memory_equal(&before, &st, tap_state_size(&setup));
        assert_int_equal(mine.known, card.known);
        assert_false(alter_swap(&host, p, p->n, &mine));
        altered++;
    }
    assert_int_equal(altered, 2);
    assert_true(refused >= 2); /* the King and the deck */
}

/* The same for dice: a marked one is rolled again or set to a face it has, an unmarked one stays, and so does the
 * state. */
static void test_only_alterable_dice_are_altered(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&crooked_inn, 3, "guest=threes");
    TapState st;
    start_seeded(&setup, &st, 3, NULL);
    State *inside = state_of(&st);
    Env    host = {.setup = &setup, .state = inside, .game = &crooked_inn};
    Pieces list;
    pieces_list(&setup, guest_game(&host), guest_table(&host), &list);
    int dice = 0;
    for (int i = 0; i < list.n; i++) {
        Piece *p = &list.piece[i];
        if (!p->n || !p->die) continue;
        assert_true(p->flags & ALTERABLE);
        SeatSet known = p->die[0].known;
        int     faces = 0;
        for (int n = 0; n < 100; n++) {
            assert_true(alter_reroll(&host, p, 0));
            faces |= 1 << p->die[0].face;
        }
        assert_int_equal(faces, 126); /* 1 to 6, each of them */
        assert_true(alter_set(p, 0, 4));
        assert_int_equal(p->die[0].face, 4);
        assert_int_equal(p->die[0].known, known);
        TapState before = st;
        Slot     card = {7, only(1)};
        assert_false(alter_set(p, 0, 0) || alter_set(p, 0, 7) || alter_set(p, p->n, 1) ||
                     alter_reroll(&host, p, p->n) || alter_swap(&host, p, 0, &card));
        p->flags = 0;
        assert_false(alter_reroll(&host, p, 0) || alter_set(p, 0, 1));
        assert_memory_equal(&before, &st, tap_state_size(&setup));
        dice++;
    }
    assert_int_equal(dice, 3);
}

/* What is public at the guest's table is public for a seat that sits out too: in events as in views. */
static void test_who_sits_out_sees_what_is_public(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&crooked_inn, 3, "sits-out=1");
    TapState st;
    start_seeded(&setup, &st, 3, NULL);
    assert_int_equal(seats_outward(state_at(&st), 1, PUBLIC) & 7, 7);
    assert_int_equal(seats_outward(state_at(&st), 1, (SeatSet)(PUBLIC & ~only(0))) & 7, 5);
    assert_int_equal(seats_outward(state_at(&st), 1, only(0)), 2);
}

/* What is asked of a side is answered once, by whoever of it speaks first; and its seats see each other's hands. */
static void test_one_answers_for_a_side(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&partners, 4, "");
    for (TapSeat speaker = 0; speaker < 2; speaker++) {
        TapState st;
        TapView  v;
        TapLog   log = {0};
        start_seeded(&setup, &st, 5, &log);
        for (TapSeat s = 0; s < 2; s++) {
            assert_false(tap_asks_one(&st));
            assert_true(tap_answer(&setup, &st, s, first_with_verb(&setup, &st, s, "lay"), NULL));
        }
        assert_true(tap_asks_one(&st) && !tap_asks_anyone(&st));
        assert_int_equal(tap_asked(&setup, &st), 3);
        tap_log_clear(&log);
        assert_true(tap_answer(&setup, &st, speaker, plain(PARTNERS_SEND, 2), &log));
        assert_int_equal(log.event[0].who, speaker);
        assert_int_equal(log.event[0].other, 1);
        assert_int_equal(tap_asked(&setup, &st), 12); /* the other side: nobody waits for the mate */
        for (TapSeat viewer = 0; viewer < 4; viewer++) {
            tap_view(&setup, &st, viewer, &v);
            for (const TapViewZone *z = v.zone; z < v.zone + v.zones; z++)
                for (int i = 0; z->owner != TAP_NOBODY && i < z->n; i++)
                    if (v.item[z->first + i].known_by != PUBLIC)
                        assert_int_equal(v.item[z->first + i].face != TAP_NO_CARD, z->owner / 2 == viewer / 2);
        }
    }
}

/* A number of seats that the options are not for is refused, with the reason. */
static void test_a_misfit_is_refused(void **state)
{
    (void)state;
    TapSetup setup;
    TapError error;
    assert_true(tap_setup_init(&setup, &partners, 6, NULL, 0, &error));
    assert_false(tap_setup_init(&setup, &partners, 5, NULL, 0, &error));
    assert_string_equal(error.text, "Partners with 5 seats: everybody needs a partner.");
}

/* So is a role that is not for the seat, by itself and among all of them. */
static void test_a_miscast_is_refused(void **state)
{
    (void)state;
    static const char *const role[] = {"captain", "mate", "cook"};
    TapContent content = tavern_content;
    TapSetup setup;
    TapError error;
    content.role = role;
    content.roles = 3;
    assert_true(tap_setup_with(&setup, &partners, &content, 4, NULL, 0, &error));
    assert_true(tap_setup_cast(&setup, 1, "mate", &error));
    assert_false(tap_setup_cast(&setup, 0, "mate", &error));
    assert_string_equal(error.text, "Seat 2 plays mate already.");
    assert_true(tap_setup_cast(&setup, 1, "cook", &error));
    assert_false(tap_setup_cast(&setup, 0, "mate", &error));
    assert_string_equal(error.text, "Seat 1 cannot play mate: the first of a pair is its captain.");
    assert_int_equal(setup.cast[0], -1);
    assert_false(tap_setup_cast_all(&setup, "captain,cook,mate,_", &error));
    assert_string_equal(error.text, "Seat 3 cannot play mate: the first of a pair is its captain.");
    assert_true(tap_setup_cast_all(&setup, "captain,mate,cook,_", &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counters_nest_as_calls),
        cmocka_unit_test(test_window_offers_nothing_that_overflows),
        cmocka_unit_test(test_overflow_asserts),
        cmocka_unit_test(test_unknown_resume_line_asserts),
        cmocka_unit_test(test_finished_scripts_leave_nothing),
        cmocka_unit_test(test_wrong_who_asserts),
        cmocka_unit_test(test_any_answer_resumes),
        cmocka_unit_test(test_one_answers_for_a_side),
        cmocka_unit_test(test_a_misfit_is_refused),
        cmocka_unit_test(test_a_miscast_is_refused),
        cmocka_unit_test(test_dropped_answers_leave_no_trace),
        cmocka_unit_test(test_public_part_of_a_secret),
        cmocka_unit_test(test_public_part_of_a_secret_amount),
        cmocka_unit_test(test_wide_answers),
        cmocka_unit_test(test_asked_through_three_levels),
        cmocka_unit_test(test_host_replaces_betting),
        cmocka_unit_test(test_guest_leaves_nothing_but_its_outcome),
        cmocka_unit_test(test_only_alterable_pieces_are_altered),
        cmocka_unit_test(test_only_alterable_dice_are_altered),
        cmocka_unit_test(test_who_sits_out_sees_what_is_public),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
