/* Deck files in tests. */
#ifndef SUPPORT_INN_DECKS_H
#define SUPPORT_INN_DECKS_H

#include "inn/read_deck.h"

/* What a good deck is read to; a test fails on one that is not. */
const InnDeck *read_good(const char *text, Blocks *);

#endif
