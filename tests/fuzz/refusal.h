/* What fuzzers of files check of every text they meet, and of every refusal. */
#ifndef FUZZ_REFUSAL_H
#define FUZZ_REFUSAL_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "data/tables.h"
#include "data/tokens.h"

/* Whole characters only. */
static inline void is_text(const char *text)
{
    for (size_t i = 0, n = strlen(text); i < n;) {
        int len = character_length(text + i, n - i);
        assert(len);
        i += (size_t)len;
    }
}

/* Something is wrong, and each fault has its place; they are in order. */
static inline void is_told(const TapFaults *f)
{
    assert(f->n > 0 && f->n <= TAP_FAULTS && f->more >= 0 && (!f->more || f->n == TAP_FAULTS));
    for (int i = 0; i < f->n; i++) {
        const TapFault *x = &f->fault[i], *before = i ? x - 1 : NULL;
        assert(x->line >= 1 && x->column >= 1 && x->text[0]);
        assert(!before || before->line < x->line || (before->line == x->line && before->column <= x->column));
        is_text(x->text);
    }
    char *all = tap_faults_text(f, "file");
    assert(strlen(all));
    free(all);
}

#endif
