/*
 * What is said between the program and a bot that is a program of its own (docs/bot-protocol.md): the same lines
 * whether they go through a pipe (cli/external.c) or over a WebSocket (remote.c).
 */
#ifndef SERVER_BOT_MESSAGE_H
#define SERVER_BOT_MESSAGE_H

#include <taproom/bot.h>

#include "server/ground/clean_text.h"
#include "server/ground/secrets.h"
#include "server/ground/view_field.h"

enum { BOT_PROTOCOL = 1, BOT_LATE_IN_A_ROW = 10 /* then it is given up: it hangs */ };

/* table, seat and token only where there are any: NULL, TAP_NOBODY, NULL. */
void bot_write_hello(Out *, const TapSetup *, const char *table, TapSeat, const char *token);

/* What a bot over a WebSocket says first. */
typedef struct BotHello {
    char    table[TABLE_BYTES], name[NAME_BYTES], token[SIGNATURE_BYTES]; /* token: "" if it has none */
    TapSeat seat; /* TAP_NOBODY: any */
} BotHello;
/* NULL if it is one, else why not, with the code of the error. */
const char *bot_read_hello(const char *text, size_t n, BotHello *ret, const char **ret_code);

/* A question, complete in itself; seen is what its table has seen so far. */
void bot_write_decide(Out *, const TapSetup *, const TapState *, const TapSeen *seen, TapSeat, uint64_t id,
                      int deadline_ms, uint32_t seed, ViewScratch *);

/* True if there is more than one answer: else nobody needs to be asked. */
bool bot_has_choice(const TapSetup *, const TapState *, TapSeat, TapMove *ret_only);

typedef enum BotSaid {
    BOT_SAID_MOVE,
    BOT_SAID_OTHER,  /* an answer to an earlier question, which was counted as late then */
    BOT_SAID_GARBLE,
    BOT_SAID_ILLEGAL
} BotSaid;
BotSaid bot_read_answer(const char *text, size_t n, uint64_t id, const TapSetup *, const TapState *, TapSeat,
                        TapMove *ret);

/* What is played instead: what somebody does who does nothing, else anything. */
TapMove bot_fallback(const TapSetup *, const TapState *, TapSeat, TapRng *luck);

#endif
