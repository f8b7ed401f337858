#include "cli/saves.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/fail.h"

enum { MOST_BYTES = 16 << 20 };

bool save_path(const char *game_id, const char *ending, char *ret, size_t size, TapError *error)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (state && *state == '/')
        n = snprintf(ret, size, "%s/taproom/%s%s", state, game_id, ending); /* a relative one is to be ignored */
    else if (home && *home) n = snprintf(ret, size, "%s/.local/state/taproom/%s%s", home, game_id, ending);
    if (n >= 0 && (size_t)n < size) return true;
    return fail_with(error, "There is no folder for saved games; set HOME or XDG_STATE_HOME.");
}

void make_folders(const char *path)
{
    char part[SAVE_PATH_BYTES];
    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part) return; /* opening the file says so */
    for (char *slash = part + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(part, 0700); /* what is there already stays; what cannot be made shows when the file is opened */
        *slash = '/';
    }
}

bool save_write(const char *path, const char *text, TapError *error)
{
    char temporary[SAVE_PATH_BYTES + 32];
    snprintf(temporary, sizeof temporary, "%s.%ld.new", path, (long)getpid());
    make_folders(path);
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = file >= 0;
    for (size_t at = 0, n = strlen(text); good && at < n;) {
        ssize_t wrote = write(file, text + at, n - at);
        if (wrote < 0 && errno == EINTR) continue;
        good = wrote > 0;
        if (good) at += (size_t)wrote;
    }
    int why = errno;
    if (file >= 0 && close(file) && good) good = false, why = errno;
    if (good && rename(temporary, path)) good = false, why = errno;
    if (good) return true;
    if (file >= 0) unlink(temporary);
    return fail_with(error, "The game cannot be saved to %.120s: %.60s.", path, strerror(why));
}

char *save_read(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    size_t n = 0, room = 1 << 14;
    char  *text = malloc(room);
    while (text && (n += fread(text + n, 1, room - 1 - n, in)) == room - 1 && room < MOST_BYTES) {
        char *larger = realloc(text, room *= 2);
        if (!larger) free(text);
        text = larger;
    }
    bool read = !ferror(in);
    fclose(in);
    if (text) text[n] = 0;
    if (!read) free(text), text = NULL;
    return text;
}

bool save_exists(const char *game_id)
{
    char path[SAVE_PATH_BYTES];
    return save_path(game_id, ".rec", path, sizeof path, NULL) && !access(path, F_OK);
}

int save_other_rules(const char *text, const TapGame *game)
{
    char id[64];
    int  rules;
    for (const char *line = text, *end; line && *line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (sscanf(line, "game %63s %d", id, &rules) != 2) continue;
        return !strcmp(id, tap_game_id(game)) && rules != tap_game_rules_version(game) ? rules : 0;
    }
    return 0;
}

bool save_move(const char *game_id, const char *ending, char *ret_path, size_t size)
{
    char from[SAVE_PATH_BYTES];
    return save_path(game_id, ".rec", from, sizeof from, NULL) && save_path(game_id, ending, ret_path, size, NULL) &&
           !rename(from, ret_path);
}

void save_remove(const char *game_id)
{
    char path[SAVE_PATH_BYTES];
    if (save_path(game_id, ".rec", path, sizeof path, NULL)) unlink(path);
}
