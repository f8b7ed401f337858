/* Streets of Greyport: warehouses scored as they are typed, against a second way of counting; and every Cart that was
 * really shipped is in order. */
#include "support.h"

#include <string.h>

enum { WAREHOUSES = 4000, PILES = 5, GAMES = 60 };

static const TapGame *streets(void) { return tap_game_find("streets-of-greyport"); }

static TapScore scored(const char *options, const char *hand)
{
    TapSetup setup = setup_for(streets(), 2, options);
    TapScore score;
    TapError error = {""};
    CHECK(tap_score_hands(&setup, &hand, 1, NULL, 0, &score, NULL, &error), "%s", error.text);
    return score;
}

static int points(const char *options, const char *hand) { return scored(options, hand).points; }

/* STREET-X3: the picture is lost; this is one Warehouse worth 31. */
static void test_example(void **state)
{
    (void)state;
    assert_int_equal(points("", "4*M-owl 2*B-owl | 3*B-wolf"), 31);
}

/* STREET-12: one wrong pile takes all with it. */
static void test_wrong_piles(void **state)
{
    (void)state;
    assert_int_equal(points("", "M-owl B-horse | L-wolf"), 9);
    assert_int_equal(points("", "M-owl B-wolf | L-wolf"), 0);
    assert_int_equal(points("", "M-owl R-owl | L-wolf"), 0);
    assert_int_equal(points("", "M-owl W-wolf"), 0);
    assert_int_equal(points("caravan-guards", "M-owl W-wolf"), 5);
    assert_int_equal(points("protection-racket", "M-owl R-wolf"), 0);
    assert_int_equal(points("protection-racket", "M-owl R-owl | L-wolf"), 4);
    assert_int_equal(points("protection-racket", "M-owl R-owl | L-wolf R-wolf"), 0);
    assert_int_equal(points("", ""), 0);
}

/* STREET-13, STREET-A5: a trophy is one card of its colour. */
static void test_ties(void **state)
{
    (void)state;
    TapScore s = scored("caravan-guards dragon-cards", "D-red | M-wolf M-hawk | L-owl");
    assert_int_equal(s.points, 16);
    assert_int_equal(s.ties, 2);
    assert_int_equal(s.tie[0], 4);
    assert_int_equal(s.tie[1], 3);
}

static void test_refusals(void **state)
{
    (void)state;
    const char *bad[] = {"D-red", "W-grey", "M-owl/L-owl", "||||||||||||M-owl"};
    TapSetup    setup = setup_for(streets(), 2, "");
    TapScore    score;
    TapError    error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!tap_score_hands(&setup, &bad[i], 1, NULL, 0, &score, NULL, &error), "%s is taken", bad[i]);
    const char *option = "wager=betting"; /* SHARE-06, ENG-07 */
    CHECK(!tap_setup_init(&setup, streets(), 3, &option, 1, &error), "there is betting");
    CHECK(strstr(error.text, "no betting rounds"), "%s", error.text);
}

/* Counts by colour instead of by pile: STREET-12, STREET-V1 .. V3, STREET-A4. */
static int counted(const TapCard *card, const int *pile, int n, bool guards, bool racket)
{
    int of[HUES] = {0}, rogue_hues = 0, rogues[HUES] = {0}, sum = 0;
    for (int i = 0; i < n; i++) {
        int h = hue_of(card[i]), r = rank_of(card[i]);
        for (int k = 0; k < n; k++) {
            bool free_of_colour =
                is_dragon(card[i]) || is_dragon(card[k]) || (guards && (r == WARRIOR || rank_of(card[k]) == WARRIOR));
            if (pile[i] == pile[k] && !free_of_colour && (int)hue_of(card[k]) != h) return 0;
        }
        if (r == ROGUE && !racket) return 0;
        if (r == ROGUE) rogues[h] = 1;
        of[h] += is_dragon(card[i]) ? 6 : r == ROGUE ? 0 : r;
    }
    for (int h = 0; h < HUES; h++) rogue_hues += rogues[h];
    for (int h = 0; h < HUES; h++)
        if (!rogue_hues || (rogue_hues == 1 && rogues[h])) sum += of[h];
    return sum;
}

static void test_against_counting(void **state)
{
    (void)state;
    TapRng r;
    int    worth_something = 0;
    tap_rng_fast(&r, 17);
    for (int k = 0; k < WAREHOUSES; k++) {
        bool    guards = k & 1, racket = k & 2, dragons = k & 4 && guards;
        char    options[80], text[500] = "";
        TapCard card[32];
        int     pile[32], n = 0;
        for (int p = 0; p < PILES && n < 26; p++) {
            int hue = (int)tap_rng_below(&r, HUES), cards = 1 + (int)tap_rng_below(&r, 4);
            if (p) strcat(text, "| ");
            for (int i = 0; i < cards; i++, n++) { /* mostly of one colour, few rogues */
                int h = tap_rng_below(&r, 40) ? hue : (int)tap_rng_below(&r, HUES),
                    rank = 1 + (int)tap_rng_below(&r, tap_rng_below(&r, racket ? 4 : 20) ? 4 : 5);
                card[n] = dragons && cards == 1 ? (TapCard)(DRAGON + h)
                                                : card_of((Rank)rank, (Animal)(2 * h + (int)tap_rng_below(&r, 2)));
                pile[n] = p;
                snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", tavern()->face[card[n]].code);
            }
        }
        snprintf(options, sizeof options, "%s %s %s", guards ? "caravan-guards" : "", racket ? "protection-racket" : "",
                 dragons ? "dragon-cards" : "");
        int got = points(options, text), want = counted(card, pile, n, guards, racket);
        CHECK(got == want, "%s[%s]: %d, but counting gives %d", text, options, got, want);
        worth_something += got > 0;
    }
    assert_in_range(worth_something, WAREHOUSES / 4, WAREHOUSES - WAREHOUSES / 10);
}

/* STREET-A7: whatever is chosen, every pile is in order, so the typed Warehouse is worth what the table said. */
static void test_shipped_carts_are_in_order(void **state)
{
    (void)state;
    static TapLog  log;
    static TapView view;
    const char *options[] = {"", "dragon-cards caravan-guards", "protection-racket",
                             "dragon-cards caravan-guards protection-racket"};
    for (int k = 0; k < GAMES; k++) {
        TapSetup setup = setup_for(streets(), 3, options[k % 4]);
        TapState st;
        TapRng   r;
        tap_rng_fast(&r, (uint64_t)k);
        start_seeded(&setup, &st, (uint64_t)k, NULL);
        while (!tap_over(&st)) {
            tap_log_clear(&log);
            play_on(&setup, &st, &r, 1, &log);
        }
        tap_view(&setup, &st, TAP_NOBODY, &view);
        for (TapSeat s = 0; s < 3; s++) {
            char text[1000] = "";
            int  said = -1;
            for (int z = 0; z < view.zones; z++) {
                if (view.zone[z].owner != s || strncmp(view.zone[z].name, "shipment", 8)) continue;
                if (*text) strcat(text, "| ");
                for (int i = 0; i < view.zone[z].n; i++) {
                    strcat(text, tavern()->face[view.item[view.zone[z].first + i].face].code);
                    strcat(text, " ");
                }
            }
            for (int i = 0; i < log.n; i++)
                if (log.event[i].who == s && !strcmp(log.event[i].text, "{who} scores {n}.")) said = log.event[i].n;
            CHECK(points(options[k % 4], text) == said, "seat %d has %s, worth %d, but the table said %d", s, text,
                  points(options[k % 4], text), said);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example),
        cmocka_unit_test(test_wrong_piles),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_against_counting),
        cmocka_unit_test(test_shipped_carts_are_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
