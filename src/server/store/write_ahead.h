/*
 * SQLite's write-ahead log, looked at before SQLite does. SQLite takes its first broken frame for the end: what was
 * committed after it is dropped without a word, which is right where the power failed (that commit was never finished)
 * and wrong where a bit changed on the disk. Here the two are told apart, and a log that was damaged is mended.
 */
#ifndef SERVER_WRITE_AHEAD_H
#define SERVER_WRITE_AHEAD_H

#include <stddef.h>

#include <taproom/base.h>

typedef enum WriteAhead {
    WRITE_AHEAD_WHOLE,  /* or there is none, or its end was never finished */
    WRITE_AHEAD_MENDED, /* it is as it was written again */
    WRITE_AHEAD_PATCHED, /* nothing of it is dropped any more, but what the broken frames hold is not as written: the
                            checksums of the store will find it */
    WRITE_AHEAD_CUT,     /* it is broken where more than one commit follows: these are lost, or (on a disk that failed)
                            never were; it is left as it is, and SQLite drops them */
    WRITE_AHEAD_FAILED,  /* it cannot be read or written */
} WriteAhead;

/* For the log of the database `path`, which nobody has open. If it is damaged, database and log are first copied to
 * *ret_copy, a name beside theirs (the log's has -wal at its end). */
WriteAhead write_ahead_mend(const char *path, char *ret_copy, size_t size, TapError *);

#endif
