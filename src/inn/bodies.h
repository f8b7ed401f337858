/* Bodies: cards in a row with a Fortitude of their own, which may be struck instead of a player (docs/decks.md). */
#ifndef INN_BODIES_H
#define INN_BODIES_H

#include "inn/in_play.h"

/* Whether card i of the row of a seat is one, and what it has left. */
static inline bool is_body(const Patron *p, int i) { return i < p->rows && p->row_fort[i]; }
static inline int body_fort(const Patron *p, int i) { return p->row_fort[i] - 1; }
/* Whether who picks somebody may strike a body of his instead: one is picked, and loses Fortitude; so the second. */
bool strikes_bodies(const InnPermission *);
bool strikes_second_bodies(const InnPermission *);
/* The effect is about a body. */
bool is_for_body(const Open *, const InnEffect *);
/* What is struck; NO_CARD: nothing, or it is gone by now. */
Card body_struck(const Table *, const Open *);
int bodies_of(const Table *, Seat);
/* Those of whoever can be picked, to be struck. */
void offer_bodies(const Table *, Choices *);
/* Whom the card picks, where no body is struck first. */
static inline SeatSet picked_players(const Open *o) { return o->targets | (o->second_body ? 0 : o->second); }
/* The effect takes Fortitude of what was struck, and of nobody else. */
void body_loses(Table *, Open *, const InnEffect *, Env *);
/* What would be left of a loss of a side by the effect, of which each body takes over some of its owner's share. */
int bodies_leave(const Setup *, const Table *, const Open *, const InnEffect *, SeatSet who, SeatSet hurt, int loss);
/* They do: what is left of a loss of a side by the effect; who loses nothing then is not hurt. */
int bodies_absorb(Table *, Open *, const InnEffect *, SeatSet who, SeatSet *hurt, int loss, Env *);
/* What happens by itself wears out. */
void body_wears(Table *, const Open *, int n, Env *);
/* Whether some have no Fortitude left; they fall (inn_falls). */
bool some_fall(const Table *);

#endif
