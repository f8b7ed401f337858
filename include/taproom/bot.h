/*
 * Bots: "random", and "search:1" to "search:3". A bot sees a state only through what its seat may know: it reseals
 * before it looks. Its randomness is its own. One bot belongs to one thread at a time.
 */
#ifndef TAPROOM_BOT_H
#define TAPROOM_BOT_H

#include <taproom/game.h>
#include <taproom/view.h>

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

/* The same by the table as the asked seat sees it, the best of those that were tried often first. Where coins are
 * played for, `value` becomes what the seat itself should gain or lose from here on: folding is 0, nothing is below
 * what it costs, or beyond what can be won. True if they are coins now. */
TAP_API bool tap_hints_told(const TapSetup *, const TapView *, TapHint *hint, int n);
/* Why the first, in a sentence or two: what it costs, what it can win, how much better it is. After tap_hints_told. */
TAP_API void tap_hint_reason(const TapView *, const TapHint *hint, int n, char *ret, size_t size);

/* Simulations run so far, for measuring. */
TAP_API uint64_t tap_bot_iterations(const TapBot *);

#endif
