/* Splits and counts as people type them: "2 silver to Mira, rest to me", "1: 2*silver; rest to 2", "2 silver for gold".
 * What records write is understood too. */
#ifndef CLI_PORTIONS_H
#define CLI_PORTIONS_H

#include "cli/asked.h"
#include "cli/company.h"

static inline bool is_portioned(const TapChoice *o) { return o->kind == TAP_SPLIT || o->kind == TAP_COUNTS; }

/* The words behind the verb. False with a reason that names the word or number that is wrong. */
bool portions_read(const Asked *, const TapChoice *, const Company *, const char *text, TapMove *ret, TapError *);

/* What may be typed: the things there are, and the places or limits. And one example, without the verb. */
void portions_explain(const Asked *, const TapChoice *, const Company *, char *ret, size_t size);
void portions_example(const Asked *, const TapChoice *, char *ret, size_t size);

/* Where the portions begin in a record's words for a move of this choice: behind the verb and what belongs to it. */
size_t portions_begin(const Asked *, const TapChoice *, const char *words);

#endif
