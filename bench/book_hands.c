#include "book_hands.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#include <taproom/taproom.h>

#include "games/books.h"

enum { HANDS = 1 << 16, SIZES = 3 };

static double cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void deal(TapRng *rng, TapCard *card, int n)
{
    TapCard deck[BOOK_FACES];
    for (int i = 0; i < BOOK_FACES; i++) deck[i] = (TapCard)i;
    for (int i = 0; i < n; i++) {
        uint32_t at = tap_rng_below(rng, (uint32_t)(BOOK_FACES - i));
        card[i] = deck[at];
        deck[at] = deck[BOOK_FACES - 1 - i];
    }
}

/* The last card is the Common, as at a table. Best of many rounds. */
static double ns_a_hand(int cards, const BookRules *r)
{
    static TapCard hand[HANDS][16];
    TapRng         rng;
    uint64_t       sum = 0;
    double         best = INFINITY;
    tap_rng_fast(&rng, 1);
    for (int i = 0; i < HANDS; i++) deal(&rng, hand[i], cards);
    for (int round = 0; round < 40; round++) {
        double from = cpu_ns();
        for (int i = 0; i < HANDS; i++) {
            Book b = book_of(hand[i], cards - 1, hand[i][cards - 1], r);
            sum += b.book ^ b.hand;
        }
        best = fmin(best, (cpu_ns() - from) / HANDS);
    }
    __asm__ volatile("" ::"r"(sum));
    return best;
}

void measure_books(bool json)
{
    static const struct {
        const char *name;
        BookRules   rules;
    } tables[] = {
        {"usual", {.blaze = true, .wyrms_with_common = true}},
        {"without blaze", {.wyrms_with_common = true}},
        {"without wyrms-with-common", {.blaze = true}},
        {"double-lancers", {.blaze = true, .wyrms_with_common = true, .double_lancers = true}},
        {"full-larder", {.blaze = true, .wyrms_with_common = true, .full_larder = true}},
        {"cold-logic", {.blaze = true, .wyrms_with_common = true, .cold_logic = true}},
        {"copper-wild", {.blaze = true, .wyrms_with_common = true, .copper_wild = true}},
        {"truce-table", {.blaze = true, .wyrms_with_common = true, .truce_table = true}},
        {"wyrm-fear", {.blaze = true, .wyrms_with_common = true, .wyrm_fear = true}},
        {"named-ace", {.blaze = true, .wyrms_with_common = true, .named_ace = true}},
        {"all of these", {true, true, true, true, true, true, true, true, true}},
    };
    static const int size[SIZES] = {8, 10, 14};
    if (!json) printf("%-28s %8s %8s %8s   million hands a second\n", "Books, by cards", "8", "10", "14");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        double millions[SIZES];
        for (int k = 0; k < SIZES; k++) millions[k] = 1e3 / ns_a_hand(size[k], &tables[i].rules);
        if (json)
            printf("%s\n  {\"rules\":\"%s\",\"cards\":[8,10,14],\"hands_per_s\":[%.0f,%.0f,%.0f]}", i ? "," : "[",
                   tables[i].name, millions[0] * 1e6, millions[1] * 1e6, millions[2] * 1e6);
        else printf("%-28s %8.1f %8.1f %8.1f\n", tables[i].name, millions[0], millions[1], millions[2]);
    }
    if (json) printf("\n]");
}

void count_books(int hands)
{
    static const char *const kind[BOOK_KINDS] = {
        [HIGH_CARD] = "High card", [PAIR] = "Pair",         [TWO_PAIR] = "Two-Pair",
        [THREE_PAIR] = "3-Pair",   [TRIP] = "Trip",         [TWO_TRIP] = "Two-Trip",
        [QUAD] = "Quad",           [BLAZE] = "Blaze",       [STRAIGHT] = "Straight",
        [FLUSH] = "Flush",         [OF_A_KIND] = "5+ kind", [STRAIGHT_FLUSH] = "Str.-Fl.",
        [ROYAL_FLUSH] = "Royal",   [FOUR_WYRMS] = "Wyrms"};
    TapRng rng;
    tap_rng_fast(&rng, 5);
    printf("| cards |");
    for (int k = 0; k < BOOK_KINDS; k++)
        if (kind[k]) printf(" %s |", kind[k]);
    printf("\n| --- |");
    for (int k = 0; k < BOOK_KINDS; k++)
        if (kind[k]) printf(" --- |");
    for (int n = 5; n <= 14; n++) {
        int met[BOOK_KINDS] = {0};
        for (int i = 0; i < hands; i++) {
            TapCard card[16];
            deal(&rng, card, n);
            met[book_kind(book_of(card, n, TAP_NO_CARD, &usual_books))]++;
        }
        printf("\n| %d |", n);
        for (int k = 0; k < BOOK_KINDS; k++)
            if (kind[k]) printf(" %.3f |", 100. * met[k] / hands);
    }
    putchar('\n');
}
