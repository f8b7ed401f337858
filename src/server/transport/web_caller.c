#define _GNU_SOURCE /* memmem */
#include "server/transport/web_caller.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <libwebsockets.h>
#include <sodium.h>

enum { SHORT_MOST = 125, IN_TWO = 126, IN_EIGHT = 127, FINAL = 0x80, MASKED = 0x80, MASK_BYTES = 4, NONCE = 16 };

static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */

/* ---------------------------------------------------------------- calling */

void web_key(char ret[WEB_KEY_BYTES])
{
    unsigned char nonce[NONCE];
    randombytes_buf(nonce, sizeof nonce);
    sodium_bin2base64(ret, WEB_KEY_BYTES, nonce, sizeof nonce, sodium_base64_VARIANT_ORIGINAL);
}

size_t web_call(const char *host, const char *path, const char *protocol, const char *key, char *ret, size_t size)
{
    int n = snprintf(ret, size, "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: %s\r\n\r\n",
                     path, host, key, protocol);
    return n > 0 && (size_t)n < size ? (size_t)n : 0;
}

/* Whether a line of the head says just that. */
static bool says(const char *line, const char *end, const char *name, const char *value)
{
    size_t n = strlen(name);
    if ((size_t)(end - line) <= n || strncasecmp(line, name, n) != 0 || line[n] != ':') return false;
    for (line += n + 1; line < end && *line == ' '; line++) {}
    while (end > line && end[-1] == ' ') end--;
    return (size_t)(end - line) == strlen(value) && !memcmp(line, value, strlen(value));
}

WebFound web_accepted(const char **text, size_t *n, const char *protocol, const char *key)
{
    static const char upgraded[] = "HTTP/1.1 101 ";
    char              joined[WEB_KEY_BYTES + sizeof guid], accept[32];
    unsigned char     digest[20];
    bool              accepts = false, speaks = false;
    const char       *end = memmem(*text, *n < WEB_ACCEPTED_BYTES ? *n : WEB_ACCEPTED_BYTES, "\r\n\r\n", 4);
    if (!end) return *n < WEB_ACCEPTED_BYTES ? WEB_MORE : WEB_WRONG;
    snprintf(joined, sizeof joined, "%s%s", key, guid);
    lws_SHA1((const unsigned char *)joined, strlen(joined), digest);
    sodium_bin2base64(accept, sizeof accept, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL);
    if ((size_t)(end - *text) < sizeof upgraded - 1 || memcmp(*text, upgraded, sizeof upgraded - 1) != 0)
        return WEB_WRONG;
    for (const char *line = *text; line < end;) {
        const char *stop = memmem(line, (size_t)(end + 2 - line), "\r\n", 2);
        accepts |= says(line, stop, "Sec-WebSocket-Accept", accept);
        speaks |= says(line, stop, "Sec-WebSocket-Protocol", protocol);
        line = stop + 2;
    }
    if (!accepts || !speaks) return WEB_WRONG;
    *n -= (size_t)(end + 4 - *text);
    *text = end + 4;
    return WEB_FOUND;
}

/* --------------------------------------------------------------- messages */

size_t web_head(unsigned char *end, WebKind kind, size_t n)
{
    size_t         more = n <= SHORT_MOST ? 0 : n <= UINT16_MAX ? 2 : 8;
    unsigned char *head = end - MASK_BYTES - more - 2;
    head[0] = (unsigned char)(FINAL | (int)kind);
    head[1] = (unsigned char)(MASKED | (more == 8 ? IN_EIGHT : more ? IN_TWO : (int)n));
    for (size_t i = 0; i < more; i++) head[2 + i] = (unsigned char)((uint64_t)n >> (8 * (more - 1 - i)));
    memset(end - MASK_BYTES, 0, MASK_BYTES);
    return (size_t)(end - head);
}

static bool is_said(int kind, bool is_short)
{
    switch (kind) {
    case WEB_BINARY: return true;
    case WEB_CLOSE:
    case WEB_PING:
    case WEB_PONG: return is_short;
    default: return false;
    }
}

WebFound web_next(const char **text, size_t *n, size_t most, WebKind *ret, const char **ret_text, size_t *ret_n)
{
    const unsigned char *at = (const unsigned char *)*text;
    if (*n < 2) return WEB_MORE;
    int      kind = at[0] & ~FINAL, length = at[1] & ~MASKED;
    size_t   head = 2u + (length == IN_EIGHT ? 8u : length == IN_TWO ? 2u : 0u);
    uint64_t bytes = head == 2 ? (uint64_t)length : 0;
    if (!(at[0] & FINAL) || at[1] & MASKED || !is_said(kind, length <= SHORT_MOST)) return WEB_WRONG;
    if (*n < head) return WEB_MORE;
    for (size_t i = 2; i < head; i++) bytes = bytes << 8 | at[i];
    if (bytes > most) return WEB_WRONG;
    if (*n - head < bytes) return WEB_MORE;
    *ret = (WebKind)kind;
    *ret_text = *text + head;
    *ret_n = (size_t)bytes;
    *text += head + bytes;
    *n -= head + bytes;
    return WEB_FOUND;
}
