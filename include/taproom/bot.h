/*
 * Bots: "random", and "search:1" to "search:3". A bot sees a state only through what its seat may know: it reseals
 * before it looks. Of the way that led there it knows what everybody at the table has seen (TapSeen). Its randomness is
 * its own. One bot belongs to one thread at a time.
 */
#ifndef TAPROOM_BOT_H
#define TAPROOM_BOT_H

#include <taproom/game.h>
#include <taproom/record.h>
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

/* ---- what was seen on the way ---- */

enum { TAP_SEEN_BETS = 64 };
typedef enum TapSeenAct { TAP_SEEN_FOLD = 1, TAP_SEEN_MATCH, TAP_SEEN_RAISE } TapSeenAct;

typedef struct TapSeenBet {
    uint32_t to;    /* what the seat has laid in this round with it, or leaves there */
    uint16_t part;  /* of a raise: what it adds beyond the bet that was to be matched, in 1/64 of the pot as a call
                       would have left it; rounded down, and no more than fits */
    TapSeat  who;   /* of the outermost table */
    uint8_t  act;   /* TapSeenAct */
    uint8_t  round; /* of betting in this hand, from 1 */
    bool     paid;  /* it cost coins: a call is no check */
    bool     all_in;
    uint8_t  zero;
} TapSeenBet;

/* What everybody at the table has seen of the bets of the hand under way: plain data, copied by assignment. All zero is
 * nothing yet. */
typedef struct TapSeen {
    uint32_t   answers; /* of the game that were seen; not those in windows, where nobody learns who has answered */
    uint8_t    level, guest; /* which game of a host the bets are of */
    uint8_t    replays, round; /* its hand and round, as they stood at the last bet */
    TapSeatSet dealt;
    bool       whole; /* bet[0] was the first of the hand; not if it was before the first answer seen, or fell out */
    uint8_t    bets;  /* the oldest fall out beyond TAP_SEEN_BETS */
    TapSeenBet bet[TAP_SEEN_BETS];
} TapSeen;

/* Adds an answer, told with the state it was given in; all answers of a game belong in it, the clock's too, in their
 * order. It takes from them what everybody sees: the public part of the move, public facts of the state. */
TAP_API void tap_seen_add(TapSeen *, const TapSetup *, const TapState *before, TapSeat who, TapMove);
/* The same of all answers in force of a record: for a game that is taken up again, or after an undo. */
TAP_API void tap_seen_of(TapSeen *ret, const TapRecord *);
/* How many of its bets are of the hand that is under way in this state, which follows the answers seen: all of them, or
 * none when another hand has begun. */
TAP_API int tap_seen_bets(const TapSeen *, const TapSetup *, const TapState *);

/* Adds to what the bot itself has seen: every answer of the game, its own too. */
TAP_API void tap_bot_watch(TapBot *, const TapSetup *, const TapState *before, TapSeat who, TapMove);
/* As if it had watched all that is in there and nothing else: for a bot made in the middle of a game, after an undo, or
 * where the host watches for all its bots. */
TAP_API void tap_bot_catch_up(TapBot *, const TapSeen *);

/* A legal move for a seat that is asked. The same bot name, seed, knowledge of the seat and what it has seen give the
 * same move. Asked again before anything more was seen it plays with other luck, so that hosts that let it see nothing
 * get another each time; but not in a window, where the others may have answered unseen. */
TAP_API TapMove tap_bot_decide(TapBot *, const TapSetup *, const TapState *, TapSeat);

/* What the last decision found: each move tried, how often, and the chips it should bring on average (own result less
 * the mean of the others'). Best first. Returns how many; 0 for a bot that does not weigh. */
typedef struct TapHint {
    TapMove  move;
    uint32_t visits;
    float    value;
    float    noise; /* standard error of the value; 0: it is exact, or not known */
} TapHint;
TAP_API int tap_bot_hints(const TapBot *, TapHint *ret, int max);

/* The same by the table as the asked seat sees it, the best of those that were tried often first. Where coins are
 * played for, `value` becomes what the seat itself should gain or lose from here on: folding is 0, nothing is below
 * what it costs, or beyond what can be won. True if they are coins now. */
TAP_API bool tap_hints_told(const TapSetup *, const TapView *, TapHint *hint, int n);
/* After tap_hints_told: another than the first that was tried about as often and is within twice the noise, so that
 * nobody can say which is better; what a mixed strategy plays now and then is such a one. */
TAP_API bool tap_hint_alike(const TapHint *first, const TapHint *other);
/* What a bet costs at once, what lies on the table, how often it must win to be worth it: a call the hand, a raise the
 * others' folding. `wins` of a call is how often it should, by its value, if nothing more is bet; else and where values
 * are no coins -1. False for what is no bet, or costs nothing. */
typedef struct TapOdds {
    int32_t cost, pot;
    float   needs, wins;
} TapOdds;
TAP_API bool tap_hint_odds(const TapView *, const TapHint *, TapOdds *ret);
/* Why the first, in a sentence or two: what it costs, what it can win and how often it must, how much better it is, and
 * what is as good. After tap_hints_told. */
TAP_API void tap_hint_reason(const TapView *, const TapHint *hint, int n, char *ret, size_t size);

/* Simulations run so far, for measuring. */
TAP_API uint64_t tap_bot_iterations(const TapBot *);

#endif
