/* The access log (--access-log): a line for each request and each connection, without anything that opens a door: no
 * query, no cookie, no token, no table's id. */
#ifndef SERVER_ACCESS_H
#define SERVER_ACCESS_H

#include <stdio.h>

#include <taproom/base.h>

#include "server/ground/limits.h"

enum { ACCESS_PATH_BYTES = 101 };

typedef struct AccessLog {
    FILE *to;              /* NULL: none is kept */
    bool  json;            /* each line as an object */
    bool  short_addresses; /* an IPv4 address without its last part, of an IPv6 one three */
} AccessLog;

/* A request from its first byte to the last of its answer. */
typedef struct Access {
    char    address[ADDRESS_BYTES], path[ACCESS_PATH_BYTES];
    const char *method;
    int     status; /* 0: not answered, or told already */
    int64_t began;  /* in ms */
} Access;

/* file: "-" is stdout. It is made if it is not there, for its owner only, and written at its end. */
bool access_open(AccessLog *, const char *file, TapError *);
void access_close(AccessLog *);

/* What the log may have of a path: long runs of letters and digits, which could be a table's id or a token, are a star,
 * and so is what is no plain character. */
void access_path(const char *path, bool known, char ret[ACCESS_PATH_BYTES]);
void access_address(bool shorter, const char *address, char ret[ADDRESS_BYTES]);

/* Writes its line, once: bytes of the body, ms that it took. */
void access_done(AccessLog *, Access *, int64_t bytes, int64_t now);

#endif
