/* The kinds of content files there are. Knows nothing of the kernel, for the build reads files with it. */
#ifndef CONTENT_KINDS_H
#define CONTENT_KINDS_H

#include <taproom/deck.h>

#include "data/blocks.h"
#include "data/tables.h"

typedef struct ContentKind {
    const DataRules *rules;
    const TapContent *(*compile)(const DataFile *, Blocks *);
} ContentKind;

/* A kind without rules ends them. */
extern const ContentKind content_kinds[];

/* Reads a file of any kind: its head and what it holds, whose memory is taken from the blocks. False, with faults and
 * both untouched, if anything is wrong. */
bool content_compile(const char *text, size_t n, DataHead *ret_head, const TapContent **ret, Blocks *, TapFaults *);

/* What is built in: made from data/ when the library is built. kind NULL ends the list; a source's hash is NULL. */
typedef struct BuiltIn {
    TapSource source;
    const TapContent *content;
} BuiltIn;
extern const BuiltIn built_in_content[];

#endif
