/* Every file of the fuzzers' corpus once, in every build. */
#include "support.h"

#include <dirent.h>

#include "../fuzz/answers.h"
#include "../fuzz/bot_lines.h"
#include "../fuzz/data_file.h"
#include "../fuzz/deck_file.h"
#include "../fuzz/line_frames.h"
#include "../fuzz/message_bytes.h"
#include "../fuzz/record_text.h"

static int run_folder(const char *folder, int (*target)(const uint8_t *, size_t))
{
    static uint8_t data[1 << 16];
    int  n = 0;
    DIR *dir = opendir(folder);
    CHECK(dir, "%s is missing", folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *in = fopen(path, "rb");
        CHECK(in, "%s cannot be read", path);
        size_t size = fread(data, 1, sizeof data, in);
        fclose(in);
        CHECK(target(data, size) == 0, "%s", path);
        n++;
    }
    closedir(dir);
    return n;
}

static void test_answers(void **state)
{
    (void)state;
    assert_true(run_folder("tests/fuzz/corpus/answers", fuzz_answers) >= 10);
}

static void test_records(void **state)
{
    (void)state;
    assert_true(run_folder("tests/fuzz/corpus/record_text", fuzz_record_text) >= 3);
}

static void test_messages(void **state)
{
    (void)state;
    assert_true(run_folder("tests/fuzz/corpus/message_bytes", fuzz_message_bytes) >= 36);
}

static void test_line_frames(void **state)
{
    (void)state;
    assert_true(run_folder("tests/fuzz/corpus/line_frames", fuzz_line_frames) >= 20);
}

static void test_bot_lines(void **state)
{
    (void)state;
    assert_true(run_folder("tests/fuzz/corpus/bot_lines", fuzz_bot_lines) >= 26);
}

static void test_tables(void **state)
{
    (void)state;
    assert_true(run_folder("tests/fuzz/corpus/data_file", fuzz_data_file) >= 10);
}

static void test_decks(void **state)
{
    (void)state;
    assert_true(run_folder("tests/fuzz/corpus/deck_file", fuzz_deck_file) >= 10);
    assert_true(run_folder("data/inn", fuzz_deck_file) >= 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_answers), cmocka_unit_test(test_records),
                                       cmocka_unit_test(test_messages), cmocka_unit_test(test_bot_lines),
                                       cmocka_unit_test(test_line_frames),
                                       cmocka_unit_test(test_tables), cmocka_unit_test(test_decks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
