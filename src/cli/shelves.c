#include "cli/shelves.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

const char *content_folder(const char *given, char *room, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (given) return given;
    int n = -1;
    if (data && *data == '/')
        n = snprintf(room, size, "%s/taproom/content", data); /* a relative one is to be ignored */
    else if (home && *home)
        n = snprintf(room, size, "%s/.local/share/taproom/content", home);
    return n >= 0 && (size_t)n < size ? room : NULL;
}

char *content_read(const char *path, size_t *ret_n)
{
    enum { STEP = 1 << 16, MOST = 2 << 20 }; /* more than any file may have; the reader says so */
    bool standard = !strcmp(path, "-");
    FILE *in = standard ? stdin : fopen(path, "rb");
    char *text = NULL;
    size_t n = 0;
    for (size_t got = 1; in && got && n < MOST; n += got) {
        char *larger = realloc(text, n + STEP + 1);
        if (!larger) break;
        text = larger;
        got = fread(text + n, 1, STEP, in);
    }
    bool good = in && text && !ferror(in);
    if (!good) fprintf(stderr, "%s: cannot be read: %s\n", path, strerror(errno));
    if (in && !standard) fclose(in);
    if (!good) {
        free(text);
        return NULL;
    }
    text[n] = 0;
    *ret_n = n;
    return text;
}

void content_hash(const char *text, size_t n, char ret[TAP_HASH_DIGITS + 1])
{
    unsigned char hash[TAP_HASH_DIGITS / 2];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, n, NULL, 0);
    sodium_bin2hex(ret, TAP_HASH_DIGITS + 1, hash, sizeof hash);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), e = strlen(ending);
    return n > e && !strcmp(name + n - e, ending);
}

/* A deck that is not good is left out, with a line of its own: others can be played with. */
static void say_left_out(const char *path, const TapFaults *faults)
{
    const TapFault *f = &faults->fault[0];
    fprintf(stderr, "%s:%d:%d: %s (this deck is left out; `taproom content check` says all)\n", path, f->line,
            f->column, f->text);
}

/* False: nothing can be played with this folder, which is said by now. */
static bool add_file(TapShelf *shelf, const char *path)
{
    char hash[TAP_HASH_DIGITS + 1];
    TapFaults faults = {0};
    size_t n = 0;
    bool deck = ends_with(path, ".deck");
    char *text = content_read(path, &n);
    if (!text) return deck;
    content_hash(text, n, hash);
    bool good = tap_shelf_add(shelf, text, n, hash, &faults);
    if (!good && deck)
        say_left_out(path, &faults);
    else if (!good) {
        char *said = tap_faults_text(&faults, path);
        fputs(said, stderr);
        free(said);
    }
    free(text);
    return good || deck;
}

static int is_content(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && (ends_with(entry->d_name, ".table") || ends_with(entry->d_name, ".deck"));
}

bool shelf_of_folder(const char *command, const char *folder, TapShelf **ret)
{
    struct dirent **entry;
    int n = scandir(folder, &entry, is_content, alphasort);
    if (n < 0) {
        fprintf(stderr, "taproom %s: the folder %s cannot be read: %s\n", command, folder, strerror(errno));
        return false;
    }
    TapShelf *shelf = tap_shelf_new();
    bool good = true;
    for (int i = 0; i < n; i++) {
        char path[CONTENT_PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        good = add_file(shelf, path) && good;
        free(entry[i]);
    }
    free(entry);
    if (good)
        *ret = shelf;
    else
        tap_shelf_free(shelf);
    return good;
}

bool shelf_open(const char *command, const char *given, TapShelf **ret)
{
    char room[CONTENT_PATH_BYTES];
    const char *folder = content_folder(given, room, sizeof room);
    DIR *there = folder && !given ? opendir(folder) : NULL;
    if (there) closedir(there);
    if (given || there) return shelf_of_folder(command, folder, ret);
    *ret = NULL; /* nobody has made the usual one */
    return true;
}

void print_sources(FILE *out, const char *before, const TapContent *content, const char *after)
{
    enum { SHOWN = 8 }; /* digits of a hash that people compare */
    for (int i = 0; i < content->sources; i++)
        fprintf(out, "%s%s %s (%.*s)%s", before, content->source[i].kind, content->source[i].id, SHOWN,
                content->source[i].hash, after);
}

void print_sources_json(FILE *out, const TapContent *content)
{
    if (!content->sources) return;
    fputs(",\"content\":[", out);
    for (int i = 0; i < content->sources; i++)
        fprintf(out, "%s{\"kind\":\"%s\",\"id\":\"%s\",\"hash\":\"%s\"}", i ? "," : "", content->source[i].kind,
                content->source[i].id, content->source[i].hash);
    fputc(']', out);
}
