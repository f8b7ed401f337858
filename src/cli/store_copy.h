/* taproom store copy: a house moves from a folder into PostgreSQL, or back. */
#ifndef CLI_STORE_COPY_H
#define CLI_STORE_COPY_H

#include <stdbool.h>

typedef struct CopyOptions {
    const char *from, *to; /* one is a folder, the other a conninfo */
    const char *key;       /* file; NULL: none was given */
    bool        resume, force, json;
} CopyOptions;

/* Says what was done, or what is wrong; returns an exit code. */
int store_copy(const char *command, const CopyOptions *);
void store_copy_help(void);

#endif
