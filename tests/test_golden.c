/*
 * One golden record for each game: random answers from a fixed seed, as text, byte for byte. A change of behaviour
 * shows here as a diff that reads as a game; tests/test_golden_story.sh tells the same records as stories.
 * UPDATE_GOLDEN=1 writes the files anew (tools/update-golden does both).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <taproom/record.h>

/* Seeds are chosen so that a game has something to tell: bets, folds, a showdown. Other games get the usual. */
typedef struct Golden {
    const char *game;
    int         seats;
    uint64_t    seed;
    const char *option[4];
} Golden;

static const Golden chosen[] = {
    {"rogues-and-warriors", 4, 1, {"exchange", "dragon-cards"}},
    {"threes", 4, 2, {"hidden-fate", "dragon-cards"}},
    {"kings-council", 4, 3, {"dragon-cards", "foreign-council"}},
    {"adventurers-choice", 3, 4, {"rounds=4", "stack=30"}},
    {"swords-and-dragons", 4, 6, {"raise-limit=2"}},
    {"dragons-gold", 4, 5, {"objects", "advanced-scoring"}},
    {"red-dragon-inn", 3, 7, {"characters=random", "drinks=both", "prizes=3", "games"}},
};

static Golden golden_of(const TapGame *game)
{
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++)
        if (!strcmp(chosen[i].game, tap_game_id(game))) return chosen[i];
    int min, max, best;
    tap_game_seats(game, &min, &max, &best);
    return (Golden){.game = tap_game_id(game), .seats = best < 4 ? best : 4, .seed = 1};
}

/* Folding and leaving are picked less often than they would be and raises stay small, so that games reach their end. */
static TapMove pick(const TapRecord *r, TapSeat seat, TapRng *rng)
{
    TapChoices c;
    char       words[512];
    TapMove    m;
    tap_choices(tap_record_setup(r), tap_record_state(r), seat, &c);
    for (int tries = 0;; tries++) {
        m = tap_choices_pick(&c, rng);
        const TapChoice *o = tap_choices_find(&c, &m);
        if (o->kind == TAP_AMOUNT) m.value = o->lo + tap_rng_below(rng, o->hi - o->lo < 5 ? o->hi - o->lo + 1 : 5);
        assert_true(tap_move_write(tap_record_setup(r), tap_record_state(r), seat, m, words, sizeof words));
        if ((strcmp(words, "fold") && strcmp(words, "leave")) || tries == 2) break;
    }
    return m;
}

static char *play(const Golden *g)
{
    TapSetup setup;
    TapError error = {{0}};
    int      n = 0;
    while (n < 4 && g->option[n]) n++;
    if (!tap_setup_init(&setup, tap_game_find(g->game), g->seats, g->option, n, &error))
        fail_msg("%s: %s", g->game, error.text);
    uint8_t seed[64];
    TapRng  rng;
    tap_seed_from_number(g->seed, seed);
    tap_rng_fast(&rng, g->seed);
    TapRecord *r = tap_record_new(&setup, seed, NULL);
    while (!tap_over(tap_record_state(r))) {
        TapSeat seat = tap_first_of(tap_asked(&setup, tap_record_state(r)));
        assert_true(tap_record_answer(r, seat, pick(r, seat, &rng), false, NULL));
    }
    char *text = tap_record_write(r);
    tap_record_free(r);
    return text;
}

static void test_golden_records(void **state)
{
    (void)state;
    for (const TapGame *const *game = tap_games(); *game; game++) {
        Golden g = golden_of(*game);
        char   path[200], *text = play(&g);
        snprintf(path, sizeof path, "tests/golden/%s.rec", g.game);
        FILE *file = fopen(path, getenv("UPDATE_GOLDEN") ? "wb" : "rb");
        if (!file) fail_msg("%s cannot be opened; tools/update-golden writes it", path);
        if (getenv("UPDATE_GOLDEN")) {
            assert_true(fputs(text, file) >= 0);
        } else {
            char  *stored = calloc(1, 1 << 20);
            size_t n = fread(stored, 1, (1 << 20) - 1, file);
            assert_true(n > 0);
            assert_string_equal(text, stored);
            free(stored);
        }
        fclose(file);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden_records)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
