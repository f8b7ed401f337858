/* Which deck was measured (docs/house-decks.md): what is played of the file of a character, and its hash. */
#ifndef DECK_HASH_H
#define DECK_HASH_H

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include <taproom/content.h>

enum { DECK_HASH_BYTES = 32, DECK_HASH_DIGITS = 2 * DECK_HASH_BYTES, DECK_TEXT_BYTES = 1 << 16 };

/* Whether a line of a card has the word behind its title. */
static inline bool is_boss_card(const char *line, size_t n)
{
    static const char word[] = " boss";
    const char *end = line + n, *at = line;
    for (const char *quote = line; quote < end; quote++)
        if (*quote == '"') at = quote;
    for (; at + sizeof word - 1 <= end; at++)
        if (!strncmp(at, word, sizeof word - 1) && (at + sizeof word - 1 == end || at[sizeof word - 1] == ' '))
            return true;
    return false;
}

/* Whether a line names a side deck of which only a Boss has cards. */
static inline bool is_boss_side(const char *text, const char *line)
{
    char in[64];
    size_t n;
    if (strncmp(line, "side ", 5)) return false;
    snprintf(in, sizeof in, " in=%.*s", (int)strcspn(line + 5, " "), line + 5);
    for (const char *at = text; *at; at += n + (at[n] == '\n')) {
        n = strcspn(at, "\n");
        const char *there = strncmp(at, "card ", 5) ? NULL : strstr(at, in);
        if (there && there < at + n && strchr(" \n", there[strlen(in)]) && !is_boss_card(at, n)) return false;
    }
    return true;
}

/* The text of a built-in character as it is played: without the cards of a Boss, how many they are, side decks of them
 * alone, and comments above all that, unless a Boss plays. How many bytes it has. */
static inline size_t deck_text(const char *id, bool boss, char ret[DECK_TEXT_BYTES])
{
    const TapSource *s;
    size_t size = 0;
    for (int i = 0; (s = tap_built_in(i)); i++) {
        if (strcmp(s->kind, "inn-character") || strcmp(s->id, id) || strlen(s->text) >= DECK_TEXT_BYTES) continue;
        bool skip = false;
        const char *from = s->text; /* a comment goes with what follows it */
        for (const char *line = s->text; *line;) {
            size_t n = strcspn(line, "\n");
            bool comment = !n || *line == '#';
            bool head = !boss && (!strncmp(line, "boss ", 5) || is_boss_side(s->text, line));
            if (!strncmp(line, "card ", 5)) skip = !boss && is_boss_card(line, n);
            line += n + (line[n] == '\n');
            if (comment && *line) continue;
            if (!skip && !head) {
                memcpy(ret + size, from, (size_t)(line - from));
                size += (size_t)(line - from);
            }
            from = line;
        }
    }
    ret[size] = 0;
    return size;
}

/* BLAKE2b-256 of the texts of so many, one behind the other. */
static inline void hash_decks(const char *const *id, int n, bool boss, char ret[DECK_HASH_DIGITS + 1])
{
    static char text[DECK_TEXT_BYTES];
    crypto_generichash_state h;
    unsigned char hash[DECK_HASH_BYTES];
    crypto_generichash_init(&h, NULL, 0, sizeof hash);
    for (int i = 0; i < n; i++) {
        size_t size = deck_text(id[i], boss, text);
        crypto_generichash_update(&h, (const unsigned char *)text, size);
    }
    crypto_generichash_final(&h, hash, sizeof hash);
    sodium_bin2hex(ret, DECK_HASH_DIGITS + 1, hash, sizeof hash);
}

#endif
