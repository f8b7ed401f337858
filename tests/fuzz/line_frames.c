/* libFuzzer target: the readers of what comes over a line from another node, greetings and frames. */
#include "line_frames.h"

#include <assert.h>
#include <string.h>

#include "server/ground/greeting.h"
#include "server/house/line_frame.h"
#include "server/transport/web_caller.h"

static void greet(const char *text, size_t n)
{
    static const uint8_t key[KEY_BYTES] = {1};
    Greeting             g = {.node = "one", .version = LINE_VERSION}, same;
    memset(g.nonce, 'a', NONCE_HEX - 1);
    memset(g.others, 'b', NONCE_HEX - 1);
    strcpy(g.other, "two");
    same = g;
    assert(greeting_read_call(&g, key, text, n) != GREETED_FINE && !memcmp(&g, &same, sizeof g));
    assert(greeting_read_answer(&g, key, text, n) != GREETED_FINE);
    if (greeting_read_first(&g, text, n) != GREETED_FINE) {
        assert(!memcmp(&g, &same, sizeof g));
        return;
    }
    assert(g.other[0] && strlen(g.other) < NODE_NAME_BYTES && strlen(g.others) == NONCE_HEX - 1);
}

static void is_within(FrameText t, const char *text, size_t n)
{
    assert(!t.n || (t.at > text && t.at + t.n < text + n));
}

/* What a node answers to a call of ours, and its messages. */
static void answer(const char *text, size_t n)
{
    const char *at = text, *one;
    size_t      left = n, length;
    WebKind     kind;
    WebFound    found = web_accepted(&at, &left, "taproom.node.1", "dGhlIHNhbXBsZSBub25jZQ==");
    assert((found == WEB_FOUND || left == n) && at + left == text + n);
    while (web_next(&at, &left, 4096, &kind, &one, &length) == WEB_FOUND)
        assert(length <= (kind == WEB_BINARY ? 4096 : WEB_CONTROL_BYTES) && one > text && one + length == at &&
               at + left == text + n);
}

int fuzz_line_frames(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *said;
    char        name[NAME_BYTES], table[TABLE_BYTES];
    size_t      n;
    Frame       frame;
    FrameGuest  guest;
    FrameSaid   message;
    greet(text, size);
    answer(text, size);
    const char *bundle = text, *one;
    size_t      left = size, length;
    while (frame_next(&bundle, &left, &one, &length)) {
        char written[FRAME_LENGTH_BYTES];
        frame_length(written, length);
        assert(one + length == bundle && bundle + left == text + size && !memcmp(written, one - sizeof written, 4));
    }
    if (!frame_read(text, size, &frame)) return 0;
    assert(frame.rest > text && frame.rest + frame.n == text + size && strchr("omncxgb", (int)frame.kind));
    char   head[FRAME_HEAD_BYTES];
    size_t written = frame_head(head, frame.kind, frame.number);
    Frame  again;
    assert(frame_read(head, written, &again) && again.kind == frame.kind && again.number == frame.number && !again.n);
    if (frame_read_guest(frame.rest, frame.n, &guest))
        assert(strlen(guest.guest) == GUEST_BYTES - 1 && guest.name[0] && guest.address[0] &&
               strlen(guest.address) < ADDRESS_BYTES);
    if (frame_read_name(frame.rest, frame.n, name)) assert(name[0] && strlen(name) < NAME_BYTES);
    if (frame_read_table(&frame, table, &said, &n))
        assert(secrets_is_table(table) && said + n == text + size && said >= frame.rest);
    if (frame_read_said(frame.rest, frame.n, &message)) {
        is_within(message.type, frame.rest, frame.n);
        is_within(message.table, frame.rest, frame.n);
        is_within(message.re, frame.rest, frame.n);
        assert(message.type.n);
    }
    return 0;
}

#ifdef FUZZ
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_line_frames(data, size); }
#endif
