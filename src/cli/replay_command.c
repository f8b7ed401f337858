/* `taproom replay` tells a record as a story; `taproom check` verifies records. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shelves.h"

/* -------------------------------------------------------------- the file */

enum { MOST_BYTES = 16 << 20 };

/* The whole of a file ("-" is standard input) as a string; NULL after saying why. The caller frees it. */
static char *read_whole(const char *path)
{
    bool  standard = !strcmp(path, "-");
    FILE *in = standard ? stdin : fopen(path, "rb");
    if (!in) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        return NULL;
    }
    size_t n = 0, room = 1 << 16;
    char  *text = malloc(room);
    const char *trouble = NULL;
    while (text && !trouble) {
        n += fread(text + n, 1, room - n, in);
        if (n < room) break;
        if (room >= MOST_BYTES) trouble = "is too long for a record";
        else {
            char *larger = realloc(text, room *= 2);
            if (!larger) free(text);
            text = larger;
        }
    }
    if (!text) trouble = "does not fit into memory";
    else if (ferror(in)) trouble = "cannot be read";
    else if (!trouble && memchr(text, 0, n)) trouble = "is no text: it contains a zero byte";
    if (!standard) fclose(in);
    if (trouble) {
        fprintf(stderr, "%s: %s\n", path, trouble);
        free(text);
        return NULL;
    }
    text[n] = 0;
    return text;
}

TapRecord *read_record(const char *path, const TapShelf *shelf)
{
    char *text = read_whole(path);
    if (!text) return NULL;
    int      line = 0;
    TapError error = {{0}};
    TapRecord *r = tap_record_read_with(text, shelf, &line, &error);
    if (!r) fprintf(stderr, "%s:%d: %s\n", path, line, error.text);
    free(text);
    return r;
}

/* -------------------------------------------------------------- the story */

typedef struct Teller {
    const TapRecord *record;
    TapSeat viewer;
    bool    all, step, plain;
    const char *phase; /* said last */
} Teller;

/* Whoever knows all of an event: with --all each is told from his place. */
static TapSeat hears(const Teller *t, const TapEvent *ev)
{
    if (!t->all) return t->viewer;
    return tap_has(ev->seen_by, TAP_WATCHER) ? (TapSeat)TAP_NOBODY : tap_first_of(ev->seen_by);
}

static void tell_title(const Teller *t)
{
    const TapSetup *setup = tap_record_setup(t->record);
    int n;
    const TapOption *option = tap_game_options(setup->game, &n);
    printf("%s, %d seats", tap_game_title(setup->game), setup->seats);
    for (int i = 0; i < n; i++) {
        char words[80];
        if (setup->option[i] == option[i].usual) continue;
        tap_option_write(&option[i], setup->option[i], words, sizeof words);
        printf(", %s", words);
    }
    puts(".");
    for (TapSeat s = 0; s < (TapSeat)setup->seats; s++)
        if (tap_record_player(t->record, s)) printf("Seat %d is %s.\n", s + 1, tap_record_player(t->record, s));
    if (tap_record_was_undone(t->record)) puts("Answers were taken back in this game; the story tells what stayed.");
}

/* The face of item i of zone z as the story may know it; with --all somebody's eyes see what others' do not. */
static TapCard face_in_sight(const Teller *t, const TapView *view, int z, int i)
{
    int seats = tap_record_setup(t->record)->seats;
    for (int v = 0; t->all && v < seats; v++) {
        TapCard face = view[v].item[view[v].zone[z].first + i].face;
        if (face != TAP_NO_CARD) return face;
    }
    return view[t->all ? 0 : seats].item[view[t->all ? 0 : seats].zone[z].first + i].face;
}

/* What lies before each seat, after cards were dealt to all: a deal is one event, its cards are not told one by one. */
static void tell_hands(const Teller *t, const TapState *s)
{
    static TapView view[TAP_SEATS + 1]; /* every seat's, and the teller's own */
    const TapSetup *setup = tap_record_setup(t->record);
    for (TapSeat v = 0; v < (TapSeat)setup->seats; v++) tap_view(setup, s, v, &view[v]);
    tap_view(setup, s, t->viewer, &view[setup->seats]);
    for (int z = 0; z < view[0].zones; z++) {
        const TapViewZone *zone = &view[0].zone[z];
        if (zone->owner == TAP_NOBODY || !zone->deck || zone->deck->dice) continue;
        if (zone->n && view[0].item[zone->first].kind == TAP_TEXT_ITEM) continue; /* only told: cards of other zones */
        bool seen = false;
        for (int i = 0; i < zone->n; i++) seen = seen || face_in_sight(t, view, z, i) != TAP_NO_CARD;
        if (!seen) continue;
        printf("%sSeat %d, %s:", t->plain ? "" : "  ", zone->owner + 1, zone->name);
        for (int i = 0; i < zone->n; i++) {
            TapCard face = face_in_sight(t, view, z, i);
            printf("%s %s", i ? "," : "", face == TAP_NO_CARD ? "a hidden card" : zone->deck->face[face].name);
        }
        puts(".");
    }
}

static void tell_events(Teller *t, const TapState *s, const TapLog *log)
{
    bool dealt = false;
    for (int i = 0; i < log->n; i++) {
        char sentence[240];
        tap_event_text(&log->event[i], hears(t, &log->event[i]), NULL, sentence, sizeof sentence);
        printf("%s%s\n", t->plain ? "" : "  ", sentence);
        dealt = dealt || (log->event[i].kind == TAP_MOVED && log->event[i].who == TAP_NOBODY);
    }
    if (dealt && !tap_over(s)) tell_hands(t, s);
    if (log->lost) printf("%s(%d more events did not fit.)\n", t->plain ? "" : "  ", log->lost);
    static TapView view; /* large, and this program has one thread here */
    tap_view(tap_record_setup(t->record), s, t->viewer, &view);
    const char *phase = view.phase[view.levels - 1];
    if (!t->plain && !view.over && phase != t->phase) printf("\n%s\n", phase);
    t->phase = phase;
}

static void tell_result(const Teller *t, const TapState *s)
{
    const TapSetup *setup = tap_record_setup(t->record);
    if (!t->plain) puts("");
    if (!tap_over(s)) {
        puts("The record ends here; the game is not over.");
        return;
    }
    printf("The game is over.");
    for (TapSeat seat = 0; seat < (TapSeat)setup->seats; seat++)
        printf("%s Seat %d %+d", seat ? "," : "", seat + 1, (int)tap_score(setup, s, seat));
    puts(".");
    if (tap_pot(setup, s)) printf("%d in the pot wait for the next game.\n", (int)tap_pot(setup, s));
}

/* False when the reader has had enough. */
static bool wait_for_enter(void)
{
    fputs("[Enter: go on, q: stop] ", stderr);
    int  c = getchar();
    bool on = c != EOF && c != 'q' && c != 'Q';
    while (c != EOF && c != '\n') c = getchar();
    return on;
}

static void tell_story(Teller *t)
{
    static TapLog   log; /* large, and this program has one thread here */
    static TapState state;
    tell_title(t);
    for (int i = 0; i <= tap_record_answers(t->record); i++) {
        memset(&log, 0, sizeof log);
        tap_record_state_at(t->record, i, &state, &log);
        tell_events(t, &state, &log);
        if (t->step && log.n && i < tap_record_answers(t->record) && !wait_for_enter()) return;
    }
    tell_result(t, &state);
}

static void replay_help(void)
{
    puts("Usage: taproom replay FILE [--seat N | --all | --watcher] [--step] [--plain]\n"
         "                    [--content DIR]\n\n"
         "Tells a recorded game as a story. FILE is a record (docs/records.md); - reads\n"
         "standard input.\n\n"
         "  --all        everything, hidden cards included (this is the usual way)\n"
         "  --seat N     what the player at seat N saw\n"
         "  --watcher    what somebody without a seat saw\n"
         "  --content DIR  decks of your own that the record names (docs/content.md)\n"
         "  --step       wait for Enter after every answer\n"
         "  --plain      sentences only: no headings, no indentation\n"
         "  --help       this page\n\n"
         "Examples:\n"
         "  taproom replay tests/golden/kings-council.rec\n"
         "  taproom replay saved.rec --seat 2 --step\n"
         "  taproom replay - --watcher --plain < saved.rec");
}

int cmd_replay(int argc, char **argv)
{
    enum { ALL = 1, SEAT, WATCHER, STEP, PLAIN, CONTENT, HELP };
    static const struct option flags[] = {
        {"all", no_argument, NULL, ALL},         {"seat", required_argument, NULL, SEAT},
        {"watcher", no_argument, NULL, WATCHER}, {"step", no_argument, NULL, STEP},
        {"plain", no_argument, NULL, PLAIN},     {"content", required_argument, NULL, CONTENT},
        {"help", no_argument, NULL, HELP},       {0},
    };
    Teller t = {.viewer = TAP_NOBODY, .all = true};
    int  views = 0, seat = 0;
    const char *content = NULL;
    TapShelf   *shelf = NULL;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) {
        char *end;
        switch (c) {
        case ALL: views++; break;
        case WATCHER: views++, t.all = false; break;
        case SEAT:
            views++, t.all = false;
            seat = (int)strtol(optarg, &end, 10);
            if (*end || seat < 1 || seat > TAP_SEATS)
                return usage_error("replay", "--seat takes a number from 1 to %d.", TAP_SEATS);
            break;
        case STEP: t.step = true; break;
        case PLAIN: t.plain = true; break;
        case CONTENT: content = optarg; break;
        case 'h':
        case HELP: replay_help(); return EXIT_OK;
        default: return flag_error("replay", argv);
        }
    }
    if (views > 1) return usage_error("replay", "choose one of --all, --seat and --watcher.");
    if (argc - optind != 1) return usage_error("replay", "give one record.");
    if (t.step && !strcmp(argv[optind], "-"))
        return usage_error("replay", "--step reads Enter from standard input, so the record needs a file.");
    if (!shelf_open("replay", content, &shelf)) return EXIT_FAILED;
    TapRecord *r = read_record(argv[optind], shelf);
    int        seats = r ? tap_record_setup(r)->seats : 0;
    if (!r || seat > seats) {
        tap_record_free(r);
        tap_shelf_free(shelf);
        return !r ? EXIT_FAILED : usage_error("replay", "this game has seats 1 to %d.", seats);
    }
    if (seat) t.viewer = (TapSeat)(seat - 1);
    t.record = r;
    tell_story(&t);
    tap_record_free(r);
    tap_shelf_free(shelf);
    return EXIT_OK;
}

/* --------------------------------------------------------------- checking */

static void check_help(void)
{
    puts("Usage: taproom check FILE... [--content DIR]\n\n"
         "Plays records and verifies that every answer is legal and every `expect` and\n"
         "`refuse` line holds.\n"
         "FILE is a record (docs/records.md); - reads standard input. DIR holds decks of\n"
         "your own that records name (docs/content.md).\n"
         "Ends with 0 if all are well, 1 if one is not.\n\n"
         "Examples:\n"
         "  taproom check tests/staged/wager/BET-X2.rec\n"
         "  taproom check tests/staged/*/*.rec\n"
         "  printf 'taproom 1\\ngame threes 2\\nseats 2\\nexpect pot 2\\n' | taproom check -");
}

int cmd_check(int argc, char **argv)
{
    static const struct option flags[] = {
        {"content", required_argument, NULL, 'c'}, {"help", no_argument, NULL, 'h'}, {0}};
    const char *content = NULL;
    TapShelf   *shelf = NULL;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case 'c': content = optarg; break;
        case 'h': check_help(); return EXIT_OK;
        default: return flag_error("check", argv);
        }
    if (optind == argc) return usage_error("check", "give at least one record.");
    if (!shelf_open("check", content, &shelf)) return EXIT_FAILED;
    int status = EXIT_OK;
    for (int i = optind; i < argc; i++) {
        TapRecord *r = read_record(argv[i], shelf);
        if (!r) {
            status = EXIT_FAILED;
            continue;
        }
        int n = tap_record_expects(r);
        printf("%s: ok (%d expectation%s)\n", argv[i], n, n == 1 ? "" : "s");
        tap_record_free(r);
    }
    tap_shelf_free(shelf);
    return status;
}
