/* The form of the log: https://www.sqlite.org/fileformat2.html#walformat */
#include "server/store/write_ahead.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/ground/folder.h"
#include "text/fail.h"

enum { HEADER = 32, FRAME_HEADER = 24, SUMMED = 8, VERSION = 3007000 };
static const uint32_t MAGIC = 0x377f0682;

typedef struct Log {
    uint8_t *bytes;
    size_t   n, page, frames;
    bool     big; /* words are summed with their high byte first */
} Log;

typedef struct Sums {
    uint32_t a, b;
} Sums;

static uint32_t word(const uint8_t *at, bool big)
{
    return big ? (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3] :
                 (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static void put_word(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static Sums sum(const Log *l, Sums s, const uint8_t *at, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        s.a += word(at + i, l->big) + s.b;
        s.b += word(at + i + 4, l->big) + s.a;
    }
    return s;
}

static uint8_t *frame(const Log *l, size_t i) { return l->bytes + HEADER + i * (FRAME_HEADER + l->page); }
static Sums     said(const uint8_t *at) { return (Sums){word(at, true), word(at + 4, true)}; }
static bool     same(Sums x, Sums y) { return x.a == y.a && x.b == y.b; }
static bool     ends_commit(const uint8_t *f) { return word(f + 4, true); }

static void say(uint8_t *at, Sums s)
{
    put_word(at, s.a);
    put_word(at + 4, s.b);
}

static Sums frame_sum(const Log *l, Sums before, size_t i)
{
    const uint8_t *f = frame(l, i);
    return sum(l, sum(l, before, f, SUMMED), f + FRAME_HEADER, l->page);
}

/* Of this log, not of one that stood in the same file before. */
static bool is_ours(const Log *l, size_t i) { return !memcmp(frame(l, i) + 8, l->bytes + 16, 8); }

/* Each log of a file counts one more than the one before it. */
static bool is_of_next(const Log *l, size_t i) { return word(frame(l, i) + 8, true) == word(l->bytes + 16, true) + 1; }

static bool is_header(const Log *l)
{
    const uint8_t *h = l->bytes;
    return (word(h, true) & ~1u) == MAGIC && same(sum(l, (Sums){0, 0}, h, HEADER - 8), said(h + HEADER - 8));
}

/* What a sum has become when the next eight bytes are zeros. */
static Sums on(Sums s) { return (Sums){s.a + s.b, s.a + 2 * s.b}; }

/* If one bit of it has changed: turns it back, if it can only be that one. Returns how many could be it: for high bits
 * of a word the sum does not tell all places apart. A frame that is half written fits none of them. */
static int mend_bit(const Log *l, Sums before, size_t i)
{
    uint8_t *f = frame(l, i), *byte = NULL, change = 0;
    Sums     is = frame_sum(l, before, i), wanted = said(f + 16);
    Sums     effect[2] = {{1, 1}, {0, 1}}; /* of a word, the first or the second of eight bytes, on the sum */
    int      found = __builtin_popcount(is.a ^ wanted.a) + __builtin_popcount(is.b ^ wanted.b) == 1;
    bool     in_sum = found;
    for (size_t eight = 1 + l->page / 8; eight-- > 0;) {
        uint8_t *at = eight ? f + FRAME_HEADER + 8 * (eight - 1) : f;
        for (int k = 0; k < 64; k++) {
            uint32_t bit = 1u << k % 32, by = word(at + 4 * (k / 32), l->big) & bit ? 0 - bit : bit;
            Sums     e = effect[k / 32];
            if (is.a + e.a * by != wanted.a || is.b + e.b * by != wanted.b) continue;
            byte = &at[4 * (k / 32) + (l->big ? 3 - k % 32 / 8 : k % 32 / 8)];
            change = (uint8_t)(1 << k % 8);
            found++;
        }
        for (int k = 0; k < 2; k++) effect[k] = on(effect[k]);
    }
    if (found == 1 && in_sum) say(f + 16, is);
    else if (found == 1) *byte ^= change;
    return found;
}

/* A power failure leaves at most one commit whose frames are not all there: the next is begun when it is synced. Where
 * sectors are filled up it ends with its last frame twice. */
static size_t commits_from(const Log *l, size_t i)
{
    size_t n = 0;
    for (; i < l->frames; i++) {
        bool again = i + 1 < l->frames && !memcmp(frame(l, i), frame(l, i + 1), 16);
        n += is_ours(l, i) && ends_commit(frame(l, i)) && !again;
    }
    return n;
}

/* The header is broken: rebuilt from the frames, if they hang together. The database says how long a page is. */
static bool mend_header(Log *l)
{
    if (l->frames < 2 || !same(frame_sum(l, said(frame(l, 0) + 16), 1), said(frame(l, 1) + 16))) return false;
    uint8_t *h = l->bytes;
    put_word(h, MAGIC | l->big);
    put_word(h + 4, VERSION);
    put_word(h + 8, (uint32_t)l->page);
    memcpy(h + 16, frame(l, 1) + 8, 8);
    say(h + HEADER - 8, sum(l, (Sums){0, 0}, h, HEADER - 8));
    /* Each frame's sum goes on from the header's: all of them must be said anew. */
    return true;
}

static WriteAhead mend(Log *l)
{
    WriteAhead found = WRITE_AHEAD_WHOLE;
    bool       anew = false;
    if (!is_header(l)) {
        if (!mend_header(l)) return WRITE_AHEAD_WHOLE;
        found = WRITE_AHEAD_MENDED;
        anew = true;
    }
    Sums before = said(l->bytes + HEADER - 8);
    for (size_t i = 0; i < l->frames; i++) {
        uint8_t *f = frame(l, i);
        Sums     now = frame_sum(l, before, i);
        bool     right = same(now, said(f + 16));
        if (anew && is_ours(l, i)) say(f + 16, now);
        else if (right && !is_ours(l, i)) {
            memcpy(f + 8, l->bytes + 16, 8);
            found = WRITE_AHEAD_MENDED;
        } else if (!right) {
            if (!is_ours(l, i) && !(i + 1 < l->frames && is_ours(l, i + 1))) break; /* the end */
            if (is_of_next(l, i)) break; /* the log was begun anew, and its header did not come to the disk */
            int bits = mend_bit(l, before, i);
            if (bits == 1) {
                if (found == WRITE_AHEAD_WHOLE) found = WRITE_AHEAD_MENDED;
                now = said(f + 16);
            } else if (bits) {
                found = WRITE_AHEAD_PATCHED;
                anew = true;
                memcpy(f + 8, l->bytes + 16, 8);
                say(f + 16, now);
            } else {
                /* A commit that was never finished, or what a failing disk left of several. To take it for damage and
                 * put it together again could bring back what others were told did not happen. */
                if (commits_from(l, i) > 1) found = WRITE_AHEAD_CUT;
                break;
            }
        }
        before = now;
    }
    return found;
}

static bool read_all(const char *path, uint8_t **ret, size_t *ret_n)
{
    struct stat s;
    size_t      at = 0;
    int         file = open(path, O_RDONLY | O_CLOEXEC);
    bool        good = file >= 0 && !fstat(file, &s);
    *ret_n = good ? (size_t)s.st_size : 0;
    *ret = good ? malloc(*ret_n + 1) : NULL;
    for (ssize_t got; *ret && at < *ret_n && (got = read(file, *ret + at, *ret_n - at)) > 0;) at += (size_t)got;
    if (file >= 0) close(file);
    if (*ret && at == *ret_n) return true;
    free(*ret);
    *ret = NULL;
    return false;
}

static bool write_all(const char *path, const uint8_t *bytes, size_t n)
{
    size_t at = 0;
    int    file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    for (ssize_t put; file >= 0 && at < n && (put = write(file, bytes + at, n - at)) > 0;) at += (size_t)put;
    bool good = file >= 0 && at == n && !fsync(file);
    if (file >= 0) close(file);
    return good && file_sync_name(path);
}

/* Copies the database and the log as they are found. */
static bool keep(const char *path, const uint8_t *log, size_t n, char *ret_copy, size_t size)
{
    char      name[PATH_BYTES];
    uint8_t  *bytes;
    size_t    length;
    time_t    now = time(NULL);
    struct tm t;
    gmtime_r(&now, &t);
    snprintf(ret_copy, size, "%.4000s.damaged-%04d%02d%02d-%02d%02d%02d", path, t.tm_year + 1900, t.tm_mon + 1,
             t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec);
    snprintf(name, sizeof name, "%.4100s-wal", ret_copy);
    bool good = read_all(path, &bytes, &length) && write_all(ret_copy, bytes, length) && write_all(name, log, n);
    if (good) free(bytes);
    return good;
}

WriteAhead write_ahead_mend(const char *path, char *ret_copy, size_t size, TapError *error)
{
    char     name[PATH_BYTES];
    uint8_t *database = NULL, *was = NULL;
    size_t   n = 0, page = 0;
    Log      l = {0};
    ret_copy[0] = 0;
    snprintf(name, sizeof name, "%.4100s-wal", path);
    if (access(name, F_OK)) return WRITE_AHEAD_WHOLE;
    if (!read_all(name, &l.bytes, &l.n)) {
        fail_with(error, "Cannot read %.150s.", name);
        return WRITE_AHEAD_FAILED;
    }
    if (l.n > HEADER) {
        page = word(l.bytes + 8, true);
        l.big = l.bytes[3] & 1;
    }
    if (page < 512 || page > 65536 || page & (page - 1) || !is_header(&l)) {
        l.big = false; /* as on every machine that this is likely to run on */
        page = read_all(path, &database, &n) && n >= 100 ? (size_t)database[16] << 8 | database[17] : 0;
        if (page == 1) page = 65536;
        free(database);
    }
    WriteAhead found = WRITE_AHEAD_WHOLE;
    if (l.n > HEADER && page >= 512) {
        l.page = page;
        l.frames = (l.n - HEADER) / (FRAME_HEADER + page);
        was = malloc(l.n);
        assert(was);
        memcpy(was, l.bytes, l.n);
        found = mend(&l);
    }
    if (found != WRITE_AHEAD_WHOLE && !(keep(path, was, l.n, ret_copy, size) &&
                                        (found == WRITE_AHEAD_CUT || write_all(name, l.bytes, l.n)))) {
        fail_with(error, "The log %.100s is damaged, and cannot be mended: no room, or no right to write.", name);
        found = WRITE_AHEAD_FAILED;
    }
    free(was);
    free(l.bytes);
    return found;
}
