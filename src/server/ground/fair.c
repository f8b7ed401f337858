#include "server/ground/fair.h"

#include <assert.h>
#include <string.h>

#include <sodium.h>

/* A hash made for one purpose can never be shown for another: each input begins with its own line. */
static const char commitment_domain[] = "taproom fair commitment 1\n";
static const char deal_domain[] = "taproom fair deal 1\n";

bool fair_begin(TapFair *ret, const char *table)
{
    if (!tap_fair_table_is_good(table) || sodium_init() < 0) return false;
    memset(ret, 0, sizeof *ret);
    strcpy(ret->table, table);
    randombytes_buf(ret->server, sizeof ret->server);
    fair_commit(ret->server, ret->commitment);
    ret->has_commitment = ret->has_server = true;
    return true;
}

bool fair_take(TapFair *fair, TapSeat seat, const uint8_t seed[TAP_FAIR_SEED])
{
    if (seat < 0 || seat >= TAP_SEATS) return false;
    fair->clients |= tap_only(seat);
    memcpy(fair->client[seat], seed, TAP_FAIR_SEED);
    return true;
}

void fair_commit(const uint8_t server_seed[TAP_FAIR_SEED], uint8_t ret_commitment[TAP_FAIR_SEED])
{
    crypto_hash_sha256_state h;
    crypto_hash_sha256_init(&h);
    crypto_hash_sha256_update(&h, (const uint8_t *)commitment_domain, sizeof commitment_domain - 1);
    crypto_hash_sha256_update(&h, server_seed, TAP_FAIR_SEED);
    crypto_hash_sha256_final(&h, ret_commitment);
}

/* Every part has a fixed length or its length before it, so no two deals are written with the same bytes. */
void fair_mix(const TapFair *fair, uint8_t ret_seed[64])
{
    uint8_t table_bytes = (uint8_t)strlen(fair->table), clients = (uint8_t)tap_count(fair->clients);
    crypto_hash_sha512_state h;
    crypto_hash_sha512_init(&h);
    crypto_hash_sha512_update(&h, (const uint8_t *)deal_domain, sizeof deal_domain - 1);
    crypto_hash_sha512_update(&h, &table_bytes, 1);
    crypto_hash_sha512_update(&h, (const uint8_t *)fair->table, table_bytes);
    crypto_hash_sha512_update(&h, fair->server, TAP_FAIR_SEED);
    crypto_hash_sha512_update(&h, &clients, 1);
    for (TapSeat s = 0; s < TAP_SEATS; s++) {
        if (!tap_has(fair->clients, s)) continue;
        uint8_t seat = (uint8_t)(s + 1); /* as people and records count */
        crypto_hash_sha512_update(&h, &seat, 1);
        crypto_hash_sha512_update(&h, fair->client[s], TAP_FAIR_SEED);
    }
    crypto_hash_sha512_final(&h, ret_seed);
}

void fair_write_hex(const uint8_t *bytes, size_t n, char *ret) { sodium_bin2hex(ret, 2 * n + 1, bytes, n); }

bool fair_read_hex(const char *text, uint8_t *ret, size_t n)
{
    uint8_t bytes[64];
    size_t  got;
    assert(n <= sizeof bytes);
    if (strlen(text) != 2 * n || sodium_hex2bin(bytes, n, text, 2 * n, NULL, &got, NULL) || got != n) return false;
    memcpy(ret, bytes, n);
    return true;
}
