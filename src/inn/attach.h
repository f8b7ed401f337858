/* Cards that lie in the rows of others. */
#ifndef INN_ATTACH_H
#define INN_ATTACH_H

#include "inn/in_play.h"

/* Where a card of the owner lies in somebody's row; -1: nowhere. */
int attached_at(const Inn *, Seat, Seat owner, Card);
/* It is laid away. */
void attached_leaves(const Setup *, Table *, Seat, Seat owner, Card, Env *);

#endif
