/* Any bytes as a deck of the inn. */
#ifndef FUZZ_DECK_FILE_H
#define FUZZ_DECK_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Reads them; what is read keeps to the rules of decks and can be told, what is refused has faults with places. Always
 * returns 0. */
int fuzz_deck_file(const uint8_t *data, size_t size);

#endif
