/* What the files of this folder share: the record itself, its statements, and the small tools of its text. */
#ifndef RECORD_INSIDE_H
#define RECORD_INSIDE_H

#include <taproom/record.h>

enum {
    RECORD_FORMAT = 1,       /* the number behind `taproom` in the first line */
    LINE_BYTES = 4096,       /* no line is longer */
    PLAYER_BYTES = 64,       /* words about who sits where */
    MOST_MONEY = 1000000,    /* of a stack or a pot: ten of them stay far below what 32 bits hold */
    CHECKPOINT_STRIDE = 16,  /* a state is kept after every so many answers, so that going back is cheap */
};

typedef enum EntryKind { ENTRY_ANSWER, ENTRY_UNDO, ENTRY_CHECK } EntryKind;

/* One line of the body, in the order of writing. Nothing is ever deleted. */
typedef struct Entry {
    uint8_t kind;
    bool    timeout;
    TapSeat seat;
    int     undo_to;
    TapMove move;
    char   *words; /* answer: its word form then; check: the whole line */
} Entry;

struct TapRecord {
    TapSetup setup;
    uint8_t  seed[64];
    TapState state;
    char    *player[TAP_SEATS];
    bool     has_fair;
    TapFair  fair;
    char     before[TAP_FAIR_TABLE];
    int      entries, entries_room;
    Entry   *entry;
    int      in_force, in_force_room;
    int     *force; /* entries of the answers that were not undone */
    int      checkpoints_room;
    unsigned char *checkpoint; /* the k-th is the state after k * CHECKPOINT_STRIDE answers */
    bool     undone;
    int      expects;
};

/* Reads a record of one of these games; NULL ends the list. */
TapRecord *record_read_of(const TapGame *const *games, const char *text, const TapShelf *, int *ret_line, TapError *);

/* Keeps an `expect` or `refuse` line, so that writing the record loses none. */
void record_keep_check(TapRecord *, const char *line);

/* Takes the next word off a line, in place; "quoted words" are one, with \" and \\ inside. NULL at the end. */
char *take_word(char **at);

/* A whole number from lo to hi and nothing else. */
bool read_number(const char *word, long lo, long hi, long *ret);

/* "3*W-wolf": how often (1 without a star, at most `most`), and what. False for a count that is none. */
bool read_repeat(char *word, int most, int *ret_times, char **ret_rest);

/* A seat as people count, or "clock"; false if it is neither or not at this table. */
bool read_seat(const TapSetup *, const char *word, TapSeat *ret);

/* "2", "1 and 3", "nobody". */
void write_seats(TapSeatSet, char *ret, size_t size);

/* Checks what stands behind `expect`. False with a reason for words that make no sense; else *ret_holds says whether it
 * is so, and error what is the case instead. words is used up. */
bool expect_holds(const TapRecord *, const TapLog *since_last_answer, char *words, bool *ret_holds, TapError *error);

#endif
