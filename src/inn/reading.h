/* What the files that read and judge a deck share: read_deck.c, read_lines.c and judge.c. */
#ifndef INN_READING_H
#define INN_READING_H

#include "data/tokens.h"
#include "inn/deck.h"

typedef struct Reading {
    Tokens tokens;
    Blocks *blocks;
    TapFaults *faults;
    InnDeck *deck;
    InnEntry *entry; /* the card that lines belong to; NULL: none yet */
    InnEntry spare;  /* for a card that is one too many: its lines are still read */
    int on;          /* which of its permissions; -1: none yet, or one too many */
    int on_line, on_column, pick_column;
    bool target;       /* the pick was used */
    bool bad_on;       /* a fault is in this permission: what follows from it is not judged */
    bool bad_card;     /* or in this card */
    bool lost;         /* or in a line of cards, so that they cannot be counted */
    int cards_line, cards_column, boss_line, boss_column, name_line; /* where the head says so; 0: nowhere */
} Reading;

/* A fault at a token of the line just read; the card and its permission are broken. */
void fault_at(Reading *, const Token *, const char *form, ...) __attribute__((format(printf, 3, 4)));
/* The same, with a guess among the words of a list. */
void fault_word(Reading *, const Token *, const char *said, const char *const *list, const char *form, ...)
    __attribute__((format(printf, 5, 6)));

/* `on EVENT conditions : pick : effect ...`, and the lines that go on with it. */
void read_on(Reading *);
void read_more_effects(Reading *);
bool inn_number(const char *text, int lo, int hi, int *ret);

/* What can be said when all of a permission, a card, a deck has been read. Adds faults. */
void judge_permission(Reading *);
void judge_card(Reading *);
void judge_deck(Reading *);

#endif
