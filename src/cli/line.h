/* The line to a house: a WebSocket on a thread of its own, so that a person can type meanwhile. */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include <taproom/base.h>

enum { HOST_BYTES = 256, KEPT_COOKIE_BYTES = 512, REASON_BYTES = 160, LINE_MOST_BYTES = 4 * 1024 * 1024 };

enum { STATUS_TOO_MUCH = -1 };

typedef struct HouseAddress {
    char host[HOST_BYTES];
    int  port;
    bool secure;
} HouseAddress;

typedef enum NewsKind {
    NEWS_UP,   /* the line stands; `text` is the cookie that the house set, or "" */
    NEWS_TEXT, /* a message */
    NEWS_DOWN  /* it is cut, or could not be laid; `text` says why */
} NewsKind;

typedef struct News {
    NewsKind     kind;
    int          status; /* of NEWS_DOWN: what the house answered by HTTP, or STATUS_TOO_MUCH; 0 if nothing */
    size_t       n;
    struct News *next;
    char         text[];
} News;

typedef struct Line Line;

/* Nothing is connected yet. NULL with a reason. */
Line *line_new(const HouseAddress *, TapError *);
void  line_free(Line *);

/* Connects, or connects again, as the guest of that cookie ("" for a new one). */
void line_connect(Line *, const char *cookie);
/* Only while the line stands. */
void line_send(Line *, const char *text, size_t n);

/* Can be read when line_take has something. */
int   line_file(const Line *);
/* What came, the oldest first, which the caller frees; NULL if nothing waits. A message of more than LINE_MOST_BYTES,
 * or so much that waits, cuts the line. */
News *line_take(Line *);

#endif
