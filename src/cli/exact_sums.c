#include "cli/exact_sums.h"

#include <math.h>
#include <string.h>

/* Signed ones of that width cannot be multiplied under clang's sanitizer, whose library is not linked. */
typedef unsigned __int128 Magnitude;

void sums_add(Sums *s, int64_t value)
{
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    s->n++;
    s->sum += value;
    s->squares += (Whole)((Magnitude)size * size);
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
    char      digits[WHOLE_BYTES], *p = digits + sizeof digits;
    Magnitude left = n < 0 ? -(Magnitude)n : (Magnitude)n;
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
    Magnitude sum = 0;
    for (; *text; text++) sum = sum * 10 + (Magnitude)(*text - '0');
    *ret = below ? -(Whole)sum : (Whole)sum;
    return true;
}
