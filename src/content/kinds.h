/* The kinds of content files there are. Knows nothing of the kernel, for the build reads files with it. */
#ifndef CONTENT_KINDS_H
#define CONTENT_KINDS_H

#include <taproom/deck.h>

#include "data/blocks.h"
#include "data/tables.h"
#include "inn/content.h"
#include "inn/read_deck.h"

typedef struct ContentKind {
    const DataRules *rules;
    const TapContent *(*compile)(const DataFile *, Blocks *);
} ContentKind;

/* A kind without rules ends them. */
extern const ContentKind content_kinds[];

typedef struct ContentFile {
    DataHead head;
    const TapContent *content;
    const InnDeck *deck; /* NULL: a file of tables */
} ContentFile;

/* Reads a file of any kind: what it holds has its memory from the blocks. False, with faults and *ret untouched, if
 * anything is wrong. */
bool content_compile(const char *text, size_t n, ContentFile *ret, Blocks *, TapFaults *);

/* The places of the decks that the games inside the inn are played with, as the files of these kinds have them. */
#define GUEST_DECKS_KIND "tavern-deck"
#define GUEST_DECKS_ID "tavern"

/* What is built in: made from data/ when the library is built. kind NULL ends the list; a source's hash is NULL. */
typedef struct BuiltIn {
    TapSource source;
    const TapContent *content;
} BuiltIn;
extern const BuiltIn built_in_content[];

#endif
