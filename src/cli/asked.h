/* The open question and the words its answers are said in: of a game that is played here, or of one that a house tells
 * of. */
#ifndef CLI_ASKED_H
#define CLI_ASKED_H

#include <taproom/taproom.h>

/* The words that a house has for the choices of a View. */
typedef struct ToldWords {
    const char *word[TAP_CHOICES];            /* what stands before amount or items; of a plain choice all of it */
    const char *item[TAP_CHOICES][TAP_ITEMS]; /* of each item of the choice */
    const TapDeck *deck[TAP_CHOICES];         /* choice.deck - 1 counts here: faces that lie nowhere, kinds */
} ToldWords;

typedef struct Asked {
    const TapView   *view;
    const TapSetup  *setup; /* played here; */
    const TapState  *state;
    const ToldWords *told;  /* or, if it is not NULL, told by a house */
} Asked;

/* A move as it is said; false if no choice admits it. */
bool asked_write(const Asked *, TapMove, char *ret, size_t size);

/* Reads that form, forgiving case and words that only fill. Splits and counts of a house are read by portions.h. */
bool asked_read(const Asked *, const char *text, TapMove *ret, TapError *);

/* The items of a choice are named by their numbers in the row too; not dice, whose numbers are what they show. */
bool asked_by_number(const TapView *, int choice);

/* Face i of the deck that a choice is made from, or its kind i. Both groups of counts may be of the same faces: then
 * the second begins with the first face again. */
const TapFace *asked_face(const Asked *, const TapChoice *, int i);
/* Both groups of counts are of different faces, so that no word stands between them. */
bool asked_one_list(const Asked *, const TapChoice *);

#endif
