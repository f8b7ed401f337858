/*
 * Every record under tests/staged is a case of its own: it must read, hold what it expects, and expect something.
 * On the way each position is checked for what holds in every game: money and cards are neither made nor lost (ENG-01,
 * ENG-02), the answers give the same game again (ENG-04), whoever is asked has something to answer (ENG-05), and the
 * text survives being written and read.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <sodium.h>

#include "decks/tavern.h"
#include <taproom/content.h>
#include <taproom/record.h>
#include "support.h"

enum { MOST_FILES = 2000 };

static char *read_whole(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in) fail_msg("%s cannot be opened", path);
    char  *text = calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, in);
    assert_true(n > 0 && feof(in));
    fclose(in);
    return text;
}

static long money_in_sight(const TapSetup *setup, const TapState *s)
{
    long sum = tap_pot(setup, s) + tap_bank(setup, s);
    for (TapSeat seat = 0; seat < (TapSeat)setup->seats; seat++)
        if (tap_purse(setup, seat) == seat) sum += tap_money(setup, s, seat);
    return sum;
}

static TapShelf *shelf; /* the decks of tests/decks, which a record may name */

static void check_positions(const TapRecord *r)
{
    const TapSetup *setup = tap_record_setup(r);
    TapState s;
    assert_true(tap_record_state_at(r, 0, &s, NULL));
    long money = money_in_sight(setup, &s);
    uint16_t cards[CENSUS], now[CENSUS];
    take_census(setup, &s, cards);
    if (!setup->game->guests) assert_null(not_whole(setup, cards));
    for (int i = 0; i <= tap_record_answers(r); i++) {
        assert_true(tap_record_state_at(r, i, &s, NULL));
        assert_int_equal(money_in_sight(setup, &s), money);
        take_census(setup, &s, now);
        if (!setup->game->guests) assert_memory_equal(now, cards, sizeof now);
        TapSeatSet asked = tap_asked(setup, &s);
        assert_int_equal(asked == 0, tap_over(&s));
        for (TapSeat seat = 0; seat < (TapSeat)setup->seats; seat++) {
            TapChoices c;
            tap_choices(setup, &s, seat, &c);
            assert_int_equal(c.n > 0, tap_has(asked, seat));
        }
    }
    assert_memory_equal(&s, tap_record_state(r), tap_state_size(setup));
}

static void check_round_trip(const TapRecord *r)
{
    TapError error = {{0}};
    int      line;
    char    *text = tap_record_write(r);
    TapRecord *again = tap_record_read_with(text, shelf, &line, &error);
    if (!again) fail_msg("written text, line %d: %s\n%s", line, error.text, text);
    char *text_again = tap_record_write(again);
    assert_string_equal(text, text_again);
    assert_memory_equal(tap_record_state(r), tap_record_state(again), tap_state_size(tap_record_setup(r)));
    assert_int_equal(tap_record_expects(r), tap_record_expects(again));
    tap_record_free(again);
    free(text);
    free(text_again);
}

static void put_on_shelf(const char *path)
{
    char *text = read_whole(path), hex[65];
    unsigned char hash[32];
    TapFaults faults = {0};
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    CHECK(tap_shelf_add(shelf, text, strlen(text), hex, &faults), "%s: %s", path, faults.fault[0].text);
    free(text);
}

static void test_record_file(void **state)
{
    const char *path = *state;
    char       *text = read_whole(path);
    TapError    error = {{0}};
    int         line = 0;
    TapRecord  *r = tap_record_read_with(text, shelf, &line, &error);
    if (!r) fail_msg("%s:%d: %s", path, line, error.text);
    if (!tap_record_expects(r)) fail_msg("%s expects nothing", path);
    check_positions(r);
    check_round_trip(r);
    tap_record_free(r);
    free(text);
}

static struct CMUnitTest tests[MOST_FILES];
static int files;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct CMUnitTest *)a)->name, ((const struct CMUnitTest *)b)->name);
}

static void add_test(const char *path)
{
    if (files == MOST_FILES) fail_msg("over %d staged records", MOST_FILES);
    char *name = strdup(path);
    tests[files++] = (struct CMUnitTest){.name = name, .test_func = test_record_file, .initial_state = name};
}

static void walk(const char *folder, const char *ending, void (*with)(const char *path))
{
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *e; (e = readdir(dir));) {
        char path[512];
        struct stat about;
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (stat(path, &about)) continue;
        size_t n = strlen(path), tail = strlen(ending);
        if (S_ISDIR(about.st_mode)) walk(path, ending, with);
        else if (n > tail && !strcmp(path + n - tail, ending)) with(path);
    }
    closedir(dir);
}

int main(void)
{
    walk("tests/staged", ".rec", add_test);
    shelf = tap_shelf_new();
    walk("tests/decks", ".deck", put_on_shelf);
    if (!files) {
        fputs("There are no staged records; run this from the top folder.\n", stderr);
        return 1;
    }
    qsort(tests, (size_t)files, sizeof *tests, by_name);
    int failed = _cmocka_run_group_tests("staged records", tests, (size_t)files, NULL, NULL);
    for (int i = 0; i < files; i++) free(tests[i].initial_state);
    tap_shelf_free(shelf);
    return failed;
}
