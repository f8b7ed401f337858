/*
 * What a host may alter (RDI-13, RDI-A2, JACK-A0): a player's own dice and cards while he is in, and the top of the
 * deck; never what is common to all, what was laid away, or workers that have their job.
 */
#include "support.h"

#include <string.h>

typedef struct Rule {
    const char *game, *options, *zone;
    bool        alterable;
} Rule;

static const Rule rules[] = {
    {"jack-of-all-trades", "wager=none", "workers", true},
    {"jack-of-all-trades", "wager=none", "first job", false},
    {"jack-of-all-trades", "hidden-fate wager=none", "workers", true},
    {"jack-of-all-trades", "hidden-fate wager=none", "first job", false},
    {"jack-of-all-trades", "hidden-fate wager=none", "second job", false},
    {"three-kingdoms", "wager=none", "hand", true},
    {"three-kingdoms", "wager=none", "war", false},
    {"three-kingdoms", "wager=none", "discards", false},
    {"doublerogue", "", "hand", true},
    {"doublerogue", "", "open", true},
    {"doublerogue", "", "deck", true}, /* a host may look at its top (RDI-09) */
};

/* Follows random games and looks at every place of that name that holds something. */
static int places_seen(const Rule *rule)
{
    TapSetup setup = setup_for(tap_game_find(rule->game), 4, rule->options);
    int      seen = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        do {
            Pieces list;
            pieces_list(&setup, setup.game, table_of(state_at(&st), 0), &list);
            for (int i = 0; i < list.n; i++) {
                const Piece *p = &list.piece[i];
                if (strcmp(p->name, rule->zone) || !p->n) continue;
                if (p->flags & TURNED_DOWN) {
                    CHECK(!(p->flags & ALTERABLE), "%s: a folded hand may be altered", rule->game);
                    continue;
                }
                CHECK(!(p->flags & ALTERABLE) == !rule->alterable, "%s: %s is wrongly marked", rule->game, rule->zone);
                seen++;
            }
        } while (!tap_over(&st) && play_on(&setup, &st, &r, 1, NULL));
    }
    return seen;
}

static void test_what_a_host_may_alter(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        CHECK(places_seen(&rules[i]) > 20, "%s: %s is hardly ever there", rules[i].game, rules[i].zone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_a_host_may_alter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
