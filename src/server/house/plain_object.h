/*
 * A JSON object of plain words and whole numbers, as nearly all messages are, read without a library: an answer takes
 * libjansson some 6 us of a busy house, for it allocates each part of it, and one that is passed on is read twice.
 */
#ifndef SERVER_PLAIN_OBJECT_H
#define SERVER_PLAIN_OBJECT_H

#include <stddef.h>

enum { PLAIN_FIELDS = 8 };

typedef struct PlainField {
    const char *name, *text; /* text NULL: a number */
    int         number;
} PlainField;

/* How many fields it has, which live in text: it has n bytes and room for one more, and is written to. -1: it is
 * something else, or more, and has to be read otherwise. */
int plain_object_read(char *text, size_t n, PlainField ret[PLAIN_FIELDS]);

#endif
