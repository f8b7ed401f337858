/* Means and their intervals, the same whoever added first. */
#ifndef CLI_EXACT_SUMS_H
#define CLI_EXACT_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef __int128 Whole;

typedef struct Sums {
    uint64_t n;
    Whole    sum, squares;
} Sums;
void   sums_add(Sums *, int64_t value);
void   sums_join(Sums *, const Sums *);
double sums_mean(const Sums *);
double sums_ci95(const Sums *); /* half the width of the interval; 0 for fewer than two values */

/* How many values with the same mean and spread as these have an interval that no longer reaches 0; at least two. 0 if
 * no number would do, or there are too few to tell: the mean is 0, or of fewer than two values. */
double sums_needed(const Sums *);

/* A whole number in decimal digits. Reads at most WHOLE_DIGITS of them: thousands of such numbers can be added without
 * leaving their type. False for anything else. */
enum { WHOLE_DIGITS = 33, WHOLE_BYTES = 48 };
void whole_write(Whole, char ret[WHOLE_BYTES]);
bool whole_read(const char *text, Whole *ret);

#endif
