/* Scoring a hand by itself: at the end of a game, and for people at a real table. */
#ifndef TAPROOM_SCORE_H
#define TAPROOM_SCORE_H

#include <taproom/game.h>

enum { TAP_HOLDING = 128, TAP_TIES = 8, TAP_PARTS = 48 };

/* What is scored: a player's cards and dice, and what lies common to all. */
typedef struct TapHolding {
    const TapDeck *deck; /* of its cards */
    uint8_t cards, dice, commons;
    uint8_t hand;  /* which of the hands typed together it is, from 0 */
    int16_t extra; /* what else the game needs, by its own rule (a declared value) */
    uint8_t mark[TAP_HOLDING]; /* of each card, if the game needs it: its pile, its cell; else 0 */
    /* of these, so many as are counted above are set */
    TapCard card[TAP_HOLDING];
    TapCard common[TAP_HOLDING];
    uint8_t die[TAP_HOLDING];
} TapHolding;

typedef struct TapScore {
    int32_t points;       /* as a player would say it */
    int32_t rank;         /* compares hands: more is better */
    int     ties;         /* how many numbers follow; -1 if what was typed does not tell */
    int32_t tie[TAP_TIES]; /* breaks equal ranks, in order: more is better */
} TapScore;

/* Why: one line a part, and what earns it: bit i is card, die or common thing i of the holding. */
typedef struct TapPart {
    char     text[72];
    int32_t  points;
    uint64_t cards[TAP_HOLDING / 64], dice, commons; /* of the last two the first 64 */
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

/* Where a fault lies. */
typedef struct TapScoreFault {
    TapError    error;
    int         hand; /* -1: none in particular */
    const char *key;  /* NULL: the hand itself, or nothing in particular */
} TapScoreFault;

/* The same, and a refusal says where. */
TAP_API bool tap_score_hands_at(const TapSetup *, const char *const *hand, int hands, const char *const *key, int keys,
                                TapScore *ret, TapParts *parts, TapScoreFault *);

/* ---- what is asked about hands, for forms and help pages ---- */

typedef enum TapScoreKind {
    TAP_SCORE_CARDS, /* "W-wolf 2*R-owl" */
    TAP_SCORE_DICE,  /* "13356" */
    TAP_SCORE_ROWS,  /* cards in rows of `wide`, a dot for an empty cell: "M-owl . W-wolf / R-hare" */
    TAP_SCORE_PILES, /* cards in piles: "M-owl M-hare | R-wolf" */
    TAP_SCORE_WORDS, /* some of `words`, none twice: "red", "W L" */
    TAP_SCORE_PAIRS, /* one of `words` at one of `places`, as often as needed: "W@M L@L" */
    TAP_SCORE_FROM,  /* a card of another hand, which is counted from 0: "1:R-owl" */
    TAP_SCORE_KINDS
} TapScoreKind;

typedef struct TapScoreWord {
    const char *word, *title;
} TapScoreWord;

enum { TAP_SCORE_FIELDS = 8 };

typedef struct TapScoreField {
    const char         *label;     /* "The King" */
    const char         *key;       /* "king", for "king=B-hare"; NULL: the hand itself */
    const char         *about;     /* what to do, without a full stop: "Say who is King" */
    TapScoreKind        kind;
    bool                own;       /* a key of each hand by itself: "card.2=B-owl" */
    uint8_t             min, max;  /* how many cards, dice, words; a key with min 0 may be left out */
    uint8_t             wide;      /* TAP_SCORE_ROWS */
    const TapScoreWord *words;     /* ended by one without a word; TAP_SCORE_ROWS: letters that may stand for cards */
    const TapScoreWord *places;
    const char         *example;   /* the examples of all fields together are hands that can be scored; may be NULL */
    uint8_t             with, without; /* asked only with (without) this option: its number plus 1, 0 for always */
} TapScoreField;

/* What is asked under these options, the hand first; returns how many. 0 if the game has no hands to score. */
TAP_API int tap_score_fields(const TapSetup *, TapScoreField ret[TAP_SCORE_FIELDS]);
/* How many of the deck's faces, from the first, can be named under these options. */
TAP_API int tap_score_faces(const TapSetup *);
/* So many hands must be typed together. */
TAP_API int tap_score_least(const TapSetup *);
/* "cards", "dice", "rows", "piles", "words", "pairs", "from". */
TAP_API const char *tap_score_kind(TapScoreKind);
/* What the points of a hand are: "point", or "card" where hands are not worth points but have names, which say all of
 * it: then the numbers of their parts need not be told. */
TAP_API const char *tap_score_unit(const TapGame *);
/* Why the game has no hands to score, as a half sentence; NULL if it has. */
TAP_API const char *tap_score_none(const TapGame *);

/* Places 1, 1, 3 and an order such as "0>3>1=2" from scores. */
TAP_API void tap_places(const TapScore *, int n, int *ret_place, char *ret_order, size_t size);

#endif
