/* A text as lines of tokens with their places: bare words, "quoted text" with \" and \\, # comments, UTF-8. What every
 * kind of content is read with, tables and decks alike. */
#ifndef DATA_TOKENS_H
#define DATA_TOKENS_H

#include "data/blocks.h"
#include "data/faults.h"

enum {
    LINE_TOKENS = 32,     /* most tokens of a line */
    TEXT_BYTES = 1 << 20, /* most bytes of a file */
};

typedef struct Token {
    const char *text; /* without quotes and escapes; lives as long as the blocks */
    int column;
    bool quoted;
} Token;

typedef struct Tokens {
    const char *at, *end;
    int line;
    /* The line read last: */
    bool bad; /* it has faults, so its tokens are not all of it */
    int n;
    int past; /* the column behind its last token */
    Token token[LINE_TOKENS];
} Tokens;

/* False, with a fault, for a text that is too long. */
bool tokens_begin(Tokens *, const char *text, size_t n, TapFaults *);

/* Reads on to the next line that holds something; false at the end of the text. */
bool tokens_next(Tokens *, Blocks *, TapFaults *);

/* A bare word that says just this. */
bool token_is(const Token *, const char *word);

/* The length in bytes of the character at text, of at most n; 0 if it is broken or one that cannot be seen. */
int character_length(const char *text, size_t n);
/* How many characters these n bytes are. */
int count_characters(const char *text, size_t n);

#endif
