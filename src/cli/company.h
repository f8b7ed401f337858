/* Who sits at the table, by name. */
#ifndef CLI_COMPANY_H
#define CLI_COMPANY_H

#include <taproom/taproom.h>

#include "server/ground/clean_text.h"

/* Who sits where; name[viewer] is not used, the viewer is "You". */
typedef struct Company {
    TapSeat     viewer;
    const char *name[TAP_SEATS];
} Company;

#endif
