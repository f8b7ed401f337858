/* A card that is part of another one. */
#ifndef INN_MERGE_H
#define INN_MERGE_H

#include "inn/in_play.h"

enum { PART_WAY = 128 /* added to the way of a part, where those of the card itself stand as well */ };

/* What a card that is open does by its part; NULL: it has none. */
const InnPermission *part_of(const Setup *, const Open *);
/* The same, or by the card itself. */
const InnPermission *way_in(const Setup *, const Open *, int way);
/* By which of the two somebody is picked: by the card, or if it picks nobody by its part. */
const InnPermission *picks_by(const Setup *, const Open *);
/* All that an open card does, in its order, with what its part does where that was merged; returns how many. */
enum { MERGED_EFFECTS = 2 * INN_PERMISSION_EFFECTS };
int merged_effects(const Setup *, const Open *, const InnEffect *ret[MERGED_EFFECTS]);
/* What the part takes of the same players as the card is one loss with that: it is counted there. */
bool is_counted(const Open *, const InnEffect *);
bool merged_touch_everybody(const Setup *, const Open *);
/* The card at that place has a part from now on, if it wants one and there is one. */
void merge_part(Table *, int at, Env *);
/* It comes into the row of whose card it is, for it was not negated. */
bool part_is_laid(const Setup *, const Open *);

#endif
