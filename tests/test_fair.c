/* Fair deals: the construction against vectors, the lines of a record, and the chance log of every game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/ground/fair.h"

/* The vectors of docs/fairness.md: server 00 .. 1f, seat 1 20 .. 3f, seat 3 40 .. 5f. Computed by tools/verify.py. */
static TapFair specimen(void)
{
    TapFair f = {.has_server = true, .has_commitment = true, .table = "specimen-1"};
    uint8_t seed[TAP_FAIR_SEED];
    for (int i = 0; i < TAP_FAIR_SEED; i++) f.server[i] = (uint8_t)i, seed[i] = (uint8_t)(64 + i);
    assert_true(fair_take(&f, 2, seed));
    for (int i = 0; i < TAP_FAIR_SEED; i++) seed[i] = (uint8_t)(32 + i);
    assert_true(fair_take(&f, 0, seed));
    fair_commit(f.server, f.commitment);
    return f;
}

static void vectors(void **unused)
{
    (void)unused;
    TapFair f = specimen();
    uint8_t seed[64];
    char    hex[129];
    fair_mix(&f, seed);
    fair_write_hex(f.commitment, sizeof f.commitment, hex);
    assert_string_equal(hex, "30bde6c281550e2afd44f47bc08dbff85375d51041e69b7a3e6285d8453b51f8");
    fair_write_hex(seed, sizeof seed, hex);
    assert_string_equal(hex, "9d9dd2b04b93daf5ea9a5cdd1efaf0e938f8717d786b7eeeb7f7a551c06f94d7"
                             "9a7458380b597350384895ff4a267d23f18bf051f737d9bc2d3a39d6a28b2f72");
}

/* Whatever is changed, the seed is another. */
static void everything_counts(void **unused)
{
    (void)unused;
    TapFair f = specimen(), other;
    uint8_t seed[6][64];
    fair_mix(&f, seed[0]);
    other = f, other.server[31] ^= 1, fair_mix(&other, seed[1]);
    other = f, other.client[2][0] ^= 0x80, fair_mix(&other, seed[2]);
    other = f, other.clients = tap_only(0), fair_mix(&other, seed[3]);
    other = f, other.clients = tap_only(0) | tap_only(3), memcpy(other.client[3], f.client[2], TAP_FAIR_SEED),
    fair_mix(&other, seed[4]);
    other = f, strcpy(other.table, "specimen-2"), fair_mix(&other, seed[5]);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++) assert_memory_not_equal(seed[i], seed[k], 64);
    other = f, other.client[1][0] ^= 1, fair_mix(&other, seed[1]); /* seat 2 sent none, so its bytes are not read */
    assert_memory_equal(seed[0], seed[1], 64);
}

static void beginning(void **unused)
{
    (void)unused;
    TapFair one, two;
    uint8_t commitment[TAP_FAIR_SEED];
    assert_true(fair_begin(&one, "k3-1"));
    assert_true(fair_begin(&two, "k3-2"));
    assert_memory_not_equal(one.server, two.server, TAP_FAIR_SEED);
    fair_commit(one.server, commitment);
    assert_memory_equal(one.commitment, commitment, TAP_FAIR_SEED);
    assert_int_equal(one.clients, 0);
    static const char *const bad[] = {"", "two words", "a\"b", "a#b", "tab\there",
        "a-name-of-sixty-four-characters-is-one-too-many-for-a-table-name"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(fair_begin(&one, bad[i]));
    assert_false(fair_take(&one, TAP_SEATS, commitment));
    assert_false(fair_take(&one, TAP_NOBODY, commitment));
}

static void hex(void **unused)
{
    (void)unused;
    uint8_t bytes[2] = {7, 7};
    assert_false(fair_read_hex("00f", bytes, 2));
    assert_false(fair_read_hex("00fg", bytes, 2));
    assert_false(fair_read_hex("00ff00", bytes, 2));
    assert_false(fair_read_hex("00 f", bytes, 2));
    assert_int_equal(bytes[0], 7); /* untouched on failure */
    assert_true(fair_read_hex("00ff", bytes, 2));
    assert_int_equal(bytes[0], 0);
    assert_int_equal(bytes[1], 255);
}

/* --------------------------------------------------------------- records */

#define HEX64 "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static void refused_lines(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "fair",
        "fair weather " HEX64,
        "fair table",
        "fair table a\"b",
        "fair server",
        "fair server 00ff",
        "fair server x" HEX64,
        "fair client " HEX64,
        "fair client 11 " HEX64,
        "fair client 3 " HEX64 /* two seats */,
        "fair client 1 0",
        "fair server " HEX64 "\nfair server " HEX64,
        "fair client 1 " HEX64 "\nfair client 1 " HEX64,
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char     text[400];
        int      line = 0;
        TapError error = {{0}};
        snprintf(text, sizeof text, "taproom 1\ngame threes %d\nseats 2\n%s\n",
                 tap_game_rules_version(tap_game_find("threes")), bad[i]);
        assert_null(tap_record_read(text, &line, &error));
        assert_int_equal(line, strchr(bad[i], '\n') ? 5 : 4);
        assert_true(error.text[0]);
    }
}

/* A fair game of bots that play at random. The caller frees it. */
static TapRecord *play_fairly(const TapGame *game, int seats, TapFair *fair, uint64_t luck)
{
    TapSetup setup;
    TapError error;
    uint8_t  seed[64];
    TapRng   r;
    assert_true(tap_setup_init(&setup, game, seats, NULL, 0, &error));
    fair_mix(fair, seed);
    TapRecord *record = tap_record_new(&setup, seed, NULL);
    tap_record_set_fair(record, fair);
    tap_rng_fast(&r, luck);
    for (TapSeatSet asked; (asked = tap_asked(&setup, tap_record_state(record)));) {
        TapChoices c;
        TapSeat    s = tap_first_of(asked);
        tap_choices(&setup, tap_record_state(record), s, &c);
        assert_true(tap_record_answer(record, s, tap_choices_pick(&c, &r), false, NULL));
    }
    return record;
}

static void every_game_draws_from_its_seed(void **unused)
{
    (void)unused;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        int min, max, best, n;
        tap_game_seats(*g, &min, &max, &best);
        for (int i = 0; i < 20; i++) {
            TapFair    f = specimen();
            TapChance *draw;
            uint8_t    seed[64];
            f.server[0] = (uint8_t)(i + 1);
            f.clients = tap_only(0);
            TapRecord *record = play_fairly(*g, min + i % (max - min + 1), &f, (uint64_t)i);
            if (i % 4 == 3) assert_true(tap_record_undo(record, tap_record_answers(record) / 2));
            assert_true(tap_record_chance(record, &draw, &n));
            assert_true(n > 0);
            fair_mix(&f, seed);
            assert_int_equal(tap_chance_follows(draw, n, seed), n);
            int last = n - 1;
            while (last > 0 && draw[last].n < 2) last--;
            draw[last].value = (uint16_t)((draw[last].value + 1) % draw[last].n);
            assert_int_equal(tap_chance_follows(draw, n, seed), last);
            draw[last].value = (uint16_t)((draw[last].value + draw[last].n - 1) % draw[last].n);
            seed[0] ^= 1; /* another seed would have to guess every draw */
            assert_true(n < 16 || tap_chance_follows(draw, n, seed) < n);
            free(draw);
            /* The text keeps all of it. */
            char      *text = tap_record_write(record);
            TapError   error;
            TapRecord *again = tap_record_read(text, NULL, &error);
            assert_non_null(again);
            assert_non_null(tap_record_fair(again));
            assert_memory_equal(tap_record_fair(again)->server, f.server, TAP_FAIR_SEED);
            assert_memory_equal(tap_record_fair(again)->client[0], f.client[0], TAP_FAIR_SEED);
            assert_int_equal(tap_record_fair(again)->clients, f.clients);
            assert_string_equal(tap_record_fair(again)->table, f.table);
            char *text_again = tap_record_write(again);
            assert_string_equal(text, text_again);
            free(text);
            free(text_again);
            tap_record_free(again);
            tap_record_free(record);
        }
    }
}

/* tests/fair/example.rec, which docs/fairness.md and tests/verify.sh use, is a game the code of today plays.
 * UPDATE_EXAMPLES=1 writes it anew, for example when the rules version of its game is raised. */
static void example(void **unused)
{
    (void)unused;
    static const char path[] = "tests/fair/example.rec";
    TapFair    f = specimen();
    TapRecord *record = play_fairly(tap_game_find("kings-council"), 4, &f, 1);
    char      *text = tap_record_write(record), old[1 << 16] = "";
    if (getenv("UPDATE_EXAMPLES")) {
        FILE *out = fopen(path, "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(text, 1, strlen(text), out), strlen(text));
        assert_int_equal(fclose(out), 0);
    }
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_true(fread(old, 1, sizeof old - 1, in) > 0);
    fclose(in);
    assert_string_equal(text, old);
    free(text);
    tap_record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),       cmocka_unit_test(everything_counts),
        cmocka_unit_test(beginning),     cmocka_unit_test(hex),
        cmocka_unit_test(refused_lines), cmocka_unit_test(every_game_draws_from_its_seed),
        cmocka_unit_test(example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
