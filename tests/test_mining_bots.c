/*
 * How bots play Dwarven Miner.
 *
 *   build/tests/test_mining_bots SEATS GAMES PLAYERS [SEED [PATRON POINTS]]
 *
 * prints how long games are, how often the first of the players wins, and what was done in them. PLAYERS are as many
 * bots' names as are needed, in turn; from game to game they move on by one seat. PATRON brings so many POINTS instead
 * of his own.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/catalogue.h"
#include "games/miner.h"

enum { MOST_GAMES = 100000 };

typedef struct Tally {
    int  games, won;        /* by the first of the players */
    int  turns[MOST_GAMES]; /* of whoever ended it */
    int  won_by[PLAYERS];   /* seats */
    long points[PLAYERS], looks, empty_items, empty_resources; /* at the beginning of a turn: some pile is out */
    long burglaries[BURGLARIES + 1], built, used[PATRON_N];
    long fulfilled[PATRON_N], by_winner[PATRON_N]; /* by face */
} Tally;

static const Mining *mining_in(const TapState *st) { return mining_at(table_of(state_at(st), 0)); }

static void note_piles(const TapSetup *setup, const Mining *g, Tally *t)
{
    bool items = false, resources = false;
    for (int r = 0; r < RESOURCES; r++) resources = resources || !g->pile[r];
    for (int i = 0; i < mine_in(setup)->items; i++) items = items || !g->pile[RESOURCES + i];
    t->looks++;
    t->empty_items += items;
    t->empty_resources += resources;
}

static void note_move(const Mining *g, Seat s, const TapMove *m, Tally *t, int by_seat[PLAYERS][PATRON_N])
{
    uint64_t chosen = tap_chosen(m);
    switch (m->verb) {
    case STEAL: t->burglaries[chosen >> RESOURCES ? 2 : 1]++; break;
    case CRACK: t->burglaries[3]++; break;
    case HAUL: t->burglaries[4]++; break;
    case BUILD: t->built++; break;
    case USE: t->used[m->a]++; break;
    case FULFIL:
        for (; chosen; chosen &= chosen - 1) by_seat[s][g->seat[s].hand[__builtin_ctzll(chosen)].card]++;
        break;
    default: break;
    }
}

static void play_game(const TapSetup *setup, uint64_t seed, TapBot *const *player, int kinds, int turn, Tally *ret)
{
    TapState st;
    int      fulfilled[PLAYERS][PATRON_N] = {{0}};
    start_seeded(setup, &st, seed, NULL);
    const Mining *g = mining_in(&st);
    for (TapSeatSet asked; (asked = tap_asked(setup, &st)) != 0;) {
        Seat    s = tap_first_of(asked);
        TapMove m = tap_bot_decide(player[(s + turn) % setup->seats % kinds], setup, &st, s);
        if (m.verb == ROLL) note_piles(setup, g, ret);
        note_move(g, s, &m, ret, fulfilled);
        assert_true(tap_answer(setup, &st, s, m, NULL));
    }
    ret->turns[ret->games++] = g->round + 1;
    ret->won += (g->winner + turn) % setup->seats % kinds == 0;
    ret->won_by[g->winner]++;
    for (Seat s = 0; s < (Seat)setup->seats; s++) {
        ret->points[s] += g->seat[s].points;
        for (int p = 0; p < mine_in(setup)->patrons; p++) {
            ret->fulfilled[p] += fulfilled[s][p];
            if (s == g->winner) ret->by_winner[p] += fulfilled[s][p];
        }
    }
}

static void play_series(const TapSetup *setup, int games, const char *players, uint64_t seed, Tally *ret)
{
    TapBot  *player[PLAYERS];
    TapError error = {""};
    char     words[200], *rest = words;
    int      kinds = 0;
    *ret = (Tally){.games = 0};
    snprintf(words, sizeof words, "%s", players);
    for (char *word; kinds < setup->seats && (word = strtok_r(rest, " ", &rest)); kinds++) {
        player[kinds] = tap_bot_new(word, 1, &error);
        CHECK(player[kinds], "%s", error.text);
    }
    assert_true(kinds > 0 && games <= MOST_GAMES);
    for (int i = 0; i < games; i++) play_game(setup, seed + (uint64_t)i, player, kinds, i, ret);
    for (int i = 0; i < kinds; i++) tap_bot_free(player[i]);
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int median_of(Tally *t)
{
    qsort(t->turns, (size_t)t->games, sizeof *t->turns, by_number);
    return t->turns[t->games / 2];
}

static double interval(double part, double of) { return 196 * sqrt(part / of * (1 - part / of) / of); }

static void print_tally(Tally *t)
{
    int median = median_of(t);
    printf("%d games; the first of the players won %.1f %% +- %.1f; turns of who ended it: median %d, one in ten below "
           "%d, one in ten above %d\n",
           t->games, 100.0 * t->won / t->games, interval(t->won, t->games), median, t->turns[t->games / 10],
           t->turns[t->games - 1 - t->games / 10]);
}

static void print_doings(const TapSetup *setup, const Tally *t)
{
    double n = t->games;
    long   all = 0;
    for (int s = 0; s < setup->seats; s++)
        printf("seat %d: %.1f points, won %.1f %% +- %.1f\n", s + 1, (double)t->points[s] / n,
               100.0 * t->won_by[s] / n, interval(t->won_by[s], n));
    for (int p = 0; p < mine_in(setup)->patrons; p++) all += t->fulfilled[p];
    printf("%-20s fulfilled a game, share, of them by the winner, powers used a game\n", "patron");
    for (int p = 0; p < mine_in(setup)->patrons; p++)
        printf("%-20s %.3f  %.1f %%  %.1f %% +- %.1f  %.3f\n", setup->content->deck[PATRON_CARDS]->face[p].name,
               (double)t->fulfilled[p] / n, 100.0 * (double)t->fulfilled[p] / (double)all,
               100.0 * (double)t->by_winner[p] / (double)t->fulfilled[p],
               interval((double)t->by_winner[p], (double)t->fulfilled[p]), (double)t->used[p] / n);
    printf("burglaries a game, by level: %.3f %.3f %.3f %.3f; vaults built: %.3f\n", (double)t->burglaries[1] / n,
           (double)t->burglaries[2] / n, (double)t->burglaries[3] / n, (double)t->burglaries[4] / n,
           (double)t->built / n);
    printf("turns that begin with a pile of items out: %.2f %%, of resources: %.2f %%\n",
           100.0 * (double)t->empty_items / (double)t->looks, 100.0 * (double)t->empty_resources / (double)t->looks);
}

/* What is left of the entries can be played, in search as in its simulations. */
static void test_what_is_left_is_legal(void **state)
{
    (void)state;
    TapRng r;
    tap_rng_fast(&r, 1);
    for (int game = 0; game < (SANITIZED ? 10 : 100); game++) {
        TapSetup setup = setup_for(&dwarven_miner, 2 + game % 3, "");
        TapState st;
        start_seeded(&setup, &st, (uint64_t)game, NULL);
        for (TapSeatSet asked; (asked = tap_asked(&setup, &st)) != 0;) {
            Seat       s = tap_first_of(asked);
            TapChoices c;
            tap_choices(&setup, &st, s, &c);
            if (c.n > 1) miner_narrow(&setup, table_of(state_at(&st), 0), s, &r, tap_rng_below(&r, 2), &c);
            assert_true(c.n > 0);
            assert_true(tap_answer(&setup, &st, s, tap_choices_pick(&c, &r), NULL));
        }
    }
}

static bool thorough(void) { return getenv("TAPROOM_LONG"); }

static void test_beats_chance(void **state)
{
    (void)state;
    static Tally t;
    TapSetup     setup = setup_for(&dwarven_miner, 2, "");
    play_series(&setup, thorough() ? 200 : SANITIZED ? 2 : 10, "search:1 random", 1, &t);
    print_tally(&t);
    assert_true(t.won * 10 >= t.games * 9);
}

/* Thirty points in six to ten turns is what the game is meant to take. */
static void test_games_are_short(void **state)
{
    (void)state;
    static Tally t;
    TapSetup     setup = setup_for(&dwarven_miner, 2, "");
    play_series(&setup, thorough() ? 200 : SANITIZED ? 1 : 10, "search:1", 1, &t);
    print_tally(&t);
    assert_in_range(median_of(&t), 5, SANITIZED ? 20 : 11);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_left_is_legal),
                                       cmocka_unit_test(test_beats_chance), cmocka_unit_test(test_games_are_short)};
    if (argc < 4) return cmocka_run_group_tests(tests, NULL, NULL);
    static Tally t;
    TapSetup     setup = setup_for(&dwarven_miner, atoi(argv[1]), "");
    TapContent   content = *setup.content;
    Mine         mine = *mine_in(&setup);
    int          face = argc > 6 ? tap_deck_find(content.deck[PATRON_CARDS], argv[5]) : -1;
    if (face >= 0) mine.patron[face].points = (uint8_t)atoi(argv[6]);
    content.own = &mine;
    setup.content = &content;
    play_series(&setup, atoi(argv[2]), argv[3], argc > 4 ? strtoull(argv[4], NULL, 10) : 1, &t);
    print_tally(&t);
    print_doings(&setup, &t);
}
