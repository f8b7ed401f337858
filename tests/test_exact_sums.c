/* Sums of a long run: exact beyond 64 bits, in memory and as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/exact_sums.c"

static const char *written(Whole n)
{
    static char text[WHOLE_BYTES];
    whole_write(n, text);
    return text;
}

static void numbers_are_read_as_they_are_written(void **unused)
{
    (void)unused;
    static const char *const good[] = {"0", "7", "-7", "18446744073709551616", "-9223372036854775809",
                                       "999999999999999999999999999999999", "-999999999999999999999999999999999"};
    static const char *const bad[] = {"", "-", "+1", "1.0", "1e3", " 1", "--1", "0x1",
                                      "1000000000000000000000000000000000"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Whole n = 1;
        assert_true(whole_read(good[i], &n));
        assert_string_equal(written(n), good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Whole n = 5;
        assert_false(whole_read(bad[i], &n));
        assert_true(n == 5);
    }
    /* the widest that its room must hold: -2^127 */
    assert_string_equal(written(-(Whole)(((Magnitude)1 << 127) - 1) - 1), "-170141183460469231731687303715884105728");
}

static void sums_leave_no_digit_out(void **unused)
{
    (void)unused;
    Sums all = {0}, part[3] = {{0}};
    for (int i = 0; i < 999; i++) {
        int64_t value = (i % 2 ? -1 : 1) * (INT64_C(4000000000000) + i);
        sums_add(&all, value);
        sums_add(&part[i % 3], value);
    }
    for (int i = 1; i < 3; i++) sums_join(&part[0], &part[i]);
    assert_true(part[0].n == 999 && part[0].sum == all.sum && part[0].squares == all.squares);
    assert_string_equal(written(all.sum), "4000000000499");
    /* 999 a^2 + 2 a (0 + ... + 998) + (0^2 + ... + 998^2), a = 4 * 10^12 */
    assert_string_equal(written(all.squares), "15984000003988008000331835499");
}

static void so_many_decide(void **unused)
{
    (void)unused;
    Sums s = {0};
    assert_true(sums_needed(&s) == 0);
    sums_add(&s, 3);
    assert_true(sums_needed(&s) == 0); /* one value has no spread */
    sums_add(&s, 3);
    assert_true(sums_needed(&s) == 2 && sums_ci95(&s) == 0);
    s = (Sums){0};
    sums_add(&s, 5);
    sums_add(&s, -5);
    assert_true(sums_needed(&s) == 0 && sums_ci95(&s) > 0);
    /* Mean 1, spread 100: 1.96^2 * 100 = 384.16 of them. Below 0 it takes as many as above. */
    s = (Sums){.n = 101, .sum = 101, .squares = 101 + 100 * 100};
    assert_true(sums_needed(&s) == 385);
    s.sum = -101;
    assert_true(sums_needed(&s) == 385);
    /* Enough are there just when the interval does not reach 0. */
    for (int n = 2; n < 2000; n++) {
        s = (Sums){.n = (uint64_t)n, .sum = n, .squares = n + 100 * (n - 1)};
        assert_true((sums_needed(&s) <= n) == (sums_ci95(&s) <= sums_mean(&s)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_they_are_written),
        cmocka_unit_test(sums_leave_no_digit_out),
        cmocka_unit_test(so_many_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
