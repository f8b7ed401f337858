#include "server/store/heads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

_Static_assert(HEAD_KEY_BYTES == crypto_shorthash_KEYBYTES, "its key");
_Static_assert(sizeof(uint64_t) == crypto_shorthash_BYTES, "its hash");

static uint64_t hash_of(const Heads *h, const char *text)
{
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)text, strlen(text), h->key);
    return hash ? hash : 1;
}

static Head **place_of(Heads *h, const char *table)
{
    Head **at = &h->bucket[hash_of(h, table) % HEAD_BUCKETS];
    while (*at && strcmp((*at)->table, table)) at = &(*at)->next;
    return at;
}

void heads_begin(Heads *h) { randombytes_buf(h->key, sizeof h->key); }

Head *heads_find(Heads *h, const char *table) { return *place_of(h, table); }

Head *heads_add(Heads *h, const char *table)
{
    Head **at = place_of(h, table), *head = calloc(1, sizeof *head);
    assert(head && !*at);
    head->table = strdup(table);
    assert(head->table);
    *at = head;
    h->n++;
    return head;
}

static void drop(Heads *h, Head **at)
{
    Head *head = *at;
    *at = head->next;
    free(head->table);
    free(head->id);
    free(head);
    h->n--;
}

void heads_drop(Heads *h, const char *table)
{
    Head **at = place_of(h, table);
    if (*at) drop(h, at);
}

void heads_drop_before(Heads *h, int batch)
{
    for (int b = 0; b < HEAD_BUCKETS; b++)
        for (Head **at = &h->bucket[b]; *at;) {
            if ((*at)->batch < batch) drop(h, at);
            else at = &(*at)->next;
        }
}

void head_grow(const Heads *h, Head *head, const char *id, const Sum *sum)
{
    if (head->seq == head->room) {
        head->room = head->room ? 2 * head->room : 32;
        head->id = realloc(head->id, (size_t)head->room * sizeof *head->id);
        assert(head->id);
    }
    head->id[head->seq++] = id ? hash_of(h, id) : 0;
    head->sum = *sum;
}

int head_seq_of(const Heads *h, const Head *head, const char *id)
{
    uint64_t hash = hash_of(h, id);
    for (int i = head->seq; i > 0; i--)
        if (head->id[i - 1] == hash) return i;
    return 0;
}

StoreResult heads_append(const Heads *h, Head *head, int batch, int expected, const char *id, const char *entry,
                         int *ret_seq, Sum *ret_sum)
{
    int seq = id ? head_seq_of(h, head, id) : 0;
    if (seq) *ret_seq = seq;
    if (seq) return STORE_REPEATED;
    if (head->seq != expected) return STORE_STALE;
    *ret_sum = entry_sum(&head->sum, head->table, expected + 1, id, entry);
    head_grow(h, head, id, ret_sum);
    head->batch = batch;
    *ret_seq = head->seq;
    return STORE_OK;
}
