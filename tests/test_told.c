/* What a house tells of a game is painted, asked and answered as if it were played here: in every game, at every
 * question that a random game comes to, the View goes through JSON and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/asked.c"
#include "cli/paint.c"
#include "cli/portions.c"
#include "cli/screen.c"
#include "cli/told.c"
#include "games.h"

enum { PAINTED = 1 << 16, JSON_BYTES = 1 << 18, MOST_ANSWERS = 400 };

static TapSetup setup;
static TapState state;
static TapView  view;
static ToldView     told;
static char     here[PAINTED], there[PAINTED], json[JSON_BYTES];

static const Screen screens[] = {{.width = 80, .height = 24},
                                 {.plain = true, .width = 80, .height = 24},
                                 {.unicode = true, .animals = true, .width = 80, .height = 24}};
static const Company company = {.viewer = 0, .name = {"Ada", "Mira", "Tobin", "Pell"}};

static void paint(const Screen *s, const Asked *asked, char ret[PAINTED])
{
    fflush(stdout);
    int   before = dup(STDOUT_FILENO);
    FILE *file = tmpfile();
    assert_non_null(file);
    dup2(fileno(file), STDOUT_FILENO);
    paint_table(s, &company, asked->view, 8);
    paint_showdown(s, &company, asked->view, 12);
    if (asked->view->choices) paint_question(s, &company, asked, &(Offer){.hints = true});
    else if (asked->view->over) paint_result(s, &company, asked->view);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    ret[fread(ret, 1, PAINTED - 1, file)] = 0;
    fclose(file);
}

/* Every answer is said in the same words, and both sides read them. */
static void compare_words(const Asked *local, const Asked *wire)
{
    for (int i = 0; i < view.choices; i++) {
        const TapChoice *o = &view.choice[i].choice, *same = &told.view.choice[i].choice;
        uint64_t         all = tap_choice_count(o);
        const char      *outside = view.choice[i].outside, *heard_of = told.view.choice[i].outside;
        assert_int_equal(all, tap_choice_count(same));
        assert_string_equal(outside ? outside : "", heard_of ? heard_of : "");
        for (int k = 0; k < 3; k++) {
            uint64_t nth = k == 0 ? 0 : k == 1 ? all - 1 : all / 2;
            char     words[1200], heard[1200];
            TapMove  m;
            TapError error;
            assert_true(asked_write(local, tap_choice_nth(o, nth), words, sizeof words));
            assert_true(asked_write(wire, tap_choice_nth(same, nth), heard, sizeof heard));
            assert_string_equal(words, heard);
            if (is_portioned(o)) {
                if (!portions_read(wire, same, &company, heard + portions_begin(wire, same, heard), &m, &error))
                    fail_msg("'%s': %s", heard, error.text);
            } else if (!asked_read(wire, words, &m, &error)) fail_msg("'%s': %s", words, error.text);
            assert_true(asked_write(wire, m, heard, sizeof heard));
            assert_string_equal(words, heard);
        }
    }
    TapMove idle;
    char    words[1200], heard[1200];
    bool    can_idle = view.choices && tap_idle_move(&setup, &state, 0, &idle);
    assert_int_equal(can_idle, told.can_idle);
    if (!can_idle) return;
    assert_true(asked_write(local, idle, words, sizeof words) && asked_write(wire, told.idle, heard, sizeof heard));
    assert_string_equal(words, heard);
}

static void compare(void)
{
    tap_view(&setup, &state, 0, &view);
    assert_true(tap_view_json(&setup, &state, &view, json, sizeof json) > 0);
    json_t *o = json_loads(json, 0, NULL);
    assert_non_null(o);
    if (!told_view(o, &told)) fail_msg("no View: %s", json);
    json_decref(o);
    Asked local = {&view, &setup, &state, NULL}, wire = {.view = &told.view, .told = &told.words};
    for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) {
        paint(&screens[i], &local, here);
        paint(&screens[i], &wire, there);
        for (size_t k = 0; here[k] || there[k]; k++)
            if (here[k] != there[k]) {
                while (k && here[k - 1] != '\n') k--;
                fail_msg("here:\n%.300s\nthere:\n%.300s", here + k, there + k);
            }
    }
    compare_words(&local, &wire);
}

static void play(const TapGame *game, const char *words)
{
    uint8_t seed[64];
    TapRng  luck;
    int     min, max, best;
    tap_game_seats(game, &min, &max, &best);
    assert_true(tap_setup_init(&setup, game, max < 3 ? max : min > 3 ? min : 3, NULL, 0, NULL));
    tap_seed_from_text(words, seed);
    tap_rng_key(&luck, seed);
    tap_start(&setup, &state, seed, NULL);
    for (int n = 0; !tap_over(&state) && n < MOST_ANSWERS; n++) {
        TapChoices c;
        TapSeat    seat = tap_first_of(tap_asked(&setup, &state));
        if (seat == 0) compare();
        tap_choices(&setup, &state, seat, &c);
        assert_true(tap_answer(&setup, &state, seat, tap_choices_pick(&c, &luck), NULL));
    }
    compare();
}

static void every_game_of_the_house(void **unused)
{
    (void)unused;
    for (const TapGame *const *game = tap_games(); *game; game++) {
        play(*game, "one");
        play(*game, "two");
    }
    told_free(&told);
}

static void splits_counts_windows_and_tracks(void **unused)
{
    (void)unused;
    const TapGame *const games[] = {&bargain, &parlour, &market_day, &stalls, &ambush};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) play(games[i], "three");
    told_free(&told);
}

/* The tale: who is meant is found again, whatever his name looks like, and nothing else is taken for him. */
static void the_tale_speaks_to_you(void **unused)
{
    (void)unused;
    static TapLog     log;
    Shelter           shelter = {0};
    const TapContent *content = tap_game_content(tap_game_find("kings-council"));
    const Company     names = {.viewer = 0, .name = {"Ada", "Adam {n}"}};
    json_t *list = json_loads("[{\"text\": \"Ada raises to 6.\", \"who\": 0, \"n\": 6},"
                              "{\"text\": \"Adam (n) shows the Lady of owl.\", \"who\": 1, \"card\": \"L-owl\"},"
                              "{\"text\": \"Ada's card is {card}.\", \"who\": 0},"
                              "{\"text\": \"Adam {n} must lend Ada 50.\", \"who\": 1, \"other\": 0}]", 0, NULL);
    assert_int_equal(told_events(list, 0, &names, content, &shelter, &log), 4);
    assert_string_equal(log.event[0].text, "{who} raises to 6.");
    assert_string_equal(log.event[1].text, "Adam (n) shows the {card}.");
    assert_string_equal(log.event[2].text, "{who}'s card is (card).");
    assert_string_equal(log.event[3].text, "Adam (n) must lend {other} 50.");
    assert_int_equal(told_events(list, 2, &names, content, &shelter, &log), 2);
    json_decref(list);
    assert_int_equal(told_events(NULL, 0, &names, content, &shelter, &log), -1);
    shelter_empty(&shelter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_of_the_house),
        cmocka_unit_test(splits_counts_windows_and_tracks),
        cmocka_unit_test(the_tale_speaks_to_you),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
