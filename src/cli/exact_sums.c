#include "cli/exact_sums.h"

#include <math.h>

void sums_add(Sums *s, int64_t value)
{
    s->n++;
    s->sum += value;
    s->squares += value * value;
}

void sums_join(Sums *s, const Sums *more)
{
    s->n += more->n;
    s->sum += more->sum;
    s->squares += more->squares;
}

double sums_mean(const Sums *s) { return s->n ? (double)s->sum / (double)s->n : 0; }

double sums_ci95(const Sums *s)
{
    if (s->n < 2) return 0;
    double n = (double)s->n, spread = ((double)s->squares - (double)s->sum * (double)s->sum / n) / (n - 1);
    return spread > 0 ? 1.96 * sqrt(spread / n) : 0;
}
