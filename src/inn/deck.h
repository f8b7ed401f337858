/* A deck as its file has it: what is read, told and joined. */
#ifndef INN_DECK_H
#define INN_DECK_H

#include "data/blocks.h"
#include "data/tables.h"
#include "inn/cards.h"

enum { INN_FILE_BYTES = 1 << 16, INN_TITLE_BYTES = 80 /* without its zero */ };

/* A card as its file has it. All that says what it is lies in the structs, which are zero elsewhere. */
typedef struct InnEntry {
    const struct InnDeck *of; /* whose tokens its effects name */
    const char *id, *title;
    int line, column; /* where its id stands */
    int copies;
    InnCard card; /* without .first */
    InnPermission permission[INN_CARD_PERMISSIONS];
    InnEffect effect[INN_CARD_PERMISSIONS][INN_PERMISSION_EFFECTS];
} InnEntry;

typedef struct InnDeck {
    DataHead head;
    InnKind kind;
    const char *name;
    const char *about; /* or NULL */
    int id_line, id_column;
    bool house;    /* most of it is ours: only a company that takes all of them has it */
    bool replaces; /* the file says that it takes the place of what is built in */
    int cards, boss, folk, gold, hand; /* boss: so many more, of a Boss */
    int tokens, token[INN_TOKENS]; /* which of the entries are tokens, in their order */
    int sides; /* decks beside it, how many cards each has, and where that is said */
    const char *side_id[INN_SIDES], *side_name[INN_SIDES];
    int side_cards[INN_SIDES], side_line[INN_SIDES], under, as_gold; /* the last two: InnDeckInfo */
    int entries;
    InnEntry *entry;
} InnDeck;

#endif
