/* What happens to the cards of hands (CN-22, CN-36, CN-40, CN-47, CN-51, CN-68): looked at, taken out of them, laid
 * open, played by another; and cards that an opponent divides. */
#ifndef INN_IN_HAND_H
#define INN_IN_HAND_H

#include "inn/inn.h"

/* Whether an effect is carried out by the script inn_in_hand. */
static inline bool is_about_hands(const InnEffect *e) { return e->does >= INN_DISCARD_RANDOM && e->does <= INN_DIVIDE; }
/* The hand of a seat is known to these from now on. */
void hand_shown(Table *, Seat, SeatSet to);
/* Who opened the hands of others does so until the next turn of this side, or until it is out. */
void hands_closed(Table *, SeatSet side);
void inn_pluck_choices(const Setup *, const Table *, Seat, Choices *);
void inn_divide_choices(const Setup *, const Table *, Seat, Choices *);
void inn_pile_choices(const Setup *, const Table *, Seat, Choices *);

#endif
