/*
 * compile-content OUTPUT.c FILE...: writes data files as const C tables, for the library (src/content/kinds.h). What is
 * wrong with a file is told as FILE:LINE:COLUMN, and breaks the build.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "content/kinds.h"

/* A C string, or NULL. A new line in it begins a new piece, for people who look. */
static void write_string(FILE *out, const char *text)
{
    if (!text) {
        fputs("NULL", out);
        return;
    }
    fputc('"', out);
    for (const char *p = text; *p; p++) {
        if (*p == '\n')
            fputs(p[1] ? "\\n\"\n     \"" : "\\n", out);
        else if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p == '\t')
            fputs("\\t", out);
        else if (*p != '\r')
            fputc(*p, out);
    }
    fputc('"', out);
}

static void write_face(FILE *out, const TapFace *f)
{
    const struct {
        const char *name, *text;
    } field[] = {{"code", f->code},   {"name", f->name}, {"letter", f->letter},   {"suit", f->suit},
                 {"glyph", f->glyph}, {"hue", f->hue},   {"pattern", f->pattern}, {"title", f->title},
                 {"kind", f->kind},   {"text", f->text}, {"figure", f->figure}};
    fputs("    {", out);
    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        if (!field[i].text) continue;
        fprintf(out, ".%s = ", field[i].name);
        write_string(out, field[i].text);
        fputs(", ", out);
    }
    fprintf(out, ".number = %d, .copies = %d, .extra = %d},\n", f->number, f->copies, f->extra);
}

static void write_deck(FILE *out, const char *id, int i, const TapDeck *d)
{
    fprintf(out, "static const TapFace %s_faces_%d[] = {\n", id, i);
    for (int k = 0; k < d->faces; k++) write_face(out, &d->face[k]);
    fprintf(out, "};\nstatic const TapCard %s_cards_%d[] = {", id, i);
    for (int k = 0; k < d->cards; k++) fprintf(out, "%s%d,", k % 24 ? " " : "\n    ", d->card[k]);
    if (!d->cards) fputs(" 0", out); /* a list of words */
    fprintf(out, "\n};\nstatic const TapDeck %s_deck_%d = {.name = ", id, i);
    write_string(out, d->name);
    fputs(", .noun = ", out);
    write_string(out, d->noun);
    fprintf(out, ", .dice = %d, .faces = %d, .face = %s_faces_%d, .cards = %d, .plain = %d, .card = %s_cards_%d};\n\n",
            d->dice, d->faces, id, i, d->cards, d->plain, id, i);
}

/* Bytes, aligned for any struct that is none but bytes and numbers. */
static void write_own(FILE *out, const char *id, const TapContent *c)
{
    const unsigned char *byte = c->own;
    fprintf(out, "static const _Alignas(16) unsigned char %s_own[] = {", id);
    for (size_t i = 0; i < c->own_bytes; i++) fprintf(out, "%s%d,", i % 24 ? " " : "\n    ", byte[i]);
    fputs("\n};\n", out);
}

/* The first `guests` of its decks are those of the tavern, which are written by then. */
static void write_content(FILE *out, const char *id, const TapContent *c, int guests)
{
    for (int i = guests; i < c->decks; i++) write_deck(out, id, i, c->deck[i]);
    fprintf(out, "static const TapDeck *const %s_decks[] = {", id);
    for (int i = 0; i < c->decks; i++)
        fprintf(out, "%s&%s_deck_%d", i ? ", " : "", i < guests ? GUEST_DECKS_ID : id, i);
    fputs("};\n", out);
    if (c->own) write_own(out, id, c);
    if (c->roles) {
        fprintf(out, "static const char *const %s_roles[] = {", id);
        for (int i = 0; i < c->roles; i++) fprintf(out, "%s\"%s\"", i ? ", " : "", c->role[i]);
        fputs("};\n", out);
    }
    fprintf(out, "extern const TapContent %s_content;\n", id);
    fprintf(out, "const TapContent %s_content = {.decks = %d, .deck = %s_decks", id, c->decks, id);
    if (c->own) fprintf(out, ", .own = %s_own, .own_bytes = sizeof %s_own", id, id);
    if (c->roles) fprintf(out, ", .roles = %d, .role = %s_roles", c->roles, id);
    fputs("};\n\n", out);
}

/* NULL after saying why not. */
static char *read_file(const char *path, size_t *ret_n)
{
    enum { STEP = 1 << 16 };
    FILE *in = fopen(path, "rb");
    size_t n = 0, got = 1;
    char *text = NULL;
    while (in && got) {
        text = realloc(text, n + STEP + 1);
        if (!text) abort();
        got = fread(text + n, 1, STEP, in);
        n += got;
    }
    if (!in || ferror(in)) {
        fprintf(stderr, "%s: it cannot be read\n", path);
        if (in) fclose(in);
        free(text);
        return NULL;
    }
    fclose(in);
    text[n] = 0;
    *ret_n = n;
    return text;
}

typedef struct Written {
    char symbol[DATA_WORD_BYTES];
    const char *path;
    ContentFile file;
    char *text;
} Written;

static void say_faults(const TapFaults *faults, const char *path)
{
    char *said = tap_faults_text(faults, path);
    fputs(said, stderr);
    free(said);
}

/* Adds a file's tables to the output, a deck's with those of the others when all are read; false after saying what is
 * wrong. */
static bool write_file(FILE *out, const char *path, Written *ret, Blocks *blocks)
{
    TapFaults faults = {0};
    size_t n = 0;
    ret->path = path;
    ret->text = read_file(path, &n);
    bool good = ret->text && content_compile(ret->text, n, &ret->file, blocks, &faults);
    if (good) {
        strcpy(ret->symbol, ret->file.deck ? "inn" : ret->file.head.id);
        for (char *p = ret->symbol; *p; p++)
            if (*p == '-') *p = '_';
        if (!ret->file.deck) write_content(out, ret->symbol, ret->file.content, 0);
    } else if (ret->text)
        say_faults(&faults, path);
    return good;
}

/* What the inn is played with: all decks, and before them what the tavern's games are played with. */
static bool write_inn(FILE *out, const Written *written, int files, Blocks *blocks)
{
    const InnDeck **deck = blocks_take(blocks, sizeof *deck * (size_t)files);
    const TapDeck *const *guests = NULL;
    bool good = true;
    int n = 0;
    for (int i = 0; i < files; i++) {
        TapFaults faults = {0};
        const ContentFile *f = &written[i].file;
        if (!strcmp(f->head.kind, GUEST_DECKS_KIND) && !strcmp(f->head.id, GUEST_DECKS_ID)) guests = f->content->deck;
        if (!f->deck) continue;
        if (!inn_fits(deck, n, f->deck, &faults)) {
            say_faults(&faults, written[i].path);
            good = false;
        }
        deck[n++] = f->deck;
    }
    if (n && good) write_content(out, "inn", inn_join(deck, n, guests, blocks), guests ? INN_GUEST_DECKS : 0);
    return good;
}

/* What others have keeps its numbers however many decks of the house there are. */
static void house_last(Written *written, int files)
{
    for (int i = 0, moved = 0; i + moved < files;) {
        if (!written[i].file.deck || !written[i].file.deck->house) {
            i++;
            continue;
        }
        Written house = written[i];
        memmove(&written[i], &written[i + 1], sizeof *written * (size_t)(files - i - 1));
        written[files - 1] = house;
        moved++;
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("Usage: compile-content OUTPUT.c FILE...\n", stderr);
        return 2;
    }
    int files = argc - 2;
    bool good = true;
    Blocks blocks = {NULL};
    FILE *out = fopen(argv[1], "w");
    Written *written = calloc((size_t)files, sizeof *written);
    if (!out || !written) {
        fprintf(stderr, "%s: it cannot be written\n", argv[1]);
        if (out) fclose(out);
        free(written);
        return 1;
    }
    fputs("/* Made from data/ by tools/compile-content.c. */\n#include \"content/kinds.h\"\n\n", out);
    for (int i = 0; i < files; i++) good = write_file(out, argv[i + 2], &written[i], &blocks) && good;
    house_last(written, files);
    good = good && write_inn(out, written, files, &blocks);
    fputs("const BuiltIn built_in_content[] = {\n", out);
    for (int i = 0; good && i < files; i++) {
        const DataHead *head = &written[i].file.head;
        fprintf(out, "    {{.kind = \"%s\", .id = \"%s\", .text =\n     ", head->kind, head->id);
        write_string(out, written[i].text);
        fprintf(out, "}, &%s_content},\n", written[i].symbol);
    }
    fputs("    {{NULL, NULL, NULL, NULL}, NULL},\n};\n", out);
    for (int i = 0; i < files; i++) free(written[i].text);
    free(written);
    blocks_free(&blocks);
    good = !ferror(out) && good;
    good = !fclose(out) && good;
    if (!good) remove(argv[1]);
    return good ? 0 : 1;
}
