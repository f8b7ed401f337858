/*
 * The house: guests, tables and what they say to each other. It knows nothing of sockets: a transport hands it clients and
 * their messages and takes away what is sent. Everything here runs on the thread of one uv loop; bots think elsewhere.
 *
 * Nothing is acknowledged or shown before it is durable: messages change rooms in memory and append to the store; at the end
 * of a turn of the loop, but not within GATHER_MS of the last time, house_flush commits once, and only then do acks and updates
 * go out. If the commit fails, the rooms it touched are read again from the store and the senders are told.
 */
#ifndef SERVER_HOUSE_H
#define SERVER_HOUSE_H

#include <uv.h>

#include "server/ground/limits.h"
#include "server/ground/secrets.h"
#include "server/store/store.h"

typedef struct House House;
typedef struct Client Client;

/* What the transport does for the house. */
typedef struct Transport {
    /* Takes a copy of one message. May ask the client away, but never calls back into the house. */
    void (*send)(void *connection, const char *text, size_t n);
    /* Closes the connection when what was sent is out; client_gone comes later. */
    void (*close)(void *connection);
} Transport;

/* Counters for /metrics; they only grow, but for the first few. */
typedef struct Metrics {
    int64_t clients, rooms, bots_thinking;
    int64_t messages, bad_messages, answers, timeouts, bot_answers, undos, games, commits, commit_failures, commit_us, sent_messages,
        sent_bytes, slow_closed, refused_connections;
} Metrics;

typedef struct HouseOptions {
    const Transport *transport;
    const char      *data;  /* folder; made if it is not there */
} HouseOptions;

House *house_open(const HouseOptions *, uv_loop_t *, TapError *);
/* Stops bots and timers; the loop must then run until nothing is left before house_free. */
void   house_close(House *);
void   house_free(House *);

const uint8_t *house_key(const House *);
Metrics       *house_metrics(House *);
void           house_set_lan(House *, const char *address); /* what welcome says of it; copied */

/* A connection whose guest is known. name of a known guest is looked up. NULL if there are too many. */
Client *client_new(House *, void *connection, const char *guest);
/* The same for a program that speaks the bot protocol (docs/bot-protocol.md). */
Client *client_new_bot(House *, void *connection, const char *guest);
void    client_gone(Client *);
void    client_message(Client *, const char *text, size_t n);
/* Counts a message that broke the transport's rules, and says so. */
void    client_misbehaved(Client *, const char *code, const char *text);

/* Commits, then sends. Runs by itself at the end of a turn of the loop; SIGTERM calls it once more. */
void house_flush(House *);
/* Says goodbye to everybody. */
void house_bye(House *, const char *code, const char *text);

/* The record of a finished game; NULL with an HTTP status (404, 403) if there is none to have. The caller frees it. */
char *house_record(House *, const char *table, int *ret_status);

/* One position of a finished game and what led to it, as a seat saw it (TAP_NOBODY: as anybody did), for stepping through
 * it; JSON. step counts answers in force, 0 is the deal. NULL as above. The caller frees it. */
char *house_replay(House *, const char *table, TapSeat viewer, int step, int *ret_status);

#endif
