/* What a table of the inn is worth to each side, for bots that stop playing on (Game.estimate). */
#ifndef INN_ESTIMATE_H
#define INN_ESTIMATE_H

#include "inn/inn.h"

/* How well a side holds its place, to which what lies in play adds so many points of Fortitude. */
float inn_hold(const Pool *, float in_play);
/* That, of the side of a seat, by data/inn/values.table. */
float inn_in_play(const Setup *, const Table *, Seat);

#endif
