/* taproom verify: proves to a player that nobody chose the cards of his game. */
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shelves.h"
#include "server/ground/fair.h"

static const char help[] =
    "Usage: taproom verify FILE [--commitment HEX] [--client SEAT:HEX] [--json]\n"
    "       taproom verify --export FILE\n"
    "       taproom verify --vectors\n\n"
    "Proves that nobody chose the cards and dice of a recorded game: that the server\n"
    "kept to the seed it committed to, that the seeds of the players went into the\n"
    "seed of the game, and that every use of chance follows from it. FILE is a record\n"
    "(docs/records.md); - reads standard input. docs/fairness.md says what this\n"
    "proves and what not.\n\n"
    "  --commitment HEX   the commitment you saw before the first card; it must be\n"
    "                     the one in the record\n"
    "  --client SEAT:HEX  the seed your own client sent; it must be the one in the\n"
    "                     record. May be repeated\n"
    "  --content DIR      decks of your own that the record names (docs/content.md)\n"
    "  --json             for programs\n"
    "  --export           print the chance log with all seeds, for a verifier that\n"
    "                     knows no rules (tools/verify.py)\n"
    "  --vectors          print the test vectors of docs/fairness.md\n"
    "  --help             this page\n\n"
    "Ends with 0 if the deal is proved fair, 1 if it is not, 2 if the question was\n"
    "not understood.\n\n"
    "Examples:\n"
    "  taproom verify tests/fair/example.rec\n"
    "  taproom verify --export tests/fair/example.rec | python3 tools/verify.py -\n"
    "  taproom verify saved.rec --commitment 9b1c...\n";

/* What a player noted himself, outside the record. */
typedef struct Noted {
    bool       commitment_given;
    uint8_t    commitment[TAP_FAIR_SEED];
    TapSeatSet clients;
    uint8_t    client[TAP_SEATS][TAP_FAIR_SEED];
} Noted;

enum { MAX_FINDINGS = 8 };
typedef struct Finding {
    const char *check;
    bool        holds;
    char        text[240];
} Finding;
typedef struct Findings {
    int     n;
    bool    fair;
    Finding one[MAX_FINDINGS];
} Findings;

static void find(Findings *f, const char *check, bool holds, const char *form, ...)
    __attribute__((format(printf, 4, 5)));
static void find(Findings *f, const char *check, bool holds, const char *form, ...)
{
    Finding *one = &f->one[f->n++];
    one->check = check;
    one->holds = holds;
    f->fair = f->fair && holds;
    va_list args;
    va_start(args, form);
    vsnprintf(one->text, sizeof one->text, form, args);
    va_end(args);
}

/* "seat 2", "seats 1 and 3", "seats 1, 2 and 4" */
static void write_clients(TapSeatSet set, char *ret, size_t size)
{
    int at = snprintf(ret, size, "seat%s", tap_count(set) > 1 ? "s" : "");
    for (int left = tap_count(set); set; set &= (TapSeatSet)(set - 1), left--)
        at += snprintf(ret + at, size - (size_t)at, " %d%s", tap_first_of(set) + 1,
                       left > 2    ? ","
                       : left == 2 ? " and"
                                   : "");
}

/* ---------------------------------------------------------------- checks */

static void check_commitment(Findings *f, const TapFair *fair)
{
    uint8_t is[TAP_FAIR_SEED];
    if (!fair->has_commitment || !fair->has_server) {
        find(f, "commitment", false,
             "The record lacks %s, so nothing shows that the server's seed was fixed before the first card.",
             fair->has_commitment ? "the server's seed" : "the commitment");
        return;
    }
    fair_commit(fair->server, is);
    bool same = !memcmp(is, fair->commitment, sizeof is);
    find(f, "commitment", same,
         same ? "The server's seed is the one the commitment was made to."
              : "The commitment was made to another seed than the one revealed.");
}

static void check_seed(Findings *f, const TapRecord *r, const TapFair *fair)
{
    uint8_t seed[64];
    char    who[64];
    if (!fair->has_server || !fair->table[0]) {
        find(f, "seed", false, "The record lacks %s, so the seed of the game cannot be mixed again.",
             fair->has_server ? "the table" : "the server's seed");
        return;
    }
    if (!fair->clients) {
        find(f, "seed", false, "No player's seed went into the deal: the server could have chosen it.");
        return;
    }
    fair_mix(fair, seed);
    write_clients(fair->clients, who, sizeof who);
    bool same = !memcmp(seed, tap_record_seed(r), sizeof seed);
    find(f, "seed", same,
         same ? "The seed of the game is mixed from the server's seed, the table's name and the seed%s of %s."
              : "The seed of the game is not what comes of the server's seed, the table's name and the seed%s of %s.",
         tap_count(fair->clients) > 1 ? "s" : "", who);
}

static void check_chance(Findings *f, const TapRecord *r)
{
    const TapContent *content = tap_record_setup(r)->content;
    TapChance *draw;
    int n, numbers[TAP_STREAMS] = {0}, shuffles = 0, rigged = 0, all = 0;
    if (!tap_record_chance(r, &draw, &n)) {
        find(f, "chance", false, "One step of the game used more chance than a log holds.");
        return;
    }
    for (int i = 0; i < n; i++) {
        if (!draw[i].n) shuffles++;
        else if (draw[i].rigged) rigged++;
        else numbers[draw[i].stream]++, all++;
    }
    int good = tap_chance_follows(draw, n, tap_record_seed(r));
    if (good < n) find(f, "chance", false, "Use of chance number %d does not follow from the seed.", good + 1);
    else {
        char kinds[100] = "";
        int  streams = TAP_STREAM_DECK + content->decks;
        for (int k = 0, at = 0; k < streams && at < (int)sizeof kinds; k++) {
            int stream = (k + TAP_STREAM_DECK) % streams; /* decks and dice first */
            if (numbers[stream])
                at += snprintf(kinds + at, sizeof kinds - (size_t)at, "%s%s %d", at ? ", " : "",
                               tap_stream_name(content, stream), numbers[stream]);
        }
        find(f, "chance", true, "All %d numbers drawn follow from that seed, in order (%s). A shuffle draws none (%d).",
             all, all ? kinds : "there were none", shuffles);
    }
    bool rig = tap_record_setup(r)->rig.n;
    if (rig)
        find(f, "rig", false, "The record is rigged: %d of %d draws were chosen, not drawn.", rigged, rigged + all);
    else find(f, "rig", true, "No draw was rigged.");
    free(draw);
}

static void check_noted(Findings *f, const TapFair *fair, const Noted *noted)
{
    if (noted->commitment_given) {
        bool same = fair->has_commitment && !memcmp(fair->commitment, noted->commitment, TAP_FAIR_SEED);
        find(f, "noted commitment", same,
             same ? "The commitment is the one you noted." : "The commitment in the record is not the one you noted.");
    }
    if (!noted->clients) return;
    TapSeatSet wrong = 0;
    for (TapSeat s = 0; s < TAP_SEATS; s++)
        if (tap_has(noted->clients, s) &&
            (!tap_has(fair->clients, s) || memcmp(noted->client[s], fair->client[s], TAP_FAIR_SEED)))
            wrong |= tap_only(s);
    char who[64];
    write_clients(wrong ? wrong : noted->clients, who, sizeof who);
    find(f, "noted client", !wrong,
         wrong ? "The record does not have the seed you noted for %s."
               : "The seed you noted for %s is the one that was mixed in.",
         who);
}

/* --------------------------------------------------------------- answers */

static void say(const TapRecord *r, const Findings *f, const Noted *noted)
{
    printf("%s, %d seats, %d answers%s.\n", tap_game_title(tap_record_setup(r)->game), tap_record_setup(r)->seats,
           tap_record_answers(r),
           tap_record_was_undone(r) ? " (some were taken back and played again with the same chance)" : "");
    for (int i = 0; i < f->n; i++) printf("%s %s\n", f->one[i].holds ? "Yes:" : "NO: ", f->one[i].text);
    if (!f->fair) puts("The deal is NOT proved fair.");
    else if (noted->commitment_given) puts("The deal is proved fair.");
    else
        puts("The deal is proved fair, provided the commitment is the one you were shown before the first card "
             "(--commitment).");
}

static void say_json(const TapRecord *r, const Findings *f)
{
    printf("{\"fair\":%s,\"game\":", f->fair ? "true" : "false");
    print_json_string(stdout, tap_game_id(tap_record_setup(r)->game));
    printf(",\"seats\":%d,\"answers\":%d,\"undone\":%s,\"checks\":[", tap_record_setup(r)->seats, tap_record_answers(r),
           tap_record_was_undone(r) ? "true" : "false");
    for (int i = 0; i < f->n; i++) {
        printf("%s{\"check\":", i ? "," : "");
        print_json_string(stdout, f->one[i].check);
        printf(",\"holds\":%s,\"text\":", f->one[i].holds ? "true" : "false");
        print_json_string(stdout, f->one[i].text);
        printf("}");
    }
    printf("]}\n");
}

static int judge(const TapRecord *r, const Noted *noted, bool json)
{
    static const TapFair nothing;
    const TapFair *fair = tap_record_fair(r) ? tap_record_fair(r) : &nothing;
    Findings f = {.fair = true};
    check_commitment(&f, fair);
    check_seed(&f, r, fair);
    check_chance(&f, r);
    check_noted(&f, fair, noted);
    if (json) say_json(r, &f);
    else say(r, &f, noted);
    return f.fair ? EXIT_OK : EXIT_FAILED;
}

/* ---------------------------------------------------------------- export */

static void print_hex(const char *before, const uint8_t *bytes, size_t n)
{
    char text[129];
    fair_write_hex(bytes, n, text);
    printf("%s %s\n", before, text);
}

static int export(const TapRecord *r)
{
    const TapFair *fair = tap_record_fair(r);
    TapChance     *draw;
    int            n;
    if (!tap_record_chance(r, &draw, &n)) {
        fputs("taproom verify: one step of the game used more chance than a log holds.\n", stderr);
        return EXIT_FAILED;
    }
    puts("chance 1");
    if (fair && fair->table[0]) printf("table %s\n", fair->table);
    if (fair && fair->has_commitment) print_hex("commitment", fair->commitment, TAP_FAIR_SEED);
    if (fair && fair->has_server) print_hex("server", fair->server, TAP_FAIR_SEED);
    for (TapSeat s = 0; fair && s < TAP_SEATS; s++) {
        char before[16];
        snprintf(before, sizeof before, "client %d", s + 1);
        if (tap_has(fair->clients, s)) print_hex(before, fair->client[s], TAP_FAIR_SEED);
    }
    print_hex("seed", tap_record_seed(r), 64);
    for (int i = 0; i < n; i++)
        printf("%d %d %s%s\n", draw[i].n, draw[i].value, tap_stream_name(tap_record_setup(r)->content, draw[i].stream),
               draw[i].rigged ? " rigged" : "");
    free(draw);
    return EXIT_OK;
}

static int vectors(void)
{
    TapFair fair = {.has_server = true, .has_commitment = true, .table = "specimen-1"};
    uint8_t byte = 0, seed[64];
    for (int i = 0; i < TAP_FAIR_SEED; i++) fair.server[i] = byte++;
    for (TapSeat s = 0; s <= 2; s += 2) {
        fair.clients |= tap_only(s);
        for (int i = 0; i < TAP_FAIR_SEED; i++) fair.client[s][i] = byte++;
    }
    fair_commit(fair.server, fair.commitment);
    fair_mix(&fair, seed);
    printf("table %s\n", fair.table);
    print_hex("server", fair.server, TAP_FAIR_SEED);
    print_hex("client 1", fair.client[0], TAP_FAIR_SEED);
    print_hex("client 3", fair.client[2], TAP_FAIR_SEED);
    print_hex("commitment", fair.commitment, TAP_FAIR_SEED);
    print_hex("seed", seed, sizeof seed);
    static const uint32_t below[] = {6, 52, 65535, 2147483649u}; /* the last rejects about every second word */
    for (size_t k = 0; k < sizeof below / sizeof *below; k++) {
        TapRng r;
        tap_rng_key(&r, seed);
        printf("below %u:", (unsigned)below[k]);
        for (int i = 0; i < 40; i++) tap_rng_word(&r); /* into the third block: both keys and a counter of 1 */
        for (int i = 0; i < 8; i++) printf(" %u", (unsigned)tap_rng_below(&r, below[k]));
        printf("\n");
    }
    return EXIT_OK;
}

/* "3:00ff..." */
static bool read_noted_client(Noted *noted, const char *text)
{
    char *rest;
    long  seat = strtol(text, &rest, 10);
    if (rest == text || *rest != ':' || seat < 1 || seat > TAP_SEATS) return false;
    noted->clients |= tap_only((TapSeat)(seat - 1));
    return fair_read_hex(rest + 1, noted->client[seat - 1], TAP_FAIR_SEED);
}

int cmd_verify(int argc, char **argv)
{
    enum { COMMITMENT = 1, CLIENT, JSON, EXPORT, VECTORS, CONTENT, HELP };
    static const struct option flags[] = {
        {"commitment", required_argument, NULL, COMMITMENT},
        {"client", required_argument, NULL, CLIENT},
        {"json", no_argument, NULL, JSON},
        {"export", no_argument, NULL, EXPORT},
        {"vectors", no_argument, NULL, VECTORS},
        {"content", required_argument, NULL, CONTENT},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    Noted noted = {0};
    bool  json = false, exports = false;
    const char *content = NULL;
    TapShelf   *shelf = NULL;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case COMMITMENT:
            noted.commitment_given = true;
            if (!fair_read_hex(optarg, noted.commitment, TAP_FAIR_SEED))
                return usage_error("verify", "--commitment takes %d hex digits.", 2 * TAP_FAIR_SEED);
            break;
        case CLIENT:
            if (!read_noted_client(&noted, optarg))
                return usage_error("verify", "--client takes a seat, a colon and %d hex digits.", 2 * TAP_FAIR_SEED);
            break;
        case JSON: json = true; break;
        case EXPORT: exports = true; break;
        case CONTENT: content = optarg; break;
        case VECTORS: return vectors();
        case 'h':
        case HELP: fputs(help, stdout); return EXIT_OK;
        default: return flag_error("verify", argv);
        }
    if (argc - optind != 1) return usage_error("verify", "give one record.");
    if (!shelf_open("verify", content, &shelf)) return EXIT_FAILED;
    TapRecord *r = read_record(argv[optind], shelf);
    int        status = !r ? EXIT_FAILED : exports ? export(r) : judge(r, &noted, json);
    tap_record_free(r);
    tap_shelf_free(shelf);
    return status;
}
