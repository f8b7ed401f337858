/* The one JSON writer: what it writes, in a room that grows and in one that was given. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "text/out.h"

static void write_all(Out *o)
{
    out_open(o, NULL, '{');
    out_string(o, "plain", "wolf");
    out_string(o, "nothing", NULL);
    out_string(o, "marks", "say \"\\\" and\ntab\t.");
    out_string(o, "far", "Gr\xc3\xbc\xc3\x9f \xe2\x99\xa6 \xf0\x9f\x90\x89");
    out_string(o, "broken", "cut \xe2\x99, long \xc0\xaf, half \xed\xa0\x80");
    out_number(o, "least", INT64_MIN);
    out_number(o, "most", INT64_MAX);
    out_number(o, "none", 0);
    out_real(o, "real", 0.25);
    out_real(o, "endless", 1e308 * 10);
    out_bool(o, "yes", true);
    out_seat(o, "who", 3);
    out_seat(o, "nobody", TAP_NOBODY);
    out_seats(o, "seats", tap_only(0) | tap_only(9) | tap_only(TAP_CLOCK));
    out_hex(o, "hex", (const uint8_t[]){0, 0xaf, 0x19}, 3);
    out_json(o, "json", "[1]", 3);
    out_open(o, "list", '[');
    out_number(o, NULL, -1);
    out_null(o, NULL);
    out_close(o, ']');
    out_close(o, '}');
}

static const char wanted[] =
    "{\"plain\":\"wolf\",\"marks\":\"say \\\"\\\\\\\" and\\u000atab\\u0009.\",\"far\":\"Gr\xc3\xbc\xc3\x9f "
    "\xe2\x99\xa6 \xf0\x9f\x90\x89\","
    "\"broken\":\"cut \\ufffd\\ufffd, long \\ufffd\\ufffd, half \\ufffd\\ufffd\\ufffd\",\"least\":-9223372036854775808,"
    "\"most\":9223372036854775807,\"none\":0,\"real\":0.25,\"endless\":0,\"yes\":true,\"who\":3,\"nobody\":null,"
    "\"seats\":[0,9],"
    "\"hex\":\"00af19\",\"json\":[1],\"list\":[-1,null]}";

static void test_grows(void **state)
{
    (void)state;
    Out o = {0};
    write_all(&o);
    assert_string_equal(o.text, wanted);
    assert_int_equal(o.n, strlen(wanted));
    out_clear(&o);
    write_all(&o);
    assert_string_equal(o.text, wanted);
    out_free(&o);
}

/* Never a byte past a room of any size; what fits is whole, and what does not says so. */
static void test_given(void **state)
{
    (void)state;
    enum { SPARE = 8 };
    for (size_t size = 0; size < sizeof wanted + 2 * SPARE; size++) {
        char *room = malloc(size + SPARE);
        assert_non_null(room);
        memset(room, '#', size + SPARE);
        Out o = out_in(room, size);
        write_all(&o);
        for (int i = 0; i < SPARE; i++) assert_int_equal(room[size + (size_t)i], '#');
        if (out_fits(&o)) assert_string_equal(room, wanted);
        else assert_true(size < sizeof wanted + SPARE);
        if (size < sizeof wanted) assert_false(out_fits(&o));
        free(room);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_grows), cmocka_unit_test(test_given)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
