/*
 * Bosses at the Red Dragon Inn, with the villains of tests/decks: what is refused and why; and evenings of all the ways
 * to play with Bosses, any seats and options. In each neither Gold nor a card is made or lost, nobody sees what he may
 * not, a Boss's cards are in no other deck, and it comes to an end (BOSS-1 .. BOSS-12, V2B-1, LL-1, BVB-1).
 *
 * 300 evenings for each way and number of seats, 40 under the sanitizers.
 */
#include <string.h>

#include <taproom/content.h>

#include "inn_evenings.h"

enum { EVENINGS = SANITIZED ? 40 : 300 };

static TapShelf *shelf;
static const TapContent *content;

static const char *const villains[] = {"boss-one", "boss-two", "boss-three", "boss-four"};
enum { VILLAINS = 4 };

static void put_on_shelf(const char *id)
{
    static char text[1 << 14];
    char path[64], hash[TAP_HASH_DIGITS + 1];
    TapFaults faults = {0};
    snprintf(path, sizeof path, "tests/decks/%s.deck", id);
    FILE *in = fopen(path, "r");
    CHECK(in, "%s is missing", path);
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
    snprintf(hash, sizeof hash, "%0*x", TAP_HASH_DIGITS, (unsigned)strlen(id));
    CHECK(tap_shelf_add(shelf, text, strlen(text), hash, &faults), "%s: %s", path, faults.fault[0].text);
}

/* -------------------------------------------------------------- refusals */

static const char *refused(const TapContent *with, int seats, const char *option, const char *more, const char *cast)
{
    static TapError error;
    TapSetup setup;
    const char *list[] = {option, more};
    bool made = tap_setup_with(&setup, &red_dragon_inn, with, seats, list, more ? 2 : 1, &error) &&
                (!cast || tap_setup_cast_all(&setup, cast, &error));
    return made ? "" : error.text;
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        int seats;
        const char *option, *more, *cast, *why;
    } row[] = {
        {2, "variant=boss", NULL, NULL,
         "The Red Dragon Inn with 2 seats: a Boss Battle is for 3 to 5 players: a Boss, and two to four Challengers."},
        {3, "variant=boss", NULL, NULL, ""},
        {5, "variant=boss", NULL, NULL, ""},
        {6, "variant=boss", NULL, NULL,
         "The Red Dragon Inn with 6 seats: a Boss Battle is for 3 to 5 players: a Boss, and two to four Challengers."},
        {4, "variant=two-headed-boss", NULL, NULL, ""},
        {6, "variant=two-headed-boss", NULL, NULL,
         "The Red Dragon Inn with 6 seats: the Two-Headed Boss Battle is for 4 players, in sides of two."},
        {8, "variant=leaders", NULL, NULL, ""},
        {7, "variant=leaders", NULL, NULL,
         "The Red Dragon Inn with 7 seats: Leaders and Lackeys is for 4, 6 or 8 players, in sides of two."},
        {2, "variant=leaders", NULL, NULL,
         "The Red Dragon Inn with 2 seats: Leaders and Lackeys is for 4, 6 or 8 players, in sides of two."},
        {2, "variant=boss-versus-boss", NULL, NULL, ""},
        {5, "variant=boss-versus-boss", NULL, NULL,
         "The Red Dragon Inn with 5 seats: Boss Versus Boss is for 2 to 4 players."},
        {4, "variant=boss", "house=off", NULL,
         "house=off does not go with variant=boss: Bosses have cards of the house."},
        {3, "variant=boss-versus-boss", "house=off", NULL,
         "house=off does not go with variant=boss-versus-boss: Bosses have cards of the house."},
        {4, "variant=two-headed", "house=off", NULL, ""},
        {3, "variant=boss", NULL, "fiona,zot,_", "Seat 1 cannot play fiona: a Boss is a villain with cards of a Boss."},
        {3, "variant=boss", NULL, "boss-one,zot,zot", "Seat 2 plays zot already."},
        {3, "variant=boss", NULL, "boss-one,boss-two,boss-three", ""},
        {3, "variant=boss", NULL, "_,boss-two,boss-three", ""},
        {4, "variant=two-headed-boss", NULL, "boss-one,boss-two,boss-three,zot",
         "Seat 4 cannot play zot: a Boss is a villain with cards of a Boss."},
        {4, "variant=leaders", NULL, "boss-one,boss-two,boss-three,boss-four", ""},
        {4, "variant=alone", NULL, "boss-one,boss-two,boss-three,boss-four", ""},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        assert_string_equal(refused(content, row[i].seats, row[i].option, row[i].more, row[i].cast), row[i].why);
    assert_string_equal(refused(&inn_content, 4, "variant=boss", NULL, "amundyr,fiona,_,_"), "");
    assert_string_equal(refused(&inn_content, 4, "variant=two-headed-boss", NULL, NULL), "");
    assert_string_equal(refused(&inn_content, 8, "variant=leaders", NULL, "_,vlazlo,_,_,_,_,_,_"),
                        "Seat 2 cannot play vlazlo: too few would be left to be Bosses.");
}

/* -------------------------------------------------------------- evenings */

/* A card of the own deck, and not of one beside it. */
static bool is_own(const TapSetup *setup, TapCard card, bool boss)
{
    const InnCard *c = card_at(setup, card);
    return !c->in && (!boss || c->flags & INN_BOSS);
}

/* SET-2: cards of a Boss lie where a Boss plays, all of them, and nowhere else. */
static void expect_boss_cards(const TapSetup *setup, const Inn *g)
{
    for (Seat s = 0; s < setup->seats; s++) {
        const Patron *p = &g->seat[s];
        const InnDeckInfo *deck = inn_deck(tables_of(setup), p->deck);
        int boss = 0, all = p->draw.n + p->discard.n;
        for (int i = 0; i < p->cards; i++) {
            all += is_own(setup, p->hand[i].card, false);
            boss += is_own(setup, p->hand[i].card, true);
        }
        for (int i = 0; i < p->discard.n; i++) boss += is_own(setup, pile_cards(&p->discard)[i], true);
        for (int i = 0; i < p->draw.n; i++) boss += is_own(setup, pile_cards(&p->draw)[i], true);
        assert_int_equal(boss, seat_is_boss(setup, s) ? deck->boss : 0);
        assert_int_equal(all, deck->cards + boss);
    }
}

static void expect_no_leak(const TapSetup *setup, const TapState *st, TapSeat viewer, TapRng *dice)
{
    static TapView real, resealed;
    static TapState copy;
    tap_state_copy(setup, &copy, st);
    tap_reseal(setup, &copy, viewer, dice, true);
    tap_view(setup, st, viewer, &real);
    tap_view(setup, &copy, viewer, &resealed);
    const char *leak = view_difference(&real, &resealed);
    CHECK(!leak, "seat %d sees %s", viewer, leak);
}

/* How many cards a Boss ever laid open, and how many Actions were left to him at most. */
typedef struct Seen {
    int laid, actions, away;
} Seen;

static void play_evening(const char *variant, int seats, uint64_t seed, Seen *seen)
{
    static const char *const found[] = {"characters=choose", "characters=draft", "characters=random"};
    static const char *const more[] = {"prizes=2", "sea", "dungeon", "games", "drinks=both"};
    static TapState st;
    char option[40];
    const char *list[] = {option, found[seed % 3], more[seed % 5]};
    TapSetup setup;
    TapError error;
    TapRng dice;
    snprintf(option, sizeof option, "variant=%s", variant);
    CHECK(tap_setup_with(&setup, &red_dragon_inn, content, seats, list, 3, &error), "%s", error.text);
    tap_rng_fast(&dice, seed);
    start_seeded(&setup, &st, seed, NULL);
    const Inn *g = inn_in(&st);
    int cards = -1;
    for (uint64_t answers = 0; !tap_over(&st); answers++) {
        TapSeat s;
        TapMove m = random_answer(&setup, &st, &dice, &s);
        tap_answer_trusted(&setup, &st, s, m, NULL);
        const char *wrong = inn_unsound(g);
        CHECK(!wrong, "%s, %d seats, evening %llu: %s", variant, seats, (unsigned long long)seed, wrong);
        CHECK(answers < 400000, "%s, %d seats, evening %llu has no end", variant, seats, (unsigned long long)seed);
        if (g->table.phase == P_GUESTS) continue;
        if (g->acteds > seen->laid) seen->laid = g->acteds;
        if (g->seat[0].actions > seen->actions) seen->actions = g->seat[0].actions;
        seen->away |= g->away || g->resting;
        if (state_at(&st)->levels != 1) continue; /* a guest's cards are on the table too */
        if (cards < 0) {
            cards = inn_cards_on(&setup, &st);
            expect_boss_cards(&setup, g);
        }
        if (answers % 16 == 0) CHECK(inn_cards_on(&setup, &st) == cards, "%s: a card was made or lost", variant);
        if (answers % 61 == 0) expect_no_leak(&setup, &st, (TapSeat)(answers % (uint64_t)seats), &dice);
    }
}

static void test_evenings(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        int least, most, step, laid;
    } way[] = {{"boss", 3, 5, 1, 4},
               {"two-headed-boss", 4, 4, 1, 0},
               {"leaders", 4, 8, 2, 0},
               {"boss-versus-boss", 2, 4, 1, 0}};
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        Seen seen = {0};
        for (int seats = way[i].least; seats <= way[i].most; seats += way[i].step)
            for (uint64_t seed = 0; seed < EVENINGS; seed++) play_evening(way[i].variant, seats, seed, &seen);
        assert_int_equal(seen.laid >= way[i].laid, 1);
        assert_int_equal(seen.laid > 0, way[i].laid > 0);
        assert_int_equal(seen.actions > 3, way[i].laid > 0);
        assert_true(seen.away);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refusals), cmocka_unit_test(test_evenings)};
    shelf = tap_shelf_new();
    for (int i = 0; i < VILLAINS; i++) put_on_shelf(villains[i]);
    put_on_shelf("absent");
    content = tap_shelf_content(shelf, &red_dragon_inn);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tap_shelf_free(shelf);
    return failed;
}
