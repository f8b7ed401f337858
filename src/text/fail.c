#include "text/fail.h"

#include <stdarg.h>
#include <stdio.h>

bool fail_with(TapError *error, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    if (error) vsnprintf(error->text, sizeof error->text, form, args);
    va_end(args);
    return false;
}
