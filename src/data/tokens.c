#include "data/tokens.h"

#include <string.h>

/* --------------------------------------------------------------- characters */

static bool is_unseen(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) /* controls */
           || (c >= 0x200E && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) /* direction */
           || c == 0x2028 || c == 0x2029 || c == 0xFEFF;
}

int character_length(const char *text, size_t n)
{
    const unsigned char *p = (const unsigned char *)text;
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int len = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;
    if (!len || (size_t)len > n) return 0;
    uint32_t c = len == 1 ? p[0] : p[0] & (0x7Fu >> len);
    for (int i = 1; i < len; i++) {
        if (p[i] >> 6 != 2) return 0;
        c = c << 6 | (p[i] & 0x3F);
    }
    bool good = c >= least[len] && c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
    return good && (c == '\t' || !is_unseen(c)) ? len : 0;
}

int count_characters(const char *text, size_t n)
{
    int characters = 0;
    for (size_t i = 0; i < n; i++) characters += ((unsigned char)text[i] & 0xC0) != 0x80;
    return characters;
}

/* ------------------------------------------------------------------- lines */

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

bool token_is(const Token *t, const char *word) { return !t->quoted && !strcmp(t->text, word); }

bool tokens_begin(Tokens *t, const char *text, size_t n, TapFaults *faults)
{
    if (n > TEXT_BYTES) {
        faults_add(faults, 1, 1, "this file is longer than %d bytes", TEXT_BYTES);
        return false;
    }
    memset(t, 0, sizeof *t);
    if (n >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) text += 3, n -= 3; /* some editors begin a text so */
    t->at = text;
    t->end = text + n;
    return true;
}

static bool is_line_readable(Tokens *t, const char *line, size_t n, TapFaults *faults)
{
    int column = 1;
    for (size_t i = 0; i < n; column++) {
        int len = character_length(line + i, n - i);
        if (!len) {
            faults_add(faults, t->line, column,
                       "here is a byte that is no visible character of UTF-8; save the file as UTF-8 text");
            return false;
        }
        i += (size_t)len;
    }
    return true;
}

/* "quoted text" from its quote on; returns where it ends, or NULL after a fault. */
static const char *read_quoted(Tokens *t, const char *p, const char *end, int *column, Token *ret, Blocks *blocks,
                               TapFaults *faults)
{
    char *to = blocks_take(blocks, (size_t)(end - p)), *text = to;
    int from = *column;
    for (p++, ++*column; p < end && *p != '"'; p++) {
        if (*p == '\\') {
            if (end - p < 2 || (p[1] != '"' && p[1] != '\\')) {
                faults_add(faults, t->line, *column,
                           "in quotes \\ stands only before \" and \\; write \\\\ for one of it");
                return NULL;
            }
            p++, ++*column;
        }
        if (*p == '\t') {
            faults_add(faults, t->line, *column, "a tab cannot stand in quotes; write a blank");
            return NULL;
        }
        *column += ((unsigned char)*p & 0xC0) != 0x80;
        *to++ = *p;
    }
    if (p == end) {
        faults_add(faults, t->line, from, "this quote is not closed in its line");
        return NULL;
    }
    p++, ++*column;
    if (p < end && !is_blank(*p)) {
        faults_add(faults, t->line, *column, "a blank must follow the closing quote");
        return NULL;
    }
    *to = 0;
    *ret = (Token){.text = text, .column = from, .quoted = true};
    return p;
}

static const char *read_bare(Tokens *t, const char *p, const char *end, int *column, Token *ret, Blocks *blocks,
                             TapFaults *faults)
{
    const char *from = p;
    *ret = (Token){.column = *column};
    for (; p < end && !is_blank(*p); p++) {
        if (*p == '"') {
            faults_add(faults, t->line, *column,
                       "a quote must begin a value or be inside one; put the whole value in quotes");
            return NULL;
        }
        *column += ((unsigned char)*p & 0xC0) != 0x80;
    }
    ret->text = blocks_copy(blocks, from, (size_t)(p - from));
    return p;
}

static bool read_line(Tokens *t, const char *line, size_t n, Blocks *blocks, TapFaults *faults)
{
    int column = 1;
    t->n = 0;
    t->past = 1;
    if (!is_line_readable(t, line, n, faults)) return false;
    for (const char *p = line, *end = line + n; p < end;) {
        if (is_blank(*p)) {
            p++, column++;
            continue;
        }
        if (*p == '#') break;
        if (t->n == LINE_TOKENS) {
            faults_add(faults, t->line, column, "a line has at most %d values", LINE_TOKENS);
            return false;
        }
        p = (*p == '"' ? read_quoted : read_bare)(t, p, end, &column, &t->token[t->n], blocks, faults);
        if (!p) return false;
        t->n++;
        t->past = column;
    }
    return true;
}

bool tokens_next(Tokens *t, Blocks *blocks, TapFaults *faults)
{
    while (t->at < t->end) {
        const char *line = t->at, *stop = memchr(line, '\n', (size_t)(t->end - line));
        size_t n = (size_t)((stop ? stop : t->end) - line);
        t->at = stop ? stop + 1 : t->end;
        t->line++;
        if (n && line[n - 1] == '\r') n--;
        t->bad = !read_line(t, line, n, blocks, faults);
        if (t->bad || t->n) return true;
    }
    return false;
}
