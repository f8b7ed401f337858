/* taproom store: a house that lies in PostgreSQL, made there or copied. */
#include <stddef.h>
#include <string.h>

#include <sodium.h>

#include "cli/cli.h"
#include "cli/store_copy.h"
#include "server/ground/secrets.h"
#include "server/store/store.h"

static void help(void)
{
    puts("Usage: taproom store create CONNINFO [--key FILE]\n"
         "       taproom store copy FROM TO [OPTIONS]    (taproom store copy --help)\n\n"
         "create makes the tables of a house in PostgreSQL; the first taproom serve --store would\n"
         "do so too. What is there already stays as it is.\n\n"
         "  CONNINFO    where it is: postgresql://HOST/NAME, or as libpq has it; passwords\n"
         "              belong in ~/.pgpass\n"
         "  --key FILE  the key of the house, which is made if it is not there; from then\n"
         "              on only nodes with the same key may open it\n\n"
         "Exit code 0: the tables are there; 1: they are not, or belong to another house or\n"
         "a newer version.\n\n"
         "Example:  taproom store create postgresql://db.example/tavern --key tavern.key");
}

static int create(const char *command, const char *where, const char *file)
{
    TapError error = {{0}};
    uint8_t  key[KEY_BYTES];
    char     mark[MARK_BYTES];
    bool     good = sodium_init() >= 0 && (!file || secrets_load(file, key, &error));
    if (good && file) secrets_mark(key, "store", mark);
    sodium_memzero(key, sizeof key);
    if (good && store_pg_create(where, file ? mark : NULL, &error)) {
        puts("The tables are there.");
        return EXIT_OK;
    }
    fprintf(stderr, "taproom %s: %s\n", command, error.text);
    return EXIT_FAILED;
}

static bool is_help(const char *word) { return !strcmp(word, "--help") || !strcmp(word, "-h"); }

static int copy_command(int argc, char **argv)
{
    CopyOptions options = {0};
    static const struct {
        const char *name;
        size_t      at;
    } flags[] = {{"--resume", offsetof(CopyOptions, resume)}, {"--force", offsetof(CopyOptions, force)},
                 {"--json", offsetof(CopyOptions, json)}};
    for (int i = 2; i < argc; i++) {
        bool known = false;
        if (is_help(argv[i])) {
            store_copy_help();
            return EXIT_OK;
        }
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            if (!strcmp(argv[i], flags[f].name)) known = *((bool *)((char *)&options + flags[f].at)) = true;
        if (known) continue;
        if (!strcmp(argv[i], "--key")) {
            if (++i == argc) return usage_error(argv[0], "--key lacks its file.");
            options.key = argv[i];
        } else if (argv[i][0] == '-' || options.to) return usage_error(argv[0], "'%s' is one too many.", argv[i]);
        else if (!options.from) options.from = argv[i];
        else options.to = argv[i];
    }
    if (!options.to) return usage_error(argv[0], "say from where and where to: copy FROM TO.");
    return store_copy(argv[0], &options);
}

int cmd_store(int argc, char **argv)
{
    const char *where = NULL, *file = NULL, *what = NULL;
    if (argc > 1 && !strcmp(argv[1], "copy")) return copy_command(argc, argv);
    for (int i = 1; i < argc; i++) {
        if (is_help(argv[i])) {
            help();
            return EXIT_OK;
        }
        if (!strcmp(argv[i], "--key")) {
            if (++i == argc) return usage_error(argv[0], "--key lacks its file.");
            file = argv[i];
        } else if (argv[i][0] == '-' || where) return usage_error(argv[0], "'%s' is one too many.", argv[i]);
        else if (!what) what = argv[i];
        else where = argv[i];
    }
    if (!what || strcmp(what, "create") != 0) return usage_error(argv[0], "say what to do: create or copy.");
    if (!where) return usage_error(argv[0], "say where: postgresql://HOST/NAME.");
    return create(argv[0], where, file);
}
