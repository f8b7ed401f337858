/* Spy Network's scoring against a slow judge that lays every chain card by card (SPY-09, SPY-A1). */
#include "support.h"

#define spy_network spy_network_under_test
#include "games/spy-network.c"

extern const Game spy_network_under_test;

/* What may be a link: a value (0 for a dragon, which may be any rank) and a colour (HUES for a die). */
typedef struct Judge {
    int n, value[HAND], hue[HAND];
    int length, colour; /* the best so far */
} Judge;

static void try_all(Judge *j, unsigned used, int last, int length, const int of_hue[HUES + 1])
{
    int colour = 0;
    for (int h = 0; h < HUES; h++) colour = of_hue[h] > colour ? of_hue[h] : colour;
    if (length > j->length || (length == j->length && colour > j->colour)) j->length = length, j->colour = colour;
    for (int i = 0; i < j->n; i++) {
        if (used >> i & 1) continue;
        bool dragon = !j->value[i];
        for (int v = dragon ? 1 : j->value[i]; v <= (dragon ? 5 : j->value[i]); v++) {
            if (length && abs(v - last) != 1) continue;
            int more[HUES + 1];
            memcpy(more, of_hue, sizeof more);
            more[j->hue[i]]++;
            try_all(j, used | 1u << i, v, length + 1, more);
        }
    }
}

static void judge(const TapHolding *h, Judge *j)
{
    static const int none[HUES + 1] = {0};
    *j = (Judge){.n = 0};
    for (int i = 0; i < h->cards; i++)
        j->value[j->n] = is_dragon(h->card[i]) ? 0 : (int)rank_of(h->card[i]), j->hue[j->n++] = hue_of(h->card[i]);
    for (int i = 0; i < h->dice; i++) j->value[j->n] = h->die[i], j->hue[j->n++] = HUES;
    try_all(j, 0, 0, 0, none);
}

static void deal_random(TapRng *r, bool hiding, bool dragons, TapHolding *h)
{
    WholeDeck deck = whole_deck(false);
    int       left = TAVERN_CARDS;
    memset(h, 0, sizeof *h);
    if (dragons)
        for (uint32_t n = tap_rng_below(r, tap_rng_below(r, 8) ? 3 : 4); n; n--)
            h->card[h->cards++] = (Card)(DRAGON + n - 1);
    while (h->cards < (hiding ? PLAIN_SIGHT_HAND : HAND)) {
        uint32_t i = tap_rng_below(r, (uint32_t)left);
        h->card[h->cards++] = deck.card[i];
        deck.card[i] = deck.card[--left];
    }
    while (hiding && h->dice < DICE) h->die[h->dice++] = (uint8_t)(1 + tap_rng_below(r, SIDES));
}

static void expect_as_judged(const int16_t *option, const TapHolding *h, int i)
{
    Judge    j;
    TapScore s = {.points = 0};
    TapParts parts = {.n = 0};
    int      friends = 0, sum = 0;
    judge(h, &j);
    score(option, h, &s, &parts);
    for (int k = 0; option[OPT_FRIENDS] && k < h->cards; k++)
        friends += rank_of(h->card[k]) == WARRIOR || rank_of(h->card[k]) == LADY;
    CHECK(s.points == j.length + j.colour + friends, "hand %d: %d points; should be %d + %d + %d", i, s.points,
          j.length, j.colour, friends);
    for (int k = 0; k < parts.n; k++) sum += parts.part[k].points;
    CHECK(sum == s.points, "hand %d: the lines sum up to %d, not %d", i, sum, s.points);
}

/* SPY-09, SPY-10, SPY-A1, SPY-A2, SPY-A3, SPY-V1, SPY-V2, SPY-V3. */
static void test_network_is_the_longest_of_all(void **state)
{
    (void)state;
    TapRng r;
    tap_rng_fast(&r, 1111);
    for (int i = 0; i < 8000; i++) {
        int16_t option[TAP_OPTIONS] = {0};
        option[OPT_FRIENDS] = i % 2;
        option[OPT_HIDING] = i / 2 % 2;
        option[OPT_DRAGONS] = i / 4 % 2;
        TapHolding h;
        deal_random(&r, option[OPT_HIDING], option[OPT_DRAGONS], &h);
        expect_as_judged(option, &h, i);
    }
}

/* SPY-X1 in every way its lost picture may have looked is too much; this is one: seven in a row of neighbours, the top
 * colour three blue. */
static void test_lost_picture(void **state)
{
    (void)state;
    int16_t    option[TAP_OPTIONS] = {0};
    TapHolding h = {.cards = HAND,
                    .card = {card_of(LADY, HARE), card_of(BARD, WREN), card_of(MERCHANT, HARE), card_of(BARD, OWL),
                             card_of(LADY, HORSE), card_of(WARRIOR, WOLF), card_of(LADY, HAWK)}};
    TapScore s = {.points = 0};
    score(option, &h, &s, NULL);
    assert_int_equal(s.points, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_network_is_the_longest_of_all),
        cmocka_unit_test(test_lost_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
