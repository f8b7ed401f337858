/*
 * A whole house in one file: a database as the server's own, with the answers that lie aside in it, and the key in a
 * list of its own (`house`). It needs nothing beside it, and is one moment of the whole.
 */
#ifndef SERVER_SNAPSHOT_H
#define SERVER_SNAPSHOT_H

#include <stddef.h>

#include <taproom/base.h>

#include "server/ground/secrets.h"

/* Writes a copy of the house in that folder, also while its server runs, into a new file: its name is `beside` with
 * something at its end. The caller gives it a better one, or removes it. */
bool snapshot_take(const char *folder, const char *beside, char *ret_path, size_t size, TapError *);

/* Gives it its name. Without force nothing that has the name is replaced. On the disk when this returns. */
bool snapshot_name(const char *path, const char *to, bool force, TapError *);

/* A file with the tables, answers aside, guests and texts of a house, as store_sqlite_open makes it, becomes such a
 * copy: with that key. */
bool snapshot_add_key(const char *path, const uint8_t key[KEY_BYTES], TapError *);

/* Whether the file is such a copy; says why not. */
bool snapshot_is(const char *file, TapError *);

/* Copies such a file. */
bool snapshot_copy(const char *file, const char *to, TapError *);

/* Writes the house in a copy into that folder, which the caller has locked. What is there is moved to *ret_moved, a
 * folder in it, first ("" if nothing was). */
bool snapshot_restore(const char *file, const char *folder, char *ret_moved, size_t size, TapError *);

#endif
