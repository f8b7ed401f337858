/* taproom serve: the house behind a port. */
#define _GNU_SOURCE /* program_invocation_name */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <qrencode.h>

#include "cli/cli.h"
#include "cli/pages.h"
#include "cli/shelves.h"
#include "server/ground/limits.h"
#include "server/ground/logs.h"
#include "server/transport/peer.h"
#include "server/transport/serve.h"

enum { DEFAULT_PORT = 7777, METRICS_PORT = 7778, DEFAULT_LEASE_S = 3, LEASE_MOST_S = 60, DEFAULT_SETTLE_S = 30,
       SETTLE_MOST_S = 3600 };

static void help(void)
{
    puts("Usage: taproom serve [--port P] [--data DIR] [--content DIR]\n"
         "                     [--bind ADDRESS | --lan] [OPTIONS]\n\n"
         "Opens the tavern for browsers. Friends join by the link of a table.\n\n"
         "  --port P         port to listen at (7777); 0 picks a free one and prints it\n"
         "  --data DIR       where tables are kept (see below)\n"
         "  --content DIR    decks of your own for new tables (docs/content.md);\n"
         "                   usually none\n"
         "  --bind ADDRESS   address to listen at (127.0.0.1: only this machine)\n"
         "  --lan            let the local network in, and show the address and a QR code;\n"
         "                   in a terminal, L and Enter does it later\n"
         "  --host NAME      a name by which browsers reach this server, such as a proxy's\n"
         "  --behind ADDRESS the proxy in front: its word about addresses and https counts\n"
         "  --per-address N  most connections from one address (256; 0: no limit)\n"
         "  --keep-finished DAYS\n"
         "                   forget finished tables, and guests not seen, after so long;\n"
         "                   usually never\n"
         "  --metrics ADDRESS[:PORT]\n"
         "                   /metrics on a port of its own (7778), and no more on the\n"
         "                   other, where without this programs on this machine see it\n"
         "  --access-log FILE\n"
         "                   a line for each request; - is the standard output\n"
         "  --short-addresses\n"
         "                   in that log addresses lack their last part\n"
         "  --log json       what the server says on stderr, and the access log, as one\n"
         "                   JSON object a line\n\n"
         "One of several that keep a house in PostgreSQL instead (docs/scale.md):\n\n"
         "  --store CONNINFO where that is: postgresql://HOST/NAME, or as libpq has it;\n"
         "                   passwords belong in ~/.pgpass\n"
         "  --node NAME      its name; no two may have the same\n"
         "  --address HOST:PORT\n"
         "                   where the others reach it\n"
         "  --lease SECONDS  others take its tables so long after it was heard of last\n"
         "                   (3; 1 to 60)\n"
         "  --settle SECONDS a table whose people all came in at one other node goes there\n"
         "                   after so long without a word (30; 1 to 3600)\n"
         "  --key FILE       the key of the house, the same for all; without it DIR/key of\n"
         "                   --data, which is not needed else\n"
         "Exit code 75: others took it for dead, so start it again.\n\n"
         "Tables are kept in $TAPROOM_DATA, $XDG_DATA_HOME/taproom or\n"
         "~/.local/share/taproom, a folder that is closed to other users. Stop it with\n"
         "Ctrl-C; tables go on where they were. taproom backup copies them.\n\n"
         "Examples:  taproom serve\n"
         "           taproom serve --lan\n"
         "           taproom serve --port 0 --data /tmp/tavern\n"
         "           taproom serve --store postgresql://db.example/tavern --node one\n"
         "               --address 10.0.0.1:7777 --key /etc/taproom/key");
}

/* Half blocks: two rows of modules in one line of text. A terminal is told to draw them white on black, whatever its
 * own colours are: an inverted code is not read by all phones. */
static void print_qr(const char *text)
{
    static const char *const block[] = /* dark above, dark below: 00 01 10 11; what is lit is light */
        {"\u2588", "\u2580", "\u2584", " "};
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    if (!code) return;
    enum { MARGIN = 4 }; /* as the standard wants it */
    int  w = code->width;
    bool coloured = isatty(STDOUT_FILENO);
    for (int y = -MARGIN; y < w + MARGIN; y += 2) {
        fputs(coloured ? "  \033[97;40m" : "  ", stdout);
        for (int x = -MARGIN; x < w + MARGIN; x++) {
            int dark[2];
            for (int k = 0; k < 2; k++) {
                int row = y + k;
                bool inside = x >= 0 && x < w && row >= 0 && row < w;
                dark[k] = inside && code->data[row * w + x] & 1;
            }
            fputs(block[2 * dark[0] + dark[1]], stdout);
        }
        fputs(coloured ? "\033[0m\n" : "\n", stdout);
    }
    QRcode_free(code);
}

static void listening(const char *url, const char *lan, const char *metrics)
{
    printf("The tavern is open: %s\n", url);
    if (metrics) printf("Metrics: %s\n", metrics);
    if (lan) {
        printf("On your local network: %s\n\n", lan);
        print_qr(lan);
    }
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        if (!lan) puts("L and Enter lets your local network in.");
        printf("To play right here instead, press Ctrl-C and say: %s\n",
               program_invocation_name); /* alone it is the menu */
    }
    fflush(stdout);
}

static const char *rules_page(const char *game)
{
    for (const Page *p = pages; p->name; p++)
        if (!strcmp(p->name, game)) return p->text;
    return NULL;
}

const char *data_folder(const char *given, char *room, size_t size)
{
    const char *own = getenv("TAPROOM_DATA"), *shared = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (given) return given;
    if (own && own[0]) return own;
    if (shared && shared[0]) snprintf(room, size, "%s/taproom", shared);
    else snprintf(room, size, "%s/.local/share/taproom", home ? home : ".");
    return room;
}

static bool number(const char *word, int most, int *ret)
{
    char *end;
    if (!word || !word[0]) return false;
    long n = strtol(word, &end, 10);
    if (*end || n < 0 || n > most) return false;
    *ret = (int)n;
    return true;
}

/* "192.0.2.1", "192.0.2.1:7778", "::1" or "[::1]:7778". */
static bool read_metrics_place(const char *text, char ret_address[64], int *ret_port)
{
    char        checked[ADDRESS_BYTES];
    bool        bracketed = text[0] == '[';
    const char *colon = strchr(text, ':'), *end = bracketed ? strchr(text, ']') : text + strlen(text);
    if (!end) return false;
    if (!bracketed && colon && colon == strrchr(text, ':')) end = colon;
    const char *rest = end + bracketed;
    snprintf(ret_address, 64, "%.*s", (int)(end - text - bracketed), text + bracketed);
    if (!peer_read_address(ret_address, checked)) return false;
    return !rest[0] || (rest[0] == ':' && number(rest + 1, 65535, ret_port));
}

static bool log_is_json;

/* Whatever this process knows may be old: nothing of it is kept, and nobody is told anything any more. */
static void lost(const char *why)
{
    if (log_is_json) log_each(LEVEL_ERROR, "%s", why);
    else fprintf(stderr, "taproom serve: %s\n", why);
    fflush(NULL);
    _exit(EXIT_LOST);
}

/* 0, or an exit code after saying what is wrong. */
static int check_node(const char *command, HouseNode *node, const char *data, int keep_days, char *room, size_t size)
{
    if (!node->store && (node->name || node->address || node->key || node->lease_ms || node->settle_ms))
        return usage_error(command, "--node, --address, --lease, --settle and --key go with --store.");
    if (!node->store) return 0;
    if (!node->name || !node->address)
        return usage_error(command, "--store needs --node NAME and --address HOST:PORT.");
    if (!node->key && !data) return usage_error(command, "--store needs --key FILE.");
    if (keep_days) return usage_error(command, "--keep-finished does not go with --store yet.");
    for (const char *c = node->name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-_.", *c))
            return usage_error(command, "'%s' is no name of a node: letters, digits, - _ and . only.", node->name);
    const char *colon = strrchr(node->address, ':');
    int         port;
    if (!node->name[0] || strlen(node->name) > 60)
        return usage_error(command, "the name of a node has 1 to 60 characters.");
    if (!colon || colon == node->address || strlen(node->address) > 100 || !number(colon + 1, 65535, &port) || !port)
        return usage_error(command, "'%s' is no address with a port, such as 10.0.0.1:7777.", node->address);
    snprintf(room, size, "%.4000s/key", data ? data : "");
    if (!node->key) node->key = room;
    if (!node->lease_ms) node->lease_ms = DEFAULT_LEASE_S * 1000;
    if (!node->settle_ms) node->settle_ms = DEFAULT_SETTLE_S * 1000;
    node->lost = lost;
    return 0;
}

int cmd_serve(int argc, char **argv)
{
    char         folder[4096], metrics[64], key[4200];
    HouseNode    node = {0};
    int          lease = 0;
    const char  *data = NULL, *content = NULL;
    TapShelf    *shelf = NULL;
    TapError     error = {{0}};
    ServeOptions options = {.bind = "127.0.0.1",
                            .port = DEFAULT_PORT,
                            .metrics_port = METRICS_PORT,
                            .per_address = LIMIT_PER_ADDRESS,
                            .rules_page = rules_page,
                            .listening = listening};
    bool bound = false;
    for (int i = 1; i < argc; i++) {
        const char *flag = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(flag, "--help") || !strcmp(flag, "-h")) {
            help();
            return EXIT_OK;
        }
        if (!strcmp(flag, "--lan")) {
            options.lan = true;
            continue;
        }
        if (!strcmp(flag, "--short-addresses")) {
            options.short_addresses = true;
            continue;
        }
        if (!value) return usage_error(argv[0], "'%s' is no option, or lacks its value.", flag);
        if (!strcmp(flag, "--port")) {
            if (!number(value, 65535, &options.port))
                return usage_error(argv[0], "'%s' is no port (0 to 65535).", value);
        } else if (!strcmp(flag, "--per-address")) {
            if (!number(value, 1000000, &options.per_address)) return usage_error(argv[0], "'%s' is no number.", value);
        } else if (!strcmp(flag, "--keep-finished")) {
            if (!number(value, 36500, &options.keep_days) || !options.keep_days)
                return usage_error(argv[0], "'%s' is no number of days (1 to 36500).", value);
        } else if (!strcmp(flag, "--lease")) {
            if (!number(value, LEASE_MOST_S, &lease) || !lease)
                return usage_error(argv[0], "'%s' is no number of seconds (1 to 60).", value);
            node.lease_ms = lease * 1000;
        } else if (!strcmp(flag, "--settle")) {
            if (!number(value, SETTLE_MOST_S, &lease) || !lease)
                return usage_error(argv[0], "'%s' is no number of seconds (1 to 3600).", value);
            node.settle_ms = lease * 1000;
        } else if (!strcmp(flag, "--store")) node.store = value;
        else if (!strcmp(flag, "--node")) node.name = value;
        else if (!strcmp(flag, "--address")) node.address = value;
        else if (!strcmp(flag, "--key")) node.key = value;
        else if (!strcmp(flag, "--data")) data = value;
        else if (!strcmp(flag, "--content")) content = value;
        else if (!strcmp(flag, "--host")) options.host = value;
        else if (!strcmp(flag, "--access-log")) options.access_log = value;
        else if (!strcmp(flag, "--log")) {
            if (strcmp(value, "json") && strcmp(value, "text"))
                return usage_error(argv[0], "'%s' is no form of a log: json or text.", value);
            options.log_json = !strcmp(value, "json");
        } else if (!strcmp(flag, "--metrics")) {
            if (!read_metrics_place(value, metrics, &options.metrics_port))
                return usage_error(argv[0], "'%s' is no address with a port, such as 127.0.0.1:7778.", value);
            options.metrics = metrics;
        }
        else if (!strcmp(flag, "--behind")) {
            char address[ADDRESS_BYTES];
            if (!peer_read_address(value, address)) return usage_error(argv[0], "'%s' is no address.", value);
            options.behind = value;
        } else if (!strcmp(flag, "--bind")) {
            options.bind = value;
            bound = true;
        } else return usage_error(argv[0], "there is no option '%s'.", flag);
        i++;
    }
    if (bound && options.lan) return usage_error(argv[0], "--bind and --lan exclude each other.");
    int wrong = check_node(argv[0], &node, data, options.keep_days, key, sizeof key);
    if (wrong) return wrong;
    log_is_json = options.log_json;
    options.data = node.store ? data : data_folder(data, folder, sizeof folder);
    if (node.store) options.node = &node;
    if (content && !shelf_of_folder(argv[0], content, &shelf)) return EXIT_FAILED;
    options.shelf = shelf;
    bool served = serve(&options, &error);
    tap_shelf_free(shelf);
    if (served) {
        if (isatty(STDOUT_FILENO)) puts("\nThe tavern is closed. All tables are kept; they go on when it opens again.");
        return EXIT_OK;
    }
    if (options.log_json) log_each(LEVEL_ERROR, "%s", error.text);
    else fprintf(stderr, "taproom serve: %s\n", error.text);
    return EXIT_FAILED;
}
