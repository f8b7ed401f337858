/* Games under way, kept as records in $XDG_STATE_HOME/taproom (else ~/.local/state/taproom): one for each game. */
#ifndef CLI_SAVES_H
#define CLI_SAVES_H

#include <taproom/taproom.h>

enum { SAVE_PATH_BYTES = 1024 };

/* The file for a game; ending is ".rec" or what else is kept beside it. False with a reason if there is no home. */
bool save_path(const char *game_id, const char *ending, char *ret, size_t size, TapError *);

/* Makes the folders above a path that are not there. */
void make_folders(const char *path);

/* Writes the whole file or leaves the old one as it was; makes the folder if it must. */
bool save_write(const char *path, const char *text, TapError *);

/* The text of a file, NULL if there is none or it cannot be read; the caller frees it. */
char *save_read(const char *path);

/* Whether a game under way is kept. */
bool save_exists(const char *game_id);
/* The version of the game's rules that a record's text names, if it is another than the program plays now; else 0. */
int save_other_rules(const char *text, const TapGame *);

/* Moves the save of a game to another ending, so that nothing is lost; the new path comes back. False if it failed. */
bool save_move(const char *game_id, const char *ending, char *ret_path, size_t size);

/* The game is over: forgets its save. */
void save_remove(const char *game_id);

#endif
