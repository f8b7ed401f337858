/* What a house tells about a game, read back into the View and the events that the painter knows. Nothing of it is
 * trusted: numbers stay within their limits, texts are cleaned of all that would move a cursor, and what makes no sense
 * is refused as a whole. */
#ifndef CLI_TOLD_H
#define CLI_TOLD_H

#include <jansson.h>

#include "cli/asked.h"
#include "cli/company.h"

/* Where the texts of a View or of events lie. Begins as {0}. */
typedef struct Shelter {
    struct ShelterBlock *block;
} Shelter;
void shelter_empty(Shelter *);

/* Begins as zeros. */
typedef struct ToldView {
    TapView   view;
    ToldWords words;
    bool      can_idle;
    TapMove   idle; /* what Enter alone answers */
    Shelter   shelter;
} ToldView;

/* False if it is no View; *ret then holds none. What it held before is gone. */
bool told_view(const json_t *, ToldView *ret);
void told_free(ToldView *);

/* Events from number `from` on, as many as a log holds, into it; each with a sentence that a painter can fill in again.
 * content: where the faces are looked for that they name, or NULL. Returns how many were read, -1 if they are none. */
int told_events(const json_t *list, size_t from, const Company *, const TapContent *content, Shelter *, TapLog *ret);

/* A text out of an object, cleaned and at most `most` characters; "" if there is none. */
void told_text(const json_t *object, const char *name, int most, char *ret, size_t size);

/* A whole number out of an object, if it is there and within limits; else `otherwise`. */
int told_number(const json_t *object, const char *name, int lo, int hi, int otherwise);

#endif
