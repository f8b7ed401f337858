/*
 * Fair deals: nobody, the server included, can choose the cards of a game.
 *
 * Before the first card the server publishes a commitment to its secret seed; then every client sends a seed of its
 * own; the seed of the game is a hash over all of them. At the end the server reveals its seed, and the record keeps
 * everything (TapFair in <taproom/record.h>). docs/fairness.md gives the bytes, test vectors and what this proves.
 *
 * The order is the protection: make the server's seed, show the commitment, only then take clients' seeds, then mix.
 * Nothing here allocates, keeps state or prints; any thread may call it.
 */
#ifndef SERVER_FAIR_H
#define SERVER_FAIR_H

#include <taproom/record.h>

/* Begins a deal: a server seed nobody can guess, the commitment to it, no clients. table is 1 to TAP_FAIR_TABLE - 1
 * printable ASCII characters without blanks and names this one game, never two. False for another table id. */
bool fair_begin(TapFair *ret, const char *table);

/* Takes a client's seed, the later one if it comes twice. False for a seat that is none. */
bool fair_take(TapFair *, TapSeat, const uint8_t seed[TAP_FAIR_SEED]);

/* SHA-256 over the domain and the server's seed. */
void fair_commit(const uint8_t server_seed[TAP_FAIR_SEED], uint8_t ret_commitment[TAP_FAIR_SEED]);

/* The seed of the game: SHA-512 over the domain, the table id, the server's seed and each client's seat and seed in the
 * order of seats. Uses fair->table, ->server, ->clients and ->client. */
void fair_mix(const TapFair *, uint8_t ret_seed[64]);

/* Hexadecimal as records and messages write it: lower case, two digits a byte. */
void fair_write_hex(const uint8_t *bytes, size_t n, char *ret); /* 2 n characters and a zero */
bool fair_read_hex(const char *text, uint8_t *ret, size_t n);   /* exactly 2 n digits, else false */

#endif
