/* Delve's scoring against a slow judge that sends every card against every die in every way (DELV-A1), and what a host
 * may alter. */
#include "support.h"

#define delve delve_under_test
#include "games/delve.c"

extern const Game delve_under_test;

typedef struct Judge {
    bool specialists;
    int  cards, dice;
    Card card[HAND];
    int  die[ALL_DICE]; /* the own two last */
    bool own[ALL_DICE];
    int  defeated, overkill; /* the best so far */
} Judge;

/* Die after die: nobody, or any card that is still free and may defeat it. */
static void try_all(Judge *j, int die, unsigned used, int defeated, int overkill)
{
    if (die == j->dice) {
        if (defeated > j->defeated || (defeated == j->defeated && overkill < j->overkill))
            j->defeated = defeated, j->overkill = overkill;
        return;
    }
    try_all(j, die + 1, used, defeated, overkill);
    for (int i = 0; i < j->cards; i++) {
        if (used >> i & 1) continue;
        int over = is_dragon(j->card[i]) ? 0 : j->die[die] - (int)rank_of(j->card[i]);
        if (over < 0 || (over && j->specialists && j->own[die])) continue;
        try_all(j, die + 1, used | 1u << i, defeated + 1, overkill + over);
    }
}

static void judge(const int16_t *option, const TapHolding *h, Judge *j)
{
    *j = (Judge){.specialists = option[OPT_SPECIALISTS], .cards = h->cards, .defeated = -1};
    memcpy(j->card, h->card, sizeof j->card);
    for (int i = 0; i < h->commons; i++) j->die[j->dice++] = h->common[i];
    for (int i = 0; i < h->dice; i++) j->own[j->dice] = true, j->die[j->dice++] = h->die[i];
    try_all(j, 0, 0, 0, 0);
}

/* A hand from the real deck, or one with more dragons than luck would give. Sometimes dice are still to be rolled. */
static void deal_random(TapRng *r, bool dragons, TapHolding *h)
{
    WholeDeck deck = whole_deck(dragons);
    memset(h, 0, sizeof *h);
    if (dragons)
        for (uint32_t n = tap_rng_below(r, 4); n; n--) h->card[h->cards++] = (Card)(DRAGON + n - 1);
    int left = TAVERN_CARDS;
    while (h->cards < HAND) {
        uint32_t i = tap_rng_below(r, (uint32_t)left);
        h->card[h->cards++] = deck.card[i];
        deck.card[i] = deck.card[--left];
    }
    bool early = !tap_rng_below(r, 5);
    h->commons = early ? SCOUTED : COMMON;
    h->dice = early && tap_rng_below(r, 2) ? 0 : OWN;
    for (int i = 0; i < h->commons; i++) h->common[i] = (Card)(1 + tap_rng_below(r, SIDES));
    for (int i = 0; i < h->dice; i++) h->die[i] = (uint8_t)(1 + tap_rng_below(r, SIDES));
}

/* DELV-A1, DELV-A2, DELV-A3, DELV-A4, DELV-11, DELV-12, DELV-13. */
static void test_best_attack_is_the_best_of_all(void **state)
{
    (void)state;
    TapRng r;
    tap_rng_fast(&r, 1010);
    for (int i = 0; i < 6000; i++) {
        int16_t option[TAP_OPTIONS] = {0};
        option[OPT_SPECIALISTS] = i % 2;
        option[OPT_DRAGONS] = i / 2 % 2;
        TapHolding h;
        Judge      j;
        TapScore   s = {.points = 0};
        TapParts   parts = {.n = 0};
        deal_random(&r, option[OPT_DRAGONS], &h);
        judge(option, &h, &j);
        score(option, &h, &s, &parts);
        CHECK(s.points == j.defeated && s.tie[0] == j.overkill,
              "hand %d: %d defeated, overkill %d; should be %d and %d", i, s.points, s.tie[0], j.defeated, j.overkill);
        int sum = 0;
        for (int k = 0; k < parts.n; k++) sum += parts.part[k].points;
        CHECK(sum == s.points, "hand %d: the lines sum up to %d, not %d", i, sum, s.points);
    }
}

/* DELV-A1: the Bard would fit the common 3, but then the own 3 stands; the Lady can take only the common one. */
static void test_common_dice_first_would_lose(void **state)
{
    (void)state;
    int16_t    option[TAP_OPTIONS] = {0};
    TapHolding h = {.cards = HAND, .dice = OWN, .commons = COMMON, .die = {3, 6}, .common = {3, 1, 1, 1, 1}};
    for (int i = 0; i < HAND; i++) h.card[i] = card_of(ROGUE, OWL);
    h.card[0] = card_of(LADY, WOLF);
    h.card[1] = card_of(BARD, WOLF);
    option[OPT_SPECIALISTS] = 1;
    TapScore s = {.points = 0};
    score(option, &h, &s, NULL);
    assert_int_equal(s.points, 2);
    assert_int_equal(s.tie[0], 1);
}

/* DELV-14: a host may alter a player's own cards and dice, not the common dice; of the deck it may draw. */
static void test_only_own_things_may_be_altered(void **state)
{
    (void)state;
    TapSetup setup = setup_for(&delve_under_test, 3, "wager=none");
    TapState s;
    start_seeded(&setup, &s, 14, NULL);
    TapRng r;
    tap_rng_fast(&r, 14);
    for (; !tap_over(&s); play_on(&setup, &s, &r, 1, NULL)) {
        Pieces list;
        pieces_list(&setup, setup.game, table_of(state_at(&s), 0), &list);
        for (int i = 0; i < list.n; i++) {
            const Piece *p = &list.piece[i];
            assert_int_equal(!!(p->flags & ALTERABLE), p->zone == Z_HAND || p->zone == Z_DICE || p->pile);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_attack_is_the_best_of_all),
        cmocka_unit_test(test_common_dice_first_would_lose),
        cmocka_unit_test(test_only_own_things_may_be_altered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
