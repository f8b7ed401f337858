/* What the commands about what a server keeps share: backup, restore, check-store, store copy. */
#ifndef CLI_KEEPING_H
#define CLI_KEEPING_H

#include <stddef.h>

#include "server/house/check_house.h"

/* A copy of the house in that folder, also while its server runs, under a name that begins with `beside`. */
bool keeping_copy(const char *data, const char *beside, char *ret_path, size_t size, TapError *);

/* The same for a house that nobody else may have open meanwhile: *ret_lock keeps it so until folder_close. What is left
 * of earlier copies of that name goes. */
bool keeping_copy_alone(const char *data, const char *beside, char *ret_path, size_t size, int *ret_lock, TapError *);

/* Looks at a copy thoroughly, and says on stderr what is damaged in it. Only what was counted is returned. */
bool keeping_check(const char *command, const char *path, HouseCheck *ret, TapError *);
/* Who is barred and not over, of a house in a folder, or in a database (data is NULL). */
bool keeping_bars(const char *data, Store *, Bars *ret, TapError *);
/* Says it; `of` is the command. */
void keeping_tell(void *of, const Damage *);

#endif
