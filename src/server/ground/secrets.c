#include "server/ground/secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "text/fail.h"

bool secrets_read(const char *path, uint8_t ret_key[KEY_BYTES], TapError *error)
{
    uint8_t key[KEY_BYTES];
    int     file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return fail_with(error, "Cannot read %.150s: %.60s.", path, strerror(errno));
    bool whole = read(file, key, sizeof key) == (ssize_t)sizeof key;
    close(file);
    if (!whole) return fail_with(error, "The key in %.150s is broken. Remove it; guests then need new names.", path);
    memcpy(ret_key, key, sizeof key);
    return true;
}

bool secrets_write(const char *path, const uint8_t key[KEY_BYTES], TapError *error)
{
    /* Under another name first: a key that is half written when the power goes is no key. */
    char part[4096];
    snprintf(part, sizeof part, "%.4000s.part", path);
    int  file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool whole = file >= 0 && write(file, key, KEY_BYTES) == (ssize_t)KEY_BYTES && !fsync(file);
    if (file >= 0) close(file);
    return (whole && !rename(part, path)) || fail_with(error, "Cannot write %.150s: %.60s.", path, strerror(errno));
}

bool secrets_load(const char *path, uint8_t ret_key[KEY_BYTES], TapError *error)
{
    uint8_t key[KEY_BYTES];
    if (!access(path, F_OK)) return secrets_read(path, ret_key, error);
    randombytes_buf(key, sizeof key);
    if (!secrets_write(path, key, error)) return false;
    memcpy(ret_key, key, sizeof key);
    return true;
}

/* Letters and digits that are not mistaken for each other. */
static void in_letters(const uint8_t *bytes, int n, char *ret)
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    for (int i = 0; i < n; i++) ret[i] = letters[bytes[i] & 31];
    ret[n] = 0;
}

void secrets_new_guest(char ret[GUEST_BYTES])
{
    uint8_t bytes[GUEST_BYTES - 1];
    randombytes_buf(bytes, sizeof bytes);
    in_letters(bytes, GUEST_BYTES - 1, ret);
}

/* A keyed hash over purpose and parts, each with its zero: no two lists of parts are the same bytes. */
static void sign(const uint8_t *key, const char *purpose, const char *a, const char *b, uint8_t ret[crypto_auth_BYTES])
{
    crypto_generichash_state h;
    crypto_generichash_init(&h, key, KEY_BYTES, crypto_auth_BYTES);
    const char *const part[] = {purpose, a, b};
    for (int i = 0; i < 3; i++) crypto_generichash_update(&h, (const unsigned char *)part[i], strlen(part[i]) + 1);
    crypto_generichash_final(&h, ret, crypto_auth_BYTES);
}

void secrets_cookie(const uint8_t key[KEY_BYTES], const char *guest, char ret[COOKIE_BYTES])
{
    uint8_t mac[crypto_auth_BYTES];
    char    hex[SIGNATURE_BYTES];
    sign(key, "guest", guest, "", mac);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    snprintf(ret, COOKIE_BYTES, "%.16s.%s", guest, hex);
}

bool secrets_guest(const uint8_t key[KEY_BYTES], const char *cookie, char ret_guest[GUEST_BYTES])
{
    char guest[GUEST_BYTES], expected[COOKIE_BYTES];
    if (strlen(cookie) != COOKIE_BYTES - 1) return false;
    memcpy(guest, cookie, GUEST_BYTES - 1);
    guest[GUEST_BYTES - 1] = 0;
    secrets_cookie(key, guest, expected);
    if (!secrets_same(cookie, expected)) return false;
    memcpy(ret_guest, guest, sizeof guest);
    return true;
}

void secrets_table(const uint8_t key[KEY_BYTES], const char *guest, const char *request, char ret[TABLE_BYTES])
{
    uint8_t mac[crypto_auth_BYTES];
    sign(key, "table", guest, request, mac);
    in_letters(mac, TABLE_BYTES - 1, ret);
}

bool secrets_is_table(const char *id)
{
    return strlen(id) == TABLE_BYTES - 1 && strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz") == TABLE_BYTES - 1;
}

void secrets_seat_token(const uint8_t key[KEY_BYTES], const char *table, int seat, uint32_t generation,
                        char ret[SIGNATURE_BYTES])
{
    uint8_t mac[crypto_auth_BYTES];
    char    which[32];
    snprintf(which, sizeof which, "%d %u", seat, generation);
    sign(key, "seat", table, which, mac);
    sodium_bin2hex(ret, SIGNATURE_BYTES, mac, sizeof mac);
}

void secrets_mark(const uint8_t key[KEY_BYTES], const char *address, char ret[MARK_BYTES])
{
    uint8_t mac[crypto_auth_BYTES];
    sign(key, "address", address, "", mac);
    in_letters(mac, MARK_BYTES - 1, ret);
}

void secrets_proof(const uint8_t key[KEY_BYTES], const char *purpose, const char *a, const char *b,
                   char ret[SIGNATURE_BYTES])
{
    uint8_t mac[crypto_auth_BYTES];
    sign(key, purpose, a, b, mac);
    sodium_bin2hex(ret, SIGNATURE_BYTES, mac, sizeof mac);
}

bool secrets_same(const char *a, const char *b)
{
    size_t n = strlen(a);
    return n == strlen(b) && !sodium_memcmp(a, b, n);
}
