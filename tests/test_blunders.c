/*
 * Mistakes that no bot may make: each record under tests/blunders ends with a question, and its first line says what
 * the seat must never or always answer to it: "# asks: SEAT never WORDS" or "# asks: SEAT always WORDS", by the first
 * words of the answer. Every level is asked with twenty seeds, and has seen the bets of the record.
 */
#include "support.h"

#include <dirent.h>
#include <string.h>

#include <taproom/record.h>

enum { MOST_FILES = 32, SEEDS = SANITIZED ? 4 : 20 };
static struct CMUnitTest tests[MOST_FILES];
static int               files;

static void read_text(const char *path, char *ret, size_t size)
{
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("%s cannot be read", path);
    size_t n = fread(ret, 1, size - 1, f);
    fclose(f);
    ret[n] = 0;
}

static void test_no_blunder(void **path)
{
    char     text[4000], how[16], words[80];
    int      seat, line;
    TapError error = {""};
    read_text(*path, text, sizeof text);
    if (sscanf(text, "# asks: %d %15s %79[^\n]", &seat, how, words) != 3) fail_msg("no 'asks:' in the first line");
    bool always = !strcmp(how, "always");
    assert_true(always || !strcmp(how, "never"));
    TapRecord *r = tap_record_read(text, &line, &error);
    if (!r) fail_msg("line %d: %s", line, error.text);
    const TapSetup *setup = tap_record_setup(r);
    const TapState *state = tap_record_state(r);
    TapSeen         seen;
    tap_seen_of(&seen, r);
    seat--;
    assert_true(tap_asked(setup, state) >> seat & 1);
    /* What is forbidden can be done, and something else, too. */
    TapChoices c;
    TapMove    one;
    tap_choices(setup, state, (TapSeat)seat, &c);
    assert_true(c.n > 1);
    if (!always && !tap_move_read(setup, state, (TapSeat)seat, words, &one, &error)) fail_msg("%s", error.text);
    static const char *const levels[] = {"search:1", "search:2", "search:3"};
    for (size_t level = 0; level < sizeof levels / sizeof *levels; level++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            char    said[160];
            TapBot *bot = tap_bot_new(levels[level], seed, &error);
            assert_non_null(bot);
            tap_bot_catch_up(bot, &seen);
            TapMove m = tap_bot_decide(bot, setup, state, (TapSeat)seat);
            tap_bot_free(bot);
            assert_true(tap_move_write(setup, state, (TapSeat)seat, m, said, sizeof said));
            bool is_it = !strncmp(said, words, strlen(words));
            CHECK(is_it == always, "%s, seed %d: %s, where %s %s", levels[level], (int)seed, said, how, words);
        }
    tap_record_free(r);
}

int main(void)
{
    DIR *dir = opendir("tests/blunders");
    if (!dir) return fputs("There is no tests/blunders; run this from the top folder.\n", stderr), 1;
    for (struct dirent *e; (e = readdir(dir));) {
        char path[512];
        if (!strstr(e->d_name, ".rec") || files == MOST_FILES) continue;
        snprintf(path, sizeof path, "tests/blunders/%s", e->d_name);
        char *name = strdup(path);
        tests[files++] = (struct CMUnitTest){.name = name, .test_func = test_no_blunder, .initial_state = name};
    }
    closedir(dir);
    int failed = _cmocka_run_group_tests("blunders", tests, (size_t)files, NULL, NULL);
    for (int i = 0; i < files; i++) free(tests[i].initial_state);
    return files ? failed : 1;
}
