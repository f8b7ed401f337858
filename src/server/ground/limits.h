/* How much of anything one may have. docs/server.md lists them for people. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

enum {
    LIMIT_MESSAGE_BYTES = 16 * 1024,      /* from a client */
    LIMIT_QUEUE_BYTES = 1024 * 1024,      /* waiting for one client; more, and it is closed as slow */
    LIMIT_HELD_BYTES = 1024 * 1024,       /* waiting for one watcher of a table that is shown later */
    DELAY_MOST_S = 300,                   /* so much later at most */
    LIMIT_ROOMS_PER_CLIENT = 8,
    LIMIT_TABLES_IN_MEMORY = 20000,
    ADDRESS_SHARE = 20,                   /* one address has at most this part of them */
    LIMIT_TABLES_PER_GUEST = 32,          /* open or playing, hosted by one guest */
    LIMIT_ACCOUNTS = 65536,               /* addresses and guests whose use of the house is remembered */
    LIMIT_WATCHERS = 64,                  /* in one room */
    LIMIT_CLIENTS = 16000,
    LIMIT_PER_ADDRESS = 256,              /* connections; --per-address */
    LIMIT_HEADER_BYTES = 16 * 1024,       /* of a request */
    LIMIT_MONEY = 300000,                 /* at a table, that goes on from game to game */
    LIMIT_BARS = 1000,                    /* addresses that are not let in */
    ADDRESS_BYTES = 48,                   /* INET6_ADDRSTRLEN and a little */
    LIMIT_REPEATED_EVENTS = 1500,         /* in one update */
    LIMIT_CHAPTERS = 3,                   /* whose ends are shown in one update */
    LIMIT_LISTED = 100,                   /* tables in the lobby's list */
    LIMIT_YOUR_TABLES = 12, LIMIT_YOUR_PLAYED = 12, /* told to a guest at the door */
    LIMIT_QUERY_BYTES = 8 * 1024,         /* twice what a question to the score-keeper may have */

    LIMIT_NAME = 32, LIMIT_CHAT = 500, LIMIT_ID = 64, LIMIT_WORD = 2000, LIMIT_OPTION = 80, /* characters */
    LIMIT_OPTIONS = 32, LIMIT_MUTED = 32, LIMIT_BARRED = 32,
    LIMIT_ROLE = 47,                      /* characters of a role's name */
    LIMIT_ORDERS = 32, LIMIT_ORDER = 60,  /* standing orders of a seat, characters of one */
    ORDER_BYTES = LIMIT_ORDER + 1,
    ID_BYTES = 4 * LIMIT_ID + 1,          /* a message's id and its zero */

    /* Buckets: so many at once, and one more after so many ms. Of a guest, and of all at one address together. */
    RATE_MESSAGE_BURST = 60, RATE_MESSAGE_MS = 25,
    RATE_ADDRESS_MESSAGE_BURST = 2000, RATE_ADDRESS_MESSAGE_MS = 1,
    RATE_CHAT_BURST = 5, RATE_CHAT_MS = 2000,
    RATE_TABLE_CHAT_BURST = 8, RATE_TABLE_CHAT_MS = 1000, /* of an address at one table */
    RATE_CREATE_BURST = 6, RATE_CREATE_MS = 5000,
    RATE_ADDRESS_CREATE_BURST = 60, RATE_ADDRESS_CREATE_MS = 1000,
    RATE_HINT_BURST = 5, RATE_HINT_MS = 1000,
    RATE_ADDRESS_HINT_BURST = 20, RATE_ADDRESS_HINT_MS = 250,
    RATE_REVIEW_BURST = 5, RATE_REVIEW_MS = 2000,
    RATE_ADDRESS_REVIEW_BURST = 20, RATE_ADDRESS_REVIEW_MS = 500,
    RATE_YOURS_BURST = 10, RATE_YOURS_MS = 1000,
    RATE_ADDRESS_YOURS_BURST = 100, RATE_ADDRESS_YOURS_MS = 20,
    RATE_BAD_BURST = 20, RATE_BAD_MS = 5000, /* messages that make no sense; then the connection is closed */

    UNGREETED_MS = 15000,                 /* no hello until then: closed */
    TICK_MS = 50,
    LOOK_MS = 1000, IDLE_LOOK_MS = 10000, /* a room is looked at so often at least: one that is played, another */
    GATHER_MS = 4,                        /* a commit takes along what came so soon after the one before */
    LOBBY_MS = 1000,                      /* the lobby's list is sent at most so often */
    LOBBY_TURN_MS = 10000,                /* when it is too long, others have their turn after this */
    REREAD_MS = 500,                      /* what could not be read back is tried again so often */
    PASSED_COUNT_MS = 2000,               /* what was passed on is counted so often: not with each message */
    ROOM_IDLE_MS = 60000,                 /* a room nobody is in leaves memory after this */
    LISTED_IDLE_MS = 1800000,             /* an open table in the lobby's list, after this */
    CROWDED_IDLE_MS = 180000,             /* or after this when the house is three quarters full */
    PUT_AWAY_PART = 64,                   /* this part of all tables leaves at once when there is no room for another */
    ACCOUNTS_LOOK_MS = 1000,              /* what is at rest is looked for at most so often */
    ATTENDED_MS = 20000,                  /* bots play on so long after the last person has gone */
    TALK_PACE_MS = 1500,                  /* while the sand of a question runs a bot speaks at most so often */
    THINKERS = 2,                         /* threads, if UV_THREADPOOL_SIZE says nothing else */
    QUEUE_IS_LONG = 4,                    /* so many wait for each of them: another node is better for new tables */
    COMMITTERS = 8,                       /* further: logs (3), answers aside, leases, tables taken, others', guests */
    LONG_QUEUE = 8,                       /* so many bots of one address wait: they play one level lower */
    LONGER_QUEUE = 32,                    /* and two levels; or bots of four times as many addresses */
    LIMIT_REVIEWS = 64, LIMIT_ADDRESS_REVIEWS = 4, /* under way: in the house, of one address */
    LIMIT_REVIEWS_KEPT = 64,              /* that are not made again */
    LIMIT_REVIEW_DECISIONS = 500,         /* of one game; those after it are not looked at */
    RELOADED_MS = 2000,                   /* bots wait so long after a commit that failed */
    REMOTE_MS = 5000,                     /* for an answer of a program; less if the table's clock is quicker */
    WINDOW_LEAST_S = 2, WINDOW_MOST_S = 30, /* a window between people, if the table says how long */
    WINDOW_HOLD_MS = 20000,               /* and if somebody holds it open */
    WINDOW_FLOOR_MS = 600,                /* so long at least where bots are asked too */
    DEFAULT_PACE_MS = 900, DEFAULT_GRACE_S = 60,
};

#define DEFAULT_BOT "search:1"
#define HINT_BOT "search:2"
#define REVIEW_BOT "search:2"

#endif
