/*
 * Clients of other nodes, at tables that this one holds: they come over a line (wire.h), and the house sees ordinary
 * clients with another Transport. How often somebody may do what is counted where he came in, and not here.
 */
#ifndef SERVER_VISITORS_H
#define SERVER_VISITORS_H

#include "server/ground/wire.h"
#include "server/house/line_frame.h"
#include "server/rooms/client.h"

/* What the house does about them. */
typedef struct VisitorsDoor {
    Client *(*comes)(House *, void *connection, const Transport *, const FrameGuest *); /* NULL: it is full */
    void (*says)(Client *, const char *text, size_t n);
    void (*goes)(Client *);
} VisitorsDoor;

void visitors_open(House *, const VisitorsDoor *); /* which stays */
void visitors_free(House *);

/* What came over a line that another node has called. False: it makes no sense, and the line is to be cut. */
bool visitors_hear(House *, NodeLine *, const Frame *);
void visitors_lost(House *, NodeLine *); /* the line is no more */

/* The table is not held here: what was said to it goes back to where he came in, and is passed on from there. */
void visitor_is_wrong_here(Client *, const char *table, const char *text, size_t n);
/* The node at the other end of that line may have this table now. */
void visitors_give(House *, NodeLine *, const char *table);
NodeLine *visitor_line(const Client *); /* NULL: he is this node's own */

void visitors_tick(House *); /* who was sent away is gone */

#endif
