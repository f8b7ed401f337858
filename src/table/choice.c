#include <assert.h>
#include <string.h>

#include <taproom/choice.h>

#define MOST_COUNTED (1ull << 63)

static int popcount(uint64_t x) { return __builtin_popcountll(x); }

static uint64_t at_most(unsigned __int128 n) { return n > MOST_COUNTED ? MOST_COUNTED : (uint64_t)n; }

/* n up to 64: the largest, 64 over 32, is below 2^61, and so is every step towards it. */
static uint64_t binomial(int n, int k)
{
    if (k < 0 || k > n) return 0;
    if (k > n - k) k = n - k;
    if (k < 2) return k ? (uint64_t)n : 1;
    uint64_t b = (uint64_t)n * (uint64_t)(n - 1);
    if (k == 2) return b / 2;
    if (k == 3) return b * (uint64_t)(n - 2) / 6;
    if (k == 4) return b * (uint64_t)(n - 2) * (uint64_t)(n - 3) / 24;
    b = 1;
    if (n <= 32)
        for (int i = 1; i <= k; i++) b = b * (uint64_t)(n - k + i) / (uint64_t)i;
    else
        for (int i = 1; i <= k; i++) b = (uint64_t)((unsigned __int128)b * (uint64_t)(n - k + i) / (uint64_t)i);
    return b;
}

static int nth_bit(uint64_t set, int n)
{
    while (n--) set &= set - 1;
    return __builtin_ctzll(set);
}

/* Ways to give `things` alike to `places`. */
static uint64_t ways_to_share(int things, int places) { return binomial(things + places - 1, places - 1); }

static void set_place(TapMove *m, int i, int place) { m->place[i / 2] |= (uint8_t)(place << (i % 2 * 4)); }

/* ------------------------------------------------------------------- splits */

/* Within a kind the places never fall, so that one split is one move. */
static bool split_admits(const TapChoice *o, const TapMove *m)
{
    int i = 0;
    for (int k = 0; k < o->kinds; k++)
        for (int n = 0, before = 0; n < o->stock[k]; n++, i++) {
            int place = tap_assigned(m, i);
            if (!(o->places >> place & 1) || place < before) return false;
            before = place;
        }
    for (; i < TAP_STOCK; i++)
        if (tap_assigned(m, i)) return false;
    return true;
}

static uint64_t split_count(const TapChoice *o)
{
    unsigned __int128 all = 1;
    for (int k = 0; k < o->kinds; k++) all = at_most(all * ways_to_share(o->stock[k], popcount(o->places)));
    return (uint64_t)all;
}

static TapMove split_nth(const TapChoice *o, uint64_t n)
{
    TapMove m = tap_move(o->verb, o->a, o->b, 0);
    int     places = popcount(o->places), thing = 0;
    for (int k = 0; k < o->kinds; k++) {
        int      left = o->stock[k];
        uint64_t ways = ways_to_share(left, places), rest = n % ways;
        n /= ways;
        for (int p = 0; p < places; p++) { /* how many go to place p; those who come later share what is left */
            int gets = p == places - 1 ? left : 0;
            for (uint64_t later; p < places - 1 && rest >= (later = ways_to_share(left - gets, places - p - 1)); gets++)
                rest -= later;
            for (int i = 0; i < gets; i++) set_place(&m, thing++, nth_bit(o->places, p));
            left -= gets;
        }
    }
    return m;
}

/* ------------------------------------------------------------------- counts */

static bool counts_admits(const TapChoice *o, const TapMove *m)
{
    unsigned all = 0, first = 0;
    for (int k = 0; k < TAP_STOCK; k++) {
        if (k == o->second) first = all;
        int n = tap_assigned(m, k);
        if (n > (k < o->kinds ? o->stock[k] : 0)) return false;
        all += (unsigned)n;
    }
    if (o->second == TAP_STOCK) first = all;
    return first >= o->lo && first <= o->hi && all - first >= o->lo2 && all - first <= o->hi2;
}

/* The kinds of a group of which there are some: as a rule few of many. */
typedef struct Group {
    int      n;
    unsigned lo, hi;
    uint8_t  kind[TAP_STOCK + 1]; /* one more is written to */
} Group;

/* In how many ways the kinds i, i + 1 ... of a group come to s things, at most MOST_COUNTED; row by row, each as long
 * as its group needs, so that what is read together lies together. */
enum {
    MOST_THINGS = TAP_STOCK * TAP_COUNTED,
    EXACT = 15, /* so many kinds of at most 15 things have no more than MOST_COUNTED ways: rows are running sums */
};
typedef struct Ways {
    unsigned row;
    uint64_t n[(TAP_STOCK + 1) * (MOST_THINGS + 1)];
} Ways;
static inline uint64_t *ways_from(Ways *w, int i) { return w->n + (unsigned)i * w->row; }

static Group group_of(const TapChoice *o, int which)
{
    int      from = which ? o->second : 0, to = which ? o->kinds : o->second;
    Group    g;
    unsigned all = 0;
    g.n = 0;
    for (int k = from; k < to; k++) {
        g.kind[g.n] = (uint8_t)k;
        g.n += o->stock[k] > 0;
        all += o->stock[k];
    }
    g.lo = which ? o->lo2 : o->lo;
    g.hi = which ? o->hi2 : o->hi;
    if (g.hi > all) g.hi = all;
    return g;
}

static uint64_t group_ways(const TapChoice *o, const Group *g, Ways *ret)
{
    ret->row = g->hi + 1;
    memset(ways_from(ret, g->n), 0, sizeof *ret->n * ret->row);
    *ways_from(ret, g->n) = 1;
    for (int i = g->n - 1; i >= 0; i--) {
        const uint64_t *rest = ways_from(ret, i + 1);
        uint64_t       *row = ways_from(ret, i), few = 0;
        unsigned        stock = o->stock[g->kind[i]];
        for (unsigned s = 0; s <= g->hi; s++) {
            if (g->n <= EXACT) {
                few += rest[s] - (s > stock ? rest[s - stock - 1] : 0);
                row[s] = few;
                continue;
            }
            unsigned __int128 sum = 0;
            for (unsigned n = 0; n <= stock && n <= s; n++) sum += rest[s - n];
            row[s] = at_most(sum);
        }
    }
    unsigned __int128 all = 0;
    for (unsigned s = g->lo; s <= g->hi; s++) all += ret->n[s];
    return at_most(all);
}

/* Both groups, counted once: for how many there are and for one of them. */
typedef struct Counted {
    Group    group[2];
    Ways     ways[2];
    uint64_t all[2];
} Counted;

static uint64_t count_both(const TapChoice *o, Counted *ret)
{
    for (int which = 0; which < 2; which++) {
        ret->group[which] = group_of(o, which);
        ret->all[which] = group_ways(o, &ret->group[which], &ret->ways[which]);
    }
    return at_most((unsigned __int128)ret->all[0] * ret->all[1]);
}

static TapMove counted_nth(const TapChoice *o, Counted *c, uint64_t i)
{
    TapMove m = tap_move(o->verb, o->a, o->b, 0);
    for (int which = 0; which < 2; which++) {
        const Group *g = &c->group[which];
        Ways        *ways = &c->ways[which];
        uint64_t     left = i % c->all[which];
        unsigned     s = g->lo;
        i /= c->all[which];
        while (left >= ways->n[s]) left -= ways->n[s++];
        for (int k = 0; k < g->n; k++) {
            const uint64_t *rest = ways_from(ways, k + 1);
            int             n = 0;
            while (left >= rest[s - (unsigned)n]) left -= rest[s - (unsigned)n++];
            set_place(&m, g->kind[k], n);
            s -= (unsigned)n;
        }
    }
    return m;
}

static uint64_t counts_count(const TapChoice *o)
{
    Counted c;
    return count_both(o, &c);
}

static TapMove counts_nth(const TapChoice *o, uint64_t i)
{
    Counted c;
    count_both(o, &c);
    return counted_nth(o, &c, i);
}

/* --------------------------------------------------------------- primitives */

bool tap_choice_admits(const TapChoice *o, const TapMove *m)
{
    if ((uint32_t)m->bits[0] != (uint32_t)tap_move(o->verb, o->a, o->b, 0).bits[0]) return false;
    uint64_t value = tap_chosen(m);
    bool     short_form = !(m->bits[1] >> 32);
    int      n, size;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: return short_form && !value;
    case TAP_AMOUNT: return short_form && o->lo <= value && value <= o->hi;
    case TAP_SUBSET:
        size = popcount(value);
        return short_form && !(value & ~o->items) && size >= (int)o->lo && size <= (int)o->hi;
    case TAP_SPLIT: return split_admits(o, m);
    case TAP_COUNTS: return counts_admits(o, m);
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

static __attribute__((noinline)) uint64_t count_of_many(const TapChoice *o)
{
    int n = popcount(o->items);
    uint64_t sum = 0;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN:
    case TAP_AMOUNT: return 1;
    case TAP_SUBSET:
        for (int k = (int)o->lo; k <= (int)o->hi && sum < MOST_COUNTED; k++) sum += binomial(n, k);
        return sum < MOST_COUNTED ? sum : MOST_COUNTED;
    case TAP_SPLIT: return split_count(o);
    case TAP_COUNTS: return counts_count(o);
    case TAP_ASSIGN:
        sum = 1;
        for (int i = 0; i < n; i++)
            if (__builtin_mul_overflow(sum, (uint64_t)(popcount(o->places) - (o->hi ? i : 0)), &sum) ||
                sum > MOST_COUNTED)
                return MOST_COUNTED;
        return sum;
    }
    return 0;
}

/* Most entries are plain, and most of what is wide is a bet: these are told without a detour. */
uint64_t tap_choice_count(const TapChoice *o)
{
    if (o->kind == TAP_PLAIN) return 1;
    return o->kind == TAP_AMOUNT ? (uint64_t)o->hi - o->lo + 1 : count_of_many(o);
}

static __attribute__((noinline)) TapMove nth_of_many(const TapChoice *o, uint64_t i)
{
    TapMove m = tap_move(o->verb, o->a, o->b, 0);
    int n = popcount(o->items), k = (int)o->lo, places = popcount(o->places);
    uint64_t chosen = 0;
    switch ((TapKind)o->kind) {
    case TAP_PLAIN: break;
    case TAP_AMOUNT: break;
    case TAP_SUBSET:
        for (; i >= binomial(n, k); k++) i -= binomial(n, k);
        for (int c = n - 1; k > 1; c--)
            if (binomial(c, k) <= i) {
                i -= binomial(c, k--);
                chosen |= 1ull << nth_bit(o->items, c);
            }
        if (k) chosen |= 1ull << nth_bit(o->items, (int)i);
        return tap_move(o->verb, o->a, o->b, chosen);
    case TAP_ASSIGN:
        for (int item = 0, free = o->places; item < n; item++) {
            int place = nth_bit((uint64_t)free, (int)(i % (uint64_t)places));
            set_place(&m, (int)item, place);
            i /= (uint64_t)places;
            if (o->hi) free &= ~(1 << place), places--;
        }
        break;
    case TAP_SPLIT: return split_nth(o, i);
    case TAP_COUNTS: return counts_nth(o, i);
    }
    return m;
}

TapMove tap_choice_nth(const TapChoice *o, uint64_t i)
{
    if (o->kind == TAP_PLAIN) return tap_move(o->verb, o->a, o->b, 0);
    return o->kind == TAP_AMOUNT ? tap_move(o->verb, o->a, o->b, o->lo + (uint32_t)i) : nth_of_many(o, i);
}

const TapChoice *tap_choices_find(const TapChoices *c, const TapMove *m)
{
    for (int i = 0; i < c->n; i++)
        if (tap_choice_admits(&c->choice[i], m)) return &c->choice[i];
    return NULL;
}

static inline uint64_t below_long(TapRng *r, uint64_t n)
{
    if (n <= UINT32_MAX) return tap_rng_below(r, (uint32_t)n);
    uint64_t bound = UINT64_MAX - UINT64_MAX % n, x; /* reject the short last stripe */
    do x = tap_rng_long(r);
    while (x >= bound);
    return x % n;
}

/* A move of an entry with more of them than can be numbered: part by part. Not each is as likely as another; each can
 * come. */
static TapMove pick_piecemeal(const TapChoice *o, TapRng *r)
{
    TapMove   m = tap_move(o->verb, o->a, o->b, 0);
    TapChoice one = *o;
    if (o->kind == TAP_ASSIGN)
        for (int i = 0; i < popcount(o->items); i++)
            set_place(&m, i, nth_bit(o->places, (int)tap_rng_below(r, (uint32_t)popcount(o->places))));
    else if (o->kind == TAP_SUBSET) { /* a size, then which */
        uint32_t size = o->lo + tap_rng_below(r, o->hi - o->lo + 1);
        uint64_t left = o->items, chosen = 0;
        for (; size; size--) {
            uint64_t bit = 1ull << nth_bit(left, (int)tap_rng_below(r, (uint32_t)popcount(left)));
            chosen |= bit;
            left &= ~bit;
        }
        return tap_move(o->verb, o->a, o->b, chosen);
    } else if (o->kind == TAP_SPLIT) /* kind by kind */
        for (int k = 0, thing = 0; k < o->kinds; thing += o->stock[k++]) {
            one.kinds = 1;
            one.stock[0] = o->stock[k];
            TapMove part = split_nth(&one, below_long(r, split_count(&one)));
            for (int i = 0; i < o->stock[k]; i++) set_place(&m, thing + i, tap_assigned(&part, i));
        }
    else { /* group by group, or one after the other where even a group has too many */
        unsigned sum[2] = {0, 0}, most[2] = {o->hi, o->hi2}, least[2] = {o->lo, o->lo2};
        int      n[TAP_STOCK] = {0};
        for (int which = 0; which < 2; which++) {
            Group    g = group_of(o, which);
            unsigned want =
                least[which] + tap_rng_below(r, (g.hi < most[which] ? g.hi : most[which]) - least[which] + 1);
            while (sum[which] < want) {
                int k = g.kind[tap_rng_below(r, (uint32_t)g.n)];
                if (n[k] < o->stock[k]) n[k]++, sum[which]++;
            }
        }
        for (int k = 0; k < o->kinds; k++) set_place(&m, k, n[k]);
    }
    return m;
}

TapMove tap_choices_pick(const TapChoices *c, TapRng *r)
{
    assert(c->n > 0);
    const TapChoice *o = &c->choice[c->n == 1 ? 0 : tap_rng_below(r, (uint32_t)c->n)];
    if (o->kind == TAP_PLAIN) return tap_move(o->verb, o->a, o->b, 0);
    Counted  counted;
    uint64_t n = o->kind == TAP_COUNTS ? count_both(o, &counted) : tap_choice_count(o);
    if (n == MOST_COUNTED) return pick_piecemeal(o, r);
    uint64_t i = n == 1 ? 0 : below_long(r, n);
    return o->kind == TAP_COUNTS ? counted_nth(o, &counted, i) : tap_choice_nth(o, i);
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
