/* What a node sees when it looks around in a database that others share: tables that people may sit down at, tables
 * whose clocks run and which nobody holds, the nodes themselves. On any thread. */
#ifndef SERVER_PG_LOOK_H
#define SERVER_PG_LOOK_H

#include "server/store/pg_node.h"

/* As in StoreKind. */
StoreResult pg_look_listed(PgNode *, int most, StoreEach *, void *of, TapError *);
StoreResult pg_look_adopt(PgNode *, int most, StoreEach *, void *of, TapError *);
StoreResult pg_look_hosted(PgNode *, const char *guest, int *ret, TapError *);
/* Guests of an array: id, document, sum. The caller clears it; NULL with a reason. */
PGresult   *pg_look_guests(PgNode *, const char *ids, TapError *);

/* In the words of the documents; the layout has an index for each. */
#define PG_LISTED "active AND document LIKE '%\"phase\":\"open\"%' AND document LIKE '%\"public\":true%'"
#define PG_CLOCKED "active AND document LIKE '%\"phase\":\"playing\"%' AND document NOT LIKE '%\"clock\":0,%' AND" \
                   " document LIKE '%\"kind\":\"person\"%\"kind\":\"person\"%'"

#define PG_HOST "substring(document from '\"host\":\"([^\"]*)\"')"

#endif
