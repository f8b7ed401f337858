/* Acknowledgements: they leave when what they are about is durable, or turn into errors when it is not, or when nobody
 * knows whether it is. */
#ifndef SERVER_ACKS_H
#define SERVER_ACKS_H

#include "server/rooms/client.h"

void acks_open(House *);
void acks_free(House *);

/* With the commit that takes along what was written of its table, or with the next flush if nothing was; nothing if re
 * is NULL. seq -1: not about a log. */
void ack_later(Client *, const char *re, const char *table, int seq);
/* The same for an answer that is kept beside the log: when acks_kept names it. Without seq. */
void ack_when_kept(Client *, const char *re, const char *table, const char *id);
void acks_kept(House *, const char *table, const char *id, StoreOutcome);
/* It has gone into the log meanwhile: as any other. */
void acks_logged(House *, const char *table, const char *id);
bool acks_wait(const House *); /* some are due with the next flush */
void acks_send(House *);       /* those that need no commit */
void acks_submit(House *, int commit); /* the others go with this one of the commits under way, which begins now */
void acks_land(House *, int commit, StoreOutcome); /* it is told of; rooms that it left out are marked */
void acks_forget_client(const Client *);

#endif
