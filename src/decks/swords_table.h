/* Files of kind `swords-deck`: the cards of Swords & Dragons, and the words by which they are asked for. */
#ifndef DECKS_SWORDS_TABLE_H
#define DECKS_SWORDS_TABLE_H

#include "decks/deck_table.h"

/* Places in the content's list. All but the first are lists of words, without cards. */
enum {
    SWORDS_DECK, /* suit * 13 + rank, then the Dragons; a Dragon's number is its Wrack */
    RANK_WORDS,
    SUIT_WORDS,
    NAME_WORDS, /* sobriquets: suit * 4 + Knight, Queen, King, Ace; one without has no title */
    CARD_WORDS, /* and seven more: the thirteen cards of each suit */
    SWORDS_DECKS = CARD_WORDS + 8,
};

extern const DataRules swords_rules;

/* What a file of this kind says, in these places; its memory is taken from the blocks. */
const TapContent *swords_compile(const DataFile *, Blocks *);

#endif
