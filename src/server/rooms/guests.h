/* What is kept about a guest: the name he goes by, and, in a house that forgets, the day he was last seen. */
#ifndef SERVER_GUESTS_H
#define SERVER_GUESTS_H

#include "server/ground/clean_text.h"
#include "server/rooms/hall.h"

/* He comes in. False if nothing is kept about him. */
bool guest_comes(House *, const char *guest, char ret_name[NAME_BYTES]);
void guest_keep_name(House *, const char *guest, const char *name);

#endif
