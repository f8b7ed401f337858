/* `taproom score`: hands from a real table, valued and explained. */
#include <getopt.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/screen.h"

enum { ORDER_BYTES = 4 * TAP_SEATS };

static void help(void)
{
    puts("Usage: taproom score GAME [--option NAME[=VALUE]]... [--with KEY=VALUE]...\n"
         "                     [--json] HAND...\n\n"
         "Values hands and says why. A hand is ONE argument, so put it in quotes; hands\n"
         "count from 0. Cards are written W-wolf, L-hawk, B-owl, M-horse, R-hare, D-red;\n"
         "2*R-owl is two of them. Dice are digits.\n\n"
         "  --option NAME[=VALUE]  a variant or setting; `taproom games` lists them\n"
         "  --with KEY=VALUE       what lies on the table (king=B-hare), or a card of\n"
         "                         one hand (card.0=B-owl)\n"
         "  --json                 for programs\n"
         "  --help                 this page; with GAME and options: what that game asks\n\n"
         "Examples:\n"
         "  taproom score kings-council --with king=B-hare 'B-wren 2*M-hare R-wolf L-hawk'\n"
         "  taproom score rogues-and-warriors 'W-wolf B-owl' 'L-hare M-wren'\n"
         "  taproom score threes --option fools-luck --json '3 3 1 2 6' '12456'\n"
         "  taproom score --help delve");
}

static void print_words(const Screen *s, const char *before, const TapScoreWord *word)
{
    if (!word) return;
    Flow f = flow_begin(s, 6, 6);
    flow_piece(&f, 0, "%s", before);
    for (const TapScoreWord *w = word; w->word; w++)
        flow_piece(&f, 1, "%s (%s)%s", w->word, w->title, w[1].word ? "," : "");
    flow_end(&f);
}

/* What a game asks, from its own description. */
static void help_with(const TapGame *game, const TapSetup *setup)
{
    static const char *const how[TAP_SCORE_KINDS] = {
        [TAP_SCORE_CARDS] = "cards",
        [TAP_SCORE_DICE] = "dice: 13356",
        [TAP_SCORE_ROWS] = "cards in rows, a / between rows, a dot for an empty place",
        [TAP_SCORE_PILES] = "cards, a | between piles",
        [TAP_SCORE_WORDS] = "words",
        [TAP_SCORE_PAIRS] = "what@where",
        [TAP_SCORE_FROM] = "a hand, counted from 0, and a card: 1:R-owl",
    };
    TapScoreField field[TAP_SCORE_FIELDS];
    int           fields = tap_score_fields(setup, field);
    if (!fields) printf("%s has no hands to score: %s.\n", tap_game_title(game), tap_score_none(game));
    if (!fields) return;
    Screen s = screen_open(true, 0);
    printf("%s\n", tap_game_title(game));
    for (int i = 0; i < fields; i++) {
        const TapScoreField *f = &field[i];
        if (f->key)
            printf("  --with %s%s=...  %s%s\n", f->key, f->own ? ".N" : "", f->label,
                   f->min ? "" : " (may be left out)");
        else printf("  HAND  %s\n", f->label);
        char about[300];
        bool cards = f->kind == TAP_SCORE_CARDS && f->example;
        snprintf(about, sizeof about, "%s. Write %s%s%s.", f->about, how[f->kind], cards ? ": " : "",
                 cards ? f->example : "");
        print_wrapped(&s, 6, about);
        print_words(&s, f->kind == TAP_SCORE_ROWS ? "Letters will do:" : "Words:", f->words);
        print_words(&s, "Places:", f->places);
    }
    printf("Example:\n  taproom score %s", tap_game_id(game));
    for (int i = 1; i < fields; i++)
        if (field[i].example) printf(" --with '%s%s=%s'", field[i].key, field[i].own ? ".0" : "", field[i].example);
    printf(" '%s'\n", field[0].example);
}

/* Hands that have a name and no points: what they are called and why. */
static void print_names(const TapParts *parts, const int *place, int hands, const char *const *hand, const char *order)
{
    for (int i = 0; i < hands; i++) {
        printf("Hand %d: %s\n", i, hand[i]);
        for (int k = 0; k < parts[i].n; k++) printf("  %s\n", parts[i].part[k].text);
        if (hands > 1) printf("  place %d\n", place[i]);
    }
    if (hands > 1) printf("Order: %s\n", order);
}

static void print_text(const TapScore *score, const TapParts *parts, const int *place, int hands,
                       const char *const *hand, const char *order)
{
    for (int i = 0; i < hands; i++) {
        printf("Hand %d: %s\n", i, hand[i]);
        for (int k = 0; k < parts[i].n; k++) printf("  %4d  %s\n", (int)parts[i].part[k].points, parts[i].part[k].text);
        printf("  %4d  in all", (int)score[i].points);
        if (hands > 1) printf(", place %d", place[i]);
        for (int k = 0; k < score[i].ties; k++)
            printf("%s%d", k ? ", " : hands > 1 ? "; breaks ties: " : ", breaks ties: ", (int)score[i].tie[k]);
        putchar('\n');
    }
    if (hands > 1) printf("Order: %s\n", order);
}

static void print_json(const char *game, const TapScore *score, const TapParts *parts, const int *place, int hands,
                       const char *order)
{
    fputs("{\"game\":", stdout);
    print_json_string(stdout, game);
    fputs(",\"hands\":[", stdout);
    for (int i = 0; i < hands; i++) {
        printf("%s{\"score\":%d,\"tie\":%s", i ? "," : "", (int)score[i].points, score[i].ties < 0 ? "null" : "[");
        for (int k = 0; k < score[i].ties; k++) printf("%s%d", k ? "," : "", (int)score[i].tie[k]);
        printf("%s,\"place\":%d,\"parts\":[", score[i].ties < 0 ? "" : "]", place[i]);
        for (int k = 0; k < parts[i].n; k++) {
            printf("%s{\"text\":", k ? "," : "");
            print_json_string(stdout, parts[i].part[k].text);
            printf(",\"points\":%d}", (int)parts[i].part[k].points);
        }
        fputs("]}", stdout);
    }
    fputs("],\"order\":", stdout);
    print_json_string(stdout, order);
    puts("}");
}

int cmd_score(int argc, char **argv)
{
    enum { OPTION = 1, WITH, JSON, HELP };
    static const struct option flags[] = {{"option", required_argument, NULL, OPTION},
                                          {"with", required_argument, NULL, WITH},
                                          {"json", no_argument, NULL, JSON},
                                          {"help", no_argument, NULL, HELP},
                                          {0}};
    Given options = {0}, keys = {0};
    bool  json = false, asks_help = false;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case OPTION:
            if (!give(&options, "score", optarg)) return EXIT_USAGE;
            break;
        case WITH:
            if (!give(&keys, "score", optarg)) return EXIT_USAGE;
            break;
        case JSON: json = true; break;
        case 'h':
        case HELP: asks_help = true; break;
        default: return flag_error("score", argv);
        }
    if (asks_help && optind == argc) return help(), EXIT_OK;
    if (optind == argc) return usage_error("score", "say which game; `taproom games` lists them.");
    const TapGame *game = find_game("score", argv[optind++]);
    if (!game) return EXIT_USAGE;
    int hands = argc - optind, least, most, best;
    const char *const *hand = (const char *const *)argv + optind;
    tap_game_seats(game, &least, &most, &best);
    TapSetup setup;
    TapError error;
    TapScoreFault fault;
    TapScore score[TAP_SEATS];
    static TapParts parts[TAP_SEATS]; /* large, and this program has one thread here */
    int  place[TAP_SEATS];
    char order[ORDER_BYTES];
    if (!tap_setup_init(&setup, game, least, options.text, options.n, &error))
        return usage_error("score", "%s", error.text);
    if (asks_help) return help_with(game, &setup), EXIT_OK;
    if (!hands && tap_score_none(game))
        return usage_error("score", "%s has no hands to score: %s.", tap_game_title(game), tap_score_none(game));
    if (!hands)
        return usage_error("score", "give at least one hand, in quotes; `taproom score --help %s` shows how.",
                           tap_game_id(game));
    if (hands > TAP_SEATS) return usage_error("score", "at most %d hands; is a hand not in quotes?", TAP_SEATS);
    if (!tap_score_hands_at(&setup, hand, hands, keys.text, keys.n, score, parts, &fault)) {
        if (hands > 1 && fault.hand >= 0)
            return usage_error("score", "hand %d ('%s'): %s", fault.hand, hand[fault.hand], fault.error.text);
        return usage_error("score", "%s", fault.error.text);
    }
    tap_places(score, hands, place, order, sizeof order);
    if (json) print_json(tap_game_id(game), score, parts, place, hands, order);
    else if (strcmp(tap_score_unit(game), "point") != 0) print_names(parts, place, hands, hand, order);
    else print_text(score, parts, place, hands, hand, order);
    return EXIT_OK;
}
