/*
 * The folder in which a house keeps everything. It belongs to one user, nobody else may look into it (it holds the
 * seeds of games under way and the key), and one program at a time has it.
 */
#ifndef SERVER_FOLDER_H
#define SERVER_FOLDER_H

#include <stddef.h>

#include <taproom/base.h>

enum { PATH_BYTES = 4200 };

/* The files of a house. Names that begin with these are its own too (-wal, -shm, copies of older layouts). */
#define TABLES_FILE "taproom.db"
#define ASIDE_FILE "aside.db"
#define KEY_FILE "key"
#define BARS_FILE "bars"   /* addresses that are not let in */
#define DOOR_FILE "keeper" /* a socket */

/* Makes the folder, with those above it, if it is not there; closes it and the house's files in it to others; takes its
 * lock, which the system gives back when the process ends, however it ends. False with a reason: it belongs to somebody
 * else, or another program has it (*ret_taken). */
bool folder_open(const char *path, int *ret_lock, bool *ret_taken, TapError *);
void folder_close(int lock);
/* The same for a program that only looks after it: root may also open somebody else's, and leaves him the house's files
 * with folder_give_back. */
bool folder_borrow(const char *path, int *ret_lock, bool *ret_taken, TapError *);
void folder_give_back(const char *path);

bool folder_has_house(const char *path);
/* True if `file`, there already or not, is one of the house's own in that folder, by whatever name it is called. */
bool folder_owns(const char *path, const char *file);

/* What was written to a file, or the names in a folder, are on the disk. */
bool file_sync(const char *path);
/* The same for the folder a file lies in. */
bool file_sync_name(const char *path);

#endif
