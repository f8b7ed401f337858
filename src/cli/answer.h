/* What a person typed at a question. */
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include "cli/asked.h"
#include "cli/company.h"
#include "cli/screen.h"

typedef enum Wish {
    WISH_MOVE,
    WISH_MORE,
    WISH_RULES,
    WISH_HINT,
    WISH_GUIDE, /* to have somebody at his elbow, or to be left alone */
    WISH_UNDO,
    WISH_BOOK, /* to hear what the table tells him of his own cards */
    WISH_ORDERS, /* what follows the first word changes them */
    WISH_SAVE,
    WISH_QUIT,
    WISH_UNCLEAR
} Wish;

/* Understands choice numbers ("3", "3 12"), positions and codes of items ("1 3", "R-owl"), one item of several choices
 * by its name ("king", "eagle lance"), words as in records ("raise to 12", "exchange 1 3"), splits and counts
 * (portions.h) and commands. The empty line is *idle if that is not NULL. WISH_MORE: choice *ret_choice was picked by
 * its number and its amount or items are still to be said. */
Wish answer_read(const Asked *, const Company *, const TapMove *idle,
                 const char *text, TapMove *ret, int *ret_choice, TapError *);

/* The rest of such an answer. */
bool answer_read_rest(const Asked *, const Company *, int choice,
                      const char *text, TapMove *ret, TapError *);

/* Asks for it until it does. False: the person thinks again, or *ret_typed says that nobody answers any more. */
bool answer_ask_rest(const Screen *, const Asked *, const Company *, int choice, TapMove *ret, Typed *ret_typed);

#endif
