/* CARDS-09, CARDS-A3: the new deck of King's Council takes in discards, passed-over dragons and folded hands. No legal
 * game of ten reaches a reshuffle after a fold (39 cards lie ready, and with one folded at most 38 are drawn), so the
 * drawing is tried here on a table set by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define kings_council council_under_test
#include "games/kings-council.c"

extern const Game council_under_test;

static void test_new_deck_takes_in_folded_hands(void **state)
{
    (void)state;
    TapSetup setup;
    TapState s;
    const uint8_t seed[64] = {7};
    const char *option[] = {"dragon-cards"};
    assert_true(tap_setup_init(&setup, &council_under_test, 3, option, 1, NULL));
    tap_start(&setup, &s, seed, NULL);
    Council *g = council_of(table_of(state_at(&s), 0));
    Env e = {.setup = &setup, .state = state_of(&s), .game = &council_under_test};

    /* Seat 2 has folded, seat 1 has discarded two, a dragon was passed over, and the deck is empty. */
    wager_of(&g->base.table)->in = 0x05;
    Slot kept[HAND];
    memcpy(kept, g->seat[2].hand, sizeof kept);
    for (int i = 0; i < 2; i++) g->seat[0].discard[g->seat[0].discards++] = (Slot){card_of(ROGUE, OWL), only(0)};
    g->dragon[0] = (Slot){DRAGON, PUBLIC};
    g->passed_over = 1;
    pile_begin(g->deck, TAVERN);

    Slot drawn = hands_draw(&hands, &g->base.table, only(2), &e);
    assert_int_equal(drawn.known, only(2)); /* nobody knows more than who drew it */
    assert_int_equal(g->deck.n, HAND + 2 + 1 - 1);
    assert_int_equal(g->seat[1].cards, 0);
    assert_int_equal(g->seat[0].discards, 0);
    assert_int_equal(g->passed_over, 0);
    assert_int_equal(g->seat[0].cards, HAND); /* those still in keep theirs */
    assert_memory_equal(kept, g->seat[2].hand, sizeof kept);
    assert_int_equal(g->deck.fixed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_new_deck_takes_in_folded_hands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
