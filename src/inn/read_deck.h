/* Deck files (docs/decks.md): text into one deck, with everything that is wrong about it by line and column. */
#ifndef INN_READ_DECK_H
#define INN_READ_DECK_H

#include "inn/deck.h"

/* Whether files of this kind are decks. */
bool inn_is_deck(const char *kind);

/* What was read lives in the blocks. False, with faults and *ret untouched, if anything is wrong. */
bool inn_read(const char *text, size_t n, const InnDeck **ret, Blocks *, TapFaults *);

/* Whether two cards are the same but for their copies and place. */
bool inn_same_card(const InnEntry *, const InnEntry *);

#endif
