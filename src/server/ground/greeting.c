#include "server/ground/greeting.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

static const char called[] = "called", calling[] = "calling";

void greeting_begin(Greeting *g, const char *node)
{
    uint8_t bytes[(NONCE_HEX - 1) / 2];
    *g = (Greeting){.version = LINE_VERSION};
    snprintf(g->node, sizeof g->node, "%s", node);
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(g->nonce, sizeof g->nonce, bytes, sizeof bytes);
}

/* A greeting is words with a blank between: "taproom-node VERSION NAME NONCE PROOF", as far as they are known. */
typedef struct Words {
    int  version;
    char node[NODE_NAME_BYTES], nonce[NONCE_HEX], proof[SIGNATURE_BYTES];
    int  n;
} Words;

static bool is_hex(const char *text) { return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64; }

/* What follows another version than ours is not looked at: its words may be others. */
static bool read_words(const Greeting *g, const char *text, size_t n, Words *ret)
{
    char line[GREETING_BYTES];
    int  end = 0;
    *ret = (Words){0};
    if (n >= sizeof line || memchr(text, 0, n)) return false;
    memcpy(line, text, n);
    line[n] = 0;
    ret->n = sscanf(line, "taproom-node %9d %63[A-Za-z0-9._-] %64s %64s%n", &ret->version, ret->node, ret->nonce,
                    ret->proof, &end);
    if (ret->n > 0 && ret->version != g->version) return true;
    return (ret->n == 3 && is_hex(ret->nonce)) ||
           (ret->n == 4 && !line[end] && is_hex(ret->nonce) && is_hex(ret->proof));
}

/* Who says it comes first; the purpose keeps the two proofs apart, so that none can be sent back. */
static void prove(const uint8_t *key, const char *purpose, const char *said_by, const char *nonce, const char *heard_by,
                  const char *others, char ret[SIGNATURE_BYTES])
{
    char from[NODE_NAME_BYTES + NONCE_HEX], to[NODE_NAME_BYTES + NONCE_HEX];
    snprintf(from, sizeof from, "%s %s", said_by, nonce);
    snprintf(to, sizeof to, "%s %s", heard_by, others);
    secrets_proof(key, purpose, from, to, ret);
}

static size_t say(const Greeting *g, const char *proof, char ret[GREETING_BYTES])
{
    return (size_t)snprintf(ret, GREETING_BYTES, "taproom-node %d %s %s%s%s", g->version, g->node, g->nonce,
                            proof ? " " : "", proof ? proof : "");
}

static size_t say_proved(const Greeting *g, const uint8_t *key, const char *purpose, char ret[GREETING_BYTES])
{
    char proof[SIGNATURE_BYTES];
    prove(key, purpose, g->node, g->nonce, g->other, g->others, proof);
    return say(g, proof, ret);
}

static Greeted judge(const Greeting *g, const Words *w, const uint8_t *key, const char *purpose)
{
    char proof[SIGNATURE_BYTES];
    if (w->version != g->version) return GREETED_VERSION;
    if (w->n != 4) return GREETED_WRONG;
    prove(key, purpose, w->node, w->nonce, g->node, g->nonce, proof);
    return secrets_same(proof, w->proof) ? GREETED_FINE : GREETED_WRONG;
}

size_t greeting_first(const Greeting *g, char ret[GREETING_BYTES]) { return say(g, NULL, ret); }

Greeted greeting_read_first(Greeting *g, const char *text, size_t n)
{
    Words w;
    if (!read_words(g, text, n, &w)) return GREETED_WRONG;
    if (w.version != g->version) return GREETED_VERSION;
    if (w.n != 3) return GREETED_WRONG;
    strcpy(g->other, w.node);
    strcpy(g->others, w.nonce);
    return GREETED_FINE;
}

size_t greeting_call(const Greeting *g, const uint8_t key[KEY_BYTES], char ret[GREETING_BYTES])
{
    return say_proved(g, key, calling, ret);
}

Greeted greeting_read_call(Greeting *g, const uint8_t key[KEY_BYTES], const char *text, size_t n)
{
    Words w;
    if (!read_words(g, text, n, &w)) return GREETED_WRONG;
    Greeted greeted = judge(g, &w, key, calling);
    if (greeted == GREETED_FINE) {
        strcpy(g->other, w.node);
        strcpy(g->others, w.nonce);
    }
    return greeted;
}

size_t greeting_answer(const Greeting *g, const uint8_t key[KEY_BYTES], char ret[GREETING_BYTES])
{
    return say_proved(g, key, called, ret);
}

Greeted greeting_read_answer(const Greeting *g, const uint8_t key[KEY_BYTES], const char *text, size_t n)
{
    Words w;
    if (!read_words(g, text, n, &w)) return GREETED_WRONG;
    if (strcmp(w.node, g->other) != 0 || strcmp(w.nonce, g->others) != 0) return GREETED_WRONG;
    return judge(g, &w, key, called);
}
