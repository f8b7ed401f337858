/*
 * The hall of the house, from which all its parts are reached: the loop and its time, the store, who is connected,
 * which rooms are open, and scratch for one message. Everything runs on the loop's thread.
 */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include <uv.h>

#include <taproom/content.h>

#include "server/ground/accounts.h"
#include "server/ground/bars.h"
#include "server/ground/due.h"
#include "server/ground/metrics.h"
#include "server/ground/secrets.h"
#include "server/ground/view_field.h"
#include "server/ground/wire.h"
#include "server/store/aside.h"
#include "server/store/store.h"

typedef struct House House;
typedef struct Client Client;
typedef struct Room Room;

enum { ROOM_BUCKETS = 4096 };

struct House {
    const Transport *transport;
    uv_loop_t       *loop;
    uv_idle_t        idle; /* keeps a turn of the loop from sleeping while something waits to be flushed */
    bool             idling, closing;
    bool             leaving; /* no tables are begun any more: the house will close */
    const TapGame *const *games; /* that are played here; NULL ends them */
    Store           *store;
    Aside           *aside; /* answers to hushed questions */
    const TapShelf  *shelf; /* content of new tables; NULL: what is built in */
    TapShelf       **kept_shelf; /* room_content.c: files that tables were begun with */
    int              kept_shelves;
    int              keep_days; /* finished tables and guests unseen are forgotten after so many; 0: never */
    uint8_t          key[KEY_BYTES];
    char             lan[64]; /* the address others on the local network use, or "" */
    Metrics          metrics;
    Accounts         accounts; /* what addresses and guests have had of it all */
    Bars             bars; /* addresses that are not let in (doorman.c) */
    bool             one_address; /* all come from one: none is held to its share */
    int              most_tables; /* in memory */
    Client          *clients;
    int              ungreeted; /* of them, who have not said hello */
    Room            *rooms, *bucket[ROOM_BUCKETS], *dirty;
    Room            *committing[STORE_COMMITS]; /* those written to by each commit under way */
    Room            *unread; /* whose commit failed, and which cannot be read back now; they rest too */
    bool             pauses; /* no other commit begins until all are told of */
    DueList          due; /* when each room is looked at next */
    bool             lobby_changed;
    int              lookers; /* clients who look at the lobby */
    struct Job      *jobs; /* thinking.c: hints and bots, at work or waiting */
    struct Queue    *queue; /* whose turn it is of them */
    struct Reviews  *reviews; /* coaching.c: finished games that are looked at again */
    struct Acks     *acks; /* acks.c: what is acknowledged with which commit */
    const Roads     *roads; /* to other nodes; NULL: there are none */
    void            *roads_of;
    struct Passing  *passing; /* passing.c: tables of other nodes at which clients of this one are */
    struct Visitors *visitors; /* visitors.c: clients of other nodes */
    struct Abroad   *abroad; /* abroad.c: what is seen of other nodes' tables; NULL: there are none */
    struct Holding  *holding; /* holding.c; NULL: the store is nobody else's */
    struct Coming   *coming; /* coming.c: who is not known yet; NULL: everybody is at once */
    bool             elsewhere; /* the table that was looked for last is another node's */
    struct Waiting  *waiting, *last_waiting; /* waiting.c: messages for rooms whose commit is under way */
    Out              out;
    TapLog           log;
    ViewScratch      scratch;
};

static inline int64_t house_now(const House *h) { return (int64_t)uv_now(h->loop); }

const TapGame *house_game(const House *, const char *id); /* NULL if it is not played here */
/* True if no commit is under way. Else none begins until all are told of, so that it is true then. */
static inline bool house_is_quiet(House *h)
{
    for (int i = 0; i < STORE_COMMITS; i++) h->pauses = h->pauses || h->committing[i];
    return !h->pauses;
}

void house_touch(House *); /* something waits to be flushed: this turn of the loop does not sleep */
void house_rest(House *);  /* nothing does any more */

#endif
