/* `taproom content`: check, show, begin and list content files. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/saves.h"
#include "cli/shelves.h"

static void help(void)
{
    puts("Usage: taproom content check FILE... [--json]\n"
         "       taproom content show FILE|ID [--content DIR] [--json]\n"
         "       taproom content new KIND NAME [--with WORDS] [--content DIR]\n"
         "       taproom content list [--content DIR] [--json]\n\n"
         "Decks and dice of your own, as text: tables (docs/content.md), and decks for\n"
         "the inn (docs/decks.md).\n\n"
         "  check    says what is wrong with files, by line and column (- reads standard\n"
         "           input)\n"
         "  show     what a file, or content of that id, holds\n"
         "  new      begins a file of your own with what is built in; the name of what is\n"
         "           built in replaces it wherever the folder is read\n"
         "  list     what is built in, and what the folder holds\n\n"
         "  --with WORDS   begin with a deck of the inn that has all of these, by commas:\n"
         "                 counter, side, row, body, attached, faces, away, negated, hands,\n"
         "                 phase, rounds, drinks, money, merge, losses, discards\n"
         "  --content DIR  the folder (usually $XDG_DATA_HOME/taproom/content)\n"
         "  --json         for programs\n"
         "  --help         this page\n\n"
         "Ends with 0 if all is well, 1 if a file is not, 2 for words it does not know.\n\n"
         "Examples:\n"
         "  taproom content new tavern-deck tavern\n"
         "  taproom content new inn-character bronwen\n"
         "  taproom content new inn-character ostler --with counter,row\n"
         "  taproom content check ~/.local/share/taproom/content/*.table\n"
         "  taproom content show tavern\n"
         "  taproom content list --json");
}

/* ------------------------------------------------------------------- check */

static void print_faults_json(const TapFaults *f)
{
    fputs(",\"faults\":[", stdout);
    for (int i = 0; i < f->n; i++) {
        printf("%s{\"line\":%d,\"column\":%d,\"text\":", i ? "," : "", f->fault[i].line, f->fault[i].column);
        print_json_string(stdout, f->fault[i].text);
        putchar('}');
    }
    printf("],\"more\":%d", f->more);
}

/* One file; false if it is not good, which is said by now. */
static bool check(const char *path, bool json)
{
    char hash[TAP_HASH_DIGITS + 1];
    TapFaults faults = {0};
    size_t n = 0;
    char *text = content_read(path, &n);
    TapShelf *shelf = tap_shelf_new();
    if (text) content_hash(text, n, hash);
    bool good = text && tap_shelf_add(shelf, text, n, hash, &faults);
    const TapSource *s = good ? tap_shelf_file(shelf, 0)->source : NULL;
    if (json) {
        fputs("{\"file\":", stdout);
        print_json_string(stdout, path);
        printf(",\"ok\":%s", good ? "true" : "false");
        if (s)
            printf(",\"kind\":\"%s\",\"id\":\"%s\",\"hash\":\"%s\"", s->kind, s->id, s->hash);
        else
            print_faults_json(&faults);
        putchar('}');
    } else if (s)
        printf("%s: ok, %s %s (%.8s)\n", path, s->kind, s->id, s->hash);
    else if (text) {
        char *said = tap_faults_text(&faults, path);
        fputs(said, stderr);
        free(said);
    }
    tap_shelf_free(shelf);
    free(text);
    return good;
}

static int check_all(int n, char **path, bool json)
{
    bool good = true;
    if (!n) return usage_error("content", "check which files?");
    if (json) putchar('[');
    for (int i = 0; i < n; i++) {
        if (json && i) putchar(',');
        good = check(path[i], json) && good;
    }
    if (json) puts("]");
    return good ? EXIT_OK : EXIT_FAILED;
}

/* -------------------------------------------------------------------- show */

/* Whether its faces are of several kinds, so that it is worth saying. */
static bool has_kinds(const TapDeck *d)
{
    for (int i = 1; i < d->faces; i++)
        if (d->face[i].kind && (!d->face[0].kind || strcmp(d->face[i].kind, d->face[0].kind))) return true;
    return false;
}

static void print_deck(const TapDeck *d)
{
    bool kinds = has_kinds(d);
    if (d->cards)
        printf("\n%s: %d %s, %d faces", d->name, d->cards, d->dice ? "sides" : "cards", d->faces);
    else
        printf("\n%s: %d words", d->name, d->faces);
    if (d->cards > d->plain) printf("; %d of the cards play only where an option brings them", d->cards - d->plain);
    puts("\n  copies  code      name");
    for (int i = 0; i < d->faces; i++) {
        const TapFace *f = &d->face[i];
        bool more = f->title && !strstr(f->name, f->title); /* a name of its own */
        bool kind = kinds && f->kind && !strstr(f->name, f->kind);
        printf("  %6d  %-8s  %s%s%s%s%s%s%s%s\n", f->copies, f->code, f->name, more ? ", " : "", more ? f->title : "",
               kind ? " (" : "", kind ? f->kind : "", kind ? ")" : "", f->text ? ": " : "",
               f->text ? f->text : "");
    }
}

static void print_word(const char *name, const char *text)
{
    if (!text) return;
    printf(",\"%s\":", name);
    print_json_string(stdout, text);
}

static void print_deck_json(const TapDeck *d)
{
    printf("{\"name\":\"%s\",\"dice\":%s,\"cards\":%d,\"plain\":%d,\"faces\":[", d->name, d->dice ? "true" : "false",
           d->cards, d->plain);
    for (int i = 0; i < d->faces; i++) {
        const TapFace *f = &d->face[i];
        printf("%s{\"code\":\"%s\"", i ? "," : "", f->code);
        print_word("name", f->name);
        print_word("title", f->title);
        print_word("letter", f->letter);
        print_word("figure", f->figure);
        print_word("suit", f->suit);
        print_word("glyph", f->glyph);
        print_word("hue", f->hue);
        print_word("pattern", f->pattern);
        print_word("kind", f->kind);
        print_word("text", f->text);
        printf(",\"number\":%d,\"copies\":%d,\"extra\":%s}", f->number, f->copies, f->extra ? "true" : "false");
    }
    fputs("]}", stdout);
}

static void print_content(const TapSource *s, bool built_in, const TapContent *c, bool json)
{
    if (json) {
        printf("{\"kind\":\"%s\",\"id\":\"%s\",\"built_in\":%s,\"hash\":\"%s\",\"decks\":[", s->kind, s->id,
               built_in ? "true" : "false", c->source[0].hash);
        for (int i = 0; i < c->decks; i++) {
            if (i) putchar(',');
            print_deck_json(c->deck[i]);
        }
        puts("]}");
        return;
    }
    printf("%s %s, %s (%.8s)\n", s->kind, s->id, built_in ? "built in" : "from a file", c->source[0].hash);
    for (int i = 0; i < c->decks; i++) print_deck(c->deck[i]);
}

/* The tables of a text as they stand there, without what is said about them: numbers that no face shows, and where each
 * row comes from. Decks of the inn have none: their cards say it all. */
static void print_rows(const char *text, size_t n)
{
    bool begun = false;
    for (const char *line = text, *end = text + n; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t      length = stop ? (size_t)(stop - line) : (size_t)(end - line);
        bool        opens = length > 6 && !strncmp(line, "table ", 6);
        begun = begun || opens;
        if (opens) putchar('\n');
        if (begun && length && line[0] != '#') printf("%.*s\n", (int)length, line);
        line += length + 1;
    }
}

/* Text that is known or believed to be good: the faults are printed if it is not. */
static int show_text(const char *name, const char *text, size_t n, bool built_in, bool json)
{
    char hash[TAP_HASH_DIGITS + 1];
    TapFaults faults = {0};
    TapShelf *shelf = tap_shelf_new();
    content_hash(text, n, hash);
    bool good = tap_shelf_add(shelf, text, n, hash, &faults);
    if (good) {
        print_content(tap_shelf_file(shelf, 0)->source, built_in, tap_shelf_file(shelf, 0), json);
        if (!json) print_rows(text, n);
    } else {
        char *said = tap_faults_text(&faults, name);
        fputs(said, stderr);
        free(said);
    }
    tap_shelf_free(shelf);
    return good ? EXIT_OK : EXIT_FAILED;
}

static int show_file(const char *path, bool json)
{
    size_t n = 0;
    char *text = content_read(path, &n);
    int status = text ? show_text(path, text, n, false, json) : EXIT_FAILED;
    free(text);
    return status;
}

/* A name with a dot or a slash is a file; else the folder is looked through, then what is built in. */
static int show(const char *name, const char *folder, bool json)
{
    TapShelf *shelf = NULL;
    const TapContent *c;
    const TapSource *built_in;
    if (strpbrk(name, "./") || !strcmp(name, "-")) return show_file(name, json);
    if (!shelf_open("content", folder, &shelf)) return EXIT_FAILED;
    for (int i = 0; (c = tap_shelf_file(shelf, i)); i++) {
        if (strcmp(c->source[0].id, name)) continue;
        print_content(c->source, false, c, json);
        tap_shelf_free(shelf);
        return EXIT_OK;
    }
    tap_shelf_free(shelf);
    for (int i = 0; (built_in = tap_built_in(i)); i++)
        if (!strcmp(built_in->id, name)) return show_text(name, built_in->text, strlen(built_in->text), true, json);
    fprintf(stderr, "taproom content: there is nothing called '%s'; `taproom content list` says what there is.\n",
            name);
    return EXIT_FAILED;
}

/* --------------------------------------------------------------------- new */

/* What a deck of the inn may have, and the words of its text that show it (docs/decks.md). */
static const struct {
    const char *word, *shown[4];
} had[] = {{"counter", {"\" token "}},
           {"side", {"\nside "}},
           {"row", {"+item ", "\" item "}},
           {"body", {" fort="}},
           {"attached", {": attach ", ": hand_on "}},
           {"faces", {"on lies at_least="}},
           {"away", {": away ", ": end_turn "}},
           {"negated", {"on negated", "on ignored"}},
           {"hands", {": look ", ": pluck ", ": divide ", ": open_hand "}},
           {"phase", {": act_again", ": order_again", ": another_action", "on acting"}},
           {"rounds", {": take_half", ": no_leaving", ": blood_ante", "on gained"}},
           {"drinks", {": serve ", ": order_seen ", ": deal_pile"}},
           {"money", {": take_paid", " as_gold", ": first_coin "}},
           {"merge", {": merge "}},
           {"losses", {" fort lost", " fort members", ": no_heal", " no_mates"}},
           {"discards", {": discard_off ", ": offer ", ": sell "}}};
enum { HAD = sizeof had / sizeof *had };

/* Of the words, by commas, that the text does not have the first one; an empty one: it has all. */
static const char *first_missing(const char *words, const char *text, size_t *ret_length)
{
    for (;; words += *ret_length + 1) {
        bool is = false;
        *ret_length = strcspn(words, ",");
        for (int i = 0; i < HAD; i++) {
            if (strncmp(had[i].word, words, *ret_length) || had[i].word[*ret_length]) continue;
            for (int k = 0; k < 4 && had[i].shown[k]; k++) is |= strstr(text, had[i].shown[k]) != NULL;
        }
        if (!is) return words;
        if (!words[*ret_length]) return "";
    }
}

/* What is built in of this kind and has what is wished: under this name, or else the first of it. NULL: nothing. */
static const TapSource *begin_with(const char *kind, const char *name, const char *with)
{
    const TapSource *first = NULL, *s;
    size_t length;
    for (int i = 0; (s = tap_built_in(i)); i++) {
        if (strcmp(s->kind, kind) || (with && *first_missing(with, s->text, &length))) continue;
        if (!strcmp(s->id, name)) return s;
        if (!first) first = s;
    }
    return first;
}

/* That text under the name; NULL if there is nothing to begin with. The caller frees it. */
static char *begin_text(const char *kind, const char *name, const char *with)
{
    const TapSource *s = begin_with(kind, name, with);
    if (!s) return NULL;
    const char *line = strncmp(s->text, "content ", 8) ? strstr(s->text, "\ncontent ") + 1 : s->text,
               *end = strchr(line, '\n');
    bool replaces = !strcmp(s->id, name) && !strcmp(tap_content_ending(kind), ".deck");
    size_t room = strlen(s->text) + 2 * strlen(name) + 16;
    char *text = malloc(room);
    if (text)
        snprintf(text, room, "%.*scontent %s %s%s%s%s", (int)(line - s->text), s->text, kind, name,
                 replaces ? "\nreplaces " : "", replaces ? name : "", end);
    return text;
}

static int begin_file(const char *kind, const char *name, const char *with, const char *given)
{
    char room[CONTENT_PATH_BYTES], path[CONTENT_PATH_BYTES + 64], hash[TAP_HASH_DIGITS + 1];
    const char *folder = content_folder(given, room, sizeof room);
    TapFaults faults = {0};
    if (!folder) return usage_error("content", "there is no folder for content; set HOME, or give one with --content.");
    char *text = begin_text(kind, name, with);
    if (!text && with && begin_with(kind, name, NULL))
        return usage_error("content", "no %s that is built in has '%s'; `taproom content --help` has the words.", kind,
                           with);
    if (!text) return usage_error("content", "there is no kind '%s'; `taproom content list` names them.", kind);
    TapShelf *shelf = tap_shelf_new();
    content_hash(text, strlen(text), hash);
    bool good = tap_shelf_add(shelf, text, strlen(text), hash, &faults); /* the name is the one thing that is new */
    tap_shelf_free(shelf);
    if (!good) {
        free(text);
        return usage_error("content", "'%s' is no name: %s.", name, faults.fault[0].text);
    }
    snprintf(path, sizeof path, "%s/%s%s", folder, name, tap_content_ending(kind));
    make_folders(path);
    FILE *out = fopen(path, "wx"); /* never over what somebody wrote */
    bool written = out && fputs(text, out) >= 0;
    if (out && fclose(out)) written = false;
    if (written)
        printf("%s\n", path);
    else
        fprintf(stderr, "taproom content: %s cannot be written: %s\n", path, strerror(errno));
    free(text);
    return written ? EXIT_OK : EXIT_FAILED;
}

/* -------------------------------------------------------------------- list */

static void list_line(bool json, bool *first, const TapSource *s, const char *hash, const char *where)
{
    if (!json)
        printf("%-16s %-20s %s\n", s->kind, s->id, where);
    else
        printf("%s{\"kind\":\"%s\",\"id\":\"%s\",\"built_in\":%s,\"hash\":\"%s\"}", *first ? "" : ",", s->kind, s->id,
               strcmp(where, "built in") ? "false" : "true", hash);
    *first = false;
}

static bool is_replaced(const TapShelf *shelf, const TapSource *s)
{
    const TapContent *c;
    for (int i = 0; (c = tap_shelf_file(shelf, i)); i++)
        if (!strcmp(c->source[0].kind, s->kind) && !strcmp(c->source[0].id, s->id)) return true;
    return false;
}

static int list(const char *folder, bool json)
{
    TapShelf *shelf = NULL;
    const TapSource *s;
    const TapContent *c;
    bool first = true;
    if (!shelf_open("content", folder, &shelf)) return EXIT_FAILED;
    if (json) putchar('[');
    for (int i = 0; (s = tap_built_in(i)); i++) {
        char hash[TAP_HASH_DIGITS + 1];
        content_hash(s->text, strlen(s->text), hash);
        if (!is_replaced(shelf, s)) list_line(json, &first, s, hash, "built in");
    }
    for (int i = 0; (c = tap_shelf_file(shelf, i)); i++) {
        const char *where = "yours";
        for (int k = 0; (s = tap_built_in(k)); k++)
            if (!strcmp(s->kind, c->source[0].kind) && !strcmp(s->id, c->source[0].id))
                where = "yours, instead of what is built in";
        list_line(json, &first, c->source, c->source[0].hash, where);
    }
    if (json) puts("]");
    tap_shelf_free(shelf);
    return EXIT_OK;
}

int cmd_content(int argc, char **argv)
{
    static const struct option flags[] = {{"content", required_argument, NULL, 'c'},
                                          {"with", required_argument, NULL, 'w'},
                                          {"json", no_argument, NULL, 'J'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    const char *folder = NULL, *with = NULL;
    bool json = false;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case 'c': folder = optarg; break;
        case 'w': with = optarg; break;
        case 'J': json = true; break;
        case 'h': help(); return EXIT_OK;
        default: return flag_error("content", argv);
        }
    const char *what = optind < argc ? argv[optind] : "";
    char **rest = argv + optind + 1;
    int n = argc - optind - 1;
    if (!strcmp(what, "check")) return check_all(n, rest, json);
    if (!strcmp(what, "show"))
        return n == 1 ? show(rest[0], folder, json) : usage_error("content", "show one file or id.");
    if (!strcmp(what, "new"))
        return n == 2 ? begin_file(rest[0], rest[1], with, folder)
                      : usage_error("content", "new takes a kind and a name.");
    if (!strcmp(what, "list")) return n == 0 ? list(folder, json) : usage_error("content", "list takes no words.");
    return usage_error("content", *what ? "there is no '%s' here." : "check, show, new or list?", what);
}
