/*
 * What belongs to the whole house and not to a table: addresses that are barred, and what its keeper says to everybody.
 *
 * Whatever is changed carries a number, counted in the row of the layout. Who counts has that row until he commits, so
 * that numbers come in the order of the commits, and who knows all up to one of them misses none. A node looks with
 * each renewal of its lease. Times are the database's: here they are turned into those of this machine's clock, however
 * that stands.
 */
#ifndef SERVER_PG_NEWS_H
#define SERVER_PG_NEWS_H

#include "server/ground/bars.h"
#include "server/store/pg_link.h"
#include "server/store/store.h"

typedef struct PgNews PgNews;

PgNews *pg_news_new(void);
void    pg_news_free(PgNews *);

/* Whether there is something new that this node, `me`, has not said itself; by one thread at a time. False with a
 * reason. */
bool  pg_news_look(PgNews *, PgLink *, const char *me, TapError *);
/* As in StoreKind; on any thread. */
char *pg_news_words(PgNews *);
bool  pg_news_barred(PgNews *, Bars *ret);

/* The same; `me` is who says it. What fails may be done nevertheless, if the connection is lost. */
bool        pg_news_bars(PgLink *, Bars *ret, TapError *);
StoreResult pg_news_bar(PgLink *, const char *me, const char *address, int64_t until, TapError *);
StoreResult pg_news_unbar(PgLink *, const char *me, const char *address, TapError *);
StoreResult pg_news_announce(PgLink *, const char *me, const char *text, TapError *);

#endif
