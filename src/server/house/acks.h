/* Acknowledgements: they leave when what they are about is durable, or turn into errors when it is not. */
#ifndef SERVER_ACKS_H
#define SERVER_ACKS_H

#include "server/rooms/client.h"

void acks_open(House *);
void acks_free(House *);

/* With the next commit; nothing if re is NULL. seq -1: not about a log. */
void ack_later(Client *, const char *re, const char *table, int seq);
bool acks_wait(const House *);
void acks_send(House *, bool durable, const char *why_not);
void acks_forget_client(const Client *);

#endif
