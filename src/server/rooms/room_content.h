/*
 * Content files that tables are played with (docs/content.md). A document names them by hash and the store keeps their
 * texts, so that an edit of a file changes new tables only, also across a restart.
 */
#ifndef SERVER_ROOM_CONTENT_H
#define SERVER_ROOM_CONTENT_H

#include <jansson.h>

#include "server/rooms/room.h"

/* The files, in documents and messages: "content":[{"kind":...,"id":...,"hash":...}]; nothing if all is built in. */
void content_write(const TapContent *, Out *);

/* What a document names; list may be NULL. False with a reason if it cannot be had. */
bool content_find(House *, const TapGame *, const json_t *list, const TapContent **ret, TapError *);

/* Writes the texts to the store, with the next commit. */
bool content_keep(House *, const TapContent *, TapError *);

void content_free_kept(House *);

#endif
