#include "data/faults.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- list */

/* Where the next fault of this place goes; TAP_FAULTS if it is only counted. */
static int place_of(const TapFaults *f, int line, int column)
{
    int i = f->n;
    while (i && (f->fault[i - 1].line > line || (f->fault[i - 1].line == line && f->fault[i - 1].column > column))) i--;
    return i;
}

/* A message that does not fit ends between two characters. */
static void mend_end(char *text, size_t size)
{
    size_t n = strlen(text);
    if (n + 1 < size) return;
    while (n && ((unsigned char)text[n - 1] & 0xC0) == 0x80) n--;
    if (n && (unsigned char)text[n - 1] >= 0xC0) n--;
    text[n] = 0;
}

static void insert(TapFaults *f, int at, int line, int column, const char *text)
{
    if (f->n == TAP_FAULTS) {
        f->more++;
        if (at == TAP_FAULTS) return;
    } else
        f->n++;
    memmove(&f->fault[at + 1], &f->fault[at], sizeof *f->fault * (size_t)(f->n - 1 - at));
    f->fault[at].line = line;
    f->fault[at].column = column;
    snprintf(f->fault[at].text, sizeof f->fault[at].text, "%s", text);
    mend_end(f->fault[at].text, sizeof f->fault[at].text);
}

void faults_add(TapFaults *f, int line, int column, const char *form, ...)
{
    char text[sizeof f->fault->text];
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    insert(f, place_of(f, line, column), line, column, text);
}

void faults_guess(TapFaults *f, int line, int column, const char *said, const char *const *word, int n,
                  const char *form, ...)
{
    char text[sizeof f->fault->text];
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    int at = place_of(f, line, column);
    /* A guess costs time, and one that nobody reads is not made. */
    const char *meant = at < TAP_FAULTS ? nearest_word(said, word, n) : NULL;
    size_t len = strlen(text);
    if (meant) snprintf(text + len, sizeof text - len, "; did you mean %s?", quoted(meant).text);
    insert(f, at, line, column, text);
}

char *tap_faults_text(const TapFaults *f, const char *file)
{
    enum { AROUND = 64 }; /* numbers, colons, "and N more" */
    size_t room = AROUND, at = 0;
    for (int i = 0; i < f->n; i++) room += strlen(file) + strlen(f->fault[i].text) + AROUND;
    char *text = malloc(room);
    assert(text);
    text[0] = 0;
    for (int i = 0; i < f->n; i++) {
        const TapFault *x = &f->fault[i];
        at += (size_t)snprintf(text + at, room - at, "%s:%d:%d: %s\n", file, x->line, x->column, x->text);
    }
    if (f->more) snprintf(text + at, room - at, "and %d more\n", f->more);
    return text;
}

/* ---------------------------------------------------------------- guesses */

Quoted quoted(const char *word)
{
    enum { MOST = 40 }; /* characters; what is longer is recognised by its beginning */
    Quoted q = {"'"};
    size_t n = 1;
    int characters = 0;
    const char *p = word;
    for (; *p; p++) {
        bool begins = ((unsigned char)*p & 0xC0) != 0x80;
        /* Room for the longest character, "...'" and the end. */
        if (begins && (characters == MOST || n + 4 + 5 > sizeof q.text)) break;
        characters += begins;
        q.text[n++] = *p;
    }
    snprintf(q.text + n, sizeof q.text - n, "%s'", *p ? "..." : "");
    return q;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

enum { GUESSED = 48 }; /* longer words are not guessed at */

/* Steps from a to b: a letter more, less or another, or two exchanged. */
static int distance(const char *a, int an, const char *b, int bn)
{
    int row[3][GUESSED + 1] = {{0}};
    for (int j = 0; j <= bn; j++) row[0][j] = j;
    for (int i = 1; i <= an; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *two_before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= bn; j++) {
            int best = before[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            if (before[j] + 1 < best) best = before[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            bool exchanged = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (exchanged && two_before[j - 2] + 1 < best) best = two_before[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[an % 3][bn];
}

const char *nearest_word(const char *said, const char *const *word, int n)
{
    size_t len = strlen(said);
    const char *best = NULL;
    if (!len || len > GUESSED) return NULL;
    int limit = len < 3 ? 1 : (int)(len + 1) / 3;
    for (int i = 0; i < n; i++) {
        size_t other = word[i] ? strlen(word[i]) : 0;
        if (!other || other > GUESSED) continue;
        int d = distance(said, (int)len, word[i], (int)other);
        /* What has nothing in common is no guess: "a" for "b". */
        if (d > limit || d >= (int)(len > other ? len : other)) continue;
        best = word[i];
        limit = d - 1;
        if (limit < 0) break;
    }
    return best;
}
