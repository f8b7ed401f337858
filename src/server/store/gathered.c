#include "server/store/gathered.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void add(Gathered *g, const void *from, size_t n)
{
    if (g->n + n > g->room) {
        g->room = 2 * (g->n + n) + 1024;
        g->bytes = realloc(g->bytes, g->room);
        assert(g->bytes);
    }
    memcpy(g->bytes + g->n, from, n);
    g->n += n;
}

static void add_number(Gathered *g, uint32_t number) { add(g, &number, sizeof number); }

static uint32_t mark_of(const char *key)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (; *key; key++) hash = (hash ^ (uint8_t)*key) * 16777619u;
    return (hash ^ hash >> 16) % GATHERED_MARKS;
}

/* Its length, query and number of values; then of each value its kind and what it is, a text with its length and its
 * end. */
void gathered_add(Gathered *g, int query, const WriteValue *value, int n)
{
    size_t begun = g->n;
    assert(n <= WRITE_VALUES && value[0].kind == WRITE_TEXT);
    uint32_t mark = mark_of(value[0].text);
    g->marks[mark / 64] |= UINT64_C(1) << mark % 64;
    add_number(g, 0);
    add_number(g, (uint32_t)query);
    add_number(g, (uint32_t)n);
    for (int i = 0; i < n; i++) {
        const WriteValue *v = &value[i];
        add_number(g, (uint32_t)v->kind);
        if (v->kind == WRITE_NUMBER) add_number(g, (uint32_t)v->number);
        if (v->kind == WRITE_SUM) add(g, v->sum, WRITE_SUM_BYTES);
        if (v->kind == WRITE_TEXT) {
            add_number(g, (uint32_t)strlen(v->text) + 1);
            add(g, v->text, strlen(v->text) + 1);
        }
    }
    uint32_t length = (uint32_t)(g->n - begun);
    memcpy(g->bytes + begun, &length, sizeof length);
}

static uint32_t take_number(const Gathered *g, size_t *at)
{
    uint32_t number;
    memcpy(&number, g->bytes + *at, sizeof number);
    *at += sizeof number;
    return number;
}

bool gathered_next(const Gathered *g, size_t *at, int *ret_query, WriteValue ret[WRITE_VALUES], int *ret_n)
{
    if (*at >= g->n) return false;
    take_number(g, at);
    *ret_query = (int)take_number(g, at);
    *ret_n = (int)take_number(g, at);
    for (int i = 0; i < *ret_n; i++) {
        uint32_t kind = take_number(g, at);
        ret[i] = (WriteValue){0};
        if (kind == WRITE_NUMBER) ret[i] = write_number((int)take_number(g, at));
        if (kind == WRITE_SUM) {
            ret[i] = write_sum((const uint8_t *)g->bytes + *at);
            *at += WRITE_SUM_BYTES;
        }
        if (kind == WRITE_TEXT) {
            uint32_t length = take_number(g, at);
            ret[i] = write_text(g->bytes + *at);
            *at += length;
        }
    }
    return true;
}

bool gathered_has(const Gathered *g, const char *key)
{
    enum { BEFORE_KEY = 5 * sizeof(uint32_t) }; /* length, query, values, the key's kind and length */
    uint32_t mark = mark_of(key);
    if (!(g->marks[mark / 64] >> mark % 64 & 1)) return false;
    for (size_t at = 0; at < g->n;) {
        size_t   next = at;
        uint32_t length = take_number(g, &next);
        if (!strcmp(g->bytes + at + BEFORE_KEY, key)) return true;
        at += length;
    }
    return false;
}

void gathered_free(Gathered *g)
{
    free(g->bytes);
    *g = (Gathered){0};
}
