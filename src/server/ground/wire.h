/* What the transport does for the house: the house knows a connection only as something that can be written to. */
#ifndef SERVER_WIRE_H
#define SERVER_WIRE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Transport {
    /* Takes a copy of one message. May ask the client away, but never calls back into the house. */
    void (*send)(void *connection, const char *text, size_t n);
    /* Closes the connection when what was sent is out; client_gone comes later. */
    void (*close)(void *connection);
} Transport;

/* A line to another node that holds tables of the same house, or from one. It is up when both ends have shown that they
 * have the key of the house (greeting.h). */
typedef struct NodeLine {
    bool  called;   /* from here: our clients speak through it. Else others do */
    void *visitors; /* the house's own: who came through it */
} NodeLine;

enum { LINE_ADDRESS_BYTES = 128 }; /* HOST:PORT and a zero */

typedef struct Roads {
    /* The line to the node at that address if it is up; else NULL, and it is tried, unless that was just in vain. */
    NodeLine *(*to)(void *roads, const char *address);
    /* A copy of both parts, as one message. Never calls back into the house. */
    void (*send)(NodeLine *, const char *head, size_t n_head, const char *text, size_t n);
} Roads;

#endif
