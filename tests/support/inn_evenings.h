/* Evenings at the Red Dragon Inn for tests: some setup, and what holds at every moment. */
#ifndef TEST_INN_EVENINGS_H
#define TEST_INN_EVENINGS_H

#include "catalogue/catalogue.h"
#include "inn/inn.h"
#include "support.h"

/* Any seats, options and cast that the game allows. */
TapSetup some_evening(TapRng *);

static inline const Inn *inn_in(const TapState *st) { return inn_at(table_of(state_at(st), 0)); }

/* NULL if it is sound: no Gold was made or lost, Fortitude and Alcohol are from 0 to 20, and nothing is beyond its
 * bounds; else what is wrong. */
const char *inn_unsound(const Inn *);
/* There are more tokens of a kind than its supply, or somebody has more or fewer than its bounds; NULL: none. */
const char *inn_wrong_tokens(const TapSetup *, const Inn *);
/* A deck of somebody has a card of another one, also when what somebody does not know was dealt anew; NULL: none. */
const char *inn_misplaced(const TapSetup *, const Inn *);

/* How many cards lie on the table. */
int inn_cards_on(const TapSetup *, const TapState *);

#endif
