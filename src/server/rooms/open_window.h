/*
 * Windows: hushed questions between people (docs/protocol.md). Among two or more people a window lasts a public time
 * and closes early only when each person asked has answered or has a standing order that fits; against bots alone
 * nothing waits.
 */
#ifndef SERVER_OPEN_WINDOW_H
#define SERVER_OPEN_WINDOW_H

#include "server/rooms/room.h"

/* Orders: 1 to LIMIT_ORDERS words of docs/protocol.md, or none: the usual one. False with a reason for one that is
 * none. */
bool orders_set(Room *, TapSeat, const char *const *orders, int n, TapError *);
void orders_clear(Chair *);
void orders_copy(Chair *to, const Chair *from);
int  orders_of(const Chair *, const char *ret[LIMIT_ORDERS]);

/* Opens the window that the game asks for, if it is new, and lets standing orders answer. Before it is shown. */
void window_set(Room *, int64_t now);
/* Closes it if all have answered, and it has been shown. */
void window_tick(Room *, int64_t now);
/* True if its time is up: then whoever has not answered passes. */
bool window_is_up(const Room *, int64_t now);
int64_t window_left(const Room *, int64_t now); /* ms; -1: it has no time, or there is none */

/* A seat that was asked makes it longer, once. */
bool window_may_hold(const Room *, TapSeat);
bool window_hold(Room *, TapSeat, int64_t now, TapError *);

#endif
