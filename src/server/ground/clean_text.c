#include "server/ground/clean_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The character at text and its length in bytes. The text is good UTF-8: jansson has seen to it. */
static uint32_t character(const char *text, int *ret_bytes)
{
    unsigned char c = (unsigned char)*text;
    int n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    uint32_t code = n == 1 ? c : c & (0xFFu >> (n + 1));
    for (int i = 1; i < n; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80) {
            n = i;
            break;
        }
        code = code << 6 | ((unsigned char)text[i] & 0x3F);
    }
    *ret_bytes = n;
    return code;
}

static bool is_bad(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0x61C;
}

int text_clean(const char *text, int most, char *ret, size_t size)
{
    size_t n = 0, end = 0;
    int    count = 0, kept = 0;
    for (int bytes; *text && count < most; text += bytes) {
        uint32_t c = character(text, &bytes);
        bool blank = c == ' ' || c == 0xA0 || c == 0x3000 || c == '\t' || c == '\n';
        if ((is_bad(c) && !blank) || (blank && !n)) continue;
        if (n + (blank ? 1 : (size_t)bytes) >= size) break;
        if (blank) ret[n++] = ' ';
        else memcpy(ret + n, text, (size_t)bytes), n += (size_t)bytes;
        count++;
        if (!blank) end = n, kept = count;
    }
    ret[end] = 0;
    return kept;
}
