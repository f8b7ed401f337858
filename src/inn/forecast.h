/* What cards would do, as far as that can be said without a table: worked out once, when a deck is read. */
#ifndef INN_FORECAST_H
#define INN_FORECAST_H

#include "inn/cards.h"

/* Fills what is derived: classes, moves and takes of a permission, whose effects these are. */
void inn_forecast_permission(InnPermission *, const InnEffect *);
/* Adds to a card what one of its permissions, which is filled, makes of it: its events and classes. */
void inn_forecast_card(InnCard *, const InnPermission *);

/* The Alcohol and Fortitude of a Drink for a drinker who is this (INN_HERO ...), as printed (DRK-12). */
void inn_drink_numbers(const InnTables *, const InnCard *, int folk, int *ret_ac, int *ret_fort);

#endif
