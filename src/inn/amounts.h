/* What the number of an effect comes to, and how much of a loss is left (amounts.c). */
#ifndef INN_AMOUNTS_H
#define INN_AMOUNTS_H

#include "inn/inn.h"

/* How much of an effect there is for one of those to whom it happens: a number of the card itself as its part has
 * changed it. */
int inn_amount(const Table *, const Open *, const InnEffect *, Seat);
/* n, or with what lies before who plays the card, if it strikes an opponent: the seat, or a body of his. */
int struck_with(const Table *, const Open *, int n, Seat);
/* d7, TM-22: the same after what lies before the seat. */
int loss_share(const Table *, const Open *, int n, Seat);
/* d7: of a loss of Fortitude for `who` the seats of a side, by its head, to whom it comes after it was sent on. */
SeatSet loss_shares(const Table *, const Open *, SeatSet who, Seat head);
/* What is left of it for the side: the shares of `counted` together, made smaller, halved if it is shared, which costs
 * the actor the same (TM-19, TM-22). */
int loss_left(const Table *, const Open *, const InnEffect *, SeatSet who, Seat head, SeatSet counted);
bool shares_loss(const Open *, Seat head);
/* What was done about it counts once for all that the card takes: this much of it is used up (TM-19, INN-T1). */
void losses_met(const Table *, Open *, const InnEffect *, SeatSet who);
void loss_reduce(Open *, Seat head, int by);

#endif
