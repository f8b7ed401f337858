/* The tables of a house in PostgreSQL. */
#ifndef SERVER_PG_LAYOUT_H
#define SERVER_PG_LAYOUT_H

#include "server/store/pg_link.h"

/* Makes what is not there yet; several may do so at once. A newer layout is refused, never guessed at. key: the mark of
 * the house's key, by which all its nodes must know it (NULL: it is not looked at). */
bool pg_layout_set(PgLink *, const char *key, TapError *);

#endif
