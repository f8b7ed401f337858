/* Swords & Dragons: what nobody else can know of a Quest is gone when it is dealt anew for him. */
#include "support.h"

#include <string.h>

/* Seat 1 takes a King from seat 2: which of two, only they know. */
static TapRecord *quest_for(const char *given)
{
    char text[1000];
    snprintf(text, sizeof text,
             "taproom 1\ngame swords-and-dragons 1\nseats 3\nstart 1\n"
             "rig deck ASw 2Co 3Sh  2Sw 3Co 4Sh  3Sw 4Co 5Sh  4Sw 5Co 6Sh  KSw KTa 7Sh  6Sw KCh 8Sh  7Sw 6Ta 9Sh  2Sc\n"
             "1 trove ASw 2Sw 3Sw 4Sw\n2 trove 2Co 3Co 4Co 5Co\n3 trove 3Sh 4Sh 5Sh 6Sh\n1 open 1\n1 quest 2\n"
             "1 rank K\n1 show KSw\n2 give %s\n1 return 7Sw\n1 draw\n",
             given);
    TapError   error = {""};
    int        line = 0;
    TapRecord *r = tap_record_read(text, &line, &error);
    CHECK(r, "line %d: %s", line, error.text);
    return r;
}

/* SWORD-R25 asks the state to remember which card was taken; a third, and a watcher, must not find it there. */
static void test_what_was_taken_is_between_two(void **state)
{
    (void)state;
    TapRecord *a = quest_for("KTa"), *b = quest_for("KCh");
    assert_true(same_for(a, b, 2));
    assert_true(same_for(a, b, TAP_NOBODY));
    assert_false(same_for(a, b, 0));
    assert_false(same_for(a, b, 1));
    tap_record_free(a);
    tap_record_free(b);
}

/* A hundred cards can be asked for, and still a View of four seats is no more than 10 kB. */
static void test_views_are_short(void **state)
{
    (void)state;
    static TapView v;
    static char    json[1 << 16];
    TapSetup       setup = setup_for(tap_game_find("swords-and-dragons"), 4, "");
    int            games = SANITIZED ? 100 : 1000, most = 0;
    assert_true(tap_state_size(&setup) <= 2662); /* 2.6 KiB */
    for (uint64_t seed = 0; seed < (uint64_t)games; seed++) {
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, seed);
        for (start_seeded(&setup, &st, seed, NULL); !tap_over(&st); play_on(&setup, &st, &r, 1, NULL)) {
            tap_view(&setup, &st, tap_first_of(tap_asked(&setup, &st)), &v);
            int n = tap_view_json(&setup, &st, &v, json, sizeof json);
            if (n > most) most = n;
        }
    }
    assert_in_range(most, 8000, 9500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_was_taken_is_between_two),
                                       cmocka_unit_test(test_views_are_short)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
