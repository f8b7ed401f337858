/* What a staged table begins with. */
#ifndef INN_STAGING_H
#define INN_STAGING_H

#include "inn/inn.h"

extern const Staging inn_stages[];
const char *inn_misstaged(const Setup *, const TapStaged *);
/* Pools and tokens; and, when the side decks are there and nothing is drawn yet, what lies in rows. */
void staged_values(const Setup *, Table *, Env *);
void staged_rows(const Setup *, Table *, Env *);

#endif
