/* The caller's end of a WebSocket between two nodes. */
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "server/transport/web_caller.h"

#define KEY "dGhlIHNhbXBsZSBub25jZQ=="              /* of RFC 6455, 1.3 */
#define ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="       /* and what belongs to it */
#define ACCEPTS(accept, protocol) \
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nSEC-WebSocket-Accept:  " accept " \r\n" \
    "Sec-WebSocket-Protocol: " protocol "\r\n\r\n"

static void test_call(void **state)
{
    char key[WEB_KEY_BYTES], other[WEB_KEY_BYTES], call[512];
    (void)state;
    web_key(key);
    web_key(other);
    assert_int_equal(strlen(key), WEB_KEY_BYTES - 1);
    assert_string_not_equal(key, other);
    size_t n = web_call("10.0.0.1:7777", "/node", "taproom.node.1", KEY, call, sizeof call);
    assert_int_equal(n, strlen(call));
    assert_ptr_equal(strstr(call, "GET /node HTTP/1.1\r\nHost: 10.0.0.1:7777\r\n"), call);
    assert_non_null(strstr(call, "\r\nSec-WebSocket-Key: " KEY "\r\n"));
    assert_string_equal(call + n - 4, "\r\n\r\n");
    assert_int_equal(web_call("10.0.0.1:7777", "/node", "taproom.node.1", KEY, call, n), 0);
    assert_int_equal(web_call("10.0.0.1:7777", "/node", "taproom.node.1", KEY, call, n + 1), n);
}

static void test_accepted(void **state)
{
    static const struct { const char *text; WebFound found; } cases[] = {
        {ACCEPTS(ACCEPT, "p"), WEB_FOUND},
        {ACCEPTS("s3pPLMBiTxaQ9kYGzzhZRbK+xOO=", "p"), WEB_WRONG},
        {ACCEPTS(ACCEPT, "q"), WEB_WRONG},
        {"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: " ACCEPT "\r\n\r\n", WEB_WRONG},
        {"HTTP/1.1 503 Closing\r\nSec-WebSocket-Accept: " ACCEPT "\r\nSec-WebSocket-Protocol: p\r\n\r\n", WEB_WRONG},
        {"\r\n\r\n", WEB_WRONG},
        {"HTTP/1.1 101 Switching Protocols\r\n", WEB_MORE},
        {"", WEB_MORE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        size_t      n = strlen(text);
        assert_int_equal(web_accepted(&text, &n, "p", KEY), cases[i].found);
        assert_int_equal(n, cases[i].found == WEB_FOUND ? 0 : strlen(cases[i].text));
    }
    /* Whole only: each beginning of it is not yet, and what follows stays. */
    static const char all[] = ACCEPTS(ACCEPT, "p") "rest";
    for (size_t part = 0; part < sizeof all - 1; part++) {
        const char *text = all;
        size_t      n = part, length = strlen(ACCEPTS(ACCEPT, "p"));
        assert_int_equal(web_accepted(&text, &n, "p", KEY), part < length ? WEB_MORE : WEB_FOUND);
        if (part >= length) assert_ptr_equal(text, all + length);
    }
    char long_one[WEB_ACCEPTED_BYTES];
    memset(long_one, 'a', sizeof long_one);
    const char *text = long_one;
    size_t      n = sizeof long_one;
    assert_int_equal(web_accepted(&text, &n, "p", KEY), WEB_WRONG);
}

/* A message as the other end would send it: the same head without a mask. */
static size_t as_answered(char *to, WebKind kind, size_t n)
{
    unsigned char head[WEB_HEAD_BYTES];
    size_t        n_head = web_head(head + sizeof head, kind, n);
    memcpy(to, head + sizeof head - n_head, n_head - 4);
    to[1] = (char)(to[1] & 0x7f);
    return n_head - 4;
}

static void test_heads(void **state)
{
    static const struct { size_t n; const char *head; size_t n_head; } cases[] = {
        {0, "\x82\x80\0\0\0\0", 6},
        {125, "\x82\xfd\0\0\0\0", 6},
        {126, "\x82\xfe\0\x7e\0\0\0\0", 8},
        {65535, "\x82\xfe\xff\xff\0\0\0\0", 8},
        {65536, "\x82\xff\0\0\0\0\0\1\0\0\0\0\0\0", 14},
    };
    unsigned char bytes[WEB_HEAD_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(web_head(bytes + sizeof bytes, WEB_BINARY, cases[i].n), cases[i].n_head);
        assert_memory_equal(bytes + sizeof bytes - cases[i].n_head, cases[i].head, cases[i].n_head);
    }
    assert_int_equal(web_head(bytes + sizeof bytes, WEB_PONG, 3), 6);
    assert_int_equal(bytes[sizeof bytes - 6], 0x8a);
}

static void test_messages(void **state)
{
    static const size_t lengths[] = {0, 1, 125, 126, 65535, 65536};
    char               *stream = malloc(6 * (WEB_HEAD_BYTES + 65536));
    size_t              all = 0;
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        all += as_answered(stream + all, WEB_BINARY, lengths[i]);
        memset(stream + all, 'a' + (int)i, lengths[i]);
        all += lengths[i];
    }
    const char *text = stream, *one;
    size_t      n = all, length;
    WebKind     kind;
    for (size_t i = 0; i < 6; i++) {
        const char *before = text;
        size_t      left = n, head = lengths[i] <= 125 ? 2 : lengths[i] <= 65535 ? 4 : 10;
        for (size_t part = 0; part < head + lengths[i]; part += part < 16 ? 1 : lengths[i] / 3) { /* not as a whole */
            size_t few = part;
            assert_int_equal(web_next(&text, &few, 65536, &kind, &one, &length), WEB_MORE);
            assert_true(text == before && few == part);
        }
        if (lengths[i]) assert_int_equal(web_next(&text, &left, lengths[i] - 1, &kind, &one, &length), WEB_WRONG);
        assert_int_equal(web_next(&text, &n, lengths[i], &kind, &one, &length), WEB_FOUND);
        assert_true(kind == WEB_BINARY && length == lengths[i] && one == before + head && text == one + length);
        if (length) assert_true(one[0] == 'a' + (int)i && one[length - 1] == 'a' + (int)i);
    }
    assert_int_equal(n, 0);
    free(stream);
}

static void test_what_no_node_says(void **state)
{
    static const struct { const char *head; WebFound found; } cases[] = {
        {"\x89\x03" "abc", WEB_FOUND},       /* a ping */
        {"\x88\x02\x03\xe8 ", WEB_FOUND},    /* a goodbye */
        {"\x8a\x00   ", WEB_FOUND},
        {"\x89\x7e\0\x7e ", WEB_WRONG},      /* a ping that is too long */
        {"\x02\x01" "a  ", WEB_WRONG},       /* in pieces */
        {"\x80\x01" "a  ", WEB_WRONG},       /* the last piece */
        {"\x81\x01" "a  ", WEB_WRONG},       /* text */
        {"\xc2\x01" "a  ", WEB_WRONG},       /* an extension nobody asked for */
        {"\x82\x81\0\0\0", WEB_WRONG},       /* masked */
        {"\x8b\x01" "a  ", WEB_WRONG},
        {"\x82\x7f\xff\xff\xff", WEB_MORE},  /* a length that has not come whole */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].head, *one;
        size_t      n = 5, length;
        WebKind     kind;
        assert_int_equal(web_next(&text, &n, 100, &kind, &one, &length), cases[i].found);
    }
    const char *text = "\x82\x7f\xff\xff\xff\xff\xff\xff\xff\xff", *one;
    size_t      n = 10, length;
    WebKind     kind;
    assert_int_equal(web_next(&text, &n, SIZE_MAX / 2, &kind, &one, &length), WEB_WRONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_call),     cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_heads),    cmocka_unit_test(test_messages),
        cmocka_unit_test(test_what_no_node_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
