/* `taproom games` lists what can be played; `taproom rules` prints a page of rules. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/pages.h"
#include "cli/rules_page.h"

/* ------------------------------------------------------------------- games */

static const char *const type_name[] = {[TAP_FLAG] = "flag", [TAP_NUMBER] = "number", [TAP_WORD] = "word"};

/* The values of a setting in a clash, as a person would type them. */
static void clash_side(const TapOption *o, int lo, int hi, char *ret, size_t size)
{
    char words[80];
    ret[0] = 0;
    for (int v = lo; v <= hi && (o->type != TAP_NUMBER || v == lo); v++) {
        size_t n = strlen(ret);
        tap_option_write(o, (int16_t)v, words, sizeof words);
        snprintf(ret + n, size - n, "%s%s", n ? " or " : "", words);
        if (o->type == TAP_NUMBER && hi > lo) {
            n = strlen(ret);
            snprintf(ret + n, size - n, " to %d", hi);
        }
    }
}

void options_for_people(const TapOption *option, int n, int ret[TAP_OPTIONS])
{
    int at = 0;
    for (int i = 0; i < n; i++)
        if (!option[i].group) ret[at++] = i;
    for (int i = 0; i < n; i++) {
        bool met = !option[i].group;
        for (int k = 0; k < i && !met; k++) met = option[k].group && !strcmp(option[k].group, option[i].group);
        for (int k = i; k < n && !met; k++)
            if (option[k].group && !strcmp(option[k].group, option[i].group)) ret[at++] = k;
    }
}

void facts_for_people(const TapGame *game, char *ret, size_t size)
{
    static const char *const skill[] = {"", "luck decides", "more luck than skill", "half luck, half skill",
                                        "more skill than luck", "skill decides"};
    const TapFacts *facts = tap_game_facts(game);
    int min, max, best;
    tap_game_seats(game, &min, &max, &best);
    int n = snprintf(ret, size, "%d to %d players", min, max);
    if (best < max) n += snprintf(ret + n, size - (size_t)n, ", best up to %d", best);
    if (facts->minutes) n += snprintf(ret + n, size - (size_t)n, ", about %d minutes", facts->minutes);
    if (facts->skill) n += snprintf(ret + n, size - (size_t)n, ", %s", skill[facts->skill]);
    for (const char *at = facts->with; at && *at;) {
        size_t word = strcspn(at, " ");
        n += snprintf(ret + n, size - (size_t)n, "%s%.*s", at == facts->with ? "; " : " and ", (int)word, at);
        at += word + (at[word] == ' ');
    }
}

static void print_option_text(const Screen *s, const TapOption *o)
{
    char head[80], about[240];
    if (o->type == TAP_FLAG) snprintf(head, sizeof head, "%s", o->name);
    else if (o->type == TAP_NUMBER) snprintf(head, sizeof head, "%s=%d (%d to %d)", o->name, o->usual, o->lo, o->hi);
    else {
        snprintf(head, sizeof head, "%s=", o->name);
        for (int v = o->lo; v <= o->hi; v++) {
            size_t n = strlen(head);
            snprintf(head + n, sizeof head - n, "%s%s", v > o->lo ? "|" : "", o->words[v - o->lo]);
        }
    }
    snprintf(about, sizeof about, "%s%s%s%s", o->about,
             o->type == TAP_WORD || (o->type == TAP_FLAG && o->usual) ? " (usually " : "",
             o->type == TAP_WORD               ? o->words[o->usual - o->lo]
             : o->type == TAP_FLAG && o->usual ? "on"
                                               : "",
             o->type == TAP_WORD || (o->type == TAP_FLAG && o->usual) ? ")" : "");
    printf("    %s\n", head);
    print_wrapped(s, 8, about);
}

static int options_of(const TapGame *game)
{
    int n;
    tap_game_options(game, &n);
    return n;
}

static void print_game_text(const Screen *s, const TapGame *game)
{
    int options, clashes;
    char facts[200];
    const TapOption *option = tap_game_options(game, &options);
    const TapClash *clash = tap_game_clashes(game, &clashes);
    printf("%s%s%s  (%s)\n", style_on(s, STYLE_STRONG), tap_game_title(game), style_off(s, STYLE_STRONG),
           tap_game_id(game));
    print_wrapped(s, 2, tap_game_about(game));
    facts_for_people(game, facts, sizeof facts);
    print_wrapped(s, 2, facts);
    puts(options ? "  Options:" : "  No options.");
    const char *group = NULL;
    int order[TAP_OPTIONS];
    options_for_people(option, options, order);
    for (int i = 0; i < options; i++) {
        const TapOption *o = &option[order[i]];
        if (o->group && (!group || strcmp(group, o->group) != 0)) printf("  %s:\n", o->group);
        group = o->group;
        print_option_text(s, o);
    }
    for (int i = 0; i < clashes; i++) {
        char a[120], b[120], line[600];
        clash_side(&option[clash[i].a], clash[i].a_lo, clash[i].a_hi, a, sizeof a);
        clash_side(&option[clash[i].b], clash[i].b_lo, clash[i].b_hi, b, sizeof b);
        if (clash[i].a == clash[i].b) snprintf(line, sizeof line, "Not here: %s: %s", a, clash[i].reason);
        else snprintf(line, sizeof line, "Not together: %s, and %s: %s", a, b, clash[i].reason);
        print_wrapped(s, 2, line);
    }
    putchar('\n');
}

static void print_key(const char *key, const char *value)
{
    printf("\"%s\":", key);
    print_json_string(stdout, value);
}

static void print_value(const TapOption *o, int value)
{
    if (o->type == TAP_FLAG) fputs(value ? "true" : "false", stdout);
    else if (o->type == TAP_NUMBER) printf("%d", value);
    else print_json_string(stdout, o->words[value - o->lo]);
}

static void print_option_json(const TapOption *o)
{
    putchar('{');
    print_key("name", o->name);
    putchar(',');
    print_key("type", type_name[o->type]);
    fputs(",\"default\":", stdout);
    print_value(o, o->usual);
    if (o->type == TAP_NUMBER) printf(",\"min\":%d,\"max\":%d", o->lo, o->hi);
    if (o->type == TAP_WORD) {
        fputs(",\"words\":[", stdout);
        for (int v = o->lo; v <= o->hi; v++) {
            if (v > o->lo) putchar(',');
            print_json_string(stdout, o->words[v - o->lo]);
        }
        putchar(']');
    }
    putchar(',');
    print_key("about", o->about);
    if (o->group) putchar(','), print_key("group", o->group);
    putchar('}');
}

static void print_side_json(const char *key, const TapOption *o, int lo, int hi)
{
    printf("\"%s\":{", key);
    print_key("option", o->name);
    fputs(",\"from\":", stdout);
    print_value(o, lo);
    fputs(",\"to\":", stdout);
    print_value(o, hi);
    fputs("},", stdout);
}

static void print_game_json(const TapGame *game)
{
    int min, max, best, options, clashes;
    const TapOption *option = tap_game_options(game, &options);
    const TapClash *clash = tap_game_clashes(game, &clashes);
    tap_game_seats(game, &min, &max, &best);
    putchar('{');
    print_key("id", tap_game_id(game));
    putchar(',');
    print_key("title", tap_game_title(game));
    putchar(',');
    print_key("about", tap_game_about(game));
    const TapFacts *facts = tap_game_facts(game);
    if (facts->minutes) printf(",\"minutes\":%d", facts->minutes);
    if (facts->skill) printf(",\"skill\":%d", facts->skill);
    printf(",\"rules\":%d,\"seats\":{\"min\":%d,\"max\":%d,\"best\":%d},\"options\":[", tap_game_rules_version(game),
           min, max, best);
    for (int i = 0; i < options; i++) {
        if (i) putchar(',');
        print_option_json(&option[i]);
    }
    fputs("],\"clashes\":[", stdout);
    for (int i = 0; i < clashes; i++) {
        fputs(i ? ",{" : "{", stdout);
        print_side_json("a", &option[clash[i].a], clash[i].a_lo, clash[i].a_hi);
        print_side_json("b", &option[clash[i].b], clash[i].b_lo, clash[i].b_hi);
        print_key("reason", clash[i].reason);
        putchar('}');
    }
    fputs("]}", stdout);
}

static void games_help(void)
{
    puts("Usage: taproom games [GAME] [--json]\n\n"
         "Lists the games with seats, options, and which options do not go together.\n\n"
         "  --json   for programs\n"
         "  --help   this page\n\n"
         "Examples:\n"
         "  taproom games\n"
         "  taproom games threes\n"
         "  taproom games --json | python3 -m json.tool");
}

int cmd_games(int argc, char **argv)
{
    enum { JSON = 1, HELP };
    static const struct option flags[] = {{"json", no_argument, NULL, JSON}, {"help", no_argument, NULL, HELP}, {0}};
    bool json = false;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case JSON: json = true; break;
        case 'h':
        case HELP: games_help(); return EXIT_OK;
        default: return flag_error("games", argv);
        }
    if (argc - optind > 1) return usage_error("games", "one game, or none for all.");
    const TapGame *only = optind < argc ? find_game("games", argv[optind]) : NULL;
    if (optind < argc && !only) return EXIT_USAGE;
    Screen s = screen_open(false, 0);
    if (json) putchar('[');
    bool first = true;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        if (only && *g != only) continue;
        if (json && !first) fputs(",\n", stdout);
        first = false;
        if (json) print_game_json(*g);
        else print_game_text(&s, *g);
    }
    if (json) puts("]");
    else if (only)
        printf("Rules:  taproom rules %s\nPlay:   taproom play %s%s\n", tap_game_id(only), tap_game_id(only),
               options_of(only) ? " --option NAME=VALUE" : "");
    else puts("Rules:  taproom rules GAME\nPlay:   taproom play GAME --option NAME=VALUE");
    return EXIT_OK;
}

/* ------------------------------------------------------------------- rules */

static bool is_about_rules(const Page *p) { return !strchr(p->name, '/'); }

static void rules_help(void)
{
    puts("Usage: taproom rules PAGE [--plain]\n\n"
         "Prints the rules of a game, or a page about money (betting, shares), or about\n"
         "the characters of the inn. In a terminal $PAGER turns the pages.\n\n"
         "  --plain   no colours, no pager\n"
         "  --help    this page\n");
    Screen s = screen_open(true, 0);
    Flow   f = flow_begin(&s, 0, 2);
    flow_piece(&f, 0, "Pages:");
    for (const Page *p = pages; p->name; p++)
        if (is_about_rules(p)) flow_piece(&f, 1, "%s", p->name);
    flow_end(&f);
    puts("\nExamples:\n"
         "  taproom rules kings-council\n"
         "  taproom rules betting --plain");
}

static void print_page(FILE *out, const Screen *s, const char *text)
{
    char line[400];
    for (const char *at = text; (at = page_line(s, at, line, sizeof line));) fprintf(out, "%s\n", line);
}

int cmd_rules(int argc, char **argv)
{
    enum { PLAIN = 1, HELP };
    static const struct option flags[] = {{"plain", no_argument, NULL, PLAIN}, {"help", no_argument, NULL, HELP}, {0}};
    bool plain = false;
    optind = 1;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "h", flags, NULL)) != -1;) switch (c) {
        case PLAIN: plain = true; break;
        case 'h':
        case HELP: rules_help(); return EXIT_OK;
        default: return flag_error("rules", argv);
        }
    if (argc - optind != 1) return usage_error("rules", "say which page, one at a time.");
    const char *name = argv[optind], *text = page_text(name), *pager = getenv("PAGER");
    if (!text) {
        fprintf(stderr, "taproom rules: there is no page '%s'. There are:", name);
        for (const Page *p = pages; p->name; p++)
            if (is_about_rules(p)) fprintf(stderr, " %s", p->name);
        fputc('\n', stderr);
        return EXIT_USAGE;
    }
    Screen s = screen_open(plain, 0);
    if (plain || !s.shows) print_page(stdout, &s, text);
    else if (pager && *pager) {
        signals_remember(); /* a pager that is left early closes the pipe */
        s.colour = false;   /* not every pager passes colours on */
        FILE *out = popen(pager, "w");
        if (out) print_page(out, &s, text);
        if (!out || pclose(out)) print_page(stdout, &s, text);
    } else page_show(&s, name);
    return EXIT_OK;
}
