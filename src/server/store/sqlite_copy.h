/* Copies of a database as files of their own: readable by their owner only, and there whole or not at all. */
#ifndef SERVER_SQLITE_COPY_H
#define SERVER_SQLITE_COPY_H

#include <sqlite3.h>

#include <taproom/base.h>

/* An empty file that only its owner may read, if there is none of that name: SQLite gives its other files the same
 * mode. */
void sqlite_make_private(const char *path);

/* Copies what a connection sees (its transaction, if it has one) into the file `to`, which need not be there. */
bool sqlite_copy_pages(sqlite3 *from, sqlite3 *to, TapError *);

/* The same into a file of that name: written beside it, synced, and then named so. What had the name is replaced. */
bool sqlite_copy(sqlite3 *from, const char *to, TapError *);

#endif
