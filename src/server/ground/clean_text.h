/* Words of people, made fit to be shown to others. */
#ifndef SERVER_CLEAN_TEXT_H
#define SERVER_CLEAN_TEXT_H

#include <stddef.h>

#include "server/ground/limits.h"

enum { NAME_BYTES = 4 * LIMIT_NAME + 1 };

/* Takes control characters and marks that turn the direction of writing out, and blanks off both ends; cuts after
 * `most` characters. The result is at most size - 1 bytes, and never half a character. Returns the number of characters
 * left. */
int text_clean(const char *text, int most, char *ret, size_t size);

#endif
