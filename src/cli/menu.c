/* `taproom` alone (or with --plain): pick a game, set it up, play, learn, leave. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/guide.h"
#include "cli/rules_page.h"
#include "cli/saves.h"
#include "cli/session.h"
#include "cli/shelves.h"

enum { TYPED_BYTES = 100, WORDS_BYTES = 80 };

static const char *const first_game = "rogues-and-warriors"; /* of the guided hand; its page says with which deal */

static const char *prompt(const Screen *s) { return s->plain ? "Your answer: " : "> "; }

static void key_line(const Screen *s, const char *key, const char *what)
{
    put_text("  %s%s%s  %s\n", style_on(s, STYLE_STRONG), key, style_off(s, STYLE_STRONG), what);
}

/* A whole number in limits, asked for until it is one; false if the person leaves it. */
static bool ask_number(const Screen *s, const char *name, int lo, int hi, int *ret)
{
    char line[WORDS_BYTES], typed[TYPED_BYTES];
    snprintf(line, sizeof line, "%s, %d to %d: ", name, lo, hi);
    while (read_typed(s, line, typed, sizeof typed) == TYPED_LINE && *typed) {
        char *end;
        long n = strtol(typed, &end, 10);
        if (!*end && n >= lo && n <= hi) {
            *ret = (int)n;
            return true;
        }
        printf("That is not a whole number from %d to %d. Enter alone leaves it as it is.\n", lo, hi);
    }
    return false;
}

/* ------------------------------------------------------- settings of a game */

typedef struct Settings {
    const TapGame *game;
    const TapShelf *shelf;
    int         seats;
    const char *bot;
    int         options, order[TAP_OPTIONS]; /* as they are numbered for people */
    int16_t     value[TAP_OPTIONS];
    char        words[TAP_OPTIONS][WORDS_BYTES];
} Settings;

static void settings_usual(Settings *t, const TapShelf *shelf, const TapGame *game)
{
    const TapOption *option = tap_game_options(game, &t->options);
    t->game = game;
    t->shelf = shelf;
    t->seats = usual_seats(game);
    t->bot = usual_bot;
    for (int i = 0; i < t->options; i++) t->value[i] = option[i].usual;
    options_for_people(option, t->options, t->order);
}

/* The plan points into the settings. */
static Plan settings_plan(Settings *t)
{
    Plan plan = {.game = t->game, .shelf = t->shelf, .seats = t->seats};
    const TapOption *option = tap_game_options(t->game, &t->options);
    plan.bots.text[plan.bots.n++] = t->bot;
    for (int i = 0; i < t->options; i++) {
        if (t->value[i] == option[i].usual) continue;
        tap_option_write(&option[i], t->value[i], t->words[i], sizeof t->words[i]);
        plan.options.text[plan.options.n++] = t->words[i];
    }
    return plan;
}

/* A switch turns, a word goes on to the next, a number is asked for; what would clash is refused with its reason. */
static void change_option(const Screen *s, Settings *t, int i)
{
    const TapOption *o = &tap_game_options(t->game, &t->options)[i];
    int16_t before = t->value[i];
    int     n = before;
    if (o->type == TAP_NUMBER) ask_number(s, o->name, o->lo, o->hi, &n);
    else n = before == o->hi ? o->lo : before + 1;
    t->value[i] = (int16_t)n;
    TapError error;
    Plan plan = settings_plan(t);
    if (!plan_fault(&plan, &error)) return;
    print_wrapped(s, 0, error.text);
    t->value[i] = before;
}

static void next_bot(Settings *t)
{
    const char *const *names = tap_bot_names();
    int i = 0;
    while (names[i] && strcmp(names[i], t->bot) != 0) i++;
    t->bot = names[i] && names[i + 1] ? names[i + 1] : names[0];
}

static void setting_line(const Screen *s, int number, const char *name, const char *value, bool changed,
                         const char *about)
{
    Flow f = flow_begin(s, 2, s->plain ? 4 : 36);
    flow_piece(&f, 0, "%s%2d%s", style_on(s, STYLE_STRONG), number, style_off(s, STYLE_STRONG));
    flow_piece(&f, 1, s->plain ? "%s: " : "%-21s", name);
    flow_piece(&f, 1, "%s%-8s%s", changed ? style_on(s, STYLE_STRONG) : "", value,
               changed ? style_off(s, STYLE_STRONG) : "");
    char words[200], *save = NULL;
    snprintf(words, sizeof words, "%s", about);
    for (char *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
        flow_piece(&f, 1, "%s", word);
    flow_end(&f);
}

static void show_settings(const Screen *s, const Settings *t)
{
    int n, min, max, best;
    const TapOption *option = tap_game_options(t->game, &n);
    char value[WORDS_BYTES], about[160], facts[200];
    tap_game_seats(t->game, &min, &max, &best);
    assert(t->bot);
    printf("\n%s%s%s\n", style_on(s, STYLE_STRONG), tap_game_title(t->game), style_off(s, STYLE_STRONG));
    print_wrapped(s, 0, tap_game_about(t->game));
    facts_for_people(t->game, facts, sizeof facts);
    print_wrapped(s, 0, facts);
    snprintf(value, sizeof value, "%d", t->seats);
    snprintf(about, sizeof about, "you included, %d to %d", min, max);
    setting_line(s, 1, "seats", value, t->seats != usual_seats(t->game), about);
    int kinds;
    for (const TapBotKind *kind = tap_bot_kinds(&kinds), *end = kind + kinds; kind < end; kind++)
        if (!strcmp(kind->name, t->bot)) {
            snprintf(about, sizeof about, "%s, strength %d of %d: %s", kind->title, kind->strength, kinds, kind->about);
            setting_line(s, 2, "bots", t->bot, strcmp(t->bot, usual_bot) != 0, about);
        }
    const char *group = NULL;
    for (int k = 0; k < n; k++) {
        int i = t->order[k];
        if (option[i].group && (!group || strcmp(group, option[i].group) != 0)) printf("  %s:\n", option[i].group);
        group = option[i].group;
        if (option[i].type == TAP_FLAG) snprintf(value, sizeof value, "%s", t->value[i] ? "on" : "off");
        else if (option[i].type == TAP_WORD)
            snprintf(value, sizeof value, "%s", option[i].words[t->value[i] - option[i].lo]);
        else snprintf(value, sizeof value, "%d", t->value[i]);
        setting_line(s, k + 3, option[i].name, value, t->value[i] != option[i].usual, option[i].about);
    }
    const char *dot = s->plain ? "," : s->unicode ? " ·" : " |";
    printf("[Enter = play]  a number changes that setting%s ? rules%s b back%s q quit\n", dot, dot, dot);
}

typedef enum Next { NEXT_MENU, NEXT_QUIT } Next;

static Next play_plan(const Screen *s, const Plan *plan, Resume resume)
{
    bool quit = false;
    if (session_run(s, plan, resume, &quit) != EXIT_OK) return NEXT_QUIT;
    return quit ? NEXT_QUIT : NEXT_MENU;
}

static Next game_menu(const Screen *s, const TapShelf *shelf, const TapGame *game)
{
    Settings t;
    char typed[TYPED_BYTES];
    settings_usual(&t, shelf, game);
    for (;;) {
        show_settings(s, &t);
        if (read_typed(s, prompt(s), typed, sizeof typed) != TYPED_LINE) return NEXT_QUIT;
        int n = atoi(typed), min, max, best;
        tap_game_seats(game, &min, &max, &best);
        if (!*typed) {
            Plan plan = settings_plan(&t);
            return play_plan(s, &plan, RESUME_ASK);
        }
        if (!strcasecmp(typed, "b")) return NEXT_MENU;
        if (!strcasecmp(typed, "q")) return NEXT_QUIT;
        if (!strcmp(typed, "?")) page_show(s, tap_game_id(game));
        else if (n == 1) ask_number(s, "seats", min, max, &t.seats);
        else if (n == 2) next_bot(&t);
        else if (n >= 3 && n < 3 + t.options) change_option(s, &t, t.order[n - 3]);
        else puts("Type one of the numbers or letters shown, or Enter to play.");
    }
}

/* ------------------------------------------------------------ the main menu */

static Next guided_hand(const Screen *s)
{
    char seed[WORDS_BYTES], seats[WORDS_BYTES], bot[WORDS_BYTES], option[WORDS_BYTES];
    if (!guide_setting(first_game, "seed", seed, sizeof seed) ||
        !guide_setting(first_game, "seats", seats, sizeof seats) ||
        !guide_setting(first_game, "bot", bot, sizeof bot)) {
        puts("The page of the guided hand is not complete.");
        return NEXT_MENU;
    }
    Plan plan = {.game = tap_game_find(first_game), .seats = atoi(seats), .seed = seed, .guide = true,
                 .practice = true};
    plan.bots.text[plan.bots.n++] = bot;
    if (guide_setting(first_game, "option", option, sizeof option)) plan.options.text[plan.options.n++] = option;
    TapError error;
    if (plan_fault(&plan, &error)) {
        puts(error.text);
        return NEXT_MENU;
    }
    return play_plan(s, &plan, RESUME_NO);
}

/* Each game with a sentence about it; or, where a screen does not hold that, their titles in two columns. */
static void list_games(const Screen *s, bool briefly)
{
    int games = 0;
    while (tap_games()[games]) games++;
    int rows = briefly ? (games + 1) / 2 : games;
    for (int i = 0; i < rows; i++) {
        char key[8];
        snprintf(key, sizeof key, briefly ? "%2d" : "%d", i + 1);
        if (briefly && i + rows < games) {
            const char *title = tap_game_title(tap_games()[i]), *on = style_on(s, STYLE_STRONG),
                       *off = style_off(s, STYLE_STRONG);
            put_text("  %s%s%s  %s%*s%s%2d%s  %s\n", on, key, off, title, 30 - text_columns(title), "", on,
                     i + rows + 1, off, tap_game_title(tap_games()[i + rows]));
        } else key_line(s, key, tap_game_title(tap_games()[i]));
        if (briefly) continue;
        char facts[200];
        facts_for_people(tap_games()[i], facts, sizeof facts);
        print_wrapped(s, 5, tap_game_about(tap_games()[i]));
        print_wrapped(s, 5, facts);
    }
}

static bool played_under_other_rules(const TapGame *game)
{
    char path[SAVE_PATH_BYTES];
    char *text = save_path(tap_game_id(game), ".rec", path, sizeof path, NULL) ? save_read(path) : NULL;
    bool  other = text && save_other_rules(text, game);
    free(text);
    return other;
}

static void show_keys(const Screen *s)
{
    int saved = 0;
    for (const TapGame *const *g = tap_games(); *g; g++) {
        char key[8] = "r", what[160];
        if (!save_exists(tap_game_id(*g))) continue;
        if (++saved > 1) snprintf(key, sizeof key, "r%d", saved);
        snprintf(what, sizeof what,
                 played_under_other_rules(*g) ? "keep the record of %s, played under other rules, and begin anew"
                                              : "go on with %s where you left it",
                 tap_game_title(*g));
        key_line(s, key, what);
    }
    key_line(s, "f", "your first hand: two minutes with somebody at your elbow");
    key_line(s, "?", "how betting works");
    key_line(s, "q", "quit");
}

static void show_menu(const Screen *s)
{
    enum { OTHER_LINES = 3 }; /* the welcome, and the line that is typed */
    measure_begin();
    list_games(s, false);
    show_keys(s);
    bool briefly = measure_end() + OTHER_LINES > s->height && !s->plain;
    printf("\n%sTaproom%s, a tavern of fantasy card and dice games.\n", style_on(s, STYLE_STRONG),
           style_off(s, STYLE_STRONG));
    puts("Pull up a chair. What shall it be?");
    list_games(s, briefly);
    show_keys(s);
}

static Next resume_saved(const Screen *s, const TapShelf *shelf, int which)
{
    for (const TapGame *const *g = tap_games(); *g; g++)
        if (save_exists(tap_game_id(*g)) && !--which) {
            Plan plan = {.game = *g, .shelf = shelf};
            return play_plan(s, &plan, RESUME_YES);
        }
    puts("There is no such saved game.");
    return NEXT_MENU;
}

int menu(bool plain)
{
    TapShelf *shelf = NULL;
    if (!shelf_open("menu", NULL, &shelf)) return EXIT_FAILED;
    Screen s = screen_open(plain, -1);
    signals_remember();
    int games = 0;
    while (tap_games()[games]) games++;
    for (Next next = NEXT_MENU; next == NEXT_MENU;) {
        char typed[TYPED_BYTES];
        show_menu(&s);
        if (read_typed(&s, prompt(&s), typed, sizeof typed) != TYPED_LINE) {
            putchar('\n');
            break;
        }
        int n = atoi(typed);
        if (!strcasecmp(typed, "q") || !strcasecmp(typed, "quit")) break;
        if (!strcasecmp(typed, "f")) next = guided_hand(&s);
        else if (*typed == 'r' || *typed == 'R') next = resume_saved(&s, shelf, typed[1] ? atoi(typed + 1) : 1);
        else if (!strcmp(typed, "?")) page_show(&s, "betting");
        else if (n >= 1 && n <= games) next = game_menu(&s, shelf, tap_games()[n - 1]);
        else printf("Type a number from 1 to %d, or one of the letters.\n", games);
    }
    tap_shelf_free(shelf);
    puts("Until next time.");
    return EXIT_OK;
}
