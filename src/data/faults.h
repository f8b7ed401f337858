/* Lists of what is wrong with a text, each with its place, and guesses at what was meant. */
#ifndef DATA_FAULTS_H
#define DATA_FAULTS_H

#include <taproom/base.h>

/* Adds one, in order of place; beyond TAP_FAULTS the last in the text are only counted. */
void faults_add(TapFaults *, int line, int column, const char *form, ...) __attribute__((format(printf, 4, 5)));

/* The same, and behind it "; did you mean 'x'?" if one of the n words is near to `said`. A NULL among them is passed
 * over. */
void faults_guess(TapFaults *, int line, int column, const char *said, const char *const *word, int n, const char *form,
                  ...) __attribute__((format(printf, 7, 8)));

/* "'word'" as a message quotes it: what is long is cut, between characters. */
enum { QUOTED_BYTES = 72 };
typedef struct Quoted {
    char text[QUOTED_BYTES];
} Quoted;
Quoted quoted(const char *word);

/* Of n words the nearest to `said`, case ignored, or NULL if none is near enough to be meant. */
const char *nearest_word(const char *said, const char *const *word, int n);

#endif
