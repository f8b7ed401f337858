/* Bad input is a value with a message: how one is given. */
#ifndef TEXT_FAIL_H
#define TEXT_FAIL_H

#include <taproom/base.h>

/* Why it failed, cut to what a TapError holds; always false. error may be NULL. */
bool fail_with(TapError *error, const char *form, ...) __attribute__((format(printf, 2, 3)));

#endif
