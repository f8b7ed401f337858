/* Content files on disk: the folder they lie in, and a shelf of all of it. */
#ifndef CLI_SHELVES_H
#define CLI_SHELVES_H

#include "cli/cli.h"

#include <taproom/content.h>

enum { CONTENT_PATH_BYTES = 4096 };

/* A line of help for every command that takes --content. */
#define CONTENT_HELP                                                                                                   \
    "  --content DIR         decks of your own (docs/content.md; usually\n"                                            \
    "                        $XDG_DATA_HOME/taproom/content)\n"

/* The folder that was given, or where a person's content files are usually kept; NULL if there is no home. */
const char *content_folder(const char *given, char *room, size_t size);

/* A file ("-" is standard input) as text, with a zero behind it; NULL after saying why not. The caller frees it. */
char *content_read(const char *path, size_t *ret_n);

/* BLAKE2b-256 in hex. */
void content_hash(const char *text, size_t n, char ret[TAP_HASH_DIGITS + 1]);

/* Puts every *.table and *.deck of the folder on a new shelf, by name. Without a given folder the usual one is read if
 * it is there. A bad deck is left out, which is said; false after saying all that is wrong with tables. */
bool shelf_open(const char *command, const char *given, TapShelf **ret);

/* The same of a folder that must be there. */
bool shelf_of_folder(const char *command, const char *folder, TapShelf **ret);

/* What a table is played with that is not built in, as "tavern-deck tavern (1f3a5b7c)"; nothing if all is. */
void print_sources(FILE *, const char *before, const TapContent *, const char *after);
/* The same as a field of JSON, with a comma before: ,"content":[{"kind":...}] */
void print_sources_json(FILE *, const TapContent *);

#endif
