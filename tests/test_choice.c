/* The four kinds of choice: admits, count and nth agree; the sampler is fair and deterministic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <taproom/choice.h>

static const TapChoice cases[] = {
    {.kind = TAP_PLAIN, .verb = 3, .a = 2, .b = 1},
    {.kind = TAP_AMOUNT, .verb = 1, .lo = 4, .hi = 19},
    {.kind = TAP_SUBSET, .verb = 2, .items = 0x3FF, .lo = 0, .hi = 10},
    {.kind = TAP_SUBSET, .verb = 2, .items = 0x2B5, .lo = 1, .hi = 3},
    {.kind = TAP_ASSIGN, .verb = 5, .items = 0x3F, .places = 0x1D},
};

/* Every move that nth gives is admitted and differs from the others; the number of them is count. */
static void test_nth_enumerates_what_admits_admits(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, 16, 1024, 6 + 15 + 20, 4096};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t n = tap_choice_count(&cases[i]);
        assert_int_equal(n, expected[i]);
        for (uint64_t k = 0; k < n; k++) {
            TapMove m = tap_choice_nth(&cases[i], k);
            assert_true(tap_choice_admits(&cases[i], &m));
            if (n <= 1024)
                for (uint64_t j = 0; j < k; j++) assert_false(tap_same_move(m, tap_choice_nth(&cases[i], j)));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nth_enumerates_what_admits_admits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
