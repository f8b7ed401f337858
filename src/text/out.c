#include "text/out.h"

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

static bool grow(Out *o, size_t n)
{
    if (o->given) { /* full from now on: nothing shorter is put behind what is missing */
        o->n = o->room;
        return false;
    }
    o->room = 2 * (o->n + n + 1);
    o->text = realloc(o->text, o->room);
    assert(o->text);
    return true;
}

/* Room for so many bytes and the zero behind them; false if the room that was given has not so many. */
static inline bool has_room(Out *o, size_t n) { return o->n + n < o->room || grow(o, n); }

static inline void put(Out *o, const char *text, size_t n)
{
    if (!has_room(o, n)) return;
    memcpy(o->text + o->n, text, n);
    o->n += n;
}

static inline void put_one(Out *o, char c)
{
    if (has_room(o, 1)) o->text[o->n++] = c;
}

static inline void end(Out *o)
{
    if (out_fits(o)) o->text[o->n] = 0;
}

void out_raw(Out *o, const char *text, size_t n)
{
    put(o, text, n);
    end(o);
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

static bool is_plain(unsigned char c) { return (unsigned char)(c - 0x20) < 0x60 && c != '"' && c != '\\'; }

/* The rest of a text, from the first character on that is not plain. What comes from outside, or was cut in the middle
   of a character, must not make the whole message unreadable. */
static void put_rest(Out *o, const char *text)
{
    for (const char *run = text;;) {
        while (is_plain((unsigned char)*text)) text++;
        unsigned char c = (unsigned char)*text;
        size_t        n = character((const unsigned char *)text);
        if (c >= 0x80 && n) {
            text += n;
            continue;
        }
        put(o, run, (size_t)(text - run));
        if (!c) break;
        char code[8];
        int  used = c == '"' || c == '\\' ? snprintf(code, sizeof code, "\\%c", c)
                                          : snprintf(code, sizeof code, "\\u%04x", n ? c : 0xfffd);
        put(o, code, (size_t)used);
        run = ++text;
    }
}

static void quoted(Out *o, const char *text)
{
    size_t n = 0;
    while (is_plain((unsigned char)text[n])) n++;
    if (!has_room(o, n + 2)) return;
    char *at = o->text + o->n;
    *at = '"';
    memcpy(at + 1, text, n);
    o->n += n + 1;
    if (text[n]) put_rest(o, text + n);
    put_one(o, '"');
}

static void key(Out *o, const char *name)
{
    size_t n = name ? strlen(name) : 0;
    if (!has_room(o, n + 4)) return;
    char *at = o->text + o->n;
    if (o->comma) *at++ = ',';
    o->comma = true;
    if (name) {
        *at++ = '"';
        memcpy(at, name, n);
        at += n;
        *at++ = '"';
        *at++ = ':';
    }
    o->n = (size_t)(at - o->text);
}

void out_open(Out *o, const char *name, char bracket)
{
    key(o, name);
    put_one(o, bracket);
    o->comma = false;
}

void out_close(Out *o, char bracket)
{
    put_one(o, bracket);
    o->comma = true;
    end(o);
}

void out_string(Out *o, const char *name, const char *text)
{
    if (!text) return;
    key(o, name);
    quoted(o, text);
}

void out_number(Out *o, const char *name, int64_t number)
{
    char     word[20], *digit = word + sizeof word; /* 19 digits and a sign are the most */
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do *--digit = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) *--digit = '-';
    key(o, name);
    put(o, digit, (size_t)(word + sizeof word - digit));
}

void out_real(Out *o, const char *name, double number)
{
    char word[40];
    if (!isfinite(number)) number = 0;
    key(o, name);
    put(o, word, (size_t)snprintf(word, sizeof word, "%.4g", number));
}

void out_bool(Out *o, const char *name, bool on)
{
    key(o, name);
    put(o, on ? "true" : "false", on ? 4 : 5);
}

void out_null(Out *o, const char *name)
{
    key(o, name);
    put(o, "null", 4);
}

void out_seat(Out *o, const char *name, TapSeat seat)
{
    if (seat < 0) out_null(o, name);
    else out_number(o, name, seat);
}

void out_seats(Out *o, const char *name, TapSeatSet set)
{
    out_open(o, name, '[');
    for (TapSeat s = 0; s < TAP_SEATS; s++)
        if (tap_has(set, s)) out_number(o, NULL, s);
    out_close(o, ']');
}

void out_hex(Out *o, const char *name, const uint8_t *bytes, size_t n)
{
    static const char digit[] = "0123456789abcdef";
    key(o, name);
    put_one(o, '"');
    for (size_t i = 0; i < n; i++) put(o, (const char[]){digit[bytes[i] >> 4], digit[bytes[i] & 15]}, 2);
    put_one(o, '"');
}

void out_json(Out *o, const char *name, const char *json, size_t n)
{
    key(o, name);
    put(o, json, n);
    end(o);
}
