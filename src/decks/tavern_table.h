/* Files of kind `tavern-deck`: the deck and the dice of the tavern's games. */
#ifndef DECKS_TAVERN_TABLE_H
#define DECKS_TAVERN_TABLE_H

#include "decks/deck_table.h"

extern const DataRules tavern_rules;

/* What a file of this kind says, in the places that decks/tavern.h names; its memory is taken from the blocks. */
const TapContent *tavern_compile(const DataFile *, Blocks *);

#endif
