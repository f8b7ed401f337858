/* What the commands about a server's folder share: backup, restore, check-store. */
#ifndef CLI_KEEPING_H
#define CLI_KEEPING_H

#include <stddef.h>

#include "server/house/check_house.h"

/* A copy of the house in that folder, also while its server runs, under a name that begins with `beside`. */
bool keeping_copy(const char *data, const char *beside, char *ret_path, size_t size, TapError *);

/* Looks at a copy thoroughly, and says on stderr what is damaged in it. */
bool keeping_check(const char *command, const char *path, HouseCheck *ret, TapError *);

#endif
