/* Somebody at the elbow: he has words for every game, each heading of a page is asked for, and he says a thing once. */
#include <string.h>
#include <unistd.h>

#include "cli/guide.h"
#include "cli/rules_page.h"
#include "cli/saves.h"
#include "support.h"

/* The pages as they lie in docs, for the program carries them under the same names. */
const char *page_text(const char *name)
{
    static struct {
        char name[80], text[1 << 14];
    } read[64];
    static int n;
    char       path[120];
    for (int i = 0; i < n; i++)
        if (!strcmp(read[i].name, name)) return read[i].text;
    snprintf(path, sizeof path, "docs/%s.md", name);
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    snprintf(read[n].name, sizeof read[n].name, "%s", name);
    read[n].text[fread(read[n].text, 1, sizeof read[n].text - 1, file)] = 0;
    fclose(file);
    return read[n++].text;
}

const char *page_text_inside(const char *);
#define page_text page_text_inside /* what belongs to the program is not looked at here */
#include "cli/pages.h"
const Page pages[] = {{NULL, NULL}};
#include "cli/rules_page.c"
#undef page_text
#include "cli/guide.c"
#include "cli/saves.c"
#include "cli/screen.c"

enum { FEW_WORDS = 420 }; /* more would push the cards off a phone */

static int words_in(const char *remark)
{
    const char *end = strstr(remark, "\n## ");
    return (int)(end ? end - remark : (long)strlen(remark));
}

static void check_words(const char *remark, const char *game, const char *about)
{
    CHECK(remark, "%s: nothing is said about '%s'", game, about);
    CHECK(words_in(remark) > 20 && words_in(remark) < FEW_WORDS, "%s: '%s' has %d letters", game, about,
          words_in(remark));
}

static void check_play(const TapGame *game, uint64_t seed)
{
    static TapState state;
    static TapView  view;
    Guide           guide = {.here = true};
    TapRng          rng;
    int             most = 400, min, max, best;
    tap_game_seats(game, &min, &max, &best);
    TapSetup setup = setup_for(game, min > 3 ? min : max < 3 ? max : 3, "");
    tap_rng_fast(&rng, seed);
    start_seeded(&setup, &state, seed, NULL);
    while (!tap_over(&state) && most--) {
        TapSeat seat;
        if (tap_has(tap_asked(&setup, &state), 0)) {
            tap_view(&setup, &state, 0, &view);
            int before = guide.questions;
            if (guide_hear(&guide, &view)) check_words(guide_start(&view), tap_game_id(game), "Start");
            const char *remark = guide_question(&guide, &view);
            if (guide.questions != before) check_words(remark, tap_game_id(game), view.prompt);
            else if (remark) check_words(remark, tap_game_id(game), view.prompt);
        }
        TapMove move = random_answer(&setup, &state, &rng, &seat);
        tap_answer(&setup, &state, seat, move, NULL);
    }
    tap_view(&setup, &state, 0, &view);
    if (tap_over(&state)) check_words(guide_end(&view), tap_game_id(game), "End");
}

static void test_every_game(void **unused)
{
    (void)unused;
    for (const TapGame *const *g = tap_games(); *g; g++)
        for (uint64_t seed = 1; seed <= 6; seed++) check_play(*g, seed);
}

/* Windows, splits, counts and places too, in games that have no page. */
static void test_kinds(void **unused)
{
    (void)unused;
    const TapGame *const games[] = {&parlour, &ambush, &allotment, &haggling, &market_day, &pass_left};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (uint64_t seed = 1; seed <= 4; seed++) check_play(games[i], seed);
    static const char *const kinds[] = {"one of several", "an amount", "some of them", "places", "shares", "counts"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        TapView v = {.levels = 1, .game = {"Nobody's game"}, .prompt = "What?", .choices = 2};
        Guide   guide = {.here = true};
        v.choice[1].choice.kind = (uint8_t)i;
        guide_hear(&guide, &v);
        assert_ptr_equal(guide_question(&guide, &v), section(page_of("any"), kinds[i]));
        v.has_window = true;
        assert_ptr_equal(guide_question(&guide, &v), section(page_of("any"), "a window"));
    }
}

/* A heading that no question has would never be said. */
static void check_heading(const TapGame *game, const char *heading)
{
    static const char *const fixed[] = {"Start", "End", "End won", "End lost", "End folded"};
    char                     words[GUIDE_HEADING_BYTES];
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!strcmp(heading, fixed[i])) return;
    snprintf(words, sizeof words, "%s", heading);
    char *number = strrchr(words, ' ');
    if (number && strspn(number + 1, "0123456789") == strlen(number + 1)) {
        assert_int_not_equal(atoi(number + 1), 1);
        *number = 0;
    }
    for (int i = 0; i < game->question_n; i++)
        if (game->questions[i].prompt && !strcmp(game->questions[i].prompt, words)) return;
    CHECK(false, "%s is never asked '%s'", tap_game_id(game), heading);
}

static void test_pages(void **unused)
{
    (void)unused;
    int own = 0;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        const char *at = page_of(tap_game_id(*g));
        if (!at) continue;
        own++;
        while ((at = strstr(at, "\n## "))) {
            char heading[GUIDE_HEADING_BYTES];
            at += strlen("\n## ");
            snprintf(heading, sizeof heading, "%.*s", (int)strcspn(at, "\n"), at);
            check_heading(*g, heading);
            check_words(section(page_of(tap_game_id(*g)), heading), tap_game_id(*g), heading);
        }
    }
    assert_true(own >= 5);
}

/* Once, unless the page has something for the next time; anew in another game, whose start is told once. */
static void test_says_it_once(void **unused)
{
    (void)unused;
    TapView v = {.levels = 1, .game = {"King's Council"}, .prompt = "Your bet?", .choices = 1};
    Guide   g = {.here = true};
    assert_true(guide_hear(&g, &v));
    assert_non_null(strstr(guide_question(&g, &v), "six or seven"));
    assert_false(guide_hear(&g, &v));
    assert_int_equal(strncmp(guide_question(&g, &v), "\nOne exchange", 13), 0);
    guide_hear(&g, &v);
    guide_hear(&g, &v);
    assert_null(guide_question(&g, &v));
    v.game[0] = "Threes";
    assert_true(guide_hear(&g, &v));
    assert_non_null(strstr(guide_question(&g, &v), "dice lie open"));
    v.game[0] = "King's Council";
    assert_false(guide_hear(&g, &v));
    assert_non_null(strstr(guide_question(&g, &v), "six or seven"));
}

static void test_end(void **unused)
{
    (void)unused;
    TapView v = {.levels = 1, .game = {"Nobody's game"}, .viewer = 1, .results = 1, .result = {{.seat = 1}}};
    assert_ptr_equal(guide_end(&v), section(page_of("any"), "End folded"));
    v.result[0].place = 2;
    assert_ptr_equal(guide_end(&v), section(page_of("any"), "End lost"));
    v.result[0].place = 1;
    assert_ptr_equal(guide_end(&v), section(page_of("any"), "End won"));
    v.viewer = TAP_NOBODY;
    assert_ptr_equal(guide_end(&v), section(page_of("any"), "End"));
}

/* Called and sent away: the next game of this person begins so. */
static void test_remembered(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/taproom-guide-XXXXXX", path[SAVE_PATH_BYTES];
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    TapView v = {.levels = 1, .game = {"Threes"}, .prompt = "Your bet?", .choices = 1};
    Guide   g = {0};
    Screen  plain = {.plain = true, .width = 80, .height = 24};
    assert_false(guide_remembered());
    guide_hear(&g, &v);
    assert_non_null(guide_call(&g, &plain, &v));
    assert_true(g.here && guide_remembered());
    assert_null(guide_call(&g, &plain, &v));
    assert_false(g.here || guide_remembered());
    assert_true(remembered_path(path, sizeof path));
    unlink(path);
    *strrchr(path, '/') = 0;
    rmdir(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game), cmocka_unit_test(test_kinds), cmocka_unit_test(test_pages),
        cmocka_unit_test(test_says_it_once), cmocka_unit_test(test_end), cmocka_unit_test(test_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
