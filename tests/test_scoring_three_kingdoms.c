/*
 * Three Kingdoms: the worth of the colours and of hands against a second reading of the rules, which compares the
 * colours two by two in the order of the text and knows no keys (TK-A2, TK-A6); and the view of the war cards.
 */
#include "support.h"

#include <string.h>

#include "catalogue/catalogue.h"
#include "decks/tavern.h"

/* ---- the second reading ---- */

typedef struct Side {
    int n, general, dragons, warriors;
} Side;

static Side side_of(const Card *war, int n, Hue hue)
{
    Side s = {0, 99, 0, 0};
    for (int i = 0; i < n; i++) {
        if (hue_of(war[i]) != hue) continue;
        int number = is_dragon(war[i]) ? 5 : (int)rank_of(war[i]);
        s.n++;
        s.dragons += is_dragon(war[i]);
        s.warriors += number == 1;
        if (number < s.general) s.general = number;
    }
    return s;
}

static int value_of(Side s)
{
    int value = s.general;
    for (int army = s.n - 1; army > 0; army--)
        if (value > (s.dragons ? 0 : 1)) value--;
    return value;
}

/* > 0 if a wins the war against b. */
static int compare_sides(Side a, Side b)
{
    if (!a.n || !b.n) return (a.n > 0) - (b.n > 0);
    if (value_of(a) != value_of(b)) return value_of(a) < value_of(b) ? 1 : -1;
    if (!a.dragons != !b.dragons) return a.dragons ? 1 : -1;
    if (value_of(a) == 1) return (a.warriors > 0) - (b.warriors > 0);
    return (a.n == 1) - (b.n == 1);
}

static void worth_of_colours(const Card *war, int n, int ret[HUES])
{
    Side side[HUES];
    int  lost[HUES] = {0}, tied[HUES] = {0};
    for (int h = 0; h < HUES; h++) side[h] = side_of(war, n, (Hue)h);
    for (int h = 0; h < HUES; h++)
        for (int o = 0; o < HUES; o++) {
            if (o == h) continue;
            lost[h] += compare_sides(side[h], side[o]) < 0;
            tied[h] += compare_sides(side[h], side[o]) == 0;
        }
    for (int h = 0; h < HUES; h++) ret[h] = lost[h] == 0 ? (tied[h] ? 1 : 2) : lost[h] == 1 && !tied[h] ? 1 : 0;
}

static int points_of(const Card *hand, int cards, const Card *war, int n)
{
    int worth[HUES], sum = 0;
    worth_of_colours(war, n, worth);
    for (int i = 0; i < cards; i++) {
        if (is_dragon(hand[i])) continue;
        sum += worth[hue_of(hand[i])];
        for (int k = 0; k < cards; k++) sum += is_dragon(hand[k]) && hue_of(hand[k]) == hue_of(hand[i]);
    }
    return sum;
}

/* ---- tests ---- */

static TapScore score_of(const Card *hand, int cards, const Card *war, int n, TapParts *parts)
{
    static const int16_t option[TAP_OPTIONS];
    TapHolding h;
    TapScore   s = {.points = 0};
    memset(&h, 0, sizeof h);
    h.deck = tavern();
    h.cards = (uint8_t)cards;
    h.commons = (uint8_t)n;
    memcpy(h.card, hand, sizeof *hand * (size_t)cards);
    memcpy(h.common, war, sizeof *war * (size_t)n);
    three_kingdoms.scoring->score(option, &h, &s, parts);
    return s;
}

static void test_random_wars(void **state)
{
    (void)state;
    TapRng r;
    int    seventh = 0;
    tap_rng_fast(&r, 4);
    for (int round = 0; round < 40000; round++) {
        WholeDeck deck = whole_deck(round % 2);
        Card drawn[14];
        int  wars = 1 + (int)tap_rng_below(&r, 7), worth[HUES];
        for (int i = 0; i < 14; i++) {
            uint32_t k = tap_rng_below(&r, (uint32_t)deck.n);
            drawn[i] = deck.card[k];
            deck.card[k] = deck.card[--deck.n];
        }
        static TapParts parts;
        parts.n = 0;
        TapScore got = score_of(drawn, 7, drawn + 7, wars, &parts);
        CHECK(got.points == points_of(drawn, 7, drawn + 7, wars), "round %d: %d points", round, got.points);
        int sum = 0, ranks = 0;
        for (int i = 0; i < parts.n; i++) sum += parts.part[i].points;
        for (int i = 0; i < got.ties; i++) ranks += got.tie[i];
        CHECK(sum == got.points, "round %d: the lines add up to %d, not %d", round, sum, got.points);
        CHECK(got.ties == 6 && ranks == 7, "the rank tie-breaker counts %d cards", ranks);
        worth_of_colours(drawn + 7, wars, worth);
        seventh += worth[RED] == 1 && worth[GREEN] == 1 && worth[BLUE] == 1;
    }
    CHECK(seventh > 100, "all three tied only %d times", seventh);
}

/* TK-X1 .. TK-X5, TK-A1, A3, A7: what a card of each colour is worth. */
static void test_wars_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *war;
        int         worth[HUES];
    } wars[] = {
        {"B-wolf M-hawk R-hawk  L-owl  W-hare", {1, 0, 2}},   /* TK-X1: red 1 as blue, who has the Warrior; green 2 */
        {"L-wolf M-hawk R-hawk  2*M-owl  W-hare", {1, 0, 2}}, /* TK-X2: red 1, green 3, blue 1 */
        {"R-wolf  3*R-owl  M-hare M-wren", {0, 1, 1}},        /* TK-X3: 5, 3, 3 */
        {"R-wolf  3*R-owl  M-hare R-wren", {0, 1, 1}},        /* TK-X3 with the other second card */
        {"L-wolf M-wolf D-red  W-owl  W-hare", {2, 0, 0}},    /* TK-X4: 0 beats 1 and 1, which tie for second */
        {"W-wolf R-wolf D-red  L-owl M-owl D-green  W-hare", {1, 1, 0}}, /* TK-X5, TK-A7: both 0 */
        {"L-wolf B-wolf  L-owl B-owl  L-hare B-hare", {1, 1, 1}},        /* TK-A1: 1 each and no Warrior */
        {"R-wolf M-wolf R-hawk", {2, 0, 0}},                             /* TK-A3: two colours without war cards */
        {"R-wolf M-wolf R-owl", {2, 1, 0}},                              /* TK-A3: one */
        {"B-wolf  M-owl R-owl  R-hare", {2, 1, 0}},                      /* TK-15: one card beats two at 3 */
        {"R-wolf R-hawk  D-green R-owl", {1, 2, 0}},                     /* TK-V1b: both 4, the Dragon's is better */
        {"M-wolf  D-green R-owl  R-hare", {1, 2, 0}},                    /* TK-V1b comes before TK-15 */
    };
    for (size_t i = 0; i < sizeof wars / sizeof *wars; i++) {
        Card war[7], all[] = {card_of(ROGUE, HAWK), card_of(ROGUE, HORSE), card_of(ROGUE, WREN)};
        int  n = cards_read(tavern(), wars[i].war, war, 7, NULL);
        assert_true(n > 0);
        for (int h = 0; h < HUES; h++)
            CHECK(score_of(&all[h], 1, war, n, NULL).points == wars[i].worth[h], "%s: a card of colour %d is worth %d",
                  wars[i].war, h, score_of(&all[h], 1, war, n, NULL).points);
    }
}

/* TK-20: the war cards lie by colour, the rarest first, and each says its group. */
static void test_war_view(void **state)
{
    (void)state;
    static TapView v;
    TapSetup setup = setup_for(&three_kingdoms, 4, "dragon-cards wager=none");
    for (uint64_t seed = 0; seed < 60; seed++) {
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        play_on(&setup, &st, &r, (int)(seed % 9), NULL);
        tap_view(&setup, &st, TAP_NOBODY, &v);
        int found = 0;
        for (int z = 0; z < v.zones; z++) {
            if (strcmp(v.zone[z].name, "war")) continue;
            found++;
            assert_int_equal(v.zone[z].layout, TAP_GROUPS);
            for (int i = 0; i < v.zone[z].n; i++) {
                const TapViewItem *item = &v.item[v.zone[z].first + i];
                assert_int_equal(item->depth, hue_of(item->face));
                if (!i) continue;
                assert_true(item[-1].depth <= item->depth);
                if (item[-1].depth == item->depth && !is_dragon(item->face))
                    assert_true(!is_dragon(item[-1].face) && rank_of(item[-1].face) <= rank_of(item->face));
            }
        }
        assert_int_equal(found, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_wars),
        cmocka_unit_test(test_wars_by_hand),
        cmocka_unit_test(test_war_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
