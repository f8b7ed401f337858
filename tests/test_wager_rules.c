/* The pure parts of wagers and of the deck: what no single game shows, or shows only by luck. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "decks/tavern.h"
#include "wager/wager.h"
#include "support.h"

/* ------------------------------------------------------------------- deck */

/* CARDS-01, CARDS-07: six animals of fifteen; one Warrior in fifteen cards, one Rogue in three. */
static void test_deck_has_ninety_cards(void **state)
{
    (void)state;
    WholeDeck p = whole_deck(false);
    assert_int_equal(p.n, 90);
    int of_rank[1 + RANKS] = {0}, of_animal[ANIMALS] = {0};
    for (int i = 0; i < p.n; i++) {
        assert_false(is_dragon(p.card[i]));
        of_rank[rank_of(p.card[i])]++;
        of_animal[p.card[i] / RANKS]++;
    }
    for (int a = 0; a < ANIMALS; a++) assert_int_equal(of_animal[a], 15);
    for (int r = WARRIOR; r <= ROGUE; r++) assert_int_equal(of_rank[r], 6 * r);
    assert_int_equal(of_rank[WARRIOR] * 15, p.n);
    assert_int_equal(of_rank[ROGUE] * 3, p.n);
}

/* CARDS-02, CARDS-03, CARDS-04: wolf and hawk are red, horse and owl green, hare and wren blue; the first of each is a
 * mammal. CARDS-A2: copies of a face are one number. */
static void test_each_colour_has_a_mammal_and_a_bird(void **state)
{
    (void)state;
    static const struct { Animal animal; Hue hue; bool bird; const char *name; } row[] = {
        {WOLF, RED, false, "wolf"}, {HAWK, RED, true, "hawk"}, {HORSE, GREEN, false, "horse"},
        {OWL, GREEN, true, "owl"},  {HARE, BLUE, false, "hare"}, {WREN, BLUE, true, "wren"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (int r = WARRIOR; r <= ROGUE; r++) {
            Card c = card_of((Rank)r, row[i].animal);
            assert_int_equal(rank_of(c), r);
            assert_int_equal(hue_of(c), row[i].hue);
            assert_int_equal(is_bird(c), row[i].bird);
            assert_string_equal(tavern()->face[c].suit, row[i].name);
            char code[16];
            snprintf(code, sizeof code, "%c-%s", " WLBMR"[r], row[i].name);
            assert_int_equal(tap_deck_find(tavern(), code), c);
        }
}

/* CARDS-05, CARDS-06: dragons join only when they are asked to, grey cards never. */
static void test_dragons_join_grey_cards_never(void **state)
{
    (void)state;
    WholeDeck p = whole_deck(true);
    assert_int_equal(p.n, 93);
    int dragons = 0;
    for (int i = 0; i < p.n; i++) {
        assert_true(p.card[i] < GREY_CARD);
        if (!is_dragon(p.card[i])) continue;
        assert_int_equal(rank_of(p.card[i]), NO_RANK);
        assert_null(tavern()->face[p.card[i]].suit);
        assert_int_equal(hue_of(p.card[i]), dragons);
        dragons++;
    }
    assert_int_equal(dragons, 3);
    for (int r = 0; r < RANKS; r++) assert_string_equal(tavern()->face[GREY_CARD + r].hue, "grey");
}

/* CARDS-08: a pattern tells the colour to those who cannot see it. */
static void test_pattern_repeats_the_colour(void **state)
{
    (void)state;
    static const char *const pattern[HUES] = {"lines", "waves", "circles"}, *const colour[HUES] = {"red", "green",
                                                                                                   "blue"};
    for (Card c = 0; c < GREY_CARD; c++) {
        assert_string_equal(tavern()->face[c].pattern, pattern[hue_of(c)]);
        assert_string_equal(tavern()->face[c].hue, colour[hue_of(c)]);
    }
}

/* ------------------------------------------------------------ tie-breakers */

static int compare(void (*tie)(const Card *, int, TapScore *), const char *mine, const char *theirs)
{
    TapScore score[2] = {{.points = 0}, {.points = 0}};
    const char *hand[2] = {mine, theirs};
    for (int h = 0; h < 2; h++) {
        Card card[8];
        int  n = 0;
        char words[120];
        snprintf(words, sizeof words, "%s", hand[h]);
        for (char *at = words, *word; (word = strtok_r(at, " ", &at));) {
            int face = tap_deck_find(tavern(), word);
            assert_true(face >= 0);
            card[n++] = (Card)face;
        }
        tie(card, n, &score[h]);
    }
    return tap_score_compare(&score[0], &score[1]);
}

/* CONC-09: dragons, warriors, ladies, bards, merchants, rogues; the first difference decides, more wins. */
static void test_rank_tie_breaker(void **state)
{
    (void)state;
    assert_true(compare(tie_by_rank, "D-red R-owl R-owl", "W-owl W-wren W-hare") > 0);
    assert_true(compare(tie_by_rank, "W-owl R-owl R-owl", "L-owl L-wren L-hare") > 0);
    assert_true(compare(tie_by_rank, "W-owl L-owl R-owl", "W-wren B-wren B-hare") > 0);
    assert_true(compare(tie_by_rank, "W-owl L-owl B-owl R-owl", "W-wren L-wren M-wren M-hare") > 0);
    assert_true(compare(tie_by_rank, "M-owl R-owl R-wolf", "M-owl M-hare R-wren") < 0);
    assert_true(compare(tie_by_rank, "R-owl R-owl", "R-wren R-hare R-hare") < 0);
    assert_int_equal(compare(tie_by_rank, "W-owl B-hare", "B-wolf W-wren"), 0);
}

/* CONC-10, CONC-11, CONC-A2, CONC-A3: only the size of the most frequent colour counts, dragons included. */
static void test_colour_tie_breaker(void **state)
{
    (void)state;
    assert_true(compare(tie_by_colour, "R-wolf R-hawk R-owl", "R-wolf R-owl R-hare") > 0);
    assert_true(compare(tie_by_colour, "D-red R-hawk R-owl", "D-red R-owl R-hare") > 0);
    assert_int_equal(compare(tie_by_colour, "R-wolf R-hawk R-owl R-horse", "R-hare R-wren R-owl R-hawk"), 0);
}

/* CONC-A4: the best of a pot are sought among its claimants alone; equal ones are all best. */
static void test_best_of_looks_only_at_claimants(void **state)
{
    (void)state;
    TapScore score[MAX_SEATS] = {{.rank = 5}, {.rank = 9}, {.rank = 5}, {.rank = 1}};
    assert_int_equal(best_of(score, 0x0F), 0x02);
    assert_int_equal(best_of(score, 0x0D), 0x05);
    assert_int_equal(best_of(score, 0x08), 0x08);
}

/* ------------------------------------------------------------------- pots */

/* BET-X2, BET-11, BET-A6. */
static void test_pots_of_the_worked_example(void **state)
{
    (void)state;
    int32_t paid[MAX_SEATS] = {30, 40, 0, 60}, refund[MAX_SEATS];
    Pot pot[MAX_POTS];
    assert_int_equal(pots_build(paid, 0x0B, 4, pot, refund), 2);
    assert_int_equal(pot[0].coins, 90);
    assert_int_equal(pot[0].eligible, 0x0B);
    assert_int_equal(pot[1].coins, 20);
    assert_int_equal(pot[1].eligible, 0x0A);
    assert_int_equal(refund[3], 20);
    assert_int_equal(refund[0] + refund[1] + refund[2], 0);
}

/* BET-A6: folded money fills layers without a claim. BET-A9: what only folders reached falls into the pot below. */
static void test_folded_money_has_no_claim(void **state)
{
    (void)state;
    int32_t paid[MAX_SEATS] = {10, 10, 35, 20}, refund[MAX_SEATS];
    Pot pot[MAX_POTS];
    assert_int_equal(pots_build(paid, 0x03, 4, pot, refund), 1);
    assert_int_equal(pot[0].coins, 75);
    assert_int_equal(pot[0].eligible, 0x03);
    /* A folder went as high as the one who stays: the layer is a pot for him alone, not a refund. */
    int32_t matched[MAX_SEATS] = {10, 30, 30};
    assert_int_equal(pots_build(matched, 0x03, 3, pot, refund), 2);
    assert_int_equal(pot[1].coins, 40);
    assert_int_equal(pot[1].eligible, 0x02);
    assert_int_equal(refund[1], 0);
}

/* BET-A7: a folder who stopped between two claimants makes no layer of his own. */
static void test_layers_stand_only_at_claimants(void **state)
{
    (void)state;
    int32_t paid[MAX_SEATS] = {20, 20, 7, 13}, refund[MAX_SEATS];
    Pot pot[MAX_POTS];
    assert_int_equal(pots_build(paid, 0x03, 4, pot, refund), 1);
    assert_int_equal(pot[0].coins, 60);
}

/* ------------------------------------------------------------------ shares */

/* SHARE-04, SHARE-05, SHARE-07, SHARE-A1, SHARE-A2, SHARE-A3 as one table; staged records show the same at the table.
 */
static void test_shares(void **state)
{
    (void)state;
    static const struct {
        int     n, place[MAX_SEATS];
        int32_t share, carry, won[MAX_SEATS], left;
    } row[] = {
        {2, {1, 2}, 5, 0, {10, 0}, 0},
        {3, {2, 1, 3}, 5, 0, {5, 10, 0}, 0},
        {4, {1, 2, 3, 4}, 5, 0, {15, 5, 0, 0}, 0},
        {5, {5, 4, 3, 2, 1}, 5, 0, {0, 0, 0, 10, 15}, 0},
        {6, {1, 2, 3, 4, 5, 6}, 5, 0, {15, 10, 5, 0, 0, 0}, 0},
        {10, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 4, 0, {28, 8, 4}, 0},
        {2, {1, 1}, 3, 1, {3, 3}, 1},
        {3, {1, 1, 3}, 5, 0, {7, 7, 0}, 1},
        {3, {1, 1, 1}, 5, 1, {5, 5, 5}, 1},
        {3, {1, 2, 2}, 5, 0, {10, 2, 2}, 1},
        {4, {1, 2, 2, 2}, 4, 0, {12, 1, 1, 1}, 1},
        {6, {1, 1, 3, 3, 5, 6}, 5, 0, {12, 12, 2, 2, 0, 0}, 2},
        {6, {1, 2, 2, 4, 5, 6}, 5, 0, {15, 7, 7, 0, 0, 0}, 1},
        {7, {1, 2, 3, 3, 5, 6, 7}, 3, 2, {14, 6, 1, 1, 0, 0, 0}, 1},
        {6, {1, 1, 1, 1, 1, 1}, 0, 8, {1, 1, 1, 1, 1, 1}, 2},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int32_t won[MAX_SEATS];
        int32_t left = shares_divide(row[i].place, (SeatSet)((1u << row[i].n) - 1), row[i].share, row[i].carry, won);
        assert_memory_equal(won, row[i].won, sizeof won);
        assert_int_equal(left, row[i].left);
    }
}

/* ------------------------------------------------------------------- hands */

/* RW-07, RW-08, RW-X3, RW-A1: each table is an order of all fifteen pairs that keeps what is known of the lost one. */
static void test_pair_tables(void **state)
{
    (void)state;
    static const char *const table[] = {"pairs=lex", "pairs=sum", "pairs=poorer-first"};
    static const char rank[] = "WLBMR";
    for (size_t k = 0; k < 3; k++) {
        TapSetup setup;
        const char *option[] = {table[k], "wager=none"};
        assert_true(tap_setup_init(&setup, tap_game_find("rogues-and-warriors"), 2, option, 2, NULL));
        int32_t worth[5][5];
        for (int a = 0; a < 5; a++)
            for (int b = a; b < 5; b++) {
                char hand[24];
                const char *hands[] = {hand};
                TapScore score;
                snprintf(hand, sizeof hand, "%c-owl %c-wolf", rank[b], rank[a]);
                assert_true(tap_score_hands(&setup, hands, 1, NULL, 0, &score, NULL, NULL));
                worth[a][b] = worth[b][a] = score.rank;
            }
        for (int a = 0; a < 5; a++)
            for (int b = a; b < 5; b++) {
                if (a || b) assert_true(worth[0][0] > worth[a][b]);
                if (a < 4 || b < 4) assert_true(worth[4][4] < worth[a][b]);
                if (b < 4) assert_true(worth[a][b] > worth[a][b + 1]); /* one card better, the other equal */
            }
        assert_true(worth[0][2] > worth[1][3] && worth[1][3] > worth[2][4]);
    }
}

/* KING-X1: all four choices the text leaves open give 9. */
static void test_council_example(void **state)
{
    (void)state;
    TapSetup setup;
    assert_true(tap_setup_init(&setup, tap_game_find("kings-council"), 2, NULL, 0, NULL));
    static const char *const hand[] = {
        "B-wren M-hare B-horse R-wolf L-hawk", "B-wren M-hare B-horse R-wolf L-owl",
        "B-wren M-hare B-horse R-horse L-hawk", "B-wren M-hare B-horse R-horse L-owl",
    };
    static const char *const king[] = {"king=B-hare"};
    TapScore score[4];
    TapError error;
    if (!tap_score_hands(&setup, hand, 4, king, 1, score, NULL, &error)) fail_msg("%s", error.text);
    for (int i = 0; i < 4; i++) assert_int_equal(score[i].points, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deck_has_ninety_cards),
        cmocka_unit_test(test_each_colour_has_a_mammal_and_a_bird),
        cmocka_unit_test(test_dragons_join_grey_cards_never),
        cmocka_unit_test(test_pattern_repeats_the_colour),
        cmocka_unit_test(test_rank_tie_breaker),
        cmocka_unit_test(test_colour_tie_breaker),
        cmocka_unit_test(test_best_of_looks_only_at_claimants),
        cmocka_unit_test(test_pots_of_the_worked_example),
        cmocka_unit_test(test_folded_money_has_no_claim),
        cmocka_unit_test(test_layers_stand_only_at_claimants),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_pair_tables),
        cmocka_unit_test(test_council_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
