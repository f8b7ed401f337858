/*
 * The generator inside a state, and the one bots use (never the same one).
 *
 * ChaCha8, keyed by 64 bytes: two 32-byte keys, each read as eight little-endian 32-bit words. Block b is
 * ChaCha8(key[b % 2], counter = b / 2, nonce 0); its sixteen words are used in order. 32 bytes could not reach every
 * order of ninety cards; 64 can.
 */
#ifndef TAPROOM_RNG_H
#define TAPROOM_RNG_H

#include <taproom/base.h>

typedef struct TapRng {
    uint32_t key[2][8];
    uint64_t block;    /* number of the next block */
    uint32_t word[16]; /* the last block; its last `left` words are unread */
    uint8_t  left, fast, pad[6];
} TapRng;

/* Keys the generator with 64 bytes. Equal bytes give equal streams on every machine. */
TAP_API void tap_rng_key(TapRng *ret, const uint8_t seed[64]);

/* A quick generator (splitmix64) for copies that bots play out; never for a game people play. */
TAP_API void tap_rng_fast(TapRng *ret, uint64_t seed);

/* 64 bytes out of a word a person typed: 128 hex digits are taken as they are, anything else is spread by splitmix64.
 */
TAP_API void tap_seed_from_text(const char *text, uint8_t ret_seed[64]);
TAP_API void tap_seed_from_number(uint64_t number, uint8_t ret_seed[64]);

/* Fills the next block; called by the inline functions below. */
TAP_API void tap_rng_refill(TapRng *r);

static inline uint64_t tap_rng_fast_next(TapRng *r)
{
    uint64_t z = ((uint64_t)r->key[0][1] << 32 | r->key[0][0]) + 0x9E3779B97F4A7C15u;
    r->key[0][0] = (uint32_t)z;
    r->key[0][1] = (uint32_t)(z >> 32);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline uint32_t tap_rng_word(TapRng *r)
{
    if (r->fast) return (uint32_t)(tap_rng_fast_next(r) >> 32);
    if (!r->left) tap_rng_refill(r);
    return r->word[16 - r->left--];
}

static inline uint64_t tap_rng_long(TapRng *r)
{
    uint64_t high = tap_rng_word(r);
    return high << 32 | tap_rng_word(r);
}

/* 0..n-1, each exactly as likely: multiply, and reject the short stripe (Lemire). */
static inline uint32_t tap_rng_below(TapRng *r, uint32_t n)
{
    uint64_t m = (uint64_t)tap_rng_word(r) * n;
    if ((uint32_t)m < n)
        for (uint32_t short_stripe = -n % n; (uint32_t)m < short_stripe;) m = (uint64_t)tap_rng_word(r) * n;
    return (uint32_t)(m >> 32);
}

#endif
