/*
 * What lies in play is worth to a bot that weighs a table instead of playing on: data/inn/values.table, in tenths of a
 * point of Fortitude, of which more is better. tools/embed-values makes the tables, tools/fit-values.c the numbers.
 */
#ifndef INN_VALUES_H
#define INN_VALUES_H

#include "inn/cards.h"

typedef struct InnValue {
    const char *id; /* of a token, each of which is worth so much to who has it, or of a card in the row */
    int8_t worth;
} InnValue;
extern const InnValue inn_values[]; /* an id of NULL ends it */
extern const int8_t inn_static_values[INN_STATICS]; /* of each of what lasts, for one more of it */
extern const int8_t inn_row_value; /* of a card in a row that has no number of its own, and does nothing that lasts */

/* Of a card with that id, besides what of it lasts; 0 for what is neither token nor item. */
int8_t inn_value_of(const char *id, const InnCard *);

#endif
