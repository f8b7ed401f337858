/* Scoring a hand by itself: at the end of a game, and for people at a real table. */
#ifndef TAPROOM_SCORE_H
#define TAPROOM_SCORE_H

#include <taproom/game.h>

enum { TAP_HOLDING = 40, TAP_TIES = 8, TAP_PARTS = 48 };

/* What is scored: a player's cards and dice, and what lies common to all. */
typedef struct TapHolding {
    uint8_t cards, dice, commons;
    uint8_t hand; /* which of the hands typed together it is, from 0 */
    TapCard card[TAP_HOLDING];
    uint8_t die[TAP_HOLDING];
    TapCard common[TAP_HOLDING];
    uint8_t mark[TAP_HOLDING]; /* of each card, if the game needs it: its pile, its cell */
    int16_t extra;             /* what else the game needs, by its own rule (a declared value) */
} TapHolding;

typedef struct TapScore {
    int32_t points;       /* as a player would say it */
    int32_t rank;         /* compares hands: more is better */
    int     ties;         /* how many numbers follow; -1 if what was typed does not tell */
    int32_t tie[TAP_TIES]; /* breaks equal ranks, in order: more is better */
} TapScore;

/* Why: one line a part. */
typedef struct TapPart {
    char    text[72];
    int32_t points;
} TapPart;
typedef struct TapParts {
    int     n;
    TapPart part[TAP_PARTS];
} TapParts;

/* > 0 if x is better, < 0 if y is, 0 if they tie. */
TAP_API int tap_score_compare(const TapScore *x, const TapScore *y);

/* Reads and scores hands typed as words ("W-wolf 2*R-owl", dice as digits), with keys "name=value" ("king=B-hare").
 * False with a reason for a bad word, a missing or unknown key, or a game that scores no hands. parts may be NULL. */
TAP_API bool tap_score_hands(const TapSetup *, const char *const *hand, int hands, const char *const *key, int keys,
                             TapScore *ret, TapParts *parts, TapError *);

/* What a hand of the game is made of, for forms. */
typedef struct TapScoreShape {
    bool        dice; /* else cards */
    int         min, max;
    const char *common_key; /* "king": a card common to all hands, or NULL */
    const char *card_key;   /* "card": a card of one hand, given as card.N, or NULL */
    const char *more_keys;  /* other keys, for people to read, or NULL */
    bool        picked;     /* a hand is a list of these and the two keys above: enough for picking it from the faces */
} TapScoreShape;

/* False if the game has no hands to score. */
TAP_API bool tap_score_shape(const TapGame *, TapScoreShape *ret);

/* Places 1, 1, 3 and an order such as "0>3>1=2" from scores. */
TAP_API void tap_places(const TapScore *, int n, int *ret_place, char *ret_order, size_t size);

#endif
