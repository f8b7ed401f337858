/*
 * What a hand of Swords & Dragons is worth, and how to tell it.
 *
 * Each card is a row of numbers, and a hand is their sum: how many cards of each rank, how many of each suit and of the
 * courts, and the eight suits as sets of ranks. Eagles and Skulls never share a Book (SWORD-R35, SWORD-Q5), so a hand
 * has two sides, one without Skulls and one without Eagles; both are judged at once, in the low and the high half of a
 * word. The usual rules are judged by a copy of the code that the compiler has cleared of all others.
 *
 * What keeps it short: with a wild card two or three groups are never best (a Trip or a Quad is there); every wild card
 * takes part but in a straight of thirteen; a Book of one group may be chosen over both sides at once.
 */
#include "games/books.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

const BookRules usual_books = {.blaze = true, .wyrms_with_common = true};

enum { THIRTEEN = (1 << BOOK_RANKS) - 1, BOTH_SIDES = 0x10001, SIDE = 16, LONG = 5 };
enum { LANE = 6, LANES = BOOK_SUITS + 2, WILD_AT = LANE * LANES };

/* How many cards of a rank: five bits, four for the Twos, which can never be more than twelve. With twelve wild cards
 * there may be twenty of another rank. */
#define HAND_AT(rank) ((rank) != 0 ? 5 * (rank)-1 : 0)
#define HAND_OF(rank) (1ull << HAND_AT(rank))

/* "Five or more?" of every suit, and of the courts of either side: lanes begun at 27, whose highest bit is set from
 * five on; a wild card counts in each. Above them is the number of wild cards. */
#define IN_LANE(i) (1ull << LANE * (i))
#define ALL_LANES                                                                                                      \
    (IN_LANE(0) | IN_LANE(1) | IN_LANE(2) | IN_LANE(3) | IN_LANE(4) | IN_LANE(5) | IN_LANE(6) | IN_LANE(7) |           \
     IN_LANE(8) | IN_LANE(9))
#define LANES_BEGIN (27 * ALL_LANES)
#define LANES_FIVE (32 * ALL_LANES)
#define SUITS_FIVE (LANES_FIVE & (IN_LANE(BOOK_SUITS) - 1))

typedef uint64_t Two __attribute__((vector_size(16))); /* two words at once: every x86-64 and arm64 has it */
typedef struct Row {
    _Alignas(32) uint64_t hand;
    uint64_t lanes, suit[2]; /* suit s: 16 bits from 16 * (s % 4) of suit[s / 4] */
} Row;

#define COURT_LANES(s) (((s) != SKULLS) * IN_LANE(BOOK_SUITS) | ((s) != EAGLES) * IN_LANE(BOOK_SUITS + 1))
#define CARD(s, r)                                                                                                     \
    {                                                                                                                  \
        HAND_OF(r), IN_LANE(s) | ((r) >= KNIGHT && (r) <= KING) * COURT_LANES(s),                                      \
        {                                                                                                              \
            ((s) < 4) * (1ull << (16 * ((s) % 4) + (r))), ((s) >= 4) * (1ull << (16 * ((s) % 4) + (r)))                \
        }                                                                                                              \
    }
#define WILD {0, ALL_LANES | 1ull << WILD_AT, {0, 0}}
#define FROM_THREE(s)                                                                                                  \
    CARD(s, 1), CARD(s, 2), CARD(s, 3), CARD(s, 4), CARD(s, 5), CARD(s, 6), CARD(s, 7), CARD(s, 8), CARD(s, 9),        \
        CARD(s, 10), CARD(s, 11), CARD(s, 12)
#define PLAIN(s) CARD(s, 0), FROM_THREE(s)
#define COPPER(s) WILD, FROM_THREE(s)

static const Row plain_row[BOOK_FACES] = {PLAIN(0), PLAIN(1), PLAIN(2), PLAIN(3), PLAIN(4), PLAIN(5),
                                          PLAIN(6), PLAIN(7), WILD,     WILD,     WILD,     WILD};
/* Gnome tables: Twos are wild and lose their suit (SWORD-Q32). */
static const Row copper_row[BOOK_FACES] = {COPPER(0), COPPER(1), COPPER(2), COPPER(3), COPPER(4), COPPER(5),
                                           COPPER(6), COPPER(7), WILD,      WILD,      WILD,      WILD};

/* How many ranks are in a set. A plain x86-64 has no instruction for it. */
#define COUNT1(n) n, n + 1, n + 1, n + 2
#define COUNT2(n) COUNT1(n), COUNT1(n + 1), COUNT1(n + 1), COUNT1(n + 2)
#define COUNT3(n) COUNT2(n), COUNT2(n + 1), COUNT2(n + 1), COUNT2(n + 2)
#define COUNT4(n) COUNT3(n), COUNT3(n + 1), COUNT3(n + 1), COUNT3(n + 2)
#define COUNT5(n) COUNT4(n), COUNT4(n + 1), COUNT4(n + 1), COUNT4(n + 2)
#define COUNT6(n) COUNT5(n), COUNT5(n + 1), COUNT5(n + 1), COUNT5(n + 2)
static const uint8_t count_of[1 << BOOK_RANKS] = {COUNT6(0), COUNT6(1)};

INLINE int top_of(uint32_t set) { return 31 - __builtin_clz(set); }

static inline int number_of(uint64_t hand, int rank) { return (int)(hand >> HAND_AT(rank) & (rank ? 31 : 15)); }

/* ---------------------------------------------------------------- what compares */

/* The parts of `book`. */
enum { RANKS_AT = 1, SWORDS_AT = 13, KIND_AT = 18, LENGTH_AT = 23, TIER_AT = 29 };

INLINE uint32_t low_key(int kind, int swords, int ranks, bool ace)
{
    return (uint32_t)kind << KIND_AT | (uint32_t)swords << SWORDS_AT | (uint32_t)ranks << RANKS_AT | ace;
}
INLINE uint32_t long_key(int kind, int length, int swords, int ranks, bool ace)
{
    return 1u << TIER_AT | (uint32_t)length << LENGTH_AT | low_key(kind, swords, ranks, ace);
}
#define WYRMS_KEY (2u << TIER_AT | FOUR_WYRMS << KIND_AT)
#define LANCERS_KEY (3u << TIER_AT | DOUBLE_LANCERS << KIND_AT | KNIGHT << 8 << RANKS_AT)
INLINE int three_ranks(int a, int b, int c) { return a << 8 | b << 4 | c; }

static int field_of(Book b, int at, int bits) { return (int)(b.book >> at & ((1u << bits) - 1)); }
static int tier_in(Book b) { return field_of(b, TIER_AT, 2); }
static int length_in(Book b) { return field_of(b, LENGTH_AT, 6); }
static int swords_in(Book b) { return field_of(b, SWORDS_AT, 5); }
static int ranks_in(Book b) { return field_of(b, RANKS_AT, 12); }
BookKind book_kind(Book b) { return (BookKind)field_of(b, KIND_AT, 5); }

INLINE int compare(Book x, Book y)
{
    if (x.book != y.book) return x.book > y.book ? 1 : -1;
    return x.hand == y.hand ? 0 : x.hand > y.hand ? 1 : -1;
}
int book_length(Book b)
{
    static const uint8_t fixed[BOOK_KINDS] = {[HIGH_CARD] = 1, [PAIR] = 2,     [TWO_PAIR] = 4,
                                              [THREE_PAIR] = 6, [TRIP] = 3,    [TWO_TRIP] = 6,
                                              [QUAD] = 4,      [FOUR_WYRMS] = 4, [DOUBLE_LANCERS] = 2};
    return fixed[book_kind(b)] ? fixed[book_kind(b)] : length_in(b);
}

int book_compare(Book x, Book y) { return compare(x, y); }

INLINE void better(Book *best, Book b)
{
    if (compare(b, *best) > 0) *best = b;
}

void book_score(Book b, TapScore *ret)
{
    ret->rank = (int32_t)b.book;
    ret->ties = 3;
    ret->tie[0] = (int32_t)(b.hand >> 44);
    ret->tie[1] = (int32_t)(b.hand >> 22 & 0x3FFFFF);
    ret->tie[2] = (int32_t)(b.hand & 0x3FFFFF);
}

/* ---------------------------------------------------------------- runs */

/* Places of a run: 0 is the Ace as a one, then the Two to the Ace (SWORD-R34, SWORD-Q12). */
enum { PLACES = BOOK_RANKS + 1 };
INLINE uint32_t places_of(uint32_t both) { return both << 1 | (both >> ACE & BOTH_SIDES); }
INLINE int      rank_at(int place) { return place ? place - 1 : ACE; }

/* Where runs of a length may begin. */
#define BEGINNINGS(length) (((1u << (PLACES + 1 - (length))) - 1) * BOTH_SIDES)

/* Of both sides: where the longest runs begin that lack at most `wild` places, if they are five or more. after[j] are
 * the beginnings of runs that lack at most j; a place more is there, or is one more that is lacking. */
INLINE uint32_t runs_of(uint32_t places, int wild, int *ret_length)
{
    uint32_t after[13], found = 0;
    *ret_length = 0;
    for (int j = 0; j <= wild; j++) after[j] = j ? BEGINNINGS(1) : places;
    for (int length = 2; length <= BOOK_RANKS; length++) {
        uint32_t next = places >> (length - 1);
        for (int j = wild; j; j--) after[j] = ((after[j] & next) | after[j - 1]) & BEGINNINGS(length);
        after[0] &= next;
        if (length < LONG) continue;
        if (!after[wild]) break;
        found = after[wild], *ret_length = length;
    }
    return found;
}

/* The same, unrolled for the usual numbers. */
static uint32_t longest_runs(uint32_t places, int wild, int *ret_length)
{
    switch (wild) {
    case 0: return runs_of(places, 0, ret_length);
    case 1: return runs_of(places, 1, ret_length);
    case 2: return runs_of(places, 2, ret_length);
    default: return runs_of(places, wild, ret_length);
    }
}

static inline uint64_t hand_of_places(uint32_t places)
{
    uint64_t hand = 0;
    for (; places; places &= places - 1) hand += HAND_OF(rank_at(__builtin_ctz(places)));
    return hand;
}

INLINE int count_places(uint32_t places) { return count_of[places >> 1] + (int)(places & 1); }

/* ---------------------------------------------------------------- Books of five and more */

typedef struct Sum {
    uint64_t lo, hi, lanes; /* as in rows */
    uint64_t hand;          /* natural cards only */
    uint32_t both;          /* ranks there are, of both sides */
    uint32_t most;          /* ranks with the most cards of one side, */
    int      of_a_rank;     /* and how many */
    int      wild;
} Sum;

INLINE uint32_t suit_of(const Sum *s, int suit)
{
    return (uint32_t)((suit < 4 ? s->lo : s->hi) >> 16 * (suit % 4)) & THIRTEEN;
}
INLINE bool has_ace_of_swords(const Sum *s) { return s->lo >> ACE & 1; }

/* SWORD-R32, SWORD-Q9: a straight of `length` that begins there, on one side. */
INLINE Book straight_at(const Sum *s, int begin, int length, uint32_t side, const BookRules *r)
{
    uint32_t window = ((1u << length) - 1) << begin, swords = places_of(suit_of(s, SWORDS)) & window;
    uint32_t gaps = window & ~side;
    int      spare = s->wild - count_places(gaps);
    /* SWORD-R32: only at thirteen there is one; it makes a Sword of the highest card that is none. Where Swords are no
     * trump, it is as good outside, but that it may be the Ace of Swords. */
    uint32_t plain = window & side & ~swords;
    if (r->cold_logic) plain &= 1u << begin << (length - 1) & 1u << ACE << 1;
    for (; __builtin_expect(spare > 0 && plain, 0); spare--) {
        uint32_t top = 1u << top_of(plain);
        plain &= ~top;
        gaps |= top;
    }
    int  count = r->cold_logic ? 0 : count_places(swords | gaps);
    bool ace = r->named_ace && ((swords | gaps) & (1 | 1u << (ACE + 1)));
    return (Book){long_key(STRAIGHT, length, count, (begin + length - 2) << 8, ace),
                  s->hand + hand_of_places(gaps) + (uint64_t)spare * HAND_OF(ACE)};
}

INLINE Book straight_of(const Sum *s, const BookRules *r)
{
    uint32_t places = places_of(s->both), swords = r->cold_logic ? 0 : places_of(suit_of(s, SWORDS));
    int      length, best = -1;
    uint32_t runs = longest_runs(places, s->wild, &length);
    if (!runs) return (Book){0, 0};
    /* Swords count before rank. A wild card is a Sword wherever it stands, so those of the cards decide. */
    for (uint32_t left = (runs | runs >> SIDE) & 0xFFFF; left; left &= left - 1) {
        int begin = __builtin_ctz(left), value = count_places(swords & ((1u << length) - 1) << begin) << 4 | begin;
        if (value > best) best = value;
    }
    int  begin = best & 15;
    Book b = {0, 0};
    if (runs >> begin & 1) b = straight_at(s, begin, length, places & 0xFFFF, r);
    if (runs >> begin >> SIDE & 1 && (!b.book || s->wild)) better(&b, straight_at(s, begin, length, places >> SIDE, r));
    return b;
}

/* SWORD-R33, SWORD-Q13: a flush takes every card of the suit and every wild one; in a run there may be fewer. */
INLINE void try_suit(const Sum *s, int suit, const BookRules *r, Book *best)
{
    uint32_t set = suit_of(s, suit);
    bool     trump = suit == SWORDS && !r->cold_logic, named = suit == SWORDS && r->named_ace;
    int      n = count_of[set] + s->wild, top = s->wild ? ACE : top_of(set), length;
    better(best, (Book){long_key(FLUSH, n, trump ? n : 0, top << 8, named && top == ACE),
                        s->hand + (uint64_t)s->wild * HAND_OF(ACE)});
    uint32_t runs = longest_runs(places_of(set), s->wild, &length);
    if (!runs) return;
    int      begin = top_of(runs & 0xFFFF);
    uint32_t window = ((1u << length) - 1) << begin, gaps = window & ~places_of(set);
    int      spare = s->wild - count_places(gaps);
    bool     ace = window & (1 | 1u << (ACE + 1));
    top = begin + length - 2;
    BookKind kind = top == ACE ? ROYAL_FLUSH : STRAIGHT_FLUSH;
    better(best, (Book){long_key(kind, length, trump ? length : 0, top << 8, named && ace),
                        s->hand + hand_of_places(gaps) + (uint64_t)spare * HAND_OF(ACE)});
}

/* SWORD-Q2: the courts of one side, wild cards as Kings of Swords. */
INLINE Book blaze_of(const Sum *s, uint32_t barred, const BookRules *r)
{
    int kings = number_of(s->hand, KING) - (int)(barred >> KING & 1) + s->wild;
    int queens = number_of(s->hand, QUEEN) - (int)(barred >> QUEEN & 1);
    int length = kings + queens + number_of(s->hand, KNIGHT) - (int)(barred >> KNIGHT & 1);
    int swords = count_of[suit_of(s, SWORDS) & (1u << KING | 1u << QUEEN | 1u << KNIGHT)] + s->wild;
    if (length < LONG) return (Book){0, 0};
    return (Book){long_key(BLAZE, length, r->cold_logic ? 0 : swords, kings << 4 | queens, false),
                  s->hand + (uint64_t)s->wild * HAND_OF(KING)};
}

/* Kobbit tables: a Trip and a Pair. There are at most three wild cards, or five of a kind would be there. */
static Book larder_of(const Sum *s, uint32_t barred, const BookRules *r)
{
    uint32_t swords = suit_of(s, SWORDS);
    int      number[BOOK_RANKS];
    Book     best = {0, 0};
    for (int rank = 0; rank < BOOK_RANKS; rank++) number[rank] = number_of(s->hand, rank) - (int)(barred >> rank & 1);
    for (int trip = 0; trip < BOOK_RANKS; trip++)
        for (int pair = 0; pair < BOOK_RANKS && number[trip] + s->wild >= 3; pair++) {
            int to_trip = number[trip] < 3 ? 3 - number[trip] : 0, to_pair = number[pair] < 2 ? 2 - number[pair] : 0;
            int sword[2] = {(int)(swords >> trip & 1), (int)(swords >> pair & 1)};
            int spare = s->wild - to_trip - to_pair;
            if (pair == trip || spare < 0) continue;
            /* What is left takes the place of a card that is no Sword: of the higher rank, if it can. Where Swords are
             * no trump only an Ace is worth that. */
            int room[2] = {3 - sword[0] - to_trip, 2 - sword[1] - to_pair}, first = pair > trip;
            if (r->cold_logic) room[0] *= trip == ACE, room[1] *= pair == ACE;
            int more[2] = {0, 0};
            for (int k = 0; k < 2; k++) {
                int group = k ? !first : first;
                more[group] = spare < room[group] ? spare : room[group];
                spare -= more[group];
            }
            int  stands[2] = {to_trip + more[0], to_pair + more[1]};
            int  count = r->cold_logic ? 0 : sword[0] + sword[1] + stands[0] + stands[1];
            bool ace = r->named_ace && ((trip == ACE && sword[0] + stands[0]) || (pair == ACE && sword[1] + stands[1]));
            better(&best, (Book){long_key(FULL_LARDER, 5, count, three_ranks(trip, pair, 0), ace),
                                 s->hand + (uint64_t)stands[0] * HAND_OF(trip) + (uint64_t)stands[1] * HAND_OF(pair) +
                                     (uint64_t)spare * HAND_OF(ACE)});
        }
    return best;
}

INLINE Book long_book(const Sum *s, const BookRules *r)
{
    uint32_t swords = suit_of(s, SWORDS), eagles = suit_of(s, EAGLES), skulls = suit_of(s, SKULLS);
    Book     best = straight_of(s, r);
    if (s->of_a_rank + s->wild >= LONG) { /* SWORD-R31, SWORD-Q7 */
        uint32_t with_sword = r->cold_logic ? 0 : s->most & swords;
        int      rank = top_of(with_sword ? with_sword : s->most), n = s->of_a_rank + s->wild;
        bool     ace = r->named_ace && rank == ACE && (has_ace_of_swords(s) || s->wild);
        better(&best, (Book){long_key(OF_A_KIND, n, r->cold_logic ? 0 : (with_sword != 0) + s->wild, rank << 8, ace),
                             s->hand + (uint64_t)s->wild * HAND_OF(rank)});
    }
    if (r->blaze && r->truce_table) better(&best, blaze_of(s, 0, r));
    else if (r->blaze && s->lanes & LANES_FIVE & ~SUITS_FIVE)
        better(&best, blaze_of(s, skulls, r)), better(&best, blaze_of(s, eagles, r));
    for (uint64_t long_suits = s->lanes & SUITS_FIVE; long_suits; long_suits &= long_suits - 1)
        try_suit(s, __builtin_ctzll(long_suits) / LANE, r, &best);
    if (r->full_larder && s->of_a_rank + s->wild < LONG && length_in(best) <= LONG) {
        better(&best, larder_of(s, r->truce_table ? 0 : skulls, r));
        if (!r->truce_table) better(&best, larder_of(s, eagles, r));
    }
    return best;
}

/* ---------------------------------------------------------------- smaller Books */

/* More groups than a Book takes: those with a Sword first, then by rank. */
static __attribute__((noinline)) uint32_t best_groups(uint32_t groups, uint32_t swords, int want)
{
    uint32_t chosen = 0;
    for (; want; want--) {
        uint32_t some = groups & swords;
        chosen |= 1u << top_of(some ? some : groups);
        groups &= ~chosen;
    }
    return chosen;
}

/* SWORD-R31: one to three pairs, one or two trips, of one side. */
INLINE uint32_t groups_key(uint32_t groups, uint32_t swords, bool pairs)
{
    int want = pairs ? 3 : 2, n = count_of[groups];
    if (__builtin_expect(n > want, 0)) groups = best_groups(groups, swords, want), n = want;
    /* No branches: those that lack are 0, and a side without any is less than the other. */
    int      first = top_of(groups | 1);
    uint32_t rest = groups & ~(1u << first);
    int      second = top_of(rest | 1), third = top_of((rest & ~(1u << second)) | 1);
    return low_key((pairs ? PAIR : TRIP) - 1 + n, count_of[groups & swords], three_ranks(first, second, third), false);
}

/* Seldom: which ranks have the most cards of one side, and above them how many. */
static __attribute__((noinline)) uint32_t most_of_four(uint64_t hand, uint64_t lo, uint32_t four, bool truce)
{
    uint32_t most = 0, barred[2] = {lo >> 16 * SKULLS & THIRTEEN, lo >> 16 * EAGLES & THIRTEEN};
    int      number = 0;
    for (int side = 0; side < 2; side++)
        for (uint32_t left = four >> SIDE * side & THIRTEEN; left; left &= left - 1) {
            int rank = __builtin_ctz(left), n = number_of(hand, rank) - (truce ? 0 : (int)(barred[side] >> rank & 1));
            if (n > number) number = n, most = 0;
            if (n == number) most |= 1u << rank;
        }
    return most | (uint32_t)number << SIDE;
}

/* Double Lancers: two Lance knights that may share a Book. No wild card may stand in. */
static bool has_lances(const Sum *s, const BookRules *r, int *ret_swords)
{
    bool storm = suit_of(s, SWORDS) >> KNIGHT & 1, eagle = suit_of(s, EAGLES) >> KNIGHT & 1;
    bool grave = suit_of(s, SKULLS) >> KNIGHT & 1;
    *ret_swords = storm && !r->cold_logic;
    return (storm && (eagle || grave)) || (r->truce_table && eagle && grave);
}

/* Ranks with at least so many cards, of both sides. */
typedef struct Counted {
    uint32_t one, two, three, four;
} Counted;
INLINE Counted and_suit(Counted c, uint32_t set)
{
    return (Counted){c.one | set, c.two | (c.one & set), c.three | (c.two & set), c.four | (c.three & set)};
}

/* The best Book of a sum in which what is wild is settled. */
INLINE Book best_of(Sum *s, const BookRules *r)
{
    Counted c = {suit_of(s, SWORDS) * BOTH_SIDES, 0, 0, 0};
    c = and_suit(c, suit_of(s, SCEPTRES) * BOTH_SIDES);
    c = and_suit(c, suit_of(s, COINS) * BOTH_SIDES);
    c = and_suit(c, suit_of(s, CHALICE) * BOTH_SIDES);
    c = and_suit(c, suit_of(s, SHIELDS) * BOTH_SIDES);
    c = and_suit(c, suit_of(s, TALISMANS) * BOTH_SIDES);
    if (r->truce_table)
        c = and_suit(and_suit(c, suit_of(s, EAGLES) * BOTH_SIDES), suit_of(s, SKULLS) * BOTH_SIDES);
    else c = and_suit(c, (uint32_t)(s->lo >> 16)); /* Eagles on one side, Skulls on the other */

    uint32_t swords = r->cold_logic ? 0 : suit_of(s, SWORDS), most = c.two ? c.two : c.one;
    most = c.three ? c.three : most;
    int      k = (c.one != 0) + (c.two != 0) + (c.three != 0);
    uint32_t either = (most | most >> SIDE) & THIRTEEN;
    if (__builtin_expect(c.four != 0, 0)) {
        uint32_t found = most_of_four(s->hand, s->lo, c.four, r->truce_table);
        either = found & THIRTEEN, k = (int)(found >> SIDE);
    }
    s->both = c.one;
    s->most = either ? either : 1u << ACE; /* wild cards alone are Aces */
    s->of_a_rank = k;
    Book b = long_book(s, r);
    if (b.book) return b;
    if (!s->wild && (k == 2 || k == 3)) {
        uint32_t one = groups_key(most & THIRTEEN, swords, k == 2), other = groups_key(most >> SIDE, swords, k == 2);
        b = (Book){one > other ? one : other, s->hand};
        b.book |= r->named_ace && ranks_in(b) >> 8 == ACE && has_ace_of_swords(s); /* the first is the highest */
        return b;
    }
    static const uint8_t kind[] = {HIGH_CARD, HIGH_CARD, PAIR, TRIP, QUAD};
    uint32_t with_sword = s->most & swords;
    int      rank = top_of(with_sword ? with_sword : s->most), n = k + s->wild;
    int      count = r->cold_logic ? 0 : (with_sword != 0) + s->wild;
    bool     ace = r->named_ace && rank == ACE && (has_ace_of_swords(s) || s->wild);
    /* SWORD-R30, SWORD-Q30: a high card that is no Sword is compared with the Hand only. */
    return (Book){low_key(kind[n], count, (n > 1 || count ? rank : 0) << 8, ace),
                  s->hand + (uint64_t)s->wild * HAND_OF(rank)};
}

INLINE Sum sum_of(const TapCard *card, int n, TapCard common, const Row *row)
{
    Two sum = {0, LANES_BEGIN}, set = {0, 0};
    for (int i = 0; i < n; i++) {
        const Two *x = (const Two *)(const void *)&row[card[i]];
        sum += x[0], set |= x[1];
    }
    if (common != TAP_NO_CARD) {
        const Two *x = (const Two *)(const void *)&row[common];
        sum += x[0], set |= x[1];
    }
    return (Sum){.hand = sum[0], .lanes = sum[1], .lo = set[0], .hi = set[1], .wild = (int)(sum[1] >> WILD_AT)};
}

static bool is_dragon(TapCard c) { return c >= BOOK_DRAGON && c < BOOK_FACES; }
static int  count_dragons(const TapCard *card, int n, TapCard common)
{
    int dragons = is_dragon(common);
    for (int i = 0; i < n; i++) dragons += is_dragon(card[i]);
    return dragons;
}

static __attribute__((noinline)) Book other_book(const TapCard *card, int n, TapCard common, const BookRules *r)
{
    Sum s = sum_of(card, n, common, r->copper_wild ? copper_row : plain_row);
    int dragons = count_dragons(card, n, common), swords;
    /* SWORD-Q10, SWORD-Q32: what is wild and not in the Book counts as an Ace. */
    if (r->double_lancers && has_lances(&s, r, &swords))
        return (Book){LANCERS_KEY | (uint32_t)swords << SWORDS_AT, s.hand + (uint64_t)s.wild * HAND_OF(ACE)};
    if (dragons == BOOK_DRAGONS && (r->wyrms_with_common || !is_dragon(common)))
        return (Book){WYRMS_KEY, s.hand + (uint64_t)s.wild * HAND_OF(ACE)};
    int idle = r->wyrm_fear ? dragons : 0;
    s.wild -= idle;
    s.lanes -= (uint64_t)idle * (ALL_LANES | 1ull << WILD_AT);
    Book b = best_of(&s, r);
    return b.hand += (uint64_t)idle * HAND_OF(ACE), b;
}

Book book_of(const TapCard *card, int n, TapCard common, const BookRules *r)
{
    if (memcmp(r, &usual_books, sizeof *r)) return other_book(card, n, common, r);
    Sum s = sum_of(card, n, common, plain_row);
    if (__builtin_expect(s.wild == BOOK_DRAGONS, 0)) /* SWORD-R29, SWORD-Q4 */
        return (Book){WYRMS_KEY, s.hand + BOOK_DRAGONS * HAND_OF(ACE)};
    return best_of(&s, &usual_books);
}

/* ---------------------------------------------------------------- which step decides */

BookStep book_step(Book x, Book y)
{
    if (tier_in(x) != tier_in(y)) return STEP_KIND;
    if (length_in(x) != length_in(y)) return STEP_LENGTH;
    if (book_kind(x) != book_kind(y)) return STEP_KIND;
    if (swords_in(x) != swords_in(y)) return STEP_SWORDS;
    if (ranks_in(x) != ranks_in(y)) return STEP_RANK;
    if (x.book != y.book) return STEP_ACE;
    if (x.hand == y.hand) return STEP_NONE;
    /* SWORD-Q10: the first rank of which one has more. If the other has nothing below it, its list just ends. */
    uint64_t less = x.hand < y.hand ? x.hand : y.hand;
    int      rank = ACE;
    while (number_of(x.hand, rank) == number_of(y.hand, rank)) rank--;
    return less & (HAND_OF(rank) - 1) ? STEP_HAND : STEP_LONGER_HAND;
}

const char *book_step_text(BookStep step)
{
    static const char *const text[] = {
        [STEP_NONE] = "by no step: they are equal", [STEP_KIND] = "by the better Book",
        [STEP_LENGTH] = "by the longer Book",       [STEP_SWORDS] = "by more Swords",
        [STEP_RANK] = "by higher ranks",            [STEP_ACE] = "by the Ace of Swords",
        [STEP_HAND] = "by high cards of the Hand",  [STEP_LONGER_HAND] = "by the longer Hand",
    };
    return text[step];
}

/* ---------------------------------------------------------------- telling */

/* The Book is laid out again, in each way its key allows, until one has the Swords and the Hand of the judgement. */
typedef struct Teller {
    const BookRules *r;
    TapCard          card[BOOK_CARDS];
    int              n, wild, barred; /* a suit, or -1 */
    Book             book;
    BookTold        *told;
} Teller;

static int suit_in(TapCard c) { return c / BOOK_RANKS; }
static int rank_in(TapCard c) { return c % BOOK_RANKS; }

static bool is_wild(const Teller *t, TapCard c)
{
    return is_dragon(c) ? !t->r->wyrm_fear : t->r->copper_wild && rank_in(c) == TWO;
}

static void begin_anew(Teller *t, int barred)
{
    t->barred = barred;
    t->told->used = 0;
    t->told->in_book = 0;
}

static void lay(Teller *t, int i, TapCard stands_for)
{
    t->told->card[t->told->used] = t->card[i];
    t->told->stands_for[t->told->used++] = stands_for;
    t->told->in_book |= 1ull << i;
}

static bool lay_wild(Teller *t, TapCard stands_for)
{
    for (int i = 0; i < t->n; i++)
        if (is_wild(t, t->card[i]) && !(t->told->in_book >> i & 1)) return lay(t, i, stands_for), true;
    return false;
}

/* A card that stands for itself: of this suit, or of any that is not barred, Swords first. */
static bool lay_natural(Teller *t, int rank, int suit)
{
    int found = -1;
    for (int i = 0; i < t->n; i++) {
        TapCard c = t->card[i];
        if (is_dragon(c) || is_wild(t, c) || t->told->in_book >> i & 1 || rank_in(c) != rank) continue;
        if (suit >= 0 ? suit_in(c) != suit : suit_in(c) == t->barred) continue;
        if (found < 0 || suit_in(c) < suit_in(t->card[found])) found = i;
    }
    return found >= 0 && (lay(t, found, t->card[found]), true);
}

static TapCard sword(int rank) { return (TapCard)(SWORDS * BOOK_RANKS + rank); }

static bool lay_group(Teller *t, int rank, int natural, int wild)
{
    for (int i = 0; i < natural; i++)
        if (!lay_natural(t, rank, -1)) return false;
    for (int i = 0; i < wild; i++)
        if (!lay_wild(t, sword(rank))) return false;
    return true;
}

/* Down from the top; `swapped` wild cards take the place of the highest that are no Swords. */
static bool lay_run(Teller *t, int suit, int swapped)
{
    int top = ranks_in(t->book) >> 8, length = length_in(t->book);
    for (int place = top + 1; place > top + 1 - length; place--) {
        int      rank = rank_at(place);
        uint64_t before = t->told->in_book;
        bool     natural = lay_natural(t, rank, suit);
        if (natural && swapped && t->told->stands_for[t->told->used - 1] != sword(rank)) {
            t->told->used--;
            t->told->in_book = before;
            natural = false;
            swapped--;
        }
        if (!natural && !lay_wild(t, suit >= 0 ? (TapCard)(suit * BOOK_RANKS + rank) : sword(rank))) return false;
    }
    return !swapped;
}

/* Is this the Book that was judged? */
static bool is_it(const Teller *t)
{
    uint64_t hand = 0;
    int      swords = 0;
    bool     ace = false;
    for (int i = 0; i < t->n; i++) {
        bool idle = is_dragon(t->card[i]) || is_wild(t, t->card[i]);
        if (!(t->told->in_book >> i & 1)) hand += HAND_OF(idle ? ACE : rank_in(t->card[i]));
    }
    for (int i = 0; i < t->told->used; i++) {
        TapCard c = t->told->stands_for[i];
        hand += HAND_OF(is_dragon(c) ? ACE : rank_in(c));
        swords += !is_dragon(c) && suit_in(c) == SWORDS;
        ace |= c == sword(ACE);
    }
    return hand == t->book.hand && (t->r->cold_logic || swords == swords_in(t->book)) &&
           (ace || !(t->book.book & 1));
}

static bool tell_groups(Teller *t, int groups, int size)
{
    int ranks = ranks_in(t->book), first = ranks >> 8, second = ranks >> 4 & 15;
    if (groups > 1) /* none is wild */
        return lay_group(t, first, size, 0) && lay_group(t, second, size, 0) &&
               (groups < 3 || lay_group(t, ranks & 15, size, 0)) && is_it(t);
    return lay_group(t, first, size - t->wild, t->wild) && is_it(t);
}

static bool tell_larder(Teller *t)
{
    int ranks = ranks_in(t->book), barred = t->barred;
    for (int trip = 0; trip <= 3; trip++)
        for (int pair = 0; pair <= 2; pair++) {
            begin_anew(t, barred);
            if (lay_group(t, ranks >> 8, 3 - trip, trip) && lay_group(t, ranks >> 4 & 15, 2 - pair, pair) && is_it(t))
                return true;
        }
    return false;
}

/* The card that decides: the top Sword, or whatever is highest. A Dragon alone is the Ace of Swords, if it is wild. */
static bool tell_high(Teller *t)
{
    if (t->wild) return lay_wild(t, sword(ACE));
    if (swords_in(t->book)) return lay_natural(t, ranks_in(t->book) >> 8, SWORDS);
    for (int rank = ACE; rank >= TWO; rank--)
        if (lay_natural(t, rank, -1)) return true;
    return true; /* Dragons that are not wild: no card is a Book */
}

static bool tell_blaze(Teller *t)
{
    int upto[BOOK_RANKS]; /* how many from the King down to a rank */
    for (int i = 0; i < t->wild; i++) lay_wild(t, sword(KING));
    for (int rank = KING; rank >= KNIGHT; rank--) {
        while (lay_natural(t, rank, -1)) continue;
        upto[rank] = t->told->used;
    }
    return upto[KNIGHT] == length_in(t->book) && (upto[KING] << 4 | (upto[QUEEN] - upto[KING])) == ranks_in(t->book) &&
           is_it(t);
}

static bool tell_straight(Teller *t)
{
    int barred = t->barred;
    for (int swapped = 0; swapped <= t->wild; swapped++) {
        begin_anew(t, barred);
        if (lay_run(t, -1, swapped) && is_it(t)) return true;
    }
    return false;
}

static bool tell_lancers(Teller *t)
{
    static const uint8_t lances[][2] = {{SWORDS, EAGLES}, {SWORDS, SKULLS}, {EAGLES, SKULLS}};
    for (int i = 0; i < 3; i++) {
        begin_anew(t, -1);
        if (lay_natural(t, KNIGHT, lances[i][0]) && lay_natural(t, KNIGHT, lances[i][1])) return true;
    }
    return false;
}

static bool tell_wyrms(Teller *t)
{
    for (int i = 0; i < t->n; i++)
        if (is_dragon(t->card[i])) lay(t, i, t->card[i]);
    return true;
}

static bool tell_side(Teller *t)
{
    switch (book_kind(t->book)) {
    case HIGH_CARD: return tell_high(t);
    case PAIR: return tell_groups(t, 1, 2);
    case TWO_PAIR: return tell_groups(t, 2, 2);
    case THREE_PAIR: return tell_groups(t, 3, 2);
    case TRIP: return tell_groups(t, 1, 3);
    case TWO_TRIP: return tell_groups(t, 2, 3);
    case QUAD: return tell_groups(t, 1, 4);
    case OF_A_KIND: return tell_groups(t, 1, length_in(t->book));
    case FULL_LARDER: return tell_larder(t);
    case BLAZE: return tell_blaze(t);
    case STRAIGHT: return tell_straight(t);
    case DOUBLE_LANCERS: return tell_lancers(t);
    case FOUR_WYRMS: return tell_wyrms(t);
    default: return false;
    }
}

static bool tell_suit(Teller *t, int suit)
{
    begin_anew(t, -1);
    if (book_kind(t->book) != FLUSH) return lay_run(t, suit, 0) && is_it(t);
    for (int i = 0; i < t->wild; i++) lay_wild(t, (TapCard)(suit * BOOK_RANKS + ACE));
    for (int rank = ACE; rank >= TWO; rank--) lay_natural(t, rank, suit);
    return t->told->used == length_in(t->book) && rank_in(t->told->stands_for[0]) == ranks_in(t->book) >> 8 && is_it(t);
}

static void tell_cards(Teller *t)
{
    BookKind kind = book_kind(t->book);
    if (kind == FLUSH || kind == STRAIGHT_FLUSH || kind == ROYAL_FLUSH) {
        for (int suit = SWORDS; suit < BOOK_SUITS; suit++)
            if (tell_suit(t, suit)) return;
    } else
        for (int side = 0; side < 2; side++) {
            begin_anew(t, t->r->truce_table ? -1 : side ? EAGLES : SKULLS);
            if (tell_side(t)) return;
        }
    assert(!"a Book that was judged can be laid out");
}

static const char *const one_rank[] = {"two",  "three", "four", "five",   "six",   "seven", "eight",
                                       "nine", "ten",   "Knight", "Queen", "King", "Ace"};
static const char *const many_ranks[] = {"twos",  "threes", "fours", "fives",   "sixes",  "sevens", "eights",
                                         "nines", "tens",   "Knights", "Queens", "Kings", "Aces"};
static const char *const suit_name[] = {"Swords", "Eagles", "Skulls", "Sceptres", "Coins", "Chalice", "Shields",
                                        "Talismans"};

/* SWORD-R38, SWORD-Q32 */
static void name_book(const Teller *t, char *to, size_t room)
{
    static const char *const sets[] = {[5] = "Pent", "Hext", "Sept", "Oct", "Non", "Dix"};
    int         ranks = ranks_in(t->book), length = length_in(t->book), swords = swords_in(t->book);
    bool        numbers = book_kind(t->book) == BLAZE; /* of Kings and Queens */
    const char *first = many_ranks[numbers ? 0 : ranks >> 8], *second = many_ranks[numbers ? 0 : ranks >> 4 & 15];
    const char *top = one_rank[numbers ? 0 : ranks >> 8];
    TapCard     high = t->told->used ? t->told->stands_for[0] : 0;
    const char *suit = is_dragon(high) ? "" : suit_name[suit_in(high)];
    switch (book_kind(t->book)) {
    case HIGH_CARD:
        if (!t->told->used) snprintf(to, room, "No Book: the Dragons are not wild");
        else if (swords) snprintf(to, room, "High card, %s of Swords", top);
        else snprintf(to, room, "High card, %s", one_rank[rank_in(high)]);
        return;
    case PAIR: snprintf(to, room, "Pair of %s", first); break;
    case TWO_PAIR: snprintf(to, room, "Two-Pair, %s and %s", first, second); break;
    case THREE_PAIR: snprintf(to, room, "Three-Pair, %s, %s and %s", first, second, many_ranks[ranks & 15]); break;
    case TRIP: snprintf(to, room, "Trip of %s", first); break;
    case TWO_TRIP: snprintf(to, room, "Two-Trip, %s and %s", first, second); break;
    case QUAD: snprintf(to, room, "Quad of %s", first); break;
    case BLAZE: snprintf(to, room, "Blaze of %d", length); break;
    case STRAIGHT: snprintf(to, room, "Straight of %d, %s high", length, top); break;
    case FLUSH: snprintf(to, room, "Flush of %d in %s, %s high", length, suit, top); return;
    case FULL_LARDER: snprintf(to, room, "Full Larder, %s and %s", first, second); break;
    case OF_A_KIND:
        if (length <= 10) snprintf(to, room, "%s of %s", sets[length], first);
        else snprintf(to, room, "%d of a kind, %s", length, first);
        break;
    case STRAIGHT_FLUSH: snprintf(to, room, "Straight-Flush of %d in %s, %s high", length, suit, top); return;
    case ROYAL_FLUSH: snprintf(to, room, "Royal Flush of %d in %s", length, suit); return;
    case FOUR_WYRMS: snprintf(to, room, "Four Wyrms"); return;
    default: snprintf(to, room, "Double Lancers"); return;
    }
    size_t at = strlen(to);
    if (swords) snprintf(to + at, room - at, ", %d Sword%s", swords, swords == 1 ? "" : "s");
}

void book_tell(const TapCard *card, int n, TapCard common, const BookRules *r, BookTold *ret)
{
    assert(n + (common != TAP_NO_CARD) <= BOOK_CARDS);
    Teller t = {.r = r, .n = n, .book = book_of(card, n, common, r), .told = ret};
    memcpy(t.card, card, (size_t)n * sizeof *card);
    if (common != TAP_NO_CARD) t.card[t.n++] = common;
    for (int i = 0; i < t.n; i++) t.wild += is_wild(&t, t.card[i]);
    memset(ret, 0, sizeof *ret);
    tell_cards(&t);
    name_book(&t, ret->name, sizeof ret->name);
}
