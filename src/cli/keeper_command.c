/* taproom keeper: speaks with the server that has a folder open, through the socket in it. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/cli.h"
#include "server/ground/folder.h"

static void help(void)
{
    puts("Usage: taproom keeper COMMAND [--data DIR] [--json]\n\n"
         "Looks after a server that runs: the one that has the tables in DIR open.\n\n"
         "  list                      tables, addresses with connections, bars\n"
         "  bar ADDRESS [--for HOURS] lets nobody in from there (without --for: for ever),\n"
         "                            and sends those away who are here\n"
         "  unbar ADDRESS             lets it in again\n"
         "  close TABLE [TEXT]        nobody plays on there; its people are told, and why;\n"
         "                            its record can be had\n"
         "  announce TEXT             shows a line to everybody who is here\n"
         "  drain [--within MINUTES]  begins no new tables and lets nobody new in; closes\n"
         "                            when nobody plays any more, or after MINUTES (60)\n"
         "  stay                      takes a drain back\n\n"
         "  --data DIR   where the server keeps its tables (as for taproom serve)\n"
         "  --json       the answer as the server gives it\n\n"
         "Exit code: 0 done, 1 refused or no server runs there, 2 usage.\n\n"
         "Examples:  taproom keeper list\n"
         "           taproom keeper bar 198.51.100.7 --for 24\n"
         "           taproom keeper announce \"Upgrade at nine.\"\n"
         "           taproom keeper drain --within 30");
}

/* ------------------------------------------------------------- the other side */

static int call(const char *folder)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int  place = open(folder, O_DIRECTORY | O_RDONLY | O_CLOEXEC), fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(at.sun_path, sizeof at.sun_path, "/proc/self/fd/%d/" DOOR_FILE, place); /* a path of any length */
    bool good = place >= 0 && fd >= 0 && !connect(fd, (const struct sockaddr *)(const void *)&at, sizeof at);
    int  why = errno;
    if (place >= 0) close(place);
    if (!good && fd >= 0) close(fd);
    errno = why;
    return good ? fd : -1;
}

/* Sends a line and reads one; NULL if there is none. The caller frees it. */
static char *ask(int fd, const json_t *wanted)
{
    char  *text = json_dumps(wanted, JSON_COMPACT), *line = NULL;
    size_t room = 0;
    FILE  *both = fdopen(fd, "r+");
    bool   sent = text && both && fprintf(both, "%s\n", text) > 0 && !fflush(both);
    ssize_t n = sent ? getline(&line, &room, both) : -1;
    free(text);
    if (both) fclose(both);
    if (n > 0 && line[n - 1] == '\n') return line;
    free(line);
    return NULL;
}

/* ------------------------------------------------------------------ for people */

static const char *text_of(const json_t *of, const char *name)
{
    const char *text = json_string_value(json_object_get(of, name));
    return text ? text : "";
}

static int number_of(const json_t *of, const char *name) { return (int)json_integer_value(json_object_get(of, name)); }

static void show_list(const json_t *told)
{
    const json_t *tables = json_object_get(told, "tables"), *addresses = json_object_get(told, "addresses"),
                 *bars = json_object_get(told, "bars"), *one;
    size_t i;
    printf("%d tables in memory\n", (int)json_array_size(tables));
    if (json_array_size(tables))
        printf("  %-12s  %-20s  %-7s  %6s  %4s  %8s  %9s  %s\n", "table", "game", "phase", "people", "here", "watchers",
               "addresses", "name");
    json_array_foreach(tables, i, one) {
        printf("  %-12s  %-20s  %-7s  %6d  %4d  %8d  %9d  %s%s\n", text_of(one, "table"), text_of(one, "game"),
               text_of(one, "phase"), number_of(one, "people"), number_of(one, "here"), number_of(one, "watchers"),
               number_of(one, "addresses"), json_is_true(json_object_get(one, "public")) ? "" : "(private) ",
               text_of(one, "name"));
    }
    printf("%d addresses with connections\n", (int)json_array_size(addresses));
    json_array_foreach(addresses, i, one)
        printf("  %-40s  %d\n", text_of(one, "address"), number_of(one, "connections"));
    printf("%d addresses barred\n", (int)json_array_size(bars));
    json_array_foreach(bars, i, one) {
        time_t    until = (time_t)json_integer_value(json_object_get(one, "until"));
        char      when[40] = "for ever";
        struct tm local;
        if (until && localtime_r(&until, &local)) strftime(when, sizeof when, "until %Y-%m-%d %H:%M", &local);
        printf("  %-40s  %s\n", text_of(one, "address"), when);
    }
    if (json_is_true(json_object_get(told, "draining"))) puts("The house closes when nobody plays any more.");
}

static void show(const char *what, const json_t *told)
{
    if (!strcmp(what, "list")) show_list(told);
    else if (!strcmp(what, "bar"))
        printf("%s is barred; %d connections from there were closed.\n", text_of(told, "address"),
               number_of(told, "sent_away"));
    else if (!strcmp(what, "unbar")) printf("%s is let in again.\n", text_of(told, "address"));
    else if (!strcmp(what, "close")) printf("Table %s is closed.\n", text_of(told, "table"));
    else if (!strcmp(what, "announce")) printf("%d people were told.\n", number_of(told, "heard"));
    else if (!strcmp(what, "drain"))
        printf("%d people are playing. The house closes when nobody does, or in %d minutes.\n",
               number_of(told, "playing"), number_of(told, "minutes"));
    else puts("The house stays open.");
}

/* ----------------------------------------------------------------- the command */

static const struct Deed {
    const char *word;
    const char *given[2];   /* what stands behind it, in order */
    int         least, most;
    const char *flag, *says; /* a flag with a number, and its field */
} deeds[] = {
    {"list", {0}, 0, 0, NULL, NULL},
    {"bar", {"address"}, 1, 1, "--for", "hours"},
    {"unbar", {"address"}, 1, 1, NULL, NULL},
    {"close", {"table", "text"}, 1, 2, NULL, NULL},
    {"announce", {"text"}, 1, 1, NULL, NULL},
    {"drain", {0}, 0, 0, "--within", "minutes"},
    {"stay", {0}, 0, 0, NULL, NULL},
};

static const struct Deed *deed_of(const char *word)
{
    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        if (!strcmp(deeds[i].word, word)) return &deeds[i];
    return NULL;
}

static int obeyed(const char *what, const char *data, const json_t *wanted, bool as_json)
{
    int fd = call(data);
    if (fd < 0) {
        fprintf(stderr, errno == EACCES ? "taproom keeper: %s is another user's: ask as that user, or as root.\n"
                                        : "taproom keeper: no server has the tables in %s open.\n", data);
        return EXIT_FAILED;
    }
    char   *line = ask(fd, wanted);
    json_t *told = line ? json_loads(line, 0, NULL) : NULL;
    bool    good = json_is_true(json_object_get(told, "ok"));
    if (!told) fprintf(stderr, "taproom keeper: the server did not answer.\n");
    else if (as_json) fputs(line, stdout);
    else if (good) show(what, told);
    else fprintf(stderr, "taproom keeper: %s\n", text_of(told, "error"));
    json_decref(told);
    free(line);
    return good ? EXIT_OK : EXIT_FAILED;
}

int cmd_keeper(int argc, char **argv)
{
    char        folder[4096];
    const char *data = NULL, *word[3], *flag = NULL;
    int         words = 0;
    bool        as_json = false;
    uint64_t    number = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            help();
            return EXIT_OK;
        }
        if (!strcmp(argv[i], "--json")) as_json = true;
        else if (!strcmp(argv[i], "--data")) {
            if (++i == argc) return usage_error(argv[0], "--data lacks its folder.");
            data = argv[i];
        } else if (!strcmp(argv[i], "--for") || !strcmp(argv[i], "--within")) {
            flag = argv[i];
            if (++i == argc) return usage_error(argv[0], "%s lacks its number.", flag);
            uint64_t least = !strcmp(flag, "--for"), most = least ? 24 * 3660 : 24 * 60;
            if (!read_flag_number(argv[0], flag, argv[i], least, most, &number)) return EXIT_USAGE;
        } else if (argv[i][0] == '-' && argv[i][1]) return usage_error(argv[0], "there is no option '%s'.", argv[i]);
        else if (words == 3) return usage_error(argv[0], "'%s' is one too many.", argv[i]);
        else word[words++] = argv[i];
    }
    if (!words) return usage_error(argv[0], "say what to do.");
    const struct Deed *deed = deed_of(word[0]);
    if (!deed) return usage_error(argv[0], "there is no '%s' to do.", word[0]);
    if (words - 1 > deed->most) return usage_error(argv[0], "'%s' is one too many.", word[deed->most + 1]);
    if (words - 1 < deed->least) return usage_error(argv[0], "%s lacks its %s.", word[0], deed->given[words - 1]);
    if (flag && (!deed->flag || strcmp(flag, deed->flag) != 0))
        return usage_error(argv[0], "%s has no %s.", word[0], flag);
    json_t *wanted = json_object();
    bool    good = !json_object_set_new(wanted, "do", json_string(word[0]));
    for (int i = 1; good && i < words; i++)
        good = !json_object_set_new(wanted, deed->given[i - 1], json_string(word[i]));
    if (flag) json_object_set_new(wanted, deed->says, json_integer((json_int_t)number));
    int code = good ? obeyed(word[0], data_folder(data, folder, sizeof folder), wanted, as_json)
                    : usage_error(argv[0], "that is no text.");
    json_decref(wanted);
    return code;
}
