/*
 * Games, setups, states: start, ask, answer.
 *
 * A TapState is flat: no pointers, no heap, its generator inside. Clone it with memcpy of tap_state_size(setup) bytes.
 * The same setup, seed and answers give the same bytes everywhere (for one build of the library: an image is never
 * stored; a record of answers is).
 */
#ifndef TAPROOM_GAME_H
#define TAPROOM_GAME_H

#include <string.h>

#include <taproom/base.h>
#include <taproom/choice.h>
#include <taproom/deck.h>
#include <taproom/rng.h>

enum {
    TAP_OPTIONS = 32,
    TAP_STATE_BYTES = 32768, /* no setup makes a larger state; most are a tenth of it */
    TAP_RIGGED = 1024,       /* rigged draws of one game */
    TAP_STAGED = 64,
    TAP_WORDS = 2048,        /* bytes that hold the words of any move */
    TAP_LOG = 512,
    TAP_CHANCE_LOG = 1024,
    TAP_CHAPTERS = 16
};

typedef struct TapGame TapGame;

/* ---- options ---- */

typedef enum TapOptionType { TAP_FLAG, TAP_NUMBER, TAP_WORD } TapOptionType;

/* An option is data: the command line, the docs, forms and tests are fed from it. */
typedef struct TapOption {
    const char        *name;
    const char        *about; /* one sentence */
    uint8_t            type;  /* TapOptionType */
    int16_t            usual, lo, hi;
    const char *const *words; /* TAP_WORD: what the values lo..hi are called, [0] is lo */
    const char        *group; /* options of one group are shown together under this heading; NULL: none */
    bool               money; /* it is about what is paid and won, as the ante is: no hand's score depends on it */
    const char        *title; /* what people call it: "A tied pot is"; NULL: its name will do */
    const char *const *said;  /* TAP_WORD: what people say for the words, in their order: "divided"; NULL: the words */
    int16_t            people; /* what is offered first where two or more people sit; 0: the usual */
} TapOption;

/* Two settings that may not meet: option `a` at a value from a_lo to a_hi, and `b` likewise. */
typedef struct TapClash {
    uint8_t     a;
    int16_t     a_lo, a_hi;
    uint8_t     b;
    int16_t     b_lo, b_hi;
    const char *reason;
} TapClash;

/* ---- chance ---- */

/* Every deck and every kind of die is a stream of draws; so is who begins, and whatever else a game picks. */
typedef enum TapStream {
    TAP_STREAM_SEAT,
    TAP_STREAM_MORE,
    TAP_STREAM_DECK, /* the first deck of the content; the others follow */
    TAP_STREAMS = TAP_STREAM_DECK + TAP_DECKS
} TapStream;
enum { TAP_ANY = -1 }; /* a hole in the rig, left to luck */

/* A rig keys wanted draws by stream and number of the draw, so that clone, undo and search need not know of it. A card
 * is wanted by its face, a die by its face from 1, a seat from 0. */
typedef struct TapRig {
    uint16_t n;
    uint8_t  stream[TAP_RIGGED]; /* of each draw, in the order they were wished */
    int16_t  value[TAP_RIGGED];
} TapRig;

/* Wishes for the next draw of a stream; false if the rig is full. */
TAP_API bool tap_rig(TapRig *, int stream, int value);

/* One use of chance: what was drawn from 0..n-1. n is 0 for a shuffle, which only forgets an order. Re-deriving
 * tap_rng_below(n) in sequence from the seed must give every value that was not rigged. */
typedef struct TapChance {
    uint8_t  stream, rigged;
    uint16_t n, value;
    int16_t  wish; /* what a rig would have to ask for to get the same */
} TapChance;

/* ---- setup ---- */

/* A value a seat begins with: which of those that the game lets be staged. */
typedef struct TapStaged {
    uint8_t what;
    TapSeat seat;
    int16_t value;
} TapStaged;

/* What a game is played with. Filled by tap_setup_init, then const; the caller owns it. */
typedef struct TapSetup {
    const TapGame    *game;
    const TapContent *content; /* decks and dice; outlives the setup */
    uint8_t        seats;
    int16_t        option[TAP_OPTIONS];
    int32_t        stack[TAP_SEATS]; /* money each seat brings; -1 is what the option says */
    int32_t        pot;              /* money left over from an earlier game */
    TapSeat        start;            /* starting player; TAP_NOBODY draws one */
    uint8_t        side[TAP_SEATS];  /* seats with the same number play together; computed from the options */
    int16_t        cast[TAP_SEATS];  /* the role of the content that a seat plays; -1: the game gives it one */
    uint8_t        stages;           /* values that seats begin with instead of the usual ones */
    TapStaged      stage[TAP_STAGED];
    TapRig         rig;
    uint32_t       state_bytes, stack_at, drawn_at; /* computed */
} TapSetup;

/* Options as "name" or "name=value". False, with a reason, for an unknown option, a value out of range, a clash, or a
 * number of seats that does not fit; *ret is then untouched. */
TAP_API bool tap_setup_init(TapSetup *ret, const TapGame *, int seats, const char *const *options, int n, TapError *);
/* The same with other content than what is built in; it must be of the game's kind and outlive the setup. */
TAP_API bool tap_setup_with(TapSetup *ret, const TapGame *, const TapContent *, int seats, const char *const *options,
                            int n, TapError *);
/* Who plays which role, by its name in the content; what a seat begins with, by the name the game gives it. False with
 * a reason for a name that is none, a role that is taken or not for the seat, a value out of range. */
TAP_API bool tap_setup_cast(TapSetup *, TapSeat, const char *role, TapError *);
/* The same for all seats at once, by commas: "fiona,_,zot"; _ leaves it to the game. */
TAP_API bool tap_setup_cast_all(TapSetup *, const char *roles, TapError *);
/* The value is a number, or the code of a card where it is one. */
TAP_API bool tap_setup_stage(TapSetup *, TapSeat, const char *what, const char *value, TapError *);
enum { TAP_STAGED_WORDS = 96 };
/* Value i of those staged, as tap_setup_stage takes it: "fortitude 12", "row amulet". */
TAP_API void tap_stage_write(const TapSetup *, int i, char ret[TAP_STAGED_WORDS]);

/* The name of a stream in records ("deck", "dice", "seat", "more"), NULL beyond the last; and back, -1 for none. */
TAP_API const char *tap_stream_name(const TapContent *, int stream);
TAP_API int         tap_stream_find(const TapContent *, const char *name);

/* Writes option i as a person would type it. */
TAP_API void tap_option_write(const TapOption *, int16_t value, char *ret, size_t size);

/* ---- events: what happened, for stories, speech and animation ---- */

typedef enum TapEventKind { TAP_MOVED, TAP_ROLLED, TAP_PAID, TAP_SHOWN, TAP_SAID } TapEventKind;

/* That an event happened is public. Its card and number are for those in seen_by. */
typedef struct TapEvent {
    uint8_t     kind, level;
    TapSeat     who, other; /* seats of the outermost table */
    TapCard     card;
    uint8_t     from, to; /* zones as numbered by the game at `level`; 0 is none */
    TapSeat     from_owner, to_owner;
    TapSeatSet  seen_by;
    int32_t     n;
    const char *text;   /* a sentence with {who} {other} {card} {n} {what}; the untranslated text is its id */
    const char *unseen; /* the sentence for those not in seen_by; NULL: the same, for it names nothing secret */
    const char *what;   /* the name of a game or option that {what} stands for, or NULL */
    const TapDeck *deck;
} TapEvent;

typedef struct TapLog {
    int       n, lost; /* lost counts what did not fit */
    TapEvent  event[TAP_LOG];
    int       draws, draws_lost;
    TapChance draw[TAP_CHANCE_LOG];
    int       chapters; /* hands, and games of a row, that ended: tap_chapters */
    struct {
        uint16_t event; /* so many events came before its end */
        uint8_t  level; /* of the table that it was played at */
    } chapter[TAP_CHAPTERS];
} TapLog;

static inline void tap_log_clear(TapLog *log) { log->n = log->lost = log->draws = log->draws_lost = log->chapters = 0; }

/* ---- states ---- */

typedef struct TapState {
    TAP_ALIGNED(16) unsigned char byte[TAP_STATE_BYTES];
} TapState;

static inline size_t tap_state_size(const TapSetup *setup) { return setup->state_bytes; }
/* A state is as large as its setup makes it: copy so, not by assignment. */
static inline void tap_state_copy(const TapSetup *setup, TapState *ret, const TapState *from)
{
    memcpy(ret, from, setup->state_bytes);
}

/* Starts a game and runs it to the first question. log may be NULL; events are appended. */
TAP_API void tap_start(const TapSetup *, TapState *ret, const uint8_t seed[64], TapLog *log);

TAP_API bool tap_over(const TapState *);

/* Who must answer now; bit TAP_CLOCK for the game's own hourglass. Empty when the game is over. */
TAP_API TapSeatSet tap_asked(const TapSetup *, const TapState *);

/* Who has answered under seal already; in open talk, who has nothing to say until somebody else has spoken. */
TAP_API TapSeatSet tap_sealed(const TapSetup *, const TapState *);

/* The same two as viewer may know them: of a hushed question nobody learns who else has answered. */
TAP_API TapSeatSet tap_asked_for(const TapSetup *, const TapState *, TapSeat viewer);
TAP_API TapSeatSet tap_sealed_for(const TapSetup *, const TapState *, TapSeat viewer);

/* ---- windows: hushed questions, in which whoever likes may answer to what is happening ---- */

/* What everybody may know of the open window. */
typedef struct TapWindow {
    const char *kind;    /* what is being answered: "card", "payment" */
    TapSeatSet  touches; /* whom it is about */
    TapSeat     turn;    /* whose turn it is; TAP_NOBODY: nobody's */
    uint8_t     depth;   /* 0: to an event; 1: to an answer; and so on */
    uint8_t     seconds; /* how long people have, unless their table says otherwise */
    bool        chooses; /* the game says itself whom the order "touch" asks: */
    TapSeatSet  calls;   /* these; else those whom it touches and whose turn it is */
} TapWindow;

/* False if no hushed question is open. */
TAP_API bool tap_window(const TapSetup *, const TapState *, TapWindow *ret);

/* A word of a standing order that a game adds: "pass unless it would knock me out". */
typedef struct TapOrder {
    const char *word;  /* ASCII, without blanks */
    const char *label; /* for people */
    bool        alone; /* usual for who plays with nobody but bots, who learn nothing from how long one thinks */
} TapOrder;
TAP_API const TapOrder *tap_game_orders(const TapGame *, int *ret_n);

/* Standing orders. Each is one of: "always" (ask me), "touch" (ask me when it touches me or my turn waits for me:
 * TapWindow.calls), "until-turn" (nothing until it is my turn, or a mate's), "card CODE" (ask me when that card could
 * be played), or a word of the game. A seat is asked if any of its orders says so; without orders, as with "touch".
 * They look at public facts and at the card named; those of a game may look at the seat's own cards. True, with the
 * pass, if they answer the open window for the seat. */
TAP_API bool tap_order_passes(const TapSetup *, const TapState *, TapSeat, const char *const *orders, int n,
                              TapMove *ret);
/* The orders of who has given none: "touch", and alone with bots those that are usual then. Returns how many. */
enum { TAP_USUAL_ORDERS = 4 };
TAP_API int tap_usual_orders(const TapGame *, bool alone, const char *ret[TAP_USUAL_ORDERS]);
/* False with a reason for an order that is none. */
TAP_API bool tap_order_check(const TapSetup *, const char *order, TapError *);

/* ---- a question's own hourglass ---- */

typedef struct TapGlass {
    uint16_t seconds; /* from turning to the last grain */
    uint8_t  grains;  /* the clock answers so often, evenly */
    uint16_t turn;    /* another number: the glass has been turned anew; other answers do not turn it */
} TapGlass;

/* False if the clock is not asked. Where no wall clock runs the clock answers when nobody else is asked any more. */
TAP_API bool tap_glass(const TapSetup *, const TapState *, TapGlass *ret);

/* True if any one answer resumes the game (talks, markets), false if it waits for all. */
TAP_API bool tap_asks_anyone(const TapState *);
/* True if those asked are of one mind: the first answer counts for all, and there is no talk. */
TAP_API bool tap_asks_one(const TapState *);

/* What seat may answer; an empty list if it is not asked. */
TAP_API void tap_choices(const TapSetup *, const TapState *, TapSeat, TapChoices *ret);

/* Answers. False, and nothing changed, if it is not legal. */
TAP_API bool tap_answer(const TapSetup *, TapState *, TapSeat, TapMove, TapLog *log);

/* The same for a move that was taken from tap_choices on this very state. */
TAP_API void tap_answer_trusted(const TapSetup *, TapState *, TapSeat, TapMove, TapLog *log);

/* ---- chapters: the end of a hand that is played again, or of one game in a row ---- */

/* After an answer, how many chapters ended by it and are no longer to be seen in the state; what came last and still
 * lies there is none of them. */
TAP_API int tap_chapters(const TapState *after, const TapLog *log);

/* The same answer on a copy of the state before it, up to the end of one of its chapters, from 0: for a View of that
 * moment, with its results. Nothing can be answered there. The log tells what happened so far. */
TAP_API void tap_answer_to_chapter(const TapSetup *, TapState *, TapSeat, TapMove, int chapter, TapLog *log);

/* What somebody who does nothing answers: check rather than fold, nothing out of a set that may be empty, the one move
 * there is. False if the question wants a decision. */
TAP_API bool tap_idle_move(const TapSetup *, const TapState *, TapSeat, TapMove *ret);

/* What the others see of an answer: all of it, or, for a secret question, verb and count. */
TAP_API TapMove tap_public_part(const TapSetup *, const TapState *, TapSeat, TapMove);

/* Result so far, in chips or points; final when the game is over. */
TAP_API int32_t tap_score(const TapSetup *, const TapState *, TapSeat);
TAP_API int32_t tap_money(const TapSetup *, const TapState *, TapSeat); /* what the seat holds; 0 without money */
/* What the seat brings to the game; and the least with which it can take part, at least 1; 0: nothing is played for. */
TAP_API int32_t tap_stack(const TapSetup *, TapSeat);
TAP_API int32_t tap_price(const TapSetup *);
TAP_API int32_t tap_pot(const TapSetup *, const TapState *);            /* all money on the table */
TAP_API int32_t tap_bank(const TapSetup *, const TapState *);           /* of the house: neither held nor to be won */
/* The seat whose purse this seat's money lies in: its own, or the first of its side where a side has one purse.
 * tap_money says the same for all of them; it is there once. */
TAP_API TapSeat tap_purse(const TapSetup *, TapSeat);

/* What a seat plays as by its place at the table: "Boss"; NULL: like everybody. */
TAP_API const char *tap_part(const TapSetup *, TapSeat);

/* Deals anew, at random, all that viewer cannot know: hidden cards and dice, answers under seal, and the generator.
 * Drops the rig. The outcome depends on what viewer knows and on r, on nothing else. fast gives the copy a quick
 * generator (bots). */
TAP_API void tap_reseal(const TapSetup *, TapState *, TapSeat viewer, TapRng *r, bool fast);
/* All that is drawn, rolled or shuffled from here on comes from r; what lies there stays as it is. Drops the rig. For
 * playing the rest of a game more than once; fast as above. */
TAP_API void tap_fresh_luck(TapState *, TapRng *r, bool fast);

/* NULL, or the stream of which the rig asked in vain ("deck", "dice", "seat"). */
TAP_API const char *tap_rig_fault(const TapSetup *, const TapState *);

/* What seat may expect in the end, from what it knows, in the unit of tap_score. False if the game does not say. */
TAP_API bool tap_estimate(const TapSetup *, const TapState *, TapSeat, float *ret_value);

/* No game of this setup has more decisions than this. */
TAP_API uint64_t tap_bound(const TapSetup *);

/* ---- word forms ---- */

/* The one ASCII form of a move, as records, bots and typed play use it: "raise to 6", "exchange R-owl R-owl.2". */
TAP_API bool tap_move_write(const TapSetup *, const TapState *, TapSeat, TapMove, char *ret, size_t size);

/* Reads that form, forgiving case, "raises" for "raise" and words that only fill. */
TAP_API bool tap_move_read(const TapSetup *, const TapState *, TapSeat, const char *text, TapMove *ret, TapError *);

/* The same, and writes its one form at once, listing the choices once only. */
TAP_API bool tap_move_take(const TapSetup *, const TapState *, TapSeat, const char *text, TapMove *ret, char *ret_words,
                           size_t size, TapError *);

/* ---- about games ---- */

/* What somebody wants to know who chooses a game. */
typedef struct TapFacts {
    uint8_t     minutes; /* a game of four takes about so many: twelve seconds a decision; 0: not said */
    uint8_t     skill;   /* from 1, luck decides, to 5, whoever plays better wins; 0: not said */
    bool        first;   /* one to begin with, for who knows none of them */
    const char *with;    /* what it is played with, by blanks: "cards dice" */
    const char *figure, *hue; /* what is drawn on its sign, as of a face (deck.h): "rogue", "red"; or NULL */
} TapFacts;

TAP_API const char *tap_game_id(const TapGame *);
TAP_API const char *tap_game_title(const TapGame *);
TAP_API const char *tap_game_about(const TapGame *);
TAP_API const TapFacts *tap_game_facts(const TapGame *);
/* What it goes through, in this order; some of it more than once. NULL, with 0, if it does not say. */
TAP_API const char *const *tap_game_phases(const TapGame *, int *ret_n);
TAP_API bool tap_game_has_windows(const TapGame *);  /* it asks hushed questions */
TAP_API bool tap_game_scores_money(const TapGame *); /* its scores are coins won and lost */
TAP_API int  tap_game_rules_version(const TapGame *);
TAP_API bool tap_game_hosts(const TapGame *); /* it plays other games in a row; money is kept from one to the next */
TAP_API void tap_game_seats(const TapGame *, int *ret_min, int *ret_max, int *ret_best_max);
TAP_API const TapOption *tap_game_options(const TapGame *, int *ret_n);
TAP_API const TapClash  *tap_game_clashes(const TapGame *, int *ret_n);
TAP_API const TapContent *tap_game_content(const TapGame *); /* what is built in; never NULL, but it may be empty */

/* The games there are, in the order people should see them; NULL ends the list. */
TAP_API const TapGame *const *tap_games(void);
TAP_API const TapGame *tap_game_find(const char *id);

#endif
