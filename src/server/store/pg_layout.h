/* The tables of a house in PostgreSQL. */
#ifndef SERVER_PG_LAYOUT_H
#define SERVER_PG_LAYOUT_H

#include "server/store/pg_link.h"

/* Makes what is not there yet; several may do so at once. A newer layout is refused, never guessed at. key: the mark of
 * the house's key, by which all its nodes must know it (NULL: it is not looked at). A house that is not whole, because
 * another is being copied into it, is refused, but for whoever copies. */
bool pg_layout_set(PgLink *, const char *key, bool copies, TapError *);
/* The same for one who looks only: what is not there, or is older, is refused too. */
bool pg_layout_look(PgLink *, const char *key, bool copies, TapError *);

/* store_pg_begin_copy and store_pg_end_copy say what these do. */
bool pg_layout_begin_copy(PgLink *, const char *key, bool resumes, TapError *);
bool pg_layout_end_copy(PgLink *, TapError *);

#endif
