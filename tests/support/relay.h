/* A relay in front of a server at 127.0.0.1, by which a test cuts connections at the worst moment. */
#ifndef SUPPORT_RELAY_H
#define SUPPORT_RELAY_H

#include <stdbool.h>

typedef struct Relay Relay;

Relay *relay_open(int port); /* to that port; ends the test if it cannot be */
int    relay_port(const Relay *);
/* From now on nothing passes from the server back, of any connection; what is sent to it still arrives. */
void   relay_swallow(Relay *);
/* All passes again. What was swallowed never comes: connections that waited for it are silent for ever. */
void   relay_pass(Relay *);
/* From now on nothing passes at all, and nobody is told. */
void   relay_stop(Relay *);
/* All connections are cut; new ones pass. */
void   relay_cut(Relay *);
void   relay_close(Relay *);

#endif
