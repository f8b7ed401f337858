/*
 * How two nodes of a house greet each other before anything is passed on between them (docs/scale.md). The one that was
 * called says which version it speaks and a number that it drew; the caller shows that it has the key, by a keyed hash
 * over both numbers and both names, and draws one too; then the other shows the same. What somebody heard of an earlier
 * greeting is worth nothing: no number comes twice.
 */
#ifndef SERVER_GREETING_H
#define SERVER_GREETING_H

#include "server/ground/secrets.h"

enum { LINE_VERSION = 2, NONCE_HEX = 65, NODE_NAME_BYTES = 64, GREETING_BYTES = 512 };

typedef enum Greeted {
    GREETED_WRONG,   /* not understood, or without the key */
    GREETED_VERSION, /* another version is spoken there */
    GREETED_FINE,
} Greeted;

typedef struct Greeting {
    char node[NODE_NAME_BYTES], other[NODE_NAME_BYTES]; /* this one's name, and the other's when it is known */
    char nonce[NONCE_HEX], others[NONCE_HEX];
    int  version; /* that is spoken here; LINE_VERSION but for tests */
} Greeting;

void greeting_begin(Greeting *, const char *node);

/* Texts without a zero at their end; each returns its length. */
size_t greeting_first(const Greeting *, char ret[GREETING_BYTES]); /* of the one who was called */
Greeted greeting_read_first(Greeting *, const char *text, size_t n);
size_t greeting_call(const Greeting *, const uint8_t key[KEY_BYTES], char ret[GREETING_BYTES]); /* the caller's */
Greeted greeting_read_call(Greeting *, const uint8_t key[KEY_BYTES], const char *text, size_t n);
size_t greeting_answer(const Greeting *, const uint8_t key[KEY_BYTES], char ret[GREETING_BYTES]);
Greeted greeting_read_answer(const Greeting *, const uint8_t key[KEY_BYTES], const char *text, size_t n);

#endif
