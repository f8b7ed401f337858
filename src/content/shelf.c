/* Shelves: content files in memory, and what a game is played with because of them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <taproom/content.h>

#include "content/kinds.h"
#include "text/fail.h"

/* What the inn is played with if just these files are used. */
typedef struct Mix Mix;
struct Mix {
    Mix *next;
    bool *used; /* of the shelf's files */
    const TapContent *content;
};

struct TapShelf {
    Blocks blocks;
    int files, room, decks;
    const TapContent **file;
    const InnDeck **deck;     /* of each file; NULL for tables */
    int built_decks;          /* read when the first deck comes: */
    const InnDeck **built;    /* those of data/inn */
    pthread_mutex_t mixing;   /* a shelf is const for those who play, and yet remembers what it mixed */
    Blocks mixed;
    Mix *mix;
};

const TapSource *tap_built_in(int i)
{
    for (const BuiltIn *b = built_in_content; b->source.kind; b++)
        if (!i--) return &b->source;
    return NULL;
}

const char *tap_content_ending(const char *kind)
{
    if (inn_is_deck(kind)) return ".deck";
    for (const ContentKind *k = content_kinds; k->rules; k++)
        if (!strcmp(k->rules->kind, kind)) return ".table";
    return NULL;
}

TapShelf *tap_shelf_new(void)
{
    TapShelf *s = calloc(1, sizeof *s);
    assert(s);
    pthread_mutex_init(&s->mixing, NULL);
    return s;
}

void tap_shelf_free(TapShelf *s)
{
    if (!s) return;
    blocks_free(&s->blocks);
    blocks_free(&s->mixed);
    pthread_mutex_destroy(&s->mixing);
    free(s->file);
    free(s->deck);
    free(s);
}

const TapContent *tap_shelf_file(const TapShelf *s, int i) { return s && i >= 0 && i < s->files ? s->file[i] : NULL; }

/* The file of that kind and id; -1: none. */
static int place_of(const TapShelf *s, const char *kind, const char *id)
{
    for (int i = 0; s && i < s->files; i++)
        if (!strcmp(s->file[i]->source[0].kind, kind) && !strcmp(s->file[i]->source[0].id, id)) return i;
    return -1;
}

static const TapContent *find(const TapShelf *s, const char *kind, const char *id)
{
    int i = place_of(s, kind, id);
    return i < 0 ? NULL : s->file[i];
}

static const char *copy(TapShelf *s, const char *text) { return blocks_copy(&s->blocks, text, strlen(text)); }

/* ------------------------------------------------------------------- decks */

static void read_built_decks(TapShelf *s)
{
    int n = 0;
    while (built_in_content[n].source.kind) n++;
    s->built = blocks_take(&s->blocks, sizeof *s->built * (size_t)n);
    for (const BuiltIn *b = built_in_content; b->source.kind; b++) {
        TapFaults faults = {0};
        if (!inn_is_deck(b->source.kind)) continue;
        bool good = inn_read(b->source.text, strlen(b->source.text), &s->built[s->built_decks++], &s->blocks, &faults);
        assert(good); /* else there were no library */
        (void)good;
    }
}

/* Whether a deck of the user's takes this one's place. used NULL: all files are. */
static bool is_replaced(const TapShelf *s, const InnDeck *built, const bool *used)
{
    int i = place_of(s, built->head.kind, built->head.id);
    return i >= 0 && (!used || used[i]);
}

/* Those of data/inn that are not replaced, then the shelf's; also one that is just coming. */
static int list_decks(const TapShelf *s, const bool *used, const InnDeck *coming, const InnDeck **ret)
{
    int n = 0;
    for (int i = 0; i < s->built_decks; i++) {
        const DataHead *h = &s->built[i]->head;
        bool now = coming && !strcmp(coming->head.kind, h->kind) && !strcmp(coming->head.id, h->id);
        if (!now && !is_replaced(s, s->built[i], used)) ret[n++] = s->built[i];
    }
    for (int i = 0; i < s->files; i++)
        if (s->deck[i] && (!used || used[i])) ret[n++] = s->deck[i];
    return n;
}

/* What only a shelf can say about a deck: it is built in, there are too many, or its cards are others elsewhere. A copy
 * that differs in nothing is the one that is built in. */
static bool judge_deck(TapShelf *s, const InnDeck *d, const char *text, size_t n, TapFaults *faults)
{
    const BuiltIn *built = built_in_content;
    if (!s->built) read_built_decks(s);
    while (built->source.kind && (strcmp(built->source.kind, d->head.kind) || strcmp(built->source.id, d->head.id)))
        built++;
    bool itself = built->source.kind && strlen(built->source.text) == n && !memcmp(built->source.text, text, n);
    if (built->source.kind && !d->replaces && !itself)
        faults_add(faults, d->id_line, d->id_column,
                   "'%s' is built in; a line 'replaces %s' puts this deck in its place", d->head.id, d->head.id);
    else if (!built->source.kind && d->replaces)
        faults_add(faults, d->id_line, d->id_column, "there is no '%s %s' built in that it could replace", d->head.kind,
                   d->head.id);
    else if (s->decks == INN_FILES)
        faults_add(faults, 1, 1, "more than %d decks are too many", INN_FILES);
    else {
        const InnDeck **other = calloc((size_t)(s->built_decks + s->files + 1), sizeof *other);
        assert(other);
        bool good = inn_fits(other, list_decks(s, NULL, d, other), d, faults);
        free(other);
        return good;
    }
    return false;
}

bool tap_shelf_add(TapShelf *s, const char *text, size_t n, const char *hash, TapFaults *faults)
{
    ContentFile read;
    assert(strlen(hash) == TAP_HASH_DIGITS && strspn(hash, "0123456789abcdef") == TAP_HASH_DIGITS);
    assert(!s->mix); /* nobody plays with it yet */
    if (!content_compile(text, n, &read, &s->blocks, faults)) return false;
    const DataHead *head = &read.head;
    if (find(s, head->kind, head->id)) {
        faults_add(faults, 1, 1, "another file is '%s %s' already", head->kind, head->id);
        return false;
    }
    if (read.deck && !judge_deck(s, read.deck, text, n, faults)) return false;
    if (s->files == s->room) {
        s->room = s->room ? 2 * s->room : 8;
        s->file = realloc(s->file, sizeof *s->file * (size_t)s->room);
        s->deck = realloc(s->deck, sizeof *s->deck * (size_t)s->room);
        assert(s->file && s->deck);
    }
    TapContent *kept = blocks_take(&s->blocks, sizeof *kept);
    TapSource *source = blocks_take(&s->blocks, sizeof *source);
    *source = (TapSource){.kind = copy(s, head->kind),
                          .id = copy(s, head->id),
                          .hash = copy(s, hash),
                          .text = blocks_copy(&s->blocks, text, n)};
    *kept = *read.content;
    kept->sources = 1;
    kept->source = source;
    s->decks += read.deck != NULL;
    s->deck[s->files] = read.deck;
    s->file[s->files++] = kept;
    return true;
}

/* ------------------------------------------------------------------ the inn */

static const TapContent *mix(TapShelf *s, const bool *used)
{
    Blocks *blocks = &s->mixed;
    if (!s->built) read_built_decks(s); /* a shelf may hold only what is played with inside */
    int guests = place_of(s, GUEST_DECKS_KIND, GUEST_DECKS_ID), sources = 0;
    const InnDeck **deck = blocks_take(blocks, sizeof *deck * (size_t)(s->built_decks + s->files + 1));
    const TapDeck *const *guest = guests >= 0 && used[guests] ? s->file[guests]->deck : inn_content.deck;
    TapContent *made = blocks_take(blocks, sizeof *made);
    TapSource *source = blocks_take(blocks, sizeof *source * (size_t)(s->files + 1));
    *made = *inn_join(deck, list_decks(s, used, NULL, deck), guest, blocks);
    for (int i = 0; i < s->files; i++)
        if (used[i]) source[sources++] = s->file[i]->source[0];
    made->sources = sources;
    made->source = source;
    return made;
}

/* What the inn is played with if these files are used; made once. */
static const TapContent *mixed(const TapShelf *shelf, const bool *used)
{
    TapShelf *s = (TapShelf *)shelf; /* what it remembers is behind its lock */
    size_t bytes = sizeof *used * (size_t)s->files;
    pthread_mutex_lock(&s->mixing);
    Mix *m = s->mix;
    while (m && memcmp(m->used, used, bytes) != 0) m = m->next;
    if (!m) {
        m = blocks_take(&s->mixed, sizeof *m);
        m->used = (bool *)blocks_copy(&s->mixed, (const char *)used, bytes);
        m->content = mix(s, used);
        m->next = s->mix;
        s->mix = m;
    }
    pthread_mutex_unlock(&s->mixing);
    return m->content;
}

/* A file that the inn has a use for: a deck, or what is played with inside. */
static bool is_for_inn(const TapShelf *s, int i)
{
    const TapSource *source = &s->file[i]->source[0];
    return s->deck[i] || (!strcmp(source->kind, GUEST_DECKS_KIND) && !strcmp(source->id, GUEST_DECKS_ID));
}

static const TapContent *inn_with_all(const TapShelf *s)
{
    bool any = false, *used = calloc((size_t)s->files + 1, sizeof *used);
    assert(used);
    for (int i = 0; i < s->files; i++) any |= used[i] = is_for_inn(s, i);
    const TapContent *content = any ? mixed(s, used) : &inn_content;
    free(used);
    return content;
}

/* ------------------------------------------------------------------- games */

/* The file that a game's content was built from; NULL for a game that was not built from one, or from several. */
static const TapSource *built_from(const TapGame *game)
{
    for (const BuiltIn *b = built_in_content; b->source.kind && tap_game_content(game) != &inn_content; b++)
        if (b->content == tap_game_content(game)) return &b->source;
    return NULL;
}

const TapContent *tap_shelf_content(const TapShelf *s, const TapGame *game)
{
    if (s && tap_game_content(game) == &inn_content) return inn_with_all(s);
    const TapSource *usual = built_from(game);
    const TapContent *own = usual ? find(s, usual->kind, usual->id) : NULL;
    return own ? own : tap_game_content(game);
}

/* Whether a game can be played with such a file at all. */
static bool has_use_for(const TapGame *game, const char *kind, const char *id)
{
    const TapSource *usual = built_from(game);
    if (tap_game_content(game) == &inn_content)
        return inn_is_deck(kind) || (!strcmp(kind, GUEST_DECKS_KIND) && !strcmp(id, GUEST_DECKS_ID));
    return usual && !strcmp(usual->kind, kind) && !strcmp(usual->id, id);
}

bool tap_shelf_content_of(const TapShelf *s, const TapGame *game, const TapSource *file, int n, const TapContent **ret,
                          TapError *error)
{
    const TapContent *chosen = tap_game_content(game);
    bool inn = chosen == &inn_content, *used = calloc((size_t)(s ? s->files : 0) + 1, sizeof *used), good = true;
    assert(used);
    for (int i = 0; i < n && good; i++) {
        const char *kind = file[i].kind, *id = file[i].id;
        int found = place_of(s, kind, id);
        if (!has_use_for(game, kind, id))
            good = fail_with(error, "'%.32s %.32s' is nothing that %.60s is played with", kind, id,
                             tap_game_title(game));
        else if (found < 0)
            good = fail_with(error,
                             "was played with '%.32s %.32s' of hash %.64s, and that file is not among the content here",
                             kind, id, file[i].hash);
        else if (strcmp(s->file[found]->source[0].hash, file[i].hash))
            good = fail_with(error, "was played with '%.32s %.32s' of hash %.64s; the file here is another, %.8s...",
                             kind, id, file[i].hash, s->file[found]->source[0].hash);
        else {
            chosen = s->file[found];
            used[found] = true;
        }
    }
    if (good && inn && n) chosen = mixed(s, used);
    free(used);
    if (good) *ret = chosen;
    return good;
}
