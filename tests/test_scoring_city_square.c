/* City Square: the score against one read off the grid district by district, with all ways to choose the Market group
 * tried (CITY-10, CITY-11, CITY-13, CITY-14, CITY-15, CITY-V1, CITY-V2, CITY-A3, CITY-A4, CITY-A5, CITY-A8); and what
 * does not change when a city is turned, mirrored or moved (CITY-A2). Nothing is shared with the game but the rules. */
#include "support.h"

#include <string.h>

#include "decks/tavern.h"

enum { SIDE = 3, CITIES = 40000 };

/* Letters as people write them; '.' is empty, 'D' a dragon. */
typedef struct Grid {
    char at[SIDE + 2][SIDE + 2]; /* with a rim of empty districts */
} Grid;

static bool happy_thieves;
static const int step[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};

static int neighbours(const Grid *g, int y, int x, char what)
{
    int n = 0;
    for (int k = 0; k < 4; k++) n += g->at[y + step[k][0]][x + step[k][1]] == what;
    return n;
}

static bool patrolled(const Grid *g, int y, int x)
{
    return neighbours(g, y, x, 'W') || (happy_thieves && neighbours(g, y, x, 'B'));
}

/* Walks a group of Markets; marks it and counts it. */
static int walk(const Grid *g, int y, int x, bool seen[SIDE + 2][SIDE + 2])
{
    if (g->at[y][x] != 'M' || seen[y][x]) return 0;
    seen[y][x] = true;
    int n = 1;
    for (int k = 0; k < 4; k++) n += walk(g, y + step[k][0], x + step[k][1], seen);
    return n;
}

static int slow_score(const Grid *city)
{
    Grid g = *city;
    int  sum = 0, largest = 0, best = 0;
    for (int y = 1; y <= SIDE; y++)
        for (int x = 1; x <= SIDE; x++) {
            if (city->at[y][x] != 'R') continue;
            if (patrolled(city, y, x)) {
                sum++;
                continue;
            }
            for (int k = 0; k < 4; k++) {
                char *beside = &g.at[y + step[k][0]][x + step[k][1]];
                if (*beside == 'M' || *beside == 'L') *beside = '.';
            }
        }
    for (int y = 1; y <= SIDE; y++)
        for (int x = 1; x <= SIDE; x++) {
            if (g.at[y][x] == 'B' || g.at[y][x] == 'D') sum += neighbours(&g, y, x, 'W');
            if (g.at[y][x] == 'L') {
                for (const char *type = "WBML"; *type; type++) sum += neighbours(&g, y, x, *type) > 0;
                sum += neighbours(&g, y, x, 'D');
            }
            bool seen[SIDE + 2][SIDE + 2] = {{0}};
            int  size = walk(&g, y, x, seen), worth = size;
            for (int v = 1; v <= SIDE; v++)
                for (int u = 1; u <= SIDE; u++) {
                    bool touches = false;
                    for (int k = 0; k < 4; k++) touches = touches || seen[v + step[k][0]][u + step[k][1]];
                    worth += g.at[v][u] == 'D' && touches;
                }
            if (size && (size > largest || (size == largest && worth > best))) largest = size, best = worth;
        }
    return sum + best;
}

static void write_rows(const Grid *g, char *ret)
{
    for (int y = 1; y <= SIDE; y++)
        for (int x = 1; x <= SIDE; x++)
            ret += sprintf(ret, "%c%s", g->at[y][x], x < SIDE ? " " : y < SIDE ? " / " : "");
}

static int fast_score(const TapSetup *setup, const Grid *g, TapParts *parts)
{
    char        rows[64];
    const char *hand = rows;
    TapScore    score;
    TapError    error = {""};
    write_rows(g, rows);
    CHECK(tap_score_hands(setup, &hand, 1, NULL, 0, &score, parts, &error), "'%s': %s", rows, error.text);
    return score.points;
}

static Grid random_city(TapRng *r, bool dragons)
{
    Grid g;
    int  left = dragons ? 3 : 0;
    char kinds[] = "WLBMRD.MMD";
    memset(&g, '.', sizeof g);
    for (int y = 1; y <= SIDE; y++)
        for (int x = 1; x <= SIDE; x++) {
            char c = kinds[tap_rng_below(r, sizeof kinds - 1)];
            if (c == 'D' && !left) c = 'M';
            left -= c == 'D';
            g.at[y][x] = c;
        }
    return g;
}

static Grid turned(const Grid *g, bool mirror)
{
    Grid t = *g;
    for (int y = 1; y <= SIDE; y++)
        for (int x = 1; x <= SIDE; x++) t.at[x][mirror ? y : SIDE + 1 - y] = g->at[y][x];
    return t;
}

static void test_against_a_slow_score(void **state)
{
    (void)state;
    const TapGame *game = tap_game_find("city-square");
    TapRng r;
    tap_rng_fast(&r, 14);
    for (int variant = 0; variant < 4; variant++) {
        TapSetup setup = setup_for(game, 2,
                                   variant == 3   ? "dragon-cards happy-thieves"
                                   : variant == 2 ? "happy-thieves"
                                   : variant      ? "dragon-cards"
                                                  : "");
        int most = 0;
        happy_thieves = variant & 2;
        for (int i = 0; i < CITIES / 4; i++) {
            Grid     g = random_city(&r, variant & 1), quarter = turned(&g, false), mirrored = turned(&g, true);
            TapParts parts = {.n = 0};
            char     rows[64];
            int      built = 0, sum = 0, slow = slow_score(&g);
            for (int y = 1; y <= SIDE; y++)
                for (int x = 1; x <= SIDE; x++) built += g.at[y][x] != '.';
            if (!built) continue;
            write_rows(&g, rows);
            int fast = fast_score(&setup, &g, &parts);
            CHECK(fast == slow, "variant %d, %s: %d, and slowly %d", variant, rows, fast, slow);
            for (int k = 0; k < parts.n; k++) sum += parts.part[k].points;
            CHECK(sum == fast, "%s: the parts make %d of %d", rows, sum, fast);
            CHECK(fast_score(&setup, &quarter, NULL) == fast && fast_score(&setup, &mirrored, NULL) == fast,
                  "%s: turned it is worth something else", rows);
            if (fast > most) most = fast;
        }
        assert_true(most >= 9);
    }
}

/* CITY-A2: a city that does not fill its box is worth the same wherever it lies in it. */
static void test_moved_city_is_worth_the_same(void **state)
{
    (void)state;
    const TapGame *game = tap_game_find("city-square");
    TapSetup setup = setup_for(game, 2, "dragon-cards");
    TapRng r;
    tap_rng_fast(&r, 15);
    for (int i = 0; i < 2000; i++) {
        Grid g = random_city(&r, true), moved;
        for (int k = 1; k <= SIDE; k++) g.at[k][SIDE] = g.at[SIDE][k] = '.';
        if (g.at[1][1] == '.') continue;
        memset(&moved, '.', sizeof moved);
        for (int y = 1; y < SIDE; y++)
            for (int x = 1; x < SIDE; x++) moved.at[y + 1][x + 1] = g.at[y][x];
        assert_int_equal(fast_score(&setup, &g, NULL), fast_score(&setup, &moved, NULL));
    }
}

static void expect_refused(const TapSetup *setup, const char *rows, const char *reason)
{
    TapScore score;
    TapError error = {""};
    CHECK(!tap_score_hands(setup, &rows, 1, NULL, 0, &score, NULL, &error), "'%s' is taken", rows);
    CHECK(strstr(error.text, reason), "'%s': %s", rows, error.text);
}

/* Rows as people write them; what is wrong is named. Cards tell the colours, letters do not. */
static void test_typed_rows(void **state)
{
    (void)state;
    const TapGame *game = tap_game_find("city-square");
    TapSetup plain = setup_for(game, 2, ""), dragons = setup_for(game, 2, "dragon-cards");
    expect_refused(&plain, "M D M / L W R / M B .", "dragon-cards");
    expect_refused(&dragons, "D D D / D", "only three dragons");
    expect_refused(&dragons, "M M M M", "one too many");
    expect_refused(&dragons, "M / M / M / M", "three rows");
    expect_refused(&dragons, "M X M", "'X' is no district");
    expect_refused(&dragons, "M 2*M-owl", "no district");
    expect_refused(&dragons, "M a-very-long-word-for-a-card", "too long");
    expect_refused(&dragons, ". / .", "nothing in this city");
    const char *hand[] = {"M-owl . M-horse/l-wolf", "M . M / L", "m . M-owl / L"};
    TapScore score[3];
    assert_true(tap_score_hands(&plain, hand, 3, NULL, 0, score, NULL, NULL));
    assert_int_equal(score[0].ties, 1);
    assert_int_equal(score[0].tie[0], 2); /* CITY-16: two green */
    assert_int_equal(score[1].ties, -1);
    assert_int_equal(score[2].ties, -1);
    for (int i = 0; i < 3; i++) assert_int_equal(score[i].points, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_a_slow_score),
        cmocka_unit_test(test_moved_city_is_worth_the_same),
        cmocka_unit_test(test_typed_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
