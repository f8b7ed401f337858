/* Means and their intervals, the same whoever added first. */
#ifndef CLI_EXACT_SUMS_H
#define CLI_EXACT_SUMS_H

#include <stdint.h>

typedef struct Sums {
    int64_t n, sum, squares;
} Sums;
void   sums_add(Sums *, int64_t value);
void   sums_join(Sums *, const Sums *);
double sums_mean(const Sums *);
double sums_ci95(const Sums *); /* half the width of the interval; 0 for fewer than two values */

#endif
