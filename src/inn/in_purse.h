/* Gold, and cards that are Gold (TC-KEET): each pays as one coin, lies face down before who has it, and is known to
 * that side until it is used or laid open. What a side, the pot and the Inn have is a number (Pool.gold); of a side and
 * of the pot it is never less than the cards that are part of it. */
#ifndef INN_IN_PURSE_H
#define INN_IN_PURSE_H

#include "inn/in_play.h"

/* Card i of those that may be played: of the purses of all seats. */
static inline bool is_in_purse(int i) { return i >= PURSE_AT; }
static inline Seat purse_owner(int i) { return (Seat)((i - PURSE_AT) / PURSE_MOST); }
static inline int purse_place(int i) { return (i - PURSE_AT) % PURSE_MOST; }
static inline int purse_index(Seat s, int k) { return PURSE_AT + s * PURSE_MOST + k; }

/* How many of them a side has, and lie in the pot. */
int things_of(const Inn *, Seat);
/* SET-10: as much of the Gold of who plays such a character as there is at the start. */
void purse_begin(const Setup *, Table *, Seat, Env *);
/* Card i for all to see: it stays, or it is used up and no Gold any more. */
Slot purse_take(const Setup *, Table *, int i);
/* Whether it lies open: what it does that lasts, or by itself, it does only then. */
static inline bool lies_open(Slot card) { return card.known == PUBLIC; }
/* What was laid down in the payment that is open there: whether an opponent of the seat has done so; somebody takes
 * what opponents, or all, have laid down; the rest goes to whom it was paid. Returned is how many they were. */
bool was_spent(const Inn *, int at);
/* How many cards somebody has laid down in it; with -1 all in all. They are nobody's Gold until they arrive. */
int laid_down(const Inn *, int at, Seat);
bool spent_by_opponents(const Inn *, int at, Seat);
int spent_taken(Table *, int at, Seat, bool from_all, Env *);
void spent_arrives(Table *, int at, Env *);
void purse_pieces(Table *, Pieces *, int pool);
void inn_lay_down_choices(const Setup *, const Table *, Seat, Choices *);

#endif
