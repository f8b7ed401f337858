/* Memory that is given back all at once: what is read from one file belongs to one list of blocks. */
#ifndef DATA_BLOCKS_H
#define DATA_BLOCKS_H

#include <stddef.h>

typedef struct Block Block;
typedef struct Blocks {
    Block *last; /* NULL: nothing taken yet */
} Blocks;

/* Zeroed and aligned for anything. A machine without memory is an assert, as everywhere in the library. */
void *blocks_take(Blocks *, size_t bytes);
/* A copy of n bytes, with a zero behind them. */
char *blocks_copy(Blocks *, const char *text, size_t n);
/* The same of a whole text, and nothing of none. */
const char *blocks_text(const char *text, Blocks *);
void blocks_free(Blocks *);

#endif
