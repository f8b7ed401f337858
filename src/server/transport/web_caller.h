/*
 * The caller's end of a WebSocket (RFC 6455), as far as two nodes need it: messages are binary and in one piece.
 * libwebsockets has such an end, too, but 4.1.6 looks at each byte of a payload by itself, which was the dearest part
 * of passing an update on (docs/load.md).
 */
#ifndef SERVER_WEB_CALLER_H
#define SERVER_WEB_CALLER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    WEB_KEY_BYTES = 25,      /* a key as base64 */
    WEB_HEAD_BYTES = 14,     /* of a message, at most */
    WEB_ACCEPTED_BYTES = 2048, /* an answer to a call that is longer is none */
    WEB_CONTROL_BYTES = 125, /* a ping, or a goodbye, at most */
};

typedef enum WebKind { WEB_BINARY = 2, WEB_CLOSE = 8, WEB_PING = 9, WEB_PONG = 10 } WebKind;

void web_key(char ret[WEB_KEY_BYTES]);
/* The call itself; returns its length, 0 if it does not fit. */
size_t web_call(const char *host, const char *path, const char *protocol, const char *key, char *ret, size_t size);

typedef enum WebFound { WEB_MORE, WEB_FOUND, WEB_WRONG } WebFound; /* MORE: it has not come as a whole yet */

/* Whether the call with that key is accepted; then *text and *n move behind the answer. */
WebFound web_accepted(const char **text, size_t *n, const char *protocol, const char *key);

/* The head of a message of n bytes, written so that it ends where they begin; returns how long it is. There is room for
 * WEB_HEAD_BYTES. The mask is zero: masks keep pages from speaking to old proxies through browsers (10.3), and here is
 * no page. */
size_t web_head(unsigned char *end, WebKind, size_t n);

/* The next message; *text and *n move on. WRONG: longer than `most`, in pieces, masked, or nothing that a node says. */
WebFound web_next(const char **text, size_t *n, size_t most, WebKind *ret, const char **ret_text, size_t *ret_n);

#endif
