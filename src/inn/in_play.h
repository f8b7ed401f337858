/* What lies in play: tokens, rows, side decks, and what lasts. */
#ifndef INN_IN_PLAY_H
#define INN_IN_PLAY_H

#include "inn/inn.h"

const InnCard *token_card(const Setup *, const Table *, Seat owner, int k);
/* How many tokens of the owner's kind k a seat has; of those of the owner alone, or of the side, it has them all. */
int tokens_of(const Setup *, const Table *, Seat owner, int k, Seat);
/* Up to n more, or fewer if n is negative, as far as the bounds and the supply go; returns how many it was. */
int tokens_move(const Setup *, Table *, Seat owner, int k, Seat, int n, Env *);
void tokens_at_start(const Setup *, Table *, Seat);
/* Whether the owner has of each kind of his own tokens. */
bool has_all_kinds(const Setup *, const Table *, Seat owner);
/* A card that was played goes onto the pile that a token counts; false: it has none, or that is full. */
bool lay_onto(const Setup *, Table *, Seat, Slot, Env *);
/* The side decks of a character (SET-7). */
void sides_begin(const Setup *, Table *, Seat);
/* Whether something lies in the row of the seat that a mate, or the seat itself, may use now. */
bool row_is_usable(const Setup *, const Table *, Seat, int i);
/* The top card of one of the side decks; NO_CARD: there is none. */
Slot take_beside(const Setup *, Patron *, int k, Env *);
/* How many own cards of a sign lie in somebody's row; n of them are laid away. */
int signs_in_row(const Setup *, const Table *, Seat, int sign);
void signs_spent(const Setup *, Table *, Seat, int sign, int n, Env *);
/* Own cards of a side deck that lie there. */
int row_of_side(const Setup *, const Table *, Seat, int side);
/* Card i of a row for all to see: it stays there and was used, or is taken out. */
Slot row_take(const Setup *, Table *, int i);
/* A card of the owner comes into somebody's row, which has room for it. */
void row_gets(const Setup *, Table *, Seat, Seat owner, Slot, Env *);
/* Of whose character it is. */
void row_lay_away(const Setup *, Table *, Seat, Slot);
Slot row_remove(const Setup *, Table *, Seat, int i);
/* Card i of somebody's row: whether who has it may use it, being his own or for whoever has it (TC-PHRE); else it is
 * attached to him. */
static inline bool is_for_bearer(const Setup *setup, const Inn *g, Seat s, int i)
{
    return g->seat[s].row_of[i] == s || card_at(setup, g->seat[s].row[i].card)->flags & INN_FOR_BEARER;
}
void rows_rest(Table *); /* a turn begins: all may be used again */
void row_cleared(const Setup *, Table *, Seat, Card but, Env *);
/* Who is out leaves nothing in play: neither his row, nor cards and tokens of his that others have (LOS-4). */
void in_play_without(const Setup *, Table *, Seat, Env *);
/* What holds as long as it lies there, reckoned anew. */
void mods_reckon(const Setup *, Table *, Seat);
static inline int mod_of(const Inn *g, Seat s, InnDoes does) { return g->seat[s].mod[does - INN_STATIC]; }
/* Where a card lies that was played or discarded: with what is used up of its side deck, or on the discards. */
static inline Pile *laid_on(const Setup *setup, Patron *p, Card c)
{
    return card_at(setup, c)->in ? &p->spent : &p->discard;
}
static inline int zone_laid_on(const Setup *setup, Card c) { return card_at(setup, c)->in ? Z_SPENT : Z_DISCARD; }
/* How many cards its hand has too few (PH1-1). */
static inline int missing_of(const Inn *g, Seat s)
{
    return g->seat[s].hand_size + mod_of(g, s, INN_HAND_MORE) - g->seat[s].cards;
}
/* Whether a permission of the seat has the tokens it wants: of its own, or those of a seat that may be picked. */
bool has_tokens(const Table *, Seat owner, const InnPermission *, Seat);

/* Cards that are Gold (in_purse.c). The next of the side deck, with its worth in Gold; false: there is none, or no
 * room. */
bool purse_fetch(Table *, Seat, Env *);
/* The first that lies open before the seat, of cards from this one on; NO_CARD: there is none. */
Card purse_open_from(const Table *, Seat, int card);

#endif
