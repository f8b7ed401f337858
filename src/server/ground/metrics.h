/* Counters for /metrics; they only grow, but for the first few. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include <stdint.h>

typedef struct Metrics {
    int64_t clients, rooms, bots_thinking;
    int64_t messages, bad_messages, answers, timeouts, bot_answers, undos, games, commits, commit_failures, commit_us;
    int64_t passed_on, taken, released, unknown; /* where several nodes share the house */
    int64_t tables_forgotten, guests_forgotten;
    int64_t sent_messages, sent_bytes, slow_closed, refused_connections;
} Metrics;

#endif
