#include "server/store/sums.h"

#include <string.h>

#include <sodium.h>

_Static_assert(SUM_BYTES == crypto_generichash_BYTES_MIN, "the shortest there is");

Sum sum_of(const Sum *before, int a, int b, const char *x, const char *y, const char *z)
{
    Sum                      sum;
    crypto_generichash_state h;
    const int32_t            number[] = {a, b};
    const char *const        text[] = {x, y, z};
    crypto_generichash_init(&h, NULL, 0, SUM_BYTES);
    if (before) crypto_generichash_update(&h, before->byte, SUM_BYTES);
    for (int i = 0; i < 2; i++) {
        uint32_t      n = (uint32_t)number[i];
        const uint8_t bytes[] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)(n >> 24)};
        crypto_generichash_update(&h, bytes, sizeof bytes);
    }
    for (int i = 0; i < 3; i++) {
        crypto_generichash_update(&h, (const uint8_t *)(text[i] ? "\1" : "\0"), 1);
        if (text[i]) crypto_generichash_update(&h, (const uint8_t *)text[i], strlen(text[i]) + 1);
    }
    crypto_generichash_final(&h, sum.byte, SUM_BYTES);
    return sum;
}
