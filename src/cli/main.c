/* taproom: the program. Each command lives in a file of its own. */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "text/out.h"

static const Command commands[] = {
    {"play", "play a game in the terminal", cmd_play},
    {"join", "sit down at a table of a house", cmd_join},
    {"games", "list the games and their options", cmd_games},
    {"rules", "read the rules of a game", cmd_rules},
    {"replay", "tell a recorded game as a story", cmd_replay},
    {"review", "what each decision of a recorded game cost", cmd_review},
    {"check", "verify recorded games", cmd_check},
    {"verify", "prove that the deal of a recorded game was fair", cmd_verify},
    {"score", "score hands from a real table", cmd_score},
    {"sim", "play many games and count", cmd_sim},
    {"match", "let bots play each other on equal deals", cmd_match},
    {"merge", "put the shards of a long sim or match together", cmd_merge},
    {"serve", "open the tavern for browsers", cmd_serve},
    {"store", "a house in PostgreSQL: make its tables, copy it", cmd_store},
    {"nodes", "list the processes that share a house there", cmd_nodes},
    {"keeper", "look after a server that runs", cmd_keeper},
    {"backup", "copy everything the server keeps into one file", cmd_backup},
    {"restore", "put a backup back into a folder", cmd_restore},
    {"check-store", "verify everything the server keeps", cmd_check_store},
    {"content", "decks of your own: check, show, begin, list", cmd_content},
    {"bench", "measure the speed of the kernel", cmd_bench},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(FILE *out)
{
    fputs("taproom - a tavern of fantasy card and dice games\n\n"
          "Usage: taproom [--plain]       a menu; plain suits a screen reader\n"
          "       taproom COMMAND ...     one of these; each has --help with examples\n\n", out);
    for (int i = 0; i < COMMANDS; i++) fprintf(out, "  %-11s %s\n", commands[i].name, commands[i].about);
    fputs("\nStart with:  taproom play kings-council\n", out);
}

int usage_error(const char *command, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    fprintf(stderr, "taproom %s: ", command);
    vfprintf(stderr, form, args);
    va_end(args);
    fprintf(stderr, "\nTry: taproom %s --help\n", command);
    return EXIT_USAGE;
}

int flag_error(const char *command, char *const *argv)
{
    /* Inside "-seats" getopt stops at a letter and still points at the word; behind all others it has gone on. */
    const char *next = argv[optind], *word = argv[optind - 1];
    if (optopt > ' ' && next && next[0] == '-' && next[1] != '-' && strlen(next) > 2 && strchr(next, optopt))
        word = next;
    return usage_error(command, "'%s' is not understood, or lacks its value.", word);
}

bool read_flag_number(const char *command, const char *flag, const char *text, uint64_t lo, uint64_t hi, uint64_t *ret)
{
    char *end = NULL;
    errno = 0;
    unsigned long long v = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    if (!end || *end || errno || v < lo || v > hi) {
        usage_error(command, "%s takes a whole number from %llu to %llu, not '%s'.", flag, (unsigned long long)lo,
                    (unsigned long long)hi, text);
        return false;
    }
    *ret = v;
    return true;
}

const TapGame *find_game(const char *command, const char *id)
{
    const TapGame *game = tap_game_find(id);
    if (game) return game;
    fprintf(stderr, "taproom %s: there is no game '%s'. There are:", command, id);
    for (const TapGame *const *g = tap_games(); *g; g++) fprintf(stderr, " %s", tap_game_id(*g));
    fputc('\n', stderr);
    return NULL;
}

bool give(Given *given, const char *command, const char *text)
{
    if (given->n == MAX_GIVEN) {
        usage_error(command, "too many of one flag (at most %d).", MAX_GIVEN);
        return false;
    }
    given->text[given->n++] = text;
    return true;
}

void print_json_string(FILE *to, const char *text)
{
    Out o = {0};
    out_string(&o, NULL, text);
    fwrite(o.text, 1, o.n, to);
    out_free(&o);
}

/* Output that did not arrive (a full disk) is a failure, whatever the command thought; a reader that went away is none.
 */
static int written(int code)
{
    errno = 0;
    if ((!fflush(stdout) && !ferror(stdout)) || errno == EPIPE) return code;
    fputs("taproom: the output could not be written.\n", stderr);
    return code ? code : EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    bool plain = argc == 2 && !strcmp(argv[1], "--plain");
    if ((argc < 2 || plain) && isatty(STDIN_FILENO)) return menu(plain);
    if (argc < 2 || plain || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        help(stdout);
        return EXIT_OK;
    }
    if (!strcmp(argv[1], "--version")) {
        puts("taproom " TAP_VERSION);
        return EXIT_OK;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name)) return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "taproom: there is no command '%s'.\n\n", argv[1]);
    help(stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv) { return written(run(argc, argv)); }
