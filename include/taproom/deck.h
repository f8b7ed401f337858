/* What cards are: faces as data. A front end draws any deck from these words; it knows no deck by name. */
#ifndef TAPROOM_DECK_H
#define TAPROOM_DECK_H

#include <taproom/base.h>

typedef struct TapFace {
    const char *code;    /* ASCII, as typed and recorded: "W-wolf" */
    const char *name;    /* "Warrior of wolf" */
    const char *letter;  /* index in the corner: "W" */
    const char *suit;    /* "wolf"; NULL for none */
    const char *glyph;   /* the suit as one Unicode symbol; NULL for none */
    const char *hue;     /* "red"; NULL for none */
    const char *pattern; /* the hue again, for eyes that do not see it: "lines" */
    int8_t      number;  /* rank for people; 0 for none */
} TapFace;

typedef struct TapDeck {
    const char    *name;
    int            faces;
    const TapFace *face;
} TapDeck;

/* The face with this code, case ignored; -1 if there is none. */
TAP_API int tap_deck_find(const TapDeck *, const char *code);

#endif
