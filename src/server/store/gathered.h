/*
 * Writes that wait for their commit, one behind the other: each is the number of a query and the values it takes, the
 * first of them the key of what is written (a table, a guest, a file). They belong to no thread.
 */
#ifndef SERVER_GATHERED_H
#define SERVER_GATHERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WRITE_VALUES = 6, WRITE_SUM_BYTES = 16, GATHERED_MARKS = 1024 };

typedef struct WriteValue {
    enum { WRITE_NOTHING, WRITE_NUMBER, WRITE_TEXT, WRITE_SUM } kind;
    int            number;
    const char    *text;
    const uint8_t *sum; /* WRITE_SUM_BYTES */
} WriteValue;

typedef struct Gathered {
    char    *bytes;
    size_t   n, room;
    uint64_t marks[GATHERED_MARKS / 64]; /* of its keys: one that is not marked is not there */
} Gathered;

static inline WriteValue write_number(int number) { return (WriteValue){.kind = WRITE_NUMBER, .number = number}; }
static inline WriteValue write_sum(const uint8_t *sum) { return (WriteValue){.kind = WRITE_SUM, .sum = sum}; }
static inline WriteValue write_text(const char *text) /* may be NULL */
{
    return (WriteValue){.kind = text ? WRITE_TEXT : WRITE_NOTHING, .text = text};
}

void gathered_add(Gathered *, int query, const WriteValue *, int n); /* copies all of it */
/* The write at *at, which moves on to the next; false at the end. What it points to lives as long as the list. */
bool gathered_next(const Gathered *, size_t *at, int *ret_query, WriteValue ret[WRITE_VALUES], int *ret_n);
bool gathered_has(const Gathered *, const char *key); /* something about that one is among it */
void gathered_free(Gathered *);                       /* and it is empty again */

#endif
