#include "cli/exact_sums.h"

#include <math.h>
#include <string.h>

void sums_add(Sums *s, int64_t value)
{
    s->n++;
    s->sum += value;
    s->squares += (Whole)value * value;
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

double sums_needed(const Sums *s)
{
    if (s->n < 2 || !s->sum) return 0;
    double wide = sums_ci95(s) / sums_mean(s); /* the interval shrinks with the root of how many there are */
    return fmax(2, ceil((double)s->n * wide * wide));
}

void whole_write(Whole n, char ret[WHOLE_BYTES])
{
    char              digits[WHOLE_BYTES], *p = digits + sizeof digits;
    unsigned __int128 left = n < 0 ? -(unsigned __int128)n : (unsigned __int128)n;
    *--p = 0;
    do *--p = (char)('0' + (int)(left % 10));
    while (left /= 10);
    if (n < 0) *--p = '-';
    strcpy(ret, p);
}

bool whole_read(const char *text, Whole *ret)
{
    bool   below = *text == '-';
    size_t n = strlen(text += below);
    if (!n || n > WHOLE_DIGITS || strspn(text, "0123456789") != n) return false;
    Whole sum = 0;
    for (; *text; text++) sum = sum * 10 + (*text - '0');
    *ret = below ? -sum : sum;
    return true;
}
