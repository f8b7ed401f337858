/* Checksums of what a store keeps. They have no key: they find damage, not forgery. */
#ifndef SERVER_SUMS_H
#define SERVER_SUMS_H

#include <stdbool.h>
#include <stdint.h>

enum { SUM_BYTES = 16 };
typedef struct Sum {
    uint8_t byte[SUM_BYTES];
} Sum;

/* Of a row: numbers and texts, each so written that no two rows are the same bytes. before and texts may be NULL. */
Sum sum_of(const Sum *before, int a, int b, const char *x, const char *y, const char *z);

static inline Sum table_sum(const char *table, bool active, const char *document)
{
    return sum_of(0, active, 0, table, document, 0);
}
static inline Sum entry_sum(const Sum *before, const char *table, int seq, const char *id, const char *entry)
{
    return sum_of(before, seq, 0, table, id, entry);
}
static inline Sum aside_sum(const char *table, int base, int seat, const char *id, const char *entry)
{
    return sum_of(0, base, seat, table, id, entry);
}
static inline Sum text_sum(const char *key, const char *text) { return sum_of(0, 0, 0, key, text, 0); }

#endif
