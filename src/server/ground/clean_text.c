#include "server/ground/clean_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "server/ground/characters.h"

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

enum { MARKS_IN_A_PILE = 3 }; /* writing needs no more; more reach into the lines above and below */

int text_clean(const char *text, int most, char *ret, size_t size)
{
    size_t n = 0, end = 0;
    int    count = 0, kept = 0, pile = 0;
    bool   after_blank = true; /* or at the beginning */
    for (int bytes; *text && count < most; text += bytes) {
        uint32_t c = character(text, &bytes);
        bool     gap = is_blank(c), on_top = is_mark(c);
        if (is_unseen(c) || ((gap || on_top) && after_blank)) continue;
        if (on_top && pile == MARKS_IN_A_PILE) continue;
        if (n + (gap ? 1 : (size_t)bytes) >= size) break;
        if (gap) ret[n++] = ' ';
        else memcpy(ret + n, text, (size_t)bytes), n += (size_t)bytes;
        pile = on_top ? pile + 1 : 0;
        after_blank = gap;
        count++;
        if (!gap) end = n, kept = count;
    }
    ret[end] = 0;
    return kept;
}
