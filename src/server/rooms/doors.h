/* Whom the host lets in: who is barred from a table, and whether it may be watched. */
#ifndef SERVER_DOORS_H
#define SERVER_DOORS_H

#include "server/rooms/client.h"
#include "server/rooms/room.h"

typedef enum Barred {
    BARRED_NOT,
    BARRED_SEATS, /* was removed: may watch, but not sit down */
    BARRED_ROOM
} Barred;

/* A guest is known by his cookie, and by the address he came from when he was barred: but not if the host or somebody
 * who sits here came from there too. Whoever has a seat, and the host, is never barred. */
Barred doors_barred(const Room *, const Client *);
/* Says why not, and false, if he may not come in; to_sit: he is about to take a seat. */
bool doors_let_in(const Room *, Client *, const char *re, bool to_sit);

/* Again: as said last. False if there are too many. */
bool doors_bar(Room *, const char *guest, const char *name, Barred);
bool doors_unbar(Room *, const char *guest); /* false if he is not */
void doors_copy(Room *to, const Room *from);
/* Whoever may not be here any more is told and sent out. */
void doors_put_out(Room *);

/* marks: with those of addresses, for the store. */
void doors_write(const Room *, Out *, const char *field, bool marks);
void doors_read(Room *, const char *guest, const char *name, const char *mark, bool out);

#endif
