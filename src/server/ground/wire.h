/* What the transport does for the house: the house knows a connection only as something that can be written to. */
#ifndef SERVER_WIRE_H
#define SERVER_WIRE_H

#include <stddef.h>

typedef struct Transport {
    /* Takes a copy of one message. May ask the client away, but never calls back into the house. */
    void (*send)(void *connection, const char *text, size_t n);
    /* Closes the connection when what was sent is out; client_gone comes later. */
    void (*close)(void *connection);
} Transport;

#endif
