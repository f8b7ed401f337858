/* The layouts of the database file, and how an older one is brought up to date. */
#ifndef SERVER_SQLITE_LAYOUT_H
#define SERVER_SQLITE_LAYOUT_H

#include <sqlite3.h>

#include <taproom/base.h>

/* False with a reason, or without one if SQLite has it. A newer layout is refused, never guessed at. */
bool sqlite_layout_set(sqlite3 *, TapError *);

#endif
