/* What a person can ask for at a question besides answering it. */
#ifndef CLI_HELPING_H
#define CLI_HELPING_H

#include "cli/company.h"
#include "cli/screen.h"

enum { HINT_WORDS = 320 };

typedef struct HintLine {
    char   words[HINT_WORDS];
    double value;
    bool   alike; /* nobody can say that the first is better */
} HintLine;

/* What a regular would do and why, and what the most looked at would bring, best first; in coins, or against the mean
 * of the others. */
void help_hint(const Screen *, const char *best, const char *reason, bool coins, const HintLine *, int n);

/* The page of the game that is played innermost; `game` is the outermost. orders: windows have been open. */
void help_rules(const Screen *, const TapView *, const TapGame *game, bool orders);

/* What the table tells the viewer of his own cards. */
void help_book(const Screen *, const Company *, const TapView *);

#endif
