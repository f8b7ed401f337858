#include "book_judges.h"

#include <string.h>

typedef struct Held { /* a hand with what is wild taken out */
    TapCard natural[BOOK_CARDS];
    int     naturals, wild, idle, dragons;
} Held;

static int suit(TapCard c) { return c / BOOK_RANKS; }
static int rank(TapCard c) { return c % BOOK_RANKS; }
static TapCard card_of(int r, int s) { return (TapCard)(s * BOOK_RANKS + r); }
static bool    court(int r) { return r == KNIGHT || r == QUEEN || r == KING; }

static uint64_t one_of(int r) /* 13 numbers of five bits, but the Twos have four */
{
    uint64_t one = 1;
    for (int i = 0; i < r; i++) one *= i ? 32 : 16;
    return one;
}

uint64_t judge_hand(const TapCard *card, int n)
{
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) sum += one_of(rank(card[i]));
    return sum;
}

static uint32_t packed(BookKind kind, int length, int swords, int a, int b, int c, bool ace, const BookRules *r)
{
    uint32_t tier = 0, worth = 0;
    if (kind >= BLAZE) tier = 1;
    if (kind == FOUR_WYRMS) tier = 2;
    if (kind == DOUBLE_LANCERS) tier = 3;
    if (r->cold_logic) swords = 0;
    if (kind == HIGH_CARD && !swords) a = 0;
    worth = tier * 64 + (tier == 1 ? (uint32_t)length : 0);
    worth = worth * 32 + (uint32_t)kind;
    worth = worth * 32 + (uint32_t)swords;
    worth = worth * 4096 + (uint32_t)a * 256 + (uint32_t)b * 16 + (uint32_t)c;
    return worth * 2 + (ace && r->named_ace);
}

static void keep_better(Book *best, uint32_t book, uint64_t hand)
{
    if (book > best->book || (book == best->book && hand > best->hand)) *best = (Book){book, hand};
}

bool judge_wild(TapCard c, const BookRules *r)
{
    return c >= BOOK_DRAGON ? !r->wyrm_fear : r->copper_wild && rank(c) == TWO;
}

/* True if the hand is one of the two Books at the top already. */
static bool sort_out(const TapCard *card, int n, TapCard common, const BookRules *r, Held *h, Book *ret)
{
    bool lance[BOOK_SUITS] = {false};
    *h = (Held){.naturals = 0};
    for (int i = 0; i < n; i++) {
        h->dragons += card[i] >= BOOK_DRAGON;
        if (judge_wild(card[i], r)) h->wild++;
        else if (card[i] >= BOOK_DRAGON) h->idle++;
        else h->natural[h->naturals++] = card[i];
        if (card[i] < BOOK_DRAGON && rank(card[i]) == KNIGHT) lance[suit(card[i])] = true;
    }
    bool     double_lancers = (lance[SWORDS] && (lance[EAGLES] || lance[SKULLS])) ||
                              (lance[EAGLES] && lance[SKULLS] && r->truce_table);
    uint64_t hand = judge_hand(h->natural, h->naturals) + (uint64_t)(h->wild + h->idle) * one_of(ACE);
    bool     common_dragon = common != TAP_NO_CARD && common >= BOOK_DRAGON;
    *ret = (Book){packed(HIGH_CARD, 0, 0, 0, 0, 0, false, r), hand};
    if (r->double_lancers && double_lancers)
        ret->book = packed(DOUBLE_LANCERS, 0, lance[SWORDS], KNIGHT, 0, 0, false, r);
    else if (h->dragons == 4 && (r->wyrms_with_common || !common_dragon))
        ret->book = packed(FOUR_WYRMS, 0, 0, 0, 0, 0, false, r);
    else return false;
    return true;
}

/* ---------------------------------------------------------------- what some cards are, all of them */

uint32_t judge_book(const TapCard *card, int n, bool any_wild, const BookRules *r)
{
    int  of_rank[BOOK_RANKS] = {0}, of_suit[BOOK_SUITS] = {0}, group[BOOK_RANKS], groups = 0, courts = 0;
    bool ace = false;
    for (int i = 0; i < n; i++) {
        of_rank[rank(card[i])]++, of_suit[suit(card[i])]++;
        courts += court(rank(card[i]));
        ace |= card[i] == card_of(ACE, SWORDS);
    }
    if (!n || (of_suit[EAGLES] && of_suit[SKULLS] && !r->truce_table)) return 0;
    for (int k = ACE; k >= TWO; k--)
        if (of_rank[k]) group[groups++] = k;
    int      top = group[0], swords = of_suit[SWORDS];
    bool     pairs = true, trips = true;
    uint32_t best = 0, x = 0;
#define READ(...) (x = packed(__VA_ARGS__, ace, r), best = x > best ? x : best)
    for (int i = 0; i < groups; i++) pairs &= of_rank[group[i]] == 2, trips &= of_rank[group[i]] == 3;
    if (n == 1) READ(HIGH_CARD, 0, swords, top, 0, 0);
    if (groups == 1 && n == 2) READ(PAIR, 0, swords, top, 0, 0);
    if (groups == 1 && n == 3) READ(TRIP, 0, swords, top, 0, 0);
    if (groups == 1 && n == 4) READ(QUAD, 0, swords, top, 0, 0);
    if (groups == 1 && n >= 5) READ(OF_A_KIND, n, swords, top, 0, 0);
    if (groups == 2 && pairs) READ(TWO_PAIR, 0, swords, top, group[1], 0);
    if (groups == 3 && pairs) READ(THREE_PAIR, 0, swords, top, group[1], group[2]);
    if (groups == 2 && trips) READ(TWO_TRIP, 0, swords, top, group[1], 0);
    if (r->full_larder && groups == 2 && n == 5 && of_rank[top] == 3) READ(FULL_LARDER, 5, swords, top, group[1], 0);
    if (r->full_larder && groups == 2 && n == 5 && of_rank[top] == 2) READ(FULL_LARDER, 5, swords, group[1], top, 0);
    if (r->double_lancers && n == 2 && groups == 1 && top == KNIGHT && !any_wild && swords < 2 &&
        swords + of_suit[EAGLES] + of_suit[SKULLS] == 2)
        best = packed(DOUBLE_LANCERS, 0, swords, KNIGHT, 0, 0, false, r);
    if (n < 5) return best;
    bool one_suit = of_suit[suit(card[0])] == n, run = false;
    int  high = 0;
    if (groups == n && n <= 13) { /* all different */
        if (top - group[n - 1] == n - 1) run = true, high = top;
        else if (top == ACE && group[1] == n - 2) run = true, high = n - 2; /* the Ace below the Two */
    }
    if (run && one_suit) READ(high == ACE ? ROYAL_FLUSH : STRAIGHT_FLUSH, n, swords, high, 0, 0);
    if (run && !one_suit) READ(STRAIGHT, n, swords, high, 0, 0);
    if (!run && one_suit) READ(FLUSH, n, swords, top, 0, 0);
    if (courts == n && r->blaze) READ(BLAZE, n, swords, of_rank[KING] / 16, of_rank[KING] % 16, of_rank[QUEEN]);
#undef READ
    return best;
}

/* ---------------------------------------------------------------- the rule itself */

typedef struct Pure {
    Held             h;
    const BookRules *r;
    TapCard          book[BOOK_CARDS];
    uint64_t         whole;
    Book             best;
} Pure;

/* Each wild card, one after the other, stays outside or is any card from `next` on. */
static void go_purely(Pure *p, int wild, int in_book, int outside, int next)
{
    if (wild) {
        go_purely(p, wild - 1, in_book, outside + 1, next);
        for (int c = next; c < BOOK_DRAGON; c++) {
            p->book[in_book] = (TapCard)c;
            go_purely(p, wild - 1, in_book + 1, outside, c);
        }
        return;
    }
    uint64_t hand = p->whole + judge_hand(p->book, in_book) + (uint64_t)outside * one_of(ACE);
    for (uint32_t set = 0; set < 1u << p->h.naturals; set++) {
        int n = in_book;
        for (int i = 0; i < p->h.naturals; i++)
            if (set >> i & 1) p->book[n++] = p->h.natural[i];
        uint32_t book = judge_book(p->book, n, in_book > 0, p->r);
        if (book) keep_better(&p->best, book, hand);
    }
}

Book judge_purely(const TapCard *card, int n, TapCard common, const BookRules *r)
{
    Pure p = {.r = r};
    if (sort_out(card, n, common, r, &p.h, &p.best)) return p.best;
    p.whole = judge_hand(p.h.natural, p.h.naturals) + (uint64_t)p.h.idle * one_of(ACE);
    if (p.h.naturals + p.h.wild) p.best = (Book){0, 0};
    go_purely(&p, p.h.wild, 0, 0, 0);
    return p.best;
}

/* ---------------------------------------------------------------- every set of cards, every shape */

typedef struct Set {
    uint16_t ranks;
    uint8_t  suits, n;
    bool     twice, courts;
} Set;

typedef struct Subsets {
    const BookRules *r;
    TapCard          book[BOOK_CARDS]; /* the natural ones first */
    int              k, wild;          /* how many natural ones; how many wild ones there are */
    uint64_t         whole;
    Book             best;
} Subsets;

/* Of the wild ones d are in the Book, after the natural ones. */
static void judge_set(Subsets *j, int d)
{
    uint32_t book = judge_book(j->book, j->k + d, d > 0, j->r);
    if (book >= j->best.book && book)
        keep_better(&j->best, book,
                    j->whole + judge_hand(j->book + j->k, d) + (uint64_t)(j->wild - d) * one_of(ACE));
}

static bool within(unsigned set, unsigned other) { return !(set & ~other); }

/* Groups of these sizes and ranks, in which d cards lack. */
static void complete_groups(Subsets *j, const Set *set, int d, const int size[3], const int group[3])
{
    int      have[BOOK_RANKS] = {0}, lack = 0;
    unsigned ranks = 0;
    for (int g = 0; g < 3; g++)
        if (size[g]) ranks |= 1u << group[g];
    if (!within(set->ranks, ranks)) return;
    for (int i = 0; i < j->k; i++) have[rank(j->book[i])]++;
    for (int g = 0; g < 3; g++)
        for (int i = have[group[g]]; i < size[g]; i++)
            if (lack < BOOK_CARDS - j->k) j->book[j->k + lack++] = card_of(group[g], SWORDS);
    if (lack == d) judge_set(j, d);
}

static void complete_all_groups(Subsets *j, const Set *set, int d)
{
    static const int sizes[][3] = {{2, 2, 0}, {2, 2, 2}, {3, 3, 0}, {3, 2, 0}};
    for (int s = 0; s < 4; s++) {
        const int *size = sizes[s];
        if (size[0] + size[1] + size[2] != j->k + d || (size[0] != size[1] && !j->r->full_larder)) continue;
        for (int a = 0; a < BOOK_RANKS; a++)
            for (int b = 0; b < (size[0] == size[1] ? a : BOOK_RANKS); b++)
                for (int c = 0; c < (size[2] ? b : 1); c++)
                    if (a != b) complete_groups(j, set, d, size, (const int[3]){a, b, c});
    }
}

static void complete_runs(Subsets *j, const Set *set, int d)
{
    int m = j->k + d;
    for (int low = -1; low + m - 1 <= ACE; low++) {
        int      gap[BOOK_RANKS], gaps = 0;
        unsigned window = 0;
        for (int at = low; at < low + m; at++) window |= 1u << (at < 0 ? ACE : at);
        if (!within(set->ranks, window)) continue;
        for (int k = 0; k < BOOK_RANKS; k++)
            if (window & ~(unsigned)set->ranks & 1u << k) gap[gaps++] = k;
        if (gaps != d) continue;
        for (int s = 0; s < BOOK_SUITS; s++) {
            if (s != SWORDS && !within(set->suits, 1u << s)) continue;
            for (int i = 0; i < d; i++) j->book[j->k + i] = card_of(gap[i], s);
            judge_set(j, d);
        }
    }
}

static void fill(Subsets *j, int d, TapCard with)
{
    for (int i = 0; i < d; i++) j->book[j->k + i] = with;
    judge_set(j, d);
}

static void complete(Subsets *j, const Set *set, int d)
{
    int m = j->k + d;
    for (int k = 0; k < BOOK_RANKS; k++)
        if (within(set->ranks, 1u << k)) fill(j, d, card_of(k, SWORDS));
    for (int s = 0; s < BOOK_SUITS && m >= 5; s++)
        if (within(set->suits, 1u << s)) fill(j, d, card_of(ACE, s));
    if (!set->twice && m >= 5 && m <= 13) complete_runs(j, set, d);
    if (set->courts && m >= 5) fill(j, d, card_of(KING, SWORDS));
    if (m >= 4 && m <= 6 && __builtin_popcount(set->ranks) <= 3) complete_all_groups(j, set, d);
}

/* Can these cards be part of any Book at all? */
static bool of_use(const Set *s, const BookRules *r)
{
    if (s->suits >> EAGLES & 1 && s->suits >> SKULLS & 1 && !r->truce_table) return false;
    return !s->twice || s->courts || !(s->suits & (s->suits - 1)) || __builtin_popcount(s->ranks) <= 3;
}

Book judge_subsets(const TapCard *card, int n, TapCard common, const BookRules *r)
{
    static Set set[1 << SUBSETS_OF];
    Held       h;
    Subsets    j = {.r = r};
    if (sort_out(card, n, common, r, &h, &j.best)) return j.best;
    if (h.naturals + h.wild) j.best = (Book){0, 0};
    j.wild = h.wild;
    j.whole = judge_hand(h.natural, h.naturals) + (uint64_t)h.idle * one_of(ACE);
    set[0] = (Set){.courts = true};
    for (uint32_t s = 0; s < 1u << h.naturals; s++) {
        if (s) {
            TapCard last = h.natural[__builtin_ctz(s)];
            set[s] = set[s & (s - 1)];
            set[s].twice |= set[s].ranks >> rank(last) & 1;
            set[s].courts &= court(rank(last));
            set[s].ranks |= (uint16_t)(1u << rank(last));
            set[s].suits |= (uint8_t)(1u << suit(last));
        }
        if (!of_use(&set[s], r)) continue;
        j.k = 0;
        for (uint32_t left = s; left; left &= left - 1) j.book[j.k++] = h.natural[__builtin_ctz(left)];
        if (s) judge_set(&j, 0);
        for (int d = 1; d <= h.wild; d++) complete(&j, &set[s], d);
    }
    return j.best;
}

/* ---------------------------------------------------------------- every shape */

typedef struct Shapes {
    const BookRules *r;
    Held             h;
    uint64_t         whole;
    bool             has[BOOK_SUITS][BOOK_RANKS]; /* what one side has */
    Book             best;
} Shapes;

static int number(const Shapes *j, int r)
{
    int n = 0;
    for (int s = 0; s < BOOK_SUITS; s++) n += j->has[s][r];
    return n;
}

/* A Book with these wild ones in it, as cards of these ranks; the others are Aces. */
static void offer(Shapes *j, uint32_t book, const int *stands_for, int d)
{
    uint64_t hand = j->whole + (uint64_t)(j->h.wild - d) * one_of(ACE);
    for (int i = 0; i < d; i++) hand += one_of(stands_for[i]);
    keep_better(&j->best, book, hand);
}

static const int *all_as(int r)
{
    static int same[BOOK_CARDS];
    for (int i = 0; i < BOOK_CARDS; i++) same[i] = r;
    return same;
}

static void shape_one_rank(Shapes *j, int r)
{
    static const BookKind kind[] = {0, HIGH_CARD, PAIR, TRIP, QUAD};
    int  n = number(j, r) + j->h.wild, swords = j->has[SWORDS][r] + j->h.wild;
    bool ace = r == ACE && swords;
    if (n) offer(j, packed(n > 4 ? OF_A_KIND : kind[n], n, swords, r, 0, 0, ace, j->r), all_as(r), j->h.wild);
}

/* Wild ones in every number in every group. */
static void shape_groups(Shapes *j, BookKind kind, const int *size, const int *group, int groups)
{
    for (int code = 0; code < (j->h.wild ? 1 << 2 * groups : 1); code++) {
        int  d = 0, swords = 0, stands_for[9];
        bool fits = true, ace = false;
        for (int g = 0; g < groups; g++) {
            int wild = code >> 2 * g & 3, natural = size[g] - wild;
            fits &= wild <= size[g] && natural <= number(j, group[g]);
            int sword = wild + (natural > 0 && j->has[SWORDS][group[g]]);
            swords += sword;
            ace |= group[g] == ACE && sword;
            for (int i = 0; i < wild; i++) stands_for[d++] = group[g];
        }
        if (!fits || d > j->h.wild) continue;
        offer(j, packed(kind, 5, swords, group[0], group[1], groups > 2 ? group[2] : 0, ace, j->r), stands_for, d);
    }
}

static void shape_run(Shapes *j, int low, int length)
{
    for (int replaced = 0; replaced <= length; replaced++) { /* the highest that are no Swords */
        int  d = 0, swords = 0, stands_for[BOOK_RANKS], left = replaced;
        bool ace = false;
        for (int at = low + length - 1; at >= low; at--) {
            int  r = at < 0 ? ACE : at;
            bool sword = j->has[SWORDS][r], gap = !number(j, r), instead = !gap && !sword && left > 0;
            left -= instead;
            if (gap || instead) stands_for[d++] = r;
            swords += sword || gap || instead;
            ace |= r == ACE && (sword || gap || instead);
        }
        if (d > j->h.wild || left) continue;
        offer(j, packed(STRAIGHT, length, swords, low + length - 1, 0, 0, ace, j->r), stands_for, d);
    }
    for (int s = 0; s < BOOK_SUITS; s++) {
        int d = 0, stands_for[BOOK_RANKS], top = low + length - 1;
        for (int at = low; at <= top; at++)
            if (!j->has[s][at < 0 ? ACE : at]) stands_for[d++] = at < 0 ? ACE : at;
        bool ace = s == SWORDS && (low < 0 || top == ACE);
        if (d <= j->h.wild)
            offer(j, packed(top == ACE ? ROYAL_FLUSH : STRAIGHT_FLUSH, length, s == SWORDS ? length : 0, top, 0, 0, ace,
                            j->r), stands_for, d);
    }
}

static void shape_suit(Shapes *j, int s)
{
    int n = j->h.wild, top = 0;
    for (int r = 0; r < BOOK_RANKS; r++)
        if (j->has[s][r]) n++, top = r;
    if (j->h.wild) top = ACE;
    if (n >= 5)
        offer(j, packed(FLUSH, n, s == SWORDS ? n : 0, top, 0, 0, s == SWORDS && top == ACE, j->r), all_as(ACE),
              j->h.wild);
}

static void shape_courts(Shapes *j)
{
    int wild = j->h.wild, kings = number(j, KING) + wild, n = kings + number(j, QUEEN) + number(j, KNIGHT);
    int swords = j->has[SWORDS][KING] + j->has[SWORDS][QUEEN] + j->has[SWORDS][KNIGHT] + wild;
    if (n >= 5 && j->r->blaze)
        offer(j, packed(BLAZE, n, swords, kings / 16, kings % 16, number(j, QUEEN), false, j->r), all_as(KING), wild);
}

static void shape_side(Shapes *j, int barred)
{
    static const int two[] = {2, 2, 2}, three[] = {3, 3}, larder[] = {3, 2};
    memset(j->has, 0, sizeof j->has);
    for (int i = 0; i < j->h.naturals; i++)
        if (suit(j->h.natural[i]) != barred) j->has[suit(j->h.natural[i])][rank(j->h.natural[i])] = true;
    for (int r = 0; r < BOOK_RANKS; r++) shape_one_rank(j, r);
    for (int s = 0; s < BOOK_SUITS; s++) shape_suit(j, s);
    shape_courts(j);
    for (int length = 5; length <= 13; length++)
        for (int low = -1; low + length - 1 <= ACE; low++) shape_run(j, low, length);
    for (int a = 0; a < BOOK_RANKS; a++)
        for (int b = 0; b < BOOK_RANKS; b++) {
            int group[3] = {a, b, 0};
            if (b < a) shape_groups(j, TWO_PAIR, two, group, 2), shape_groups(j, TWO_TRIP, three, group, 2);
            if (b != a && j->r->full_larder) shape_groups(j, FULL_LARDER, larder, group, 2);
            for (group[2] = 0; group[2] < b && b < a; group[2]++) shape_groups(j, THREE_PAIR, two, group, 3);
        }
}

Book judge_shapes(const TapCard *card, int n, TapCard common, const BookRules *r)
{
    Shapes j = {.r = r};
    if (sort_out(card, n, common, r, &j.h, &j.best)) return j.best;
    if (!(j.h.naturals + j.h.wild)) return j.best;
    j.best = (Book){0, 0};
    j.whole = judge_hand(j.h.natural, j.h.naturals) + (uint64_t)j.h.idle * one_of(ACE);
    if (r->truce_table) shape_side(&j, -1);
    else shape_side(&j, EAGLES), shape_side(&j, SKULLS);
    return j.best;
}
