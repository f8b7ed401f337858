/* Words of people, made fit to be shown to others. */
#ifndef SERVER_CLEAN_TEXT_H
#define SERVER_CLEAN_TEXT_H

#include <stddef.h>

#include "server/ground/limits.h"

enum { NAME_BYTES = 4 * LIMIT_NAME + 1 };

/* Takes out control characters, marks that turn the direction of writing, and whatever is drawn as nothing; blanks at
 * both ends and all but one in a row; marks that have nothing to stand on, and more than three on one character. Cuts
 * after `most` characters. The result is at most size - 1 bytes, and never half a character. Returns the number of
 * characters left: 0 if there is nothing to be seen. */
int text_clean(const char *text, int most, char *ret, size_t size);

#endif
