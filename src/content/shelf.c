/* Shelves: content files in memory, and what a game is played with because of them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/content.h>

#include "content/kinds.h"
#include "text/fail.h"

struct TapShelf {
    Blocks blocks;
    int files, room;
    const TapContent **file;
};

const TapSource *tap_built_in(int i)
{
    for (const BuiltIn *b = built_in_content; b->source.kind; b++)
        if (!i--) return &b->source;
    return NULL;
}

TapShelf *tap_shelf_new(void)
{
    TapShelf *s = calloc(1, sizeof *s);
    assert(s);
    return s;
}

void tap_shelf_free(TapShelf *s)
{
    if (!s) return;
    blocks_free(&s->blocks);
    free(s->file);
    free(s);
}

const TapContent *tap_shelf_file(const TapShelf *s, int i) { return s && i >= 0 && i < s->files ? s->file[i] : NULL; }

/* The file of that kind and id, or NULL. */
static const TapContent *find(const TapShelf *s, const char *kind, const char *id)
{
    for (int i = 0; s && i < s->files; i++)
        if (!strcmp(s->file[i]->source[0].kind, kind) && !strcmp(s->file[i]->source[0].id, id)) return s->file[i];
    return NULL;
}

static const char *copy(TapShelf *s, const char *text) { return blocks_copy(&s->blocks, text, strlen(text)); }

bool tap_shelf_add(TapShelf *s, const char *text, size_t n, const char *hash, TapFaults *faults)
{
    DataHead head;
    const TapContent *made;
    assert(strlen(hash) == TAP_HASH_DIGITS && strspn(hash, "0123456789abcdef") == TAP_HASH_DIGITS);
    if (!content_compile(text, n, &head, &made, &s->blocks, faults)) return false;
    if (find(s, head.kind, head.id)) {
        faults_add(faults, 1, 1, "another file is '%s %s' already", head.kind, head.id);
        return false;
    }
    if (s->files == s->room) {
        s->room = s->room ? 2 * s->room : 8;
        s->file = realloc(s->file, sizeof *s->file * (size_t)s->room);
        assert(s->file);
    }
    TapContent *kept = blocks_take(&s->blocks, sizeof *kept);
    TapSource *source = blocks_take(&s->blocks, sizeof *source);
    *source = (TapSource){.kind = copy(s, head.kind),
                          .id = copy(s, head.id),
                          .hash = copy(s, hash),
                          .text = blocks_copy(&s->blocks, text, n)};
    *kept = *made;
    kept->sources = 1;
    kept->source = source;
    s->file[s->files++] = kept;
    return true;
}

/* The file that a game's content was built from; NULL for a game that was not built from one. */
static const TapSource *built_from(const TapGame *game)
{
    for (const BuiltIn *b = built_in_content; b->source.kind; b++)
        if (b->content == tap_game_content(game)) return &b->source;
    return NULL;
}

const TapContent *tap_shelf_content(const TapShelf *s, const TapGame *game)
{
    const TapSource *usual = built_from(game);
    const TapContent *own = usual ? find(s, usual->kind, usual->id) : NULL;
    return own ? own : tap_game_content(game);
}

bool tap_shelf_content_of(const TapShelf *s, const TapGame *game, const TapSource *file, int n, const TapContent **ret,
                          TapError *error)
{
    const TapSource *usual = built_from(game);
    const TapContent *chosen = tap_game_content(game);
    for (int i = 0; i < n; i++) {
        const char *kind = file[i].kind, *id = file[i].id;
        const TapContent *found = find(s, kind, id);
        if (!usual || strcmp(usual->kind, kind) || strcmp(usual->id, id))
            return fail_with(error, "'%.32s %.32s' is nothing that %.60s is played with", kind, id,
                             tap_game_title(game));
        if (!found)
            return fail_with(error,
                             "was played with '%.32s %.32s' of hash %.64s, and that file is not among the content here",
                             kind, id, file[i].hash);
        if (strcmp(found->source[0].hash, file[i].hash))
            return fail_with(error, "was played with '%.32s %.32s' of hash %.64s; the file here is another, %.8s...",
                             kind, id, file[i].hash, found->source[0].hash);
        chosen = found;
    }
    *ret = chosen;
    return true;
}
