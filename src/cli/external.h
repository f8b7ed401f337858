/*
 * Bots that are programs of their own: "cmd:python3 mybot.py". Messages are lines of JSON over the program's standard
 * input and output (docs/bot-protocol.md). They live here and not in the library, which starts no processes.
 *
 * Whatever such a program does, the game goes on: an answer that is late, illegal or no JSON, and every answer of a
 * program that has ended, is replaced by the fallback (what an idle player would do, else a random move) and counted.
 */
#ifndef CLI_EXTERNAL_H
#define CLI_EXTERNAL_H

#include "cli/cli.h"

enum { EXTERNAL_DEADLINE_MS = 1000, EXTERNAL_HELLO_MS = 10000 };

/* How a program did. */
typedef struct ExternalCount {
    uint64_t asked;
    uint64_t late, illegal, garbled; /* no answer in time; not among the choices; no answer by the protocol */
    uint64_t gone;                   /* asked after the program had ended or was given up */
    uint64_t waited_us;              /* for all answers together */
    char     end[80];                /* why it is gone ("ended with exit code 1"); empty while it runs */
} ExternalCount;

/* The programs of one thread, one for each command; zero it to begin. */
typedef struct Externals {
    int n;
    struct External *of[TAP_SEATS];
} Externals;

/* "cmd:..." names such a bot. */
bool external_is(const char *bot);

/* Starts the program, exchanges hellos and ends it again: false, with the reason, if that does not work. */
bool external_check(const char *bot, const TapSetup *, TapError *);

/* A legal move from the program of that name, which is started when it is first needed. luck is for the fallback; one
 * of its numbers is sent along, for bots that want randomness that can be repeated. */
TapMove external_decide(Externals *, const char *bot, int deadline_ms, const TapSetup *, const TapState *,
                        const TapSeen *, TapSeat, TapRng *luck);

/* Adds up what the programs of that name did; *sum must be zeroed by the caller before the first. */
void external_add_count(const Externals *, const char *bot, ExternalCount *sum);

/* Adds what the same program did elsewhere. */
void external_join_count(ExternalCount *sum, const ExternalCount *more);

/* Says it in one sentence: "412 decisions, 0.31 ms each; 3 late, 0 illegal ...". */
void external_describe(const ExternalCount *, char *ret, size_t size);

/* The same as JSON members to follow others: ,"asked":412,"late":3 ...; nothing for a bot that is no program. */
void external_print_json(FILE *, const char *bot, const ExternalCount *);

/* Closes the programs' input, gives them a second to end, and ends those that do not. */
void externals_close(Externals *);

#endif
