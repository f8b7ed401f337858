/*
 * Bots: "random", and "search:1" to "search:3". A bot sees a state only through what its seat may know: it reseals
 * before it looks. Its randomness is its own. One bot belongs to one thread at a time.
 */
#ifndef TAPROOM_BOT_H
#define TAPROOM_BOT_H

#include <taproom/game.h>

typedef struct TapBot TapBot;

/* A search may leave out parts, to measure what they are worth: "search:2,no-beliefs", "search:1,no-classes,no-policy".
 * NULL with a reason if there is no such bot. */
TAP_API TapBot *tap_bot_new(const char *name, uint64_t seed, TapError *);
TAP_API void tap_bot_free(TapBot *);

/* Names for help texts; NULL ends the list. */
TAP_API const char *const *tap_bot_names(void);

/* A bot as people speak of it. */
typedef struct TapBotKind {
    const char *name;     /* as tap_bot_new takes it */
    const char *title;    /* "An old hand" */
    const char *about;    /* how it plays, a sentence without its stop */
    int         strength; /* from 1, the weakest */
} TapBotKind;
/* In the order of their strength, as tap_bot_names. */
TAP_API const TapBotKind *tap_bot_kinds(int *ret_n);

/* A legal move for a seat that is asked. The same bot name, seed, knowledge of the seat and number of earlier decisions
 * of this bot give the same move. */
TAP_API TapMove tap_bot_decide(TapBot *, const TapSetup *, const TapState *, TapSeat);

/* What the last decision found: each move tried, how often, and the chips it should bring on average (own result less
 * the mean of the others'). Best first. Returns how many; 0 for a bot that does not weigh. */
typedef struct TapHint {
    TapMove  move;
    uint32_t visits;
    float    value;
} TapHint;
TAP_API int tap_bot_hints(const TapBot *, TapHint *ret, int max);

/* Simulations run so far, for measuring. */
TAP_API uint64_t tap_bot_iterations(const TapBot *);

#endif
