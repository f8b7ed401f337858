/* A PostgreSQL server of a test's own (tests/support/postgres). It ends with the test, however that ends. */
#ifndef SUPPORT_POSTGRES_H
#define SUPPORT_POSTGRES_H

#include <stddef.h>

/* Starts it, if it does not run yet; where it is, as a conninfo. A test that cannot start it fails with what to do. */
const char *postgres_start(void);
/* An empty schema of that name in it, and a conninfo that leads there; the same again if it is there. */
void postgres_schema(const char *name, char *ret_where, size_t size);
/* It ends at once, as by a SIGKILL, and is started again with what was committed. */
void postgres_crash(void);
/* Does something in it as its superuser, and fails if that fails. */
void postgres_do(const char *text);
/* The first value of the first row, or "" if there is none. Lives until the next call. */
const char *postgres_ask(const char *text);
void postgres_stop(void);

#endif
