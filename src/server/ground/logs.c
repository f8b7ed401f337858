#include "server/ground/logs.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { FORMS = 64, BURST = 5, EACH_MS = 10000 };

typedef struct Form {
    uint32_t key;
    int64_t  until; /* when all of the burst may be said again */
    long     left_out;
} Form;

static uint32_t key_of(const char *text)
{
    uint32_t key = 2166136261u;
    for (; *text; text++)
        if (*text < '0' || *text > '9') key = (key ^ (unsigned char)*text) * 16777619u;
    return key ? key : 1;
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* False if this form has been said too often. *ret_left_out: how many were not since the last that was. */
static bool may_say(const char *form, long *ret_left_out)
{
    static Form forms[FORMS]; /* one that takes the place of another only lets that one speak again */
    uint32_t    key = key_of(form);
    int64_t     now = now_ms();
    Form       *f = &forms[key % FORMS];
    if (f->key != key) *f = (Form){.key = key};
    if (f->until < now) f->until = now;
    if (f->until - now > (int64_t)(BURST - 1) * EACH_MS) {
        f->left_out++;
        return false;
    }
    f->until += EACH_MS;
    *ret_left_out = f->left_out;
    f->left_out = 0;
    return true;
}

static void end_line(long left_out)
{
    if (left_out) fprintf(stderr, " (and %ld like it)", left_out);
    fputc('\n', stderr);
}

void log_say(const char *form, ...)
{
    long    left_out;
    va_list args;
    if (!may_say(form, &left_out)) return;
    va_start(args, form);
    fputs("taproom: ", stderr);
    vfprintf(stderr, form, args);
    va_end(args);
    end_line(left_out);
}

void log_line(const char *line)
{
    long   left_out;
    size_t n = 0;
    if (!may_say(line, &left_out)) return;
    while (line[n] && line[n] != '\n') n++;
    fprintf(stderr, "taproom: %.*s", (int)n, line);
    end_line(left_out);
}
