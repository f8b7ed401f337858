#include "server/ground/out.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void out_free(Out *o)
{
    free(o->text);
    *o = (Out){0};
}

void out_clear(Out *o)
{
    o->n = 0;
    o->comma = false;
}

void out_raw(Out *o, const char *text, size_t n)
{
    if (o->n + n + 1 > o->room) {
        o->room = 2 * (o->n + n + 1);
        o->text = realloc(o->text, o->room);
        assert(o->text);
    }
    memcpy(o->text + o->n, text, n);
    o->n += n;
    o->text[o->n] = 0;
}

/* Bytes of the character that begins here, 0 if it is none: cut short, too long a form, a surrogate. */
static size_t character(const unsigned char *t)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t   n = t[0] < 0x80 ? 1 : t[0] >> 5 == 6 ? 2 : t[0] >> 4 == 14 ? 3 : t[0] >> 3 == 30 ? 4 : 0;
    unsigned code = n > 1 ? t[0] & (0x7fu >> n) : t[0];
    for (size_t i = 1; i < n; i++) {
        if (t[i] >> 6 != 2) return 0;
        code = code << 6 | (t[i] & 0x3fu);
    }
    return code < least[n] || code > 0x10ffff || code >> 11 == 0x1b ? 0 : n;
}

/* What comes from outside, or was cut in the middle of a character, must not make the whole message unreadable. */
static void quoted(Out *o, const char *text)
{
    out_raw(o, "\"", 1);
    for (const char *plain = text;;) {
        unsigned char c = (unsigned char)*text;
        size_t        n = character((const unsigned char *)text);
        if (n && c >= 0x20 && c != '"' && c != '\\') {
            text += n;
            continue;
        }
        out_raw(o, plain, (size_t)(text - plain));
        if (!c) break;
        char code[8];
        int  used = c == '"' || c == '\\' ? snprintf(code, sizeof code, "\\%c", c) : snprintf(code, sizeof code, "\\u%04x", n ? c : 0xfffd);
        out_raw(o, code, (size_t)used);
        plain = ++text;
    }
    out_raw(o, "\"", 1);
}

static void key(Out *o, const char *name)
{
    if (o->comma) out_raw(o, ",", 1);
    o->comma = true;
    if (!name) return;
    quoted(o, name);
    out_raw(o, ":", 1);
}

void out_open(Out *o, const char *name, char bracket)
{
    key(o, name);
    out_raw(o, &bracket, 1);
    o->comma = false;
}

void out_close(Out *o, char bracket)
{
    out_raw(o, &bracket, 1);
    o->comma = true;
}

void out_string(Out *o, const char *name, const char *text)
{
    if (!text) return;
    key(o, name);
    quoted(o, text);
}

void out_number(Out *o, const char *name, int64_t number)
{
    char word[24];
    key(o, name);
    out_raw(o, word, (size_t)snprintf(word, sizeof word, "%lld", (long long)number));
}

void out_real(Out *o, const char *name, double number)
{
    char word[40];
    if (!isfinite(number)) number = 0;
    key(o, name);
    out_raw(o, word, (size_t)snprintf(word, sizeof word, "%.4g", number));
}

void out_bool(Out *o, const char *name, bool on)
{
    key(o, name);
    out_raw(o, on ? "true" : "false", on ? 4 : 5);
}

void out_null(Out *o, const char *name)
{
    key(o, name);
    out_raw(o, "null", 4);
}

void out_seat(Out *o, const char *name, TapSeat seat)
{
    if (seat < 0) out_null(o, name);
    else out_number(o, name, seat);
}

void out_hex(Out *o, const char *name, const uint8_t *bytes, size_t n)
{
    key(o, name);
    out_raw(o, "\"", 1);
    for (size_t i = 0; i < n; i++) {
        char two[3];
        snprintf(two, sizeof two, "%02x", bytes[i]);
        out_raw(o, two, 2);
    }
    out_raw(o, "\"", 1);
}

void out_json(Out *o, const char *name, const char *json, size_t n)
{
    key(o, name);
    out_raw(o, json, n);
}

void out_view(Out *o, const TapSetup *setup, const TapState *state, TapSeat viewer, ViewScratch *scratch)
{
    tap_view(setup, state, viewer, &scratch->view);
    int n = tap_view_json(setup, state, &scratch->view, scratch->json, sizeof scratch->json);
    assert(n > 0);
    out_json(o, "view", scratch->json, (size_t)n);
}
