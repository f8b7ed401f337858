/* `taproom play`: the command line of a game in the terminal. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session.h"
#include "cli/shelves.h"

static void help(void)
{
    printf("Usage: taproom play GAME [flags]\n\n"
           "Plays a game in the terminal. You sit at seat 1; bots take the other seats.\n\n"
           "  --seats N             how many sit at the table, you included (usually 4)\n"
           "  --seat N              take another seat\n"
           "  --bot NAME            who plays against you; again for the next seat\n"
           "                        (usually %s):",
           usual_bot);
    for (const char *const *name = tap_bot_names(); *name; name++) printf(" %s", *name);
    puts("\n"
         "  --option NAME[=VALUE] a variant or setting; `taproom games` lists them\n"
         "  --cast ROLE,ROLE,...  who plays which role, where a game has roles: _ for any\n"
         CONTENT_HELP
         "  --seed WORDS          the same words deal the same cards, hand after hand\n"
         "  --name NAME           how the record calls you\n"
         "  --resume              go on with the saved game without asking\n"
         "  --new                 begin a new game without asking; a saved one is kept\n"
         "  --guide               somebody at your elbow explains the game as it goes\n"
         "  --pace MS             milliseconds to wait after what others do (usually 450)\n"
         "  --fast                no pauses\n"
         "  --plain               sentences for a screen reader: no colour, no drawing\n"
         "  --help                this page\n\n"
         "At a question type a number, words such as `raise 12`, ? for the rules, h for a\n"
         "hint, g for somebody at your elbow, u to take back, s to save, q to leave.\n"
         "Leaving saves. Where several may answer what happens, orders says when you want\n"
         "to be asked. NO_COLOR=1 turns colours off.\n\n"
         "Examples:\n"
         "  taproom play kings-council\n"
         "  taproom play heroes-plunder --guide\n"
         "  taproom play threes --seats 3 --option hidden-fate --fast\n"
         "  taproom play rogues-and-warriors --bot random --bot search:3 --seats 3\n"
         "  printf 'check\\nq\\n' | taproom play kings-council --plain");
}

static bool read_whole_number(const char *text, int lo, int hi, int *ret)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (!*text || *end || n < lo || n > hi) return false;
    *ret = (int)n;
    return true;
}

int cmd_play(int argc, char **argv)
{
    enum { SEATS = 1, SEAT, BOT, OPTION, SEED, NAME, RESUME, NEW, PACE, FAST, PLAIN, CONTENT, CAST, GUIDE, HELP };
    static const struct option flags[] = {
        {"seats", required_argument, NULL, SEATS}, {"seat", required_argument, NULL, SEAT},
        {"bot", required_argument, NULL, BOT},     {"option", required_argument, NULL, OPTION},
        {"seed", required_argument, NULL, SEED},   {"name", required_argument, NULL, NAME},
        {"resume", no_argument, NULL, RESUME},     {"new", no_argument, NULL, NEW},
        {"pace", required_argument, NULL, PACE},   {"fast", no_argument, NULL, FAST},
        {"plain", no_argument, NULL, PLAIN},       {"content", required_argument, NULL, CONTENT},
        {"cast", required_argument, NULL, CAST},   {"guide", no_argument, NULL, GUIDE},
        {"help", no_argument, NULL, HELP},         {0},
    };
    Plan plan = {.game = NULL};
    Resume resume = RESUME_ASK;
    int  pace = -1, seat = 1;
    bool plain = false;
    const char *content = NULL;
    TapShelf   *shelf = NULL;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case SEATS:
            if (!read_whole_number(optarg, 1, TAP_SEATS, &plan.seats))
                return usage_error("play", "--seats takes a number up to %d, not '%s'.", TAP_SEATS, optarg);
            break;
        case SEAT:
            if (!read_whole_number(optarg, 1, TAP_SEATS, &seat))
                return usage_error("play", "--seat takes a number from 1, not '%s'.", optarg);
            break;
        case BOT:
            if (!give(&plan.bots, "play", optarg)) return EXIT_USAGE;
            break;
        case OPTION:
            if (!give(&plan.options, "play", optarg)) return EXIT_USAGE;
            break;
        case SEED: plan.seed = optarg; break;
        case NAME: plan.name = optarg; break;
        case RESUME: resume = RESUME_YES; break;
        case NEW: resume = RESUME_NO; break;
        case PACE:
            if (!read_whole_number(optarg, 0, 10000, &pace))
                return usage_error("play", "--pace takes milliseconds from 0 to 10000, not '%s'.", optarg);
            break;
        case FAST: pace = 0; break;
        case PLAIN: plain = true; break;
        case CONTENT: content = optarg; break;
        case CAST: plan.cast = optarg; break;
        case GUIDE: plan.guide = true; break;
        case 'h':
        case HELP: help(); return EXIT_OK;
        default: return flag_error("play", argv);
        }
    if (argc - optind != 1)
        return usage_error("play",
                           optind == argc ? "say which game; `taproom games` lists them." : "one game at a time.");
    plan.game = find_game("play", argv[optind]);
    if (!plan.game) return EXIT_USAGE;
    plan.seat = (TapSeat)(seat - 1);
    TapError error;
    if (!shelf_open("play", content, &shelf)) return EXIT_FAILED;
    plan.shelf = shelf;
    int status;
    if (plan_fault(&plan, &error)) status = usage_error("play", "%s", error.text);
    else {
        Screen screen = screen_open(plain, pace);
        print_sources(stdout, "You play with ", tap_shelf_content(shelf, plan.game), ".\n");
        status = session_run(&screen, &plan, resume, NULL);
    }
    tap_shelf_free(shelf);
    return status;
}
