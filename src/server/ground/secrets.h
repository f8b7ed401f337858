/* The house's key and what is signed with it: guests' cookies, seat tokens, the ids of tables, greetings
 * between nodes. */
#ifndef SERVER_SECRETS_H
#define SERVER_SECRETS_H

#include <taproom/base.h>

enum {
    KEY_BYTES = 32,
    GUEST_BYTES = 17,       /* 16 characters and a zero */
    TABLE_BYTES = 13,       /* 12 characters and a zero */
    SIGNATURE_BYTES = 65,
    MARK_BYTES = 17,
    COOKIE_BYTES = GUEST_BYTES + SIGNATURE_BYTES,
};

bool secrets_read(const char *path, uint8_t ret_key[KEY_BYTES], TapError *);
bool secrets_write(const char *path, const uint8_t key[KEY_BYTES], TapError *); /* only its owner may read it */
/* Reads the key, or makes one. */
bool secrets_load(const char *path, uint8_t ret_key[KEY_BYTES], TapError *);

void secrets_new_guest(char ret[GUEST_BYTES]);
/* "guest.signature", and back; false if the signature is not ours. */
void secrets_cookie(const uint8_t key[KEY_BYTES], const char *guest, char ret[COOKIE_BYTES]);
bool secrets_guest(const uint8_t key[KEY_BYTES], const char *cookie, char ret_guest[GUEST_BYTES]);

/* The same guest and request give the same table, so that a repeated request makes no second one. Nobody else can guess
 * it. */
void secrets_table(const uint8_t key[KEY_BYTES], const char *guest, const char *request, char ret[TABLE_BYTES]);
bool secrets_is_table(const char *id);

/* Good for this seat until it changes hands (generation). */
void secrets_seat_token(const uint8_t key[KEY_BYTES], const char *table, int seat, uint32_t generation,
                        char ret[SIGNATURE_BYTES]);
/* By which an address is known again, without keeping it. */
void secrets_mark(const uint8_t key[KEY_BYTES], const char *address, char ret[MARK_BYTES]);
/* That who says it has the key: a keyed hash over these words. */
void secrets_proof(const uint8_t key[KEY_BYTES], const char *purpose, const char *a, const char *b,
                   char ret[SIGNATURE_BYTES]);
bool secrets_same(const char *a, const char *b); /* in constant time */

#endif
