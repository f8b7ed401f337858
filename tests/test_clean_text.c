/* Words of people as others see them: nothing invisible, nothing that reaches out of its line. */
#include "support.h"

#include <string.h>

#include "server/ground/characters.h"
#include "server/ground/clean_text.h"

#define ACUTE "\xcc\x81"

static const struct {
    const char *said, *left;
} cases[] = {
    {"Anna", "Anna"},
    {"  Anna \t of\n\nBree ", "Anna of Bree"},
    {"Gr\xc3\xbc\xc3\x9f \xe2\x99\xa6 \xf0\x9f\x90\x89", "Gr\xc3\xbc\xc3\x9f \xe2\x99\xa6 \xf0\x9f\x90\x89"},
    {"", ""},
    {"   ", ""},
    {"\xe3\x85\xa4", ""},                                 /* U+3164, a filler */
    {"\xc2\xad\xc2\xad", ""},                             /* U+00AD, a hyphen that is not drawn */
    {"An\xc2\xadna", "Anna"},
    {"\xe2\xa0\x80\xe2\xa0\x80", ""},                     /* U+2800, braille without dots */
    {"\xe1\x85\x9f\xe1\x85\xa0\xef\xbe\xa0", ""},         /* U+115F U+1160 U+FFA0 */
    {"\xe2\x80\x8b\xe2\x80\x8d\xe2\x81\xa0\xef\xbb\xbf", ""}, /* widths of zero */
    {"\xcd\x8f\xe1\xa0\x8e\xef\xb8\x8f\xf3\xa0\x81\xa1", ""}, /* joiner, vowel separator, variation, tag */
    {"\xe2\x80\xae" "annA", "annA"},                      /* turned round */
    {"\xe2\x80\x83" "Anna\xe3\x80\x80" "B", "Anna B"},    /* other blanks */
    {ACUTE ACUTE, ""},                                    /* nothing to stand on */
    {"Anna " ACUTE "B", "Anna B"},
    {"a" ACUTE ACUTE ACUTE "b", "a" ACUTE ACUTE ACUTE "b"},
    {"a" ACUTE ACUTE ACUTE ACUTE ACUTE "b" ACUTE, "a" ACUTE ACUTE ACUTE "b" ACUTE},
    {"a" ACUTE ACUTE ACUTE "\xc2\xad" ACUTE "b", "a" ACUTE ACUTE ACUTE "b"}, /* hidden between them */
    {"\xe0\xb8\x81\xe0\xb8\xb4\xe0\xb9\x88", "\xe0\xb8\x81\xe0\xb8\xb4\xe0\xb9\x88"}, /* Thai: a vowel and a tone */
    {"\xe0\xb8\x81\xe0\xb9\x87\xe0\xb9\x87\xe0\xb9\x87\xe0\xb9\x87",
     "\xe0\xb8\x81\xe0\xb9\x87\xe0\xb9\x87\xe0\xb9\x87"},
    {"\xd7\xa9\xd6\xbc\xd7\x81\xd6\xb8", "\xd7\xa9\xd6\xbc\xd7\x81\xd6\xb8"},         /* Hebrew: three of them */
};

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char clean[NAME_BYTES];
        int  n = text_clean(cases[i].said, LIMIT_NAME, clean, sizeof clean);
        assert_string_equal(clean, cases[i].left);
        assert_int_equal(n > 0, clean[0] != 0);
    }
}

static void test_cut(void **state)
{
    (void)state;
    char clean[NAME_BYTES];
    assert_int_equal(text_clean("abc def", 4, clean, sizeof clean), 3);
    assert_string_equal(clean, "abc"); /* the blank at the cut goes too */
    assert_int_equal(text_clean("\xc3\xbc\xc3\xbc", 4, clean, 4), 1);
    assert_string_equal(clean, "\xc3\xbc"); /* never half a character */
}

/* The lists are in order, or the search in them finds nothing: what stands in the middle of each is found. */
static void test_lists(void **state)
{
    static const uint32_t marks[] = {0x300, 0x36F, 0x488, 0x5B0, 0x64B, 0xE31, 0x1AB0, 0x1DC0, 0x20DD, 0xFE20, 0x1E94A};
    static const uint32_t letters[] = {'a', 0xE9, 0x5D0, 0x627, 0xE01, 0x905, 0x3042, 0x4E00, 0xAC00, 0x1F600};
    (void)state;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) assert_true(is_mark(marks[i]));
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        assert_false(is_mark(letters[i]) || is_blank(letters[i]) || is_unseen(letters[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases), cmocka_unit_test(test_cut), cmocka_unit_test(test_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
