#include "server/house/line_frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

size_t frame_head(char ret[FRAME_HEAD_BYTES], FrameKind kind, uint32_t number)
{
    return (size_t)snprintf(ret, FRAME_HEAD_BYTES, "%c %u\n", (char)kind, number);
}

void frame_length(char ret[FRAME_LENGTH_BYTES], size_t n)
{
    for (int i = 0; i < FRAME_LENGTH_BYTES; i++) ret[i] = (char)(n >> 8 * (FRAME_LENGTH_BYTES - 1 - i) & 255);
}

bool frame_next(const char **bundle, size_t *n, const char **ret, size_t *ret_n)
{
    size_t length = 0;
    if (*n < FRAME_LENGTH_BYTES) return false;
    for (int i = 0; i < FRAME_LENGTH_BYTES; i++) length = length << 8 | (uint8_t)(*bundle)[i];
    if (length > *n - FRAME_LENGTH_BYTES) return false;
    *ret = *bundle + FRAME_LENGTH_BYTES;
    *ret_n = length;
    *bundle += FRAME_LENGTH_BYTES + length;
    *n -= FRAME_LENGTH_BYTES + length;
    return true;
}

bool frame_read(const char *text, size_t n, Frame *ret)
{
    uint64_t number = 0;
    size_t   at = 2;
    if (n < 4 || !memchr("omncxgb", text[0], 7) || text[1] != ' ') return false;
    for (; at < n && at < 12 && text[at] >= '0' && text[at] <= '9'; at++)
        number = number * 10 + (uint64_t)(text[at] - '0');
    if (at == 2 || at == n || text[at] != '\n' || number > UINT32_MAX) return false;
    *ret = (Frame){(FrameKind)text[0], (uint32_t)number, text + at + 1, n - at - 1};
    return true;
}

static bool copy_word(const json_t *root, const char *name, char *ret, size_t size)
{
    const char *text = json_string_value(json_object_get(root, name));
    if (!text || !text[0] || strlen(text) >= size) return false;
    strcpy(ret, text);
    return true;
}

static bool is_guest(const char *text)
{
    return strlen(text) == GUEST_BYTES - 1 && strspn(text, "0123456789abcdefghjkmnpqrstvwxyz") == GUEST_BYTES - 1;
}

bool frame_read_guest(const char *text, size_t n, FrameGuest *ret)
{
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    char    name[4 * LIMIT_NAME + 1];
    *ret = (FrameGuest){.joined = json_is_true(json_object_get(root, "joined")),
                        .program = json_is_true(json_object_get(root, "program"))};
    bool good = copy_word(root, "guest", ret->guest, sizeof ret->guest) && is_guest(ret->guest) &&
                copy_word(root, "address", ret->address, sizeof ret->address) &&
                copy_word(root, "name", name, sizeof name) &&
                text_clean(name, LIMIT_NAME, ret->name, sizeof ret->name) > 0;
    json_decref(root);
    return good;
}

bool frame_read_name(const char *text, size_t n, char ret[NAME_BYTES])
{
    char name[4 * LIMIT_NAME + 1];
    if (!n || n >= sizeof name || memchr(text, 0, n)) return false;
    memcpy(name, text, n);
    name[n] = 0;
    json_t *good = json_stringn(name, n); /* NULL if it is not UTF-8 */
    json_decref(good);
    return good && text_clean(name, LIMIT_NAME, ret, NAME_BYTES) > 0;
}

bool frame_read_table(const Frame *f, char ret[TABLE_BYTES], const char **ret_said, size_t *ret_n)
{
    const size_t n = TABLE_BYTES - 1;
    if (f->n < n || (f->n > n && f->rest[n] != '\n') || memchr(f->rest, 0, n)) return false;
    memcpy(ret, f->rest, n);
    ret[n] = 0;
    *ret_said = f->n > n ? f->rest + n + 1 : f->rest + n;
    *ret_n = f->n > n ? f->n - n - 1 : 0;
    return secrets_is_table(ret);
}

/* ------------------------------------------------- messages to clients */

typedef struct Reader {
    const char *at, *end;
} Reader;

static bool reads(Reader *r, char c)
{
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static bool reads_string(Reader *r, FrameText *ret)
{
    if (!reads(r, '"')) return false;
    ret->at = r->at;
    for (; r->at < r->end && *r->at != '"'; r->at++)
        if (*r->at == '\\' && ++r->at == r->end) return false;
    ret->n = (size_t)(r->at - ret->at);
    return reads(r, '"');
}

static bool reads_number(Reader *r, int64_t *ret)
{
    bool    below = reads(r, '-');
    int64_t n = 0;
    if (r->at == r->end || *r->at < '0' || *r->at > '9') return false;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++)
        if ((n = 10 * n + (*r->at - '0')) > INT32_MAX) return false;
    *ret = below ? -n : n;
    return true;
}

bool frame_is(FrameText t, const char *word) { return t.n == strlen(word) && !memcmp(t.at, word, t.n); }

/* The fields that come first, as long as they are words and numbers, and within "ack" too. */
bool frame_read_said(const char *text, size_t n, FrameSaid *ret)
{
    Reader  r = {text, text + n};
    bool    in_ack = false;
    int64_t number;
    *ret = (FrameSaid){.seq = -1};
    if (!reads(&r, '{')) return false;
    for (;;) {
        FrameText key, value = {0};
        if (!reads_string(&r, &key) || !reads(&r, ':')) break;
        if (!in_ack && frame_is(key, "ack") && reads(&r, '{')) {
            in_ack = true;
            continue;
        }
        if (r.at < r.end && *r.at == '"') {
            if (!reads_string(&r, &value)) break;
            if (!in_ack && frame_is(key, "type")) ret->type = value;
            else if (!in_ack && frame_is(key, "table")) ret->table = value;
            else if (frame_is(key, "re")) ret->re = value;
        } else if (reads_number(&r, &number)) {
            if (!in_ack && frame_is(key, "seq")) ret->seq = (int)number;
        } else break;
        if (in_ack && reads(&r, '}')) in_ack = false;
        if (!reads(&r, ',')) break;
    }
    return ret->type.n > 0;
}
