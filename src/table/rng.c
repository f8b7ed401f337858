#include <string.h>

#include <taproom/rng.h>

#define ROTL(v, n) ((v) << (n) | (v) >> (32 - (n)))
#define QUARTER(a, b, c, d) \
    (a += b, d ^= a, d = ROTL(d, 16), c += d, b ^= c, b = ROTL(b, 12), a += b, d ^= a, d = ROTL(d, 8), c += d, b ^= c, \
     b = ROTL(b, 7))

/* Plain C: four independent quarter rounds keep a core busier than one row of vectors does. */
static void chacha8_block(const uint32_t key[8], uint64_t counter, uint32_t out[16])
{
    const uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0], key[1], key[2], key[3],
                             key[4], key[5], key[6], key[7], (uint32_t)counter, (uint32_t)(counter >> 32), 0, 0};
    uint32_t x0 = in[0], x1 = in[1], x2 = in[2], x3 = in[3], x4 = in[4], x5 = in[5], x6 = in[6], x7 = in[7], x8 = in[8],
             x9 = in[9], xa = in[10], xb = in[11], xc = in[12], xd = in[13], xe = in[14], xf = in[15];
    for (int r = 0; r < 8; r += 2) {
        QUARTER(x0, x4, x8, xc);
        QUARTER(x1, x5, x9, xd);
        QUARTER(x2, x6, xa, xe);
        QUARTER(x3, x7, xb, xf);
        QUARTER(x0, x5, xa, xf);
        QUARTER(x1, x6, xb, xc);
        QUARTER(x2, x7, x8, xd);
        QUARTER(x3, x4, x9, xe);
    }
    const uint32_t x[16] = {x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xa, xb, xc, xd, xe, xf};
    for (int i = 0; i < 16; i++) out[i] = x[i] + in[i];
}

void tap_rng_refill(TapRng *r)
{
    chacha8_block(r->key[r->block & 1], r->block >> 1, r->word);
    r->block++;
    r->left = 16;
}

static uint32_t little_endian(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

void tap_rng_key(TapRng *ret, const uint8_t seed[64])
{
    memset(ret, 0, sizeof *ret);
    for (int i = 0; i < 16; i++) ret->key[i / 8][i % 8] = little_endian(seed + 4 * i);
}

void tap_rng_fast(TapRng *ret, uint64_t seed)
{
    memset(ret, 0, sizeof *ret);
    ret->fast = 1;
    ret->key[0][0] = (uint32_t)seed;
    ret->key[0][1] = (uint32_t)(seed >> 32);
}

void tap_seed_from_number(uint64_t number, uint8_t ret_seed[64])
{
    TapRng spread;
    tap_rng_fast(&spread, number);
    for (int i = 0; i < 64; i += 8) {
        uint64_t w = tap_rng_fast_next(&spread);
        for (int k = 0; k < 8; k++) ret_seed[i + k] = (uint8_t)(w >> (8 * k));
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

void tap_seed_from_text(const char *text, uint8_t ret_seed[64])
{
    size_t n = strlen(text);
    bool hex = n == 128, digits = n > 0 && n < 19;
    for (size_t i = 0; i < n; i++) {
        hex = hex && hex_digit(text[i]) >= 0;
        digits = digits && text[i] >= '0' && text[i] <= '9';
    }
    if (hex) {
        for (int i = 0; i < 64; i++) ret_seed[i] = (uint8_t)(hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]));
        return;
    }
    uint64_t h = digits ? 0 : 0xCBF29CE484222325u; /* a word: FNV-1a; a number: itself */
    for (size_t i = 0; i < n; i++)
        h = digits ? h * 10 + (uint64_t)(text[i] - '0') : (h ^ (uint8_t)text[i]) * 0x100000001B3u;
    tap_seed_from_number(h, ret_seed);
}
