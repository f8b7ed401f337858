#include "data/blocks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 8192 };

struct Block {
    Block *before;
    size_t used, room;
    _Alignas(max_align_t) unsigned char byte[];
};

void *blocks_take(Blocks *b, size_t bytes)
{
    const size_t unit = _Alignof(max_align_t);
    bytes = (bytes + unit - 1) / unit * unit;
    if (!b->last || b->last->room - b->last->used < bytes) {
        size_t room = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        Block *made = calloc(1, sizeof *made + room);
        assert(made);
        made->before = b->last;
        made->room = room;
        b->last = made;
    }
    void *taken = b->last->byte + b->last->used;
    b->last->used += bytes;
    return taken;
}

char *blocks_copy(Blocks *b, const char *text, size_t n)
{
    char *copy = blocks_take(b, n + 1);
    memcpy(copy, text, n);
    return copy;
}

const char *blocks_text(const char *text, Blocks *b) { return text ? blocks_copy(b, text, strlen(text)) : NULL; }

void blocks_free(Blocks *b)
{
    while (b->last) {
        Block *before = b->last->before;
        free(b->last);
        b->last = before;
    }
}
