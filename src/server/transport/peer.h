/* Who is at the other end of a connection: his address, and whether he came by https. */
#ifndef SERVER_PEER_H
#define SERVER_PEER_H

#include "server/ground/limits.h"
#include "server/transport/server.h"

/* As limits count it: an IPv4 address, or the first 64 bits of an IPv6 one, which are one household's. Behind the proxy
 * that --behind names it is the last hop of X-Forwarded-For; from anybody else that header is not believed. */
void peer_address(struct lws *, char ret[ADDRESS_BYTES]);
bool peer_is_secure(struct lws *); /* the proxy says https */
/* Writes an address in the form above; false if it is none. */
bool peer_read_address(const char *text, char ret[ADDRESS_BYTES]);

#endif
