/* What a player reads on a card: sentences made from its effects. There is no other text of what a card does. */
#ifndef INN_TELL_H
#define INN_TELL_H

#include "inn/deck.h"

/* "Another player of your choice loses 2 Fortitude."; it lives in the blocks. */
const char *inn_tell(const InnEntry *, InnKind, Blocks *);
/* One of several ways of a card: "Lose 3 Fortitude" */
const char *inn_tell_way(const InnEntry *, int way, InnKind, Blocks *);
/* "Action, Gambling"; "Sea event" */
const char *inn_tell_kind(const InnEntry *, InnKind, Blocks *);

#endif
