/*
 * What the inn is played with: decks put together. All their cards are faces of one deck, so that a pile may hold cards
 * of several; a card that several decks have, with the same content, is one face.
 */
#ifndef INN_CONTENT_H
#define INN_CONTENT_H

#include <taproom/deck.h>

#include "inn/deck.h"

enum { INN_FILES = 64 /* most decks of one's own */ };

/* Places in the content's list: the decks of the games that are played inside the inn, and its own cards. */
enum { INN_GUEST_DECKS = 2, INN_CARDS = INN_GUEST_DECKS };

/* Made from data/inn: own is InnTables, roles are the ids of characters, in the order of their decks. */
extern const TapContent inn_content;

static inline const InnTables *inn_tables(const TapContent *c) { return c->own; }

/* Whether a deck may stand beside n others: none of its cards is another one there. Adds faults. */
bool inn_fits(const InnDeck *const *deck, int n, const InnDeck *added, TapFaults *);

/* n decks that fit as one content; guests are the first INN_GUEST_DECKS of its decks, or NULL for none. Its memory is
 * taken from the blocks; it has no sources. The deck of a single file has copies and cards, that of several has not:
 * who plays takes them from the tables. */
const TapContent *inn_join(const InnDeck *const *deck, int n, const TapDeck *const *guests, Blocks *);

#endif
