/* What is called out to everybody in the house, and who is not let in: at all its nodes, where it has several. */
#ifndef SERVER_DOORMAN_H
#define SERVER_DOORMAN_H

#include <taproom/base.h>

#include "server/ground/bars.h"

typedef struct House House;

/* A `notice` to everybody in the house; those who came in at other nodes get it with their next renewals. False with a
 * reason: the text says nothing, or the others cannot be told, and nobody was. *ret_heard: how many were told here. */
bool doorman_announce(House *, const char *text, int *ret_heard, TapError *);
/* To those only who came in here. False if the text says nothing. */
bool doorman_announce_here(House *, const char *text, int *ret_heard);

/* Nobody who comes from that address is let in for so many hours (0: ever), at any node; who is here is sent away. It
 * is kept when this returns. False with a reason: nothing has changed. *ret_sent_away: how many were. */
bool doorman_bar(House *, const char *address, int hours, int *ret_sent_away, TapError *);
bool doorman_unbar(House *, const char *address, TapError *);
const Bars *doorman_bars(const House *);

/* What was said and done about all this at other nodes is known here now. */
void doorman_hear(House *);
/* A node's folder of an earlier version may have bars of its own, which nobody heeds any more: that is said. */
void doorman_look_for_bars(const char *folder);

#endif
