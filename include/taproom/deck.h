/*
 * What cards and dice are: faces as data. A front end draws any deck from these words; it knows no deck by name.
 *
 * A TapContent is all the data a table is played with. It is const and outlives every setup that names it; what is
 * built into the library lives as long as the program.
 */
#ifndef TAPROOM_DECK_H
#define TAPROOM_DECK_H

#include <taproom/base.h>

typedef struct TapFace {
    const char *code;    /* ASCII, as typed and recorded: "W-wolf" */
    const char *name;    /* "Warrior of wolf" */
    const char *letter;  /* index in the corner: "W"; NULL for none */
    const char *suit;    /* "wolf"; NULL for none */
    const char *glyph;   /* the suit, or what a die shows, as one Unicode symbol; NULL for none */
    const char *hue;     /* "red"; NULL for none */
    const char *pattern; /* the hue again, for eyes that do not see it: "lines" */
    const char *title;   /* short, for the face itself: "Warrior"; NULL: its name */
    const char *kind;    /* what sort of card: "Sometimes"; NULL for none */
    const char *text;    /* what it does, in a sentence or two; NULL for none */
    const char *figure;  /* what a painter draws on it: "warrior"; NULL for nothing */
    int8_t      number;  /* rank of a card, what the side of a die counts as; 0 for none */
    uint8_t     copies;  /* how many a whole deck has; of a die, how many sides show it */
    bool        extra;   /* plays only where an option brings it; all extra faces of a deck come together */
} TapFace;

/* A deck of cards, or a kind of die: its faces are what its sides show. */
typedef struct TapDeck {
    const char    *name;  /* as records call it: "rig NAME ..." */
    const char    *noun;  /* one of them, for people: "card", "token", "die" */
    bool           dice;
    int            faces;
    const TapFace *face;
    int            cards, plain; /* all of a whole deck; those that are not extra */
    const TapCard *card;         /* the whole deck face by face, the extra ones last; of a die: its sides */
} TapDeck;

/* A file that content was read from. What is built in has none. */
typedef struct TapSource {
    const char *kind, *id; /* "tavern-deck", "tavern" */
    const char *hash;      /* of its text, in hex */
    const char *text;
} TapSource;

enum { TAP_DECKS = 62, TAP_SOURCES = 72 };

typedef struct TapContent {
    int                   decks; /* at most TAP_DECKS */
    const TapDeck *const *deck;  /* a game names them by their place in this list */
    int                   sources; /* at most TAP_SOURCES */
    const TapSource      *source;
    int                   roles;
    const char *const    *role;  /* who may be played: the words of `cast`; NULL for none */
    const void           *own;   /* what else the game compiles: bytes, without pointers */
    size_t                own_bytes;
} TapContent;

/* The face with this code, case ignored; -1 if there is none. */
TAP_API int tap_deck_find(const TapDeck *, const char *code);

#endif
