/* `taproom review`: what each decision of a seat in a recorded game cost. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/review.h"
#include "cli/shelves.h"

enum { WORDS_SHOWN = 30 };

static void help(void)
{
    fputs("Usage: taproom review RECORD [--seat N] [--bot BOT] [--json] [--content FOLDER]\n\n"
          "What each decision of a seat cost against the best that a bot finds there, by what the seat could know:\n"
          "the three dearest first, then all of them. A cost within twice its uncertainty counts as none. At the end,\n"
          "which bot the seat played like: what the bots would have played at the same decisions is weighed alike.\n\n"
          "  --seat N          whose decisions; usually the first seat that no bot plays\n"
          "  --bot BOT         who judges: search:1 to search:3; usually search:2\n"
          "  --json            for programs\n"
          "  --content FOLDER  decks and dice that the record names (taproom content --help)\n\n"
          "RECORD may be - for standard input.\n\n"
          "Examples:\n"
          "  taproom review game.rec\n"
          "  taproom review game.rec --seat 3 --bot search:3\n"
          "  taproom review game.rec --json | python3 -m json.tool\n",
          stdout);
}

/* "Mira (search:2)": a record of the terminal names its bots so. */
static bool is_bot(const char *player) { return player && *player && player[strlen(player) - 1] == ')'; }

static TapSeat usual_seat(const TapRecord *r)
{
    for (TapSeat s = 0; s < (TapSeat)tap_record_setup(r)->seats; s++)
        if (!is_bot(tap_record_player(r, s))) return s;
    return 0;
}

static void show_progress(void *shown, int done, int of)
{
    fprintf(stderr, "\r%d of %d answers", done, of);
    fflush(stderr);
    *(bool *)shown = true;
}

static void print_move(const ReviewedMove *m)
{
    printf("%5d  %-*.*s ", m->answer + 1, WORDS_SHOWN, WORDS_SHOWN, m->played);
    if (!m->cost.known) puts("    not weighed");
    else if (review_counted(&m->cost) <= 0) puts("    none");
    else printf("%8.2f +- %-6.2f  %s\n", (double)m->cost.cost, (double)m->cost.noise, m->better);
}

static void print_text(const TapRecord *record, const Review *r, const char *bot)
{
    const char *who = tap_record_player(record, r->seat);
    int         worst[REVIEW_DEAREST], n = review_dearest(r, REVIEW_DEAREST, worst);
    printf("%s, seat %d%s%s%s: %d %s with a choice, judged by %s.\n", tap_game_title(tap_record_setup(record)->game),
           r->seat + 1, who ? " (" : "", who ? who : "", who ? ")" : "", r->n, r->n == 1 ? "decision" : "decisions",
           bot);
    if (!tap_over(tap_record_state(record))) puts("The record ends before the game is over.");
    if (!r->n) return;
    if (n) printf("\nThe dearest, in %s:\n", review_unit(tap_record_setup(record)->game));
    else puts("\nNone of them is known to have cost anything.");
    if (n) printf("%5s  %-*s %8s %-9s  %s\n", "", WORDS_SHOWN, "played", "cost", "", "better");
    for (int i = 0; i < n; i++) print_move(&r->move[worst[i]]);
    printf("\nAll of them, by their numbers among the answers:\n");
    for (int i = 0; i < r->n; i++) print_move(&r->move[i]);
    if (!r->weighed) return;
    printf("\nIn all %.2f %s, %.2f a decision. At the same decisions", r->total,
           review_unit(tap_record_setup(record)->game), r->total / r->weighed);
    for (int k = 0; k < REVIEW_LEVELS; k++)
        printf("%s %s %.2f", k ? "," : "", review_levels[k], r->level_mean[k]);
    puts(".");
    if (r->like >= 0) printf("Played like %s.\n", review_levels[r->like]);
    else puts("Too few decisions to tell whom that is like.");
}

static void print_json(const TapRecord *record, const Review *r, const char *bot)
{
    Out o = {0};
    out_open(&o, NULL, '{');
    review_out(r, tap_record_setup(record)->game, tap_over(tap_record_state(record)), bot, &o);
    out_close(&o, '}');
    puts(o.text);
    out_free(&o);
}

int cmd_review(int argc, char **argv)
{
    static const struct option flags[] = {
        {"seat", required_argument, NULL, 's'},    {"bot", required_argument, NULL, 'b'},
        {"content", required_argument, NULL, 'c'}, {"json", no_argument, NULL, 'J'},
        {"help", no_argument, NULL, 'h'},          {0},
    };
    const char *bot = "search:2", *content = NULL;
    uint64_t    seat = 0;
    bool        json = false, shown = false;
    TapShelf   *shelf = NULL;
    TapError    error = {{0}};
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case 's':
            if (!read_flag_number("review", "--seat", optarg, 1, TAP_SEATS, &seat)) return EXIT_USAGE;
            break;
        case 'b': bot = optarg; break;
        case 'c': content = optarg; break;
        case 'J': json = true; break;
        case 'h': help(); return EXIT_OK;
        default: return flag_error("review", argv);
        }
    if (argc - optind != 1) return usage_error("review", "give one record.");
    if (!shelf_open("review", content, &shelf)) return EXIT_FAILED;
    TapRecord *record = read_record(argv[optind], shelf);
    int        code = EXIT_OK, seats = record ? tap_record_setup(record)->seats : 0;
    Review     review;
    if (!record) code = EXIT_FAILED;
    else if (seat > (uint64_t)seats) code = usage_error("review", "this game has seats 1 to %d.", seats);
    else if (!review_record(record, seat ? (TapSeat)(seat - 1) : usual_seat(record), bot,
                            isatty(STDERR_FILENO) ? show_progress : NULL, &shown, &review, &error))
        code = usage_error("review", "%s", error.text);
    if (shown) fprintf(stderr, "\r%40s\r", "");
    if (code == EXIT_OK) {
        (json ? print_json : print_text)(record, &review, bot);
        review_free(&review);
    }
    tap_record_free(record);
    tap_shelf_free(shelf);
    return code;
}
