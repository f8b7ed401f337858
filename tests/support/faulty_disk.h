/* A disk that fails when it is told to, under everything that SQLite writes in this program. */
#ifndef TEST_FAULTY_DISK_H
#define TEST_FAULTY_DISK_H

#include <stdbool.h>

extern bool disk_fails_sync;  /* what was written stays written, but nobody may rely on it */
extern bool disk_fails_write; /* nothing is written */

void faulty_disk_install(void); /* for all databases that are opened from now on */

#endif
