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
    {.kind = TAP_ASSIGN, .verb = 6, .items = 0x15, .places = 0x1FB, .hi = 1},
};

/* Every move that nth gives is admitted and differs from the others; the number of them is count. */
static void test_nth_enumerates_what_admits_admits(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, 16, 1024, 6 + 15 + 20, 4096, 8 * 7 * 6};
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

/* The dumb judge: an independent reading of each kind. Moves near the legal ones are judged alike. */
static bool legal(const TapChoice *o, const TapMove *m)
{
    TapMove rest = *m;
    if (m->verb != o->verb || m->a != o->a || m->b != o->b || m->zero) return false;
    if (o->kind == TAP_ASSIGN) {
        int n = 0;
        for (int bit = 0; bit < 32; bit++) n += (int)(o->items >> bit & 1);
        for (int i = 0; i < 24; i++) {
            int place = i % 2 ? m->place[i / 2] / 16 : m->place[i / 2] % 16;
            if (i < n ? !((1 << place) & o->places) : place) return false;
            for (int k = 0; o->hi && i < n && k < i; k++)
                if (place == (k % 2 ? m->place[k / 2] / 16 : m->place[k / 2] % 16)) return false;
        }
        return true;
    }
    rest.value = 0;
    if (!tap_same_move(rest, (TapMove){.verb = o->verb, .a = o->a, .b = o->b})) return false;
    if (o->kind == TAP_PLAIN) return !m->value;
    if (o->kind == TAP_AMOUNT) return m->value >= o->lo && m->value <= o->hi;
    uint32_t chosen = 0;
    for (int bit = 0; bit < 32; bit++) {
        if (m->value >> bit & 1 && !(o->items >> bit & 1)) return false;
        chosen += m->value >> bit & 1;
    }
    return chosen >= o->lo && chosen <= o->hi;
}

static void test_admits_agrees_with_a_dumb_judge(void **state)
{
    (void)state;
    TapRng r;
    tap_rng_fast(&r, 8);
    int refused = 0, admitted = 0;
    for (int round = 0; round < 40000; round++) {
        const TapChoice *o = &cases[tap_rng_below(&r, sizeof cases / sizeof *cases)];
        TapMove m = tap_choice_nth(o, tap_rng_below(&r, (uint32_t)tap_choice_count(o)));
        uint8_t byte[sizeof m];
        memcpy(byte, &m, sizeof m);
        for (uint32_t hits = tap_rng_below(&r, 3); hits; hits--) byte[tap_rng_below(&r, sizeof m)] ^= (uint8_t)(1u << tap_rng_below(&r, 8));
        memcpy(&m, byte, sizeof m);
        assert_int_equal(tap_choice_admits(o, &m), legal(o, &m));
        *(legal(o, &m) ? &admitted : &refused) += 1;
    }
    assert_true(admitted > 10000 && refused > 10000);
}

/* Any entry is as likely as another, whatever it stands for; inside it every move is. */
static void test_pick_is_even_over_entries_then_inside(void **state)
{
    (void)state;
    TapChoices c = {.n = 3, .choice = {cases[0], cases[1], cases[3]}};
    TapRng r;
    tap_rng_fast(&r, 2);
    int of[3] = {0}, amount[16] = {0};
    for (int i = 0; i < 48000; i++) {
        TapMove m = tap_choices_pick(&c, &r);
        int at = (int)(tap_choices_find(&c, &m) - c.choice);
        of[at]++;
        if (at == 1) amount[m.value - 4]++;
    }
    for (int i = 0; i < 3; i++) assert_in_range(of[i], 15600, 16400);
    for (int i = 0; i < 16; i++) assert_in_range(amount[i], 850, 1150);
}

/* All moves if they fit; else every entry is there, ranges keep both ends, nothing comes twice, and always the same. */
static void test_sample(void **state)
{
    (void)state;
    static TapMove got[8000], again[8000];
    TapChoices c = {.n = 5};
    memcpy(c.choice, cases, sizeof cases);
    uint64_t all = 0;
    for (int i = 0; i < 5; i++) all += tap_choice_count(&cases[i]);
    assert_int_equal(tap_choices_sample(&c, got, 8000), all);
    for (int k = 5; k < 300; k += 7) {
        int n = tap_choices_sample(&c, got, k), of[5] = {0};
        bool low = false, high = false;
        assert_int_equal(n, k);
        assert_int_equal(tap_choices_sample(&c, again, k), n);
        assert_memory_equal(got, again, sizeof *got * (size_t)n);
        for (int i = 0; i < n; i++) {
            const TapChoice *o = tap_choices_find(&c, &got[i]);
            assert_non_null(o);
            of[o - c.choice]++;
            low |= got[i].verb == 1 && got[i].value == 4;
            high |= got[i].verb == 1 && got[i].value == 19;
            for (int j = 0; j < i; j++) assert_false(tap_same_move(got[i], got[j]) && got[i].verb != 2);
        }
        for (int i = 0; i < 5; i++) assert_true(of[i] > 0 || i == 3); /* the third and fourth have one verb and share moves */
        assert_true(low && (high || of[1] == 1));
    }
}

/* Twenty-four items to ten places are more than 64 bits count: still each move can be picked, and none outside. */
static void test_assignment_wider_than_a_number(void **state)
{
    (void)state;
    TapChoices c = {.n = 1, .choice = {{.kind = TAP_ASSIGN, .verb = 1, .items = 0xFFFFFF, .places = 0x3FF}}};
    TapChoices power = {.n = 1, .choice = {{.kind = TAP_ASSIGN, .verb = 1, .items = 0xFFFF, .places = 0xFFFF}}}; /* 2^64 exactly */
    assert_true(tap_choice_count(&c.choice[0]) == 1ull << 63);
    assert_true(tap_choice_count(&power.choice[0]) == 1ull << 63);
    TapRng r;
    tap_rng_fast(&r, 4);
    int last[10] = {0};
    for (int i = 0; i < 20000; i++) {
        TapMove m = tap_choices_pick(&c, &r), p = tap_choices_pick(&power, &r);
        assert_true(tap_choice_admits(&c.choice[0], &m));
        assert_true(tap_choice_admits(&power.choice[0], &p));
        last[tap_assigned(&m, 23)]++;
    }
    for (int i = 0; i < 10; i++) assert_in_range(last[i], 1800, 2200);
    TapMove some[16];
    assert_int_equal(tap_choices_sample(&c, some, 16), 16);
    for (int i = 0; i < 16; i++) assert_true(tap_choice_admits(&c.choice[0], &some[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nth_enumerates_what_admits_admits),
        cmocka_unit_test(test_admits_agrees_with_a_dumb_judge),
        cmocka_unit_test(test_pick_is_even_over_entries_then_inside),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_assignment_wider_than_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
