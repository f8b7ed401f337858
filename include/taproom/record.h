/*
 * A saved game is a text: setup, seed, rig, and answers in words. Undo, replay, crash recovery, staged tests and bug
 * reports are this. The format is in docs/records.md.
 *
 * A TapRecord also carries the state it leads to. It is on the heap and belongs to one thread at a time.
 */
#ifndef TAPROOM_RECORD_H
#define TAPROOM_RECORD_H

#include <taproom/content.h>
#include <taproom/game.h>

typedef struct TapRecord TapRecord;

enum { TAP_FAIR_SEED = 32, TAP_FAIR_TABLE = 64 };

/* How the seed of a game came about, for those who want to check it (docs/fairness.md). The library carries it and does
 * no cryptography; `taproom verify` does. */
typedef struct TapFair {
    bool       has_commitment, has_server;
    char       table[TAP_FAIR_TABLE];     /* names this one game; empty if not said */
    uint8_t    commitment[TAP_FAIR_SEED]; /* shown before any client sent its seed */
    uint8_t    server[TAP_FAIR_SEED];     /* the server's seed, secret until the end */
    TapSeatSet clients;                   /* who sent a seed */
    uint8_t    client[TAP_SEATS][TAP_FAIR_SEED];
} TapFair;

/* One to TAP_FAIR_TABLE - 1 printable ASCII characters; no blanks, quotes, backslashes or '#'. */
TAP_API bool tap_fair_table_is_good(const char *table);

/* Starts a game. events may be NULL. */
TAP_API TapRecord *tap_record_new(const TapSetup *, const uint8_t seed[64], TapLog *events);
TAP_API void tap_record_free(TapRecord *);

TAP_API const TapSetup *tap_record_setup(const TapRecord *);
TAP_API const TapState *tap_record_state(const TapRecord *);
TAP_API const uint8_t  *tap_record_seed(const TapRecord *); /* 64 bytes */

/* Who sits where, as free words without newline ("you", "search:2", "Anna"); NULL if not said. Copied. */
TAP_API void tap_record_set_player(TapRecord *, TapSeat, const char *who);
TAP_API const char *tap_record_player(const TapRecord *, TapSeat);

/* What the record says about its seed; NULL if nothing. Copied. Seeds of seats that are not at the table are dropped.
 */
TAP_API void tap_record_set_fair(TapRecord *, const TapFair *);
TAP_API const TapFair *tap_record_fair(const TapRecord *);

/* The table whose game this one goes on from, a name as tap_fair_table_is_good; "" if none is named. Copied. */
TAP_API void tap_record_set_before(TapRecord *, const char *table);
TAP_API const char *tap_record_before(const TapRecord *);

/* Answers. False, and nothing changed, if it is not legal. timeout marks an answer the clock gave. */
TAP_API bool tap_record_answer(TapRecord *, TapSeat, TapMove, bool timeout, TapLog *events);

/* The same for a move and its words that tap_move_take or tap_move_write gave for this very position. */
TAP_API void tap_record_played(TapRecord *, TapSeat, TapMove, const char *words, bool timeout, TapLog *events);

/* How many answers are in force, and the i-th of them. */
TAP_API int  tap_record_answers(const TapRecord *);
TAP_API bool tap_record_answer_at(const TapRecord *, int i, TapSeat *ret_seat, TapMove *ret_move);

/* Goes back to the position after `to` answers, with the same chance. The text keeps what was undone. */
TAP_API bool tap_record_undo(TapRecord *, int to);
TAP_API bool tap_record_was_undone(const TapRecord *); /* ever */

/* The state after the first `answers` answers in force, with the events that led there from the one before appended to
 * events (may be NULL). */
TAP_API bool tap_record_state_at(const TapRecord *, int answers, TapState *ret, TapLog *events);

/* Every use of chance on the way to the position, in order; the caller frees *ret. False, and nothing given, if one
 * step used more chance than a log holds. */
TAP_API bool tap_record_chance(const TapRecord *, TapChance **ret, int *ret_n);

/* Draws the same numbers from a seed: the index of the first use of chance that does not follow from it, or n if all
 * do. What was rigged used no luck and is passed over. */
TAP_API int tap_chance_follows(const TapChance *, int n, const uint8_t seed[64]);

/* The text; the caller frees it. */
TAP_API char *tap_record_write(const TapRecord *);

/* Reads a text and plays it. NULL with line and reason if it is broken: a bad word, an illegal answer, a rig that
 * cannot be had, an older version of the rules. `expect` lines are checked where they stand; the first that fails is
 * such a reason. ret_line counts from 1; 0 if the text is empty. Without ret_line the reason begins with "line N: ". */
TAP_API TapRecord *tap_record_read(const char *text, int *ret_line, TapError *);
/* The same for a record that may name content files (`deck KIND ID HASH`): they are looked for on the shelf, which
 * outlives the record. One that is not there, or another, is such a reason. */
TAP_API TapRecord *tap_record_read_with(const char *text, const TapShelf *, int *ret_line, TapError *);

/* How many `expect` and `refuse` lines the text had. */
TAP_API int tap_record_expects(const TapRecord *);

#endif
