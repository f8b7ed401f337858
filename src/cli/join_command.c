/* `taproom join`: the command line of a table at a house. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/cli.h"
#include "cli/visit.h"

static void help(void)
{
    puts("Usage: taproom join URL [flags]\n\n"
         "Sits down at a table of a house, beside people in browsers. The URL is the one\n"
         "that the browser shows at the table, and that invitations carry.\n\n"
         "  --name NAME           how the others call you\n"
         "  --seat N              take that seat; else the first that is free\n"
         "  --watch               look on without a seat\n"
         "  --guide               somebody at your elbow explains the game as it goes\n"
         "  --pace MS             milliseconds to wait after what others do (usually 450)\n"
         "  --fast                no pauses\n"
         "  --plain               sentences for a screen reader: no colour, no drawing\n"
         "  --help                this page\n\n"
         "At a question type a number, words such as `raise 12`, ? for the rules, h for a\n"
         "hint, g for somebody at your elbow, u to take back, q to leave. At any time:\n"
         "say TEXT talks to all, side TEXT to your side only, who tells who is here,\n"
         "stand up gives your seat up.\n"
         "Before the cards are dealt the host types deal. When a game is over, n goes on\n"
         "with the coins as they are; whoever is out types buy, and the host may type\n"
         "afresh. Leaving keeps your seat; the same command brings you back to it.\n"
         "NO_COLOR=1 turns colours off.\n\n"
         "Examples:\n"
         "  taproom join http://127.0.0.1:8080/t/k3v9x2m7q4ab\n"
         "  taproom join https://tavern.example.org/t/k3v9x2m7q4ab --name Ottla\n"
         "  taproom join http://192.168.1.20:8080/t/k3v9x2m7q4ab --watch");
}

static bool begins_with(const char **text, const char *start)
{
    size_t n = strlen(start);
    if (strncasecmp(*text, start, n) != 0) return false;
    *text += n;
    return true;
}

/* http://host:port/t/TABLE; what a browser adds behind it is left out. */
static bool read_url(const char *url, VisitPlan *ret)
{
    const char *at = url;
    bool        secure = begins_with(&at, "https://") || begins_with(&at, "wss://");
    if (!secure && !begins_with(&at, "http://") && !begins_with(&at, "ws://") && strstr(at, "://")) return false;
    bool        brackets = *at == '[';
    const char *end = brackets ? strchr(at, ']') : at + strcspn(at, ":/");
    if (brackets) at++;
    if (!end || end == at || (size_t)(end - at) >= HOST_BYTES) return false;
    ret->house = (HouseAddress){.port = secure ? 443 : 80, .secure = secure};
    memcpy(ret->house.host, at, (size_t)(end - at));
    if (ret->house.host[strspn(ret->house.host, brackets ? "0123456789abcdefABCDEF:." :
                               "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._")])
        return false;
    at = end + brackets;
    if (*at == ':') {
        char *rest;
        long  port = strtol(at + 1, &rest, 10);
        if (rest == at + 1 || port < 1 || port > 65535) return false;
        ret->house.port = (int)port;
        at = rest;
    }
    if (!begins_with(&at, "/t/")) return false;
    size_t n = strspn(at, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (n != TABLE_BYTES - 1 || (at[n] && !strchr("/?#", at[n]))) return false;
    memcpy(ret->table, at, n);
    ret->table[n] = 0;
    return true;
}

int cmd_join(int argc, char **argv)
{
    enum { NAME = 1, SEAT, WATCH, PACE, FAST, PLAIN, GUIDE, HELP };
    static const struct option flags[] = {
        {"name", required_argument, NULL, NAME}, {"seat", required_argument, NULL, SEAT},
        {"watch", no_argument, NULL, WATCH},     {"pace", required_argument, NULL, PACE},
        {"fast", no_argument, NULL, FAST},       {"plain", no_argument, NULL, PLAIN},
        {"guide", no_argument, NULL, GUIDE},     {"help", no_argument, NULL, HELP},
        {0},
    };
    VisitPlan plan = {.seat = -1};
    uint64_t  n;
    int       pace = -1;
    bool      plain = false;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case NAME: plan.name = optarg; break;
        case SEAT:
            if (!read_flag_number("join", "--seat", optarg, 1, TAP_SEATS, &n)) return EXIT_USAGE;
            plan.seat = (int)n - 1;
            break;
        case WATCH: plan.watch = true; break;
        case PACE:
            if (!read_flag_number("join", "--pace", optarg, 0, 10000, &n)) return EXIT_USAGE;
            pace = (int)n;
            break;
        case FAST: pace = 0; break;
        case PLAIN: plain = true; break;
        case GUIDE: plan.guide = true; break;
        case 'h':
        case HELP: help(); return EXIT_OK;
        default: return flag_error("join", argv);
        }
    if (argc - optind != 1)
        return usage_error("join", optind == argc ? "say which table: its address as the browser shows it."
                                                  : "one table at a time.");
    plan.url = argv[optind];
    if (!read_url(plan.url, &plan))
        return usage_error("join", "'%.200s' is no table's address. One looks like http://host:8080/t/ and twelve "
                                   "letters or digits; copy it from the browser.", plan.url);
    if (plan.watch && plan.seat >= 0) return usage_error("join", "who watches takes no seat: --watch or --seat.");
    Screen screen = screen_open(plain, pace);
    return visit_run(&screen, &plan);
}
