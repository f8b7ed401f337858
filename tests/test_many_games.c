/*
 * Very many random games of the three boxes, over random seats and options: none trips over an assertion, each comes to
 * its end, and nothing is made or lost on the way.
 *
 * TAPROOM_LONG=1 plays a million of each, a tenth of them where everything is watched; TAPROOM_GAMES=N so many.
 */
#include "support.h"

#include <string.h>

#include "catalogue/catalogue.h"
#include "games/miner.h"

enum { LOOKS = 64 }; /* one answer in so many is followed by a look at all there is */

static long games_to_play(void)
{
    const char *wanted = getenv("TAPROOM_GAMES");
    long        n = wanted ? atol(wanted) : getenv("TAPROOM_LONG") ? 1000000 : 400;
    return SANITIZED ? n / 10 : n;
}

/* What is counted without being pieces: 60 resources, 80 items, 8 vaults. */
static const char *goods_missing(const TapSetup *setup, const TapState *st)
{
    const Mining *g = mining_at(table_of(state_at(st), 0));
    int           n[2] = {0, 0}, vaults = vaults_left(g);
    for (int k = 0; k < GOODS_KINDS; k++) n[k >= RESOURCES] += g->pile[k];
    for (Seat s = 0; s < (Seat)setup->seats; s++) {
        n[0] += resources_of(g, s);
        n[1] += items_of(g, s);
        vaults += vaults_of(g, s);
    }
    return n[0] != RESOURCE_N ? "resources" : n[1] != ITEM_N ? "items" : vaults != VAULT_N ? "vaults" : NULL;
}

static int64_t all_money(const TapSetup *setup, const TapState *st)
{
    int64_t sum = tap_pot(setup, st) + tap_bank(setup, st);
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++)
        if (tap_purse(setup, s) == s) sum += tap_money(setup, st, s);
    return sum;
}

typedef const char *Missing(const TapSetup *, const TapState *);

static void play_many(const TapGame *game, Missing *missing)
{
    static Setting  setting[MAX_SETTINGS];
    static TapState st;
    static uint16_t before[CENSUS], now[CENSUS];
    uint32_t        n = (uint32_t)pairwise_settings(game, setting);
    for (long i = 0, games = games_to_play(); i < games; i++) {
        TapRng   r;
        TapSetup setup;
        TapError error = {""};
        tap_rng_fast(&r, (uint64_t)i);
        CHECK(setting_read(game, &setting[tap_rng_below(&r, n)], &setup, &error), "%s: %s", game->id, error.text);
        start_seeded(&setup, &st, (uint64_t)i, NULL);
        int64_t money = all_money(&setup, &st);
        take_census(&setup, &st, before);
        for (uint64_t answers = 0, most = game->bound(&setup); !tap_over(&st); answers++) {
            CHECK(answers < most, "%s, game %ld: it does not end", game->id, i);
            play_on(&setup, &st, &r, 1, NULL);
            if (!tap_over(&st) && tap_rng_below(&r, LOOKS)) continue;
            take_census(&setup, &st, now);
            CHECK(!memcmp(now, before, sizeof now), "%s, game %ld: a piece was made, lost or changed", game->id, i);
            CHECK(all_money(&setup, &st) == money, "%s, game %ld: money was made or lost", game->id, i);
            const char *gone = missing ? missing(&setup, &st) : NULL;
            CHECK(!gone, "%s, game %ld: %s were made or lost", game->id, i, gone);
        }
    }
}

static void test_swords_and_dragons(void **state) { (void)state, play_many(&swords_and_dragons, NULL); }
static void test_dragons_gold(void **state) { (void)state, play_many(&dragons_gold, NULL); }
static void test_dwarven_miner(void **state) { (void)state, play_many(&dwarven_miner, goods_missing); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_swords_and_dragons),
        cmocka_unit_test(test_dragons_gold),
        cmocka_unit_test(test_dwarven_miner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
