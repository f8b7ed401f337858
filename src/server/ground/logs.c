#include "server/ground/logs.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "text/out.h"

enum { FORMS = 64, BURST = 5, EACH_MS = 10000, LINE_BYTES = 5000 };

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

static bool as_json;

void log_as_json(void) { as_json = true; }

void log_time(char ret[LOG_TIME_BYTES])
{
    struct timespec t;
    struct tm       utc;
    clock_gettime(CLOCK_REALTIME, &t);
    gmtime_r(&t.tv_sec, &utc);
    size_t n = strftime(ret, LOG_TIME_BYTES, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(ret + n, LOG_TIME_BYTES - n, ".%03dZ", (int)(t.tv_nsec / 1000000));
}

static void write_line(LogLevel level, const char *what, long left_out)
{
    static const char *const word[] = {"info", "warning", "error"};
    char time[LOG_TIME_BYTES];
    if (!as_json) {
        fprintf(stderr, "taproom: %s", what);
        if (left_out) fprintf(stderr, " (and %ld like it)", left_out);
        fputc('\n', stderr);
        return;
    }
    Out o = {0};
    log_time(time);
    out_open(&o, NULL, '{');
    out_string(&o, "time", time);
    out_string(&o, "level", word[level]);
    out_string(&o, "what", what);
    if (left_out) out_number(&o, "left_out", left_out);
    out_close(&o, '}');
    fprintf(stderr, "%s\n", o.text);
    out_free(&o);
}

static void write_form(LogLevel level, const char *form, va_list args, long left_out)
{
    char what[LINE_BYTES];
    vsnprintf(what, sizeof what, form, args);
    write_line(level, what, left_out);
}

void log_say(const char *form, ...)
{
    long    left_out;
    va_list args;
    if (!may_say(form, &left_out)) return;
    va_start(args, form);
    write_form(LEVEL_WARNING, form, args, left_out);
    va_end(args);
}

void log_each(LogLevel level, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    write_form(level, form, args, 0);
    va_end(args);
}

void log_line(const char *line)
{
    long left_out;
    char what[LINE_BYTES];
    if (!may_say(line, &left_out)) return;
    snprintf(what, sizeof what, "%.*s", (int)strcspn(line, "\n"), line);
    write_line(LEVEL_ERROR, what, left_out);
}
