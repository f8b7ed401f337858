#include <assert.h>
#include <string.h>

#include <taproom/choice.h>

#define MOST_COUNTED (1ull << 63)

static int popcount(uint32_t x) { return __builtin_popcount(x); }

/* n up to 32, so every product below fits 64 bits. */
static uint64_t binomial(int n, int k)
{
    if (k < 0 || k > n) return 0;
    if (k > n - k) k = n - k;
    if (k < 2) return k ? (uint64_t)n : 1;
    if (k == 2) return (uint64_t)n * (uint64_t)(n - 1) / 2;
    uint64_t b = 1;
    for (int i = 1; i <= k; i++) b = b * (uint64_t)(n - k + i) / (uint64_t)i;
    return b;
}

static int nth_bit(uint32_t set, int n)
{
    while (n--) set &= set - 1;
    return __builtin_ctz(set);
}

bool tap_choice_admits(const TapChoice *o, const TapMove *m)
{
    if ((uint32_t)m->bits[0] != (uint32_t)tap_move(o->verb, o->a, o->b, 0).bits[0]) return false;
    uint32_t value = (uint32_t)(m->bits[0] >> 32);
    bool     short_form = !m->bits[1];
    int      n, size;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: return short_form && !value;
    case TAP_AMOUNT: return short_form && o->lo <= value && value <= o->hi;
    case TAP_SUBSET:
        size = popcount(value);
        return short_form && !(value & ~o->items) && size >= (int)o->lo && size <= (int)o->hi;
    case TAP_ASSIGN:
        n = popcount(o->items);
        for (int i = 0, free = o->places; i < TAP_ASSIGNED; i++) {
            if (i < n ? !(free >> tap_assigned(m, i) & 1) : tap_assigned(m, i) != 0) return false;
            if (i < n && o->hi) free &= ~(1 << tap_assigned(m, i));
        }
        return true;
    }
    return false;
}

uint64_t tap_choice_count(const TapChoice *o)
{
    int n = popcount(o->items);
    uint64_t sum = 0;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: return 1;
    case TAP_AMOUNT: return (uint64_t)o->hi - o->lo + 1;
    case TAP_SUBSET:
        for (int k = (int)o->lo; k <= (int)o->hi; k++) sum += binomial(n, k);
        return sum;
    case TAP_ASSIGN:
        sum = 1;
        for (int i = 0; i < n; i++)
            if (__builtin_mul_overflow(sum, (uint64_t)(popcount(o->places) - (o->hi ? i : 0)), &sum) || sum > MOST_COUNTED) return MOST_COUNTED;
        return sum;
    }
    return 0;
}

TapMove tap_choice_nth(const TapChoice *o, uint64_t i)
{
    TapMove m = tap_move(o->verb, o->a, o->b, 0);
    int n = popcount(o->items), k = (int)o->lo, places = popcount(o->places);
    uint32_t chosen = 0;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: break;
    case TAP_AMOUNT: return tap_move(o->verb, o->a, o->b, o->lo + (uint32_t)i);
    case TAP_SUBSET:
        for (; i >= binomial(n, k); k++) i -= binomial(n, k);
        for (int c = n - 1; k > 0; c--)
            if (binomial(c, k) <= i) {
                i -= binomial(c, k--);
                chosen |= 1u << nth_bit(o->items, c);
            }
        return tap_move(o->verb, o->a, o->b, chosen);
    case TAP_ASSIGN:
        for (uint32_t item = 0, free = o->places; item < (uint32_t)n; item++) {
            int place = nth_bit(free, (int)(i % (uint64_t)places));
            m.place[item / 2] |= (uint8_t)(place << (item % 2 * 4));
            i /= (uint64_t)places;
            if (o->hi) free &= ~(1u << place), places--;
        }
        break;
    }
    return m;
}

const TapChoice *tap_choices_find(const TapChoices *c, const TapMove *m)
{
    for (int i = 0; i < c->n; i++)
        if (tap_choice_admits(&c->choice[i], m)) return &c->choice[i];
    return NULL;
}

static uint64_t below_long(TapRng *r, uint64_t n)
{
    if (n <= UINT32_MAX) return tap_rng_below(r, (uint32_t)n);
    uint64_t bound = UINT64_MAX - UINT64_MAX % n, x; /* reject the short last stripe */
    do x = tap_rng_long(r);
    while (x >= bound);
    return x % n;
}

TapMove tap_choices_pick(const TapChoices *c, TapRng *r)
{
    assert(c->n > 0);
    const TapChoice *o = &c->choice[c->n == 1 ? 0 : tap_rng_below(r, (uint32_t)c->n)];
    if (o->kind == TAP_PLAIN) return tap_move(o->verb, o->a, o->b, 0);
    uint64_t n = tap_choice_count(o);
    if (n == MOST_COUNTED) { /* an assignment with more moves than can be numbered: item by item */
        TapMove m = {.verb = o->verb, .a = o->a, .b = o->b};
        for (int i = 0; i < popcount(o->items); i++)
            m.place[i / 2] |= (uint8_t)(nth_bit(o->places, (int)tap_rng_below(r, (uint32_t)popcount(o->places))) << (i % 2 * 4));
        return m;
    }
    return tap_choice_nth(o, n == 1 ? 0 : below_long(r, n));
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* `quota` of the entry's `all` moves: amounts evenly with both ends; others the ends and a walk by a stride coprime to
 * what lies between, which visits nothing twice. */
static int sample_entry(const TapChoice *o, uint64_t all, uint64_t quota, TapMove *ret)
{
    int n = 0;
    if (quota == all || quota == 1 || o->kind == TAP_AMOUNT) {
        for (uint64_t j = 0; j < quota; j++)
            ret[n++] = tap_choice_nth(o, quota == all || quota == 1 ? j : j * (all - 1) / (quota - 1));
        return n;
    }
    ret[n++] = tap_choice_nth(o, 0);
    ret[n++] = tap_choice_nth(o, all - 1);
    uint64_t middle = all - 2, step = (uint64_t)((double)middle * 0.6180339887) | 1;
    while (gcd(step, middle) != 1) step++;
    for (uint64_t j = 2, at = 0; j < quota; j++, at = (at + step) % middle) ret[n++] = tap_choice_nth(o, 1 + at);
    return n;
}

int tap_choices_sample(const TapChoices *c, TapMove *ret, int k)
{
    assert(k >= c->n);
    uint64_t all[TAP_CHOICES], quota[TAP_CHOICES] = {0};
    int got = 0, open = 0;
    for (int i = 0; i < c->n; i++) open += (all[i] = tap_choice_count(&c->choice[i])) > 0;
    while (got < k && open > 0) { /* fair shares, none larger than what there is */
        int each = (k - got) / open > 0 ? (k - got) / open : 1;
        open = 0;
        for (int i = 0; i < c->n && got < k; i++) {
            uint64_t add = all[i] - quota[i] < (uint64_t)each ? all[i] - quota[i] : (uint64_t)each;
            if (add > (uint64_t)(k - got)) add = (uint64_t)(k - got);
            quota[i] += add;
            got += (int)add;
        }
        for (int i = 0; i < c->n; i++) open += quota[i] < all[i];
    }
    int n = 0;
    for (int i = 0; i < c->n; i++) n += sample_entry(&c->choice[i], all[i], quota[i], ret + n);
    return n;
}
