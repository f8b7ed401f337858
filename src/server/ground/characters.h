/* What a character does to others, as far as names and talk must know it. By code point. */
#ifndef SERVER_CHARACTERS_H
#define SERVER_CHARACTERS_H

#include <stdbool.h>
#include <stdint.h>

bool is_unseen(uint32_t); /* controls, turns of direction, whatever is drawn as nothing at all */
bool is_blank(uint32_t);  /* drawn as a gap */
bool is_mark(uint32_t);   /* drawn on, over or under the character before it */

#endif
