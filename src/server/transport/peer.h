/* Who is at the other end of a connection: his address, whose cookie he brings, and whether he is let in at all. */
#ifndef SERVER_PEER_H
#define SERVER_PEER_H

#include "server/ground/limits.h"
#include "server/ground/secrets.h"
#include "server/transport/server.h"

/* As limits count it: an IPv4 address, or the first 64 bits of an IPv6 one, which are one household's. Behind the proxy
 * that --behind names it is the last hop of X-Forwarded-For; from anybody else that header is not believed. */
void peer_address(struct lws *, char ret[ADDRESS_BYTES]);
bool peer_is_secure(struct lws *); /* the proxy says https */
/* The keeper does not want that address; then what is said to it. */
bool peer_is_barred(struct lws *, const char **ret_text);
/* A program on this machine that speaks for itself: not the proxy, nor any other that says for whom it asks. */
bool peer_is_this_machine(struct lws *);
/* Writes an address in the form above; false if it is none. */
bool peer_read_address(const char *text, char ret[ADDRESS_BYTES]);

bool peer_header(struct lws *, enum lws_token_indexes, char *ret, size_t size); /* false if there is none */

/* The guest of a request's cookie; false if there is none that we have signed. */
bool peer_guest(struct lws *, char ret_guest[GUEST_BYTES]);
/* The value of Set-Cookie for a guest. */
int  peer_set_cookie(struct lws *, const char *guest, char *ret, size_t size);
/* False if the request came under a name that is not ours (a foreign page that points its own name at us), or from a
 * page of another origin. Requests of programs have no Origin. */
bool peer_is_welcome(struct lws *);

#endif
