/* Bots and hints: they think on the pool's threads, on copies; what they find is played here, if it is still asked. */
#ifndef SERVER_THINKING_H
#define SERVER_THINKING_H

#include "server/rooms/client.h"
#include "server/rooms/room.h"

/* What is asked of a side is for a person of it to answer first: its bots wait, where a clock runs until half of the
 * time is over. */
bool bots_leave_it(const Room *, int64_t now);
/* Lets the next of those seats begin that no person plays. */
void bots_tick(Room *, int64_t now);
/* Lets a bot answer for a person whose time is up and for whom doing nothing is no answer. */
void bots_answer_late(Room *, TapSeat);
/* For a seat that is asked; false if too many wait already. */
bool hint_ask(Client *, Room *, TapSeat, const char *re);

/* Before a room is shown: at which level its bots play now. */
void bots_set_levels(Room *);

void jobs_go_on(House *); /* whoever's turn it is begins */
int64_t thinking_time_us(void); /* processor time of this thread */

void jobs_open(House *);
void jobs_free(House *);
void jobs_land(House *); /* what was found for rooms that waited for their commit is used now */
/* What they find is dropped. */
void jobs_forget_room(Room *);
void jobs_forget_client(Client *);
void jobs_forget_all(House *);

#endif
