/* The sentences of a card as they are made: tell.c, tell_when.c for when it may be played, tell_in_play.c for what lies
 * in play. */
#ifndef INN_TELLING_H
#define INN_TELLING_H

#include "inn/deck.h"

typedef struct Telling {
    const InnEntry *entry;
    InnKind kind;
    const InnPermission *on;
    bool named;       /* who is picked has been named: from then on it is "that player" */
    int before, last; /* whom the effect before this one happened to, and this one: not named twice */
    bool flipped;     /* the coin has been told of */
    char amount[160], picked[240];
    size_t n;
    char text[4096];
} Telling;

void say(Telling *, const char *form, ...) __attribute__((format(printf, 2, 3)));
/* "a, b or c" */
void say_set(Telling *, int set, const char *const *word);
/* "no", "one", ... "nine" */
const char *count_word(int n);
extern const char *const told_stats[INN_STATS], *const told_types[INN_TYPES], *const told_tags[INN_TAGS];

/* "Beetle", "2 Beetle tokens" */
const char *token_title(const Telling *, int token);
void say_tokens(Telling *, int n, int token);
/* Who was picked, by the first words for it or by the later ones. */
const char *say_target(Telling *);
/* The same of anybody: "each other player", "their"; who does something, one or several of them; "2 cards" */
const char *told_whom(Telling *, int who);
const char *told_their(const Telling *, int who);
void say_does(Telling *, int who, const char *verb, const char *verbs);
bool is_plural(const Telling *, int who);
void say_cards(Telling *, int n);
/* What is done to the cards of hands. */
void say_hands(Telling *, const InnEffect *);
/* What moves cards into a row, and what lasts. */
void say_row(Telling *, const InnEffect *);
/* Behind all else: what is true of the card as long as it lies in play. */
void say_lying(Telling *);
/* "at least 1 Beetle token" */
const char *token_condition(Telling *);
static inline bool asks_who_is_picked(const InnPermission *p) { return p->token_held == INN_BY_ANYBODY && p->pick; }
static inline bool is_in_play(const Telling *t) { return INN_ON(t->on->event) & INN_IN_PLAY; }

/* When it may be played; many: the card has other permissions too. */
void say_when(Telling *, bool many);

#endif
