#include "cli/session.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>

#include "cli/answer.h"
#include "cli/board.h"
#include "cli/guide.h"
#include "cli/helping.h"
#include "cli/orders.h"
#include "cli/paint.h"
#include "cli/saves.h"
#include "cli/pockets.h"
#include "text/fail.h"

enum { TYPED_BYTES = 400, MOST_HINTS = 64, USUAL_SEATS = 4, WHO_BYTES = 80 };

const char *const usual_bot = "search:2";
static const char *const hint_bot = "search:3";

typedef struct Session {
    const Screen *screen;
    const Plan   *plan;
    TapRecord    *record;
    TapSeen       seen; /* what the record has shown to all at the table: the bots go by it */
    TapLog        log; /* what happened and was not yet told */
    TapSeat       me, asked_last;
    Company       company;
    char          guest[TAP_SEATS][NAME_BYTES];
    TapBot       *bot[TAP_SEATS];
    char          bot_name[TAP_SEATS][NAME_BYTES];
    Guide         guide;
    Orders        orders;
    bool          has_windows; /* one has been open, so orders are worth a word */
    bool          save_failed;
    Board         board; /* of an evening */
    Pockets        pockets; /* what the game before left */
    TapView       view;
} Session;

typedef enum Outcome { GOES_ON, GAME_OVER, GAME_LEFT } Outcome;

int usual_seats(const TapGame *game)
{
    int min, max, best;
    tap_game_seats(game, &min, &max, &best);
    return USUAL_SEATS < min ? min : USUAL_SEATS > best ? best : USUAL_SEATS;
}

static const char *bot_for(const Plan *plan, int nth)
{
    if (!plan->bots.n) return usual_bot;
    return plan->bots.text[nth < plan->bots.n ? nth : plan->bots.n - 1];
}

static int seats_of(const Plan *plan) { return plan->seats ? plan->seats : usual_seats(plan->game); }

static bool make_setup(const Plan *plan, TapSetup *ret, TapError *error)
{
    return tap_setup_with(ret, plan->game, tap_shelf_content(plan->shelf, plan->game), seats_of(plan),
                          plan->options.text, plan->options.n, error) &&
           (!plan->cast || tap_setup_cast_all(ret, plan->cast, error));
}

const char *plan_fault(const Plan *plan, TapError *error)
{
    TapSetup setup;
    if (!make_setup(plan, &setup, error)) return error->text;
    if (plan->seat < 0 || plan->seat >= seats_of(plan)) {
        fail_with(error, "You can take seat 1 to %d, not %d.", seats_of(plan), plan->seat + 1);
        return error->text;
    }
    if (plan->bots.n > seats_of(plan) - 1) {
        fail_with(error, "%d bots were named, but %d seats leave room for %d.", plan->bots.n, seats_of(plan),
                  seats_of(plan) - 1);
        return error->text;
    }
    for (int i = 0; i < seats_of(plan) - 1; i++) {
        TapBot *bot = tap_bot_new(bot_for(plan, i), 0, error);
        if (!bot) return error->text;
        tap_bot_free(bot);
    }
    return NULL;
}

/* ---------------------------------------------------------------- who sits */

/* Guests get their names from the seed, so that a resumed game seats the same people. */
static void seat_guests(Session *g)
{
    static const char *const guests[] = {"Mira",   "Tobin", "Old Bes", "Halvard", "Ysolde", "Pell",
                                         "Corwin", "Dagny", "Ferris",  "Nessa",   "Bram",   "Odile",
                                         "Rusk",   "Sable", "Wim",     "Juniper", "Garrick"};
    enum { GUESTS = sizeof guests / sizeof *guests }; /* a prime, so any stride meets each once */
    const uint8_t *seed = tap_record_seed(g->record);
    int at = seed[0] % GUESTS, stride = 1 + seed[1] % (GUESTS - 1);
    for (TapSeat s = 0; s < tap_record_setup(g->record)->seats; s++, at = (at + stride) % GUESTS) {
        snprintf(g->guest[s], sizeof g->guest[s], "%s", guests[at]);
        g->company.name[s] = g->guest[s];
    }
    g->company.viewer = g->me;
}

static bool seat_bot(Session *g, TapSeat s, const char *name, TapError *error)
{
    uint64_t seed;
    memcpy(&seed, tap_record_seed(g->record) + 8, sizeof seed);
    snprintf(g->bot_name[s], sizeof g->bot_name[s], "%s", name);
    return (g->bot[s] = tap_bot_new(name, seed + (uint64_t)s, error)) != NULL;
}

/* "Mira (search:2)" in a record says who played and lets a resumed game call the same bot. */
static void write_players(Session *g)
{
    char who[WHO_BYTES];
    for (TapSeat s = 0; s < tap_record_setup(g->record)->seats; s++) {
        if (s == g->me) {
            snprintf(who, sizeof who, "%s", g->plan->name ? g->plan->name : "you");
            for (char *p = who; *p; p++)
                if (*p == '(' || *p == ')') *p = ' ';
        } else snprintf(who, sizeof who, "%s (%s)", g->guest[s], g->bot_name[s]);
        tap_record_set_player(g->record, s, who);
    }
}

static bool bot_in_words(const char *who, char *ret, size_t size)
{
    const char *open = who ? strrchr(who, '(') : NULL, *close = open ? strchr(open, ')') : NULL;
    if (!close || close[1]) return false;
    snprintf(ret, size, "%.*s", (int)(close - open - 1), open + 1);
    return true;
}

static void session_close(Session *g)
{
    for (int s = 0; s < TAP_SEATS; s++) {
        tap_bot_free(g->bot[s]);
        g->bot[s] = NULL;
    }
    tap_record_free(g->record);
    g->record = NULL;
}

/* The words name the first hand; "words 2" is the next. */
static void seed_of_hand(const char *words, int hand, uint8_t ret[64])
{
    size_t size = strlen(words) + 16;
    char  *text = malloc(size);
    assert(text);
    snprintf(text, size, hand > 1 ? "%s %d" : "%s", words, hand);
    tap_seed_from_text(text, ret);
    free(text);
}

static bool session_new(Session *g, int hand, TapError *error)
{
    TapSetup setup;
    uint8_t  seed[64];
    if (!make_setup(g->plan, &setup, error)) return false;
    pockets_lay(&g->pockets, &setup);
    if (g->plan->seed) seed_of_hand(g->plan->seed, hand, seed);
    else if (getrandom(seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        return fail_with(error, "The system gives no random bytes; name a deal with --seed.");
    tap_log_clear(&g->log);
    g->record = tap_record_new(&setup, seed, &g->log);
    g->me = g->plan->seat;
    seat_guests(g);
    for (TapSeat s = 0, nth = 0; s < setup.seats; s++)
        if (s != g->me && !seat_bot(g, s, bot_for(g->plan, nth++), error)) return false;
    write_players(g);
    return true;
}

/* Takes over a record that was read. */
static bool session_from(Session *g, TapRecord *record, TapError *error)
{
    g->record = record;
    tap_seen_of(&g->seen, record);
    tap_log_clear(&g->log);
    g->me = TAP_NOBODY;
    char name[NAME_BYTES];
    int  seats = tap_record_setup(record)->seats;
    for (TapSeat s = 0; s < seats; s++)
        if (!bot_in_words(tap_record_player(record, s), name, sizeof name) && g->me == TAP_NOBODY) g->me = s;
    if (g->me == TAP_NOBODY) return fail_with(error, "Every seat of the saved game belongs to a bot.");
    seat_guests(g);
    for (TapSeat s = 0; s < seats; s++) {
        if (s == g->me) continue;
        if (!bot_in_words(tap_record_player(record, s), name, sizeof name))
            snprintf(name, sizeof name, "%s", usual_bot);
        if (!seat_bot(g, s, name, error)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------ saving */

static const char *save_id(const Session *g) { return g->plan->practice ? NULL : tap_game_id(g->plan->game); }

static bool session_save(Session *g)
{
    char path[SAVE_PATH_BYTES];
    TapError error = {{0}};
    if (!save_id(g)) return false;
    char  *text = tap_record_write(g->record), *orders = orders_write(&g->orders);
    size_t size = strlen(text) + strlen(orders) + 1;
    text = realloc(text, size);
    assert(text);
    strcat(text, orders);
    bool good = save_path(save_id(g), ".rec", path, sizeof path, &error) && save_write(path, text, &error);
    free(text);
    free(orders);
    if (!good && !g->save_failed) printf("%s\nThe game goes on, but it will be lost when you leave.\n", error.text);
    g->save_failed = !good;
    return good;
}

static Outcome leave(Session *g)
{
    putchar('\n');
    if (!save_id(g)) puts("Come back any time.");
    else if (session_save(g))
        printf("The game is saved. To go on:  taproom play %s --resume\n", tap_game_id(g->plan->game));
    else puts("The game is not saved.");
    return GAME_LEFT;
}

/* ----------------------------------------------------------------- playing */

static const TapSetup *setup_of(const Session *g) { return tap_record_setup(g->record); }
static const TapState *state_of(const Session *g) { return tap_record_state(g->record); }

/* Whether one of the games of a row has ended: chapters of the table itself, and those after which the game goes on,
 * are hands that are played again. */
static bool game_ended(const TapLog *log, const TapView *after)
{
    for (int i = 0; i < log->chapters; i++)
        if (log->chapter[i].level) return after->levels == 1;
    return false;
}

/* The board as it would stand if somebody had watched from the beginning. */
static void draw_board(Session *g)
{
    static TapState then; /* large, as the session is */
    static TapLog   log;
    g->board = (Board){0};
    for (int i = 0; tap_game_hosts(g->plan->game) && i <= tap_record_answers(g->record); i++) {
        tap_log_clear(&log);
        tap_record_state_at(g->record, i, &then, &log);
        tap_view(setup_of(g), &then, g->me, &g->view);
        if (!i || game_ended(&log, &g->view)) board_note(&g->board, &g->view, i);
    }
}

/* What happened since, up to the end of each chapter, and how that ended: the table is shown before it is cleared. */
static void tell(Session *g)
{
    static TapState then; /* large, as the session is */
    static TapLog   log;
    int told = 0, last = tap_record_answers(g->record) - 1,
        chapters = last < 0 ? 0 : tap_chapters(state_of(g), &g->log);
    for (int k = 0; k < chapters; k++) {
        TapSeat seat;
        TapMove move;
        tap_record_answer_at(g->record, last, &seat, &move);
        tap_record_state_at(g->record, last, &then, NULL);
        tap_answer_to_chapter(setup_of(g), &then, seat, move, k, &log);
        paint_events_to(g->screen, &g->company, &g->log, told, g->log.chapter[k].event);
        told = g->log.chapter[k].event;
        tap_view(setup_of(g), &then, g->me, &g->view);
        putchar('\n');
        paint_table(g->screen, &g->company, &g->view, g->screen->height / 2);
        paint_showdown(g->screen, &g->company, &g->view, g->screen->height / 2);
        putchar('\n');
    }
    paint_events(g->screen, &g->company, &g->log, told);
    tap_view(setup_of(g), state_of(g), g->me, &g->view);
    if (game_ended(&g->log, &g->view)) {
        board_note(&g->board, &g->view, last + 1);
        putchar('\n');
        board_paint(g->screen, &g->company, &g->view, &g->board);
    }
    tap_log_clear(&g->log);
}

/* The words of a move as its seat would say them. */
static void move_words(const Session *g, TapSeat seat, TapMove move, char *ret, size_t size)
{
    if (!tap_move_write(setup_of(g), state_of(g), seat, move, ret, size)) snprintf(ret, size, "?");
}

static void give_hint(Session *g)
{
    TapError error = {{0}};
    TapBot  *bot = tap_bot_new(hint_bot, (uint64_t)tap_record_answers(g->record) + 1, &error);
    if (!bot) {
        puts(error.text);
        return;
    }
    static TapView view; /* too large for the stack */
    TapHint  hint[MOST_HINTS];
    HintLine line[MOST_HINTS];
    char     words[WHO_BYTES * 4];
    tap_bot_catch_up(bot, &g->seen);
    TapMove  best = tap_bot_decide(bot, setup_of(g), state_of(g), g->me);
    int      n = tap_bot_hints(bot, hint, MOST_HINTS);
    char     reason[400];
    tap_view(setup_of(g), state_of(g), g->me, &view);
    bool coins = tap_hints_told(setup_of(g), &view, hint, n);
    tap_hint_reason(&view, hint, n, reason, sizeof reason);
    for (int i = 0; i < n; i++) {
        line[i] = (HintLine){.value = (double)hint[i].value, .alike = i && tap_hint_alike(hint, &hint[i])};
        move_words(g, g->me, hint[i].move, line[i].words, sizeof line[i].words);
    }
    move_words(g, g->me, n ? hint[0].move : best, words, sizeof words); /* the one that the reason is about */
    help_hint(g->screen, words, reason, coins, line, n);
    tap_bot_free(bot);
}

/* Whether answer i was a decision of the person: passes that would be given for him again are none. */
static bool was_decided(const Session *g, int i, TapMove *ret)
{
    static TapState before; /* large, as the session is */
    TapSeat         seat;
    TapMove         unused;
    if (!tap_record_answer_at(g->record, i, &seat, ret) || seat != g->me) return false;
    tap_record_state_at(g->record, i, &before, NULL);
    return !orders_pass(&g->orders, setup_of(g), &before, g->me, &unused);
}

static bool was_said_in_talk(Session *g, int i)
{
    static TapState before;
    return tap_record_state_at(g->record, i, &before, NULL) && tap_asks_anyone(&before);
}

/* Back to the person's last decision, with the same chance. */
static bool undo(Session *g)
{
    TapMove   move;
    TapWindow unused;
    char      words[WHO_BYTES * 4];
    int       i = tap_record_answers(g->record);
    if (tap_window(setup_of(g), state_of(g), &unused)) {
        puts("Nothing is taken back while a window is open: answer it first.");
        return false;
    }
    while (i > 0 && !was_decided(g, i - 1, &move)) i--;
    if (tap_asks_anyone(state_of(g)) || (i > 0 && was_said_in_talk(g, i - 1))) {
        puts("What is said in a talk is not taken back.");
        return false;
    }
    if (!i) {
        puts("There is nothing to take back yet.");
        return false;
    }
    tap_record_undo(g->record, i - 1);
    tap_seen_of(&g->seen, g->record);
    board_forget(&g->board, i - 1);
    move_words(g, g->me, move, words, sizeof words);
    tap_log_clear(&g->log);
    printf("Taken back: %s. The cards and dice to come stay the same.\n", words);
    return true;
}

static Asked asked_of(const Session *g) { return (Asked){&g->view, setup_of(g), state_of(g), NULL}; }

static void paint_all(Session *g, const char *remark, const char *idle)
{
    Asked asked = asked_of(g);
    Offer offer = {.idle = idle, .hints = true, .orders = g->has_windows};
    measure_begin();
    if (remark) guide_say(g->screen, remark);
    paint_question(g->screen, &g->company, &asked, &offer);
    int below = measure_end() + 1; /* and the line that is typed */
    putchar('\n');
    paint_table(g->screen, &g->company, &g->view, below);
    if (remark) guide_say(g->screen, remark);
    paint_question(g->screen, &g->company, &asked, &offer);
}

/* "orders" shows them, with words behind it changes them. True if they are changed. */
static bool change_orders(Session *g, const char *typed)
{
    TapError    error;
    const char *words = typed + strcspn(typed, " ");
    words += strspn(words, " ");
    if (!*words) orders_paint(g->screen, &g->orders, setup_of(g));
    else if (!orders_change(&g->orders, setup_of(g), words, &error)) print_wrapped(g->screen, 0, error.text);
    else {
        puts("That is ordered.");
        return true;
    }
    return false;
}

/* The only door for answers. False, and nothing changed, if it is not legal. */
static bool answer(Session *g, TapSeat seat, TapMove move)
{
    TapSeen seen = g->seen;
    tap_seen_add(&seen, setup_of(g), state_of(g), seat, move);
    if (!tap_record_answer(g->record, seat, move, false, &g->log)) return false;
    g->seen = seen;
    return true;
}

static Outcome ask_person(Session *g)
{
    TapMove move, idle;
    char    idle_words[WHO_BYTES * 4] = "", typed[TYPED_BYTES];
    tap_view(setup_of(g), state_of(g), g->me, &g->view);
    Asked asked = asked_of(g);
    bool can_idle = tap_idle_move(setup_of(g), state_of(g), g->me, &idle);
    if (can_idle) move_words(g, g->me, idle, idle_words, sizeof idle_words);
    if (guide_hear(&g->guide, &g->view) && g->guide.here) guide_say(g->screen, guide_start(&g->view));
    const char *remark = g->guide.here ? guide_question(&g->guide, &g->view) : NULL;
    paint_all(g, remark, can_idle ? idle_words : NULL);
    for (int unclear = 0;;) {
        enum { TOO_MANY = 3 }; /* then the hand has scrolled away */
        if (unclear == TOO_MANY) {
            paint_all(g, remark, can_idle ? idle_words : NULL);
            unclear = 0;
        }
        int      choice = 0;
        TapError error = {{0}};
        Typed    how = read_typed(g->screen, g->screen->plain ? "Your answer: " : "> ", typed, sizeof typed);
        if (how != TYPED_LINE) return leave(g);
        Wish wish = answer_read(&asked, &g->company, can_idle ? &idle : NULL, typed, &move, &choice, &error);
        switch (wish) {
        case WISH_MORE:
            if (answer_ask_rest(g->screen, &asked, &g->company, choice, &move, &how)) break;
            if (how != TYPED_LINE) return leave(g);
            continue;
        case WISH_MOVE: break;
        case WISH_RULES:
            help_rules(g->screen, &g->view, g->plan->game, g->has_windows);
            paint_all(g, remark, can_idle ? idle_words : NULL);
            continue;
        case WISH_HINT: give_hint(g); continue;
        case WISH_GUIDE:
            remark = guide_call(&g->guide, g->screen, &g->view);
            paint_all(g, remark, can_idle ? idle_words : NULL);
            continue;
        case WISH_BOOK: help_book(g->screen, &g->company, &g->view); continue;
        case WISH_ORDERS:
            if (change_orders(g, typed)) return GOES_ON; /* they may answer the open window */
            continue;
        case WISH_UNDO:
            if (!undo(g)) continue;
            session_save(g);
            return GOES_ON; /* with the question that is open now */
        case WISH_SAVE:
            if (!save_id(g)) puts("This hand is for learning and is not saved.");
            else {
                g->save_failed = false; /* who asks is told again why not */
                if (session_save(g)) puts("Saved.");
            }
            continue;
        case WISH_QUIT: return leave(g);
        case WISH_UNCLEAR:
            print_wrapped(g->screen, 0, error.text);
            unclear++;
            continue;
        }
        if (answer(g, g->me, move)) return GOES_ON;
        puts("That is not possible now.");
    }
}

/* Who answers next: the person before the bots where all answer under seal; turn by turn in open talk, as long as
 * anybody has something to say. No wall clock runs here, so the clock answers when nobody else is asked any more. */
static TapSeat next_to_answer(Session *g)
{
    TapSeatSet asked = tap_asked(setup_of(g), state_of(g));
    if (!tap_asks_anyone(state_of(g))) return tap_has(asked, g->me) ? g->me : tap_first_of(asked);
    for (int k = 1; k <= TAP_SEATS; k++) {
        TapSeat s = (TapSeat)((g->asked_last + k) % TAP_SEATS);
        if (tap_has(asked, s)) return g->asked_last = s;
    }
    return TAP_CLOCK;
}

static void answer_for(Session *g, TapSeat seat)
{
    TapMove move;
    if (seat == TAP_CLOCK) {
        TapChoices c;
        tap_choices(setup_of(g), state_of(g), seat, &c);
        move = tap_choice_nth(&c.choice[0], 0);
    } else {
        tap_bot_catch_up(g->bot[seat], &g->seen);
        move = tap_bot_decide(g->bot[seat], setup_of(g), state_of(g), seat);
    }
    answer(g, seat, move);
}

static Outcome play_on(Session *g)
{
    tell(g);
    while (!tap_over(state_of(g))) {
        if (signal_came()) return leave(g);
        TapWindow unused;
        TapMove   pass;
        TapSeat   seat = next_to_answer(g);
        g->has_windows = g->has_windows || g->orders.n || tap_window(setup_of(g), state_of(g), &unused);
        if (seat != g->me) answer_for(g, seat);
        else if (orders_pass(&g->orders, setup_of(g), state_of(g), seat, &pass))
            answer(g, seat, pass);
        else if (ask_person(g) == GAME_LEFT) return GAME_LEFT;
        if (save_id(g)) session_save(g);
        tell(g);
    }
    tap_view(setup_of(g), state_of(g), g->me, &g->view);
    putchar('\n');
    paint_table(g->screen, &g->company, &g->view, 1 + g->view.seats);
    paint_showdown(g->screen, &g->company, &g->view, g->screen->height / 2);
    paint_result(g->screen, &g->company, &g->view);
    if (g->guide.here) guide_say(g->screen, guide_end(&g->view));
    char path[SAVE_PATH_BYTES];
    if (save_id(g)) save_move(save_id(g), ".last.rec", path, sizeof path);
    return GAME_OVER;
}

/* ------------------------------------------------------------ after a game */

static void tell_again(Session *g)
{
    TapState state;
    for (int i = 0; i <= tap_record_answers(g->record) && !signal_came(); i++) {
        tap_record_state_at(g->record, i, &state, &g->log);
        g->log.chapters = 0; /* told as a story, without the tables */
        tell(g);
    }
}

static void write_record(Session *g)
{
    char  usual[120], prompt[160], typed[TYPED_BYTES], day[32];
    time_t now = time(NULL);
    struct tm date;
    strftime(day, sizeof day, "%Y%m%d-%H%M%S", localtime_r(&now, &date));
    snprintf(usual, sizeof usual, "%s-%s.rec", tap_game_id(g->plan->game), day);
    snprintf(prompt, sizeof prompt, "File name [%s]: ", usual);
    if (read_typed(g->screen, prompt, typed, sizeof typed) != TYPED_LINE) return;
    TapError error;
    char *text = tap_record_write(g->record);
    if (save_write(*typed ? typed : usual, text, &error))
        printf("Written. To read it:  taproom replay %s\n", *typed ? typed : usual);
    else puts(error.text);
    free(text);
}

typedef enum After { AFTER_LEAVE, AFTER_QUIT, AFTER_AGAIN, AFTER_UNDO } After;

/* The next hand goes on with the coins as they are; what is offered says so. */
static void offer_next(const Session *g)
{
    const Pockets *k = &g->pockets;
    const char   *dot = g->screen->plain ? "," : g->screen->unicode ? " ·" : " |";
    const char   *once = pockets_is_out(k, setup_of(g), g->me) ? "n buy in" : "n once more";
    printf("%s%s%s", g->screen->plain ? "Enter leaves the table. Or " : "[Enter = leave]  ", once, dot);
    if (k->kept) printf(" a afresh%s", dot);
    printf(" r retell%s w record%s u undo%s q quit%s\n", dot, dot, dot, g->screen->plain ? "." : "");
}

static After after_game(Session *g)
{
    char typed[TYPED_BYTES];
    if (!g->screen->asks) return AFTER_LEAVE;
    pockets_take(&g->pockets, setup_of(g), state_of(g));
    for (;;) {
        offer_next(g);
        if (read_typed(g->screen, g->screen->plain ? "Your answer: " : "> ", typed, sizeof typed) != TYPED_LINE)
            return AFTER_QUIT;
        if (!*typed) return AFTER_LEAVE;
        if (!strcasecmp(typed, "q") || !strcasecmp(typed, "quit")) return AFTER_QUIT;
        if (!strcasecmp(typed, "n") || (g->pockets.kept && !strcasecmp(typed, "a"))) {
            if (tolower((unsigned char)*typed) == 'a') pockets_wipe(&g->pockets);
            return AFTER_AGAIN;
        }
        if (!strcasecmp(typed, "r")) tell_again(g);
        else if (!strcasecmp(typed, "w")) write_record(g);
        else if (!strcasecmp(typed, "u")) {
            if (undo(g)) return AFTER_UNDO;
        } else puts("Type one of these letters.");
    }
}

/* ---------------------------------------------------------------- resuming */

static void set_aside(const Session *g, const char *ending)
{
    char path[SAVE_PATH_BYTES];
    if (save_move(save_id(g), ending, path, sizeof path)) printf("The saved game is kept as\n  %s\n", path);
}

typedef enum Begin { BEGIN_NEW, BEGIN_RESUMED, BEGIN_NOTHING } Begin;

/* Takes up the saved game if there is one that can be read and the person wants it. */
static Begin try_resume(Session *g, Resume resume)
{
    const Screen *s = g->screen;
    char path[SAVE_PATH_BYTES], typed[TYPED_BYTES];
    if (!save_id(g) || !save_exists(save_id(g))) {
        if (resume == RESUME_YES)
            printf("There is no saved game of %s; a new one begins.\n", tap_game_title(g->plan->game));
        return BEGIN_NEW;
    }
    if (resume == RESUME_NO || (resume == RESUME_ASK && !s->asks)) {
        if (resume == RESUME_ASK)
            printf("There is a saved game of %s; --resume would go on with it.\n", tap_game_title(g->plan->game));
        set_aside(g, ".previous.rec");
        return BEGIN_NEW;
    }
    save_path(save_id(g), ".rec", path, sizeof path, NULL);
    char *text = save_read(path);
    int   line = 0, rules = text ? save_other_rules(text, g->plan->game) : 0;
    TapError error = {"It cannot be opened."};
    if (rules) { /* it would be another game under the rules of today */
        free(text);
        printf("The saved game of %s was played under version %d of its rules; this program plays version %d.\n",
               tap_game_title(g->plan->game), rules, tap_game_rules_version(g->plan->game));
        char ending[32];
        snprintf(ending, sizeof ending, ".rules-%d.rec", rules);
        set_aside(g, ending);
        puts("A new game begins.");
        return BEGIN_NEW;
    }
    TapRecord *record = text ? tap_record_read_with(text, g->plan->shelf, &line, &error) : NULL;
    if (record) orders_read(&g->orders, tap_record_setup(record), text);
    free(text);
    if (record && tap_record_setup(record)->game != g->plan->game) {
        snprintf(error.text, sizeof error.text, "It is a record of %s.",
                 tap_game_title(tap_record_setup(record)->game));
        tap_record_free(record);
        record = NULL;
    }
    if (record && !session_from(g, record, &error)) {
        session_close(g);
        record = NULL;
    }
    if (!record) {
        printf("The saved game is broken%s", line ? "" : ". ");
        if (line) printf(" in line %d: ", line);
        printf("%s\n", error.text);
        set_aside(g, ".rec.broken");
        puts("A new game begins.");
        return BEGIN_NEW;
    }
    if (tap_over(state_of(g))) { /* it ended in the moment the program was stopped */
        session_close(g);
        save_move(save_id(g), ".last.rec", path, sizeof path);
        return BEGIN_NEW;
    }
    if (resume == RESUME_ASK) {
        printf("You left a game of %s unfinished.\n", tap_game_title(g->plan->game));
        Typed how = read_typed(s, "Go on with it? [Y/n] ", typed, sizeof typed);
        bool declined = *typed == 'n' || *typed == 'N';
        if (how != TYPED_LINE || declined) {
            session_close(g);
            if (how != TYPED_LINE) return BEGIN_NOTHING; /* gone without an answer: the save stays as it is */
            set_aside(g, ".previous.rec");
            return BEGIN_NEW;
        }
    }
    puts("The game goes on where you left it.");
    return BEGIN_RESUMED;
}

static void welcome(Session *g)
{
    const TapSetup *setup = setup_of(g);
    char with[400];
    snprintf(with, sizeof with, "%s%s.%s %s", style_on(g->screen, STYLE_STRONG), tap_game_title(setup->game),
             style_off(g->screen, STYLE_STRONG), tap_game_about(setup->game));
    print_wrapped(g->screen, 0, with);
    snprintf(with, sizeof with, "At the table: you");
    for (int k = 1; k < setup->seats; k++) {
        TapSeat s = (TapSeat)((g->me + k) % setup->seats);
        size_t  n = strlen(with);
        snprintf(with + n, sizeof with - n, "%s%s (%s)", k + 1 == setup->seats ? " and " : ", ", g->guest[s],
                 g->bot_name[s]);
    }
    size_t n = strlen(with);
    snprintf(with + n, sizeof with - n, ".");
    print_wrapped(g->screen, 0, with);
}

int session_run(const Screen *screen, const Plan *plan, Resume resume, bool *ret_quit)
{
    static Session session; /* large, and this program has one thread here */
    Session *g = &session;
    TapError error;
    After after = AFTER_AGAIN;
    signals_remember();
    if (ret_quit) *ret_quit = false;
    for (int hand = 0; after == AFTER_AGAIN || after == AFTER_UNDO;) {
        if (after != AFTER_UNDO) {
            Orders orders = hand ? g->orders : (Orders){0}; /* they stand for the next hand too */
            Guide  guide = hand ? g->guide /* what he has said he does not say again */
                                : (Guide){.here = plan->guide || (screen->asks && guide_remembered())};
            hand++;
            Pockets pockets = hand > 1 ? g->pockets : (Pockets){0};
            memset(g, 0, sizeof *g);
            g->orders = orders;
            g->pockets = pockets;
            g->guide = guide;
            g->screen = screen;
            g->plan = plan;
            Begin begin = hand == 1 ? try_resume(g, resume) : BEGIN_NEW;
            if (begin == BEGIN_NOTHING || signal_came()) {
                putchar('\n');
                session_close(g);
                after = AFTER_QUIT;
                break;
            }
            if (begin == BEGIN_NEW && !session_new(g, hand, &error)) {
                session_close(g);
                fprintf(stderr, "taproom play: %s\n", error.text);
                return EXIT_FAILED;
            }
            draw_board(g);
            welcome(g);
            pockets_tell(screen, &g->company, &g->pockets, setup_of(g)->seats);
        }
        if (play_on(g) == GAME_LEFT) {
            session_close(g);
            if (ret_quit) *ret_quit = true;
            return EXIT_OK;
        }
        after = after_game(g);
        if (after != AFTER_UNDO) session_close(g);
    }
    if (ret_quit) *ret_quit = after == AFTER_QUIT || signal_came();
    return EXIT_OK;
}
