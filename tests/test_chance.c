/* The generator against an independent one and published vectors; the chance log; rigs. */
#include "support.h"

#include <string.h>

enum { STREAM_CARDS = TAP_STREAM_DECK + TAVERN, STREAM_DICE = TAP_STREAM_DECK + SIX_SIDED };

/* ----------------------------------------------- an independent generator */

static void half_round(uint32_t x[16], int a, int b, int c, int d)
{
    const int turn[4] = {16, 12, 8, 7};
    for (int i = 0; i < 4; i++) {
        int p = i % 2 ? c : a, q = i % 2 ? d : b, r = i % 2 ? b : d;
        x[p] += x[q];
        x[r] ^= x[p];
        x[r] = x[r] << turn[i] | x[r] >> (32 - turn[i]);
    }
}

/* The block function as Bernstein wrote it down, bytes in and bytes out. */
static void chacha(const uint8_t key[32], uint64_t counter, int rounds, uint8_t out[64])
{
    static const uint8_t text[] = "expand 32-byte k";
    uint8_t  bytes[64] = {0};
    uint32_t x[16], y[16];
    memcpy(bytes, text, 16);
    memcpy(bytes + 16, key, 32);
    for (int i = 0; i < 8; i++) bytes[48 + i] = (uint8_t)(counter >> (8 * i));
    for (int i = 0; i < 16; i++)
        x[i] = y[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 | (uint32_t)bytes[4 * i + 2] << 16 |
                      (uint32_t)bytes[4 * i + 3] << 24;
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < 4; k++) {
            int turn = r % 2; /* columns, then diagonals */
            half_round(x, k, 4 + (k + turn) % 4, 8 + (k + 2 * turn) % 4, 12 + (k + 3 * turn) % 4);
        }
    for (int i = 0; i < 64; i++) out[i] = (uint8_t)((x[i / 4] + y[i / 4]) >> (8 * (i % 4)));
}

/* Words of a 64-byte seed: the blocks of its two halves in turn. */
typedef struct Stream {
    uint8_t  seed[64], block[64];
    uint64_t words;
} Stream;

static uint32_t next_word(Stream *s)
{
    uint64_t block = s->words / 16;
    int      at = (int)(s->words++ % 16) * 4;
    if (!at) chacha(s->seed + block % 2 * 32, block / 2, 8, s->block);
    return (uint32_t)s->block[at] | (uint32_t)s->block[at + 1] << 8 | (uint32_t)s->block[at + 2] << 16 |
           (uint32_t)s->block[at + 3] << 24;
}

/* 0..n-1: words that fall into the last, incomplete stripe of the fraction are thrown away. */
static uint32_t next_below(Stream *s, uint32_t n)
{
    for (;;) {
        uint64_t product = (uint64_t)next_word(s) * n;
        if ((product & 0xFFFFFFFF) >= 0x100000000u % n) return (uint32_t)(product >> 32);
    }
}

static void expect_bytes(const uint8_t *got, const char *hex)
{
    for (int i = 0; i < 64; i++) {
        unsigned byte = 0;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        assert_int_equal(got[i], byte);
    }
}

/* ChaCha with 8 and 20 rounds under the zero key, from the published vectors. */
static void test_block_against_published_vectors(void **state)
{
    (void)state;
    static const char eight[] = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f4453"
                                "67456d5619314a42a3da86b001387bfdb80e0cfe42";
    static const char twenty[] = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e"
                                 "03fb8d84a376a43b8f41518a11cc387b669b2ee6586";
    uint8_t zero[64] = {0}, out[64];
    chacha(zero, 0, 20, out);
    expect_bytes(out, twenty);
    chacha(zero, 0, 8, out);
    expect_bytes(out, eight);
    TapRng r;
    tap_rng_key(&r, zero);
    for (int i = 0; i < 16; i++) {
        uint32_t w = tap_rng_word(&r);
        for (int k = 0; k < 4; k++) out[4 * i + k] = (uint8_t)(w >> (8 * k));
    }
    expect_bytes(out, eight);
}

static void test_words_and_draws_against_the_independent_generator(void **state)
{
    (void)state;
    Stream s = {.words = 0};
    TapRng r;
    tap_seed_from_number(4711, s.seed);
    tap_rng_key(&r, s.seed);
    for (int i = 0; i < 500; i++) assert_int_equal(tap_rng_word(&r), next_word(&s));
    for (uint32_t i = 0; i < 3000; i++) {
        uint32_t n = i % 3 ? 1 + i % 97 : 0xC0000000u + i; /* the large ones reject a quarter of all words */
        assert_int_equal(tap_rng_below(&r, n), next_below(&s, n));
    }
    assert_true(s.words > 3700);
}

/* Both halves of the seed count, and every byte of them. */
static void test_every_byte_of_the_seed_matters(void **state)
{
    (void)state;
    uint8_t seed[64];
    TapRng  r;
    tap_seed_from_number(1, seed);
    uint32_t usual[32];
    tap_rng_key(&r, seed);
    for (int i = 0; i < 32; i++) usual[i] = tap_rng_word(&r);
    for (int byte = 0; byte < 64; byte++) {
        int differ[2] = {0};
        seed[byte] ^= 1;
        tap_rng_key(&r, seed);
        for (int i = 0; i < 32; i++) differ[i / 16] += tap_rng_word(&r) != usual[i];
        seed[byte] ^= 1;
        assert_true(differ[byte / 32] == 16);
        assert_true(differ[1 - byte / 32] == 0);
    }
}

/* Chi-square of draws below 6, 7 and 90; the limits are those of p = 0.0001. */
static void test_draws_are_even(void **state)
{
    (void)state;
    static const struct { uint32_t n; double limit; } cases[] = {{6, 25.8}, {7, 27.9}, {90, 147.}};
    TapRng r;
    uint8_t seed[64];
    tap_seed_from_number(99, seed);
    for (int fast = 0; fast < 2; fast++)
        for (int i = 0; i < 3; i++) {
            enum { DRAWS = 180000 };
            int    of[90] = {0};
            double chi = 0, each = (double)DRAWS / cases[i].n;
            if (fast) tap_rng_fast(&r, 3);
            else tap_rng_key(&r, seed);
            for (int k = 0; k < DRAWS; k++) of[tap_rng_below(&r, cases[i].n)]++;
            for (uint32_t k = 0; k < cases[i].n; k++) chi += (of[k] - each) * (of[k] - each) / each;
            assert_true(chi < cases[i].limit);
        }
}

static void test_seed_from_text(void **state)
{
    (void)state;
    uint8_t a[64], b[64];
    char    hex[129];
    tap_seed_from_number(17, a);
    tap_seed_from_text("17", b);
    assert_memory_equal(a, b, 64);
    for (int i = 0; i < 64; i++) snprintf(hex + 2 * i, 3, "%02x", a[i]);
    tap_seed_from_text(hex, b);
    assert_memory_equal(a, b, 64);
    tap_seed_from_text("tavern", b);
    assert_memory_not_equal(a, b, 64);
    tap_seed_from_text("tavern2", a);
    assert_memory_not_equal(a, b, 64);
}

/* -------------------------------------------------------------- chance log */

/* A fair deal can be verified without knowing the rules: every entry that is not rigged follows from the seed. */
static void test_log_follows_from_the_seed(void **state)
{
    (void)state;
    static TapLog log;
    long drawn = 0;
    for (const TapGame *const *g = tap_games(); *g; g++)
        for (uint64_t seed = 0; seed < 60; seed++) {
            int       min, max, best;
            TapState  st;
            TapRng    r;
            Stream    s = {.words = 0};
            tap_game_seats(*g, &min, &max, &best);
            TapSetup setup = setup_for(*g, (int)(min + (int)seed % (max - min + 1)), "");
            bool tavern_deck = (*g)->content == &tavern_content;
            for (int i = 0; seed % 2 && tavern_deck && i < 3; i++) {
                tap_rig(&setup.rig, STREAM_CARDS, i == 1 ? TAP_ANY : 4 + 5 * i);
                tap_rig(&setup.rig, STREAM_DICE, i == 1 ? TAP_ANY : 6);
            }
            tap_log_clear(&log);
            tap_seed_from_number(seed, s.seed);
            tap_rng_fast(&r, seed);
            start_seeded(&setup, &st, seed, &log);
            play_on(&setup, &st, &r, 100000, &log);
            assert_int_equal(log.draws_lost, 0);
            assert_null(tap_rig_fault(&setup, &st));
            for (int i = 0; i < log.draws; i++) {
                const TapChance *c = &log.draw[i];
                if (c->n && !c->rigged) assert_int_equal(c->value, next_below(&s, c->n));
                assert_true(!c->n || c->value < c->n);
                assert_true(setup.rig.n || !c->rigged);
                drawn++;
            }
        }
    assert_true(drawn > 2000);
}

/* -------------------------------------------------------------------- rigs */

static TapSetup rigged_threes(void)
{
    TapSetup setup = setup_for(tap_game_find("threes"), 3, "hidden-fate");
    tap_rig(&setup.rig, TAP_STREAM_SEAT, 2);
    tap_rig(&setup.rig, STREAM_CARDS, TAP_ANY);
    tap_rig(&setup.rig, STREAM_CARDS, card_of(ROGUE, OWL));
    for (int i = 0; i < 200; i++) tap_rig(&setup.rig, STREAM_DICE, i % 7 == 6 ? TAP_ANY : 1 + i % 6);
    return setup;
}

/* The rig gives what was asked for, and a hole is left to luck. */
static void test_rig_gives_what_it_says(void **state)
{
    (void)state;
    static TapLog log;
    unsigned first_card = 0, seventh_die = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        TapSetup setup = rigged_threes();
        TapState st;
        tap_log_clear(&log);
        start_seeded(&setup, &st, seed, &log);
        assert_int_equal(table_of(state_at(&st), 0)->start, 2);
        static TapView v;
        tap_view(&setup, &st, 1, &v);
        int dice = 0, cards = 0;
        for (int z = 0; z < v.zones; z++)
            for (int i = 0; i < v.zone[z].n; i++) {
                const TapViewItem *item = &v.item[v.zone[z].first + i];
                if (item->kind == TAP_CARD_ITEM && v.zone[z].owner == 1)
                    assert_int_equal(item->face, card_of(ROGUE, OWL)), cards++;
                if (item->kind == TAP_DIE_ITEM && dice < 6) assert_int_equal(item->face, 1 + dice);
                if (item->kind == TAP_DIE_ITEM && ++dice == 7) seventh_die |= 1u << item->face;
            }
        assert_int_equal(cards, 1);
        tap_view(&setup, &st, 0, &v);
        for (int z = 0; z < v.zones; z++)
            if (v.zone[z].n && v.item[v.zone[z].first].kind == TAP_CARD_ITEM && v.zone[z].owner == 0)
                first_card |= 1u << v.item[v.zone[z].first].face % 30;
        assert_null(tap_rig_fault(&setup, &st));
    }
    assert_true(__builtin_popcount(first_card) > 8 && __builtin_popcount(seventh_die) == 6);
}

/* Keyed by counters in the state: a clone, a replay and a half-played game taken up again need not know of the rig. */
static void test_rigged_clones_end_alike(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        TapSetup setup = rigged_threes();
        TapState st, clone, again;
        TapRng   r, r2;
        tap_rng_fast(&r, seed);
        start_seeded(&setup, &st, seed, NULL);
        start_seeded(&setup, &again, seed, NULL);
        r2 = r;
        play_on(&setup, &st, &r, 4, NULL);
        clone = st;
        TapRng half = r;
        play_on(&setup, &st, &r, 100000, NULL);
        play_on(&setup, &clone, &half, 100000, NULL);
        play_on(&setup, &again, &r2, 100000, NULL);
        assert_memory_equal(&st, &clone, tap_state_size(&setup));
        assert_memory_equal(&st, &again, tap_state_size(&setup));
    }
}

/* A wish that cannot be had is named, and luck decides. */
static void test_impossible_wishes_are_named(void **state)
{
    (void)state;
    static const struct { int stream; int16_t value; const char *name;
    } wish[] = {
        {STREAM_CARDS, DRAGON, "deck"},
        {STREAM_DICE, 7, "dice"},
        {STREAM_DICE, 0, "dice"},
        {TAP_STREAM_SEAT, 3, "seat"},
    };
    for (size_t i = 0; i < sizeof wish / sizeof *wish; i++) {
        TapSetup setup = setup_for(tap_game_find("threes"), 3, "hidden-fate"), fair = setup;
        TapState st, lucky;
        tap_rig(&setup.rig, wish[i].stream, wish[i].value);
        start_seeded(&setup, &st, 5, NULL);
        start_seeded(&fair, &lucky, 5, NULL);
        assert_string_equal(tap_rig_fault(&setup, &st), wish[i].name);
        state_of(&st)->chance.fault = 0;
        memset(st.byte + setup.drawn_at, 0, setup.stack_at - setup.drawn_at); /* counted only where there is a rig */
        assert_memory_equal(&st, &lucky, tap_state_size(&setup));
    }
    /* A face of which all copies are out. */
    TapSetup setup = setup_for(tap_game_find("kings-council"), 2, "");
    TapState st;
    for (int i = 0; i < 2; i++) tap_rig(&setup.rig, STREAM_CARDS, card_of(WARRIOR, WOLF));
    start_seeded(&setup, &st, 1, NULL);
    assert_string_equal(tap_rig_fault(&setup, &st), "deck");
}

/* A resealed copy plays on by luck of its own, not by the rig and not by the game's generator. */
static void test_reseal_drops_rig_and_key(void **state)
{
    (void)state;
    for (int fast = 0; fast < 2; fast++) {
        TapSetup setup = rigged_threes();
        TapState st, copy;
        TapRng   r;
        unsigned faces = 0;
        start_seeded(&setup, &st, 1, NULL);
        for (uint64_t i = 0; i < 40; i++) {
            copy = st;
            tap_rng_fast(&r, i);
            tap_reseal(&setup, &copy, 0, &r, fast);
            assert_memory_not_equal(state_at(&copy)->chance.rng.key, state_at(&st)->chance.rng.key, 8);
            Env e = {.setup = &setup, .state = state_of(&copy), .game = setup.game};
            Die die;
            chance_roll(&e, SIX_SIDED, &die, PUBLIC);
            faces |= 1u << die.face;
        }
        assert_int_equal(__builtin_popcount(faces), 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_against_published_vectors),
        cmocka_unit_test(test_words_and_draws_against_the_independent_generator),
        cmocka_unit_test(test_every_byte_of_the_seed_matters),
        cmocka_unit_test(test_draws_are_even),
        cmocka_unit_test(test_seed_from_text),
        cmocka_unit_test(test_log_follows_from_the_seed),
        cmocka_unit_test(test_rig_gives_what_it_says),
        cmocka_unit_test(test_rigged_clones_end_alike),
        cmocka_unit_test(test_impossible_wishes_are_named),
        cmocka_unit_test(test_reseal_drops_rig_and_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
