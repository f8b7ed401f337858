/*
 * Content from files (docs/content.md): decks and dice as tables of text that replace what is built in.
 *
 * A shelf holds the files of somebody who wants to play with them. Files are put on it first; from then on it is const,
 * and any number of threads may use it. What it gives lives until it is freed, and must outlive every setup made of it.
 * NULL is a shelf without files.
 */
#ifndef TAPROOM_CONTENT_H
#define TAPROOM_CONTENT_H

#include <taproom/game.h>

typedef struct TapShelf TapShelf;

enum { TAP_HASH_DIGITS = 64 };

/* What is built in, i from 0: kind, id and text, no hash; NULL beyond the last. */
TAP_API const TapSource *tap_built_in(int i);

/* How the names of files of that kind end: ".table", ".deck"; NULL: there is no such kind. */
TAP_API const char *tap_content_ending(const char *kind);

TAP_API TapShelf *tap_shelf_new(void);
TAP_API void tap_shelf_free(TapShelf *);

/* Reads a file, before anybody plays with the shelf. hash is BLAKE2b-256 of its n bytes, as 64 lower-case hex digits:
 * the library does no cryptography and believes it. False, with faults, and nothing added, if the text is not good, its
 * kind and id are on the shelf already, or it is a deck that does not fit those that are there. */
TAP_API bool tap_shelf_add(TapShelf *, const char *text, size_t n, const char *hash, TapFaults *);

/* What was read from file i, in the order of adding, its one source first; NULL beyond the last. */
TAP_API const TapContent *tap_shelf_file(const TapShelf *, int i);

/* What a new table of the game is played with: files that replace what is built in, and what is built in for the rest.
 */
TAP_API const TapContent *tap_shelf_content(const TapShelf *, const TapGame *);

/* What a table was played with that names its files by kind, id and hash: just these, and what is built in for the
 * rest. Texts are not looked at. False, with a reason and *ret untouched, if one of them is not on the shelf or the
 * game has no use for it. */
TAP_API bool tap_shelf_content_of(const TapShelf *, const TapGame *, const TapSource *file, int n,
                                  const TapContent **ret, TapError *);

#endif
