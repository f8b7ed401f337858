/* The pure parts of wagering: pots, shares, tie-breakers. The staged records show the same at a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "decks/tavern.h"
#include "wager/wager.h"
#include "record/inside.h"
#include "support.h"

static SeatSet seats(const char *letters)
{
    SeatSet set = 0;
    for (; *letters; letters++) set |= only((Seat)(*letters - 'A'));
    return set;
}

typedef struct PotCase {
    const char *what;
    int         seats;
    int32_t     paid[MAX_SEATS];
    const char *in;
    int         pots;
    int32_t     coins[4];
    const char *eligible[4];
    int32_t     refund[MAX_SEATS];
} PotCase;

static const PotCase pot_cases[] = {
    {"BET-X2: one short, one shorter, the rest comes back",
     4,
     {30, 40, 0, 60},
     "ABD",
     2,
     {90, 20},
     {"ABD", "BD"},
     {0, 0, 0, 20}},
    {"BET-X1: two folded, two matched", 4, {2, 10, 0, 10}, "BD", 1, {22}, {"BD"}, {0}},
    {"BET-A6: folded money fills the layers without a claim", 3, {5, 20, 12}, "AB", 2, {15, 22}, {"AB", "B"}, {0}},
    {"BET-A6: three all-ins, three pots, the unmatched part back",
     4,
     {1, 3, 6, 10},
     "ABCD",
     3,
     {4, 6, 6},
     {"ABCD", "BCD", "CD"},
     {0, 0, 0, 4}},
    {"BET-A9: only folders went higher; it falls into the pot below", 3, {4, 4, 9}, "AB", 1, {17}, {"AB"}, {0}},
    {"nobody paid", 2, {0, 0}, "AB", 0, {0}, {NULL}, {0}},
    {"BET-11: everybody equal", 3, {7, 7, 7}, "ABC", 1, {21}, {"ABC"}, {0}},
};

static void test_pots_are_built_by_layers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pot_cases / sizeof *pot_cases; i++) {
        const PotCase *c = &pot_cases[i];
        Pot pot[MAX_POTS];
        int32_t refund[MAX_SEATS], sum = 0, all = 0;
        int n = pots_build(c->paid, seats(c->in), c->seats, pot, refund);
        if (n != c->pots) fail_msg("%s: %d pots, not %d", c->what, n, c->pots);
        for (int k = 0; k < n; k++) {
            if (pot[k].coins != c->coins[k] || pot[k].eligible != seats(c->eligible[k]))
                fail_msg("%s: pot %d has %d for %x", c->what, k, pot[k].coins, pot[k].eligible);
            sum += pot[k].coins;
        }
        for (int s = 0; s < MAX_SEATS; s++) {
            assert_int_equal(refund[s], c->refund[s]);
            sum += refund[s];
            all += c->paid[s];
        }
        assert_int_equal(sum, all); /* ENG-01 */
    }
}

typedef struct ShareCase {
    const char *clause;
    int         players;
    int         place[MAX_SEATS];
    int32_t     share, carry;
    int32_t     won[MAX_SEATS];
    int32_t     left;
} ShareCase;

static const ShareCase share_cases[] = {
    {"SHARE-04 two", 2, {1, 2}, 5, 0, {10, 0}, 0},
    {"SHARE-04 three", 3, {2, 1, 3}, 5, 0, {5, 10, 0}, 0},
    {"SHARE-04 four", 4, {1, 2, 3, 4}, 5, 0, {15, 5, 0, 0}, 0},
    {"SHARE-04 five", 5, {1, 2, 3, 4, 5}, 4, 0, {12, 8, 0, 0, 0}, 0},
    {"SHARE-04 six", 6, {1, 2, 3, 4, 5, 6}, 4, 0, {12, 8, 4, 0, 0, 0}, 0},
    {"SHARE-04 ten", 10, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 3, 0, {21, 6, 3}, 0},
    {"SHARE-05 two tie for first", 4, {1, 1, 3, 4}, 5, 0, {10, 10, 0, 0}, 0},
    {"SHARE-05 two tie for first, odd coin", 3, {1, 1, 3}, 3, 0, {4, 4, 0}, 1},
    {"SHARE-05 three tie for first: the whole pot", 5, {1, 1, 1, 4, 5}, 4, 0, {6, 6, 6, 0, 0}, 2},
    {"SHARE-05 tied second: second and third together", 6, {1, 2, 2, 2, 5, 6}, 5, 0, {15, 5, 5, 5, 0, 0}, 0},
    {"SHARE-05 tied third, rounded down", 7, {1, 2, 3, 3, 3, 6, 7}, 5, 0, {20, 10, 1, 1, 1, 0, 0}, 2},
    {"SHARE-A2 two tie for first of six: the next is third", 6, {1, 1, 3, 4, 5, 6}, 4, 0, {10, 10, 4, 0, 0, 0}, 0},
    {"SHARE-07 the remainder joins the first prize", 4, {1, 2, 3, 4}, 5, 3, {18, 5, 0, 0}, 0},
    {"SHARE-A3 and is part of first and second together", 4, {1, 1, 3, 4}, 5, 3, {11, 11, 0, 0}, 1},
    {"SHARE-A3 and of the pot for three", 4, {1, 1, 1, 4}, 5, 2, {7, 7, 7, 0}, 1},
    {"SHARE-01 no money", 3, {1, 2, 3}, 0, 0, {0, 0, 0}, 0},
};

static void test_shares_follow_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof share_cases / sizeof *share_cases; i++) {
        const ShareCase *c = &share_cases[i];
        int32_t won[MAX_SEATS], sum = 0;
        int32_t left = shares_divide(c->place, (SeatSet)((1u << c->players) - 1), c->share, c->carry, won);
        for (int s = 0; s < MAX_SEATS; s++) {
            if (won[s] != c->won[s]) fail_msg("%s: seat %d gets %d, not %d", c->clause, s, won[s], c->won[s]);
            sum += won[s];
        }
        if (left != c->left) fail_msg("%s: %d left, not %d", c->clause, left, c->left);
        assert_int_equal(sum + left, c->players * c->share + c->carry);
    }
}

static TapScore by_rank(const char *codes)
{
    TapScore s = {.points = 0};
    Card card[16];
    int n = 0;
    char word[16];
    for (const char *p = codes; *p;) {
        size_t len = strcspn(p, " ");
        memcpy(word, p, len);
        word[len] = 0;
        card[n++] = (Card)tap_deck_find(tavern(), word);
        p += len + (p[len] == ' ');
    }
    tie_by_rank(card, n, &s);
    return s;
}

/* CONC-09: dragons, then warriors, ladies, bards, merchants, rogues; the first difference decides. */
static void test_rank_tie_breaker(void **state)
{
    (void)state;
    static const char *const falling[] = {
        "D-red R-owl R-owl R-owl",    "W-wolf W-hawk R-owl R-owl",  "W-wolf L-owl R-owl R-owl",
        "W-wolf B-owl B-wren B-hare", "L-owl L-hawk L-wren L-hare", "L-owl L-hawk B-wren R-hare",
        "L-owl M-hawk M-wren M-hare", "L-owl M-hawk M-wren R-hare", "L-owl R-hawk R-wren R-hare",
    };
    enum { N = sizeof falling / sizeof *falling };
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            TapScore x = by_rank(falling[i]), y = by_rank(falling[k]);
            int order = tap_score_compare(&x, &y);
            assert_int_equal(order > 0, i < k);
            assert_int_equal(order == 0, i == k);
        }
    TapScore one = by_rank("W-wolf R-owl"), other = by_rank("R-hare W-wren"); /* suits do not matter */
    assert_int_equal(tap_score_compare(&one, &other), 0);
}

/* CONC-10, CONC-A2, CONC-A3: the largest number of one colour, dragons included, and nothing further. */
static void test_colour_tie_breaker(void **state)
{
    (void)state;
    const Card red_and_dragon[] = {card_of(WARRIOR, WOLF), card_of(ROGUE, HAWK), DRAGON + RED, card_of(ROGUE, OWL)};
    const Card two_pairs[] = {card_of(WARRIOR, WOLF), card_of(ROGUE, HAWK), card_of(ROGUE, OWL), card_of(BARD, HORSE)};
    const Card one_pair[] = {card_of(LADY, HARE), card_of(ROGUE, WREN), card_of(ROGUE, OWL), card_of(BARD, HAWK)};
    TapScore a = {.points = 0}, b = {.points = 0}, c = {.points = 0};
    tie_by_colour(red_and_dragon, 4, &a);
    tie_by_colour(two_pairs, 4, &b);
    tie_by_colour(one_pair, 4, &c);
    assert_int_equal(a.tie[0], 3);
    assert_int_equal(b.tie[0], 2);
    assert_int_equal(tap_score_compare(&b, &c), 0);
    assert_true(tap_score_compare(&a, &b) > 0);
}

/* CARDS-01 .. CARDS-05, CARDS-07. */
static void test_deck_composition(void **state)
{
    (void)state;
    WholeDeck p = whole_deck(false);
    int rank[6] = {0}, hue[4] = {0}, animal[6] = {0};
    assert_int_equal(p.n, 90);
    for (int i = 0; i < p.n; i++) {
        rank[rank_of(p.card[i])]++;
        hue[hue_of(p.card[i])]++;
        animal[p.card[i] / RANKS]++;
        assert_false(is_dragon(p.card[i]));
    }
    for (int r = 1; r <= 5; r++) assert_int_equal(rank[r], 6 * r);
    for (int h = 0; h < HUES; h++) assert_int_equal(hue[h], 30);
    for (int a = 0; a < ANIMALS; a++) assert_int_equal(animal[a], 15);
    p = whole_deck(true);
    assert_int_equal(p.n, 93);
    assert_true(is_dragon(p.card[90]) && is_dragon(p.card[91]) && is_dragon(p.card[92]));
    assert_true(is_bird(card_of(BARD, HAWK)) && is_bird(card_of(BARD, OWL)) && is_bird(card_of(BARD, WREN)));
    assert_false(is_bird(card_of(BARD, WOLF)) || is_bird(card_of(BARD, HORSE)) || is_bird(card_of(BARD, HARE)));
    assert_int_equal(hue_of(card_of(ROGUE, WOLF)), RED);
    assert_int_equal(hue_of(card_of(ROGUE, HAWK)), RED);
    assert_int_equal(hue_of(card_of(ROGUE, HORSE)), GREEN);
    assert_int_equal(hue_of(card_of(ROGUE, OWL)), GREEN);
    assert_int_equal(hue_of(card_of(ROGUE, HARE)), BLUE);
    assert_int_equal(hue_of(card_of(ROGUE, WREN)), BLUE);
}

/* ---------------------------------------------------------- betting in steps */

/* Nobody opens: all ante again to the same pot and the next begins; a raise adds three at most, a bet is nine at most;
 * what nobody can match goes back when the round ends. */
static void test_betting_in_steps(void **state)
{
    (void)state;
    static const char text[] =
        "taproom 1\ngame stakes 1\nseats 3\nstacks 20 20 12\nstart 1\n"
        "expect pot 3\n1 pass\n2 pass\n3 pass\nexpect says \"The hand is thrown in, and everybody plays again for the "
        "pot.\"\n"
        "expect pot 6\nexpect money 18 18 10\nexpect asked 2\n"
        "expect choices pass, raise to 1..3\n2 raise to 3\nexpect size hand 2 1\nexpect choices fold, call 3, raise to "
        "4..6\n"
        "refuse 3 raise to 7\n3 raise to 6\n1 raise to 9\nexpect choices fold, call 6\nrefuse 2 raise to 10\n2 call\n"
        "expect choices fold, call 3\n3 fold\nexpect over\n";
    const TapGame *const games[] = {&stakes, NULL};
    TapError   error = {""};
    int        line = 0;
    TapRecord *r = record_read_of(games, text, NULL, &line, &error);
    CHECK(r, "line %d: %s", line, error.text);
    tap_record_free(r);
    /* the tenth deal that is thrown in is the last: the pot waits for the next game */
    char long_one[2000] = "taproom 1\ngame stakes 1\nseats 2\nstacks 40 40\nstart 1\n";
    for (int i = 0; i < MAX_REPLAYS; i++) strcat(long_one, i % 2 ? "2 pass\n1 pass\n" : "1 pass\n2 pass\n");
    strcat(long_one, "expect says \"The hand is thrown in again, and the pot waits for the next game.\"\n"
                     "expect over\nexpect money 30 30\nexpect pot 20\n");
    r = record_read_of(games, long_one, NULL, &line, &error);
    CHECK(r, "line %d: %s", line, error.text);
    tap_record_free(r);
}

/* What a hand is worth may depend on the others: at the table, and typed. */
static void test_hands_are_scored_together(void **state)
{
    (void)state;
    TapSetup        setup = setup_for(&stakes, 3, "");
    const char     *hand[] = {"R-wolf R-hawk R-hare", "W-wolf R-owl", "W-hare M-hare"};
    TapScore        score[3];
    static TapParts parts[3];
    TapError        error;
    assert_true(tap_score_hands(&setup, hand, 3, NULL, 0, score, parts, &error));
    assert_int_equal(score[0].points, 4 + 1); /* most red, fewer blue */
    assert_int_equal(score[1].points, 1 + 2);
    assert_int_equal(score[2].points, 4);
    assert_string_equal(parts[0].part[0].text, "2 of a colour, more than anybody");
    assert_true(tap_score_hands(&setup, hand, 2, NULL, 0, score, parts, &error)); /* without the third */
    assert_int_equal(score[0].points, 4 + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_betting_in_steps),
        cmocka_unit_test(test_hands_are_scored_together),
        cmocka_unit_test(test_pots_are_built_by_layers), cmocka_unit_test(test_shares_follow_the_table),
        cmocka_unit_test(test_rank_tie_breaker),         cmocka_unit_test(test_colour_tie_breaker),
        cmocka_unit_test(test_deck_composition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
