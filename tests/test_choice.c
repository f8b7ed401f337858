/* The six kinds of choice: admits, count and nth agree; the sampler is fair and deterministic. */
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
    {.kind = TAP_SPLIT, .verb = 7, .kinds = 3, .stock = {3, 0, 2}, .places = 0x25},
    {.kind = TAP_COUNTS,
     .verb = 8,
     .kinds = 5,
     .second = 2,
     .stock = {3, 2, 1, 4, 1},
     .lo = 1,
     .hi = 3,
     .lo2 = 0,
     .hi2 = 2},
    {.kind = TAP_SUBSET, .verb = 9, .items = 0x8000000100000003, .lo = 1, .hi = 2},
};

/* Every move that nth gives is admitted and differs from the others; the number of them is count. */
static void test_nth_enumerates_what_admits_admits(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, 16, 1024, 6 + 15 + 20, 4096, 8 * 7 * 6, 10 * 6, 8 * 8, 4 + 6};
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
    if (o->kind == TAP_SPLIT) { /* things kind by kind, alike things by place */
        int thing = 0;
        for (int k = 0; k < o->kinds; thing += o->stock[k++])
            for (int i = 0; i < o->stock[k]; i++) {
                if (!((1 << tap_assigned(m, thing + i)) & o->places)) return false;
                if (i && tap_assigned(m, thing + i) < tap_assigned(m, thing + i - 1)) return false;
            }
        for (; thing < 24; thing++)
            if (tap_assigned(m, thing)) return false;
        return true;
    }
    if (o->kind == TAP_COUNTS) {
        int first = 0, other = 0;
        for (int k = 0; k < 24; k++) {
            int n = tap_assigned(m, k);
            if (k >= o->kinds ? n : n > o->stock[k]) return false;
            if (k < o->second) first += n;
            else other += n;
        }
        return first >= (int)o->lo && first <= (int)o->hi && other >= o->lo2 && other <= o->hi2;
    }
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
    if (o->kind == TAP_SUBSET) rest.high = 0;
    if (!tap_same_move(rest, (TapMove){.verb = o->verb, .a = o->a, .b = o->b})) return false;
    if (o->kind == TAP_PLAIN) return !m->value;
    if (o->kind == TAP_AMOUNT) return m->value >= o->lo && m->value <= o->hi;
    uint32_t chosen = 0;
    for (int bit = 0; bit < 64; bit++) {
        uint32_t in = (bit < 32 ? m->value >> bit : m->high >> (bit - 32)) & 1;
        if (in && !(o->items >> bit & 1)) return false;
        chosen += in;
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
        for (uint32_t hits = tap_rng_below(&r, 3); hits; hits--)
            byte[tap_rng_below(&r, sizeof m)] ^= (uint8_t)(1u << tap_rng_below(&r, 8));
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
        for (int i = 0; i < 5; i++)
            assert_true(of[i] > 0 || i == 3); /* the third and fourth have one verb and share moves */
        assert_true(low && (high || of[1] == 1));
    }
}

/* As many splits and counts as a count by hand of all words finds: nothing is left out and nothing comes twice. */
static void test_splits_and_counts_are_complete(void **state)
{
    (void)state;
    TapRng r;
    int    tried = 0;
    tap_rng_fast(&r, 21);
    for (int round = 0; round < 3000; round++) {
        TapChoice o = {.verb = 1, .kinds = (uint8_t)(1 + tap_rng_below(&r, 4))};
        int       things = 0, words = 1, base;
        for (int k = 0; k < o.kinds; k++) things += o.stock[k] = (uint8_t)tap_rng_below(&r, 4);
        if (round % 2) {
            o.kind = TAP_SPLIT;
            while (!o.places) o.places = (TapSeatSet)(tap_rng_below(&r, 32) & tap_rng_below(&r, 32));
            if (things > 6) continue;
            base = 5;
            for (int i = 0; i < things; i++) words *= base;
        } else {
            int sum[2] = {0, 0};
            o.kind = TAP_COUNTS;
            o.second = (uint8_t)tap_rng_below(&r, o.kinds + 1u);
            for (int k = 0; k < o.kinds; k++) sum[k >= o.second] += o.stock[k];
            o.lo = tap_rng_below(&r, (uint32_t)sum[0] + 1);
            o.hi = o.lo + tap_rng_below(&r, (uint32_t)sum[0] - o.lo + 1);
            o.lo2 = (uint8_t)tap_rng_below(&r, (uint32_t)sum[1] + 1);
            o.hi2 = (uint8_t)(o.lo2 + tap_rng_below(&r, (uint32_t)(sum[1] - o.lo2 + 1)));
            base = 4;
            for (int i = 0; i < o.kinds; i++) words *= base;
        }
        uint64_t admitted = 0, n = tap_choice_count(&o);
        for (int w = 0; w < words; w++) {
            TapMove m = tap_move(1, 0, 0, 0);
            for (int i = 0, rest = w; rest; i++, rest /= base) m.place[i / 2] |= (uint8_t)(rest % base << (i % 2 * 4));
            assert_int_equal(tap_choice_admits(&o, &m), legal(&o, &m));
            admitted += tap_choice_admits(&o, &m);
        }
        assert_int_equal(admitted, n);
        TapMove before = {.bits = {0, 0}};
        for (uint64_t i = 0; i < n; i++) {
            TapMove m = tap_choice_nth(&o, i);
            assert_true(tap_choice_admits(&o, &m));
            assert_false(i && tap_same_move(m, before));
            before = m;
            tried++;
        }
    }
    assert_true(tried > 10000);
}

/* Sixty-four cards of which any may be chosen, twenty-four tokens among ten, offers of fifteen of each of twenty-four:
 * more than can be numbered, and still each pick is legal. */
static void test_wide_kinds_are_picked_legally(void **state)
{
    (void)state;
    TapChoices c = {
        .n = 3,
        .choice = {
            {.kind = TAP_SUBSET, .verb = 1, .items = ~0ull, .hi = 64},
            {.kind = TAP_SPLIT, .verb = 2, .kinds = 24, .places = 0x3FF},
            {.kind = TAP_COUNTS, .verb = 3, .kinds = 24, .second = 12, .lo = 1, .hi = 180, .lo2 = 1, .hi2 = 180}}};
    memset(c.choice[1].stock, 1, 24);
    memset(c.choice[2].stock, 15, 24);
    TapRng r;
    tap_rng_fast(&r, 5);
    uint64_t all = 0, none = ~0ull;
    for (int i = 0; i < 3; i++) assert_true(tap_choice_count(&c.choice[i]) == 1ull << 63);
    for (int i = 0; i < 3000; i++) {
        TapMove m = tap_choices_pick(&c, &r);
        assert_non_null(tap_choices_find(&c, &m));
        if (m.verb == 1) all |= tap_chosen(&m), none &= tap_chosen(&m);
    }
    assert_true(all == ~0ull && !none);
    TapMove some[60];
    assert_int_equal(tap_choices_sample(&c, some, 60), 60);
    for (int i = 0; i < 60; i++) assert_non_null(tap_choices_find(&c, &some[i]));
}

/* Twenty-four items to ten places are more than 64 bits count: still each move can be picked, and none outside. */
static void test_assignment_wider_than_a_number(void **state)
{
    (void)state;
    TapChoices c = {.n = 1, .choice = {{.kind = TAP_ASSIGN, .verb = 1, .items = 0xFFFFFF, .places = 0x3FF}}};
    TapChoices power = {
        .n = 1, .choice = {{.kind = TAP_ASSIGN, .verb = 1, .items = 0xFFFF, .places = 0xFFFF}}}; /* 2^64 exactly */
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
        cmocka_unit_test(test_splits_and_counts_are_complete),
        cmocka_unit_test(test_wide_kinds_are_picked_legally),
        cmocka_unit_test(test_assignment_wider_than_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
